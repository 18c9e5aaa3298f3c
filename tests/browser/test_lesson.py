"""The whole lesson by keyboard, in a small window and on a phone, light and dark."""

import re

import pytest
from playwright.sync_api import Page, expect

from dashboard.say import message, say
from dashboard.state import lesson_answers
from dashboard.views.lesson import facts
from tests.browser.serving import settled
from tests.browser.test_accessibility import AXE_SCRIPT, COLORS, MAIN, findings

SMALL, PHONE = ({"width": w, "height": h} for w, h in ((1280, 720), (390, 844)))


def height(page: Page) -> int:
    """Height of the page in pixels, including its bottom padding."""
    return page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight")


@pytest.mark.thorough
def test_the_lesson_by_keyboard(visit, address):
    page = visit("", at=f"{address}lesson")
    page.set_viewport_size(SMALL)
    page.evaluate(AXE_SCRIPT)
    for step in range(1, 11):
        expect(page.get_by_role("heading", name=say(facts.question(step)))).to_be_visible()
        settled(page)
        assert height(page) <= SMALL["height"], step
        # before the answer, these two are the highest steps
        if step in (7, 8):
            page.set_viewport_size(PHONE)
            settled(page)
            places = (
                page.get_by_role("button", name=message("lesson-next")),
                page.get_by_role("button", name=message("lesson-reveal")),
                page.locator(".chart").first,
            )
            following, reveal, picture = (place.bounding_box()["y"] for place in places)
            assert picture < reveal
            assert 0 < following < PHONE["height"]
            assert height(page) <= 1.5 * PHONE["height"], step
            page.set_viewport_size(SMALL)
        right = next(choice for choice in lesson_answers.CHOICES[step] if lesson_answers.is_right(step, choice))
        words = message(f"lesson-{step}.choice-{right}")
        if step == 1:
            # the word itself, in the figure
            settled(page)
            page.locator(".chart .point").nth(int(right)).click(force=True)
        else:
            page.get_by_role("radio", name=words, exact=True).or_(
                page.get_by_role("button", name=words, exact=True)
            ).first.focus()
            page.keyboard.press("Enter")
        expect(page.get_by_text(message("lesson-right", text=words))).to_be_visible()
        settled(page)
        assert height(page) <= SMALL["height"], step
        expect(page.get_by_role("button", name=message("lesson-next"))).to_be_in_viewport()
        # a clickable figure, and the controls of an answer with numbers
        if step in (1, 9):
            assert not findings(page, MAIN)
        page.evaluate("document.activeElement.blur()")
        if step < 10:
            page.keyboard.press("ArrowRight")
            page.wait_for_function(f"() => location.search.includes('step={step + 1}')")
    expect(page.get_by_text(message("lesson-score", count=10, most=10))).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => location.search.includes('step=9')")
    expect(page.get_by_text(message("lesson-right", text=message("lesson-9.choice-2")))).to_be_visible()
    page.emulate_media(color_scheme="dark")
    settled(page)
    assert not findings(page, MAIN, **COLORS)


def test_the_worksheet_prints_on_two_pages_and_its_answers_on_a_third(visit, address):
    page = visit("class=2", at=f"{address}lesson")
    # Letter is lower than A4 by 18 mm
    margins = dict.fromkeys(("top", "right", "bottom", "left"), "1cm")
    for pages in (2, 3):
        expect(page.locator(".sheet")).to_have_count(pages)
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format="Letter", margin=margins))) == pages
        page.get_by_text(message("lesson-sheet-show")).click()
    page.emulate_media(media="print")
    for element in (page.locator(".st-key-address"), page.get_by_text(message("lesson-sheet-show"))):
        expect(element).to_be_hidden()
