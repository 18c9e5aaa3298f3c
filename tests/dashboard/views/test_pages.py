"""Every page with every scheme and edge case has text and charts, and raises no error."""

import json
import math
import re
import subprocess
import sys
from html import unescape
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest

from dashboard.charts import chart
from dashboard.charts.wire import to_wire
from dashboard.controls import links
from dashboard.numbers import measurements
from dashboard.say import MESSAGES, message, say
from dashboard.sharing import exports
from dashboard.state.pages import PAGES as NEEDS
from dashboard.state.pages import SECTIONS
from dashboard.state.parameters import CHOICES, MAX_SCHEMES, OPTIONS
from dashboard.views.clocks.facts import components
from dashboard.views.equidistance.facts import offset_distances
from posenc_core import Binary, Normalized, Sinusoidal, Text
from posenc_core.foundation.presentation import LIBRARIES
from posenc_core.plot.style import DARK
from posenc_core.text.messages import claim
from tests.dashboard.conftest import PAGES, handle, text

EDGES = {
    "one position": "n=1",
    "one dimension": "d=1",
    "odd dimension, last position": "d=7&n=50&p=49&k=49",
    "binary wraps": "n=64&d=4",
    "constant": "n=20&p=0&similarity=cosine",
    "more than fits": "n=131072&d=8",
    "wide": "n=3&d=1500",
    "largest base": "Sinusoidal.base=1e300&RoPE.base=1e300&n=20",
    "two positions": "n=2&p=1",
    "all pairs": "n=300&d=70&p=299&k=299",
    "constant row": "p=0&similarity=min-max",
}
TOGETHER = math.ceil(len(CHOICES) / len(EDGES))
"""Schemes of a page, so that each is on every page, but not with every edge case."""

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_in_the_menu_and_in_the_docs_and_its_claims_are_verified(page):
    sections = [section for section, pages in SECTIONS.items() if page in pages]
    assert len(sections) == 1, f"add {page} to one of SECTIONS in dashboard/state/pages.py; it is in {sections}"
    title = message(f"menu-{page}")
    row = f"| {title} | "
    assert row in (ROOT / "docs" / "pages.md").read_text("utf-8"), f"add the row {row!r} to the table of docs/pages.md"
    if any((ROOT / "dashboard" / "views" / page / name).is_file() for name in ("facts.py", "claims.py")):
        tests = ROOT / "tests" / "claims" / f"test_{page}.py"
        verified = tests.is_file() and re.search(r"\b(assert_complete|assert_exact)\(", tests.read_text("utf-8"))
        assert verified, f"pass the claims of known cases to assert_complete in {tests}: docs/pages-in-code.md"


SLIP = r"\b(nan|inf|None)\b(?! of)"
"""Words that no page contains, except as in "None of these"."""


def check(app, figures):
    """Check that the page has text and charts without defects."""
    assert not app.exception
    assert not app.error
    assert app.title[0].value
    page_text = text(app)
    assert not re.search(SLIP, page_text), page_text
    for figure in figures(app):
        assert figure["data"], f"a figure without data: draw none instead, {figure['alt']!r}"
        assert len(figure["alt"]) > 20, f"alt describes the figure in more than 20 characters: {figure['alt']!r}"
    boxes = {box.proto.popover.label for box in app.get("popover")}
    assert message("bar-take") in boxes, "the page needs a bar"


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("page", [page for page in PAGES if NEEDS[page]])
def test_every_page_with_every_scheme_and_every_edge(request, sketched, figures, page, edge):
    if edge in ("one position", "constant"):
        request.getfixturevalue("plotly")
    start = TOGETHER * [*EDGES].index(edge) + PAGES.index(page)
    names = [*islice(cycle(CHOICES), start, start + TOGETHER)]
    query = f"{urlencode([('scheme', name) for name in names])}&{EDGES[edge]}"
    study = links.study(query)
    page_study, claims = study.shown_on(page)
    app = sketched(query, page=page)
    assert all(say(statement) in text(app) for statement in claims)
    if page_study.schemes:
        check(app, figures)
    else:
        reasons = [study.known[name].unsupported_reason(NEEDS[page], study.length, study.dim) for name in names]
        assert [*claims[: len(names)]] == [claim("shown-not", reason=reason) for reason in reasons]
        assert "This page can show none" in app.info[0].value


SHORT, LONG = (2, 3, 4, 5, 6), ((2049, 32), (2**17, 2))
GROUPS = [urlencode([("scheme", name) for name in islice(CHOICES, row, None, 6)]) for row in range(6)]
NEED_UPLOAD = {"resized"}
"""Tabs that need an uploaded table; the tests of their page open them."""

QUERIES = {
    "check": ("table=own", "", "example=exponent+i%2Fd"),
    "models": ("model=Llama+3.1+8B", "model=DeepSeek-V3"),
}
"""URLs of pages without sizes."""


@pytest.mark.parametrize("page", PAGES)
def test_every_tab_of_every_page_opens_at_short_and_long_sequences(sketched, page):
    """Each tab at few positions, the first also at one, every second one also at many; the encodings vary."""
    start = f"{page}-tab-"
    tabs = [id.removeprefix(start) for id in MESSAGES if id.startswith(start) and "." not in id]
    opened = set()
    for row, tab in enumerate(tabs):
        sizes = [(SHORT[(row + PAGES.index(page)) % len(SHORT)], row % 3 + 1)]
        if row % 2:
            sizes.append(LONG[row // 2 % 2])
        elif row == 0:
            sizes.append((1, PAGES.index(page) % 3 + 1))
        queries = [f"n={n}&d={d}&{GROUPS[(row + n) % 6]}" for n, d in sizes]
        for query in queries if NEEDS[page] else QUERIES.get(page, [""]):
            app = sketched(f"tab={tab}&{query}", page)
            assert not re.search(SLIP, text(app)), (tab, query)
            opened.add(app.session_state["state"]["tab"])
    # the URL has no name for the first tab
    assert opened >= {*tabs[1:]} - NEED_UPLOAD


@pytest.mark.parametrize("page", PAGES)
def test_every_page_with_six_schemes_together(opened, plotly, page):
    """Each page with one of the groups of six, in turn."""
    known = list(CHOICES)
    groups = (known[:MAX_SCHEMES], known[MAX_SCHEMES : 2 * MAX_SCHEMES], known[-MAX_SCHEMES:])
    names = groups[PAGES.index(page) % 3]
    query = "&".join(f"scheme={name}" for name in names) + "&n=30&d=8"
    page_study, claims = links.study(query).shown_on(page)
    another = not {scheme.name for scheme in page_study.schemes} <= {*names}
    app = opened(query, page=page)
    assert not app.exception
    assert not re.search(SLIP, text(app))
    linked = [link.proto.page for link in app.get("page_link")][-2:]
    assert len({*linked}) == len(linked), f"next_steps of {page} links twice to the same page: choose another one"
    lines = {caption.value for caption in app.caption}
    assert {say(statement) for statement in claims} <= lines
    for name in names:
        left_out = not another and NEEDS[page] and page_study.known[name].unsupported_reason(NEEDS[page], 30, 8)
        assert (claim("shown-not", reason=left_out) in claims) == bool(left_out)


def test_a_scheme_that_is_added_to_the_registry_is_on_every_page():
    subprocess.run([sys.executable, "-m", "tests.dashboard.own_scheme"], check=True, capture_output=True, timeout=100)


def test_the_script_without_its_server_explains_how_to_start(opened, monkeypatch):
    monkeypatch.setattr(chart, "_served", None)
    (error,) = opened(page="exercises").error
    assert error.value == "Start this app with: streamlit run dashboard/app.py"


CONTEXT = {
    **{axis: {"tab": "space", "axes": "columns", "space": "3-D"} for axis in "xyz"},
    "space": {"tab": "space"},
    "axes": {"tab": "space"},
    "mask": {"pad": 9},
    "known": {"text": "a b b"},
    "query": {"content": "yours"},
    "key": {"content": "yours"},
    "head": {"scheme": "ALiBi"},
    "h": {"scheme": "ALiBi", "heads": 64},
    "context": {"bug": "length"},
    "mistake": {"door": "code"},
    "other": {"tab": "two"},
    "layer": {"model": "Gemma 3 27B"},
    "asked": {"tab": "task"},
    "words": {"answers": "11"},
    "cached": {"bug": "cache"},
    **{key: {"tab": "batch"} for key in ("batch", "batch_first")},
    "first": {"tab": "tokens"},
    **{key: {"tab": "waves"} for key in ("columns", "amplitude", "frequency")},
}
"""Settings in which an option has an effect."""


_looks = {}
"""Every page by query: many options share the page of an empty query."""


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_choice_of_every_option_changes_its_pages_and_breaks_none(sketched, figures, option):
    values = list(option.domain.samples)
    if isinstance(option.domain, Text):
        values = ["", "1-2"] if option.domain.longest < 100 else ["", "a b a"]
    if option.key == "answers":
        values = ["", "11"]
    if len(values) > 12:
        # some of the examples: tests/dashboard/views/test_check.py has the texts of each
        values = values[::12]
    if option.key == "layer":
        # no model has 1,000 layers
        values = [0, 5]
    for page in option.pages:
        queries = set()
        for value in values:
            query = links.query(links.study(urlencode({option.key: value} | CONTEXT.get(option.key, {}))))
            if (page, query) not in _looks:
                app = sketched(query, page=page)
                charts = json.dumps([to_wire(figure) for figure in figures(app)], default=to_wire)
                boxes = [block.proto.body for block in app.get("html")]
                _looks[page, query] = (text(app), charts, *boxes, *(frame.value.to_csv() for frame in app.dataframe))
            queries.add(_looks[page, query])
        hint = f"{len(values)} values of {option.key} give {len(queries)} pictures of {page}. If that depends on other"
        assert len(queries) == len(values), (
            f"{hint} settings, add them to CONTEXT above; else remove values or the page"
        )


def test_every_color_of_a_figure_has_a_dark_one(opened, figures):
    assert len(set(DARK) | set(DARK.values())) == 2 * len(DARK), "a color that is both would be translated twice"
    colors = {*re.findall(r"'(#\w{6})'", str(figures(opened())))}
    assert len(colors) > 10
    assert colors <= {*DARK}


# Limits


@pytest.mark.parametrize(
    ("page", "d", "fitting"), [("equidistance", 8, 8), ("similarity", 8, 8), ("scorecard", 8, 8), ("clocks", 1000, 512)]
)
def test_the_limit_of_all_pairs_is_stated_with_a_size_that_fits(opened, page, d, fitting):
    app = opened(f"scheme=Binary&n=5000&d={d}&k=3000", page=page)
    assert not app.exception
    limit = f"This works up to n = {measurements.PAIRED_LENGTH} and d = 512"
    assert f"{limit}, but here n = 5,000 and d = {d:,}." in text(app)
    (button,) = [
        button for button in app.button if button.label == f"Use n = {measurements.PAIRED_LENGTH} and d = {fitting}"
    ][:1]
    if page != "equidistance":
        return
    button.click().run()
    study = app.session_state["study"]
    assert (study.length, study.dim, study.offset) == (
        measurements.PAIRED_LENGTH,
        fitting,
        measurements.PAIRED_LENGTH - 1,
    )
    assert not app.exception
    assert "This works up to" not in text(app)


# Take this figure


def test_a_csv_has_no_formulas():
    table = pd.DataFrame({"=token": ["=1+1", "@x", "-", "word", "+"], "number": [1.5, -2, 3, 4, 5]})
    csv = b"".join(exports.csv(lambda: table)).decode()
    assert csv.splitlines() == ["'=token,number", "'=1+1,1.5", "'@x,-2.0", "'-,3.0", "word,4.0", "'+,5.0"]


def test_the_matrix_file_is_the_matrix():
    import io

    array = np.load(io.BytesIO(b"".join(exports.npy(Binary(order="MSB first"), 8, 3))), allow_pickle=False)
    np.testing.assert_array_equal(array, Binary(order="MSB first").encode(range(8), 3))


@pytest.mark.parametrize("page", [page for page in PAGES if NEEDS[page] and page != "sentence"])
def test_every_page_gives_its_link_and_files_away(sketched, page):
    app = sketched("scheme=Binary&scheme=Normalized&n=20&d=4&Binary.order=MSB first", page, unfolded="take")
    study = app.session_state["study"]
    assert any("Binary.order=MSB+first" in code.value for code in app.code), "the link"
    markup = "".join(html.proto.body for html in app.get("html"))
    offered = re.findall(r'href="/take/([^/]*)/([^?"]*)\?([^"]*)"', markup)
    assert {where for where, _, _ in offered} == {page}
    matrices = [f"{scheme.name}.npy" for scheme in study.schemes if "vectors" in scheme.abilities]
    assert [name for _, name, _ in offered if name.endswith("npy")] == matrices
    assert [name for _, name, _ in offered if name.endswith("csv")] == ["figure.csv"]
    for _, name, query in offered:
        assert links.study(unescape(query)) == study
        assert len(b"".join(exports.file(page, name, study).pieces())) > 20


def test_a_tab_has_the_code_of_each_encoding_and_a_module_for_tables(sketched):
    app = sketched("scheme=Binary&scheme=ALiBi&n=20&d=4&Binary.order=MSB first&tab=code", "compare")
    schemes = app.session_state["study"].schemes
    programs = [code.value for code in app.code if "import" in code.value]
    assert len(programs) == 2 * len(schemes) + 1
    assert programs[2] == schemes[0].module(20, 4).rstrip()
    names: dict = {}
    exec(programs[0], names)
    np.testing.assert_allclose(names["PE"], schemes[0].encode(range(20), 4), rtol=0, atol=1e-12)


def test_files_that_cannot_be_made_are_explained(sketched):
    app = sketched("n=65537&d=512&scheme=Sinusoidal", "similarity", unfolded="take")
    cells = message("file-cells", most=8388608, count=33554944)
    assert message("share.refused", reasons=cells) in text(app)
    with pytest.raises(ValueError, match=re.escape(cells)):
        exports.file("similarity", "Sinusoidal.npy", app.session_state["study"])
    for page, name in (("similarity", "nothing.csv"), ("nothing", "Index.npy"), ("similarity", "Index.npy")):
        with pytest.raises(KeyError):
            exports.file(page, name, app.session_state["study"])


def test_measurements_are_shared_and_cannot_be_changed():
    for link in (
        measurements.table(Sinusoidal(), 8, 4),
        measurements.pairs(Sinusoidal(), 8, 4, "dot"),
        measurements.pairs(Normalized(), 8, 4, "cosine"),
        measurements.pairs(Binary(), 8, 4, "distance"),
        offset_distances(Binary(), 8, 4).mean,
        components(Binary(), 8, 4)[0],
    ):
        with pytest.raises(ValueError, match="read-only"):
            link[...] = 0


# Abilities


def test_pages_of_vectors_name_what_they_cannot_show_and_why(sketched):
    app = sketched("scheme=ALiBi&scheme=RoPE&scheme=Index&d=7", page="heatmap")
    lines = [caption.value for caption in app.caption][:2]
    assert lines == [
        "ALiBi adds nothing to the token embeddings, so it has no position vectors. This page does not show it.",
        "RoPE rotates pairs of dimensions, so d must be even, not 7. This page does not show it.",
    ]
    assert handle(app.get("button_group"), "scheme handle").options == ["Index"]
    app = sketched("scheme=RoPE", page="heatmap")
    assert "shows the vectors that it makes of the pairs (1, 0)." in app.caption[0].value
    assert not [caption for caption in sketched("scheme=RoPE", page="sentence").caption if "(1, 0)" in caption.value]


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_code_of_a_trained_table_reads_the_file_that_is_offered(monkeypatch, tmp_path, library):
    pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    study = links.study("scheme=Learned&n=20&d=6")
    (scheme,) = study.schemes
    offered = exports.file("heatmap", "Learned.npy", study)
    (tmp_path / offered.saved).write_bytes(b"".join(offered.pieces()))
    names: dict = {}
    exec(scheme.code(library, study.length, study.dim), names)
    np.testing.assert_array_equal(np.asarray(names["PE"]), scheme.encode(range(20), 6))
