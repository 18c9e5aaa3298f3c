// Similarity of a position to all others, from the data sent with a chart.

/**
 * Vectors of all positions: dot products or distances by offset if these suffice, otherwise the distinct columns.
 * @typedef {object} Vectors
 * @property {"dot" | "distance"} [of] quantity in `at_offset`
 * @property {ArrayLike<number>} [at_offset]
 * @property {ArrayLike<number> | null} [ahead] values for later positions, if they differ
 * @property {boolean} [causal] whether later positions are masked
 * @property {ArrayLike<number>[]} [columns]
 * @property {Iterable<number>} [which] index of the column for each component
 * @property {Float64Array} [counts] cached multiplicity of each column
 * @property {Float64Array} [norms] cached norms
 * @property {number} length
 * @property {number} dim
 */

/** @typedef {"dot" | "cosine" | "min-max" | "softmax" | "attention" | "distance"} Kind */

// Relative rounding tolerance of 32-bit numbers.
const ROUNDING = 1e-6;

/** Multiplicity of each column in a vector. @param {Vectors} vectors */
const counts = (vectors) => {
  const result = new Float64Array(vectors.columns.length);
  for (const column of vectors.which) result[column] += 1;
  return result;
};

/** Sum a term over the columns, for one position and all others. @param {Vectors} vectors @param {(here: number, there: number) => number} term */
const sums = (vectors, position, term) => {
  const result = new Float64Array(vectors.length);
  const times = (vectors.counts ??= counts(vectors));
  for (const [order, column] of vectors.columns.entries()) {
    const here = column[position];
    const weight = times[order];
    for (let other = 0; other < result.length; other++) result[other] += weight * term(here, column[other]);
  }
  return result;
};

/** Values by offset, relative to a position. @param {Vectors} vectors */
const byOffset = ({ at_offset, ahead, causal, length }, position) => {
  const result = new Float64Array(length);
  const later = ahead ?? at_offset;
  for (let other = 0; other < length; other++) {
    if (other <= position) result[other] = at_offset[position - other];
    else result[other] = causal ? NaN : later[other - position];
  }
  return result;
};

/** Dot products of a position with all others. @param {Vectors} vectors */
const dots = (vectors, position) =>
  vectors.at_offset ? byOffset(vectors, position) : sums(vectors, position, (here, there) => here * there);

/** Distances of a position from all others. @param {Vectors} vectors */
const distances = (vectors, position) =>
  vectors.at_offset
    ? byOffset(vectors, position)
    : sums(vectors, position, (here, there) => (here - there) ** 2).map(Math.sqrt);

/** Norms of all vectors. @param {Vectors} vectors */
const norms = (vectors) => {
  const result = new Float64Array(vectors.length);
  if (vectors.at_offset) return result.fill(Math.sqrt(vectors.at_offset[0]));
  const times = (vectors.counts ??= counts(vectors));
  for (const [order, column] of vectors.columns.entries())
    for (let other = 0; other < result.length; other++) result[other] += times[order] * column[other] ** 2;
  return result.map(Math.sqrt);
};

const ends = (values) => {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
};

const rescale = (values) => {
  const [low, high] = ends(values);
  if (high - low <= ROUNDING * Math.max(Math.abs(low), Math.abs(high))) return values.fill(NaN);
  return values.map((value) => (value - low) / (high - low));
};

const softmax = (logits) => {
  const [, high] = ends(logits);
  const raised = logits.map((logit) => Math.exp(logit - high));
  let sum = 0;
  for (const value of raised) sum += value;
  return raised.map((value) => value / sum);
};

/** Similarity of a position to all others, as computed by the server. @param {Vectors} vectors @param {Kind} kind */
export const similarity = (vectors, kind, position) => {
  if (kind === "distance") return distances(vectors, position);
  const products = dots(vectors, position);
  if (kind === "dot") return products;
  if (kind === "min-max") return rescale(products);
  if (kind === "softmax") return softmax(products);
  if (kind === "attention") return softmax(products.map((dot) => dot / Math.sqrt(vectors.dim)));
  const sizes = (vectors.norms ??= norms(vectors));
  return products.map((dot, other) => {
    const size = sizes[position] * sizes[other];
    return size > 0 ? Math.min(Math.max(dot / size, -1), 1) : NaN;
  });
};

/**
 * Thin a curve for drawing: indices of the minimum and maximum of every interval.
 * @param {ArrayLike<number>} values
 */
export const envelope = (values, first, last, stretches = 1024) => {
  const size = Math.ceil((last - first + 1) / stretches);
  if (size <= 2) return Array.from({ length: last - first + 1 }, (_, order) => first + order);
  const indices = [];
  for (let start = first; start <= last; start += size) {
    let [low, high] = [start, start];
    for (let place = start; place <= Math.min(start + size - 1, last); place++) {
      // skip NaN
      if (values[place] < values[low] || Number.isNaN(values[low])) low = place;
      if (values[place] > values[high] || Number.isNaN(values[high])) high = place;
    }
    indices.push(...(low === high ? [low] : [Math.min(low, high), Math.max(low, high)]));
  }
  return indices;
};
