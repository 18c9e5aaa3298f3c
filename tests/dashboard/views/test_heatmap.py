"""Heatmap: charts, calculations, and links. Claims are tested in tests/claims."""

import numpy as np
import pytest

from dashboard.charts import chart as charts
from dashboard.controls import links
from dashboard.views.heatmap import facts
from dashboard.views.heatmap.figures import selected_column
from dashboard.views.heatmap.heatmap import formula_of, sinusoid
from posenc_core import Binary, Fourier, Gray, Grid, Index, Learned, RoPE, Sinusoidal
from posenc_core.text.messages import claim
from tests.dashboard.conftest import handle, text


def ids(claims_made):
    return [statement.id.removeprefix("heatmap-") for statement in claims_made]


# The picture


def test_heatmap_turns_over(sketched, figures):
    across, down = (
        figures(sketched(f"n=20&d=6&p=7&down={way}", page="heatmap"))[0] for way in ("dimension", "position")
    )
    table = Sinusoidal().encode(range(20), 6)
    np.testing.assert_array_equal(across["data"][0]["z"], table.T)
    np.testing.assert_array_equal(down["data"][0]["z"], table)
    for figure, place in ((across, "x0"), (down, "y0")):
        assert {shape[place] for shape in figure["layout"]["shapes"] if shape["type"] == "line"} == {7}
    assert down["layout"]["yaxis"]["range"] == [19.5, -0.5], "row 0 is at the top"


def test_heatmap_shows_the_first_scheme_and_has_a_choice(opened, figures):
    app = opened("scheme=Binary&scheme=Sinusoidal&n=16&d=4", page="heatmap")
    np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], Binary().encode(range(16), 4).T)
    handle(app.get("button_group"), "scheme handle").set_value("Sinusoidal").run()
    assert app.session_state["state"]["scheme"] == ["Sinusoidal", "Binary"]
    table = Sinusoidal().encode(range(16), 4)
    np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], table.T)


@pytest.mark.parametrize(
    ("query", "blocks"),
    [("n=131072", (128, 1)), ("n=1024&d=513", (1, 2)), ("n=1024&d=512", None), ("n=131072&from=5&to=9", None)],
)
def test_a_mean_is_not_called_a_value(sketched, figures, query, blocks):
    app = sketched(query, page="heatmap")
    assert ("mean" in figures(app)[0]["data"][0]["hovertemplate"]) == bool(blocks)
    assert ("Each cell is the mean of up to" in text(app)) == bool(blocks)


def test_the_opened_cell_is_marked_in_the_matrix_and_in_the_vector(sketched, figures):
    for down, ends in (("dimension", (6.5, 7.5, 3.5, 4.5)), ("position", (3.5, 4.5, 6.5, 7.5))):
        matrix, bars = figures(sketched(f"n=20&d=6&p=7&column=4&down={down}", page="heatmap"))[:2]
        squares = [shape for shape in matrix["layout"]["shapes"] if shape["type"] == "rect"]
        assert {tuple(shape[end] for end in ("x0", "x1", "y0", "y1")) for shape in squares} == {ends}
        assert len(set(bars["data"][0]["marker"]["color"])) == 2
        assert bars["data"][1]["x"].tolist() == [4]
    hidden = figures(sketched("n=20&d=6&p=7&from=9", page="heatmap"))[0]["layout"]["shapes"]
    assert not [shape for shape in hidden if shape["type"] == "rect"]


@pytest.mark.parametrize(
    ("reported", "cell"),
    [
        ([9, 30], (9, 30)),
        ([9.5, 30.5], (9, 30)),
        ([10**400, 10**400], (127, 63)),
        ([-3, -3], (0, 0)),
        ([9, "x"], (9, 2)),
        (["x", 9], (40, 2)),
        ([9], (9, 2)),
        ([], (40, 2)),
        (9, (9, 2)),
        (None, (40, 2)),
    ],
)
def test_a_click_on_a_cell_chooses_its_position_and_its_column(monkeypatch, reported, cell):
    state = {"n": 128, "d": 64, "p": 40, "column": 2}
    monkeypatch.setattr("streamlit.session_state", {"state": state, "chart matrix": {"position": reported}})
    charts._on_click("chart matrix", opens=True)
    assert (state["p"], state["column"]) == cell


# One number


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        (
            "d=64&p=40&column=2",
            [r"2i = 2 \quad\Rightarrow\quad i = 1", r"\frac{40}{10000^{2/64}}", r"PE(40, 2) \approx -0.988676"],
        ),
        ("scheme=Binary&n=16&d=4&p=13&column=2", [r"\frac{13}{2^{2}}", r"= 3 \bmod 2", "PE(13, 2) = 1"]),
        ("scheme=Gray&n=40&d=3&p=37&column=1", [r"37 \bmod 2^{3} = 5", r"\tfrac{5}{2^{1 + 1}}", "PE(37, 1) = 1"]),
        ("scheme=Normalized&n=5&d=64&p=4&column=60", [r"\frac{4}{5 - 1}", "PE(4, 60) = 1"]),
        ("scheme=Index&p=40&Index.start=1", ["= 40 + 1", "PE(40, 2) = 41"]),
        ("d=1&p=40&column=7", ["PE(40, 0)"]),
        ("n=4&p=70&d=4&column=3", ["PE(3, 3)"]),
        ("d=64&Sinusoidal.base=1.000000001", ["1.000000001^{2/64}"]),
        ("d=64&Sinusoidal.base=1.0000000000000002", ["1.0000000000000002^{2/64}"]),
        ("Sinusoidal.base=1.7976931348623157e308", [r"1.7976931348623157 \times 10^{308}"]),
        ("n=131072&d=64&p=131071", [r"\frac{131071}{1.333521432}"]),
        ("n=100000&p=99999&d=512", [r"PE(99999, 2) \approx -0.519864"]),
    ],
)
def test_a_number_is_worked_out(query, lines):
    study = links.study(query)
    place = study.position, selected_column(study), study.dim
    formula = formula_of(study.schemes[0].derivation(*place, length=study.length))
    for line in lines:
        assert line in formula


def test_bars_of_values_that_are_never_negative_begin_at_0(sketched, figures):
    for query, low in (("scheme=Gray&n=16&d=8", 0), ("n=16&d=8", -1.05)):
        assert figures(sketched(query, page="heatmap"))[1]["layout"]["yaxis"]["range"][0] == low


def test_a_small_matrix_is_printed_digit_by_digit(sketched):
    app = sketched("n=4&d=4&Sinusoidal.base=100", page="heatmap")
    assert any("PE(3, 2)" in latex.value for latex in app.latex)
    frame = app.dataframe[0].value
    np.testing.assert_array_equal(frame.iloc[1].to_numpy(), [1, 0.84147098, 0.54030231, 0.09983342, 0.99500417])
    frame = sketched("n=5&d=6&Sinusoidal.layout=concatenated", page="heatmap").dataframe[0].value
    np.testing.assert_array_equal(frame.round(3).iloc[4].to_numpy(), [4, -0.757, 0.185, 0.009, -0.654, 0.983, 1])
    for query, count in (("n=20&d=16", 1), ("n=21&d=16", 0), ("n=20&d=17", 0), ("from=3&to=22&d=8", 1), ("n=1&d=1", 1)):
        assert len(sketched(query, page="heatmap").dataframe) == count, query


# Columns as curves


@pytest.mark.parametrize(
    ("columns", "message"), [("x", "“x”"), ("64", "last dimension is 63"), ("0-60", "61 dimensions")]
)
def test_invalid_columns_are_reported(sketched, columns, message):
    assert message in sketched(f"d=64&columns={columns}&tab=waves", page="heatmap").main.text[0].value


def test_heatmap_buttons_choose_columns(opened):
    app = opened("d=20&tab=waves", page="heatmap")
    for columns in ("6-9", "4-7", ""):
        app.button(key=f"columns {columns}").click().run()
        assert app.session_state["state"]["columns"] == columns


def test_two_fast_and_two_slow_pairs_are_drawn():
    assert facts.parse_columns("", Sinusoidal(layout="concatenated"), 128, 20) == [0, 10, 1, 11, 8, 18, 9, 19]
    speeds = np.abs(Fourier().frequencies(64))
    pairs = Fourier().pairs(64)[np.argsort(-speeds)[[0, 1, -2, -1]]]
    assert facts.parse_columns("", Fourier(), 128, 64) == pairs.ravel().tolist()
    assert facts.parse_columns("", RoPE(share=0.5), 128, 8) == [1, 0, 3, 2], "constant pairs are not slow pairs"
    for scheme in (Grid(), Learned(), Binary()):
        assert facts.parse_columns("", scheme, 128, 64) == [0, 1, 2, 3]


def test_a_strip_is_a_pair_or_a_column(sketched, figures):
    _, strips, *_ = figures(sketched("n=100&d=20&columns=4-6&from=10&p=12&tab=waves", page="heatmap"))
    assert strips["layout"]["yaxis"]["ticktext"] == ["dimensions 4, 5<br>period 39.6", "dimension 6"]
    dots = [trace for trace in strips["data"] if "customdata" in trace]
    np.testing.assert_allclose(
        np.stack([trace["customdata"] for trace in dots]), Sinusoidal().encode(range(10, 42), 20)[:, 4:7].T
    )
    for trace, middle in zip(dots, (0, 0, strips["layout"]["yaxis"]["tickvals"][1]), strict=True):
        height = (trace["y"] - middle) / trace["customdata"]
        np.testing.assert_allclose(height, height[0])
    _, bars, *_ = figures(sketched("scheme=Binary&n=16&d=4&tab=waves", page="heatmap"))
    assert {trace["type"] for trace in bars["data"]} == {"bar"}, "bits are defined at integer positions only"


def test_other_orders_of_the_columns_are_found():
    for make in (Binary, Gray):
        assert [*facts.other_orders(make(), 40, 3)] == [("LSB first", "MSB first")]
    orders = [*facts.other_orders(Sinusoidal(), 20, 8)]
    assert orders == [("interleaved", "concatenated"), ("sin", "cos")]
    assert not [*facts.other_orders(Index(), 20, 8)]


# One wave


def test_rounding_of_the_angle_makes_no_position_nearer():
    study = links.study(f"n=4&p=1&frequency={2 * np.pi / 3!r}")
    assert facts.sine(study) == [claim("heatmap-sine-neighbors", position=1)]
    assert facts.sine(links.study("n=1030&p=343")) == [claim("heatmap-sine-nearer", count=488, position=343)]


# Counting


def test_bits_and_sines_count_in_the_same_order(sketched, figures):
    *_, bits, sines = figures(sketched("column=2&p=5&tab=waves", page="heatmap"))
    np.testing.assert_array_equal(bits["data"][0]["z"], [[int(bit) for bit in f"{p:04b}"] for p in range(16)])
    slow_first = np.sin(np.arange(16)[:, None] / np.array([8, 4, 2, 1]))
    np.testing.assert_allclose(sines["data"][0]["z"], slow_first, atol=1e-6)
    for figure in (bits, sines):
        assert {shape["y0"] for shape in figure["layout"]["shapes"] if shape["type"] == "line"} == {5}


def test_the_sinusoid_beside_bits_has_the_base_of_the_link():
    study = links.study("scheme=Binary&Sinusoidal.base=16&d=8")
    assert ids(facts.counting(sinusoid(study), study.dim)) == ["counting", "factor"]
    study = links.study("scheme=Binary&n=20&d=7&Sinusoidal.odd=refused")
    assert ids(facts.counting(sinusoid(study), study.dim)) == ["counting", "factor"], (
        "a sinusoid that does not support d"
    )


# Tabs
