"""Slowest control of each of several pages, compared with the same page on stock charts, alternately.

The time is from the key that enters a value to the first frame after which every chart of the page stays the same: the
last change of a chart, of numbers, words, or the range of an axis. A chart that is unmounted and mounted again counts
until it is drawn. By then the script has ended, and no message arrives for a second.
"""

from collections.abc import Sequence
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from tests.benchmarks.browser import OURS, STOCK, VIEW, serving, wait_for_script
from tests.benchmarks.tables import Wanted, p50, p95, table, verdicts
from tests.browser.page import open_box
from tests.browser.serving import settled

CHANGES = 12
WARM_UP = 2
AT_MOST = 0.6
APPS = {"ours": OURS, "stock": STOCK}


class Control(NamedTuple):
    """A field in a box of the bar, by the beginning of its key, and the values to enter."""

    name: str
    page: str
    box: str
    field: str
    values: Sequence[str]
    enters: str = "Enter"


COUNT = WARM_UP + CHANGES
TEXT = "the dog that saw the cat that sat on the mat ran after it until both were far away from home and lost"
SENTENCES = [" ".join(TEXT.split()[start : start + 6 + start % 3]) for start in range(COUNT)]
"""Two consecutive texts have different numbers of words, so every chart changes."""

SIX = "&".join(f"scheme={name}" for name in ("Sinusoidal", "Binary", "Index", "RoPE", "ALiBi", "KERPLE"))

CONTROLS = (
    Control(
        "n, every pair", "equidistance?n=100&tab=pairs", "size n", "n-handle", [str(101 + i) for i in range(COUNT)]
    ),
    Control(
        "base",
        "similarity?Sinusoidal.base=9500&tab=pairs",
        "options",
        "Sinusoidal-base-handle",
        [str(9000 - 500 * i) for i in range(COUNT)],
    ),
    Control("text", "sentence", "options", "text-handle", SENTENCES, "Control+Enter"),
    Control(
        "d, six schemes at n = 512",
        f"attention?{SIX}&n=512",
        "size d",
        "d-handle",
        [str(66 + 2 * i) for i in range(COUNT)],
    ),
)

# a few numbers of each array identify a figure; a chart without a drawing has none
WATCH = """() => {
  const some = (values, count = 12) =>
    Array.from({ length: count }, (_, order) => values?.[Math.round((order * (values.length - 1)) / (count - 1))]);
  const numbers = (values) => values && [values.length, ...some(values)];
  const trace = ({ type, name, x, y, z, zmin, zmax }) =>
    [type, name, numbers(x), numbers(y), zmin, zmax, z && [z.length, ...some(z).map(numbers)]];
  const axes = (layout) => Object.entries(layout).filter(([name]) => /^[xy]axis/.test(name))
    .map(([, { range }]) => range);
  const ticks = (chart) => [...chart.querySelectorAll('[class*=axislayer] text')].map((each) => each.textContent);
  const sign = (chart) => {
    const { _fullData: data, _fullLayout: layout } = chart;
    const pictures = chart.querySelectorAll('.heatmaplayer image').length;
    if (!data || !chart.querySelector('.main-svg') || pictures < data.filter((each) => each.type === 'heatmap').length)
      return 'not drawn';
    const words = layout.annotations.map(({ text }) => text);
    const marks = layout.shapes.map(({ x0, y0 }) => [x0, y0]);
    return JSON.stringify([data.map(trace), axes(layout), ticks(chart), words, marks]);
  };
  window.signs = () => [...document.querySelectorAll('.js-plotly-plot')].map(sign);
  let before = window.signs();
  window.changed = performance.now();
  const look = () => {
    const now = window.signs();
    if (now.length !== before.length || now.some((each, order) => each !== before[order])) {
      before = now;
      requestAnimationFrame(() => { window.changed = performance.now(); });
    }
    requestAnimationFrame(look);
  };
  document.addEventListener('keydown', ({ key }) => { if (key === 'Enter') window.entered = performance.now(); }, true);
  look();
}"""
STILL = "() => performance.now() - window.changed > 1000"


class Change(NamedTuple):
    """Result of entering a value."""

    took: float
    """Milliseconds."""
    changed: int
    """Number of charts that changed."""
    charts: int


def open_window(browser: Browser, url: str, box: str) -> Page:
    """Open a page in a window that records its frames, and a box of its bar."""
    page = browser.new_page(viewport=VIEW)
    page.goto(url)
    settled(page)
    open_box(page, box)
    page.evaluate(WATCH)
    page.wait_for_function(STILL)
    return page


def change(page: Page, control: Control, value: str) -> Change:
    """Enter a value, and wait until the charts have settled."""
    field = page.locator(f"[class*=st-key-{control.field}]").locator("input, textarea")
    field.fill(value)
    before = page.evaluate("window.signs()")
    field.press(control.enters)
    page.wait_for_function("() => window.changed > window.entered")
    wait_for_script(page)
    page.wait_for_function(STILL)
    after = page.evaluate("window.signs()")
    assert len(after) == len(before) and "not drawn" not in after, f"{control.name}: not all charts were redrawn"
    changed = sum(now != then for now, then in zip(after, before, strict=True))
    return Change(page.evaluate("window.changed - window.entered"), changed, len(after))


def measure() -> str:
    """Tables of the report."""
    rows, limits = [], []
    with serving(APPS) as (browser, servers):
        for control in CONTROLS:
            pages = {
                name: open_window(browser, served.url + control.page, control.box) for name, served in servers.items()
            }
            by_app: dict[str, list[Change]] = {name: [] for name in APPS}
            for value in control.values:
                for name, page in pages.items():
                    page.bring_to_front()
                    by_app[name].append(change(page, control, value))
            for page in pages.values():
                page.close()
            timed = [changes[WARM_UP:] for changes in by_app.values()]
            ours, stock = ([change.took for change in changes] for changes in timed)
            where = f"{control.page.partition('?')[0].capitalize()}: {control.name}"
            rows.append((where, *map(count_changed, timed), median_and_p95(ours), median_and_p95(stock)))
            limits.append(Wanted(f"{where}, to the stock chart", p50(ours) / p50(stock), AT_MOST))
    # both have the same to do where as many charts change
    head = ("control", "charts that change", "on the stock chart", "p50 / p95, ms", "on the stock chart")
    figures = table(head, rows)
    return f"{figures}\n\n{verdicts(limits)}"


def count_changed(changes: Sequence[Change]) -> str:
    """Fewest and most charts that change."""
    fewest, most = (end(change.changed for change in changes) for end in (min, max))
    return f"{fewest if fewest == most else f'{fewest} to {most}'} of {changes[0].charts}"


def median_and_p95(values: Sequence[float]) -> str:
    return f"{p50(values):.0f} / {p95(values):.0f}"
