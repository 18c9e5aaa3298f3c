"""Read the state of a page in the browser, use its bar, and open another page."""

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import parse_qs

from playwright.sync_api import Locator, Page, TimeoutError, expect

from dashboard.say import MESSAGES, in_language
from dashboard.state.pages import ENTRIES, FIRST, SECTIONS
from tests.browser.serving import settled


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(page.evaluate("location.search").lstrip("?"))


def expect_query(page: Page, expected: Mapping[str, list[str]]) -> None:
    """Wait until the query string equals `expected`: it is updated at the end of a run, after the charts."""
    with suppress(TimeoutError):
        page.wait_for_function(
            """(expected) => { const query = new URLSearchParams(location.search), keys = Object.keys(expected);
              return [...query.keys()].every((key) => keys.includes(key))
                && keys.every((key) => `${query.getAll(key)}` === `${expected[key]}`) }""",
            arg=expected,
        )
    assert query(page) == expected


def title(page: Page) -> str:
    return page.locator("[data-testid=stMain] h1").inner_text()


def spoken(page: Page) -> str:
    """Text announced to a screen reader after a key: the live regions of all charts."""
    return "".join(page.locator(".spoken[aria-live=polite]").all_text_contents())


def position_slider(page: Page) -> Locator:
    """The slider of the position."""
    return page.locator(".st-key-position").get_by_role("slider")


def open_box(page: Page, key: str) -> Locator:
    """Open a box of the bar, by its key, unless it is open; return its content."""
    place = "bar-encodings" if key == "add" else key.replace(" ", "-")
    button = page.locator(f".st-key-{place}").get_by_test_id("stPopoverButton")
    if button.get_attribute("aria-expanded") != "true":
        button.click()
    box = page.get_by_test_id("stPopoverBody")
    expect(box.locator("input, button, pre").first).to_be_visible()
    settled(page)
    return box


def set_size(page: Page, name: str, value: int) -> None:
    """Type a size in its box."""
    typed = open_box(page, f"size {name}").get_by_role("spinbutton")
    typed.fill(str(value))
    typed.press("Enter")


def go_to(page: Page, name: str) -> list[str]:
    """Open a page by the entry of its section, and by the row of the section; return the pages on the way, and it."""
    (pages,) = [pages for pages in SECTIONS.values() if name in pages]
    (entry,) = ENTRIES.keys() & {*pages}
    here = page.evaluate("location.pathname").rpartition("/")[2] or FIRST
    way = [name] if here in pages or name == entry else [entry, name]
    for step in way:
        before = title(page)
        links = page.locator(".st-key-section a") if here in pages else page.get_by_test_id("stTopNavLink")
        language = page.evaluate("document.documentElement.lang")
        id = f"entry-{ENTRIES[entry]}" if here not in pages else f"menu-{step}"
        labels = [in_language(language, one) for one in (f"{id}.row", id) if one in MESSAGES]
        links.get_by_text(labels[0], exact=True).click()
        # until the run ends, the previous title may still be in the page
        expect(page.locator("[data-testid=stMain] h1").first).not_to_have_text(before)
        settled(page)
        here = step
    return way
