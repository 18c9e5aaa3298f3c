"""First visit of Start and Compare with an empty cache, compared with plain text and one stock chart.

Time to the first picture: from the start of the visit to the frame after all charts are drawn, three on Compare and one
on the others. Network traffic until the page is complete: every file as sent, headers and compression included, and the
messages of the WebSocket. Both on localhost and on a line of 10 Mbit/s each way with 40 ms latency. The server has been
visited once before.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, WebSocket

from tests.benchmarks.browser import OURS, VIEW, App, serving, wait_for_silence
from tests.benchmarks.tables import Wanted, p50, table, verdicts
from tests.browser.serving import settled

VISITS = 5
QUIET = 500
"""Milliseconds without an arrival after which a page is complete."""

MOST_MEGABYTES = 6.0
MOST_LATER = 1.15
CHART_APP = App("tests/benchmarks/chart_app.py")
APPS = {"Start": OURS, "Compare": OURS, "text and one stock chart": CHART_APP}
PATHS = {"Compare": "compare?n=128&d=64&p=40"}
CHARTS = {"Start": 1, "Compare": 3, "text and one stock chart": 1}
DRAWN = {"Start": "chart.querySelector('.scatterlayer .js-line')"}
"""Condition for a drawn chart without a heatmap."""
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
    const drawn = [...document.querySelectorAll('.js-plotly-plot')].filter((chart) =>
      DRAWN);
    if (drawn.length === COUNT) requestAnimationFrame(() => { window.pictured = performance.now(); });
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

    @property
    def size(self) -> int:
        """Total bytes."""
        return sum(self.sizes.values())


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


HEATMAP = "chart.querySelector('.heatmaplayer image') && chart.querySelector('.scatterlayer .js-line')"


def visit(browser: Browser, root: str, name: str, line: Mapping[str, float] | None) -> Visit:
    """Visit a page with an empty cache."""
    context = browser.new_context(viewport=VIEW)
    page = context.new_page()
    network = context.new_cdp_session(page)
    arrivals = Arrivals(network)
    page.on("websocket", arrivals.socket)
    if line:
        network.send("Network.emulateNetworkConditions", {"offline": False, **line})
    page.add_init_script(WATCH.replace("COUNT", str(CHARTS[name])).replace("DRAWN", DRAWN.get(name, HEATMAP)))
    page.goto(root + PATHS.get(name, ""), wait_until="commit")
    page.wait_for_function("() => window.pictured !== undefined", timeout=60_000)
    settled(page)
    wait_for_silence(page, arrivals, QUIET)
    sizes = {name: sum(size for of, size in arrivals if of == name) for name in KINDS}
    result = Visit(page.evaluate("window.pictured"), sizes)
    context.close()
    return result


def measure() -> str:
    """Tables of the report."""
    by_line: dict[tuple[str, str], list[Visit]] = {(line, name): [] for line in LINES for name in APPS}
    with serving(APPS) as (browser, servers):
        for name, served in servers.items():
            visit(browser, served.url, name, None)
        for _ in range(VISITS):
            for line, name in by_line:
                by_line[line, name].append(visit(browser, servers[name].url, name, LINES[line]))
    figures = table(
        ("page", "line", "first picture, p50, ms", "MB", *(f"{name}, MB" for name in KINDS)),
        (
            (
                name,
                line,
                f"{median_time(visits):.0f}",
                megabytes(median_size(visits)),
                *map(megabytes, sizes_by_kind(visits)),
            )
            for (line, name), visits in by_line.items()
        ),
    )
    *pages, stock = APPS
    limits = verdicts(
        [
            *(
                Wanted(f"MB of the first visit, {page}", median_size(by_line["as it is", page]) / 1e6, MOST_MEGABYTES)
                for page in pages
            ),
            *(
                Wanted(
                    f"first picture of {page}, to text and one stock chart, {line}",
                    median_time(by_line[line, page]) / median_time(by_line[line, stock]),
                    MOST_LATER,
                )
                for page in pages
                for line in LINES
            ),
        ],
        "ratio, or number",
    )
    return f"{figures}\n\n{limits}"


def median_time(visits: Sequence[Visit]) -> float:
    """Median time to the first picture."""
    return p50([visit.pictured for visit in visits])


def median_size(visits: Sequence[Visit]) -> float:
    """Median size."""
    return p50([visit.size for visit in visits])


def sizes_by_kind(visits: Sequence[Visit]) -> list[float]:
    """Median size of each kind."""
    return [p50([visit.sizes[name] for visit in visits]) for name in KINDS]


def megabytes(size: float) -> str:
    """Format a size for a table."""
    return f"{size / 1e6:.2f}"
