// Draws a figure with Plotly.react, which changes a chart in place: nothing blinks and a zoom survives.

const theme = (element, name) => getComputedStyle(element).getPropertyValue(`--st-${name}`).trim();

const loaded = (source) =>
  (window.plotlyLoaded ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => resolve(window.Plotly);
    script.onerror = reject;
    document.head.append(script);
  }));

export default function ({ data, parentElement, setTriggerValue }) {
  const chart = parentElement.querySelector(".chart");
  const isDark = parseInt(theme(chart, "background-color").slice(1, 3), 16) < 128;
  const inTheme = (_, value) => (isDark && data.dark[value]) || value;
  const figure = JSON.parse(data.figure, inTheme);
  figure.layout.font = { ...figure.layout.font, family: theme(chart, "font") };
  // a finger on the chart scrolls the page; only a mouse drags out a range
  figure.layout.dragmode = matchMedia("(pointer: coarse)").matches ? false : "zoom";
  chart.setAttribute("aria-label", data.alt);

  loaded(data.source).then(
    async (Plotly) => {
      await Plotly.react(chart, figure.data, figure.layout, data.config);
      chart.removeAllListeners("plotly_click");
      chart.on("plotly_click", ({ points }) => setTriggerValue("position", points[0].x));
      chart.resizes ??= new ResizeObserver(() => Plotly.Plots.resize(chart));
      chart.resizes.observe(chart);
    },
    () => setTriggerValue("missing", true),
  );
  return () => {
    chart.resizes?.disconnect();
    window.Plotly?.purge(chart);
  };
}
