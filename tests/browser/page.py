"""What a page in a browser says of itself, and the way to another."""

from urllib.parse import parse_qs

from playwright.sync_api import Page, expect

from dashboard.pages import GROUPS
from dashboard.say import message
from tests.browser.serving import settled


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(page.evaluate("location.search").lstrip("?"))


def title(page: Page) -> str:
    return page.locator("[data-testid=stMain] h1").inner_text()


def spoken(page: Page) -> str:
    """What a screen reader says after a key: the words of the live region of every chart that has had a key."""
    return "".join(page.locator(".spoken[aria-live=polite]").all_text_contents())


def go_to(page: Page, name: str) -> None:
    before = title(page)
    (group,) = [group for group, pages in GROUPS.items() if name in pages]
    page.get_by_test_id("stTopNavSection").get_by_text(message(f"menu-group-{group}"), exact=True).click()
    page.get_by_test_id("stTopNavDropdownLink").get_by_text(message(f"menu-{name}"), exact=True).click()
    expect(page.locator("[data-testid=stMain] h1")).not_to_have_text(before)
    settled(page)
