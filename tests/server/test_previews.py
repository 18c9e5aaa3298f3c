"""Link previews: title, description, and a picture of the state."""

import io
import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from PIL import Image

from dashboard.controls import links
from dashboard.numbers import memory
from dashboard.say import in_language
from dashboard.sharing import painting, previews
from dashboard.state.pages import FIRST, PAGES
from dashboard.state.study import order
from posenc_core import Binary, Sinusoidal
from posenc_core.plot.style import scheme_color
from tests.server.conftest import ask, eventually, metered, number
from tests.soak.addresses import faults

ROOT = Path(__file__).parents[2]
QUERIES = (
    "",
    "scheme=RoPE&scheme=ALiBi&scheme=Learned&scheme=Index",
    "n=1&d=1",
    "n=1&d=2",
    "n=70000&scheme=Binary&from=5",
    "from=100&k=64",
    "scheme=Learned&n=600",
    "scheme=RoPE&scheme=xPos&scheme=Grid&d=7",
)


BROKEN = """
from dashboard.sharing import previews


def cells(*_):
    raise RuntimeError


previews.measurements.picture = cells
"""


def preview_tags(html: str) -> dict[str, str]:
    """Return the preview tags of a page."""
    return {name: unescape(text) for name, text in re.findall('<meta property="(.*?)" content="(.*?)">', html)}


def pixels(page: str, query: str) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(b"".join(previews.pieces(page, links.study(query))))).convert("RGB"))


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_a_preview_of_its_state(url, page):
    place = "" if page == FIRST else page
    query = "" if page == FIRST else "?n=20&scheme=RoPE&scheme=ALiBi"
    status, _, body = ask(f"{url}{place}{query}", X_Forwarded_Proto="https")
    html = body.decode()
    tags = preview_tags(html)
    assert status == 200
    assert "og:title" in tags, f"add preview-{page} to dashboard/locale/en/previews.ftl"
    assert tags["og:title"] in html.split("<title>")[1].split("</title>")[0]
    assert tags["og:title"].endswith("Positional Encoding Lab" if page == FIRST else " · Positional Encoding Lab")
    assert tags["og:description"].endswith("RoPE and ALiBi; n = 20, d = 32.") == bool(PAGES[page])
    image = urlsplit(tags["og:image"])
    assert (image.scheme, image.netloc) == ("https", urlsplit(url).netloc)
    status, headers, body = ask(f"{url.rstrip('/')}{image.path}?{image.query}")
    assert (status, headers["Content-Type"]) == (200, "image/png")
    assert headers["Content-Disposition"].startswith("inline")
    assert Image.open(io.BytesIO(body)).size == (1200, 630)


def test_a_preview_has_the_language_of_the_url_or_of_the_browser(url):
    title, waiting = (in_language("ko", id) for id in ("menu-heatmap", "waiting"))
    for query, accepted, korean in (("?lang=ko", "en-US", True), ("", "ko-KR,en;q=0.8", True), ("", "qab", False)):
        html = ask(f"{url}heatmap{query}", Accept_Language=accepted)[2].decode()
        assert [word in html for word in ('lang="ko"', f"<title>{title}", waiting)] == [korean] * 3


def test_a_shared_korean_link_has_a_korean_picture(url):
    image = urlsplit(preview_tags(ask(f"{url}compare?n=30&lang=ko")[2].decode())["og:image"])
    pictures = [ask(f"{url.rstrip('/')}{image.path}?{query}")[2] for query in (image.query, "n=30")]
    assert (image.query, pictures[0] == pictures[1]) == ("n=30&lang=ko", False)
    status, _, body = ask(f"{url}take/compare/figure.csv?n=0&lang=ko")
    assert (status, "파일" in body.decode(), "Cannot" in body.decode()) == (400, True, False)


WRITTEN = ("*/previews", "*/compare", "*/controls", "*/lesson", "*/plot", "*/words", "*/parameters")
"""Files of messages that pictures contain."""


def test_the_font_of_pictures_has_every_letter_of_their_messages():
    font = painting._font(20)
    letters = {letter for name in WRITTEN for path in ROOT.glob(f"*/locale/{name}.ftl") for letter in path.read_text()}
    without = bytes(font.getmask("\uffff"))
    lacking = {letter for letter in letters if not letter.isspace() and bytes(font.getmask(letter)) == without}
    assert "한" in letters
    assert lacking <= {*painting.MARKS}, f"add {sorted(lacking)} to dashboard/sharing/font: see deploy/LICENCES.md"


def test_a_link_that_cannot_be_used_has_the_preview_of_the_page(url):
    *_, body = ask(f'{url}heatmap?n="><script>alert(1)</script>')
    assert preview_tags(body.decode())["og:image"] == f"{url}take/heatmap/preview.png"
    assert b"alert" not in body
    assert ask(f"{url}take/nothing/preview.png")[0] == 404


PICTURED = ("compare", "equidistance", "similarity", "clocks", "sentence", "attention", "rope", "models")


@pytest.mark.parametrize(("page", "query"), [*zip(PICTURED, QUERIES, strict=True)])
def test_every_state_has_a_picture(page, query):
    assert pixels(page, query).shape == (630, 1200, 3)


def test_files_of_random_addresses_can_be_made():
    assert not faults(len(PAGES) // 2, seed=36)


@pytest.mark.thorough
def test_a_picture_that_cannot_be_drawn_is_plain_and_the_error_counts():
    with metered(BROKEN) as (app, metrics):
        status, _, body = ask(f"{app.url}take/heatmap/preview.png?n=9")
        assert status == 200
        assert Image.open(io.BytesIO(body)).size == (1200, 630)
        assert number(metrics, "posenc_errors_total") == 1
        eventually(lambda: any('"event": "error"' in line for line in app.log), "an error with an id")
        (line,) = [json.loads(line) for line in app.log if '"event": "error"' in line]
        assert (line["page"], line["type"], len(line["error"])) == ("heatmap-preview.png", "RuntimeError", 8)


def test_the_picture_shows_the_numbers():
    bits = Binary().encode(range(8), 3).T
    top = previews._head(painting.Painting(previews.WIDTH, previews.HEIGHT), "heatmap", links.study("scheme=Binary"))
    panel = pixels("heatmap", "scheme=Binary&n=8&d=3")[top : -previews.EDGE // 2, previews.EDGE : -previews.EDGE]
    rows, columns = (
        [int((i + 0.5) * panel.shape[axis] / count) for i in range(count)] for axis, count in enumerate((3, 8))
    )
    dark = panel[np.ix_(rows, columns)].sum(axis=-1) < 3 * 128
    np.testing.assert_array_equal(dark, bits == 1)

    color = [int(scheme_color(order(Sinusoidal()))[i : i + 2], 16) for i in (1, 3, 5)]
    for page, flat in (("equidistance", True), ("similarity", False)):
        drawn = (pixels(page, "scheme=Sinusoidal&n=128&d=64")[240:] == color).all(axis=-1)
        assert (len(np.flatnonzero(drawn.any(axis=1))) < 10) == flat


@pytest.mark.parametrize("position", [5, 50])
def test_the_similarity_in_the_picture_of_compare_is_highest_at_the_position(position):
    """The dot on the peak is the highest of what is drawn in the color of Sinusoidal in the lowest part."""
    color = [int(scheme_color(order(Sinusoidal()))[i : i + 2], 16) for i in (1, 3, 5)]
    drawn = (pixels("compare", f"n=64&d=32&p={position}")[-120:, : previews.WIDTH // 3] == color).all(axis=-1)
    highest = np.flatnonzero(drawn[np.argmax(drawn.any(axis=1))])
    width = (previews.INSIDE + previews.GAP) // 3 - previews.GAP
    assert (highest.mean() - previews.EDGE) / width * 64 - 0.5 == pytest.approx(position, abs=1)


def test_a_cached_picture_counts_toward_the_budget():
    image = previews._png("heatmap", "n=20")
    assert memory.size(image) >= image.nbytes > 10_000
    assert previews._png("heatmap", "n=20") is image
