"""The page Trajectory: its words and its pictures."""

import numpy as np
import pytest

from dashboard.views.trajectory import numbers, words
from dashboard.views.trajectory.figures import trajectory
from dashboard.views.trajectory.notes import NOTES
from posenc_core import SCHEMES, Binary, Index, Scheme, Sinusoidal, criteria, geometry
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "odd_dimensions_wobble": ["1 to 1.34 long", "0.00564 % longer"],
    "_old_drawing_code": ["79.4 turns", "0.88"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)
    padded = geometry.spread(geometry.norms(Sinusoidal(odd="zero"), 512, 3))
    assert padded.largest - padded.smallest <= criteria.EQUAL, "zeros in the last column make all equally long"


# Which positions are nearest


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            "",
            "In these two columns, some non-neighbours are nearer to each other than any neighbours. "
            "In all 64 columns, neighbours are always nearest: no other two positions are nearer to each other.",
        ),
        ("n=5", "turns. In all 64 columns, neighbours are always nearest"),
        ("d=3", "turns. In all 3 columns, neighbours are"),
        ("d=3&space=3-D", ". Neighbours are"),
        ("d=2&x=0&y=0", "In both columns, neighbours are not the nearest"),
        ("scheme=Index&d=1", "against the position. Neighbours are always nearest"),
        ("scheme=Index", "one straight line. In all 64 columns, neighbours are always nearest"),
        ("axes=principal components", "variance. In all 64 columns, neighbours are always nearest"),
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
def test_whether_neighbours_are_nearest(sketched, query, said):
    assert said in text(sketched(query, page="trajectory"))


@pytest.mark.parametrize("query", ["n=2&scheme=Binary", "n=1"])
def test_of_too_few_positions_nothing_is_said_of_nearness(sketched, query):
    assert "neighbours" not in text(sketched(query, page="trajectory"))


@pytest.mark.parametrize("scheme", [make() for make in SCHEMES.values()], ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("size", [(3, 4), (20, 3), (40, 2), (50, 1), (30, 12)])
def test_nearness_is_what_counting_every_pair_gives(scheme: Scheme, size):
    if scheme.lacks("vectors", *size):
        return
    pairs = geometry.distances(scheme.encode(range(size[0]), size[1]))
    steps = [pairs[p, p + 1] for p in range(size[0] - 1)]
    others = [pairs[p, q] for p in range(size[0]) for q in range(p + 2, size[0])]
    found = numbers.nearness(scheme, *size)
    low, high = (np.array([1 - criteria.EQUAL, 1 + criteria.EQUAL]) * min(steps)).tolist()
    assert found.longer == sum(step > high for step in steps)
    assert found.nearer == sum(other < low for other in others)
    assert found.as_near == sum(low <= other <= high for other in others)
    assert found.nearer_than_some == sum(other < max(steps) * (1 - criteria.EQUAL) for other in others)
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
        ("", "Columns 0 and 1 draw a circle. Each token turns by 57.3°; 127 tokens make 20.2 turns."),
        ("n=5", "Columns 0 and 1 draw an arc of a circle. Each token turns by 57.3°; 4 tokens make 0.637 turns."),
        ("x=0&y=2", "The columns shown are no pair that turns; columns 0 and 1 draw a circle."),
        ("space=3-D&n=500&d=3&Sinusoidal.layout=concatenated", "Column 1 lifts it to a helix, from 0 to 0.88."),
        ("axes=principal components", "in which the positions spread most; these 2 hold 30.4 % of the variance."),
        ("n=2", "The positions stand on one straight line."),
        ("d=1", "A curve takes two columns, and d = 1 leaves one"),
        ("scheme=Binary", "All 128 positions fall on 4 points of this picture."),
        ("scheme=Binary&n=6", "All 6 positions fall on 4 points of this picture."),
        ("scheme=Gray&n=12&space=3-D", "All 12 positions fall on 8 points of this picture."),
        ("scheme=Binary&n=3", "Each of the 3 positions has a point of its own."),
        ("scheme=Binary&n=2&d=8&x=5&y=6", "Both positions fall on 1 point of this picture."),
        ("scheme=Binary&n=2&d=8", "The positions stand on one straight line."),
        ("scheme=Index&Index.spread=one column&x=2&y=3", "All 128 positions fall on 1 point of this picture."),
        # bits make no circle
        ("scheme=Gray&d=2&n=5&Gray.values=-1/1", "All 5 positions fall on 4 points of this picture."),
        ("scheme=Gray&n=4&Gray.values=-1/1", "Each of the 4 positions has a point of its own."),
        ("scheme=Gray&n=2&Gray.values=-1/1&x=3&y=1", "Both positions fall on 1 point of this picture."),
        # nearly one turn is not one
        ("scheme=Sinusoidal&n=64&x=16&y=17", "draw a circle. Each token turns by 5.73°; 63 tokens make 1.003 turns."),
        ("n=85&x=18&y=19", "draw a circle. Each token turns by 4.3°; 84 tokens make 1.003 turns."),
        ("n=472&d=64&x=30&y=31", "an arc of a circle. Each token turns by 0.764°; 471 tokens make 0.9996 turns."),
        # slow waves are moving all the same
        ("d=4&Sinusoidal.base=1e300&x=2&y=3", "These columns hardly turn within n = 128: the positions look like one"),
        ("n=256&d=63&Sinusoidal.base=1e300&x=3&y=61", "These columns hardly turn within n = 256"),
        ("n=5&d=128&x=127&y=25", "The positions look like one straight line: what they reach beside it is too little"),
        ("n=5&d=128&x=24&y=25", "Columns 24 and 25 draw an arc"),
        # components
        ("n=4&d=4&axes=principal components", "these 2 hold more than 99.9 % of the variance."),
        ("n=5&d=6&space=3-D&axes=principal components", "these 3 hold more than 99.9 % of the variance."),
        ("d=2&axes=principal components", "these 2 hold all of the variance."),
        ("d=2&axes=principal components&space=3-D", "there are only 2 here, and they hold all of the variance."),
        ("n=3&axes=principal components&space=3-D", "there are only 2 here, and they hold all of the variance."),
        ("scheme=Binary&n=4&axes=principal components&space=3-D", "there are only 2 here, and they hold all"),
    ],
)
def test_what_curve_is_drawn(sketched, query, said):
    assert said in text(sketched(query, page="trajectory"))


@pytest.mark.parametrize(
    ("query", "equal"),
    [
        ("scheme=Gray&n=256", True),
        ("scheme=Gray&n=64", True),
        ("scheme=Binary&d=6&n=2048", True),
        ("scheme=Gray&n=1000&d=128&Gray.values=-1/1", True),
        ("scheme=Binary&n=1500&d=512", True),
        ("scheme=Gray&n=200", False),
        ("scheme=Sinusoidal", False),
    ],
)
def test_equal_components_have_no_order(sketched, query, equal):
    shown = text(sketched(f"{query}&axes=principal components", page="trajectory"))
    assert ("Components with equal shares have no order of their own: this picture is one of many." in shown) == equal
    assert ("points of this picture" in shown) == ("n=200" in query)


def test_points_are_counted_only_in_a_picture_that_is_no_choice(sketched):
    shown = text(sketched("scheme=Binary&n=100&d=2&axes=principal components", page="trajectory"))
    assert "All 100 positions fall on 4 points of this picture." in shown, "another one is only turned"
    noise = 1e-12 * np.random.default_rng(0).standard_normal((40, 2))
    assert numbers.different(noise + np.repeat([[0, 0], [1, 0], [0, 1], [1, 1]], 10, axis=0)) == 4
    assert numbers.different(np.zeros((5, 2))) == 1


# Norms


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "All vectors are equally long: their norm is 5.66."),
        ("n=1", "Its vector is 5.66 long."),
        ("d=3", "The vectors are nearly equally long: norms run from 1 to 1.04. d is odd, and column 2 has no partner"),
        ("d=3&n=512", "The vectors are not equally long: norms run from 1 to 1.34. d is odd"),
        ("scheme=Binary", "The vectors are not equally long: norms run from 0 to 2.65."),
        ("n=50&d=63", "The vectors are nearly equally long: the longest is 5.19 × 10⁻⁵ % longer than the shortest."),
        ("n=50&d=62", "All vectors are equally long: their norm is 5.57."),
        ("n=5&d=7", "The vectors are nearly equally long: the longest is 3.71 × 10⁻⁵ % longer"),
        ("n=256&d=7&Sinusoidal.base=1e6", "The vectors are nearly equally long: the longest is 5.61 × 10⁻⁵ % longer"),
        ("n=12&d=3&Sinusoidal.base=1e6", "The vectors are nearly equally long: the longest is 6.05 × 10⁻⁵ % longer"),
        ("n=12&d=3&Sinusoidal.base=1e300", "But for rounding, all vectors are equally long: their norm is 1. d is odd"),
    ],
)
def test_how_long_the_vectors_are(sketched, query, said):
    assert said in text(sketched(query, page="trajectory"))


def test_only_what_varies_is_said_to_look_flat():
    flat, small, large = np.ones(4), np.array([0.0, 1, 2, 1]), 1000 * np.arange(4.0)
    said = words.norm_words({Index(): large, Binary(): small, Sinusoidal(): flat})
    assert said.startswith("The line is flat in Sinusoidal: these vectors are equally long")
    assert said.endswith("Beside Index, the line of Binary looks flat and is not.")
    assert "looks flat" not in words.norm_words({Index(): large, Sinusoidal(): flat})
    assert "looks flat" not in words.norm_words({Binary(): small})
    assert not words.norm_words({Binary(): small[:1]})


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("n=128&d=63", "The line of Sinusoidal looks flat and is not."),
        ("n=256&d=7", "The line of Sinusoidal looks flat and is not."),
        ("d=64", "The line is flat in Sinusoidal: these vectors are equally long"),
    ],
)
def test_a_line_that_looks_flat_is_not_told_to_be(sketched, query, said):
    assert said in text(sketched(query, page="trajectory"))


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
