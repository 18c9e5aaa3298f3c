"""Hosting behavior that needs a browser: content security policy and unknown pages."""

import pytest
from playwright.sync_api import expect

from dashboard.say import message
from tests.browser.serving import settled


def test_an_unknown_page_opens_the_first_page_and_a_chart_is_text_without_plotly(blank, address):
    page = blank()
    page.route("**/plotly-*.js", lambda route: route.abort())
    page.goto(f"{address}a/b/c?n=50&lang=en")
    expect(page).to_have_url(f"{address}?lang=en")
    first = page.locator(".chart").first
    expect(first).to_contain_text("This chart could not be drawn")
    expect(first).to_contain_text(first.get_attribute("aria-label"))


PROBES = {
    "img-src": "document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.2:9/track.png'}))",
    "script-src-elem": "document.head.append(Object.assign(document.createElement('script'), "
    "{src: 'http://127.0.0.2:9/x.js'}))",
    "connect-src": "fetch('http://127.0.0.2:9/').catch(() => 0)",
    "script-src-attr": "document.body.setAttribute('onclick', 'window.ran = true'), document.body.click()",
    "style-src-elem": "document.head.append(Object.assign(document.createElement('link'), "
    "{rel: 'stylesheet', href: 'http://127.0.0.2:9/x.css'}))",
    "frame-src": "document.body.append(Object.assign(document.createElement('iframe'), {src: 'http://127.0.0.2:9/'}))",
}


@pytest.mark.thorough
def test_a_first_visit_is_small_and_the_policy_blocks_other_hosts(blank, address):
    page = blank()
    session, sizes, lines = page.context.new_cdp_session(page), [], []
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: lines.append(len(frame))))
    page.goto(f"{address}compare")
    settled(page)
    page.get_by_text(message("menu-heatmap.next")).wait_for()
    page.wait_for_load_state("networkidle")
    session.detach()
    assert 2e6 < sum(sizes) + sum(lines) <= 4.5e6
    for directive, probe in PROBES.items():
        stopped = page.evaluate(
            f"""() => new Promise((resolve) => {{
                document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective),
                  {{once: true}});
                {probe};
            }})"""
        )
        assert stopped == directive
    assert not page.evaluate("window.ran")
