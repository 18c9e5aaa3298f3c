// Chart component: draws a figure with Plotly and updates it in place, which keeps the focus and avoids flicker.

import { Follower, listen, page } from "./following.js";
import { part } from "./parts.js";
import { replaceInPlace } from "./plotly_internals.js";
import { buttons, theme } from "./saving.js";
import { positionText } from "./screen_reader.js";
import { watchSlider } from "./slider.js";

export { keep } from "./parts.js";

// Expected response time of the server, and delay after the last key press, in milliseconds.
const RESPONSE_TIME = 1000;
const KEY_DELAY = 250;

const loadPlotly = (source) =>
  (window.plotlyLoaded ??= new Promise((resolve, reject) => {
    const load = () => {
      if (window.Plotly) return resolve(window.Plotly);
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => resolve(window.Plotly);
      script.onerror = reject;
      document.head.append(script);
    };
    // the page may still be loading plotly.js itself: running it twice takes another 0.5 s
    if (window.Plotly || document.readyState === "complete") load();
    else window.addEventListener("load", load, { once: true });
  }));

/**
 * Assemble a figure from cached parts; undefined if one is missing.
 * @param {Record<"traces" | "fixed" | "moving" | "annotations" | "curves" | "settings", any>} encoded
 */
const assemble = (encoded, isDark) => {
  const settings = part(encoded.settings);
  if (!settings) return undefined;
  const decode = (value) => part(value, isDark, settings.dark);
  const [parts, curves, annotations] = [encoded.traces, encoded.curves, encoded.annotations].map((each) => each.map(decode));
  const moving = Object.entries(encoded.moving).map(([name, value]) => [name, decode(value)]);
  const fixed = decode(encoded.fixed);
  if ([fixed, ...parts, ...curves, ...annotations, ...moving.map(([, value]) => value)].includes(undefined))
    return undefined;
  // copies: Plotly writes to its input
  const data = parts.map((trace) => ({ ...trace }));
  return { data, layout: { ...fixed, ...Object.fromEntries(moving), annotations }, curves, parts, settings };
};

/** Disable Plotly's hover label of a curve where the overlay shows the same values; keep its template in `meta`. */
const disableHoverLabel = (trace, linked) => {
  const { type, hovertemplate, xaxis = "x", yaxis = "y" } = trace;
  if (type === "scatter" && hovertemplate && linked.includes(`${xaxis}${yaxis}`))
    Object.assign(trace, { meta: hovertemplate, hovertemplate: undefined, hoverinfo: "none" });
};

/** Camera of a scene: Plotly scales it by height, so that a narrow one needs a larger distance. */
const initialCamera = ({ layout: { scene, height } }, { clientWidth }) => {
  const far = Math.max(1, (1.35 * height) / (clientWidth || height));
  const eye = Object.entries(scene.camera.eye).map(([name, value]) => [name, value * far]);
  return { ...scene.camera, eye: Object.fromEntries(eye) };
};

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const omit = (object, ...names) =>
  Object.fromEntries(Object.entries(object ?? {}).filter(([name]) => !names.includes(name)));

const MOVING = ["shapes", "annotations"];

/** Diff against the previous figure; undefined unless only curves, shapes, and text changed. */
const diff = (before, figure) => {
  if (before?.parts.length !== figure.parts.length) return undefined;
  const orders = [...figure.parts.keys()].filter((order) => figure.parts[order] !== before.parts[order]);
  const style = (trace) => omit(trace, "x", "y", "customdata", "name");
  // replacing the values of a curve does not move its texts
  const isCurve = ({ type, mode }) => type === "scatter" && !mode?.includes("text");
  if (!orders.every((order) => isCurve(figure.parts[order]))) return undefined;
  if (!orders.every((order) => isSame(style(figure.parts[order]), style(before.parts[order])))) return undefined;
  if (!isSame(omit(before.layout, ...MOVING), omit(figure.layout, ...MOVING))) return undefined;
  const [old, current] = [before.layout.annotations, figure.layout.annotations];
  const places = (annotations) => annotations.map((annotation) => omit(annotation, "text"));
  if (!isSame(places(old), places(current))) return undefined;
  const changed = [...current.keys()].filter((order) => current[order].text !== old[order].text);
  // only Plotly can render markup
  if (changed.some((order) => current[order].text.includes("<"))) return undefined;
  return {
    curves: new Map(orders.map((order) => [order, figure.data[order]])),
    texts: new Map(changed.map((order) => [order, current[order].text])),
  };
};

/** Draw a figure, or only its changes if possible. */
const drawFigure = async (Plotly, chart, figure) => {
  const changes = diff(chart.figure, figure);
  // a copy: Plotly writes to its input
  const layout = structuredClone(figure.layout);
  if (changes && replaceInPlace(chart, changes.curves, changes.texts))
    await Plotly.relayout(chart, { shapes: layout.shapes });
  else await Plotly.react(chart, figure.data, layout, chart.config);
  chart.figure = figure;
};

/** Serialize redraws; keep only the latest request. */
const drawPending = async (Plotly, chart) => {
  try {
    while (chart.pending) {
      const next = chart.pending;
      chart.pending = undefined;
      await next(Plotly);
    }
  } finally {
    chart.drawing = undefined;
  }
};

/** Resize the charts to the width of paper for printing, and back. */
const resizeForPrint = (prints) => {
  const charts = /** @type {any[]} */ ([...document.querySelectorAll(".js-plotly-plot")]);
  const before = charts.map((chart) => chart.clientWidth);
  document.documentElement.classList.toggle("on-paper", prints);
  charts.forEach((chart, place) => {
    delete chart.layout.width;
    const width = chart.clientWidth;
    // zoom a scene, because it is redrawn too late; relayout is immediate, a resize is not
    if (prints && chart.layout.scene)
      Object.assign(chart.style, { width: `${before[place]}px`, zoom: width / before[place] });
    else if (prints) window.Plotly.relayout(chart, { width });
    else {
      Object.assign(chart.style, { width: "", zoom: "" });
      window.Plotly.Plots.resize(chart);
    }
  });
};
addEventListener("beforeprint", () => resizeForPrint(true));
addEventListener("afterprint", () => resizeForPrint(false));
watchSlider();

/** Stop delayed work and event handling of a chart. */
const takeDown = (chart) => {
  page.leave(chart.follower);
  clearTimeout(chart.missingTimer);
  clearTimeout(chart.selectionTimer);
  chart.pending = undefined;
  chart.resizes?.disconnect();
  // a purge during a drawing would break it; a chart that is still on the page is drawn again
  Promise.resolve(chart.drawing).finally(() => chart.isConnected || window.Plotly?.purge(chart));
};

/** Request missing parts, repeatedly: a request during a run of the page may be lost. */
const requestParts = (chart, setTriggerValue) => {
  const request = () => {
    setTriggerValue("lacking", true);
    chart.missingTimer = setTimeout(request, RESPONSE_TIME);
  };
  // delayed: an immediate request would send outdated values of other widgets
  chart.missingTimer = setTimeout(request, KEY_DELAY);
};

/** Adapt a figure to the theme, the device, and the camera of the previous drawing. */
const adapt = (figure, chart) => {
  const { layout } = figure;
  for (const trace of figure.data) disableHoverLabel(trace, layout.meta.linked);
  layout.font = { ...layout.font, family: theme(chart, "font") };
  if (layout.scene)
    layout.scene = { ...layout.scene, camera: chart.layout?.scene?.camera ?? initialCamera(figure, chart) };
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) delete layout.transition;
  // dragging selects a range with a mouse only: on a touch screen it scrolls
  const hasMouse = !matchMedia("(pointer: coarse)").matches;
  layout.dragmode = layout.scene ? "orbit" : hasMouse && "zoom";
};

/** Set the attributes for screen readers, which pass arrow keys to the role "application" only. */
const describe = (chart, alt, chooses) => {
  chart.setAttribute("aria-label", alt);
  chart.setAttribute("role", chooses ? "application" : "group");
  chart.setAttribute("aria-roledescription", "chart");
  chart.tabIndex = chooses ? 0 : -1;
};

/** Add the live region that a screen reader reads out when a key selects a position. */
const addSpokenText = (chart) => {
  const spoken = document.createElement("div");
  spoken.className = "spoken";
  spoken.setAttribute("aria-live", "polite");
  chart.parentElement.append(spoken);
  return spoken;
};

/** Select positions by arrow keys, with a delay for repeated keys. */
const handleKeys = (chart, data, { chooses, selects }, select) => {
  chart.onkeydown = ({ key, shiftKey }) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!chooses || !direction) return;
    // keys may be faster than the server: continue from the last requested position
    const start = performance.now() < page.responseDeadline ? page.requested : data.position;
    page.requested = Math.min(Math.max(start + direction * (shiftKey ? 10 : 1), 0), data.last);
    page.responseDeadline = performance.now() + RESPONSE_TIME;
    chart.spoken.textContent = positionText(chart, chooses, page.requested, chart.words.position);
    page.point(page.requested, selects);
    clearTimeout(chart.selectionTimer);
    chart.selectionTimer = setTimeout(() => select(page.requested), KEY_DELAY);
  };
  chart.onblur = () => {
    if (chart.selectionTimer !== undefined) select(page.requested);
    page.point(undefined);
  };
};

/** Report clicks and zooms to the server. */
const reportEvents = (chart, { chooses, opens, zooms }, setTriggerValue, select) => {
  for (const name of ["click", "relayout"]) chart.removeAllListeners(`plotly_${name}`);
  chart.on("plotly_click", ({ points }) => {
    const position = chooses && points[0][chooses];
    if (!Number.isFinite(position)) return;
    // commit a number being typed first, which would otherwise undo the click
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    page.responseDeadline = 0;
    // row and column of a matrix in one event
    select(opens ? [position, points[0][opens]] : position);
  });
  chart.on("plotly_relayout", (change) => {
    if (!zooms) return;
    // one of several axes that match each other
    const name = Object.keys(change).find((key) => /^xaxis\d*\./.test(key))?.split(".")[0];
    if (change[`${name}.autorange`]) setTriggerValue("shown", "all");
    else if (`${name}.range[0]` in change)
      setTriggerValue("shown", [change[`${name}.range[0]`], change[`${name}.range[1]`]]);
  });
};

/** Draw a prepared figure and attach its event handlers. */
const render = async (Plotly, chart, figure, component, select) => {
  const { data, setTriggerValue } = component;
  const { settings, layout } = figure;
  const { chooses, selects = "p", linked, zooms } = layout.meta;
  chart.words = settings.words;
  // the same object each time: Plotly redraws everything if the configuration changes
  chart.config ??= {
    ...settings.config,
    modeBarButtons: [buttons(Plotly, settings)],
    doubleClick: zooms ? "autosize" : "reset",
  };
  await drawFigure(Plotly, chart, figure);
  // a screen reader would read every tick label
  for (const drawing of chart.querySelectorAll(".main-svg")) drawing.setAttribute("aria-hidden", "true");
  reportEvents(chart, layout.meta, setTriggerValue, select);
  listen(chart, { chooses, selects, last: data.last });
  chart.resizes ??= new ResizeObserver(() => chart.clientWidth && Plotly.Plots.resize(chart));
  chart.resizes.observe(chart);
  const { name, words } = settings;
  chart.follower.update({ ...data, name, words, chooses, selects, linked, figure, curves: figure.curves });
  page.join(chart.follower, chart.matches(":hover"));
  if (!chart.pending) chart.dataset.drawn = "";
  if (chart.querySelector(".no-webgl")) document.documentElement.classList.add("without-webgl");
};

/** Component entry point; returns the cleanup function. */
export const draw = (component) => {
  const { data, parentElement, setTriggerValue } = component;
  const chart = parentElement.querySelector(".chart");
  chart.follower ??= new Follower(chart);
  chart.spoken ??= addSpokenText(chart);
  const isDark = parseInt(theme(chart, "background-color").slice(1, 3), 16) < 128;
  const figure = assemble(data.figure, isDark);
  const cleanup = () => takeDown(chart);
  clearTimeout(chart.missingTimer);
  if (!figure) {
    requestParts(chart, setTriggerValue);
    return cleanup;
  }
  const { chooses } = figure.layout.meta;
  const select = (position) => {
    clearTimeout(chart.selectionTimer);
    chart.selectionTimer = undefined;
    page.thumb = undefined;
    setTriggerValue("position", position);
  };
  adapt(figure, chart);
  describe(chart, data.alt, chooses);
  handleKeys(chart, data, figure.layout.meta, select);
  delete chart.dataset.drawn;
  chart.pending = (Plotly) => render(Plotly, chart, figure, component, select);
  loadPlotly(figure.settings.source).then(
    (Plotly) => (chart.drawing ??= drawPending(Plotly, chart)),
    () => {
      chart.textContent = `${figure.settings.words.failed} ${data.alt}`;
      chart.dataset.drawn = "";
    },
  );
  return cleanup;
};
