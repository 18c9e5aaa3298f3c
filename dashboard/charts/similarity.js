// What follows the pointer, in numbers: how similar is a position to all others, by what has come along with a chart.

/**
 * What a chart knows of some vectors, one for each position. Where their dot products or distances depend on the offset
 * alone, these, by offset; else every column that differs from the others, by position, and which of them stands where.
 * @typedef {object} Vectors
 * @property {"dot" | "distance"} [of] what `at_offset` holds
 * @property {ArrayLike<number>} [at_offset]
 * @property {ArrayLike<number> | null} [ahead] the same of what stands ahead, where that is another
 * @property {boolean} [causal] whether what stands ahead is not seen
 * @property {ArrayLike<number>[]} [columns]
 * @property {Iterable<number>} [which]
 * @property {Float64Array} [counts] how often each column stands in a vector, once it is known
 * @property {Float64Array} [norms] the lengths of all, once they are known
 * @property {number} length
 * @property {number} dim
 */

/** @typedef {"dot" | "cosine" | "min-max" | "softmax" | "attention" | "distance"} Kind */

// Below this share of the largest, a difference is what 32 bits have left of none.
const ROUNDING = 1e-6;

/** How often each column stands in a vector. @param {Vectors} vectors */
const counts = (vectors) => {
  const found = new Float64Array(vectors.columns.length);
  for (const column of vectors.which) found[column] += 1;
  return found;
};

/** One position against all. @param {Vectors} vectors @param {(here: number, there: number) => number} term */
const sums = (vectors, position, term) => {
  const found = new Float64Array(vectors.length);
  const times = (vectors.counts ??= counts(vectors));
  for (const [order, column] of vectors.columns.entries()) {
    const here = column[position];
    const weight = times[order];
    for (let other = 0; other < found.length; other++) found[other] += weight * term(here, column[other]);
  }
  return found;
};

/** What depends on the offset alone, as seen from a position. @param {Vectors} vectors */
const mirrored = ({ at_offset, ahead, causal, length }, position) => {
  const found = new Float64Array(length);
  const later = ahead ?? at_offset;
  for (let other = 0; other < length; other++) {
    if (other <= position) found[other] = at_offset[position - other];
    else found[other] = causal ? NaN : later[other - position];
  }
  return found;
};

/** The dot products of a position with all. @param {Vectors} vectors */
const dots = (vectors, position) =>
  vectors.at_offset ? mirrored(vectors, position) : sums(vectors, position, (here, there) => here * there);

/** The distances of a position from all. @param {Vectors} vectors */
const distances = (vectors, position) =>
  vectors.at_offset
    ? mirrored(vectors, position)
    : sums(vectors, position, (here, there) => (here - there) ** 2).map(Math.sqrt);

/** The lengths of all vectors. @param {Vectors} vectors */
const norms = (vectors) => {
  const found = new Float64Array(vectors.length);
  if (vectors.at_offset) return found.fill(Math.sqrt(vectors.at_offset[0]));
  const times = (vectors.counts ??= counts(vectors));
  for (const [order, column] of vectors.columns.entries())
    for (let other = 0; other < found.length; other++) found[other] += times[order] * column[other] ** 2;
  return found.map(Math.sqrt);
};

const ends = (values) => {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
};

const stretched = (values) => {
  const [low, high] = ends(values);
  if (high - low <= ROUNDING * Math.max(Math.abs(low), Math.abs(high))) return values.fill(NaN);
  return values.map((value) => (value - low) / (high - low));
};

const shares = (logits) => {
  const [, high] = ends(logits);
  const raised = logits.map((logit) => Math.exp(logit - high));
  let sum = 0;
  for (const each of raised) sum += each;
  return raised.map((each) => each / sum);
};

/** How similar a position is to all, as the server would say. @param {Vectors} vectors @param {Kind} kind */
export const similarity = (vectors, kind, position) => {
  if (kind === "distance") return distances(vectors, position);
  const found = dots(vectors, position);
  if (kind === "dot") return found;
  if (kind === "min-max") return stretched(found);
  if (kind === "softmax") return shares(found);
  if (kind === "attention") return shares(found.map((dot) => dot / Math.sqrt(vectors.dim)));
  const sizes = (vectors.norms ??= norms(vectors));
  return found.map((dot, other) => {
    const size = sizes[position] * sizes[other];
    return size > 0 ? Math.min(Math.max(dot / size, -1), 1) : NaN;
  });
};

/**
 * Indexes of as many entries as a plot has room for, that hide no peak: the smallest and the largest of every stretch.
 * @param {ArrayLike<number>} values
 */
export const envelope = (values, first, last, stretches = 1024) => {
  const size = Math.ceil((last - first + 1) / stretches);
  if (size <= 2) return Array.from({ length: last - first + 1 }, (_, order) => first + order);
  const found = [];
  for (let start = first; start <= last; start += size) {
    let [low, high] = [start, start];
    for (let place = start; place <= Math.min(start + size - 1, last); place++) {
      // NaN is neither
      if (values[place] < values[low] || Number.isNaN(values[low])) low = place;
      if (values[place] > values[high] || Number.isNaN(values[high])) high = place;
    }
    found.push(...(low === high ? [low] : [Math.min(low, high), Math.max(low, high)]));
  }
  return found;
};
