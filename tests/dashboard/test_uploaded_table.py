"""Uploaded table: visible on every page of its session only, bounded in bytes, and freed with the session."""

import gc
from itertools import cycle, islice
from types import SimpleNamespace
from urllib.parse import parse_qs, urlencode
from weakref import ref

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.numbers import memory
from dashboard.say import message, say
from dashboard.sharing import exports
from dashboard.state import session_keys, uploaded_table
from dashboard.state.pages import PAGES as NEEDS
from dashboard.state.uploaded_table import MAX_VALUE, UploadedTable
from posenc_core.text.messages import claim
from posenc_tools.readers import MAX_NUMBERS
from tests.dashboard.conftest import PAGES, set_values, text
from tests.dashboard.views.test_pages import check

SHOWING = [page for page in PAGES if NEEDS[page] in ("scores", "vectors")]
EXAMPLE = "Yours is the example “learned”. To use another table, open the page Check."

ODD = {
    "one number": [[3.0]],
    "one row": np.arange(7.0)[None],
    "one column": np.sin(np.arange(20.0))[:, None],
    "as large as it may be": np.tile([MAX_VALUE, -MAX_VALUE, 2.0], (20, 2)),
    "constant": np.full((20, 6), 0.1),
    "whole numbers": np.arange(105).reshape(21, 5) % 4 - 1,
}


BYTES = 2**16


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """No other tables, and a small memory limit."""
    monkeypatch.setattr(uploaded_table, "BUDGET", BYTES)
    monkeypatch.setattr(uploaded_table, "_uploads", type(uploaded_table._uploads)())


class Visitors:
    """Sessions of several addresses that upload tables."""

    def __init__(self, monkeypatch):
        self.patch, self.sessions = monkeypatch.setattr, {}

    def give(self, session: str, table, address: str = "192.0.2.1"):
        state = self.sessions.setdefault(session, {})
        there = SimpleNamespace(session_state=state, context=SimpleNamespace(ip_address=address))
        self.patch(uploaded_table, "st", there)
        uploaded_table.store_table(table, "table.npy")

    def have(self) -> set[str]:
        return {name for name, state in self.sessions.items() if state[session_keys.UPLOAD].size_in_bytes}


@pytest.fixture
def visitors(monkeypatch):
    return Visitors(monkeypatch)


def large(share: float) -> np.ndarray:
    """A table with `share` of the memory limit, with float64 numbers."""
    return np.full((int(BYTES * share) // (8 * 8), 8), 0.1)


# On the pages


@pytest.mark.parametrize(
    ("page", "name"), [(page, name) for row, page in enumerate(SHOWING) for name in islice(cycle(ODD), row, row + 2)]
)
def test_a_table_of_any_size_is_shown_on_every_page(opened, figures, page, name):
    n, d = np.shape(ODD[name])
    # a sentence of one word
    query = urlencode({"scheme": "Yours", "table": "own", "n": n, "d": d, "text": "word"})
    app = opened(query, page, table=ODD[name])
    check(app, figures)
    (scheme,) = app.session_state["study"].schemes
    np.testing.assert_array_equal(scheme.encode(range(n), d), ODD[name])


@pytest.mark.parametrize("page", SHOWING)
def test_a_link_without_its_table_asks_for_it_and_shows_the_rest(sketched, page):
    app = sketched("scheme=Yours&scheme=Sinusoidal&table=own", page, unfolded="take")
    assert not app.error
    assert say(claim("shown-not", reason=UploadedTable.missing)) in text(app)
    assert [scheme.name for scheme in app.session_state["study"].schemes] == ["Sinusoidal"]
    with pytest.raises(ValueError, match="Yours has no table here"):
        exports.find(page, "Yours.npy", "scheme=Yours&table=own")


def test_an_example_table_belongs_to_no_visitor(sketched):
    query = "scheme=Yours&example=learned&n=600&d=16"
    app = sketched(query, "similarity")
    assert "Yours is a fixed table, so n can be at most 512 and d at most 384. This page does not show it." in text(app)
    query = query.replace("600", "20")
    app = sketched(f"{query}&tab=code", "compare", unfolded="take")
    assert app.caption[0].value == EXAMPLE
    assert app.caption[1].value == (
        "Yours is a fixed table of 512 × 384 numbers (positions × dimensions). This page uses the first 20 × 16."
    )
    study = app.session_state["study"]
    assert links.study(links.query(study)) == study
    assert exports.find("compare", "Yours.npy", links.query(study)).numbers == 20 * 16
    assert "numpy.load" not in text(app)
    assert any('np.load("yours-20x16.npy")' in code.value for code in app.code)


def test_a_short_text_needs_few_rows(opened):
    warning = "Yours is a fixed table, so n can be at most 3 and d at most 4. This page does not show it."
    for query, fits in (("text=a b c", True), ("text=a b c d", False), ("text=a&pad=4", False)):
        app = opened(f"scheme=Yours&table=own&d=4&{query}", "sentence", table=np.eye(3, 4))
        assert not app.exception
        assert (warning in text(app)) != fits


def test_shared_files_and_links_do_not_contain_the_uploaded_table(opened):
    query = "scheme=Yours&scheme=Sinusoidal&table=own&n=3&d=4"
    app = opened(query, "compare", unfolded="take", table=np.eye(3, 4))
    assert "Your table is not part of the link" in text(app)
    assert any("table=own" in code.value for code in app.code), "a recipient of the link is asked to upload a table"
    (links,) = (html.proto.body for html in app.get("html") if 'class="links"' in html.proto.body)
    assert "Sinusoidal.npy" in links
    assert "Yours" not in links
    assert "own" not in parse_qs(links.partition("?")[2])
    assert not any("yours" in code.value for code in app.code)
    alone = opened("scheme=Yours&table=own&n=3&d=4", "compare", unfolded="take", table=np.eye(3, 4))
    assert not alone.exception
    assert "Your table is not part of the link" in text(alone)


def test_the_log_contains_nothing_of_a_table(opened):
    app = opened("scheme=Yours&table=own&n=3&d=4", table=np.full((3, 4), 0.777))
    assert app.session_state["study"].log_fields("compare")["schemes"] == {"Yours": {}}


# Memory


@pytest.mark.parametrize("page", ["equidistance", "attention", "clocks"])
def test_a_table_is_released_with_its_session(opened, page):
    app = opened("scheme=Yours&table=own&n=30&d=6", page, table=np.sin(np.arange(180.0)).reshape(30, 6))
    reference = ref(app.session_state[session_keys.UPLOAD])
    assert not app.exception

    def remaining():
        return [key for key in memory.entries if any(isinstance(part, ref) and part() is reference() for part in key)]

    assert len(remaining()) > 3
    del app
    gc.collect()
    assert reference() is None
    memory.remove_dead()
    assert not remaining()


def test_a_table_is_stored_compactly_and_without_the_upload(visitors):
    table = np.ones((4, 4))
    visitors.give("one", table)
    stored = visitors.sessions["one"][session_keys.UPLOAD]
    table[:] = 7
    np.testing.assert_array_equal(stored.encode(range(4), 4), 1)
    assert stored.size_in_bytes == 4 * 4 * 2
    assert stored.file == "table.npy"


def test_the_oldest_table_of_the_heaviest_visitor_is_evicted(visitors):
    for name in ("first", "second", "third"):
        visitors.give(name, large(1 / 4))
    visitors.give("neighbour", large(1 / 4), "192.0.2.2")
    assert visitors.have() == {"first", "second", "third", "neighbour"}
    visitors.give("another", large(1 / 8), "192.0.2.3")
    assert visitors.have() == {"second", "third", "neighbour", "another"}
    visitors.give("fourth", large(1 / 4))
    assert visitors.have() == {"third", "fourth", "neighbour", "another"}, "a visitor's own table"


def test_a_table_that_would_make_its_visitor_the_heaviest_is_refused(visitors):
    for number in range(8):
        visitors.give(f"{number}", large(1 / 8), f"192.0.2.{number}")
    with pytest.raises(ValueError, match=message("check-no-room")):
        visitors.give("0", large(1 / 4), "192.0.2.0")
    assert len(visitors.have()) == 8, "no table was evicted, not even the visitor's own"
    visitors.give("late", large(1 / 8), "192.0.2.9")
    assert "late" in visitors.have()


def test_a_file_with_several_tables_is_counted_and_evicted_like_a_table(visitors):
    visitors.give("one", large(1 / 2))
    file = uploaded_table.File("both.npz", bytes(BYTES))
    uploaded_table.store(file)
    assert (visitors.have(), uploaded_table.current_table(), uploaded_table.pending_file()) == ({"one"}, None, file)
    visitors.give("late", large(1 / 8), "192.0.2.9")
    assert visitors.have() == {"late"}
    with pytest.raises(ValueError, match="is empty"):
        file.tables()


def test_a_new_table_replaces_the_previous_one(visitors):
    visitors.give("one", large(1 / 2))
    before = visitors.sessions["one"][session_keys.UPLOAD]
    visitors.give("one", large(1 / 2))
    assert not before.size_in_bytes, "the last run still refers to it"
    assert uploaded_table.current_table() is visitors.sessions["one"][session_keys.UPLOAD]
    assert visitors.have() == {"one"}
    uploaded_table.remove()
    uploaded_table.remove()
    assert uploaded_table.current_table() is None
    assert sum(table.size_in_bytes for table in uploaded_table._uploads) == 0


def test_a_session_whose_table_was_evicted_is_asked_for_it(opened):
    app = opened("scheme=Yours&scheme=Index&table=own&n=3&d=4", table=np.eye(3, 4))
    lost = app.session_state[session_keys.UPLOAD]
    lost.discard()
    assert not [key for key in memory.entries if any(isinstance(part, ref) and part() is lost for part in key)]
    assert say(UploadedTable.missing) in text(app.run())


def test_a_table_evicted_during_a_run_causes_no_error(opened, monkeypatch):
    app = opened("scheme=Yours&scheme=Index&table=own&n=3&d=4", table=np.eye(3, 4))
    encode = UploadedTable.encode

    def late(self, *args, **kwargs):
        self.discard()
        return encode(self, *args, **kwargs)

    monkeypatch.setattr(UploadedTable, "encode", late)
    set_values(app, n=2)
    assert not app.exception
    assert say(UploadedTable.missing) in text(app)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (np.zeros((MAX_NUMBERS // 2 + 1, 2)), "this one has 2,097,153 × 2"),
        ([[1e16]], "one is 1 × 10¹⁶"),
        ([[np.nan]], r"^the numbers of table must be finite"),
    ],
)
def test_a_refused_table_has_a_message_and_changes_nothing(visitors, table, message):
    visitors.give("one", [[1.0]])
    with pytest.raises(ValueError, match=message):
        visitors.give("one", table)
    assert visitors.have() == {"one"}
