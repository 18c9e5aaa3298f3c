"""Latency of the preview curves while the pointer moves over the first column of Compare.

A real mouse moves in equal steps, each to another position. Playwright sends the next move when the browser has handled
the last, so every move has a frame. All handlers of a real visit run too, including Plotly's own hover.

- pointer to picture: from the time stamp of the browser's mouse event to the first task after the frame that draws
the curves. The frame is painted by then; the delay of the display is the same for every page. A mouse event is
dispatched at the next frame: nearly a whole frame here, as it arrives just after one.
- a frame while moving: from the start of a frame that draws curves to the start of the next one, by the time stamps
of requestAnimationFrame. These lie on a grid of 16.7 ms, so any delay costs a whole frame. "Within one frame"
means that at most 5 of 100 frames were dropped: a p95 of at most 16.7 ms, plus a twentieth for the jitter of
the grid.
- the script's own time: the duration of the app's two functions, the mouse handler and the drawing.

"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page

from tests.benchmarks.browser import OURS, VIEW, serving
from tests.benchmarks.tables import Wanted, p50, p95, table, verdicts
from tests.browser.serving import settled

MOVES = 120
SIZES = ((128, 64), (256, 128), (1024, 512))
"""Lengths and dims."""

SCHEMES = ("Index", "Normalized", "Binary", "Sinusoidal", "Gray", "RoPE")
CHOSEN = {"three schemes": (), "six schemes": SCHEMES}
"""Schemes in the link; the default are three."""

FRAME = 1e3 / 60
JITTER = 1.05
FRAMES = {(256, 128): 1, (1024, 512): 2}
"""Frames within which the curves must be drawn."""

WATCH = """() => {
  const curves = window.followingCharts, { draw } = curves;
  const empty = () => ({ frames: [], drawn: [], delays: [], own: [] });
  window.seen = empty();
  window.again = () => { window.seen = empty(); };
  let moved, own = 0, drew = false;
  for (const chart of document.querySelectorAll('.chart')) {
    const handler = chart.onpointermove;
    chart.onpointermove = (event) => {
      const start = performance.now();
      handler.call(chart, event);
      own += performance.now() - start;
      moved ??= event.timeStamp;
    };
  }
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => window.seen.delays.push(performance.now() - data);
  curves.draw = function () {
    const start = performance.now();
    draw.call(this);
    drew = true;
    window.seen.own.push(own + performance.now() - start);
    own = 0;
    painted.port2.postMessage(moved);
    moved = undefined;
  };
  // drawing in a frame is recorded at the next one: callbacks run in the order of their requests
  const look = (stamp) => {
    const { frames, drawn } = window.seen;
    if (frames.length && drew) drawn.push(frames.length - 1);
    drew = false;
    frames.push(stamp);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


class Followed(NamedTuple):
    """Times in ms while the pointer moved, and of frames before."""

    delays: Sequence[float]
    frames: Sequence[float]
    still: Sequence[float]
    own: Sequence[float]


def intervals(stamps: Sequence[float]) -> list[float]:
    """Differences of successive times."""
    return [later - earlier for earlier, later in pairwise(stamps)]


def open_window(browser: Browser, url: str, size: tuple[int, int], schemes: Sequence[str]) -> Page:
    """Open some encodings in a window that records its frames."""
    page = browser.new_page(viewport=VIEW)
    page.goto(f"{url}compare?{urlencode({'n': size[0], 'd': size[1], 'scheme': schemes}, doseq=True)}")
    settled(page)
    page.wait_for_function("() => document.querySelector('.chart[data-drawn]')")
    page.evaluate(WATCH)
    return page


def follow(page: Page) -> Followed:
    """Move the pointer over the first column: once to warm up, once to measure."""
    plot = page.locator(".chart .nsewdrag").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box
    left, right = (box["x"] + share * box["width"] for share in (0.02, 0.98))
    height = box["y"] + box["height"] / 2
    # idle frames
    page.evaluate("window.again()")
    page.wait_for_function("(frames) => window.seen.frames.length > frames", arg=MOVES)
    still = intervals(page.evaluate("window.seen.frames"))
    page.mouse.move(left, height)
    page.mouse.move(right, height, steps=MOVES // 4)
    page.mouse.move(left, height)
    assert page.locator(".following[data-position]").count() == page.locator(".chart").count()
    page.evaluate("window.again()")
    page.mouse.move(right, height, steps=MOVES)
    # until the last move has its frame, and the next one
    page.wait_for_function("() => window.seen.drawn.at(-1) < window.seen.frames.length - 1")
    recorded = page.evaluate("window.seen")
    # moves without a change or in a shared frame are not drawn; more than a few would make another benchmark
    assert len(recorded["drawn"]) > 0.9 * MOVES, f"only {len(recorded['drawn'])} of {MOVES} moves were drawn"
    lasted = intervals(recorded["frames"])
    return Followed(
        recorded["delays"],
        [lasted[order] for order in recorded["drawn"] if order < len(lasted)],
        still,
        recorded["own"],
    )


def measure() -> str:
    """Tables of the report."""
    records: dict[tuple[tuple[int, int], str], Followed] = {}
    with serving({"Compare": OURS}) as (browser, servers):
        for size in SIZES:
            for name, schemes in CHOSEN.items():
                page = open_window(browser, servers["Compare"].url, size, schemes)
                records[size, name] = follow(page)
                page.close()
    figures = table(
        (
            "n × d",
            "schemes",
            "moves drawn",
            "pointer to picture, p50 / p95, ms",
            "frame while moving",
            "frame while still",
            "the script's own time",
        ),
        (
            (
                f"{n:,} × {d}",
                name,
                len(record.delays),
                *(median_and_p95(values) for values in (record.delays, record.frames, record.still, record.own)),
            )
            for ((n, d), name), record in records.items()
        ),
    )
    limits = verdicts(
        (
            Wanted(f"p95 of a frame while moving, {n:,} × {d}, {name}", p95(record.frames), limit(frames), ".1f")
            for ((n, d), name), record in records.items()
            if (frames := FRAMES.get((n, d)))
        ),
        "ms",
    )
    return f"{figures}\n\n{limits}"


def limit(frames: int) -> float:
    """Duration of some frames in ms, with the jitter of the display."""
    return round(frames * FRAME * JITTER, 1)


def median_and_p95(values: Sequence[float]) -> str:
    return f"{p50(values):.1f} / {p95(values):.1f}"
