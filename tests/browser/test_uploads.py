"""Every file uploader of the app, in a browser, behind nginx; test_check.py gives a file to the server itself."""

import io
import json
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import expect

from posenc_core import Sinusoidal, diagnose
from posenc_core.diagnosis.words import verdict
from tests.browser.serving import ROOT, settled
from tests.deploy.proxy import proxying

TABLE = Sinusoidal().encode(range(32), 16)
BYTES = io.BytesIO()
np.save(BYTES, TABLE)
CONFIGURATION = {"model_type": "llama", "rope_theta": 12345.0, "hidden_size": 64, "num_attention_heads": 4}

UPLOADS = {
    "table_upload": ("check?table=own", "table.npy", BYTES.getvalue(), verdict(diagnose(TABLE))),
    "config_upload": ("models", "config.json", json.dumps(CONFIGURATION).encode(), "12,345"),
}
"""By the module that draws the uploader: its page, a file, and words that the page has of it."""


def test_every_uploader_is_tried():
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
    given = {"name": file, "mimeType": "application/octet-stream", "buffer": content}
    page.locator("input[type=file]").set_input_files(given)
    expect(main.get_by_text(words).first).to_be_visible()
    settled(page)
