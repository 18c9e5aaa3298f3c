"""From a key pressed on the slider to the new picture painted: Compare, the same page on the stock chart, plain text.

python -m tests.benchmarks.page      30 changes of each, turn by turn in one browser; the table goes to BENCHMARKS.md
"""

import os
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.ratios import report
from tests.browser.chromium import FLAGS, executable
from tests.browser.serving import ROOT, server, settled

CHANGES = 30
APPS = {
    "Compare": ("dashboard/app.py", {}),
    # with Streamlit's own collection of garbage, which the app does beside its runs
    "Compare on the stock chart": ("dashboard/main.py", {"STREAMLIT_RUNNER_POST_SCRIPT_GC": "true"}),
    "text only": ("tests/benchmarks/text_app.py", {}),
}

# when all three charts show a position, or the text does; one more frame, and it is painted
WATCH = """() => {
  window.blank = 0;
  const charts = () => [...document.querySelectorAll('.js-plotly-plot')];
  const shown = (p) => charts().length === 3
    ? charts().every((c) => c._fullLayout?.shapes?.[0]?.x0 === p && c.querySelector('.heatmaplayer image'))
    : document.querySelector('[data-testid=stMain]').innerText.includes('position ' + p);
  const look = () => {
    if (window.drawing && document.querySelectorAll('.heatmaplayer image').length !== 3) window.blank += 1;
    if (window.asked !== undefined && shown(window.asked)) {
      const start = window.start; window.asked = undefined;
      requestAnimationFrame(() => { window.took = performance.now() - start; });
    }
    requestAnimationFrame(look);
  };
  window.drawing = charts().length === 3;
  document.addEventListener('keydown', () => { window.start = performance.now(); }, true);
  look();
}"""


def cpu(process: int) -> float:
    """Seconds of work of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def change(page: Page, position: int) -> float:
    """Milliseconds from one press of the arrow key to the new picture."""
    page.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'"
    )
    page.evaluate("(p) => { window.asked = p; window.took = undefined }", position)
    page.get_by_role("slider").press("ArrowRight")
    page.wait_for_function("() => window.took !== undefined")
    return page.evaluate("window.took")


def cold_starts() -> tuple[float, float]:
    """Median seconds to import the app, and to import Streamlit, numpy and Plotly alone."""
    codes = ("import dashboard.app", "import streamlit, numpy, plotly.graph_objects")
    times: tuple[list[float], list[float]] = ([], [])
    # the packages were compiled when they were installed, so the app may be too
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    for _ in range(7):
        for code, taken in zip(codes, times, strict=True):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True)
            taken.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])


def measured() -> str:
    """The table."""
    times: dict[str, list[float]] = {name: [] for name in APPS}
    work: dict[str, float] = dict.fromkeys(APPS, 0.0)
    blank: dict[str, int] = {}
    with ExitStack() as stack, sync_playwright() as playwright:
        servers = {
            name: stack.enter_context(server(script, environment=environment))
            for name, (script, environment) in APPS.items()
        }
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        pages = {}
        for name, served in servers.items():
            pages[name] = browser.new_page(viewport={"width": 1440, "height": 900})
            pages[name].goto(served.url)
            pages[name].get_by_role("slider").wait_for()
            if name != "text only":
                settled(pages[name])
            pages[name].evaluate(WATCH)
        for turn in range(-3, CHANGES):
            for name, page in pages.items():
                page.bring_to_front()
                before = cpu(servers[name].process.pid)
                took = change(page, 44 + turn)
                if turn >= 0:
                    times[name].append(took)
                    work[name] += cpu(servers[name].process.pid) - before
        blank = {name: page.evaluate("window.blank") for name, page in pages.items()}
        browser.close()
    lines = ["| page | p50, ms | p95, ms | blank frames | server work a change, ms |", "|---|---|---|---|---|"]
    for name, taken in times.items():
        p95 = statistics.quantiles(taken, n=20)[18]
        spent = 1e3 * work[name] / CHANGES
        lines.append(f"| {name} | {statistics.median(taken):.0f} | {p95:.0f} | {blank[name]} | {spent:.0f} |")
    ours, stock, text = (times[name] for name in APPS)
    painted = statistics.median(ours) / statistics.median(stock)
    slowest = statistics.quantiles(ours, n=20)[18] / statistics.quantiles(text, n=20)[18]
    effort = work["Compare"] / work["Compare on the stock chart"]
    start, alone = cold_starts()
    wanted = [
        ("slider to painted, to the stock chart", painted, 0.55),
        ("p95, to the text-only page", slowest, 5),
        ("server work a change, to the stock chart", effort, 0.4),
        ("blank frames", blank["Compare"], 0),
        ("import of the app, to Streamlit + numpy + Plotly alone", start / alone, 1.15),
    ]
    lines += ["", "| ratio | found | at most | |", "|---|---|---|---|"]
    lines += [
        f"| {what} | {found:.3g} | {most:g} | {'reached' if found <= most else 'missed'} |"
        for what, found, most in wanted
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    text = measured()
    print(text)
    report("Page", text)
