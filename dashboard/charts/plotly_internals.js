// Use of private Plotly APIs: pixel positions of axes, and updates of curves and text in place.

/** Scale of an axis in pixels from the chart's corner. */
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

/** Pixels of a trace's point from the chart's corner; undefined for other than dots, and without WebGL. */
export const pointPixels = (chart, { type, x, y, z }, order) => {
  if (type === "scatter") return [axis(chart, "x").pixel(x[order]), axis(chart, "y").pixel(y[order])];
  const { scene, _size: size } = chart._fullLayout;
  const { glplot, dataScale } = scene?._scene ?? {};
  if (type !== "scatter3d" || !glplot) return undefined;
  const { model, view, projection } = glplot.cameraParams;
  const times = (point, matrix) =>
    point.map((_, row) => point.reduce((sum, value, column) => sum + matrix[4 * column + row] * value, 0));
  const point = [x, y, z].map((values, along) => values[order] * dataScale[along]);
  const [right, up, , far] = [model, view, projection].reduce(times, [...point, 1]);
  const [[left, end], [bottom, top]] = [scene.domain.x, scene.domain.y];
  const [across, down] = [(1 + right / far) / 2, (1 - up / far) / 2];
  return [size.l + size.w * (left + (end - left) * across), size.t + size.h * (1 - top + (top - bottom) * down)];
};

/** Names of the value axes: "y", "y2", ... */
export const rows = (chart) =>
  Object.keys(chart._fullLayout)
    .filter((key) => /^yaxis\d*$/.test(key))
    .map((key) => key.replace("axis", ""));

/** Name of the axis across, of the plots on a value axis: "x", "x2", ... */
export const acrossOf = (chart, row) => chart._fullLayout[row.replace("y", "yaxis")].anchor;

/** Whether the curve on a value axis goes in steps. */
export const isStepped = (chart, row) =>
  chart._fullData.some(({ line, yaxis = "y" }) => yaxis === row && line?.shape === "hvh");

/** SVG path through the finite values of a curve, in lines or in steps. */
export const path = (places, values, across, up, stepped = false) => {
  const parts = [];
  let before;
  for (const place of places) {
    const value = values(place);
    const point = Number.isFinite(value) ? [across.pixel(place), up.pixel(value)] : undefined;
    if (point) {
      const [x, y] = point.map((pixel) => pixel.toFixed(1));
      if (!before) parts.push(`M${x},${y}`);
      else parts.push(stepped ? `H${((before[0] + point[0]) / 2).toFixed(1)}V${y}H${x}` : `L${x},${y}`);
    }
    before = point;
  }
  return parts.join("");
};

/** Scale relative to the corner of the plot instead of the chart. */
const within = ({ start, pixel }) => ({ pixel: (value) => pixel(value) - start });

const curveAt = (chart, order) => chart.querySelector(`.trace${chart._fullData[order].uid}`);
const textAt = (chart, order) => chart.querySelector(`.annotation[data-index="${order}"] text`);

/** Whether the values of a curve can be replaced in place: no text, same number, and all finite before and after. */
const fits = (chart, order, { x, y }) => {
  const points = chart.calcdata?.[order];
  const sameLength = points?.length === y.length && x.length === y.length && y.length > 0;
  const isWhole = () => y.every(Number.isFinite) && points.every((point) => Number.isFinite(point.y));
  const hasText = chart._fullData[order].mode?.includes("text");
  return sameLength && isWhole() && !hasText && curveAt(chart, order) !== null;
};

/** Replace the values of one curve; Plotly itself would redraw the whole chart. */
const replaceCurve = (chart, order, { x, y, customdata, name }) => {
  const { xaxis = "x", yaxis = "y" } = chart._fullData[order];
  const changed = { x, y, ...(customdata && { customdata }), ...(name && { name }) };
  Object.assign(chart.data[order], changed);
  Object.assign(chart._fullData[order], changed);
  for (const [place, point] of chart.calcdata[order].entries()) Object.assign(point, { x: x[place], y: y[place] });
  const [across, up] = [within(axis(chart, xaxis)), within(axis(chart, yaxis))];
  const element = curveAt(chart, order);
  const line = element.querySelector("path.js-line");
  const at = new Map(Array.from(x, (place, i) => [place, y[i]]));
  if (line) line.setAttribute("d", path(at.keys(), (place) => at.get(place), across, up, isStepped(chart, yaxis)));
  const { range } = chart._fullLayout[xaxis.replace("x", "xaxis")];
  for (const [place, point] of element.querySelectorAll("path.point").entries()) {
    point.setAttribute("transform", `translate(${across.pixel(x[place])},${up.pixel(y[place])})`);
    // as Plotly hides marks outside the range
    if (x[place] >= range[0] && x[place] <= range[1]) point.removeAttribute("display");
    else point.setAttribute("display", "none");
  }
};

/** Replace the text of one annotation. */
const replaceText = (chart, order, text) => {
  chart.layout.annotations[order].text = text;
  chart._fullLayout.annotations[order].text = text;
  textAt(chart, order).textContent = text;
};

/**
 * Replace curves and annotation texts in place; return whether this was possible.
 * @param {Map<number, any>} curves by trace index @param {Map<number, string>} texts by annotation index
 */
export const replaceInPlace = (chart, curves, texts) => {
  if (![...curves].every(([order, curve]) => fits(chart, order, curve))) return false;
  if (![...texts.keys()].every((order) => textAt(chart, order))) return false;
  for (const [order, curve] of curves) replaceCurve(chart, order, curve);
  for (const [order, text] of texts) replaceText(chart, order, text);
  return true;
};

// Keep the WebGL buffer of charts, which Plotly does not offer as an option: a printer reads it after it was displayed.
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, options) {
  const isChart = kind.startsWith("webgl") && this.closest(".chart");
  return getContext.call(this, kind, isChart ? { ...options, preserveDrawingBuffer: true } : options);
};
