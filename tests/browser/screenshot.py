"""Renew the picture of the README: `make screenshot`."""

from playwright.sync_api import sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.serving import ROOT, server, settled

if __name__ == "__main__":
    with server() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(app.url)
        settled(page)
        plot = page.locator(".chart").first.locator(".draglayer .xy3 .nsewdrag").bounding_box()
        page.mouse.move(plot["x"] + 0.7 * plot["width"], plot["y"] + 20)
        page.locator(".following path").nth(2).wait_for()
        page.screenshot(path=ROOT / "dashboard" / "screenshot.png")
        browser.close()
