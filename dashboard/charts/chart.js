// Draws a figure with Plotly.react, which changes a chart in place: nothing blinks and the focus stays.

// Milliseconds within which a page has answered.
const ANSWER = 1000;

const theme = (element, name) => getComputedStyle(element).getPropertyValue(`--st-${name}`).trim();

const loaded = (source) =>
  (window.plotlyLoaded ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => resolve(window.Plotly);
    script.onerror = reject;
    document.head.append(script);
  }));

// Cells come as 16-bit steps of a scale: half the bytes of a float, true to the digits that a hover shows.
const matrix = ({ cells, columns, step }) => {
  const bytes = Uint8Array.from(atob(cells), (letter) => letter.charCodeAt(0));
  const values = Float32Array.from(new Int16Array(bytes.buffer), (cell) => cell * step);
  return Array.from({ length: values.length / columns }, (_, row) => values.subarray(row * columns, (row + 1) * columns));
};

// Charts over positions share that axis, so what is pointed at in one is marked in all.
const charts = (window.positionCharts ??= new Map());

const pointed = (Plotly, chart, x) => {
  for (const [other, subplots] of charts) if (other !== chart) Plotly.Fx.hover(other, { xval: x }, subplots);
};

const left = (Plotly, chart) => {
  for (const other of charts.keys()) if (other !== chart) Plotly.Fx.unhover(other);
};

// A saved picture stands on the page's colour: without it, light words on nothing could not be read elsewhere.
const save = (Plotly, format, icon, filename) => ({
  name: `Save as ${format.toUpperCase()}`,
  icon: Plotly.Icons[icon],
  click: (chart) => {
    const layout = { ...chart.layout, paper_bgcolor: theme(chart, "background-color") };
    const size = { width: chart.clientWidth, height: chart.clientHeight };
    Plotly.downloadImage({ data: chart.data, layout }, { format, filename, scale: format === "png" ? 2 : 1, ...size });
  },
});

// A number as a hover shows it; what is only rounding is 0.
const digits = (value) =>
  Math.abs(value) < 1e-9 ? "0" : value.toLocaleString("en", { maximumSignificantDigits: 4 }).replace("-", "−");

/** What the curves on one axis of values show: the title of the legend, or the words above the plot. */
const heading = (layout, axis) => {
  if (layout.showlegend) return layout.legend.title?.text;
  const top = layout[axis.replace("y", "yaxis")]?.domain?.[1] ?? 1;
  const above = (layout.annotations ?? []).filter(({ yanchor, y }) => yanchor === "bottom" && y >= top);
  return above.sort((one, other) => one.y - other.y)[0]?.text;
};

/** What each curve that a hover names has at a position: "distance p → p + 1: Sinusoidal 1.472, Binary 1". */
const curvesAt = (chart, position) => {
  const found = new Map();
  for (const [order, { name, yaxis = "y" }] of chart.data.entries()) {
    const { type, hoverinfo, x, y } = chart._fullData[order];
    const value = type === "scatter" && hoverinfo !== "skip" ? y[x.indexOf(position)] : undefined;
    if (!Number.isFinite(value)) continue;
    const words = heading(chart.layout, yaxis);
    found.set(words, [...(found.get(words) ?? []), name ? `${name} ${digits(value)}` : digits(value)]);
  }
  return [...found].map(([words, values]) => (words ? `${words.replaceAll("<br>", " ")}: ` : "") + values.join(", "));
};

/** Where a position stands among points: "column 0: 0.745". */
const pointAt = (chart, position) => {
  const points = chart._fullData.find((trace) => trace.customdata);
  const place = points?.customdata.indexOf(position) ?? -1;
  if (place < 0) return [];
  const { scene, xaxis } = chart.layout;
  const titles = scene
    ? [scene.xaxis, scene.yaxis, scene.zaxis].map(({ title }) => title.text)
    : [xaxis.title.text, heading(chart.layout, "y")];
  return titles.map((title, order) => `${title}: ${digits(points["xyz"[order]][place])}`);
};

/** What a screen reader says of a position, from what is drawn: the server need not answer first. */
const words = (chart, chooses, position) => {
  const values = { x: curvesAt, customdata: pointAt }[chooses];
  const said = chart._fullData && values ? values(chart, position) : [];
  return [`position ${position}`, ...said].join("; ");
};

export default function ({ data, parentElement, setTriggerValue }) {
  const chart = parentElement.querySelector(".chart");
  const isDark = parseInt(theme(chart, "background-color").slice(1, 3), 16) < 128;
  const inTheme = (_, value) => (isDark && data.dark[value]) || value;
  const figure = JSON.parse(data.figure, inTheme);
  const { chooses, opens, zooms, linked } = figure.layout.meta;
  for (const trace of figure.data) {
    if (!trace.z?.cells) continue;
    // the same array again tells Plotly that nothing is to be worked out anew
    if (chart.drawn?.cells !== trace.z.cells) chart.drawn = { cells: trace.z.cells, values: matrix(trace.z) };
    trace.z = chart.drawn.values;
  }
  figure.layout.font = { ...figure.layout.font, family: theme(chart, "font") };
  // a scene that was turned stays as it is
  const turned = chart.layout?.scene?.camera;
  if (figure.layout.scene && turned) figure.layout.scene.camera = turned;
  // a finger on the chart scrolls the page; only a mouse drags out a range
  const mouse = !matchMedia("(pointer: coarse)").matches;
  figure.layout.dragmode = figure.layout.scene ? "orbit" : mouse && "zoom";
  chart.setAttribute("aria-label", data.alt);
  // a screen reader hands arrow keys on to an application alone; its own words for the picture are its label
  chart.setAttribute("role", chooses ? "application" : "group");
  chart.tabIndex = chooses ? 0 : -1;
  chart.onkeydown = ({ key, shiftKey }) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!chooses || !way) return;
    // keys may be faster than the page: the next one counts from what the last one asked for
    const from = performance.now() < chart.answered ? chart.asked : data.position;
    chart.asked = Math.min(Math.max(from + way * (shiftKey ? 10 : 1), 0), data.last);
    chart.answered = performance.now() + ANSWER;
    parentElement.querySelector(".spoken").textContent = words(chart, chooses, chart.asked);
    setTriggerValue("position", chart.asked);
  };

  loaded(data.source).then(
    async (Plotly) => {
      // the same configuration again, or Plotly would draw everything anew
      chart.config ??= {
        ...data.config,
        modeBarButtons: [[save(Plotly, "png", "camera", data.name), save(Plotly, "svg", "disk", data.name)]],
        doubleClick: zooms ? "autosize" : "reset",
      };
      chart.drawing = Plotly.react(chart, figure.data, figure.layout, chart.config);
      await chart.drawing;
      // or a screen reader would read every number of every axis
      for (const drawing of chart.querySelectorAll(".main-svg")) drawing.setAttribute("aria-hidden", "true");
      for (const name of ["click", "relayout", "hover", "unhover"]) chart.removeAllListeners(`plotly_${name}`);
      chart.on("plotly_click", ({ points }) => {
        const position = chooses && points[0][chooses];
        if (!Number.isFinite(position)) return;
        // a number typed but not yet entered would come after the click and undo it
        document.activeElement?.blur();
        chart.answered = 0;
        // of a matrix the column too, in one report
        setTriggerValue("position", opens ? [position, points[0][opens]] : position);
      });
      chart.on("plotly_relayout", (change) => {
        if (!zooms) return;
        if (change["xaxis.autorange"]) setTriggerValue("shown", "all");
        else if ("xaxis.range[0]" in change)
          setTriggerValue("shown", [change["xaxis.range[0]"], change["xaxis.range[1]"]]);
      });
      if (linked.length) {
        // a hover that another chart asked for has no mouse event
        chart.on("plotly_hover", ({ event, points }) => event?.type && pointed(Plotly, chart, points[0].x));
        chart.on("plotly_unhover", ({ event }) => event?.type && left(Plotly, chart));
        charts.set(chart, linked);
      }
      chart.resizes ??= new ResizeObserver(() => chart.clientWidth && Plotly.Plots.resize(chart));
      chart.resizes.observe(chart);
      chart.dataset.drawn = "";
    },
    () => setTriggerValue("missing", true),
  );
  return () => {
    charts.delete(chart);
    chart.resizes?.disconnect();
    // Plotly reads what a purge takes away until it has drawn
    Promise.resolve(chart.drawing).finally(() => window.Plotly?.purge(chart));
  };
}
