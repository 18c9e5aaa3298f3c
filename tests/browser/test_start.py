"""Start in a browser: content above the fold, switches, words, and cards."""

from playwright.sync_api import Page, expect

from dashboard.say import message
from tests.browser.page import expect_query
from tests.browser.serving import settled


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    return box["y"] + box["height"]


def test_the_main_content_is_above_the_fold_and_switches_words_and_cards_respond(visit):
    page = visit()
    expect(page).to_have_title("Positional Encoding Lab")
    for width, height, last in (
        (390, 844, ".st-key-start-picture .chart"),
        (1366, 768, ".st-key-start-cards"),
        (1440, 900, ".start-links"),
    ):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        assert bottom(page, last) <= height, width
    # Plotly animates only between figures with the same traces
    page.evaluate(
        """() => { window.places = new Set(); const look = () => {
        for (const word of document.querySelectorAll('.chart .textpoint text'))
          if (word.textContent === 'dog') window.places.add(Math.round(word.getBoundingClientRect().x));
        requestAnimationFrame(look) }; look() }"""
    )
    page.locator("[class*=st-key-swap] label").click()
    page.wait_for_function("() => location.search === '?swap=false'")
    settled(page)
    assert page.evaluate("window.places.size") > 2

    page.locator("[class*=st-key-swap] label").click()
    page.wait_for_function("() => location.search === ''")
    expect(page.locator(".st-key-start-same")).to_be_visible()
    page.get_by_text(message("control-positions")).click()
    expect(page.locator(".st-key-start-changed")).to_be_visible()
    settled(page)
    expect_query(page, {"positions": ["true"]})
    chart = page.get_by_role("application").first
    box = chart.bounding_box()
    # the first of three words, above the middle
    page.mouse.click(box["x"] + box["width"] / 6, box["y"] + box["height"] / 2 - 66)
    settled(page)
    expect_query(page, {"positions": ["true"], "focus": ["dog"]})
    assert "“dog” attends to" in chart.get_attribute("aria-label")
    # a card is clickable everywhere
    page.locator(".st-key-card-learn").click()
    page.wait_for_function("() => location.pathname === '/lesson'")
    expect_query(page, {})
