"""Every file uploader of the app in a browser, behind nginx."""

import io
import json
import re
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from dashboard.say import message
from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.words import verdict
from posenc_tools.known_bugs import KNOWN_BUGS
from tests.browser.serving import ROOT, settled
from tests.deploy.proxy import proxying
from tests.tools.test_gguf import LLAMA, gguf_file, llama3_factors

WRONG = KNOWN_BUGS["cosine of the next pair"].table(100, 32, 10000.0).astype(np.float32)
CONFIGURATION = {"model_type": "llama", "rope_theta": 12345.0, "hidden_size": 512, "num_attention_heads": 4}


def test_every_uploader_has_a_case():
    sources = [*ROOT.glob("dashboard/**/*.py")]
    uploaders = {path.stem for path in sources if "st.file_uploader(" in path.read_text()}
    assert uploaders == {"table_upload", "config_upload"}, "upload a file to each in this module, and name it here"


@pytest.fixture(scope="module")
def proxied(address):
    with proxying([urlsplit(address).port]) as proxy:
        yield f"http://127.0.0.1:{proxy.port}/"


def upload(page: Page, name: str, content: bytes) -> None:
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )


def test_a_link_opens_a_riddle_and_an_uploaded_table_stays_on_compare_until_removed(visit, proxied):
    page = visit("table=own&game=7", at=f"{proxied}check")
    expect(page.get_by_role("heading", name="Riddle 7: which bug is it?")).to_be_in_viewport()
    page.get_by_role("button", name="Check a table of your own").click()
    file = io.BytesIO()
    np.save(file, WRONG)
    upload(page, "pe.npy", file.getvalue())
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
    names = main.locator(".chart .annotation").all_text_contents()
    assert names.index("Sinusoidal") < names.index("Yours")
    page.go_back()
    page.wait_for_function("() => location.pathname === '/check'")
    page.get_by_role("button", name="Remove table").click()
    expect(page.locator("input[type=file]")).to_have_count(1)
    expect(main.get_by_text(verdict(diagnose(WRONG)))).to_have_count(0)


def test_a_click_selects_a_layer_and_a_configuration_and_gguf_headers_are_read_and_compared(visit, proxied):
    """A whole file, and its first megabyte."""
    factors = {"rope_freqs.weight": llama3_factors(5e5, 128, 8)}
    whole = gguf_file("llama", LLAMA | {"block_count": 32}, factors, words=200_000)
    assert len(whole) > 2**21
    page = visit("model=Gemma+3+27B&other=Llama+3.1+8B", at=f"{proxied}models")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("Layer 0: window of 1,024 tokens").first).to_be_visible()
    # the sixth bar belongs to the second trace
    page.locator(".trace.bars").nth(1).locator(".point").first.click(force=True)
    expect(main.get_by_text("Layer 5: all tokens, base 1,000,000, linear scaling.").first).to_be_visible()
    settled(page)
    expect(page).to_have_url(re.compile("layer=5"))
    main.get_by_role("tab", name=message("models-tab-two")).click()
    expect(main.get_by_test_id("stPopover")).to_have_count(2)
    for slot, name, content, words in (
        (0, "config.json", json.dumps(CONFIGURATION).encode(), "12,345"),
        (0, "header.gguf", whole, "Both models rotate with the same frequencies in every layer."),
        (1, "header.gguf", whole[: 2**20], "the scaling of header.gguf was not read"),
    ):
        main.get_by_test_id("stPopover").nth(slot).get_by_role("button").click()
        upload(page, name, content)
        expect(main.get_by_text(words).first).to_be_visible()
        settled(page)
