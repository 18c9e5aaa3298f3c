"""The page Similarity: its words and its pictures."""

import re

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.views import measurements
from dashboard.views.similarity import numbers, words
from dashboard.views.similarity.notes import NOTES
from posenc_core import Binary, Index, Normalized, Sinusoidal, criteria, geometry
from tests.dashboard.conftest import check_notes, handle, text

NUMBERS = {
    "_equal_is_not_orthogonal": ["right angle (orthogonal)", "0.846"],
    "_one_and_zero_need_a_scale": ["0.333 to 1", "at position 0", "0.769", "0.114", "by √d first: 0.0464 and 0.0392"],
    "farther_is_not_always_less": ["47 of the 127", "k = 11 to 12"],
    "base_is_no_length": ["47,100", "7.8 away", "only 1.47", "300,000 tokens on"],
    "_every_base_is_length_free": ["4.1 for B = 2, 1.95 for 100 and 1.28 for 1,000,000"],
}  # fmt: skip


def line(shown: str, start: str) -> str:
    """The one line of a page that starts so."""
    (found,) = [each for each in shown.splitlines() if each.startswith(start)]
    return found


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_similarity_lays_the_law_and_the_closed_form_over(opened, figures):
    app = opened("scheme=Sinusoidal&n=200&d=512&p=0&similarity=cosine", page="similarity")
    lines = {trace["name"]: trace for trace in figures(app)[0]["data"] if trace.get("showlegend")}
    assert set(lines) == {"Sinusoidal", "closed form", "log law"}
    np.testing.assert_allclose(lines["closed form"]["y"], lines["Sinusoidal"]["y"], atol=1e-12)
    law = lines["log law"]["y"]
    assert law[100] == pytest.approx(0.4373, abs=5e-5)
    assert law[10] == pytest.approx(0.6873, abs=5e-5)
    app = opened("scheme=Sinusoidal&law=false", page="similarity")
    assert len([trace for trace in figures(app)[0]["data"] if trace.get("showlegend")]) == 1


@pytest.mark.parametrize("measure", ["dot", "cosine", "min-max", "softmax", "attention", "distance"])
def test_similarity_in_every_measure(opened, figures, measure):
    app = opened(f"scheme=Binary&p=9&similarity={measure}&n=30&d=5", page="similarity")
    curve = figures(app)[0]["data"][0]["y"]
    np.testing.assert_allclose(curve, geometry.similarity(Binary().encode(range(30), 5), 9, kind=measure))
    assert "position 9" in text(app).splitlines()[0].lower()


# Left or right


def test_sides_are_those_of_the_shown_measure(opened):
    said = line(text(opened(page="similarity")), "**Left or right, by dot product?**")
    assert "40 tokens before and 40 after look the same to Sinusoidal: it knows how far, not which way." in said
    assert "In Normalized, what comes after position 40 is more similar than what comes as far before." in said
    said = line(text(opened("similarity=cosine", page="similarity")), "**Left or right, by cosine?**")
    assert "all look the same to Normalized: it knows neither how far nor which way." in said
    said = line(text(opened("similarity=distance", page="similarity")), "**Left or right, by distance?**")
    assert "look the same to Sinusoidal and Normalized: they know how far, not which way." in said


@pytest.mark.parametrize("query", ["p=0", "p=127", "n=1", "similarity=cosine&scheme=Normalized&p=0"])
def test_of_no_sides_nothing_is_said(opened, query):
    assert "Left or right" not in text(opened(query, page="similarity"))


@pytest.mark.parametrize(
    ("before", "after", "far_away", "said"),
    [
        ([2, 1], [2, 1], False, "{know} how far, not which way"),
        ([2, 2], [2, 2], False, "{know} neither how far nor which way"),
        ([2, 1, 2], [2, 1, 2], False, "cannot tell them apart"),
        ([2], [2], False, "cannot tell them apart"),
        ([2, 1], [2.01, 1], False, "nearly the same"),
        ([2, 1], [3, 2], False, "after position {p} is more similar"),
        ([2, 1], [3, 2], True, "before position {p} is nearer"),
        ([2, 1], [2, 2], False, "after position {p} is never less similar"),
        ([2, 1], [2, 2], True, "before position {p} is never farther"),
        ([2, 3], [3, 2], False, "neither is always the more similar side"),
    ],
)
def test_sides_in_words(before, after, far_away, said):
    assert said in words._sides(np.array(before, float), np.array(after, float), far_away=far_away)


# The laws


def test_the_log_law_is_an_approximation_up_to_where_it_is_one(opened):
    shown = text(opened(page="similarity"))
    assert "the log law, an approximation; it stays within 0.05 of the cosine up to k = 20" in shown
    study = links.study("")
    law = 1 - (np.log(np.arange(1, 88)) + np.euler_gamma) / np.log(1e4)
    miss = np.abs(law - geometry.similarity(Sinusoidal(), 40, 128, 64, kind="cosine")[41:])
    assert (miss[:20] <= criteria.NEAR).all()
    assert miss[20] > criteria.NEAR
    assert numbers.log_reach(study, Sinusoidal()) == 20
    assert "for large d and B; here it is not within 0.05 of the cosine even at k = 1" in text(
        opened("Sinusoidal.base=2", page="similarity")
    )


def test_an_odd_dimension_has_its_closed_form(opened):
    shown = text(opened("scheme=Sinusoidal&n=40&d=7", page="similarity"))
    assert "the closed form, a formula that gives the same curve" in shown
    assert "Σ cos(w k) + sin(w p) sin(w q): d is odd, and the last sine has no cosine" in shown
    assert "sin(w p) sin(w q)" not in text(opened("scheme=Sinusoidal&n=40&d=8", page="similarity"))
    assert "log law" not in text(opened("scheme=Sinusoidal&n=40&d=1", page="similarity"))


# Every pair


def test_one_colour_along_every_diagonal(opened):
    shown = text(opened(page="similarity"))
    assert "In Sinusoidal, every diagonal has one colour: only how far apart" in shown
    assert "In Binary and Normalized, diagonals change their colour" in shown
    assert "R²" not in shown
    assert "In Sinusoidal, every diagonal has nearly one colour" in text(opened("d=63", page="similarity"))
    assert "In Normalized, all cells are equal." in text(opened("similarity=cosine", page="similarity"))
    assert "diagonal" not in text(opened("n=1", page="similarity"))


def test_a_diagonal_is_of_one_colour_only_where_all_its_cells_are_equal():
    assert numbers.diagonal_miss(Sinusoidal(), 30, 8, "dot") <= criteria.EQUAL
    assert numbers.diagonal_miss(Sinusoidal(), 30, 1, "dot") > criteria.NEAR
    assert numbers.diagonal_miss(Index(), 30, 8, "distance") <= criteria.EQUAL
    assert np.isnan(numbers.diagonal_miss(Normalized(), 30, 8, "cosine"))
    assert numbers.diagonal_miss(Index(), 1, 8, "cosine") is None


# The base


def test_base_slider_is_a_handle_of_the_base(opened):
    app = opened(page="similarity")
    handle(app.select_slider, "base handle").set_value(100.0).run()
    assert app.session_state["Sinusoidal.base"] == 100
    assert "At B = 100 the slowest wave takes 544 tokens" in text(app)


@pytest.mark.parametrize("dim", [1, 2])
def test_the_base_does_nothing_to_a_single_wave(opened, dim):
    app = opened(f"d={dim}", page="similarity")
    assert f"d = {dim} leaves a single" in text(app)
    assert "neighbours farther apart" not in text(app)
    assert not [slider for slider in app.select_slider if slider.key.startswith("base handle")]
    for base in (2.0, 1e6):
        np.testing.assert_array_equal(Sinusoidal(base=base).encode(range(9), dim), Sinusoidal().encode(range(9), dim))


@pytest.mark.parametrize("dim", [3, 4, 63, 64])
def test_a_smaller_base_sets_neighbours_farther_apart(opened, dim):
    assert "A smaller base sets neighbours farther apart" in text(opened(f"d={dim}", page="similarity"))
    found = [measurements.at_base(base, 128, dim) for base in (2.0, 10.0, 1e4, 1e6, 1e300)]
    assert (np.diff([row.neighbours for row in found]) < 0).all()
    assert (np.diff([row.longest for row in found]) > 0).all()


def test_the_lone_sine_of_an_odd_dimension_is_no_pair():
    assert measurements.at_base(10.0, 128, 63).turning == 31
    assert measurements.at_base(10.0, 128, 64).turning == 32
    assert measurements.at_base(10.0, 128, 1).turning == 0


@pytest.mark.parametrize("query", ["d=4096&n=3&Sinusoidal.base=1e308", "d=63&Sinusoidal.base=1e308", "n=1", "n=2&d=3"])
def test_no_base_breaks_the_page(opened, query):
    app = opened(query, page="similarity")
    assert not app.exception
    assert not re.search(r"\b(nan|inf|None)\b", text(app))


# Far beyond p


def test_similarity_looks_far(opened):
    app = opened("far=10000", page="similarity")
    shown = text(app)
    assert (
        "In Sinusoidal, Binary and Normalized, position 10,040 is farther from position 40 than position 41 is."
        in shown
    )
    assert "Sinusoidal does not come back" in shown
    frame = app.dataframe[-1].value.set_index("scheme")
    np.testing.assert_allclose(frame.loc["Sinusoidal"], [7.800099, 1.471848], atol=1e-6)
    shown = text(opened("d=8", page="similarity"))
    assert "In Binary, position 10,040 is nearer" not in shown
    assert re.search(r"Sinusoidal comes back: .* k = 169,646 is nearest, 0\.\d+ away, where a step is 0\.", shown)
    assert "In Binary, position 104 has the same vector as position 40." in text(
        opened("d=6&far=64", page="similarity")
    )
    assert "In Binary, position 104 is as near to position 40 as position 41 is." in text(
        opened("far=64", page="similarity")
    )
    assert "come back" not in text(opened("d=7", page="similarity"))


@pytest.mark.parametrize(("query", "said"), [("", True), ("p=127", False), ("n=1", False)])
def test_where_a_curve_turns_back(opened, query, said):
    shown = text(opened(query, page="similarity"))
    assert ("to the right of p, 5 tokens on in Sinusoidal" in shown) == said
    assert ("is already more similar than p itself in Normalized" in shown) == said
    assert "after k = 0" not in shown
