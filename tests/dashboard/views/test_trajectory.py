"""Trajectory: charts, and claims of links as data. Claims are tested in tests/claims."""

from itertools import cycle

import numpy as np
import pytest

from dashboard.charts.clocks import APART, clocks
from dashboard.controls import links
from dashboard.say import message
from dashboard.sharing import exports
from dashboard.state.parameters import CHOICES
from dashboard.views.trajectory import claims, figures, numbers
from posenc_core import Binary, Index, RoPE, Sinusoidal
from tests.dashboard.conftest import text


def test_the_page_opens_with_three_principal_components_and_three_clocks(sketched, figures):
    path, clocks, norms = figures(sketched("", page="trajectory"))
    assert [trace["type"] for trace in path["data"]] == ["scatter3d"] * 3
    assert "PC 3" in path["layout"]["scene"]["zaxis"]["title"]["text"]
    assert len(clocks["layout"]["annotations"]) == 3
    assert len(norms["data"]) == 6


@pytest.mark.parametrize(
    ("name", "setting"),
    [*zip(CHOICES, cycle(["space=2-D", "axes=columns", "space=2-D&axes=columns&x=3&y=3"]), strict=False)],
)
def test_the_page_opens_for_every_encoding(sketched, figures, name, setting):
    app = sketched(f"scheme={name}&n=20&d=8&{setting}", page="trajectory")
    if "vectors" not in CHOICES[name]().abilities:
        return
    path, *others = figures(app)
    assert len(path["data"][1]["x"]) == 20
    study = links.study(f"scheme={name}&n=20&d=8")
    assert len(others) == 1 + bool(claims.clocks(study.schemes[0], 20, 8))


def test_a_column_that_does_not_exist_is_named(sketched):
    app = sketched("d=4&axes=columns&x=1&y=9", page="trajectory")
    assert message("trajectory-missing", axis="y", column=9, last_column=3) in text(app)
    with pytest.raises(ValueError, match="Dimension 9 on y does not exist"):
        exports.file("trajectory", "coordinates.csv", links.study("d=4&axes=columns&x=1&y=9"))


# Clocks


@pytest.mark.parametrize("scheme", [Sinusoidal(), Sinusoidal(layout="concatenated", start=1), RoPE()], ids=repr)
def test_hands_are_at_the_places_of_the_columns(scheme):
    table = scheme.encode(range(30), 8)
    for hand in numbers.three(scheme, 30, 8):
        angles = np.arctan2(table[:, hand.sine], table[:, hand.cosine])
        np.testing.assert_allclose(np.diff(np.unwrap(angles)), hand.step)
    assert numbers.three(scheme, 30, 8)[0].step == 1.0
    arguments = [dict(claim.args) for claim in claims.clocks(scheme, 30, 4)]
    assert [args["speed"] for args in arguments] == ["fast", "slow"]
    assert all(args["column"] < args["other"] for args in arguments)
    assert claims.clocks(Binary(), 30, 8) == claims.clocks(scheme, 30, 1) == []


def test_a_hand_is_drawn_at_its_angle_clockwise_from_the_top():
    *_, ahead, here = clocks([(0.0, np.pi / 2), (np.pi, 0.1)], [("a", "b"), ("c", "d")], "#000000")["data"]
    np.testing.assert_allclose((here["x"][1], here["y"][1]), (0, 0.95), atol=1e-12)
    np.testing.assert_allclose((ahead["x"][1], ahead["y"][1]), (0.95, 0), atol=1e-12)
    center = -APART
    np.testing.assert_allclose((here["x"][4], here["y"][4]), (0, center - 0.95), atol=1e-12)


# The colors


@pytest.mark.parametrize(("length", "ticks"), [(1, None), (2, 1), (3, 2), (128, 5)])
def test_the_color_bar_names_whole_positions(length, ticks):
    marker = figures.trajectory(np.zeros((length, 3)), ["x", "y", "z"], position=0)["data"][1]["marker"]
    assert (marker["colorbar"]["nticks"] if marker["showscale"] else None) == ticks


# The name of the chosen position


def label_box(figure, plot):
    """Position of the label, in pixels of a plot of this size, about as large as in a browser."""
    trace, layout = figure["data"][-1], figure["layout"]
    (left, right), (low, high) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    per_pixel = max((right - left) / plot[0], (high - low) / plot[1])
    x = plot[0] / 2 + (trace["x"][0] - (left + right) / 2) / per_pixel
    y = plot[1] / 2 + (trace["y"][0] - (low + high) / 2) / per_pixel
    up, across = trace["textposition"].split()
    width = 7.5 * len(trace["text"][0])
    start = x + {"left": -width - 6, "center": -width / 2, "right": 6}[across]
    return start, start + width, y + {"top": 18, "middle": 6, "bottom": -18}[up]


@pytest.mark.parametrize("scheme", [Binary(), Sinusoidal(), Index()], ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("plot", [(226, 470), (470, 470)], ids=["phone", "desk"])
@pytest.mark.parametrize("length", [1, 2, 128, 2000])
def test_the_name_of_the_chosen_position_is_never_cut(scheme, plot, length):
    points = scheme.encode(range(length), 4)[:, :2]
    for position in {0, 1, 3, 40, 127, length - 1} & set(range(length)):
        start, end, y = label_box(figures.trajectory(points, ["column 0", "column 1"], position=position), plot)
        assert 0 <= start < end <= plot[0], position
        assert 10 <= y <= plot[1] - 10, position
