"""Work of the browser for one move of the pointer over Compare, compared with a fixed piece of drawing work.

Both are CPU time of the page's main thread, from scripts to painting, measured alternately in one browser. Machines and
their loads differ, but their ratio hardly does: it is compared with the stored one, so that a slowdown is noticed.

python -m tests.benchmarks.following   stores the ratios
"""

import json
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page

from tests.benchmarks.browser import OURS, VIEW, serving
from tests.benchmarks.tables import Wanted, table
from tests.browser.serving import settled

STORED = Path(__file__).with_name("following.json")
"""Ratios by case."""

SLOWER = 1.3
"""Ratio to the stored one above which following is slower."""

MOVES, ROUNDS = 60, 5

SIX = ("Index", "Normalized", "Binary", "Sinusoidal", "Gray", "RoPE")
CASES = {
    f"{n:,} × {d}, {'six' if names else 'three'} encodings": urlencode({"n": n, "d": d, "scheme": names}, doseq=True)
    for n, d in ((128, 64), (1024, 512))
    for names in ((), SIX)
}
"""Links; the default are three encodings."""

FIXED = """<svg width="1200" height="600"></svg><script>
const svg = document.querySelector("svg");
const draw = (turn) => {
  svg.replaceChildren();
  for (let order = 0; order < 12; order++) {
    const path = svg.appendChild(document.createElementNS(svg.namespaceURI, "path"));
    const at = (place) => `${4 * place},${50 * order + 20 * Math.sin((place + turn) / 9)}`;
    path.setAttribute("d", `M${Array.from({ length: 256 }, (_, place) => at(place)).join("L")}`);
    path.setAttribute("fill", "none");
    path.setAttribute("stroke", "black");
    const label = svg.appendChild(document.createElementNS(svg.namespaceURI, "text"));
    label.setAttribute("y", 50 * order);
    label.textContent = `position ${turn}: ${label.getBBox().height}`;
  }
};
window.run = (count) => new Promise((resolve) => {
  const next = () => { if (!count--) return resolve(); draw(count); requestAnimationFrame(next); };
  next();
});
</script>"""
"""Page that draws curves and labels in as many frames as it is told."""


@contextmanager
def opened(browser: Browser, url: str = "") -> Iterator[tuple[Page, Callable[[], float]]]:
    """Open a page, and yield it with a function that returns its CPU time so far, in milliseconds."""
    page = browser.new_page(viewport=VIEW)
    if url:
        page.goto(url)
        settled(page)
    else:
        page.set_content(FIXED)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return 1e3 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    yield page, spent
    page.close()


def follow(page: Page) -> None:
    """Move the pointer over the first column and back, each move to another position."""
    plot = page.locator(".chart .nsewdrag").first
    box = plot.bounding_box()
    assert box
    height = box["y"] + box["height"] / 2
    for share in (0.98, 0.02):
        page.mouse.move(box["x"] + share * box["width"], height, steps=MOVES // 2)
    assert page.locator(".following[data-position]").count() == page.locator(".chart").count()


def ratios() -> dict[str, tuple[float, float]]:
    """Milliseconds of a move, and their ratio to a frame of the fixed work, the median of some rounds."""
    found = {}
    with serving({"ours": OURS}) as (browser, servers), opened(browser) as (fixed, fixed_time):
        for name, link in CASES.items():
            with opened(browser, f"{servers['ours'].url}compare?{link}") as (page, time):
                rounds = []
                for _ in range(ROUNDS + 1):
                    page.bring_to_front()
                    before = time()
                    follow(page)
                    moved = time() - before
                    fixed.bring_to_front()
                    before = fixed_time()
                    fixed.evaluate(f"window.run({MOVES})")
                    rounds.append((moved / MOVES, moved / (fixed_time() - before)))
                # the first round compiles the scripts
                found[name] = tuple(map(statistics.median, zip(*rounds[1:], strict=True)))
    return found


def measure() -> tuple[str, list[Wanted]]:
    """Table of times and ratios, and the ratios to the stored ones."""
    stored = json.loads(STORED.read_text())
    found = ratios()
    rows = [(name, f"{time:.1f}", f"{ratio:.2f}", stored[name]) for name, (time, ratio) in found.items()]
    limits = [
        Wanted(f"{name}, to the stored ratio", ratio / stored[name], SLOWER) for name, (_, ratio) in found.items()
    ]
    return table(("Compare", "CPU time of a move, ms", "to a frame of the fixed work", "stored"), rows), limits


if __name__ == "__main__":
    found = {name: round(ratio, 2) for name, (_, ratio) in ratios().items()}
    STORED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    print(STORED.read_text())
