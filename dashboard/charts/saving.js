// Export of a chart as an image.

/** CSS custom property of the Streamlit theme. */
export const theme = (element, name) => getComputedStyle(element).getPropertyValue(`--st-${name}`).trim();

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** File name without extension: page, sizes, and the name of the chart if it differs from the page's. */
const fileName = (name) => `${window.posencShown.file}${window.posencShown.page === name ? "" : `-${name}`}`;

// Line height and character width of the caption, that of codes such as %EB, and minimum widths of a PNG and of a plot
// beside others, in pixels.
const [LINE, CHARACTER, CODE, MIN_PNG_WIDTH, MIN_PLOT_WIDTH] = [16, 6.5, 8.5, 1600, 350];

/** Width of an image: that of the chart, unless its plots are too narrow for the letters of another font. */
const imageWidth = ({ layout, clientWidth }) => {
  const axes = Object.keys(layout).filter((name) => name.startsWith("xaxis"));
  const beside = new Set(axes.map((name) => String(layout[name].domain ?? "")));
  return beside.size > 1 ? Math.max(clientWidth, beside.size * MIN_PLOT_WIDTH) : clientWidth;
};

/** Layout with the caption and the page's URL below the chart. @param {number} width in pixels */
const addCaption = (layout, width, height) => {
  // a file of a figure has the address of the page that it is from
  const { caption, link = location.href } = window.posencShown;
  const lines = [caption, link].filter(Boolean).flatMap((text) => {
    const most = Math.max(Math.floor(width / (text.includes("%") ? CODE : CHARACTER)), 1);
    // a URL has no spaces for line breaks
    return text.match(new RegExp(`.{1,${most}}(?:\\s|$)|.{1,${most}}`, "gu"));
  });
  const text = lines.map(escapeHtml).join("<br>");
  const place = { x: 0, xref: "paper", xanchor: "left", y: 0, yref: "paper", yanchor: "top", align: "left" };
  const shift = { xshift: -layout.margin.l + 8, yshift: -layout.margin.b };
  return {
    ...layout,
    height: height + (lines.length + 1) * LINE,
    margin: { ...layout.margin, b: layout.margin.b + (lines.length + 1) * LINE },
    annotations: [...(layout.annotations ?? []), { ...place, ...shift, text, showarrow: false, font: { size: 11 } }],
  };
};

// An opaque background keeps light text on transparent pixels readable.
const imageButton = (Plotly, format, icon, { name, words }) => ({
  name: words[format],
  icon: Plotly.Icons[icon],
  click: (chart) => {
    const width = imageWidth(chart);
    const layout = { ...addCaption(chart.layout, width, chart.clientHeight), paper_bgcolor: theme(chart, "background-color") };
    // an image does not have the font of the page: its letters would not fit the places that Plotly measures
    layout.font = { ...layout.font, family: "sans-serif" };
    const scale = format === "png" ? Math.max(2, (MIN_PNG_WIDTH + 1) / width) : 1;
    const size = { width, height: layout.height, scale };
    Plotly.downloadImage({ data: chart.data, layout }, { format, filename: fileName(name), ...size });
  },
});

/**
 * Buttons of a chart.
 * @param {{ name: string, source: string, words: Record<string, string> }} settings name of the chart, URL of plotly.js,
 *   and labels
 */
export const buttons = (Plotly, settings) => [
  imageButton(Plotly, "png", "camera", settings),
  imageButton(Plotly, "svg", "disk", settings),
];
