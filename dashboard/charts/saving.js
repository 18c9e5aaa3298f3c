// A chart leaves the page: as a picture, or as a page of its own that still answers.

/** A colour or a font of the page. */
export const theme = (element, name) => getComputedStyle(element).getPropertyValue(`--st-${name}`).trim();

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** What a saved chart is called: page, sizes, and the name of the chart where it has another. */
const called = (name) => `${window.posencShown.file}${window.posencShown.page === name ? "" : `-${name}`}`;

/** Pixels of a line of the caption, and at most of a letter; and of the narrowest PNG. */
const [LINE, LETTER, NARROWEST] = [16, 6.5, 1600];

/** What a chart shows and where it is from, below it. @param {number} width pixels */
const captioned = (layout, width, height) => {
  const most = Math.max(Math.floor(width / LETTER), 1);
  // an address has no space to break at
  const line = new RegExp(`.{1,${most}}(?:\\s|$)|.{1,${most}}`, "gu");
  const lines = [window.posencShown.caption, location.href].flatMap((text) => text.match(line));
  const text = lines.map(escaped).join("<br>");
  const place = { x: 0, xref: "paper", xanchor: "left", y: 0, yref: "paper", yanchor: "top", align: "left" };
  const below = { ...place, text, showarrow: false, font: { size: 11 }, xshift: -layout.margin.l + 8, yshift: -layout.margin.b };
  return {
    ...layout,
    height: height + (lines.length + 1) * LINE,
    margin: { ...layout.margin, b: layout.margin.b + (lines.length + 1) * LINE },
    annotations: [...(layout.annotations ?? []), below],
  };
};

// A saved picture stands on the page's colour: without it, light words on nothing could not be read elsewhere.
const picture = (Plotly, format, icon, name) => ({
  name: `Save as ${format.toUpperCase()}`,
  icon: Plotly.Icons[icon],
  click: (chart) => {
    const width = chart.clientWidth;
    const layout = { ...captioned(chart.layout, width, chart.clientHeight), paper_bgcolor: theme(chart, "background-color") };
    const scale = format === "png" ? Math.max(2, (NARROWEST + 1) / width) : 1;
    const size = { width, height: layout.height, scale };
    Plotly.downloadImage({ data: chart.data, layout }, { format, filename: called(name), ...size });
  },
});

// What a file that stands alone needs of the script, each after what it imports.
const PARTS = ["similarity", "screen_reader", "plotly_internals", "following", "standalone"];

const asked = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
};

/** Parts of the script as one. @param {string[]} texts */
const joined = (texts) =>
  texts.map((text) => text.replace(/^import .*;\n/gm, "").replace(/^export (?=const|class)/gm, "")).join("\n");

/** As a program that makes it: arrays as lists, and no tag that would end the script. */
const written = (value) =>
  JSON.stringify(value, (_, each) => (ArrayBuffer.isView(each) ? [.../** @type {Float64Array} */ (each)] : each)).replaceAll("<", "\\u003c");

/** The rules of the page that are for charts. */
const rules = () =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map(({ cssText }) => cssText)
    .filter((text) => text.includes(".following"))
    .join("\n");

/** The name of plotly.js where it lies beside a file. */
const BESIDE = "plotly.min.js";

/** A page of its own. @param {{ library: string, script: string }} code `library` is empty where it lies beside */
const documentOf = (chart, { told }, code) => {
  const { library, script } = code;
  const { name, alt, position, last, chooses, linked, curves } = told;
  const names = ["background-color", "text-color", "primary-color"];
  const colors = names.map((each) => `--st-${each}: ${theme(chart, each)};`);
  // as wide as the window
  const size = { width: undefined, height: chart.clientHeight };
  const layout = { ...chart.layout, ...size, paper_bgcolor: theme(chart, "background-color") };
  const drawn = { data: chart.data, layout, told: { name, position, last, chooses, linked, curves } };
  const source = library
    ? `<script>${library.replaceAll("</script", "<\\/script")}</script>`
    : `<script src="${BESIDE}" onerror="document.body.textContent = '${BESIDE} must lie beside this'"></script>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(alt)}</title>
<style>
:root { ${colors.join(" ")} }
body { margin: 0; background: var(--st-background-color); font-family: system-ui, sans-serif; }
.frame { position: relative; }
p { color: var(--st-text-color); font-size: 0.75rem; margin: 0.5rem; overflow-wrap: anywhere; }
${rules()}
</style>
<div class="frame"><div class="chart" role="group" aria-label="${escaped(alt)}"></div><div class="following"></div></div>
<p>${escaped(window.posencShown.caption)}<br>${escaped(location.href)}</p>
${source}
<script type="module">
${script}
stand(window.Plotly, ${written(drawn)});
</script>
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

// The sign of a program: < / >.
const SIGN = "M5 3 1 8l4 5 1.4-1L3.3 8l3.1-4zM11 3l4 5-4 5-1.4-1 3.1-4-3.1-4zM8.8 3h1.2L7.2 13H6z";

/** @param {boolean} alone whether plotly.js is within the file, which takes 5 MB, or lies beside it */
const answering = (label, path, alone, { source, script, name }) => ({
  name: label,
  icon: { width: 16, height: 16, path },
  click: async (chart) => {
    const texts = PARTS.map((part) => asked(script.replace(/[^/]*$/, `${part}.js`)));
    const [library, ...parts] = await Promise.all([asked(source), ...texts]);
    const code = { library: alone ? library : "", script: joined(parts) };
    download(documentOf(chart, chart.follower, code), "text/html", `${called(name)}.html`);
    if (!alone) download(library, "text/javascript", BESIDE);
  },
});

/** The buttons of a chart. @param {{ name: string, source: string, script: string }} told */
export const buttons = (Plotly, told) => [
  picture(Plotly, "png", "camera", told.name),
  picture(Plotly, "svg", "disk", told.name),
  answering("Save as HTML: one file of 5 MB", SIGN, true, told),
  answering("Save as HTML, with plotly.js beside it", `${SIGN}M1 15h14v1H1z`, false, told),
];
