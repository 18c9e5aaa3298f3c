// What is drawn of the position under the pointer: lightly over a chart, without asking Plotly to draw anything.

import { axis, path, rows } from "./plotly_internals.js";
import { digits } from "./screen_reader.js";
import { envelope, similarity } from "./similarity.js";

/**
 * A curve that follows: what it shows, and where.
 * @typedef {object} Followed
 * @property {"positions" | "offsets" | "entries" | "hands"} along what runs along its axis
 * @property {string} source for entries, the name of the chart that has the matrix
 * @property {number | null} entry for entries, the one that is read out
 * @property {string} name
 * @property {string} color
 * @property {string} axis the axis of its values, such as "y3"
 * @property {import("./similarity.js").Kind} kind
 * @property {number} divisor by what the chart divides its values
 * @property {import("./similarity.js").Vectors} vectors
 * @property {[number, number, number, number][]} hands angle at position 0, angle of a step, and middle of the dial
 */

const SVG = "http://www.w3.org/2000/svg";

const made = (name, attributes, parent) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
};

/** Which position a pointer is at, in pixels; undefined where it is at none. */
export const pointedAt = (chart, chooses, { x, y }, last) => {
  if (!chart._fullLayout) return undefined;
  if (chooses === "customdata") return nearestPoint(chart, x, y);
  const [across, ...down] = [axis(chart, "x"), ...rows(chart).map((row) => axis(chart, row))];
  const [top, bottom] = [Math.min(...down.map(({ start }) => start)), Math.max(...down.map(({ end }) => end))];
  if (x < across.start || x > across.end || y < top || y > bottom) return undefined;
  const value = chooses === "x" ? across.value(x) : down[0].value(y);
  return Math.min(Math.max(Math.round(value), 0), last);
};

// How far from a point, in pixels, the pointer is at it.
const NEAR = 24;

const nearestPoint = (chart, x, y) => {
  const points = chart._fullData.find((trace) => trace.customdata);
  if (points?.type !== "scatter") return undefined;
  const [across, up] = [axis(chart, "x"), axis(chart, "y")];
  let [best, distance] = [undefined, NEAR];
  for (const [order, position] of points.customdata.entries()) {
    const apart = Math.hypot(across.pixel(points.x[order]) - x, up.pixel(points.y[order]) - y);
    if (apart < distance) [best, distance] = [position, apart];
  }
  return best;
};

/** The outlines of bars. */
const outlines = (values, across, up) => {
  const base = up.pixel(0).toFixed(1);
  return Array.from(values, (value, place) => {
    const ends = [across.pixel(place - 0.4), across.pixel(place + 0.4), up.pixel(value)];
    const [left, right, top] = ends.map((end) => end.toFixed(1));
    return `M${left},${base}V${top}H${right}V${base}`;
  }).join("");
};

/** The vector of a position, from the cells of a chart; undefined where it has none for every position. */
const entries = ({ chooses, figure }, position) => {
  const { z, x0, dx, y0, dy } = figure.data.find(({ type }) => type === "heatmap");
  if (dx !== 1 || dy !== 1) return undefined;
  if (chooses === "y") return z[position - y0];
  return z[0][position - x0] === undefined ? undefined : z.map((row) => row[position - x0]);
};

/** What a curve that follows is at a position: its path, and both values there, the chosen position's and its own. */
const drawn = (chart, curve, position, chosen) => {
  const { along, vectors, kind, divisor } = curve;
  const [across, up] = [axis(chart, "x"), axis(chart, curve.axis)];
  if (along === "entries") {
    const source = [...page.followers].find(({ told }) => told?.name === curve.source);
    const values = source && entries(source.told, position);
    // the cells of a matrix are true to three decimals
    const value = values && curve.entry !== null ? digits(+values[curve.entry].toFixed(3)) : undefined;
    const read = value === undefined ? "" : `, dimension ${curve.entry}: ${value}`;
    return { path: values ? outlines(values, across, up) : "", read };
  }
  if (along === "hands") {
    const stroke = ([start, step, x, y]) => {
      const angle = start + step * position;
      const tip = [across.pixel(x + Math.sin(angle)), up.pixel(y + Math.cos(angle))];
      return `M${across.pixel(x)},${up.pixel(y)}L${tip}`;
    };
    return { path: curve.hands.map(stroke).join("") };
  }
  const values = similarity(vectors, kind, position);
  const [first, last] = [Math.ceil(across.value(across.start)), Math.floor(across.value(across.end))];
  if (along === "offsets") {
    // towards the end there is nothing so far on, and what is as far before stands for it
    const from = (offset) => (values[position + offset] ?? values[position - offset]) / divisor;
    const places = Array.from({ length: last - first + 1 }, (_, order) => first + order);
    return { path: path(places, from, across, up) };
  }
  const places = envelope(values, Math.max(first, 0), Math.min(last, vectors.length - 1));
  if (curve.chosen?.position !== chosen)
    curve.chosen = { position: chosen, values: similarity(vectors, kind, chosen) };
  return {
    path: path(places, (place) => values[place] / divisor, across, up),
    here: [curve.chosen.values[position], values[position]].map((value) => value / divisor),
  };
};

/** What the curves on an axis that do not follow have at a position, each with its name. */
const standing = (chart, row, position) =>
  chart._fullData.flatMap(({ type, meta, name, yaxis = "y", x, y, customdata }) => {
    const order = type === "scatter" && meta && yaxis === row ? x.indexOf(position) : -1;
    if (order < 0 || !Number.isFinite(y[order])) return [];
    const filled = { x: position, customdata: customdata?.[order], y: digits(y[order]) };
    const words = meta.replace(/<extra>.*/, "").replace(/%\{(\w+)[^}]*\}/g, (_, key) => filled[key]);
    return [{ name, words, value: y[order] }];
  });

/** The light drawing over one chart. @param {HTMLElement} frame what lies over the chart */
export class Follower {
  constructor(chart, frame) {
    this.chart = chart;
    this.frame = frame;
    this.drawing = made("svg", { "aria-hidden": "true" }, frame);
    this.labels = frame.appendChild(document.createElement("div"));
    this.labels.setAttribute("aria-hidden", "true");
  }

  /**
   * @param {{ name: string, chooses: string, linked: string[], figure: object, curves: Followed[], position: number }}
   *   told what `draw` was told, and the figure
   */
  tell(told) {
    this.told = told;
    this.clear();
  }

  clear() {
    this.drawing.replaceChildren();
    this.labels.replaceChildren();
    delete this.frame.dataset.position;
  }

  point(position) {
    const { chart, told } = this;
    this.clear();
    if (!told || !chart._fullLayout?.xaxis) return;
    this.frame.dataset.position = position;
    if (told.chooses === "customdata") {
      this.markPoint(position);
      return;
    }
    if (told.chooses && !this.markPosition(position)) return;
    const values = new Map(told.linked.map((plot) => [plot.slice(1), []]));
    for (const curve of told.curves) {
      const found = this.draw(curve, position);
      if (found) values.get(curve.axis).push([curve.name, ...found]);
    }
    for (const [row, found] of values) {
      if (found.length) this.read(row, found, position);
      else this.readStanding(row, position);
    }
    if (told.chooses === "x") this.uncover(position);
  }

  /** One curve that follows. -> both values at the position, where it has them */
  draw(curve, position) {
    const { chart, told } = this;
    const [across, up] = [axis(chart, "x"), axis(chart, curve.axis)];
    const found = drawn(chart, curve, position, told.position);
    const frame = { x: 0, y: up.start, width: across.end, height: up.end - up.start, overflow: "hidden" };
    const inside = made("g", { transform: `translate(0,${-up.start})` }, made("svg", frame, this.drawing));
    made("path", { d: found.path, stroke: curve.color, class: curve.along }, inside);
    if (curve.along !== "positions")
      this.label(`position ${position}${found.read ?? ""}`, { right: across.end, bottom: up.start });
    for (const value of found.here ?? [])
      if (Number.isFinite(value))
        made("circle", { cx: across.pixel(position), cy: up.pixel(value), r: 4, fill: curve.color }, inside);
    return found.here;
  }

  /** A line through the position, in every plot of the chart. -> whether it is in sight */
  markPosition(position) {
    const { chart, told } = this;
    const all = rows(chart).map((row) => axis(chart, row));
    const across = axis(chart, "x");
    const [top, bottom] = [Math.min(...all.map((row) => row.start)), Math.max(...all.map((row) => row.end))];
    const isAcross = told.chooses === "x";
    const place = isAcross ? across.pixel(position) : all[0].pixel(position);
    const [first, last] = isAcross ? [across.start, across.end] : [top, bottom];
    if (place < first || place > last) return false;
    const line = isAcross
      ? { x1: place, x2: place, y1: top, y2: bottom }
      : { x1: across.start, x2: across.end, y1: place, y2: place };
    for (const kind of ["halo", "line"]) made("line", { ...line, class: kind }, this.drawing);
    if (isAcross) this.label(String(position), { left: place, top: bottom, kind: "place" });
    return true;
  }

  /** The point of a position, and its name. */
  markPoint(position) {
    const points = this.chart._fullData.find((trace) => trace.customdata);
    const order = points.customdata.indexOf(position);
    if (points.type !== "scatter" || order < 0) return;
    const [x, y] = [axis(this.chart, "x").pixel(points.x[order]), axis(this.chart, "y").pixel(points.y[order])];
    made("circle", { cx: x, cy: y, r: 7, class: "point" }, this.drawing);
    this.label(String(position), { left: x, top: y + 9, kind: "place" });
  }

  /** Both values of every curve on an axis: the chosen one's at the pointed position, and the pointed position's own. */
  read(row, found, position) {
    const [across, up] = [axis(this.chart, "x"), axis(this.chart, row)];
    if (found.length === 1) {
      const [[, chosen, own]] = found;
      const words = `at ${position}: ${digits(chosen)} with ${this.told.position}, ${digits(own)} with itself`;
      this.label(words, { right: across.end, bottom: up.start });
    } else {
      const head = [`at ${position}`, `with ${this.told.position}`, "with itself"];
      this.table(row, position, [head, ...found.map(([name, ...values]) => [name, ...values.map(digits)])]);
    }
  }

  /** The values of curves that do not follow. */
  readStanding(row, position) {
    const [across, up] = [axis(this.chart, "x"), axis(this.chart, row)];
    const found = standing(this.chart, row, position);
    if (found.length === 1) this.label(found[0].words, { right: across.end, bottom: up.start });
    if (found.length > 1)
      this.table(row, position, [[`at ${position}`, ""], ...found.map((each) => [each.name, digits(each.value)])]);
  }

  /** Values line by line, on the side of the plot where the pointer is not. */
  table(row, position, lines) {
    const [across, up] = [axis(this.chart, "x"), axis(this.chart, row)];
    const isLeft = across.pixel(position) < (across.start + across.end) / 2;
    const table = document.createElement("table");
    for (const cells of lines) {
      const line = table.insertRow();
      for (const cell of cells) line.insertCell().textContent = cell;
    }
    const side = isLeft ? { right: across.end } : { left: across.start };
    this.label("", { ...side, top: up.start }).append(table);
  }

  /** Values that would cover a heading or the labels of the colors stand inside the plot instead, on the side where the pointer is not. */
  uncover(position) {
    const area = (element) => element.getBoundingClientRect();
    const headings = Array.from(this.chart.querySelectorAll(".annotation text, .colorbar text"), area);
    const corner = area(this.chart);
    const across = axis(this.chart, "x");
    const isLeft = across.pixel(position) < (across.start + across.end) / 2;
    const found = Array.from(this.labels.querySelectorAll("span.values"), (label) => [label, area(label)]);
    for (const [label, { left, right, top, bottom }] of found) {
      const covers = (heading) =>
        heading.left < right && left < heading.right && heading.top < bottom - 1 && top < heading.bottom - 1;
      if (!headings.some(covers)) continue;
      Object.assign(label.style, { top: `${bottom - corner.top}px`, bottom: "auto" });
      if (!isLeft) Object.assign(label.style, { left: `${across.start}px`, right: "auto" });
    }
  }

  /**
   * Words at a place, which never reach beyond the chart.
   * @param {{ left?: number, right?: number, top?: number, bottom?: number, kind?: string }} place in pixels
   */
  label(words, place) {
    const { left, right, top, bottom, kind = "values" } = place;
    const label = this.labels.appendChild(document.createElement("span"));
    label.className = kind;
    label.textContent = words;
    const { clientWidth: wide, clientHeight: high } = this.chart;
    if (left !== undefined) label.style.left = `${left}px`;
    if (right !== undefined) label.style.right = `${wide - right}px`;
    if (top !== undefined) label.style.top = `${top}px`;
    if (bottom !== undefined) label.style.bottom = `${high - bottom}px`;
    return label;
  }
}

/**
 * Let a chart be pointed at: by a mouse that moves over it, or a finger that moves along it.
 * @param {{ chooses: string, last: number }} told
 */
export const listen = (chart, told) => {
  const { chooses, last } = told;
  const isSpace = "scene" in chart.layout;
  if (isSpace) {
    // what is drawn by WebGL only Plotly finds
    for (const name of ["hover", "unhover"]) chart.removeAllListeners(`plotly_${name}`);
    chart.on("plotly_hover", ({ points }) => page.point(points[0].customdata));
    chart.on("plotly_unhover", () => page.point(undefined));
  }
  chart.onpointermove = ({ clientX, clientY }) => {
    if (isSpace) return;
    const { left, top } = chart.getBoundingClientRect();
    // whole pixels, as Plotly counts them for its own label
    const place = { x: Math.floor(clientX) - left, y: Math.floor(clientY) - top };
    if (chooses) page.point(pointedAt(chart, chooses, place, last));
  };
  for (const name of ["pointerleave", "pointercancel"]) chart[`on${name}`] = () => page.point(undefined);
  chart.onpointerup = ({ pointerType }) => pointerType === "touch" && page.point(undefined);
};

/** Every chart on the page: what is pointed at in one is followed by all, once a frame. */
export const page = (globalThis.followingCharts ??= {
  followers: new Set(),
  position: undefined,
  // what a key has asked for, and until when the server may take to answer
  asked: undefined,
  answered: 0,
  /** A chart that has been drawn shows what is pointed at; keys point until what they asked for is chosen. */
  join(follower, isPointedAt) {
    this.followers.add(follower);
    if (!isPointedAt && this.position === follower.told.position) this.point(undefined);
    else if (this.position !== undefined) follower.point(this.position);
  },
  leave(follower) {
    this.followers.delete(follower);
  },
  point(position) {
    if (position === this.position) return;
    this.position = position;
    this.waiting ??= requestAnimationFrame(() => this.draw());
  },
  draw() {
    this.waiting = undefined;
    for (const follower of this.followers) {
      if (this.position === undefined) follower.clear();
      else follower.point(this.position);
    }
  },
});
