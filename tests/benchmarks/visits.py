"""The first visit: Start and Compare, in a browser that has nothing yet, beside text and one stock chart.

How late the first picture is: from the start of the visit to the frame after the one that has all charts drawn, three
on Compare and one on the others. How much comes over the network until the page stands still: every file as it is
sent, headers and compression included, and what the messages of the websocket say. Both on the machine's own line,
and on one of 10 Mbit/s each way that answers 40 ms later. The server has been visited once before.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, WebSocket

from tests.benchmarks.browser import OURS, VIEW, App, quiet, serving
from tests.benchmarks.tables import Wanted, p50, table, verdicts
from tests.browser.serving import settled

VISITS = 5
QUIET = 500
"""Milliseconds without an arrival, after which a page stands still."""

MOST_MEGABYTES = 6.0
MOST_LATER = 1.15
CHART_APP = App("tests/benchmarks/chart_app.py")
APPS = {"Start": OURS, "Compare": OURS, "text and one stock chart": CHART_APP}
PATHS = {"Compare": "compare"}
CHARTS = {"Start": 1, "Compare": 3, "text and one stock chart": 1}
DRAWN = {"Start": "chart.querySelector('.scatterlayer .js-line')"}
"""When a chart is drawn, where it has no heatmap."""
SLOW = 10e6 / 8
"""Bytes a second."""

LINES: Mapping[str, Mapping[str, float] | None] = {
    "as it is": None,
    "10 Mbit/s, 40 ms": {"latency": 40, "downloadThroughput": SLOW, "uploadThroughput": SLOW},
}
KINDS = ("Streamlit's scripts", "plotly.js", "other")

# it runs before the page's own scripts; the browser's clock counts from the start of the visit
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
    """What a visit took."""

    pictured: float
    """Milliseconds to the first picture."""
    sizes: Mapping[str, int]
    """Bytes of each kind."""

    @property
    def size(self) -> int:
        """All bytes."""
        return sum(self.sizes.values())


class Arrivals(list[tuple[str, int]]):
    """What comes over the network: the kind and the bytes of each."""

    def __init__(self, network: CDPSession) -> None:
        super().__init__()
        self.addresses: dict[str, str] = {}
        network.on("Network.requestWillBeSent", self._asked)
        network.on("Network.loadingFinished", self._came)
        network.send("Network.enable")

    def socket(self, socket: WebSocket) -> None:
        """Listen to a websocket, too."""
        socket.on("framereceived", self._said)
        socket.on("framesent", self._said)

    def _asked(self, event: Mapping) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _came(self, event: Mapping) -> None:
        self.append((kind(self.addresses.get(event["requestId"], "")), int(event["encodedDataLength"])))

    def _said(self, said: str | bytes) -> None:
        self.append(("other", len(said.encode() if isinstance(said, str) else said)))


def kind(address: str) -> str:
    """What a file is, by its address."""
    if "plotly" in address.lower():
        return "plotly.js"
    return "Streamlit's scripts" if "/static/js/" in address else "other"


HEATMAP = "chart.querySelector('.heatmaplayer image') && chart.querySelector('.scatterlayer .js-line')"


def visit(browser: Browser, root: str, name: str, line: Mapping[str, float] | None) -> Visit:
    """Visit a page with nothing known of it."""
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
    quiet(page, arrivals, QUIET)
    sizes = {name: sum(size for of, size in arrivals if of == name) for name in KINDS}
    found = Visit(page.evaluate("window.pictured"), sizes)
    context.close()
    return found


def measured() -> str:
    """The tables."""
    found: dict[tuple[str, str], list[Visit]] = {(line, name): [] for line in LINES for name in APPS}
    with serving(APPS) as (browser, servers):
        for name, served in servers.items():
            visit(browser, served.url, name, None)
        for _ in range(VISITS):
            for line, name in found:
                found[line, name].append(visit(browser, servers[name].url, name, LINES[line]))
    figures = table(
        ("page", "line", "first picture, p50, ms", "MB", *(f"{name}, MB" for name in KINDS)),
        (
            (name, line, f"{pictured(visits):.0f}", megabytes(median(visits)), *map(megabytes, kinds(visits)))
            for (line, name), visits in found.items()
        ),
    )
    *pages, stock = APPS
    limits = verdicts(
        [
            *(
                Wanted(f"MB of the first visit, {each}", median(found["as it is", each]) / 1e6, MOST_MEGABYTES)
                for each in pages
            ),
            *(
                Wanted(
                    f"first picture of {each}, to text and one stock chart, {line}",
                    pictured(found[line, each]) / pictured(found[line, stock]),
                    MOST_LATER,
                )
                for each in pages
                for line in LINES
            ),
        ],
        "ratio, or number",
    )
    return f"{figures}\n\n{limits}"


def pictured(visits: Sequence[Visit]) -> float:
    """How late the first picture is."""
    return p50([each.pictured for each in visits])


def median(visits: Sequence[Visit]) -> float:
    """How many bytes come."""
    return p50([each.size for each in visits])


def kinds(visits: Sequence[Visit]) -> list[float]:
    """How many bytes of each kind come."""
    return [p50([each.sizes[name] for each in visits]) for name in KINDS]


def megabytes(size: float) -> str:
    """A size as a table has it."""
    return f"{size / 1e6:.2f}"
