// Stage: an SVG picture of marks with names, whose numbers glide from one frame to the next; its controls choose the frame.

import { theme } from "./saving.js";

const SVG = "http://www.w3.org/2000/svg";
const TIME = 600; // milliseconds of a change
const NARROW = 560; // pixels of width, below which the narrow picture is drawn
const MOST_RADIOS = 6; // more values have a slider
const NUMBER = /-?\d+(?:\.\d+)?/g;
const GLIDING = new Set(["d", "x", "y", "cx", "cy", "r", "width", "height", "opacity", "stroke-width", "transform"]);

/**
 * @typedef {Record<string, string | number>} Mark attributes, and its name (key), its element (tag), its words (text), and
 *   the value that a click chooses (pick)
 * @typedef {{ size: number[], frames: Mark[][] }} Picture frames after the first have only what differs from it
 */

/** Replace each number of a text by one on the way from that of another text. */
const between = (from, to, share) => {
  const starts = String(from).match(NUMBER) ?? [];
  let order = 0;
  return String(to).replace(NUMBER, (end) => {
    const start = Number(starts[order++] ?? end);
    return String(+(start + (Number(end) - start) * share).toFixed(2));
  });
};

const ease = (share) => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2);

const create = (name, attributes, parent) => parent.appendChild(Object.assign(document.createElement(name), attributes));

/** Marks of a frame by name. @param {Picture} picture @param {number} order @returns {Map<string | number, Mark>} */
const marksOf = ({ frames }, order) => {
  const first = new Map(frames[0].map((mark) => [mark.key, mark]));
  return new Map(frames[order].map((mark) => [mark.key, { ...(order ? first.get(mark.key) : {}), ...mark }]));
};

class Stage {
  constructor(host) {
    this.host = host;
    /** @type {any} */
    this.data = undefined;
    /** @type {(event: string, value: unknown) => void} */
    this.report = () => {};
    this.svg = host.appendChild(document.createElementNS(SVG, "svg"));
    this.svg.setAttribute("role", "img");
    this.caption = create("p", { ariaLive: "polite" }, host);
    this.form = create("form", {}, host);
    /** @type {Map<string | number, { element: Element, mark: Mark }>} */
    this.drawn = new Map();
    this.svg.onpointerdown = (event) => this.point(event);
    this.svg.onpointermove = (event) => this.data.drags && this.point(event);
    new ResizeObserver(() => this.data && this.show()).observe(host);
  }

  update(data, report) {
    Object.assign(this, { data, report });
    this.isDark = parseInt(theme(this.host, "background-color").slice(1, 3), 16) < 128;
    const names = JSON.stringify(data.controls);
    if (names !== this.names) this.addControls(data.controls);
    this.names = names;
    this.choose(data.chosen);
  }

  /** Radio buttons, or a slider, for each control. */
  addControls(controls) {
    this.form.replaceChildren();
    this.inputs = controls.map(({ label, values }, order) => {
      const group = create("fieldset", {}, this.form);
      create("legend", { textContent: label }, group);
      const change = () => this.report("control", this.choice());
      const move = () => this.choose(this.choice());
      if (values.length > MOST_RADIOS) {
        const slider = create("input", { type: "range", max: values.length - 1, oninput: move, onchange: change, ariaLabel: label }, group);
        const output = create("output", {}, group);
        return { get: () => +slider.value, set: (value) => Object.assign(slider, { value }) && (output.value = values[value]) };
      }
      const radios = values.map((text, value) => {
        const place = create("label", {}, group);
        const radio = create("input", { type: "radio", name: `${label} ${order}`, value, onchange: () => [move(), change()] }, place);
        create("span", { textContent: text }, place);
        return radio;
      });
      return { get: () => radios.findIndex(({ checked }) => checked), set: (value) => Object.assign(radios[value], { checked: true }) };
    });
  }

  choice() {
    return this.inputs.map(({ get }) => get());
  }

  /** Show the frame of the chosen values, which count like digits. @param {number[]} values */
  choose(values) {
    for (const [order, { set }] of this.inputs.entries()) set(values[order]);
    this.frame = values.reduce((frame, value, order) => frame * this.data.controls[order].values.length + value, 0);
    this.show();
  }

  /** Glide to the frame in the picture of this width. */
  show() {
    const { pictures, alts, captions } = this.data;
    const picture = pictures[+(this.host.clientWidth < NARROW)];
    this.svg.setAttribute("viewBox", `0 0 ${picture.size.join(" ")}`);
    this.svg.setAttribute("aria-label", alts[this.frame] ?? alts[0]);
    this.caption.textContent = captions[this.frame] ?? captions[0] ?? "";
    this.caption.hidden = !this.caption.textContent;
    const marks = marksOf(picture, this.frame);
    const size = String(picture.size);
    const isNew = size !== this.size;
    this.size = size;
    const starts = this.join(marks);
    const still = isNew || matchMedia("(prefers-reduced-motion: reduce)").matches;
    delete this.host.dataset.drawn;
    cancelAnimationFrame(this.request);
    const begin = performance.now();
    const draw = (now) => {
      const share = still ? 1 : Math.min(Math.max((now - begin) / TIME, 0), 1);
      for (const [key, { element, mark }] of this.drawn) {
        const to = marks.get(key) ?? { ...mark, opacity: 0 };
        this.set(element, starts.get(key) ?? {}, to, ease(share), mark);
      }
      if (share < 1) this.request = requestAnimationFrame(draw);
      else this.finish(marks);
    };
    // at once: a page in the background draws no frames
    if (still) draw(begin);
    else this.request = requestAnimationFrame(draw);
  }

  /** Add elements of new marks, in the order of the frame; return the current attributes of all. */
  join(marks) {
    const starts = new Map([...this.drawn].map(([key, { mark }]) => [key, { ...mark }]));
    for (const [key, mark] of marks) {
      let entry = this.drawn.get(key);
      if (!entry) {
        entry = { element: document.createElementNS(SVG, String(mark.tag)), mark: {} };
        starts.set(key, { ...mark, opacity: 0 });
        this.drawn.set(key, entry);
      }
      this.svg.append(entry.element);
    }
    return starts;
  }

  /** Set the attributes of an element on its way; `mark` keeps what is shown. */
  set(element, from, to, share, mark) {
    for (const [name, value] of Object.entries(to)) {
      if (["key", "tag"].includes(name)) continue;
      const glides = GLIDING.has(name) && from[name] !== undefined;
      const now = glides ? between(from[name], value, share) : value;
      if (mark[name] === now) continue;
      mark[name] = now;
      if (name === "text") element.textContent = String(now);
      else element.setAttribute(name, String((this.isDark && this.data.dark[now]) || now));
    }
  }

  /** Remove the elements that have faded out. */
  finish(marks) {
    for (const [key, { element }] of this.drawn) {
      if (marks.has(key)) continue;
      element.remove();
      this.drawn.delete(key);
    }
    this.host.dataset.drawn = "";
  }

  /** Choose the value of the mark nearest to the pointer. @param {PointerEvent} event */
  point({ clientX, type }) {
    const distance = (element) => {
      const { left, width } = element.getBoundingClientRect();
      return Math.abs(left + width / 2 - clientX);
    };
    const [nearest] = [...this.svg.querySelectorAll("[pick]")].sort((one, other) => distance(one) - distance(other));
    if (!nearest) return;
    const value = Number(nearest.getAttribute("pick"));
    if (!this.data.drags) this.report("pick", value);
    else {
      if (value !== this.choice()[0]) this.choose([value, ...this.choice().slice(1)]);
      if (type === "pointerdown") addEventListener("pointerup", () => this.report("control", this.choice()), { once: true });
    }
  }
}

/** Component entry point; returns the cleanup function. */
export const draw = ({ data, parentElement, setTriggerValue }) => {
  const host = parentElement.querySelector(".stage");
  host.stage ??= new Stage(host);
  host.stage.update(data, setTriggerValue);
  return () => cancelAnimationFrame(host.stage.request);
};
