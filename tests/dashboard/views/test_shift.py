"""Shift: charts, equations, and tabs. Claims are tested in tests/claims."""

import re

import numpy as np
import pytest

from dashboard.say import MESSAGES
from dashboard.state.study import Study
from dashboard.views.shift import numbers, shift
from posenc_core import Binary, Sinusoidal
from posenc_core.analysis import shift as maps
from tests.dashboard.conftest import text

# One matrix for all positions


def test_rings_are_where_the_best_matrix_puts_positions_and_p_moves_the_arrow_alone(sketched, figures):
    at7, at9 = (figures(sketched(f"n=32&k=3&pair=6&p={p}", page="shift"))[:3] for p in (7, 9))
    for first, second in zip(at7, at9, strict=True):
        (every, missed, dots, rings, miss, arrow, *_), others = first["data"], second["data"]
        for axis in "xy":
            np.testing.assert_allclose(arrow[axis], dots[axis][[7, 10]], rtol=1e-6)
            np.testing.assert_allclose(others[5][axis], dots[axis][[9, 12]], rtol=1e-6)
            np.testing.assert_array_equal(others[3][axis], rings[axis])
        exact = np.hypot(rings["x"] - dots["x"][3:], rings["y"] - dots["y"][3:]) < 1e-6
        assert exact.all() == (missed["x"].size == 0 == miss["x"].size)
        assert every["x"].size == 3 * 29
    assert [figure["data"][1]["x"].size > 0 for figure in at7] == [False, True, False], "only Binary misses"
    # bits 0, 2, and 4 horizontally, bits 1 and 3 vertically: each code has its own place
    dots, p = at7[1]["data"][2], np.arange(32)
    np.testing.assert_array_equal(dots["x"], (p & 1) + (p >> 1 & 2) + (p >> 2 & 4))
    np.testing.assert_array_equal(dots["y"], (p >> 1 & 1) + (p >> 2 & 2))


# The matrix


def test_the_matrix_is_exact_where_a_formula_is_known():
    move, way = numbers.move(Sinusoidal(), 3, 20, 6)
    assert way == "closed form"
    assert maps.residual(move, Sinusoidal().encode(range(20), 6), 3) < 1e-14
    assert numbers.move(Binary(), 3, 20, 6)[1] == "blocks"


@pytest.mark.parametrize(
    ("scheme", "d", "pair", "columns"),
    [
        (Sinusoidal(), 64, 0, 16),
        (Sinusoidal(), 64, 7, 16),
        (Sinusoidal(), 64, 8, 64),
        (Sinusoidal(layout="concatenated"), 64, 0, 64),
        (Sinusoidal(), 15, 0, 15),
        (Sinusoidal(), 17, 8, 16),
        (Sinusoidal(), 1, 0, 1),
        (Binary(order="MSB first"), 64, 0, 64),
    ],
)
def test_the_drawn_part_of_the_matrix_is_as_small_as_possible(scheme, d, pair, columns):
    assert numbers.drawn_size(Study((scheme,), 128, d, 0, 1, options={"pair": pair})) == columns


def test_each_encoding_has_its_matrix_with_the_chosen_pair_outlined(sketched, figures):
    *_, rotation, fit = figures(sketched("scheme=Sinusoidal&scheme=Binary&k=3&pair=1&tab=matrix", page="shift"))
    np.testing.assert_allclose(rotation["data"][0]["z"][:2, :2], maps.rotation(3), atol=1e-4)
    for figure in (rotation, fit):
        ((x0, x1),) = [(shape["x0"], shape["x1"]) for shape in figure["layout"]["shapes"]]
        assert (x0, x1) == (1.5, 3.5)
    *_, apart = figures(sketched("scheme=Sinusoidal&Sinusoidal.layout=concatenated&d=8&tab=matrix", page="shift"))
    assert len(apart["layout"]["shapes"]) == 4


# One pair of columns


def test_a_verdict_answers_the_question_of_the_title():
    args = {"degrees": 90, "rotations": 0, "value": 90, "count": 2, "whole": 3, "offset": 1, "column": 0, "share": 0.5}
    for answer, ids in (("Yes", shift.YES), ("No", shift.NO)):
        assert all(MESSAGES.text(f"shift-{id}", args).startswith(f"{answer}: ") for id in ids)


def test_both_orders_are_shown_and_right(sketched):
    app = sketched("scheme=Sinusoidal&k=3", page="shift")
    block = numbers.block(app.session_state["study"], Sinusoidal())
    row, column = block.before, block.before[:, None]
    np.testing.assert_allclose(row @ block.cells, block.goal, atol=1e-12)
    np.testing.assert_allclose(block.cells.T @ column, block.goal[:, None], atol=1e-12)
    for equation, matrix in zip(app.latex, (block.cells, block.cells.T), strict=True):
        assert shift._latex(matrix) in equation.value


def test_the_arc_of_a_pair_ends_where_the_ring_is(sketched, figures):
    for query in ("k=3", "k=40", "scheme=Fourier&k=5&pair=3"):
        *_, chart = figures(sketched(query, page="shift"))
        arc = next(trace for trace in chart["data"] if trace["mode"] == "lines+markers")
        ring = next(trace for trace in chart["data"] if trace.get("marker", {}).get("symbol") == "circle-open")
        end = np.array([arc["x"][-1], arc["y"][-1]]) / np.hypot(arc["x"][-1], arc["y"][-1])
        goal = np.array([ring["x"][0], ring["y"][0]])
        np.testing.assert_allclose(end, goal / np.hypot(*goal), atol=1e-6)


@pytest.mark.parametrize(
    ("query", "p"),
    [("n=4&d=3&k=1", 2), ("n=12&d=4&k=3&Gray.order=MSB+first", 11), ("n=12&d=4&k=3", 11), ("n=8&d=3&k=2", 4)],
)
def test_no_zero_has_a_sign(sketched, query, p):
    for name in ("Gray", "Binary"):
        equations = sketched(f"scheme={name}&{query}&p={p}", page="shift").latex
        assert equations
        assert not any(re.search(r"[-−]0(\.0+)?(?![.\d])", equation.value) for equation in equations)


def test_the_added_vector_is_in_the_equation(sketched):
    app = sketched("scheme=Index&p=5&k=2&d=4", page="shift")
    assert app.latex[0].value.count("bmatrix") == 6


# Tabs


def test_residuals_are_a_table_and_what_is_no_more_than_rounding_is_0(sketched):
    table = sketched("scheme=Sinusoidal&scheme=Learned&n=512&tab=unseen", page="shift").table[0].value
    assert list(table.index) == ["Sinusoidal"] * 3 + ["Learned"] * 2
    assert list(table.iloc[0, 1:]) == ["0%", "0%"]
    assert list(table.iloc[3:, 2]) == ["–", "–"]


def test_an_earlier_link_with_a_pair_opens_at_it(opened):
    app = opened("pair=3&d=8&scheme=Sinusoidal", page="shift")
    assert not app.exception
    assert "dimensions 6 (sine) and 7 (cosine)" in text(app)


def test_the_derivation_ends_in_the_numbers_of_the_selected_pair(sketched):
    app = sketched("scheme=Sinusoidal&tab=why&k=8&pair=3&p=5&n=40&d=16", page="shift")
    w = 10000 ** (-3 / 8)
    (numbers,) = [equation.value for equation in app.latex if re.search(r"0\.\d{3}", equation.value)]
    values = [float(value) for value in re.findall(r"-?\d\.\d{3}", numbers)]
    here, cos, sin, there = w * 5, np.cos(8 * w), np.sin(8 * w), w * 13
    right = [np.sin(here), np.cos(here), cos, -sin, sin, cos, np.sin(there), np.cos(there)]
    assert values == pytest.approx(right, abs=6e-4)
    assert not sketched("scheme=Binary&tab=why", page="shift").latex
