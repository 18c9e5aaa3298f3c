"""The page Trajectory: its words and its pictures."""

import numpy as np
import pytest

from dashboard.views.trajectory import numbers, words
from dashboard.views.trajectory.figures import trajectory
from dashboard.views.trajectory.notes import NOTES
from posenc_core import SCHEMES, Binary, Index, Scheme, Sinusoidal, geometry
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "odd_dimensions_wobble": ["1 to 1.34 long", "0.00564 % longer"],
    "_old_drawing_code": ["79.4 turns", "0.88"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


# Which positions are nearest


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "No other two positions are nearer to each other than neighbours."),
        (
            "scheme=Binary",
            "384 pairs of non-neighbours are as near to each other as the nearest neighbours. "
            "63 of 127 steps to the next position are longer.",
        ),
        (
            "scheme=Binary&n=3",
            "1 pair of non-neighbours is as near to each other as the nearest neighbours. "
            "1 of 2 steps to the next position is longer.",
        ),
        ("scheme=Gray", "321 pairs of non-neighbours are as near to each other as the nearest neighbours. The vec"),
        ("scheme=Binary&n=9&d=3", "1 position has the vector of an earlier one."),
        ("scheme=Binary&n=60&d=4", "44 positions have the vector of an earlier one."),
        ("d=2&n=32", "Neighbours are not the nearest: 131 pairs of non-neighbours are nearer"),
        ("d=2&n=7", "Neighbours are not the nearest: 1 pair of non-neighbours is nearer"),
    ],
)
def test_whether_neighbours_are_nearest(opened, query, said):
    assert said in text(opened(query, page="trajectory"))


@pytest.mark.parametrize("query", ["n=2&scheme=Binary", "n=1"])
def test_of_too_few_positions_nothing_is_said_of_nearness(opened, query):
    assert "neighbours" not in text(opened(query, page="trajectory"))


@pytest.mark.parametrize("scheme", [make() for make in SCHEMES.values()], ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("size", [(3, 4), (20, 3), (40, 2), (50, 1), (30, 12)])
def test_nearness_is_what_counting_every_pair_gives(scheme: Scheme, size):
    if scheme.lacks("vectors", *size):
        return
    pairs = geometry.distances(scheme.encode(range(size[0]), size[1])).round(5)
    steps = [pairs[p, p + 1] for p in range(size[0] - 1)]
    others = [pairs[p, q] for p in range(size[0]) for q in range(p + 2, size[0])]
    found = numbers.nearness(scheme, *size)
    assert found.longer == sum(step > min(steps) for step in steps)
    assert found.nearer == sum(other < min(steps) for other in others)
    assert found.as_near == others.count(min(steps))
    assert found.nearer_than_some == sum(other < max(steps) for other in others)
    assert found.repeats == sum(0 in pairs[q, :q] for q in range(size[0]))
    assert found.steps == len(steps)


def test_neighbours_that_are_nearest_only_somewhere():
    found = numbers.Nearness(steps=4, longer=2, repeats=0, nearer=0, as_near=0, nearer_than_some=1)
    assert words._nearness(found) == (
        "The nearest positions are neighbours, but 1 pair of non-neighbours is nearer than some neighbours."
    )


# What is drawn


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "Columns 0 and 1 draw a circle: 57.3° a token, 20.2 turns."),
        ("n=5", "Columns 0 and 1 draw an arc of a circle: 57.3° a token, 0.637 turns."),
        ("x=0&y=2", "The columns shown are no pair that turns; columns 0 and 1 draw a circle."),
        ("space=3-D&n=500&d=3&Sinusoidal.layout=concatenated", "Column 1 lifts it to a helix, from 0 to 0.88."),
        ("axes=principal components", "in which the positions spread most; these 2 hold 30.4 % of the variance."),
        ("n=2", "The positions stand on one straight line."),
        ("d=1", "A curve takes two columns, and d = 1 leaves one"),
        ("scheme=Binary", "All 128 positions fall on 4 points of this picture."),
    ],
)
def test_what_curve_is_drawn(opened, query, said):
    assert said in text(opened(query, page="trajectory"))


# Norms


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "All vectors are equally long: their norm is 5.66."),
        ("n=1", "Its vector is 5.66 long."),
        ("d=3", "The vectors are nearly equally long: norms run from 1 to 1.04. d is odd, and column 2 has no partner"),
        ("d=3&n=512", "The vectors are not equally long: norms run from 1 to 1.34. d is odd"),
        ("scheme=Binary", "The vectors are not equally long: norms run from 0 to 2.65."),
    ],
)
def test_how_long_the_vectors_are(opened, query, said):
    assert said in text(opened(query, page="trajectory"))


def test_only_what_varies_is_said_to_look_flat():
    flat, small, large = np.ones(4), np.array([0.0, 1, 2, 1]), 1000 * np.arange(4.0)
    said = words.norm_words({Index(): large, Binary(): small, Sinusoidal(): flat})
    assert said.endswith("Beside Index, Binary looks flat and is not.")
    assert "looks flat" not in words.norm_words({Index(): large, Sinusoidal(): flat})
    assert "looks flat" not in words.norm_words({Binary(): small})


# The name of the chosen position


def label_box(figure, plot):
    """Where the name stands, in pixels of a plot so wide and high, about as large as a browser draws it."""
    chosen, layout = figure["data"][-1], figure["layout"]
    (left, right), (low, high) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    per_pixel = max((right - left) / plot[0], (high - low) / plot[1])
    x = plot[0] / 2 + (chosen["x"][0] - (left + right) / 2) / per_pixel
    y = plot[1] / 2 + (chosen["y"][0] - (low + high) / 2) / per_pixel
    up, across = chosen["textposition"].split()
    width = 7.5 * len(chosen["text"][0])
    start = x + {"left": -width - 6, "center": -width / 2, "right": 6}[across]
    return start, start + width, y + {"top": 18, "middle": 6, "bottom": -18}[up]


@pytest.mark.parametrize("scheme", [Binary(), Sinusoidal(), Index()], ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("plot", [(226, 470), (470, 470)], ids=["phone", "desk"])
@pytest.mark.parametrize("length", [1, 2, 128, 2000])
def test_the_name_of_the_chosen_position_is_never_cut(scheme, plot, length):
    points = scheme.encode(range(length), 4)[:, :2]
    for position in {0, 1, 3, 40, 127, length - 1} & set(range(length)):
        start, end, y = label_box(trajectory(points, ["column 0", "column 1"], position=position), plot)
        assert 0 <= start < end <= plot[0], position
        assert 10 <= y <= plot[1] - 10, position
