"""The bar above the figure, by mouse and by keyboard, and where it stands."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from dashboard.say import message
from tests.browser.page import expect_query, open_box, set_size
from tests.browser.serving import settled
from tests.browser.test_accessibility import findings

THREE = ["Sinusoidal", "Binary", "Normalized"]


def chips(page: Page) -> list[str]:
    return page.locator("[class*=st-key-chip-] button:visible").all_inner_texts()


def change(page: Page, schemes: list[str]) -> None:
    """Wait until the page shows these encodings, and the list of the others is closed."""
    expect_query(page, {"scheme": schemes} if schemes != THREE else {})
    settled(page)
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    assert [chip.split()[0] for chip in chips(page)] == schemes
    expect(page.locator(".chart").first).to_be_visible()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_encodings_are_added_and_removed(visit, address, way):
    page = visit(at=f"{address}compare")
    add, box = (
        page.locator(".st-key-bar-encodings").get_by_test_id("stPopoverButton"),
        page.get_by_test_id("stPopoverBody"),
    )
    if way == "mouse":
        open_box(page, "add").get_by_role("button", name="Gray", exact=False).click()
    else:
        add.press("Enter")
        expect(box.get_by_role("button", name="Gray")).to_be_visible()
        settled(page)
        # from its button into the box, which is at the end of the document, back, and on
        for key, name in (("Tab", "Index"), ("Shift+Tab", "add"), ("Tab", "Index"), ("Tab", "Gray")):
            page.keyboard.press(key)
            expect(page.locator("button:focus")).to_contain_text(name)
        page.keyboard.press("Enter")
    change(page, [*THREE, "Gray"])
    # what had the focus is gone
    expect(add).to_be_focused()
    chip = page.locator(".st-key-chip-Binary").get_by_role("button")
    if way == "mouse":
        chip.click()
    else:
        chip.press("Enter")
    change(page, ["Sinusoidal", "Normalized", "Gray"])
    expect(add).to_be_focused()


def test_boxes_stay_open_and_keep_the_focus_while_one_works_in_them(visit, address):
    page = visit(at=f"{address}compare")
    box = page.get_by_test_id("stPopoverBody")
    for n in (100, 65):
        set_size(page, "n", n)
        expect_query(page, {"n": [str(n)]})
        settled(page)
        expect(page.locator(".st-key-size-n")).to_contain_text(f"n = {n}")
        expect(box.get_by_role("spinbutton")).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(page.locator(".st-key-size-n").get_by_role("button")).to_be_focused()
    # a short sequence has a slider of the offset
    open_box(page, "size-k").get_by_role("slider").press("ArrowRight")
    expect_query(page, {"n": ["65"], "k": ["2"]})
    expect(box.get_by_role("slider")).to_be_focused()

    options = open_box(page, "options")
    options.get_by_role("radio", name="cosine").click()
    expect(page.locator(".st-key-options")).to_contain_text("similarity cosine")
    base = options.get_by_role("spinbutton", name="Base", exact=True)
    base.fill("500")
    base.press("Enter")
    sizes = {"n": ["65"], "k": ["2"]}
    expect_query(page, sizes | {"measure": ["cosine"], "Sinusoidal.base": ["500"]})
    settled(page)
    expect(base).to_be_focused()
    options.get_by_role("button", name=message("bar-options.reset")).click()
    expect_query(page, sizes)
    expect(base).to_have_value("10000")


def test_the_box_to_take_away_has_the_link_and_its_controls_have_names(visit, address):
    page = visit("p=30", at=f"{address}compare")
    page.evaluate(AXE_SCRIPT)
    expect(open_box(page, "take").get_by_test_id("stCode").first).to_have_text(f"{address}compare?p=30")
    assert not findings(page, {"include": [["[data-testid=stPopoverBody]"]]})
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1024, "height": 768})
    settled(page)
    # where their buttons are icons, too
    for id in ("bar-options", "bar-take"):
        expect(page.locator(".st-key-bar").get_by_role("button", name=message(id))).to_be_visible()
    assert not findings(page, {"include": [[".st-key-bar"]]})


def test_the_bar_is_one_row_and_two_on_a_phone(visit, address):
    page = visit(at=f"{address}compare")
    rows = """() => { const places = [...document.querySelectorAll('.st-key-bar :is(button, [role=slider], input)')]
      .filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect());
      const middles = places.map(({ top, height }) => top + height / 2).sort((one, other) => one - other);
      return 1 + middles.filter((middle, order) => middle - middles[order - 1] > 20).length }"""
    for width, count in ((1440, 1), (1024, 1), (390, 2)):
        page.set_viewport_size({"width": width, "height": 844})
        settled(page)
        page.wait_for_function(f"(count) => ({rows})() === count", arg=count)
        # a row fades where there is more to scroll to, and only there
        fades = page.locator(".st-key-bar-encodings").evaluate("(row) => row.scrollWidth > row.clientWidth")
        assert fades == (width == 390)
        for part in ("document.documentElement", "document.querySelector('[data-testid=stMain]')"):
            page.wait_for_function(f"(width) => {part}.scrollWidth <= width", arg=width)
