"""A replica exits while a page is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.page import expect_query, go_to, query
from tests.browser.serving import server, settled
from tests.deploy.proxy import free_ports, proxying


@pytest.mark.thorough
def test_a_page_continues_on_another_replica(blank):
    ports, environment = free_ports(2), {"POSENC_LOG": "1"}
    with (
        server(port=ports[0], environment=environment) as one,
        server(port=ports[1], environment=environment) as two,
        proxying(ports) as proxy,
    ):
        page = blank()
        page.goto(f"http://127.0.0.1:{proxy.port}/heatmap?n=64&p=20&k=5&scheme=Binary&Binary.values=-1%2F%2B1")
        settled(page)
        parameters = query(page)
        mine, other = sorted((one, two), key=lambda app: not any('"event": "run"' in line for line in app.log))
        with page.expect_websocket():
            mine.kill()
        page.wait_for_selector("[data-test-connection-state=CONNECTED]")
        # the page is unchanged, and another page has the same state, including parameters without a control
        expect_query(page, parameters)
        go_to(page, "compare")
        expect(page.get_by_label("Offset k", exact=True)).to_have_value("5")
        expect(page.get_by_role("slider")).to_have_value("20")
        settled(page)
        expect_query(page, parameters)
        page.get_by_label("Position p", exact=True).fill("21")
        page.keyboard.press("Enter")
        expect(page.get_by_role("slider")).to_have_value("21")
        settled(page)
        expect_query(page, parameters | {"p": ["21"]})
        assert page.locator(".chart").evaluate("(chart) => chart.layout.shapes[0].x0") == 21
        assert any('"event": "run"' in line for line in other.log)
