// Draws a figure with Plotly, which changes a chart in place: nothing blinks and the focus stays.

import { Follower, listen, page } from "./following.js";
import { part } from "./parts.js";
import { replaced } from "./plotly_internals.js";
import { buttons, theme } from "./saving.js";
import { words } from "./screen_reader.js";

export { keep } from "./parts.js";

// Milliseconds within which a page has answered, and after which a finger on an arrow key rests, and its controls.
const ANSWER = 1000;
const REST = 250;

const loaded = (source) =>
  (window.plotlyLoaded ??= new Promise((resolve, reject) => {
    const load = () => {
      if (window.Plotly) return resolve(window.Plotly);
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => resolve(window.Plotly);
      script.onerror = reject;
      document.head.append(script);
    };
    // the page itself may still be loading it: run twice, it would take half a second more
    if (window.Plotly || document.readyState === "complete") load();
    else window.addEventListener("load", load, { once: true });
  }));

/**
 * A figure of parts that are here, and these parts; undefined where one has never come, or is forgotten.
 * @param {Record<"traces" | "fixed" | "moving" | "annotations" | "curves" | "settings", any>} wired
 */
const whole = (wired, isDark) => {
  const settings = part(wired.settings);
  if (!settings) return undefined;
  const got = (each) => part(each, isDark, settings.dark);
  const [parts, curves, annotations] = [wired.traces, wired.curves, wired.annotations].map((each) => each.map(got));
  const moving = Object.entries(wired.moving).map(([name, value]) => [name, got(value)]);
  const fixed = got(wired.fixed);
  if ([fixed, ...parts, ...curves, ...annotations, ...moving.map(([, value]) => value)].includes(undefined))
    return undefined;
  // what Plotly writes to must not be what is kept
  const data = parts.map((each) => ({ ...each }));
  return { data, layout: { ...fixed, ...Object.fromEntries(moving), annotations }, curves, parts, settings };
};

/** Plotly's own labels of curves would cover what lies over the chart and says the same. */
const quiet = (trace, linked) => {
  const { type, hovertemplate, yaxis = "y" } = trace;
  if (type === "scatter" && hovertemplate && linked.includes(`x${yaxis}`))
    Object.assign(trace, { meta: hovertemplate, hovertemplate: undefined, hoverinfo: "none" });
};

/** From where a scene is seen: it is drawn as large as it is high, so a narrow one from further away. */
const camera = ({ layout: { scene, height } }, { clientWidth }) => {
  const far = Math.max(1, (1.35 * height) / (clientWidth || height));
  const eye = Object.entries(scene.camera.eye).map(([name, value]) => [name, value * far]);
  return { ...scene.camera, eye: Object.fromEntries(eye) };
};

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const without = (thing, ...names) =>
  Object.fromEntries(Object.entries(thing ?? {}).filter(([name]) => !names.includes(name)));

const MOVES = ["shapes", "annotations"];

/** What has moved since, where that is only curves, marks and words: no matrix is drawn anew for it. */
const moved = (before, figure) => {
  if (before?.parts.length !== figure.parts.length) return undefined;
  const orders = [...figure.parts.keys()].filter((order) => figure.parts[order] !== before.parts[order]);
  const style = (each) => without(each, "x", "y", "customdata");
  if (!orders.every((order) => figure.parts[order].type === "scatter")) return undefined;
  if (!orders.every((order) => same(style(figure.parts[order]), style(before.parts[order])))) return undefined;
  if (!same(without(before.layout, ...MOVES), without(figure.layout, ...MOVES))) return undefined;
  const [was, is] = [before.layout.annotations, figure.layout.annotations];
  const places = (annotations) => annotations.map((each) => without(each, "text"));
  if (!same(places(was), places(is))) return undefined;
  const words = [...is.keys()].filter((order) => is[order].text !== was[order].text);
  // markup is for Plotly to read
  if (words.some((order) => is[order].text.includes("<"))) return undefined;
  return {
    curves: new Map(orders.map((order) => [order, figure.data[order]])),
    texts: new Map(words.map((order) => [order, is[order].text])),
  };
};

/** Draw a figure, where it can be only what has moved. */
const drawFigure = async (Plotly, chart, figure) => {
  const changed = moved(chart.figure, figure);
  // a copy: Plotly writes to it what it has found
  const layout = structuredClone(figure.layout);
  if (changed && replaced(chart, changed.curves, changed.texts))
    await Plotly.relayout(chart, { shapes: layout.shapes });
  else await Plotly.react(chart, figure.data, layout, chart.config);
  chart.figure = figure;
};

/** Draw what is wanted, one after the other: of what came while Plotly was drawing, the last. */
const drawInTurn = async (Plotly, chart) => {
  try {
    while (chart.wanted) {
      const next = chart.wanted;
      chart.wanted = undefined;
      await next(Plotly);
    }
  } finally {
    chart.drawing = undefined;
  }
};

/** Make the page as wide as paper, with its charts, or as wide as the window again. */
const onPaper = (prints) => {
  const charts = /** @type {any[]} */ ([...document.querySelectorAll(".js-plotly-plot")]);
  const before = charts.map((chart) => chart.clientWidth);
  document.documentElement.classList.toggle("on-paper", prints);
  charts.forEach((chart, place) => {
    delete chart.layout.width;
    const width = chart.clientWidth;
    // a scene is drawn some time later, which is too late; the rest at once, where a resize would wait
    if (prints && chart.layout.scene)
      Object.assign(chart.style, { width: `${before[place]}px`, zoom: width / before[place] });
    else if (prints) window.Plotly.relayout(chart, { width });
    else {
      Object.assign(chart.style, { width: "", zoom: "" });
      window.Plotly.Plots.resize(chart);
    }
  });
};
addEventListener("beforeprint", () => onPaper(true));
addEventListener("afterprint", () => onPaper(false));

/** Draw what has come. -> how to take it down */
export const draw = ({ data, parentElement, setTriggerValue }) => {
  const chart = parentElement.querySelector(".chart");
  const follower = (chart.follower ??= new Follower(chart, parentElement.querySelector(".following")));
  const isDark = parseInt(theme(chart, "background-color").slice(1, 3), 16) < 128;
  const figure = whole(data.figure, isDark);
  const end = () => {
    page.leave(follower);
    clearTimeout(chart.lacking);
    clearTimeout(chart.resting);
    chart.wanted = undefined;
    chart.resizes?.disconnect();
    // Plotly reads what a purge takes away until it has drawn; what is still on the page is drawn on
    Promise.resolve(chart.drawing).finally(() => chart.isConnected || window.Plotly?.purge(chart));
  };
  clearTimeout(chart.lacking);
  if (!figure) {
    const ask = () => {
      setTriggerValue("lacking", true);
      // what is asked while a page is being drawn may be lost
      chart.lacking = setTimeout(ask, ANSWER);
    };
    // asked at once, it would undo what the server has just set: the other controls have not heard of it yet
    chart.lacking = setTimeout(ask, REST);
    return end;
  }
  const { chooses, opens, zooms, linked } = figure.layout.meta;
  for (const trace of figure.data) quiet(trace, linked);
  figure.layout.font = { ...figure.layout.font, family: theme(chart, "font") };
  // a scene that was turned stays as it is
  const turned = chart.layout?.scene?.camera;
  if (figure.layout.scene) figure.layout.scene = { ...figure.layout.scene, camera: turned ?? camera(figure, chart) };
  // a finger on the chart scrolls the page; only a mouse drags out a range
  const mouse = !matchMedia("(pointer: coarse)").matches;
  figure.layout.dragmode = figure.layout.scene ? "orbit" : mouse && "zoom";
  chart.setAttribute("aria-label", data.alt);
  // a screen reader hands arrow keys on to an application alone; its own words for the picture are its label
  chart.setAttribute("role", chooses ? "application" : "group");
  chart.setAttribute("aria-roledescription", "chart");
  chart.tabIndex = chooses ? 0 : -1;

  const choose = (position) => {
    clearTimeout(chart.resting);
    chart.resting = undefined;
    setTriggerValue("position", position);
  };
  chart.onkeydown = ({ key, shiftKey }) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!chooses || !way) return;
    // keys may be faster than the page: the next one counts from what the last one asked for
    const from = performance.now() < page.answered ? page.asked : data.position;
    page.asked = Math.min(Math.max(from + way * (shiftKey ? 10 : 1), 0), data.last);
    page.answered = performance.now() + ANSWER;
    parentElement.querySelector(".spoken").textContent = words(chart, chooses, page.asked);
    page.point(page.asked);
    clearTimeout(chart.resting);
    chart.resting = setTimeout(() => choose(page.asked), REST);
  };
  chart.onblur = () => {
    if (chart.resting !== undefined) choose(page.asked);
    page.point(undefined);
  };
  delete chart.dataset.drawn;
  chart.wanted = async (Plotly) => {
    // the same configuration again, or Plotly would draw everything anew
    chart.config ??= {
      ...figure.settings.config,
      modeBarButtons: [buttons(Plotly, { ...figure.settings, script: data.script })],
      doubleClick: zooms ? "autosize" : "reset",
    };
    await drawFigure(Plotly, chart, figure);
    // or a screen reader would read every number of every axis
    for (const drawing of chart.querySelectorAll(".main-svg")) drawing.setAttribute("aria-hidden", "true");
    for (const name of ["click", "relayout"]) chart.removeAllListeners(`plotly_${name}`);
    chart.on("plotly_click", ({ points }) => {
      const position = chooses && points[0][chooses];
      if (!Number.isFinite(position)) return;
      // a number typed but not yet entered would come after the click and undo it
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      page.answered = 0;
      // of a matrix the column too, in one report
      choose(opens ? [position, points[0][opens]] : position);
    });
    chart.on("plotly_relayout", (change) => {
      if (!zooms) return;
      if (change["xaxis.autorange"]) setTriggerValue("shown", "all");
      else if ("xaxis.range[0]" in change)
        setTriggerValue("shown", [change["xaxis.range[0]"], change["xaxis.range[1]"]]);
    });
    listen(chart, { chooses, last: data.last });
    chart.resizes ??= new ResizeObserver(() => chart.clientWidth && Plotly.Plots.resize(chart));
    chart.resizes.observe(chart);
    follower.tell({ ...data, name: figure.settings.name, chooses, linked, figure, curves: figure.curves });
    page.join(follower, chart.matches(":hover"));
    if (!chart.wanted) chart.dataset.drawn = "";
  };
  loaded(figure.settings.source).then(
    (Plotly) => (chart.drawing ??= drawInTurn(Plotly, chart)),
    () => {
      chart.textContent = `${data.failed} ${data.alt}`;
      chart.dataset.drawn = "";
    },
  );
  return end;
};
