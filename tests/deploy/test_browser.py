"""A replica exits while a page is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.page import expect_query, go_to, position_slider, query
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
        page.goto(f"http://127.0.0.1:{proxy.port}/heatmap?n=60&p=22&k=5&scheme=Binary&Binary.values=-1%2F%2B1")
        settled(page)
        parameters = query(page)
        mine, other = sorted((one, two), key=lambda app: not any('"event": "run"' in line for line in app.log))
        with page.expect_websocket():
            mine.kill()
        page.wait_for_selector("[data-test-connection-state=CONNECTED]")
        # the page is unchanged, and another page has the same state, including parameters without a control
        expect_query(page, parameters)
        go_to(page, "compare")
        expect(page.locator(".st-key-size-k")).to_contain_text("k = 5")
        expect(position_slider(page)).to_have_value("22")
        settled(page)
        expect_query(page, parameters)
        position_slider(page).press("ArrowRight")
        expect(position_slider(page)).to_have_value("23")
        settled(page)
        expect_query(page, parameters | {"p": ["23"]})
        assert page.locator(".chart").evaluate("(chart) => chart.layout.shapes[0].x0") == 23
        assert any('"event": "run"' in line for line in other.log)
