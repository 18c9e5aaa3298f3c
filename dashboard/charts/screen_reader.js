// What a screen reader says of a chart at a position, from what is drawn: the server need not answer first.

/** A number as a hover shows it; what is only rounding is 0. */
export const digits = (value) => {
  if (!Number.isFinite(value)) return "–";
  return Math.abs(value) < 1e-9 ? "0" : value.toLocaleString("en", { maximumSignificantDigits: 4 }).replace("-", "−");
};

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

/** Where a position stands among points: "dimension 0: 0.745". */
const pointAt = (chart, position) => {
  const points = chart._fullData.find((trace) => trace.customdata);
  const place = points?.customdata.indexOf(position) ?? -1;
  if (place < 0) return [];
  if (points.hovertext && points.type === "scatter") return [points.hovertext[place]];
  const { scene, xaxis } = chart.layout;
  const titles = scene
    ? [scene.xaxis, scene.yaxis, scene.zaxis].map(({ title }) => title.text)
    : [xaxis.title.text, heading(chart.layout, "y")];
  return titles.map((title, order) => `${title}: ${digits(points["xyz"[order]][place])}`);
};

/** What is said of a position, or of what else the chart selects: its number, and what is drawn there. */
export const words = (chart, chooses, position) => {
  const values = { x: curvesAt, customdata: pointAt }[chooses];
  const said = chart._fullData && values ? values(chart, position) : [];
  return [`${chart.layout.meta?.noun ?? "position"} ${position}`, ...said].join("; ");
};
