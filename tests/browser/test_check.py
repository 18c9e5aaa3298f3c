"""Riddles and uploads on the page Check in a browser."""

import io
import re

import numpy as np
from playwright.sync_api import expect

from posenc_core.diagnosis import diagnose
from posenc_core.diagnosis.words import verdict
from posenc_core.known_bugs import KNOWN_BUGS
from tests.browser.serving import settled

WRONG = KNOWN_BUGS["cosine of the next pair"].table(100, 32, 10000.0).astype(np.float32)


def test_a_link_opens_a_riddle_and_an_uploaded_table_stays_on_compare_until_removed(visit, address):
    page = visit("table=own&game=7#which-mistake-is-it", at=f"{address}check")
    expect(page.get_by_role("heading", name="Riddle 7: which bug is it?")).to_be_in_viewport()
    file = io.BytesIO()
    np.save(file, WRONG)
    file_input = {"name": "pe.npy", "mimeType": "application/octet-stream", "buffer": file.getvalue()}
    page.locator("input[type=file]").set_input_files(file_input)
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text(verdict(diagnose(WRONG)))).to_be_visible()
    expect(main.get_by_test_id("stText").get_by_text("pe.npy")).to_be_visible()
    main.get_by_role("tab", name="On other pages").click()
    expect(main.get_by_role("link", name="Compare")).to_be_visible()
    settled(page)
    entries = page.evaluate("history.length")
    main.get_by_role("link", name="Compare").click()
    page.wait_for_function("() => location.pathname === '/compare'")
    settled(page)
    # one history entry, and the same session
    assert page.evaluate("history.length") == entries + 1
    assert main.get_by_role("heading", level=2).all_inner_texts()[:2] == ["Sinusoidal", "Yours"]
    portraits = page.locator(".chart").and_(page.get_by_label(re.compile("100 positions by 32 dimensions")))
    assert portraits.count() == 2
    page.go_back()
    page.wait_for_function("() => location.pathname === '/check'")
    page.get_by_role("button", name="Remove table").click()
    expect(page.locator("input[type=file]")).to_have_count(1)
    expect(main.get_by_text(verdict(diagnose(WRONG)))).to_have_count(0)
    # a recipient of the link is asked to upload the table, and sees the rest
    page.reload()
    settled(page)
    assert "scheme=Yours" in page.evaluate("location.search")
    expect(page.locator("input[type=file]")).to_have_count(1)
