"""How fast the curves follow the pointer over the first portrait of Compare.

A real mouse moves over it in equal steps, each to another position: Playwright sends the next when the browser has
handled the last, so a move has a frame. With it runs all that a visitor's move sets off, Plotly's own hover too.

- pointer to picture: from the time stamp that the browser gives a movement to the first task after the frame that has
  drawn its curves. By then the frame is painted; that the screen then shows it costs every page the same. A movement
  waits for the next frame before it is told to the page: nearly a whole frame here, as it comes just after one.
- a frame while moving: from the start of a frame that draws curves to the start of the next one, by the time stamps
  of requestAnimationFrame. These lie on a grid of 16.7 ms: one that is late by any time is one frame late. So "within
  one frame" means that at most 5 of 100 frames were dropped: a p95 up to 16.7 ms, and a twentieth more for the
  jitter of the grid.
- the script's own time: what the app's two functions take, the handler of the movement and the drawing.
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
"""What the link says of the schemes; where it says nothing there are three."""

FRAME = 1e3 / 60
JITTER = 1.05
FRAMES = {(256, 128): 1, (1024, 512): 2}
"""In how many frames the curves must be drawn."""

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
  // a frame that has drawn is known as such when the next one begins: who asked for it first is called first
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
    """What was seen while the pointer moved, in ms, and of frames before it did."""

    delays: Sequence[float]
    frames: Sequence[float]
    still: Sequence[float]
    own: Sequence[float]


def gaps(stamps: Sequence[float]) -> list[float]:
    """From each time to the next."""
    return [later - earlier for earlier, later in pairwise(stamps)]


def opened(browser: Browser, url: str, size: tuple[int, int], schemes: Sequence[str]) -> Page:
    """A window that shows some portraits and watches itself."""
    page = browser.new_page(viewport=VIEW)
    page.goto(f"{url}compare?{urlencode({'n': size[0], 'd': size[1], 'scheme': schemes}, doseq=True)}")
    settled(page)
    page.wait_for_function(
        "(count) => document.querySelectorAll('.chart[data-drawn]').length === count", arg=len(schemes) or 3
    )
    page.evaluate(WATCH)
    return page


def followed(page: Page) -> Followed:
    """Move over the first portrait, once to warm up and once to be measured."""
    plot = page.locator(".chart .nsewdrag").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box
    left, right = (box["x"] + share * box["width"] for share in (0.02, 0.98))
    height = box["y"] + box["height"] / 2
    # nothing moves: so many frames
    page.evaluate("window.again()")
    page.wait_for_function("(frames) => window.seen.frames.length > frames", arg=MOVES)
    still = gaps(page.evaluate("window.seen.frames"))
    page.mouse.move(left, height)
    page.mouse.move(right, height, steps=MOVES // 4)
    page.mouse.move(left, height)
    assert page.locator(".following[data-position]").count() == page.locator(".chart").count()
    page.evaluate("window.again()")
    page.mouse.move(right, height, steps=MOVES)
    # until the last move has its frame, and the next one
    page.wait_for_function("() => window.seen.drawn.at(-1) < window.seen.frames.length - 1")
    seen = page.evaluate("window.seen")
    # a move that changes nothing, and two that share a frame, are not drawn: more than a few would be another benchmark
    assert len(seen["drawn"]) > 0.9 * MOVES, f"only {len(seen['drawn'])} of {MOVES} moves were drawn"
    lasted = gaps(seen["frames"])
    return Followed(
        seen["delays"], [lasted[order] for order in seen["drawn"] if order < len(lasted)], still, seen["own"]
    )


def measured() -> str:
    """The tables."""
    found: dict[tuple[tuple[int, int], str], Followed] = {}
    with serving({"Compare": OURS}) as (browser, servers):
        for size in SIZES:
            for name, schemes in CHOSEN.items():
                page = opened(browser, servers["Compare"].url, size, schemes)
                found[size, name] = followed(page)
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
                len(seen.delays),
                *(both(each) for each in (seen.delays, seen.frames, seen.still, seen.own)),
            )
            for ((n, d), name), seen in found.items()
        ),
    )
    limits = verdicts(
        (
            Wanted(f"p95 of a frame while moving, {n:,} × {d}, {name}", p95(seen.frames), limit(frames), ".1f")
            for ((n, d), name), seen in found.items()
            if (frames := FRAMES.get((n, d)))
        ),
        "ms",
    )
    return f"{figures}\n\n{limits}"


def limit(frames: int) -> float:
    """The longest that so many frames last, with the jitter of their grid, in ms."""
    return round(frames * FRAME * JITTER, 1)


def both(values: Sequence[float]) -> str:
    """The median and the p95."""
    return f"{p50(values):.1f} / {p95(values):.1f}"
