"""First visit of Start and Compare with an empty cache, compared with plain text and one stock chart, alternately.

Time to the first picture: from the start of the visit to the frame after the chart is drawn. Network traffic until the
page is complete: every file as sent, headers and compression included, and the messages of the WebSocket. Both on
localhost and on a line of 10 Mbit/s each way with 40 ms latency. The server has been visited once before.
"""

from collections.abc import Mapping
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, WebSocket

from tests.benchmarks.browser import OURS, VIEW, App, serving, wait_for_silence
from tests.benchmarks.tables import Wanted, p50, table
from tests.browser.serving import settled

VISITS = 7
QUIET = 500
"""Milliseconds without an arrival after which a page is complete."""

MOST_MEGABYTES = 4.5
APPS = {"Start": OURS, "Compare": OURS, "text and one stock chart": App("tests/benchmarks/chart_app.py")}
PATHS = {"Compare": "compare?n=128&d=64&p=40"}
MOST_LATER = {"Start": 1.1, "Compare": 1.2}
"""Goals of the ratio of the time to the first picture to that of text and one stock chart."""

SLOW = 10e6 / 8
"""Bytes per second."""

LINES: Mapping[str, Mapping[str, float] | None] = {
    "as it is": None,
    "10 Mbit/s, 40 ms": {"latency": 40, "downloadThroughput": SLOW, "uploadThroughput": SLOW},
}
KINDS = ("Streamlit's scripts", "plotly.js", "other")

# runs before the page's own scripts; the browser's clock starts with the visit
WATCH = """(() => {
  const look = () => {
    const chart = document.querySelector('.js-plotly-plot');
    const matrices = chart?._fullData?.filter(({ type }) => type === 'heatmap').length;
    if (chart?.querySelector('.js-line') && chart.querySelectorAll('.heatmaplayer image').length === matrices)
      requestAnimationFrame(() => { window.pictured = performance.now(); });
    else requestAnimationFrame(look);
  };
  look();
})()"""


class Visit(NamedTuple):
    """Times and sizes of a visit."""

    pictured: float
    """Milliseconds to the first picture."""
    sizes: Mapping[str, int]
    """Bytes by kind."""


class Arrivals(list[tuple[str, int]]):
    """Network traffic: kind and bytes of each arrival."""

    def __init__(self, network: CDPSession) -> None:
        super().__init__()
        self.addresses: dict[str, str] = {}
        network.on("Network.requestWillBeSent", self._on_request)
        network.on("Network.loadingFinished", self._on_response)
        network.send("Network.enable")

    def socket(self, socket: WebSocket) -> None:
        """Record the messages of a WebSocket, too."""
        socket.on("framereceived", self._on_message)
        socket.on("framesent", self._on_message)

    def _on_request(self, event: Mapping) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _on_response(self, event: Mapping) -> None:
        self.append((kind(self.addresses.get(event["requestId"], "")), int(event["encodedDataLength"])))

    def _on_message(self, data: str | bytes) -> None:
        self.append(("other", len(data.encode() if isinstance(data, str) else data)))


def kind(address: str) -> str:
    """Kind of a file, from its URL."""
    if "plotly" in address.lower():
        return "plotly.js"
    return "Streamlit's scripts" if "/static/js/" in address else "other"


def visit(browser: Browser, root: str, name: str, line: Mapping[str, float] | None) -> Visit:
    """Visit a page with an empty cache."""
    context = browser.new_context(viewport=VIEW)
    page = context.new_page()
    network = context.new_cdp_session(page)
    arrivals = Arrivals(network)
    page.on("websocket", arrivals.socket)
    if line:
        network.send("Network.emulateNetworkConditions", {"offline": False, **line})
    page.add_init_script(WATCH)
    page.goto(root + PATHS.get(name, ""), wait_until="commit")
    page.wait_for_function("() => window.pictured !== undefined", timeout=60_000)
    settled(page)
    wait_for_silence(page, arrivals, QUIET)
    sizes = {name: sum(size for of, size in arrivals if of == name) for name in KINDS}
    result = Visit(page.evaluate("window.pictured"), sizes)
    context.close()
    return result


def measure() -> tuple[str, list[Wanted]]:
    """Table of times and sizes, and their goals."""
    visits: dict[tuple[str, str], list[Visit]] = {(line, name): [] for line in LINES for name in APPS}
    with serving(APPS) as (browser, servers):
        for name, served in servers.items():
            visit(browser, served.url, name, None)
        for _ in range(VISITS):
            for line, name in visits:
                visits[line, name].append(visit(browser, servers[name].url, name, LINES[line]))
    times = {case: p50([each.pictured for each in made]) for case, made in visits.items()}
    sizes = {case: [p50([each.sizes[kind] for each in made]) / 1e6 for kind in KINDS] for case, made in visits.items()}
    rows = (
        (name, line, f"{times[line, name]:.0f}", *(f"{size:.2f}" for size in (sum(megabytes), *megabytes)))
        for (line, name), megabytes in sizes.items()
    )
    head = ("page", "line", "first picture, p50, ms", "MB", *(f"{kind}, MB" for kind in KINDS))
    *pages, stock = APPS
    limits = [Wanted(f"MB of the first visit, {page}", sum(sizes["as it is", page]), MOST_MEGABYTES) for page in pages]
    for page in pages:
        for line in LINES:
            ratio = times[line, page] / times[line, stock]
            limits.append(Wanted(f"first picture of {page}, to {stock}, {line}", ratio, MOST_LATER[page]))
    return table(head, rows), limits
