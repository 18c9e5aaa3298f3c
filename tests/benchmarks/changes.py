"""Time from a key to the painted change, compared with the same page on Streamlit's own charts, alternately.

The time ends with the first frame after which every chart stays the same: the last change of its numbers, words, marks,
or axes. By then the script has ended, and no message arrives for a second. Both windows are in one browser.
"""

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from tests.benchmarks.browser import OURS, STOCK, VIEW, serving, wait_for_script
from tests.benchmarks.tables import Wanted, p50, p95, table
from tests.browser.page import open_box, position_slider, set_size
from tests.browser.serving import settled

CHANGES, WARM_UP = 11, 2
APPS = {"ours": OURS, "stock": STOCK}


class Control(NamedTuple):
    """A control, and what to do with it for a change."""

    name: str
    page: str
    change: Callable[[Page, int], None]
    """Function of the page and of the number of the change."""
    at_most: float
    """Goal of the ratio to the stock charts."""


CONTROLS = (
    Control(
        "position on the slider", "compare?n=128&d=64", lambda page, _: position_slider(page).press("ArrowRight"), 0.3
    ),
    Control("n in its box", "compare?n=128&d=64", lambda page, turn: set_size(page, "n", 129 + turn), 0.45),
)

# a few numbers of each array identify a figure; a chart without a drawing has none
WATCH = """() => {
  const some = (values, count = 12) =>
    Array.from({ length: count }, (_, order) => values?.[Math.round((order * (values.length - 1)) / (count - 1))]);
  const numbers = (values) => values && [values.length, ...some(values)];
  const trace = ({ x, y, zmin, zmax, z }) =>
    [numbers(x), numbers(y), zmin, zmax, z && [z.length, ...some(z).map(numbers)]];
  const sign = (chart) => {
    const { _fullData: data, _fullLayout: layout } = chart;
    const pictures = chart.querySelectorAll('.heatmaplayer image').length;
    if (!data || pictures < data.filter(({ type }) => type === 'heatmap').length) return 'not drawn';
    const axes = Object.entries(layout).filter(([name]) => /^[xy]axis/.test(name)).map(([, { range }]) => range);
    const texts = [...chart.querySelectorAll('.infolayer text, [class*=axislayer] text')];
    const words = texts.map(({ textContent }) => textContent);
    return JSON.stringify([data.map(trace), axes, words, layout.shapes.map(({ x0, y0 }) => [x0, y0])]);
  };
  window.signs = () => [...document.querySelectorAll('.js-plotly-plot')].map(sign);
  let before = `${window.signs()}`;
  window.changed = performance.now();
  const look = () => {
    const now = `${window.signs()}`;
    if (now !== before) {
      before = now;
      requestAnimationFrame(() => { window.changed = performance.now(); });
    }
    requestAnimationFrame(look);
  };
  const keep = ({ key }) => { if (['Enter', 'ArrowRight'].includes(key)) window.entered = performance.now(); };
  document.addEventListener('keydown', keep, true);
  look();
}"""
STILL = "() => performance.now() - window.changed > 1000"


def open_window(browser: Browser, url: str, control: Control) -> Page:
    """Open a page in a window that records its frames."""
    page = browser.new_page(viewport=VIEW)
    page.goto(url + control.page)
    settled(page)
    if control.name.startswith("n "):
        open_box(page, "size n")
    page.evaluate(WATCH)
    page.wait_for_function(STILL)
    return page


def change(page: Page, control: Control, turn: int) -> float:
    """Milliseconds of a change."""
    before = page.evaluate("window.signs()")
    control.change(page, turn)
    page.wait_for_function("() => window.changed > window.entered")
    wait_for_script(page)
    page.wait_for_function(STILL)
    after = page.evaluate("window.signs()")
    assert after != before and "not drawn" not in after, f"{control.name}: the charts were not redrawn"
    return page.evaluate("window.changed - window.entered")


def measure() -> tuple[str, list[Wanted]]:
    """Table of times, and their ratios."""
    rows, limits = [], []
    with serving(APPS) as (browser, servers):
        for control in CONTROLS:
            pages = {name: open_window(browser, served.url, control) for name, served in servers.items()}
            times: dict[str, list[float]] = {name: [] for name in APPS}
            for turn in range(WARM_UP + CHANGES):
                for name, page in pages.items():
                    page.bring_to_front()
                    times[name].append(change(page, control, turn))
            for page in pages.values():
                page.close()
            ours, stock = (each[WARM_UP:] for each in times.values())
            rows.append((control.name, *(f"{p50(each):.0f} / {p95(each):.0f}" for each in (ours, stock))))
            limits.append(Wanted(f"{control.name}, to the stock charts", p50(ours) / p50(stock), control.at_most))
    return table(("change", "p50 / p95, ms", "on the stock charts"), rows), limits
