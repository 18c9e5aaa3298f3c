"""Read the state of a page in the browser, and open another page."""

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import parse_qs

from playwright.sync_api import Page, TimeoutError, expect

from dashboard.say import in_language
from dashboard.state.pages import GROUPS
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


def go_to(page: Page, name: str) -> None:
    before, language = title(page), page.evaluate("document.documentElement.lang")
    (group,) = [group for group, pages in GROUPS.items() if name in pages]
    page.get_by_test_id("stTopNavSection").get_by_text(in_language(language, f"menu-group-{group}"), exact=True).click()
    page.get_by_test_id("stTopNavDropdownLink").get_by_text(in_language(language, f"menu-{name}"), exact=True).click()
    # until the run ends, the previous title may still be in the page
    expect(page.locator("[data-testid=stMain] h1").first).not_to_have_text(before)
    settled(page)
