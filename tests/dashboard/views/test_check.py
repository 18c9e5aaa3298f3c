"""Check: uploads, refusals, and the verdict."""

import gc
import io
from urllib.parse import urlencode

import numpy as np
import pytest

from dashboard.charts import chart as charts
from dashboard.controls import links
from dashboard.numbers import memory
from dashboard.numbers.measurements import work
from dashboard.say import message, plain
from dashboard.server import observability
from dashboard.state import session_keys, uploaded_table
from dashboard.views.check import check, code, facts, figures
from posenc_core import ALiBi, CustomTable, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.analysis.interpolation import Method, weights
from posenc_core.analysis.pairing import ROTATION_BUGS
from posenc_tools import models
from posenc_tools.diagnosis import diagnose, find_resizing
from posenc_tools.diagnosis.words import advice, verdict
from posenc_tools.known_bugs import EXAMPLES, KNOWN_BUGS
from tests.dashboard.conftest import address, go_to, handle, text
from tests.data import read

_known = {}

DATA = read("mistakes.json")


def cached_diagnosis(table):
    """Diagnosis of a table, computed once for all tests of a process."""
    table = np.asarray(table, float)
    key = table.shape, table.tobytes()
    if key not in _known:
        _known[key] = diagnose(table)
    return _known[key]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Disable the garbage collection after long runs: in a test process it takes longer than the run."""
    monkeypatch.setattr(gc, "collect", lambda: 0)
    monkeypatch.setattr(facts.diagnosis, "diagnose", cached_diagnosis)


def boxes(app) -> str:
    """Contents of the boxes of a page, such as a verdict."""
    return "\n".join(element.value for kind in ("success", "warning", "info") for element in app.get(kind))


def verdicts(table) -> str:
    return plain(verdict(cached_diagnosis(table)))


@pytest.mark.parametrize(
    ("name", "tab"),
    [
        ("exponent 2j/d", ""),
        # a correct formula has no wrong line, unless another one was intended
        ("exponent i/d", "another"),
        ("no mistake", ""),
        ("random", ""),
        ("tokens added", ""),
        ("ALiBi", ""),
    ],
)
def test_an_example_has_its_verdict_and_the_lines_of_its_bug(sketched, name, tab):
    app = sketched(urlencode({"example": name, "tab": tab}), page="check")
    result = cached_diagnosis(EXAMPLES[name]())
    kind = {"known": "success", "bug": "warning"}.get(result.state, "info")
    assert any(plain(verdict(result)) in box.value for box in app.get(kind))
    hint = advice(result)
    # the last code is the link
    assert [code.value for code in app.code][:-1] == ([hint.wrong, hint.right] if hint else [])
    assert not hint or plain(hint.meant) in text(app)


TABS = ("fix", "evidence", "another", "pages")


@pytest.mark.parametrize("name", [*EXAMPLES][::6])
def test_an_example_has_its_tabs(name):
    report = facts.report(uploaded_table.example(name))
    tabs = [*check.following(links.study(""), report, uploaded_table.example(name))]
    assert [known for known in TABS if known in tabs] == tabs, "order of the tabs"
    if name in KNOWN_BUGS:
        # a correct formula that equals another one with a bug names the intended one
        assert ("fix" in tabs) == (report.state != "known")
    if report.state == "bug":
        assert report.against
        assert report.against.meant
        # the statement on columns is true: the difference from the intended formula
        table = EXAMPLES[name]().T if report.transposed else EXAMPLES[name]()
        intended = cached_diagnosis(EXAMPLES[name]()).best.scheme
        assert intended
        rest = table - geometry.vectors(intended, length=table.shape[0], dim=table.shape[1])
        usual = np.linalg.norm(table) / np.sqrt(table.shape[1])
        np.testing.assert_allclose(report.against.columns, np.linalg.norm(rest, axis=0) / usual, atol=1e-12)


def test_another_example_opens_the_first_of_its_tabs_where_it_lacks_the_open_one(opened):
    app = opened(page="check")
    for name in ("no mistake", "exponent 4i/d"):
        handle(app.main.selectbox, "example handle").select(name).run()
        assert not app.exception
        assert [box.label for box in app.tabs if len(box.children)] == [message("check-tab-evidence")]
        assert address(app)["example"] == [name]


def test_the_page_has_three_doors_and_an_address_for_each(opened):
    app = opened(page="check")
    (door,) = app.get("button_group")
    assert len(door.options) == 3
    for name, seen in (("code", "assert_rotary(rotate"), ("model", "posenc model config.json")):
        handle(app.get("button_group"), "door handle").set_value(name).run()
        assert not app.exception
        assert any(seen in code.value for code in app.code)
        assert address(app) == {"door": [name]}
    assert "Llama 3.1 8B uses RoPE with base 500,000. It rotates queries and keys in all 128 dimensions" in text(app)


# The door of code


def test_the_assertions_are_those_of_the_library():
    names: dict = {}
    exec(code.ASSERTIONS.partition("\n\n")[0], names)
    assert {"assert_rotary", "assert_alibi", "assert_positions"} <= {*names}
    rotary = Sinusoidal().frequencies(64)

    def rotate(x, positions):
        x1, x2 = np.split(np.asarray(x), 2, axis=-1)
        angles = np.multiply.outer(np.asarray(positions), rotary)
        return np.concatenate(
            [x1 * np.cos(angles) - x2 * np.sin(angles), x2 * np.cos(angles) + x1 * np.sin(angles)], axis=-1
        )

    (line,) = [line for line in code.ASSERTIONS.splitlines() if "base=10000" in line]
    exec(line, {**names, "rotate": rotate})
    with pytest.raises(AssertionError):
        exec(line.replace("half", "interleaved"), {**names, "rotate": rotate})
    (line,) = [line for line in code.ASSERTIONS.splitlines() if line.startswith("assert_alibi")]
    exec(line, {**names, "get_slopes": ALiBi().slope})


def test_the_bugs_of_the_published_data_are_found_by_the_tests_that_find_them():
    matrix = facts.detection_matrix()
    assert matrix[0].tolist() == [False] * 3
    for row, name in zip(matrix[1:], ROTATION_BUGS, strict=True):
        published = DATA["mistakes"][name]
        right = DATA["right"]["interleaved"]["scores"][0]
        same, same_norm = np.ptp(published["scores"]) < 1e-9, abs(published["length"] - 1) < 1e-9
        assert row.tolist() == [not same_norm, not same, abs(published["scores"][0] - right) > 1e-9]


def test_a_test_says_caught_or_missed_and_a_click_on_a_bug_opens_its_curve(opened, figures, monkeypatch):
    app = opened("door=code&mistake=q alone", page="check")
    matrix, walk = figures(app)
    words = np.array(matrix["data"][0]["text"]).reshape(9, 3)
    assert [*words[0]] == ["passes"] * 3
    assert [*words[3]] == ["missed", "caught", "caught"]
    assert matrix["layout"]["yaxis"]["ticktext"][3] == "<b>only queries rotate</b>"
    right, wrong = (trace["y"] for trace in walk["data"])
    np.testing.assert_allclose(right, DATA["right"]["interleaved"]["scores"][0], atol=1e-6)
    assert np.ptp(wrong) > 0.5
    parameters = {"mistake": "none"}
    monkeypatch.setattr(charts, "choose", lambda **values: parameters.update(values))
    monkeypatch.setattr(charts.st, "session_state", {"chart tests": {"position": 7}})
    charts._on_click("chart tests", opens=False, selects="mistake")
    assert parameters == {"mistake": "degrees"}


# The door of a table


def test_color_limits_neither_fade_nor_clip_differences():
    limit, rest = facts.limits(facts.report(uploaded_table.example("bfloat16 frequencies")))
    assert rest < limit / facts.STRONGER
    # the table is 1/√d of the intended one, and both have one color scale
    small = facts.report(uploaded_table.example("missing √d"))
    assert facts.limits(small) == (1, 1)
    rows, columns = (
        figures.apart(values, "", "#000000")["data"] for values in (small.against.rows, small.against.columns)
    )
    # a ring marks the largest difference, if there is one
    assert (len(rows), len(columns)) == (1, 2)


def npy(table) -> bytes:
    file = io.BytesIO()
    np.save(file, table)
    return file.getvalue()


def npz(**tables) -> bytes:
    file = io.BytesIO()
    np.savez(file, **tables)
    return file.getvalue()


def upload(app, name: str, content: bytes):
    """Upload a file; AppTest stores it without a file server, so it need not be removed there."""
    (uploader,) = [box for box in app.file_uploader if box.key.startswith(("file #", "other #"))]
    uploader.set_value((name, content, "application/octet-stream"))
    return app.run()


WRONG = KNOWN_BUGS["exponent 4i/d"].table(40, 12, 10000.0)


def test_an_uploaded_file_is_selected_at_its_size_and_removable(opened):
    app = opened("table=own", page="check")
    app = upload(app, "a *wrong* one.npy", npy(WRONG))
    assert not app.exception
    assert verdicts(WRONG) in boxes(app)
    assert "a *wrong* one.npy" in [line.value for line in app.text]
    assert not app.file_uploader
    assert app.session_state["state"]["scheme"] == ["Sinusoidal", "Yours"]
    assert (app.session_state["state"]["n"], app.session_state["state"]["d"]) == (40, 12)
    app.session_state["tabs of check"] = message("check-tab-pages")
    assert message("check-pages.chosen") in text(app.run())
    app.button(key="take back").click().run()
    assert not app.exception
    assert app.file_uploader and not boxes(app)


def test_a_table_is_compared_with_the_one_that_it_was_resized_from(opened):
    old = np.random.default_rng(0).normal(size=(1 + 7 * 7, 12))
    method = Method("bicubic")
    rows = weights(method, 7, 9)
    new = np.vstack((old[:1], np.einsum("Ii,Jj,ijd->IJd", rows, rows, old[1:].reshape(7, 7, 12)).reshape(81, 12)))
    app = upload(opened("table=own", page="check"), "new.npy", npy(new))
    app.session_state["tabs of check"] = message("check-tab-another")
    app = upload(app.run(), "old.npy", npy(old))
    assert not app.exception
    messages = {line.value for line in app.text}
    assert {str(statement) for statement in find_resizing(new, old).claims()} <= messages
    assert not any(file for file in app.session_state if file.startswith("other #") and app.session_state[file])
    app = upload(app, "wide.npy", npy(old[:, :5]))
    assert any("12 and 5 columns" in line.value for line in app.text)


def test_a_table_is_compared_with_a_model(opened):
    angles = np.multiply.outer(np.arange(40), 500000.0 ** (-np.arange(64) / 64))
    app = upload(opened("table=own", page="check"), "cosines.npy", npy(np.repeat(np.cos(angles), 2, axis=1)))
    app.session_state["tabs of check"] = message("check-tab-another")
    app.run().selectbox(key="model of the table").select("Llama 3 8B").run()
    assert not app.exception
    comparison = models.comparison(models.model("Llama 3 8B"), np.repeat(np.cos(angles), 2, axis=1))
    assert str(comparison) in {line.value for line in app.text}
    assert [reason.id for reason in dict(comparison.args)["reasons"]] == ["rope-bug-pairing"]


def test_a_diagnosis_is_scheduled_as_heavy_work(opened):
    for query, table, long in (("", None, False), ("table=own", None, True), ("table=own", WRONG, True)):
        study = opened(query, page="check", table=table).session_state["study"]
        assert (work(study, "check") > observability.LIGHT) == long


def test_one_of_several_tables_in_a_file_is_chosen(opened):
    def choose(name: str) -> None:
        (which,) = [box for box in app.selectbox if box.label == message("check-which")]
        assert which.value is None
        which.set_value(next(option for option in which.options if option.startswith(name))).run()
        assert not app.exception

    masked = np.where(np.tri(5), 0.5, -np.inf)
    # a character that would turn the rest of the sentence around
    file = npz(words=masked, **{"pe\u202e": WRONG})
    app = upload(opened("table=own", page="check"), "both.npz", file)
    # the session stores it within the memory limit, and Streamlit no longer does
    assert app.session_state[session_keys.UPLOAD].size_in_bytes == len(file)
    assert not app.file_uploader and not boxes(app)
    choose("words: 5 × 5")
    assert message("check-masked") in text(app), "another table can be selected"
    app.button(key="take back").click().run()
    app = upload(app, "both.npz", file)
    choose("pe\ufffd: 40 × 12")
    assert verdicts(WRONG) in boxes(app)
    assert "pe\ufffd in both.npz" in [line.value for line in app.text]


def boxes_to_paste(app) -> list:
    return [box for box in app.text_area if box.label == message("check-paste")]


def paste(app, what: str):
    boxes_to_paste(app)[0].set_value(what)
    next(button for button in app.button if button.label == message("check-paste.button")).click()
    return app.run()


def test_pasted_numbers_are_identified_and_other_pages_use_their_parameters(opened):
    table = geometry.vectors(Sinusoidal(base=500, layout="concatenated"), length=40, dim=12)
    rows = "\n".join(", ".join(map(repr, row)) for row in [list(range(12)), *table.tolist()])
    app = paste(opened("table=own", page="check"), rows)
    assert verdicts(table) in boxes(app)
    assert "Pasted numbers. The numbers do not include the first line (column names)." in [
        line.value for line in app.text
    ]
    study = app.session_state["study"]
    assert study.schemes[0] == Sinusoidal(base=500, layout="concatenated")
    assert study.schemes[1].own_size == (40, 12)
    go_to(app, "compare")
    assert not app.exception
    assert [scheme.name for scheme in app.session_state["study"].schemes] == ["Sinusoidal", "Yours"]


def test_numbers_that_cannot_be_diagnosed_are_an_error_message(opened):
    app = paste(opened("table=own", page="check"), "0, 1e-323, 2e-323, 3e-323")
    assert not app.exception
    with pytest.raises(ValueError, match="below 1e-300") as refused:
        diagnose([[0, 1e-323, 2e-323, 3e-323]])
    assert [error.value for error in app.error] == [plain(str(refused.value))]
    assert not boxes(app)
    assert app.button(key="take back")


def test_one_huge_number_does_not_make_all_others_pale(sketched, figures):
    app = sketched(urlencode({"example": "learned"}), page="check")
    assert "Numbers beyond ±" in text(app)
    table = EXAMPLES["learned"]()
    trace = figures(app)[0]["data"][0]
    usual = np.sqrt(np.square(table).mean())
    assert trace["zmax"] == pytest.approx(facts.STRONGEST * usual)
    assert np.abs(trace["z"]).max() == pytest.approx(np.abs(table).max(), rel=1e-3)


def test_the_verdict_on_an_example_stands_there_before_anything_is_uploaded(opened):
    app = opened(page="check")
    assert app.file_uploader
    assert verdicts(EXAMPLES["exponent 2j/d"]()) in boxes(app)
    assert links.address(app.session_state["state"]) == ""
    app = opened("table=own", page="check")
    assert not boxes(app)
    app.selectbox(key="try").select("learned").run()
    assert verdicts(EXAMPLES["learned"]()) in boxes(app)
    assert links.address(app.session_state["state"]) == "example=learned"
    assert boxes(paste(opened(page="check"), "0 1\n1 0"))


def test_an_invalid_table_is_refused_as_text_until_the_next_input(opened):
    app = opened("table=own", page="check")
    for what in ("", "1 2\n3", "<b>x</b> [a](https://example.org) **1**", "1 nan", "[[1, 2], [3, ..."):
        paste(app, what)
        assert not app.exception
        refused = app.session_state[session_keys.TABLE_ERROR]
        assert refused.endswith(".")
        assert refused in [line.value for line in app.text]
        assert message("check-refused") in text(app)
        assert boxes_to_paste(app)[0].value == ""
    assert message("check-refused") not in text(paste(app, "0 1\n1 0"))
    assert not app.exception


def test_examples_remain_without_uploads(opened, monkeypatch):
    monkeypatch.setattr(uploaded_table, "UPLOADS_ALLOWED", False)
    app = opened(page="check")
    handle(app.main.selectbox, "example handle").select("learned").run()
    assert verdicts(EXAMPLES["learned"]()) in boxes(app)
    # a link from a visitor who uploaded a table
    app = opened("table=own", page="check")
    assert not app.exception
    assert not app.file_uploader
    assert not boxes_to_paste(app)
    assert app.text[0].value.startswith("The link sets table = own, but")
    (example,) = app.selectbox[:1]
    assert example.label == message("check-try.closed")
    assert boxes(app)


@pytest.mark.parametrize(
    "table",
    [
        ([0.0],),
        ([1e140],),
        ([1e-200, 0],),
        np.zeros((3, 2)),
        np.full((4, 5), 7),
        np.arange(6)[:, None],
        np.arange(6)[None],
        np.random.default_rng(0).normal(size=(9, 4)),
        np.where(np.eye(30), 1e40, 0),
    ],
    ids=lambda table: str(np.shape(table)),
)
def test_any_table_is_drawn(sketched, figures, monkeypatch, table):
    yours = CustomTable(table)
    monkeypatch.setattr(uploaded_table, "example", lambda _: yours)
    app = sketched("table=example", page="check")
    assert verdicts(table) in boxes(app)
    assert (message("check-undrawn") in text(app)) == bool(np.any(table) and not 1e-30 <= np.abs(table).max() <= 1e30)
    for figure in figures(app):
        assert figure["data"]


@pytest.mark.parametrize("hidden", [-1e9, -65504.0])
def test_masked_numbers_are_no_difference(hidden):
    distances = np.abs(np.subtract.outer(range(20), range(20)))
    report = facts.report(CustomTable(np.where(np.tri(20), -0.5 * distances, hidden)))
    assert report.verdict.startswith("This is a matrix of attention biases: ALiBi")
    assert report.against and not facts.is_visible(report.against.columns)


def test_a_cached_diagnosis_does_not_contain_its_table():
    table = Sinusoidal().encode(range(1200), 600)
    report = facts.report(CustomTable(table))
    for picture in (report.picture, report.against.other, report.against.rest):
        assert max(picture.means.shape) <= facts.CELLS
    assert memory.size(report) < table.nbytes / 3
