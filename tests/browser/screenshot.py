"""Renew the moving picture of the README: `make screenshot`."""

import io

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.serving import ROOT, server, settled

WIDTH = 960
"""Pixels of the picture."""

FRAMES = 28
"""Positions of the pointer, on its way along the sequence and back."""


def frames() -> list[Image.Image]:
    """Compare, with the pointer at one position after the other."""
    with server() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 820})
        page.goto(app.url)
        settled(page)
        area = page.get_by_test_id("stMain").bounding_box()
        plot = page.locator(".chart").first.locator(".draglayer .xy3 .nsewdrag").bounding_box()
        found = []
        for frame in range(FRAMES):
            share = 0.03 + 0.94 * frame / (FRAMES - 1)
            page.mouse.move(plot["x"] + share * plot["width"], plot["y"] + plot["height"] / 2)
            page.locator(".following path").nth(2).wait_for()
            shown = Image.open(io.BytesIO(page.screenshot(clip=area))).convert("RGB")
            found.append(shown.resize((WIDTH, round(WIDTH * shown.height / shown.width)), Image.Resampling.LANCZOS))
        browser.close()
    return found


if __name__ == "__main__":
    way = frames()
    first, *others = [*way, *way[-2:0:-1]]
    options = {"save_all": True, "append_images": others, "duration": 120, "loop": 0, "quality": 60, "method": 6}
    first.save(ROOT / "docs" / "compare.webp", **options)
