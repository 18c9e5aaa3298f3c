"""One HTML file of a page's figures that works without a server: with the slider, the pointer, keys, light and dark."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any

from dashboard.charts import chart
from dashboard.charts.chart import Followed
from dashboard.charts.wire import to_wire
from dashboard.say import current_language, message
from dashboard.state.study import Study
from posenc_core.plot.style import Figure

STYLE = """:root { color-scheme: light dark; --st-font: system-ui, sans-serif; --st-background-color: #ffffff;
  --st-text-color: #1a1f2b; --st-primary-color: #0b5fa5 }
@media (prefers-color-scheme: dark) {
  :root { --st-background-color: #0e1220; --st-text-color: #f4f6fb; --st-primary-color: #5cb2f0 }
}
body { margin: 0 auto; padding: 0.5rem 1rem; max-width: 88rem; font: 1rem/1.5 var(--st-font);
  background: var(--st-background-color); color: var(--st-text-color) }
label { display: flex; gap: 0.75rem; align-items: center }
input { flex: 1; max-width: 40rem; accent-color: var(--st-primary-color) }
output { min-width: 3em; font-weight: 600 }
.swiped { overflow: auto hidden; padding-bottom: 0.75rem }
.figure { position: relative }
p { margin: 0.5rem 0; font-size: 0.85rem; overflow-wrap: anywhere }
a { color: var(--st-primary-color) }
"""
"""Colors of the pages' theme, under the names by which the charts read them, and the place of each part."""

SCRIPT = """import { draw } from "chart/drawing.js";
import { page } from "chart/following.js";
const { charts, shown } = JSON.parse(document.getElementById("content").textContent);
window.posencShown = shown;
const places = document.querySelectorAll(".figure");
const [slider, output] = ["input", "output"].map((name) => document.querySelector(name));
const move = (position) => {
  slider.value = position;
  output.textContent = slider.value;
  page.slide(slider);
};
const report = (event, value) => event === "position" && move([value].flat()[0]);
const drawAll = () =>
  charts.forEach((data, order) => draw({ data, parentElement: places[order], setTriggerValue: report }));
slider.addEventListener("input", () => move(slider.value));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
drawAll();
"""
"""What the server does on a page: it draws the charts, and selects the position of the slider or of a click."""

STAGE = """import { draw } from "chart/stage.js";
const { data } = JSON.parse(document.getElementById("content").textContent);
const parentElement = document.querySelector(".figure");
const drawStage = () => draw({ data, parentElement, setTriggerValue: () => {} });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawStage);
drawStage();
"""
"""The same for a step of the lesson, whose controls are part of its picture."""

NARROWEST = 350
"""Width in pixels of a column of a figure, below which the figure is swiped."""


def stage_page(data: Mapping[str, Any], *, caption: str, link: str) -> bytes:
    """Return the HTML of a picture with its controls, from what its script draws."""
    content = json.dumps({"data": data}).replace("<", "\\u003c")
    style = (chart.HERE / "stage.css").read_text("utf-8")
    return f"""<!doctype html>
<html lang="{current_language()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(caption)}</title>
<style>{STYLE}{style}.figure {{ max-width: 60rem; margin: auto }}</style>
<div class="figure"><div class="stage"></div></div>
<p>{escape(caption)}{_anchor(link)}</p>
<script type="importmap">{json.dumps({"imports": _modules(("stage", "saving"))})}</script>
<script type="application/json" id="content">{content}</script>
<script type="module">
{STAGE}</script>
</html>
""".encode()


def _anchor(link: str) -> str:
    """Line with the link to the page, if there is one."""
    return f'<br><a href="{escape(link)}">{escape(link)}</a>' if link else ""


def page(
    figures: Sequence[Figure],
    followed: Sequence[Sequence[Followed]],
    study: Study,
    *,
    name: str,
    caption: str,
    link: str,
    library: bytes,
) -> Iterator[bytes]:
    """Generate the HTML of figures.

    Parameters
    ----------
    figures, followed : sequence
        Figures, and the curves of each that follow the pointer.
    study : Study
        What the figures show.
    name, caption : str
        Name of the page, which is that of saved pictures, and what the figures show.
    link : str
        Address of the page; without one, the file has no link.
    library : bytes
        HTML that contains plotly.js, or loads it.
    """
    last = study.length - 1
    settings = {"name": name, "source": "", "words": chart.words()}
    charts = [
        {
            "figure": chart.encode(figure, curves, settings, lambda value: {"is": to_wire(value)}),
            "alt": caption,
            "p": study.position,
            **({"position": study.position} if figure["layout"]["meta"]["chooses"] else {}),
            "last": last,
        }
        for figure, curves in zip(figures, followed, strict=True)
    ]
    content = {"charts": charts, "shown": {"page": name, "file": name, "caption": caption, "link": link}}
    # "<" could end the script
    data = json.dumps(content).replace("<", "\\u003c")
    places = "".join(
        f'<div class="swiped"><div class="figure" style="min-width: {_least_width(figure)}px">'
        '<div class="chart"></div></div></div>'
        for figure in figures
    )
    label = message("chart-client.position")
    yield f"""<!doctype html>
<html lang="{current_language()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(caption)}</title>
<style>{STYLE}{_css()}</style>
<label>{label} <input type="range" max="{last}" value="{study.position}"><output>{study.position}</output></label>
{places}
<p>{escape(caption)}{_anchor(link)}</p>
<script type="importmap">{json.dumps({"imports": _modules(chart.SCRIPTS)})}</script>
<script type="application/json" id="content">{data}</script>
""".encode()
    yield library
    yield f'\n<script type="module">\n{SCRIPT}</script>\n</html>\n'.encode()


def _least_width(figure: Figure) -> int:
    """Width of the columns that stand beside each other."""
    axes = [axis for name, axis in figure["layout"].items() if name.startswith("xaxis")]
    beside = {tuple(axis.get("domain", (0, 1))) for axis in axes}
    return NARROWEST * len(beside) if len(beside) > 1 else 0


@cache
def _css() -> str:
    return (chart.HERE / "chart.css").read_text("utf-8")


@cache
def _modules(names: Sequence[str]) -> dict[str, str]:
    """Modules of a script as addresses of their contents, by the names under which they import each other."""
    modules = {}
    for name in names:
        code = (chart.HERE / f"{name}.js").read_text("utf-8")
        # an address that is its own content has no folder
        code = re.sub(r'(?<=from )"\./', '"chart/', code)
        modules[f"chart/{name}.js"] = f"data:text/javascript;base64,{b64encode(code.encode()).decode()}"
    return modules


def included() -> bytes:
    """HTML that contains plotly.js."""
    return b"<script>" + chart.LIBRARY.read_bytes().replace(b"</script", b"<\\/script") + b"</script>"


@cache
def online() -> bytes:
    """HTML that loads plotly.js from Plotly's server; browsers refuse a file that differs from the installed one."""
    library = chart.LIBRARY.read_bytes()
    digest = b64encode(sha256(library).digest()).decode()
    version = re.search(rb"plotly\.js v([\d.]+)", library[:1000])
    assert version is not None
    address = f"https://cdn.plot.ly/plotly-{version[1].decode()}.min.js"
    return f'<script src="{address}" integrity="sha256-{digest}" crossorigin="anonymous"></script>'.encode()
