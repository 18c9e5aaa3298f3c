"""Every file uploader of the app in a browser, behind nginx; test_check.py uploads to the server directly."""

import io
import json
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import expect

from posenc_core import Sinusoidal, diagnose
from posenc_core.diagnosis.words import verdict
from tests.browser.serving import ROOT, settled
from tests.core.test_gguf import LLAMA, gguf_file, llama3_factors
from tests.deploy.proxy import proxying

TABLE = Sinusoidal().encode(range(32), 16)
BYTES = io.BytesIO()
np.save(BYTES, TABLE)
CONFIGURATION = {"model_type": "llama", "rope_theta": 12345.0, "hidden_size": 512, "num_attention_heads": 4}
DROP = """text => {
const files = new DataTransfer();
files.items.add(new File([text], "config.json", { type: "application/json" }));
document.querySelector("[data-testid=stFileUploaderDropzone]").dispatchEvent(
  new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true })); }"""

UPLOADS = {
    "table_upload": ("check?table=own", "table.npy", BYTES.getvalue(), verdict(diagnose(TABLE))),
    "config_upload": ("models", "config.json", json.dumps(CONFIGURATION).encode(), "12,345"),
}
"""By module of the uploader: its page, a file, and words shown after the upload."""


def test_every_uploader_has_a_case():
    sources = [*ROOT.glob("dashboard/**/*.py")]
    assert {path.stem for path in sources if "st.file_uploader(" in path.read_text()} == {*UPLOADS}


@pytest.fixture(scope="module")
def proxied(address):
    with proxying([urlsplit(address).port]) as proxy:
        yield f"http://127.0.0.1:{proxy.port}/"


@pytest.mark.parametrize("name", UPLOADS)
def test_a_page_reads_an_uploaded_file(visit, proxied, name):
    path, file, content, words = UPLOADS[name]
    page, _, query = path.partition("?")
    page = visit(query, at=f"{proxied}{page}")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text(words)).to_have_count(0)
    if name == "config_upload":
        main.get_by_test_id("stPopover").get_by_role("button").click()
    file_input = {"name": file, "mimeType": "application/octet-stream", "buffer": content}
    page.locator("input[type=file]").set_input_files(file_input)
    expect(main.get_by_text(words).first).to_be_visible()
    settled(page)


@pytest.mark.thorough
def test_an_uploaded_pasted_or_dropped_configuration_gives_the_same_page(visit, address):
    """In both slots."""
    pages = []
    for way in ("upload", "paste", "drop"):
        page = visit("tab=two", at=f"{address}models")
        main = page.get_by_test_id("stMain")
        for slot, base in enumerate((12345, 54321)):
            text = json.dumps(CONFIGURATION | {"rope_theta": base})
            main.get_by_test_id("stPopover").nth(slot).get_by_role("button").click()
            if way == "paste":
                page.get_by_role("textbox", name="Or paste the text of a config.json").fill(text)
                page.get_by_role("button", name="Read it").click()
            elif way == "drop":
                expect(page.get_by_test_id("stFileUploaderDropzone")).to_be_visible()
                page.evaluate(DROP, text)
            else:
                file_input = {"name": "config.json", "mimeType": "application/json", "buffer": text.encode()}
                page.locator("input[type=file]").set_input_files(file_input)
            expect(main.get_by_text(f"{base:,}").first).to_be_visible()
            settled(page)
        words = [*main.get_by_test_id("stMarkdown").all_inner_texts(), *main.locator(".cells").all_inner_texts()]
        pages.append([each for each in words if each.strip()])
    assert pages[0] == pages[1] == pages[2]


def test_the_header_of_a_gguf_file_is_read_and_compared(visit, proxied):
    """A whole file and its first megabyte; a file that ends within the keys of the model is refused with a message."""
    factors = {"rope_freqs.weight": llama3_factors(5e5, 128, 8)}
    whole = gguf_file("llama", LLAMA | {"block_count": 32}, factors, words=200_000)
    assert len(whole) > 2**21
    page = visit("tab=two&other=Llama+3.1+8B", at=f"{proxied}models")
    main = page.get_by_test_id("stMain")
    for slot, content, *words in (
        (0, whole, "header.gguf rotates all 128", "Both rotate with the same frequencies in every layer."),
        (1, whole[: 2**20], "the scaling of header.gguf was not read"),
        (0, whole[:100], "the file ends after"),
    ):
        main.get_by_test_id("stPopover").nth(slot).get_by_role("button").click()
        file_input = {"name": "header.gguf", "mimeType": "application/octet-stream", "buffer": content}
        page.locator("input[type=file]").set_input_files(file_input)
        for each in words:
            expect(main.get_by_text(each).first).to_be_visible()
        settled(page)


def test_a_click_in_the_strip_selects_a_layer(visit, address):
    page = visit("model=Gemma+3+27B", at=f"{address}models")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("Layer 0: window of 1,024 tokens").first).to_be_visible()
    # the sixth bar belongs to the second trace
    page.locator(".trace.bars").nth(1).locator(".point").first.click(force=True)
    expect(main.get_by_text("Layer 5: all tokens, base 1,000,000, linear scaling.").first).to_be_visible()
    settled(page)
    assert "layer=5" in page.url
