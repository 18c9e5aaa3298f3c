// Hover overlay: the hovered position and its curves, drawn over the charts without Plotly.

import { acrossOf, axis, isStepped, path, pointPixels, rows } from "./plotly_internals.js";
import { digits } from "./screen_reader.js";
import { envelope, similarity } from "./similarity.js";

/**
 * A curve updated on hover.
 * @typedef {object} Followed
 * @property {"positions" | "offsets" | "entries" | "hands"} along quantity along the axis
 * @property {string} source for entries, the name of the chart with the matrix
 * @property {number | null} entry for entries, the index of the one that is read out
 * @property {string} name
 * @property {string} color
 * @property {string} axis name of the value axis, such as "y3"
 * @property {import("./similarity.js").Kind} kind
 * @property {import("./similarity.js").Vectors} vectors
 * @property {number[][]} hands angle at position 0, angle per position, center of the dial, and the angle of a wedge, if any
 * @property {number | null} last largest position of the curve, if that is not the last one
 */

const SVG = "http://www.w3.org/2000/svg";

const createSvg = (name, attributes, parent) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
};

/** Text with the values of the names that it has in braces. */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** Position at the pointer, or undefined. */
export const pointedAt = (chart, chooses, { x, y }, last) => {
  if (!chart._fullLayout) return undefined;
  if (chooses === "customdata") return nearestPoint(chart, x, y);
  for (const { across, down, top, bottom } of columns(chart, chooses)) {
    if (x < across.start || x > across.end || y < top || y > bottom) continue;
    const value = chooses === "x" ? across.value(x) : down.value(y);
    return Math.min(Math.max(Math.round(value), 0), last);
  }
  return undefined;
};

/** Plots of a chart by their axis across, each column with its first value axis, and its ends in pixels. */
const columns = (chart, chooses) => {
  const names = new Set(rows(chart).map((row) => acrossOf(chart, row)));
  return Array.from(names, (name) => {
    const plots = rows(chart).filter((row) => acrossOf(chart, row) === name).map((row) => axis(chart, row));
    // a matrix above other plots has the positions of its rows alone
    const seen = chooses === "x" ? plots : plots.slice(0, 1);
    const [top, bottom] = [Math.min(...seen.map(({ start }) => start)), Math.max(...seen.map(({ end }) => end))];
    return { across: axis(chart, name), down: plots[0], top, bottom };
  });
};

// Maximum distance between the pointer and a point, in pixels.
const MAX_POINTER_DISTANCE = 24;

const nearestPoint = (chart, x, y) => {
  const points = chart._fullData.find((trace) => trace.customdata);
  if (points?.type !== "scatter") return undefined;
  const [across, up] = [axis(chart, "x"), axis(chart, "y")];
  let [best, distance] = [undefined, MAX_POINTER_DISTANCE];
  for (const [order, position] of points.customdata.entries()) {
    const apart = Math.hypot(across.pixel(points.x[order]) - x, up.pixel(points.y[order]) - y);
    if (apart < distance) [best, distance] = [position, apart];
  }
  return best;
};

/** SVG path of bars. */
const outlines = (values, across, up) => {
  const base = up.pixel(0).toFixed(1);
  return Array.from(values, (value, place) => {
    const ends = [across.pixel(place - 0.4), across.pixel(place + 0.4), up.pixel(value)];
    const [left, right, top] = ends.map((end) => end.toFixed(1));
    return `M${left},${base}V${top}H${right}V${base}`;
  }).join("");
};

/** Vector of a position, from the cells of a heatmap; undefined if cells combine several positions. */
const entries = ({ chooses, figure }, position) => {
  const { z, x0, dx, y0, dy } = figure.data.find(({ type }) => type === "heatmap");
  if (dx !== 1 || dy !== 1) return undefined;
  if (chooses === "y") return z[position - y0];
  return z[0][position - x0] === undefined ? undefined : z.map((row) => row[position - x0]);
};

/** SVG path of a curve at a position, with values [similarity to selected, similarity to itself]. */
const hoverCurve = (chart, curve, position, selected) => {
  const { along, vectors, kind } = curve;
  const [across, up] = [axis(chart, acrossOf(chart, curve.axis)), axis(chart, curve.axis)];
  if (along === "entries") {
    const source = [...page.followers].find(({ state }) => state?.name === curve.source);
    const values = source && entries(source.state, position);
    // cells of a heatmap are precise to three decimals
    const value = values && curve.entry !== null ? digits(+values[curve.entry].toFixed(3)) : undefined;
    const read = value === undefined ? "" : `, ${chart.words.dimension} ${curve.entry}: ${value}`;
    return values ? { path: outlines(values, across, up), read } : {};
  }
  if (along === "hands") {
    const stroke = ([start, step, x, y, wedge]) => {
      const angle = start + step * position;
      const tip = (at) => [across.pixel(x + Math.sin(at)), up.pixel(y + Math.cos(at))];
      const hand = `M${across.pixel(x)},${up.pixel(y)}L${tip(angle)}`;
      if (wedge === undefined) return hand;
      // an arc in two halves, as one of more than half a turn is ambiguous
      const swept = Math.max(-2 * Math.PI, Math.min(wedge, 2 * Math.PI));
      const radius = across.pixel(1) - across.pixel(0);
      const arcs = [0.5, 1].map((share) => `A${radius},${radius},0,0,${+(swept > 0)},${tip(angle + share * swept)}`);
      return `${hand}${arcs.join("")}Z`;
    };
    return { path: curve.hands.map(stroke).join("") };
  }
  const values = similarity(vectors, kind, position);
  const [first, last] = [Math.ceil(across.value(across.start)), Math.floor(across.value(across.end))];
  if (along === "offsets") {
    // near the end, use the value at the same offset before the position
    const from = (offset) => values[position + offset] ?? values[position - offset];
    const places = Array.from({ length: last - first + 1 }, (_, order) => first + order);
    return { path: path(places, from, across, up) };
  }
  const places = envelope(values, Math.max(first, 0), Math.min(last, vectors.length - 1));
  if (curve.selected?.position !== selected)
    curve.selected = { position: selected, values: similarity(vectors, kind, selected) };
  return {
    path: path(places, (place) => values[place], across, up, isStepped(chart, curve.axis)),
    here: [curve.selected.values[position], values[position]],
  };
};

/** Values at a position of the curves on an axis that are not updated on hover. */
const fixedValues = (chart, row, position) =>
  chart._fullData.flatMap(({ type, meta, name, yaxis = "y", x, y, customdata }) => {
    const order = type === "scatter" && meta && yaxis === row ? x.indexOf(position) : -1;
    if (order < 0 || !Number.isFinite(y[order])) return [];
    const fields = { x: position, customdata: customdata?.[order], y: digits(y[order]) };
    const text = meta.replace(/<extra>.*/, "").replace(/%\{(\w+)[^}]*\}/g, (_, key) => fields[key]);
    return [{ name, text, value: y[order] }];
  });

/** Hover overlay of one chart. */
export class Follower {
  constructor(chart) {
    this.chart = chart;
    this.frame = document.createElement("div");
    this.frame.className = "following";
    chart.after(this.frame);
    this.drawing = createSvg("svg", { "aria-hidden": "true" }, this.frame);
    this.labels = this.frame.appendChild(document.createElement("div"));
    this.labels.setAttribute("aria-hidden", "true");
    this.size = { wide: 0, high: 0 };
  }

  /**
   * @param {{ name: string, chooses: string, selects: string, linked: string[], figure: object, curves: Followed[],
   *   position: number, p: number, words: Record<string, string> }} state data of the component, with the figure
   */
  update(state) {
    this.state = state;
    this.clear();
  }

  clear() {
    this.drawing.replaceChildren();
    this.labels.replaceChildren();
    delete this.frame.dataset.position;
  }

  point(position) {
    const { chart, state } = this;
    // read before anything changes: after each change, the browser would first lay out the page again
    this.size = { wide: chart.clientWidth, high: chart.clientHeight };
    this.clear();
    if (!state || !(chart._fullLayout?.xaxis || chart._fullLayout?.scene)) return;
    this.frame.dataset.position = position;
    if (state.chooses === "customdata") {
      this.markPoint(position);
      return;
    }
    if (state.chooses && !this.markPosition(position)) return;
    const values = new Map(state.linked.map((plot) => [plot.slice(plot.indexOf("y")), []]));
    for (const curve of state.curves) {
      const here = this.draw(curve, Math.min(position, curve.last ?? position));
      if (here) values.get(curve.axis).push([curve.name, ...here]);
    }
    for (const [row, curves] of values) {
      if (curves.length) this.showSimilarities(row, curves, position);
      else this.showFixedValues(row, position);
    }
    if (state.chooses === "x") this.replaceHeadings();
  }

  /** Draw one curve; return its values at the position, if any. */
  draw(curve, position) {
    const { chart, state } = this;
    const [across, up] = [axis(chart, acrossOf(chart, curve.axis)), axis(chart, curve.axis)];
    const { path, read, here } = hoverCurve(chart, curve, position, state.position);
    if (path === undefined) return undefined;
    const frame = { x: 0, y: up.start, width: across.end, height: up.end - up.start, overflow: "hidden" };
    const inside = createSvg("g", { transform: `translate(0,${-up.start})` }, createSvg("svg", frame, this.drawing));
    createSvg("path", { d: path, stroke: curve.color, class: curve.along }, inside);
    if (curve.along !== "positions" && state.chooses !== "y")
      this.label(`${chart.words.position} ${position}${read ?? ""}`, { right: across.end, bottom: up.start });
    for (const value of here ?? [])
      if (Number.isFinite(value))
        createSvg("circle", { cx: across.pixel(position), cy: up.pixel(value), r: 4, fill: curve.color }, inside);
    return here;
  }

  /** Draw a line through the position in every plot of the chart; return whether it is visible. */
  markPosition(position) {
    const { chart, state } = this;
    const isAcross = state.chooses === "x";
    for (const { across, down, top, bottom } of columns(chart, state.chooses)) {
      const place = isAcross ? across.pixel(position) : down.pixel(position);
      const [first, last] = isAcross ? [across.start, across.end] : [top, bottom];
      if (place < first || place > last) return false;
      const line = isAcross
        ? { x1: place, x2: place, y1: top, y2: bottom }
        : { x1: across.start, x2: across.end, y1: place, y2: place };
      for (const kind of ["halo", "line"]) createSvg("line", { ...line, class: kind }, this.drawing);
      if (isAcross) this.label(String(position), { left: place, top: bottom, kind: "place" });
      else this.label(String(position), { right: across.start, top: place - 9 });
    }
    return true;
  }

  /** Mark the point of a position, with a label. */
  markPoint(position) {
    const { chart } = this;
    // Plotly itself labels the hovered point of a scene, which turns
    if (chart.layout.scene && page.position !== undefined && chart.matches(":hover")) return;
    const points = chart._fullData.find((trace) => trace.customdata);
    const [x, y] = pointPixels(chart, points, points.customdata.indexOf(position)) ?? [];
    if (!Number.isFinite(x)) return;
    createSvg("circle", { cx: x, cy: y, r: 7, class: "point" }, this.drawing);
    this.label(String(position), { left: x, top: y + 9, kind: "place" });
  }

  /** Axes of a plot, across and up. */
  axes(row) {
    return [axis(this.chart, acrossOf(this.chart, row)), axis(this.chart, row)];
  }

  /** Show the similarities of the hovered position to the selected one and to itself, for every curve on an axis. */
  showSimilarities(row, curves, position) {
    const [across, up] = this.axes(row);
    const { at, other, itself, all } = this.state.words;
    const places = { position, other: this.state.position };
    if (curves.length === 1) {
      const [[, selected, own]] = curves;
      const values = { ...places, value: digits(selected), own: digits(own) };
      this.label(fill(all, values), { right: across.end, bottom: up.start });
    } else {
      const head = [fill(at, places), fill(other, places), itself];
      this.table(row, position, [head, ...curves.map(([name, ...values]) => [name, ...values.map(digits)])]);
    }
  }

  /** Show the values of curves that are not updated on hover. */
  showFixedValues(row, position) {
    const [across, up] = this.axes(row);
    const curves = fixedValues(this.chart, row, position);
    if (curves.length === 1) this.label(curves[0].text, { right: across.end, bottom: up.start });
    if (curves.length > 1)
      this.table(row, position, [
        [fill(this.state.words.at, { position }), ""],
        ...curves.map(({ name, value }) => [name, digits(value)]),
      ]);
  }

  /** Show a table of values on the side of the plot opposite to the pointer. */
  table(row, position, lines) {
    const [across, up] = this.axes(row);
    const isLeft = across.pixel(position) < (across.start + across.end) / 2;
    const table = document.createElement("table");
    for (const cells of lines) {
      const line = table.insertRow();
      for (const cell of cells) line.insertCell().textContent = cell;
    }
    const side = isLeft ? { right: across.end } : { left: across.start };
    this.label("", { ...side, top: up.start }).append(table);
  }

  /** Let labels that would cover a part of a heading replace all of it. */
  replaceHeadings() {
    const area = (element) => element.getBoundingClientRect();
    const headings = Array.from(this.chart.querySelectorAll(".annotation text"), area);
    const labels = Array.from(this.labels.querySelectorAll("span.values"), (label) => [label, area(label)]);
    for (const [label, { left, right, top, bottom }] of labels) {
      const covers = (heading) =>
        heading.left < right && left < heading.right && heading.top < bottom - 1 && top < heading.bottom - 1;
      const covered = headings.filter(covers).map((heading) => heading.left);
      if (covered.length) label.style.minWidth = `${right - Math.min(...covered)}px`;
      label.classList.toggle("whole", covered.length > 0);
    }
  }

  /**
   * Add a label with at most the width of the chart.
   * @param {{ left?: number, right?: number, top?: number, bottom?: number, kind?: string }} place in pixels
   */
  label(text, place) {
    const { left, right, top, bottom, kind = "values" } = place;
    const label = this.labels.appendChild(document.createElement("span"));
    label.className = kind;
    label.textContent = text;
    const { wide, high } = this.size;
    if (left !== undefined) label.style.left = `${left}px`;
    if (right !== undefined) label.style.right = `${wide - right}px`;
    if (top !== undefined) label.style.top = `${top}px`;
    if (bottom !== undefined) label.style.bottom = `${high - bottom}px`;
    return label;
  }
}

/**
 * Follow the mouse, or a finger, over a chart.
 * @param {{ chooses: string, selects: string, last: number }} state
 */
export const listen = (chart, state) => {
  const { chooses, selects, last } = state;
  const isSpace = "scene" in chart.layout;
  if (isSpace) {
    // only Plotly can find points of a WebGL scene
    for (const name of ["hover", "unhover"]) chart.removeAllListeners(`plotly_${name}`);
    chart.on("plotly_hover", ({ points }) => page.point(points[0].customdata, selects));
    chart.on("plotly_unhover", () => page.point(undefined));
  }
  chart.onpointermove = ({ clientX, clientY, pointerType, buttons }) => {
    // a mouse that drags the slider may leave it
    if (isSpace || (pointerType === "mouse" && buttons)) return;
    const { left, top } = chart.getBoundingClientRect();
    // integers, as Plotly uses them for its own hover labels
    const place = { x: Math.floor(clientX) - left, y: Math.floor(clientY) - top };
    if (chooses) page.point(pointedAt(chart, chooses, place, last), selects);
  };
  for (const name of ["pointerleave", "pointercancel"]) chart[`on${name}`] = () => page.point(undefined);
  chart.onpointerup = ({ pointerType }) => pointerType === "touch" && page.point(undefined);
};

/** Hover state of all charts on the page; overlays are drawn once per frame. */
export const page = (globalThis.followingCharts ??= {
  followers: new Set(),
  position: undefined,
  // parameter that the hovered chart selects, which charts that select another one do not follow
  selects: "p",
  // slider of p, and the position of its thumb until the server has selected it
  slider: undefined,
  thumb: undefined,
  // position requested by a key, and time until which the server may still respond
  requested: undefined,
  responseDeadline: 0,
  /** Add a drawn chart; a position requested by a key is hovered until the server has selected it. */
  join(follower, isPointedAt) {
    this.followers.add(follower);
    // charts that the server has not updated yet keep their overlay; a removed slider shows another position
    if (this.thumb === follower.state.p || !this.slider?.isConnected) this.thumb = undefined;
    if (!isPointedAt && this.position === follower.state.position) this.point(undefined);
    this.show(follower);
  },
  leave(follower) {
    this.followers.delete(follower);
  },
  point(position, selects = "p") {
    if (position === this.position && selects === this.selects) return;
    Object.assign(this, { position, selects });
    this.waiting ??= requestAnimationFrame(() => this.draw());
  },
  /** Follow the slider, unless its thumb is back at the selected position. */
  slide(slider) {
    const position = slider.valueAsNumber;
    const isSelected = [...this.followers].every(({ state }) => state.p === position);
    Object.assign(this, { slider, thumb: isSelected ? undefined : position, position: undefined });
    this.waiting ??= requestAnimationFrame(() => this.draw());
  },
  draw() {
    this.waiting = undefined;
    for (const follower of this.followers) this.show(follower);
  },
  show(follower) {
    const [position, selects] = this.position === undefined ? [this.thumb, "p"] : [this.position, this.selects];
    if (position === undefined || follower.state.selects !== selects) follower.clear();
    else follower.point(position);
  },
});
