"""A replica dies under an open page."""

import contextlib

import pytest
from playwright.sync_api import expect

from tests.browser.serving import server, settled
from tests.browser.test_pages import query
from tests.deploy import nginx
from tests.deploy.proxy import proxying

# asking for the state now and then would miss a line that is back at once
OBSERVER = """() => {
  const name = 'data-test-connection-state'
  window.connectionStates = []
  new MutationObserver((records) => {
    window.connectionStates.push(...records.map((record) => record.oldValue), records.at(-1).target.getAttribute(name))
  }).observe(document, { subtree: true, attributeFilter: [name], attributeOldValue: true })
}"""
BACK = """() => window.connectionStates.some((state) => state !== 'CONNECTED')
  && window.connectionStates.at(-1) === 'CONNECTED'"""


@pytest.mark.skipif(nginx.executable() is None, reason="no nginx")
def test_a_page_goes_on_on_another_replica(window):
    with contextlib.ExitStack() as stack:
        replicas = [stack.enter_context(server(environment={"POSENC_LOG": "1"})) for _ in range(2)]
        ports = [int(replica.url.rstrip("/").rpartition(":")[2]) for replica in replicas]
        proxy = stack.enter_context(proxying(ports))
        page = window().new_page()
        stack.callback(page.close)
        page.goto(f"http://127.0.0.1:{proxy.port}/?n=64&p=20&scheme=Binary&Binary.values=-1%2F%2B1")
        settled(page)
        said = query(page)
        (mine,) = [replica for replica in replicas if any('"event": "run"' in line for line in replica.log)]
        (other,) = [replica for replica in replicas if replica is not mine]
        page.evaluate(OBSERVER)
        mine.kill()
        page.wait_for_function(BACK, timeout=30_000)
        number = page.get_by_label("Position p", exact=True)
        # the page stands as it was, and the first thing that is changed is changed
        assert query(page) == said
        number.fill("21")
        number.press("Enter")
        expect(page.get_by_role("slider")).to_have_value("21")
        settled(page)
        assert query(page) == said | {"p": ["21"]}
        assert page.locator(".chart").evaluate("(chart) => chart.layout.shapes[0].x0") == 21
        assert any('"event": "run"' in line for line in other.log)
        page.reload()
        settled(page)
        assert query(page) == said | {"p": ["21"]}
        expect(number).to_have_value("21")
