"""Record the animations of the README: `make screenshot`."""

import io
from collections.abc import Iterator

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.serving import ROOT, server, settled

WIDTH = 960
"""Width of a frame in pixels."""

FRAMES = 28
"""Pointer positions, along the sequence and back."""


def compare(page: Page) -> Iterator[Image.Image]:
    """Compare, with the pointer at successive positions."""
    area = page.get_by_test_id("stMain").bounding_box()
    plot = page.locator(".chart").first.locator(".draglayer .xy3 .nsewdrag").bounding_box()
    for frame in range(FRAMES):
        share = 0.03 + 0.94 * frame / (FRAMES - 1)
        page.mouse.move(plot["x"] + share * plot["width"], plot["y"] + plot["height"] / 2)
        page.locator(".following path").nth(2).wait_for()
        yield shot(page, area)


def clocks(page: Page) -> Iterator[Image.Image]:
    """Step 7 of the lesson: four clocks, word by word, and three words later."""
    page.get_by_role("button", name="Show the answer").click()
    for position in range(9):
        page.locator(".stage").get_by_role("slider").fill(str(position))
        settled(page)
        yield shot(page, page.locator(".stage svg").bounding_box())


def shot(page: Page, area: dict) -> Image.Image:
    """Screenshot of a part of the page."""
    image = Image.open(io.BytesIO(page.screenshot(clip=area))).convert("RGB")
    return image.resize((WIDTH, round(WIDTH * image.height / image.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    with server() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        for name, link, frames, duration in (
            ("compare", "compare", compare, 120),
            ("clocks", "lesson?step=7", clocks, 700),
        ):
            page = browser.new_page(viewport={"width": 1280, "height": 930})
            page.goto(f"{app.url}{link}")
            settled(page)
            way = [*frames(page)]
            first, *others = [*way, *way[-2:0:-1]]
            options = {"save_all": True, "append_images": others, "loop": 0, "quality": 60, "method": 6}
            first.save(ROOT / "docs" / f"{name}.webp", duration=duration, **options)
        browser.close()
