"""Time from an arrow key on the position slider to the next painted frame: Compare, its stock charts, plain text.

Each gets 30 changes, alternately in one browser. Messages are counted in a separate window: a listener takes time.
"""

import os
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, WebSocket

from tests.benchmarks.browser import OURS, STOCK, VIEW, App, serving, wait_for_script, wait_for_silence
from tests.benchmarks.tables import Wanted, p50, p95, table, verdicts
from tests.browser.serving import settled

CHANGES = 30
COUNTED = 10
"""Number of changes whose messages are counted."""

QUIET = 300
"""Milliseconds without a message after which a change is complete."""

COMPARE = "compare?n=128&d=64&p=40"
"""Page with the sizes of its peers, and the position at which a change begins."""

APPS = {"Compare": OURS, "Compare on the stock chart": STOCK, "text only": App("tests/benchmarks/text_app.py")}

# when all three charts, or the text, show a position; it is painted one frame later
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


class Sent(NamedTuple):
    """Messages to the browser for one change of the position."""

    messages: int
    size: int
    """Bytes of the messages, before compression of the WebSocket."""


def cpu(process: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def change(page: Page, position: int) -> float:
    """Milliseconds from pressing the arrow key to the new picture."""
    wait_for_script(page)
    page.evaluate("(p) => { window.asked = p; window.took = undefined }", position)
    page.get_by_role("slider").press("ArrowRight")
    page.wait_for_function("() => window.took !== undefined")
    return page.evaluate("window.took")


def open_window(browser: Browser, url: str, name: str) -> Page:
    """Open an app in a window that records its frames."""
    page = browser.new_page(viewport=VIEW)
    page.goto(url if name == "text only" else f"{url}{COMPARE}")
    page.get_by_role("slider").wait_for()
    if name != "text only":
        settled(page)
    page.evaluate(WATCH)
    return page


def count_messages(browser: Browser, url: str) -> list[Sent]:
    """Messages of some changes of the position on Compare, one entry each."""
    page, arrived = browser.new_page(viewport=VIEW), []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: arrived.append(len(data.encode() if isinstance(data, str) else data)))

    page.on("websocket", listen)
    page.goto(f"{url}{COMPARE}")
    settled(page)
    page.evaluate(WATCH)
    changes = []
    for position in range(41, 42 + COUNTED):
        wait_for_silence(page, arrived, QUIET)
        before = len(arrived)
        change(page, position)
        wait_for_script(page)
        wait_for_silence(page, arrived, QUIET)
        changes.append(Sent(len(arrived) - before, sum(arrived[before:])))
    page.close()
    # the first change may also send what the page caches
    return changes[1:]


def measure() -> str:
    """Tables of the report."""
    times: dict[str, list[float]] = {name: [] for name in APPS}
    work: dict[str, float] = dict.fromkeys(APPS, 0.0)
    with serving(APPS) as (browser, servers):
        pages = {name: open_window(browser, served.url, name) for name, served in servers.items()}
        for turn in range(-3, CHANGES):
            for name, page in pages.items():
                page.bring_to_front()
                before = cpu(servers[name].process.pid)
                took = change(page, 44 + turn)
                if turn >= 0:
                    times[name].append(took)
                    work[name] += cpu(servers[name].process.pid) - before
        blank = {name: page.evaluate("window.blank") for name, page in pages.items()}
        for page in pages.values():
            page.close()
        messages = count_messages(browser, servers["Compare"].url)
    ours, stock, text = (p50(times[name]) for name in APPS)
    effort = work["Compare"] / work["Compare on the stock chart"]
    figures = table(
        ("page", "p50, ms", "p95, ms", "blank frames", "server work a change, ms"),
        (
            (name, f"{p50(durations):.0f}", f"{p95(durations):.0f}", blank[name], f"{1e3 * work[name] / CHANGES:.0f}")
            for name, durations in times.items()
        ),
    )
    ratios = verdicts(
        [
            Wanted("slider to painted, to the stock chart", ours / stock, 0.40),
            Wanted("p50, to the text-only page", ours / text, 4.5),
            Wanted("server work a change, to the stock chart", effort, 0.25),
            Wanted("blank frames", blank["Compare"], 0),
            Wanted(f"messages of a change, the most of {COUNTED}", max(message.messages for message in messages), 60),
            Wanted(
                f"bytes of a change, the most of {COUNTED}", max(message.size for message in messages), 20_000, ",.0f"
            ),
        ],
        "ratio, or number",
    )
    return f"{figures}\n\n{ratios}"
