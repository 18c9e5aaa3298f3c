// What a figure is made of: parts that the server sends once, and names ever after.

/** @typedef {{ value: object, letters: number, made: Map<boolean, object> }} Part what came, also in light and dark */

// Letters of all parts that are kept: twice what the server counts on.
const ROOM = 2 ** 26;

/** @type {Map<string, Part>} the one used last stands last */
const known = (globalThis.chartParts ??= new Map());

/** Keep what has come, and let go what has not been used for longest. @param {Record<string, object>} sent */
export const keep = (sent) => {
  for (const [name, value] of Object.entries(sent))
    if (!known.has(name)) known.set(name, { value, letters: JSON.stringify(value).length, made: new Map() });
  let letters = 0;
  for (const each of known.values()) letters += each.letters;
  for (const [name, each] of known) {
    if (letters <= ROOM) break;
    letters -= each.letters;
    known.delete(name);
  }
};

const ARRAYS = { f8: Float64Array, f4: Float32Array, i4: Int32Array, i2: Int16Array };

/** Numbers as they come: flat, in rows, or as 16-bit steps of a scale, true to the digits of a hover. */
const numbers = ({ first, count, dtype, bdata, shape, step }) => {
  if (count !== undefined) return Int32Array.from({ length: count }, (_, order) => first + order);
  const bytes = Uint8Array.from(atob(bdata), (letter) => letter.charCodeAt(0));
  const steps = new ARRAYS[dtype](bytes.buffer);
  const values = step ? Float32Array.from(steps, (value) => value * step) : steps;
  const [rows, columns] = shape;
  if (columns === undefined) return values;
  return Array.from({ length: rows }, (_, row) => values.subarray(row * columns, (row + 1) * columns));
};

/** What came, with its arrays as arrays, in the colours of the page. */
const read = (value, isDark, dark) => {
  if (typeof value === "string") return (isDark && dark[value]) || value;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => read(each, isDark, dark));
  if (value.bdata !== undefined || value.count !== undefined) return numbers(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each, isDark, dark)]));
};

/**
 * A part, in the colours of the page, or what is too small to be one; undefined where it is not here.
 * The same object again tells Plotly that nothing has changed.
 * @param {{ part?: string, is?: unknown }} named
 * @param {boolean} [isDark]
 * @param {Record<string, string>} [dark] what each colour becomes on a dark page
 */
export const part = ({ part: name, is }, isDark, dark) => {
  if (name === undefined) return read(is, isDark, dark);
  const found = known.get(name);
  if (!found) return undefined;
  known.delete(name);
  known.set(name, found);
  if (!found.made.has(isDark)) found.made.set(isDark, read(found.value, isDark, dark));
  return found.made.get(isDark);
};
