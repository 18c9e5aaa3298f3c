// Screen-reader text for a position, from the drawn chart, without a request to the server.

/** Format a number as in hover labels; rounding errors become 0. */
export const digits = (value) => {
  if (!Number.isFinite(value)) return "–";
  return Math.abs(value) < 1e-9 ? "0" : value.toLocaleString("en", { maximumSignificantDigits: 4 }).replace("-", "−");
};

/** Heading of the curves on one axis: the legend title, or the text above the plot. */
const heading = (layout, axis) => {
  if (layout.showlegend) return layout.legend.title?.text;
  const top = layout[axis.replace("y", "yaxis")]?.domain?.[1] ?? 1;
  const above = (layout.annotations ?? []).filter(({ yanchor, y }) => yanchor === "bottom" && y >= top);
  return above.sort((one, other) => one.y - other.y)[0]?.text;
};

/** Values of the curves at a position: "distance p → p + 1: Sinusoidal 1.472, Binary 1". */
const curvesAt = (chart, position) => {
  const values = new Map();
  for (const [order, { name, yaxis = "y" }] of chart.data.entries()) {
    const { type, hoverinfo, x, y } = chart._fullData[order];
    const value = type === "scatter" && hoverinfo !== "skip" ? y[x.indexOf(position)] : undefined;
    if (!Number.isFinite(value)) continue;
    const title = heading(chart.layout, yaxis);
    // of several columns, the curves are named by the column and the heading
    const label = title ? name?.split(": ")[0] : name;
    values.set(title, [...(values.get(title) ?? []), label ? `${label} ${digits(value)}` : digits(value)]);
  }
  return [...values].map(([title, texts]) => (title ? `${title.replaceAll("<br>", " ")}: ` : "") + texts.join(", "));
};

/** Coordinates of the point of a position: "dimension 0: 0.745". */
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

/** Text for a position (or what else the chart selects): its number and the values there. */
export const positionText = (chart, chooses, position, noun) => {
  const values = { x: curvesAt, customdata: pointAt }[chooses];
  const texts = chart._fullData && values ? values(chart, position) : [];
  return [`${chart.layout.meta?.noun ?? noun} ${position}`, ...texts].join("; ");
};
