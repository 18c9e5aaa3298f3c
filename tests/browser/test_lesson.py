"""The whole lesson by keyboard, in a small window and on a phone, light and dark."""

import re

import pytest
from playwright.sync_api import Page, expect

from dashboard.say import message, say
from dashboard.state import lesson_answers
from dashboard.views.lesson import facts
from tests.browser.test_accessibility import AXE_SCRIPT, COLORS, MAIN, findings

USUAL, SMALL, PHONE = ({"width": w, "height": h} for w, h in ((1366, 768), (1280, 720), (390, 844)))


def height(page: Page) -> int:
    """Height of the page in pixels, including its bottom padding."""
    return page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight")


DRAWN = ".stage[data-drawn]"


@pytest.mark.thorough
def test_the_lesson_by_keyboard(visit, address):
    page = visit("", at=f"{address}lesson")
    page.set_viewport_size(SMALL)
    page.evaluate(AXE_SCRIPT)
    for step in range(1, 11):
        expect(page.get_by_role("heading", name=say(facts.question(step)))).to_be_visible()
        page.wait_for_selector(DRAWN)
        assert height(page) <= SMALL["height"], step
        page.set_viewport_size(PHONE)
        picture = page.locator(".stage svg").bounding_box()
        assert picture["y"] + picture["height"] < PHONE["height"], step
        page.set_viewport_size(SMALL)
        right = next(choice for choice in lesson_answers.CHOICES[step] if lesson_answers.is_right(step, choice))
        words = message(f"lesson-{step}.choice-{right}")
        if step == 1:
            # the word itself, in the picture
            page.locator(f'.stage [pick="{right}"]').click()
        else:
            page.get_by_role("radio", name=words, exact=True).or_(
                page.get_by_role("button", name=words, exact=True)
            ).first.focus()
            page.keyboard.press("Enter")
        expect(page.get_by_text(message("lesson-right", text=words))).to_be_visible()
        page.wait_for_selector(DRAWN)
        page.set_viewport_size(USUAL)
        assert height(page) <= USUAL["height"], step
        page.set_viewport_size(SMALL)
        # a picture with words to click, and the controls of an answer
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
    page.wait_for_selector(DRAWN)
    assert not findings(page, MAIN, **COLORS)


@pytest.mark.thorough
@pytest.mark.parametrize("answers", ["", "-.-.-.-.-.-.-.-.-.-"])
def test_a_projector_shows_a_step_without_scrolling(visit, address, answers):
    page = visit(f"step=1&big=1&answers={answers}", at=f"{address}lesson")
    page.set_viewport_size(SMALL)
    for step in range(1, 11):
        expect(page.get_by_role("heading", name=say(facts.question(step)))).to_be_visible()
        page.wait_for_selector(DRAWN)
        assert height(page) <= SMALL["height"], step
        page.keyboard.press("ArrowRight")


MOVE = """() => {
    const stage = document.querySelector('.stage'), slider = stage.querySelector('input');
    slider.value = slider.value === '0' ? 5 : 0;
    slider.dispatchEvent(new Event('input'));
    return 'drawn' in stage.dataset }"""
"""Move the slider; return whether the picture stands still again at once."""


def test_hands_glide_to_the_chosen_word_unless_motion_is_reduced(visit, address):
    page = visit("step=7&answers=......315", at=f"{address}lesson")
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        page.wait_for_selector(DRAWN)
        assert page.evaluate(MOVE) == (motion == "reduce")
        page.wait_for_selector(DRAWN)
    page.get_by_role("slider", name=message("lesson-7.control")).focus()
    page.keyboard.press("End")
    page.wait_for_function("() => location.search.includes('control=8')")
    # dragging along the words, too
    words = [page.locator(f'.stage text[pick="{word}"]').bounding_box() for word in (1, 5)]
    page.mouse.move(words[0]["x"], words[0]["y"])
    page.mouse.down()
    page.mouse.move(words[1]["x"] + 5, words[1]["y"])
    page.mouse.up()
    page.wait_for_function("() => location.search.includes('control=5')")


def test_the_file_of_a_step_works_without_a_server(visit, blank, address, tmp_path):
    page = visit("step=6&answers=.....9", at=f"{address}lesson")
    page.wait_for_selector(DRAWN)
    with page.expect_download() as download:
        page.get_by_text(message("lesson-file")).click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.name == "lesson-6.html"
    assert saved.stat().st_size < 200_000
    page = blank()
    page.goto(saved.as_uri())
    page.wait_for_selector(DRAWN)
    expect(page.get_by_text(message("lesson-6.equal"))).to_be_visible()
    page.get_by_text(message("lesson-6.option-0"), exact=True).click()
    expect(page.get_by_text(message("lesson-6.equal"))).to_be_hidden()
    expect(page.locator("a")).to_have_attribute("href", re.compile("lesson[?].*step=6"))


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
