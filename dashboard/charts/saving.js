// Export of a chart as an image or as an HTML page with Plotly's own hover labels and zoom.

/** CSS custom property of the Streamlit theme. */
export const theme = (element, name) => getComputedStyle(element).getPropertyValue(`--st-${name}`).trim();

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** File name without extension: page, sizes, and the name of the chart if it differs from the page's. */
const fileName = (name) => `${window.posencShown.file}${window.posencShown.page === name ? "" : `-${name}`}`;

// Line height and character width of the caption, that of codes such as %EB, and minimum width of a PNG, in pixels.
const [LINE, CHARACTER, CODE, MIN_PNG_WIDTH] = [16, 6.5, 8.5, 1600];

/** Layout with the caption and the page's URL below the chart. @param {number} width in pixels */
const addCaption = (layout, width, height) => {
  const lines = [window.posencShown.caption, location.href].flatMap((text) => {
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
    const width = chart.clientWidth;
    const layout = { ...addCaption(chart.layout, width, chart.clientHeight), paper_bgcolor: theme(chart, "background-color") };
    const scale = format === "png" ? Math.max(2, (MIN_PNG_WIDTH + 1) / width) : 1;
    const size = { width, height: layout.height, scale };
    Plotly.downloadImage({ data: chart.data, layout }, { format, filename: fileName(name), ...size });
  },
});

/** JSON for embedding in a <script>: typed arrays as lists. */
const toJson = (value) =>
  JSON.stringify(value, (_, part) => (ArrayBuffer.isView(part) ? [.../** @type {Float64Array} */ (part)] : part)).replaceAll(
    "<",
    "\\u003c",
  );

/** Trace with Plotly's own hover label, which `drawing.js` moves to `meta` where the app draws its own. */
const withHoverLabel = (trace) =>
  typeof trace.meta === "string" ? { ...trace, hovertemplate: trace.meta, hoverinfo: undefined } : trace;

const LIBRARY_NAME = "plotly.min.js";

/**
 * HTML page of a chart.
 * @param {string} library source of plotly.js; if empty, the page loads it from its own folder
 * @param {string} missing text of the page if that folder lacks it
 */
const htmlPage = (chart, library, missing) => {
  const [alt, background, color] = [chart.getAttribute("aria-label"), theme(chart, "background-color"), theme(chart, "text-color")];
  const layout = { ...chart.layout, width: undefined, height: chart.clientHeight, paper_bgcolor: background };
  const source = library
    ? `<script>${library.replaceAll("</script", "<\\/script")}</script>`
    : `<script src="${LIBRARY_NAME}" onerror="document.body.textContent = ${escapeHtml(JSON.stringify(missing))}"></script>`;
  const options = { displaylogo: false, responsive: true };
  return `<!doctype html>
<html lang="${document.documentElement.lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(alt)}</title>
<body style="margin: 0; background: ${background}; color: ${color}; font: 0.75rem system-ui, sans-serif">
<div id="chart" role="group" aria-label="${escapeHtml(alt)}"></div>
<p style="margin: 0.5rem; overflow-wrap: anywhere">${escapeHtml(window.posencShown.caption)}<br>${escapeHtml(location.href)}</p>
${source}
<script>
Plotly.newPlot("chart", ${toJson(chart.data.map(withHoverLabel))}, ${toJson(layout)}, ${toJson(options)});
</script>
</body>
</html>
`;
};

const download = (text, type, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

// Code icon: < / >.
const CODE_ICON = "M5 3 1 8l4 5 1.4-1L3.3 8l3.1-4zM11 3l4 5-4 5-1.4-1 3.1-4-3.1-4zM8.8 3h1.2L7.2 13H6z";

/** @param {boolean} embeds whether the page contains plotly.js (5 MB) */
const htmlButton = (label, path, embeds, { source, name, words }) => ({
  name: label,
  icon: { width: 16, height: 16, path },
  click: async (chart) => {
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source}: ${response.status}`);
    const library = await response.text();
    download(htmlPage(chart, embeds ? library : "", words.missing), "text/html", `${fileName(name)}.html`);
    if (!embeds) download(library, "text/javascript", LIBRARY_NAME);
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
  htmlButton(settings.words.html, CODE_ICON, true, settings),
  htmlButton(settings.words.beside, `${CODE_ICON}M1 15h14v1H1z`, false, settings),
];
