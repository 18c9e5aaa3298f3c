"""Clocks: charts, equations, and tabs. Claims are tested in tests/claims."""

import re

import numpy as np
import pytest

from dashboard.charts.clocks import APART, clocks
from dashboard.controls import links
from dashboard.say import MESSAGES
from dashboard.state.parameters import CHOICES
from dashboard.views.clocks import clocks as layout
from dashboard.views.clocks import facts
from dashboard.views.clocks import figures as drawing
from posenc_core import Binary, Gray, RoPE, Sinusoidal
from posenc_core.analysis import shift as maps
from tests.dashboard.conftest import text

# The figure


@pytest.mark.parametrize("scheme", [Sinusoidal(), Sinusoidal(layout="concatenated", start=1), RoPE()], ids=repr)
def test_hands_are_at_the_places_of_the_columns_and_draw_their_sines(scheme):
    table, drawn = scheme.encode(range(30), 32), facts.strips(scheme, 30, 32)
    assert [hand.pair for hand in drawn.hands] == [0, 3, 6, 9, 12, 15]
    for i, hand in enumerate(drawn.hands):
        angles = np.arctan2(table[:, hand.sine], table[:, hand.cosine])
        np.testing.assert_allclose(np.diff(np.unwrap(angles)), hand.step, atol=1e-12)
        np.testing.assert_allclose(hand.step, 10000 ** (-hand.pair / 16))
        np.testing.assert_allclose(drawn.rows[:, i], np.sin(angles), atol=1e-12)
        fine = (len(drawn.curves) - 1) // 29
        np.testing.assert_allclose(drawn.curves[::fine, i], np.sin(angles), atol=1e-9)
    assert facts.strips(Binary(), 30, 8).hands == facts.strips(Sinusoidal(), 30, 1).hands == []


@pytest.mark.parametrize(("p", "k"), [(0, 1), (7, 3), (29, 9)])
def test_the_turn_of_a_hand_is_the_same_wherever_it_starts(sketched, figures, p, k):
    figure = figures(sketched(f"scheme=Sinusoidal&n=30&d=8&p={p}&k={k}", page="clocks"))[0]
    texts = [note["text"] for note in figure["layout"]["annotations"]]
    degrees = [MESSAGES.format(np.degrees(k * 10 ** -float(pair))) for pair in range(4)]
    periods = [MESSAGES.format(2 * np.pi * 10**pair) for pair in range(4)]
    pairs = zip(range(4), periods, degrees, strict=True)
    assert texts[:4] == [f"<b>{pair}</b><br>{period}<br>{turn}°" for pair, period, turn in pairs]


def test_a_hand_is_drawn_at_its_angle_clockwise_from_the_top():
    *_, ahead, here = clocks([(0.0, np.pi / 2), (np.pi, 0.1)], [("a", "b"), ("c", "d")], "#000000")["data"]
    np.testing.assert_allclose((here["x"][1], here["y"][1]), (0, 0.95), atol=1e-12)
    np.testing.assert_allclose((ahead["x"][1], ahead["y"][1]), (0.95, 0), atol=1e-12)
    np.testing.assert_allclose((here["x"][4], here["y"][4]), (APART, -0.95), atol=1e-12)


@pytest.mark.parametrize("scheme", [Binary(), Gray(), Binary(order="MSB first", values="-1/1")], ids=repr)
def test_tiles_are_the_bits_at_p_and_p_plus_k(sketched, figures, scheme):
    name, bits = scheme.name, scheme.encode(range(32), 5) > 0
    options = "".join(f"&{name}.{key}={value}" for key, value in (("order", scheme.order), ("values", scheme.values)))
    figure = figures(sketched(f"scheme={name}{options}&n=32&d=5&p=7&k=3", page="clocks"))[0]
    strips, tiles = [trace["z"] for trace in figure["data"] if trace["type"] == "heatmap"]
    np.testing.assert_array_equal(strips, 2.0 * bits - 1)
    np.testing.assert_array_equal(tiles, strips[[7, 10]])


@pytest.mark.parametrize("name", CHOICES)
def test_every_encoding_has_a_figure_a_verdict_and_a_path(sketched, figures, name):
    if "vectors" not in CHOICES[name]().abilities:
        return
    app = sketched(f"scheme={name}&n=20&d=8&space=2-D&axes=columns&x=3&y=3&tab=space", page="clocks")
    strips, path, lattice = figures(app)
    assert len(strips["layout"]["annotations"]) > 1
    assert len(path["data"][1]["x"]) == 20
    assert [note["text"] for note in lattice["layout"]["annotations"]][:2] == ["<b>0</b>", "<b>1</b>"]
    assert any('class="verdict' in block.proto.body for block in app.get("html"))


def test_a_verdict_answers_its_question():
    args = {"count": 2, "whole": 3, "offset": 1, "column": 0, "share": 0.5, "value": 1.0}
    args |= dict.fromkeys(("start", "end", "position", "other"), 1)
    for id, kind in layout.VERDICTS.items():
        assert MESSAGES.text(f"clocks-{id}", args).startswith(f"{kind.capitalize()}. ")


# One pair


@pytest.mark.parametrize("scheme", ["Sinusoidal", "Sinusoidal&Sinusoidal.layout=concatenated"])
@pytest.mark.parametrize("pair", [0, 2, 7])
def test_the_drawn_matrix_has_rotations_on_its_diagonal_and_the_selected_pair(sketched, figures, scheme, pair):
    matrix = figures(sketched(f"scheme={scheme}&k=3&pair={pair}&d=16", page="clocks"))[1]
    first = min(pair, 4)
    right = np.zeros((8, 8))
    for i in range(4):
        right[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = maps.rotation(3 * 10000 ** (-(first + i) / 8))
    np.testing.assert_allclose(matrix["data"][0]["z"], right, atol=1e-6)


@pytest.mark.parametrize(
    ("query", "p"),
    [("n=4&d=3&k=1", 2), ("n=12&d=4&k=3&Gray.order=MSB+first", 11), ("n=12&d=4&k=3", 11), ("n=8&d=3&k=2", 4)],
)
def test_no_zero_has_a_sign(sketched, query, p):
    for name in ("Gray", "Binary"):
        equations = sketched(f"scheme={name}&{query}&p={p}", page="clocks").latex
        assert equations
        assert not any(re.search(r"[-−]0(\.0+)?(?![.\d])", equation.value) for equation in equations)


def test_the_derivation_ends_in_the_numbers_of_the_selected_pair(sketched):
    app = sketched("scheme=Sinusoidal&k=8&pair=3&p=5&n=40&d=16", page="clocks")
    w = 10000 ** (-3 / 8)
    row, column = [equation.value for equation in app.latex if re.search(r"0\.\d{3}", equation.value)]
    values = [float(value) for value in re.findall(r"-?\d\.\d{3}", row)]
    here, cos, sin, there = w * 5, np.cos(8 * w), np.sin(8 * w), w * 13
    right = [np.sin(here), np.cos(here), cos, -sin, sin, cos, np.sin(there), np.cos(there)]
    assert values == pytest.approx(right, abs=6e-4)
    assert sorted(re.findall(r"\d\.\d{3}", column)) == sorted(re.findall(r"\d\.\d{3}", row))
    assert "dimensions 6 (sine) and 7 (cosine)".lower() in text(app).lower()


# In 2-D and 3-D


def test_the_buttons_open_the_circle_and_the_spiral(opened, figures):
    app = opened("tab=space&scheme=Binary", page="clocks")
    app.button(key="circle").click().run()
    path = figures(app)[1]
    table = Sinusoidal().encode(range(32), 2)
    np.testing.assert_allclose(np.stack((path["data"][1]["x"], path["data"][1]["y"]), axis=1), table, atol=1e-6)
    app.button(key="spiral").click().run()
    path = figures(app)[1]
    table = Sinusoidal(layout="concatenated").encode(range(500), 3)[:, [0, 2, 1]]
    drawn = np.stack([path["data"][1][axis] for axis in "xyz"], axis=1)
    np.testing.assert_allclose(drawn, table, atol=1e-6)
    assert "turns the circle into a spiral" in text(app)


def test_a_smooth_curve_passes_every_position(sketched, figures):
    path = figures(sketched("scheme=Sinusoidal&n=32&d=4&tab=space&axes=columns&space=2-D&x=2&y=3", page="clocks"))[1]
    curve, points = path["data"][:2]
    for axis, column in zip("xy", (2, 3), strict=True):
        np.testing.assert_allclose(points[axis], Sinusoidal().encode(range(32), 4)[:, column], atol=1e-6)
        np.testing.assert_allclose(curve[axis][::16], points[axis], atol=1e-6)


@pytest.mark.parametrize(("length", "ticks"), [(1, None), (2, 1), (3, 2), (128, 5)])
def test_the_color_bar_names_whole_positions(length, ticks):
    marker = drawing.path(np.zeros((length, 3)), ["x", "y", "z"], position=0)["data"][1]["marker"]
    assert (marker["colorbar"]["nticks"] if marker["showscale"] else None) == ticks


def test_links_clamp_axes_to_the_last_dimension():
    study = links.study("d=4&axes=columns&x=1&y=9")
    assert facts.path(study, Sinusoidal())[1] == (1, 3, 2)
