"""Pages in a browser without a connection or without WebGL."""

import pytest
from playwright.sync_api import expect

from dashboard.say import message
from tests.browser.chromium import SHORT_VISITS, executable
from tests.browser.serving import settled


def test_a_page_without_a_connection_shows_a_message(blank, address):
    page = blank()
    page.route_web_socket("**/_stcore/stream", lambda line: line.close())
    page.goto(address)
    expect(page.get_by_text(message("waiting"))).to_be_visible()
    # for the next test the connection would stay closed
    page.close()


@pytest.mark.thorough
def test_without_webgl_the_3d_path_is_replaced_by_the_2d_path(browser, address):
    plain = browser.browser_type.launch(executable_path=executable(), args=[*SHORT_VISITS, "--disable-3d-apis"])
    for width in (1440, 390):
        page = plain.new_page(viewport={"width": width, "height": 900})
        page.goto(f"{address}clocks?scheme=Sinusoidal&n=20&d=8&tab=space")
        settled(page)
        page.get_by_role("button", name=message("clocks-flat")).click()
        page.wait_for_function("() => location.search.includes('space=2-D')")
        settled(page)
        expect(page.get_by_text(message("clocks-without-webgl"))).to_have_count(0)
        assert page.locator(".chart path.point").count() >= 20
        page.close()
    plain.close()
