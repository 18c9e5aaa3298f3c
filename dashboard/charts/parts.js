// Client-side cache of figure parts, addressed by hash.

/** @typedef {{ value: object, length: number, decoded: Map<boolean, object> }} Part encoded value, and decoded ones by isDark */

// Capacity in characters: twice what the server assumes.
const CAPACITY = 2 ** 26;

/** @type {Map<string, Part>} in order of last use */
const cache = (globalThis.chartParts ??= new Map());

/** Cache parts, and evict the least recently used ones. @param {Record<string, object>} parts */
export const keep = (parts) => {
  for (const [name, value] of Object.entries(parts))
    if (!cache.has(name)) cache.set(name, { value, length: JSON.stringify(value).length, decoded: new Map() });
  let length = 0;
  for (const part of cache.values()) length += part.length;
  for (const [name, part] of cache) {
    if (length <= CAPACITY) break;
    length -= part.length;
    cache.delete(name);
  }
};

const ARRAYS = { f8: Float64Array, f4: Float32Array, i4: Int32Array, i2: Int16Array, u1: Uint8Array };

/** Decode numbers: flat, in rows, or quantized to 16 bits. */
const decodeArray = ({ first, count, dtype, bdata, shape, step }) => {
  if (count !== undefined) return Int32Array.from({ length: count }, (_, order) => first + order);
  const bytes = Uint8Array.from(atob(bdata), (letter) => letter.charCodeAt(0));
  const steps = new ARRAYS[dtype](bytes.buffer);
  const values = step ? Float32Array.from(steps, (value) => value * step) : steps;
  const [rows, columns] = shape;
  if (columns === undefined) return values;
  return Array.from({ length: rows }, (_, row) => values.subarray(row * columns, (row + 1) * columns));
};

/** Decode a value: arrays from base64, and colors for a dark page. */
const decode = (value, isDark, dark) => {
  if (typeof value === "string") return (isDark && dark[value]) || value;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => decode(item, isDark, dark));
  if (value.bdata !== undefined || value.count !== undefined) return decodeArray(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decode(item, isDark, dark)]));
};

/**
 * Decode a cached part, or one that is sent in full; undefined if it is missing.
 * Parts are decoded once: Plotly detects changes by object identity.
 * @param {{ part?: string, is?: unknown }} reference
 * @param {boolean} [isDark]
 * @param {Record<string, string>} [dark] dark-page colors by light-page color
 */
export const part = ({ part: name, is }, isDark, dark) => {
  if (name === undefined) return decode(is, isDark, dark);
  const entry = cache.get(name);
  if (!entry) return undefined;
  cache.delete(name);
  cache.set(name, entry);
  if (!entry.decoded.has(isDark)) entry.decoded.set(isDark, decode(entry.value, isDark, dark));
  return entry.decoded.get(isDark);
};
