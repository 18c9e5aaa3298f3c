// What these scripts take from Plotly beyond what it promises: where it has drawn what, and how to change it in place.

/** An axis of a drawn chart, in pixels from the chart's corner. */
export const axis = (chart, name) => {
  const { _offset: start, _length: length, range } = chart._fullLayout[name.replace(/^([xy])/, "$1axis")];
  const share = (value) => (value - range[0]) / (range[1] - range[0]);
  const down = name[0] === "y";
  return {
    start,
    end: start + length,
    pixel: (value) => start + length * (down ? 1 - share(value) : share(value)),
    value: (pixel) => {
      const part = (pixel - start) / length;
      return range[0] + (down ? 1 - part : part) * (range[1] - range[0]);
    },
  };
};

/** The names of the axes of values: "y", "y2" ... */
export const rows = (chart) =>
  Object.keys(chart._fullLayout)
    .filter((key) => /^yaxis\d*$/.test(key))
    .map((key) => key.replace("axis", ""));

/** The path of a curve through some of its values, broken where there is none. */
export const path = (places, values, across, up) => {
  const parts = [];
  let broken = true;
  for (const place of places) {
    const value = values(place);
    if (Number.isFinite(value))
      parts.push(`${broken ? "M" : "L"}${across.pixel(place).toFixed(1)},${up.pixel(value).toFixed(1)}`);
    broken = !Number.isFinite(value);
  }
  return parts.join("");
};

/** From the corner of a plot instead of the chart's. */
const within = ({ start, pixel }) => ({ pixel: (value) => pixel(value) - start });

const curveAt = (chart, order) => chart.querySelector(`.trace${chart._fullData[order].uid}`);
const wordsAt = (chart, order) => chart.querySelector(`.annotation[data-index="${order}"] text`);

/** Whether a curve is drawn and can have other values in its place: as many of them, and none is or was missing. */
const fits = (chart, order, { x, y }) => {
  const known = chart.calcdata?.[order];
  const asMany = known?.length === y.length && x.length === y.length && y.length > 0;
  const isWhole = () => y.every(Number.isFinite) && known.every((point) => Number.isFinite(point.y));
  return asMany && isWhole() && curveAt(chart, order) !== null;
};

/** Other values for one curve, where it stands: Plotly itself would draw all that is on the chart. */
const redraw = (chart, order, { x, y, customdata }) => {
  const { yaxis = "y" } = chart._fullData[order];
  const changed = customdata ? { x, y, customdata } : { x, y };
  Object.assign(chart.data[order], changed);
  Object.assign(chart._fullData[order], changed);
  for (const [place, known] of chart.calcdata[order].entries()) Object.assign(known, { x: x[place], y: y[place] });
  const [across, up] = [within(axis(chart, "x")), within(axis(chart, yaxis))];
  const drawn = curveAt(chart, order);
  const line = drawn.querySelector("path.js-line");
  const at = new Map(Array.from(x, (place, i) => [place, y[i]]));
  if (line) line.setAttribute("d", path(at.keys(), (place) => at.get(place), across, up));
  const { range } = chart._fullLayout.xaxis;
  for (const [place, point] of drawn.querySelectorAll("path.point").entries()) {
    point.setAttribute("transform", `translate(${across.pixel(x[place])},${up.pixel(y[place])})`);
    // as Plotly hides a mark that is out of sight
    if (x[place] >= range[0] && x[place] <= range[1]) point.removeAttribute("display");
    else point.setAttribute("display", "none");
  }
};

/** Other words for one annotation, where it stands. */
const reword = (chart, order, text) => {
  chart.layout.annotations[order].text = text;
  chart._fullLayout.annotations[order].text = text;
  wordsAt(chart, order).textContent = text;
};

/**
 * Draw other curves and words in their places, where they fit. -> whether they did
 * @param {Map<number, any>} curves by their order @param {Map<number, string>} texts of annotations by their order
 */
export const replaced = (chart, curves, texts) => {
  if (![...curves].every(([order, curve]) => fits(chart, order, curve))) return false;
  if (![...texts.keys()].every((order) => wordsAt(chart, order))) return false;
  for (const [order, curve] of curves) redraw(chart, order, curve);
  for (const [order, text] of texts) reword(chart, order, text);
  return true;
};

// a printer reads what WebGL has drawn, which is else gone once it is shown
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, options) {
  return getContext.call(this, kind, kind.startsWith("webgl") ? { ...options, preserveDrawingBuffer: true } : options);
};
