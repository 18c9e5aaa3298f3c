"""The page Similarity: its words and its pictures."""

import re

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.views import measurements
from dashboard.views.similarity import numbers, tables, words
from dashboard.views.similarity.notes import NOTES
from posenc_core import Binary, Index, Normalized, Sinusoidal, criteria, geometry
from tests.dashboard.conftest import check_notes, handle, text

NUMBERS = {
    "_equal_is_not_orthogonal": ["right angle (orthogonal)", "0.846"],
    "_one_and_zero_need_a_scale": ["0.333 to 1", "at position 0", "0.769", "0.114", "by √d first: 0.0464 and 0.0392"],
    "farther_is_not_always_less": ["47 of the 127", "k = 11 to 12"],
    "base_is_no_length": ["47,100", "7.8 away", "only 1.47", "300,000 tokens on"],
    "_one_draw_is_no_mean": ["0.723 at k = 10", "average is 0.607"],
    "_every_base_is_length_free": ["4.1 for B = 2, 1.95 for 100 and 1.28 for 1,000,000"],
}  # fmt: skip


def line(shown: str, start: str) -> str:
    """The one line of a page that starts so."""
    (found,) = [each for each in shown.splitlines() if each.startswith(start)]
    return found


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_similarity_lays_the_law_and_the_closed_form_over(sketched, figures):
    app = sketched("scheme=Sinusoidal&n=200&d=512&p=0&similarity=cosine", page="similarity")
    lines = {trace["name"]: trace for trace in figures(app)[0]["data"] if trace.get("showlegend")}
    assert set(lines) == {"Sinusoidal", "closed form", "log law"}
    np.testing.assert_allclose(lines["closed form"]["y"], lines["Sinusoidal"]["y"], atol=1e-12)
    law = lines["log law"]["y"]
    assert law[100] == pytest.approx(0.4373, abs=5e-5)
    assert law[10] == pytest.approx(0.6873, abs=5e-5)
    app = sketched("scheme=Sinusoidal&law=false", page="similarity")
    assert len([trace for trace in figures(app)[0]["data"] if trace.get("showlegend")]) == 1


@pytest.mark.parametrize("measure", ["dot", "cosine", "min-max", "softmax", "attention", "distance"])
def test_similarity_in_every_measure(sketched, figures, measure):
    app = sketched(f"scheme=Binary&p=9&similarity={measure}&n=30&d=5", page="similarity")
    curve = figures(app)[0]["data"][0]["y"]
    np.testing.assert_allclose(curve, geometry.similarity(Binary().encode(range(30), 5), 9, kind=measure))
    assert "position 9" in text(app).splitlines()[0].lower()


# Left or right


def test_sides_are_those_of_the_shown_measure(sketched):
    said = line(text(sketched(page="similarity")), "**Left or right, by dot product?**")
    assert "40 tokens before and 40 after look the same to Sinusoidal: it knows how far, not which way." in said
    assert "In Normalized, what comes after position 40 is more similar than what comes as far before." in said
    said = line(text(sketched("similarity=cosine", page="similarity")), "**Left or right, by cosine?**")
    assert "all look the same to Normalized: it knows neither how far nor which way." in said
    said = line(text(sketched("similarity=distance", page="similarity")), "**Left or right, by distance?**")
    assert "look the same to Sinusoidal and Normalized: they know how far, not which way." in said


@pytest.mark.parametrize("query", ["p=0", "p=127", "n=1", "similarity=cosine&scheme=Normalized&p=0"])
def test_of_no_sides_nothing_is_said(sketched, query):
    assert "Left or right" not in text(sketched(query, page="similarity"))


@pytest.mark.parametrize(
    ("before", "after", "far_away", "said"),
    [
        ([2, 1], [2, 1], False, "{know} how far, not which way"),
        ([2, 2], [2, 2], False, "{know} neither how far nor which way"),
        ([2, 1, 2], [2, 1, 2], False, "which cannot tell before from after"),
        ([2], [2], False, "which cannot tell before from after"),
        ([0], [1e-17], False, "which cannot tell before from after"),
        ([2, 1], [2.01, 1], False, "nearly the same"),
        ([2, 1], [3, 2], False, "after position {p} is more similar"),
        ([2, 1], [3, 2], True, "before position {p} is nearer"),
        ([2, 1], [2, 2], False, "after position {p} is never less similar"),
        ([2, 1], [2, 2], True, "before position {p} is never farther"),
        ([2, 3], [3, 2], False, "neither is always more similar"),
    ],
)
def test_sides_in_words(before, after, far_away, said):
    curve = np.array([*before[::-1], 4, *after], float)
    assert said in words._sides(curve, curve, len(before), far_away=far_away)


# What a softmax leaves 0 of, and what min-max makes of rounding


@pytest.mark.parametrize(
    ("query", "ring", "sides"),
    [
        ("scheme=Sinusoidal&d=512", "43 tokens on in Sinusoidal", "it knows how far, not which way"),
        ("scheme=Sinusoidal&d=256", "24 tokens on in Sinusoidal", "it knows how far, not which way"),
        ("scheme=Sinusoidal&d=128", "11 tokens on in Sinusoidal", "it knows how far, not which way"),
        ("scheme=Index", "more similar than p itself in Index", "after position 40 is more similar"),
        ("scheme=Index&d=1&n=20&p=10", "more similar than p itself in Index", "after position 10 is more similar"),
        (
            "scheme=Index&n=9&d=8&p=1&Index.start=1",
            "more similar than p itself in Index",
            "after position 1 is more similar",
        ),
        ("scheme=Normalized&d=512", "more similar than p itself in Norm", "after position 40 is more similar"),
        ("scheme=Normalized&n=1048576&d=8", "more similar than p itself in Norm", "after position 40 is more similar"),
        ("scheme=Normalized&n=1048576&d=1&p=1", "more similar than p itself in Norm", "after position 1 is more"),
        ("scheme=RoPE&n=1048576&d=6&p=524288", "3 tokens on in RoPE", "look the same to RoPE"),
        ("scheme=Sinusoidal&n=3&p=1", "No curve rises", "which cannot tell before from after"),
        ("scheme=Sinusoidal&n=3&p=1&d=62", "No curve rises", "which cannot tell before from after"),
        ("scheme=RoPE&n=3&p=1", "No curve rises", "which cannot tell before from after"),
    ],
)
def test_what_rises_with_the_dot_product_has_its_order(sketched, query, ring, sides):
    said = set()
    # a million positions take long: two measures of them, of fewer positions all four
    for measure in ("dot", "softmax", "attention", "min-max")[: 2 if "n=1048576" in query else 4]:
        shown = text(sketched(f"{query}&similarity={measure}", page="similarity"))
        assert ring in shown, measure
        assert sides in line(shown, "**Left or right"), measure
        said.add(line(shown, "**By ").partition("**By ")[2].partition("** ")[2])
    assert len(said) == 1


def test_the_ring_stands_where_the_dot_product_has_it(sketched, figures):
    figure = figures(sketched("scheme=Sinusoidal&d=512&similarity=softmax", page="similarity"))[0]
    rings = [trace for trace in figure["data"] if trace.get("mode") == "markers" and len(trace["x"]) == 1]
    assert 83 in [trace["x"][0] for trace in rings]


def test_rounding_takes_no_side(sketched):
    shown = text(sketched("scheme=Gray&n=3&d=2&p=1&similarity=cosine&Gray.values=-1/1", page="similarity"))
    assert "1 token before and 1 after look the same to Gray, which cannot tell before from after." in shown
    for dim, near in ((63, True), (64, False)):
        shown = text(sketched(f"scheme=Sinusoidal&n=12&d={dim}&p=6", page="similarity"))
        assert ("look nearly the same to Sinusoidal" in shown) == near
        assert ("every diagonal has nearly one colour" in shown) == near
        assert ("every diagonal has one colour" in shown) != near


def test_a_near_turn_is_no_tie(sketched):
    shown = text(sketched("scheme=Sinusoidal&n=1048576&d=10&p=0&Sinusoidal.base=1e300", page="similarity"))
    assert "Position 0 is most similar to itself in Sinusoidal." in shown
    shown = text(sketched("scheme=Normalized&n=1048576&d=1&p=1&similarity=softmax", page="similarity"))
    assert "most similar to position 1,048,575, the last, not to itself" in shown


def test_a_zero_vector_has_no_angle(sketched):
    shown = text(sketched("scheme=Index&n=12&similarity=cosine&p=5", page="similarity"))
    assert "In Index, all cells that are not empty are equal. Empty cells are undefined: a zero vector has no" in shown
    assert "Positions with a zero vector, which has no angle, are left out." in line(shown, "**Left or right")
    shown = text(sketched("scheme=Gray&d=1&n=9&similarity=cosine&p=4", page="similarity"))
    assert "In Gray, nothing can be said of position 4: its vector is zero." in line(shown, "**Left or right")
    shown = text(sketched("scheme=Normalized&n=50&p=1&similarity=cosine", page="similarity"))
    said = "To Normalized, there is nothing to compare: a zero vector has no angle."
    assert line(shown, "**Left or right").endswith(said)
    shown = text(sketched("scheme=Index&Index.start=1&n=12&similarity=cosine&p=5", page="similarity"))
    assert "In Index, all cells are equal." in shown
    assert "zero vector" not in shown


# The laws


def test_the_log_law_is_an_approximation_up_to_where_it_is_one(sketched):
    shown = text(sketched(page="similarity"))
    assert "the log law, an approximation; it stays within 0.05 of the cosine up to k = 20" in shown
    study = links.study("")
    law = 1 - (np.log(np.arange(1, 88)) + np.euler_gamma) / np.log(1e4)
    miss = np.abs(law - geometry.similarity(Sinusoidal(), 40, 128, 64, kind="cosine")[41:])
    assert (miss[:20] <= criteria.NEAR).all()
    assert miss[20] > criteria.NEAR
    assert numbers.log_reach(study, Sinusoidal()) == 20
    assert "for large d and B; here it is not within 0.05 of the cosine even at k = 1" in text(
        sketched("Sinusoidal.base=2", page="similarity")
    )


def test_an_odd_dimension_has_its_closed_form(sketched):
    shown = text(sketched("scheme=Sinusoidal&n=40&d=7", page="similarity"))
    assert "the closed form, a formula that gives the same curve" in shown
    assert "Σ cos(w k), and the last sine at p times that at q: d is odd, and it has no cosine beside it." in shown
    assert "d is odd" not in text(sketched("scheme=Sinusoidal&n=40&d=7&Sinusoidal.odd=padded", page="similarity"))
    assert "d is odd" not in text(sketched("scheme=Sinusoidal&n=40&d=8", page="similarity"))
    assert "log law" not in text(sketched("scheme=Sinusoidal&n=40&d=1", page="similarity"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=RoPE", True),
        ("scheme=RoPE&RoPE.scaling=YaRN", False),
        ("scheme=Sinusoidal&Sinusoidal.schedule=Tensor2Tensor", True),
        ("scheme=Binary", False),
    ],
)
def test_the_laws_are_of_waves_by_their_base(sketched, query, said):
    assert ("the log law, an approximation" in text(sketched(query, page="similarity"))) == said


# Every pair


def test_one_colour_along_every_diagonal(sketched):
    shown = text(sketched(page="similarity"))
    assert "In Sinusoidal, every diagonal has one colour: only how far apart" in shown
    assert "In Binary and Normalized, diagonals change their colour" in shown
    assert "R²" not in shown
    assert "In Sinusoidal, every diagonal has nearly one colour" in text(sketched("d=63", page="similarity"))
    assert "In Normalized, all cells that are not empty are equal." in text(
        sketched("similarity=cosine", page="similarity")
    )
    assert "diagonal" not in text(sketched("n=1", page="similarity"))


def test_a_diagonal_is_of_one_colour_only_where_all_its_cells_are_equal():
    assert numbers.diagonals(Sinusoidal(), 30, 8, "dot").miss <= criteria.EQUAL
    assert numbers.diagonals(Sinusoidal(), 30, 1, "dot").miss > criteria.NEAR
    assert numbers.diagonals(Index(), 30, 8, "distance").miss <= criteria.EQUAL
    assert np.isnan(numbers.diagonals(Normalized(), 30, 8, "cosine").miss)
    assert numbers.diagonals(Index(), 1, 8, "cosine") == (None, True)
    assert not numbers.diagonals(Sinusoidal(), 30, 8, "cosine").empty


# The base


def test_base_slider_is_a_handle_of_the_base(opened):
    app = opened(page="similarity")
    handle(app.select_slider, "Sinusoidal.base handle").set_value(100.0).run()
    assert app.session_state["state"]["Sinusoidal.base"] == 100
    assert "At B = 100 its slowest wave takes 544 tokens" in text(app)


@pytest.mark.parametrize(
    ("query", "name", "slowest", "comes"),
    [
        (
            "scheme=RoPE&RoPE.base=500000",
            "RoPE",
            "At B = 500,000 its slowest wave takes 2,080,000",
            "RoPE does not come",
        ),
        ("scheme=RoPE&scheme=Sinusoidal", "RoPE", "At B = 10,000 its slowest wave takes 47,100", "RoPE does not"),
        ("scheme=RoPE&RoPE.scaling=dynamic", "RoPE", "At B = 10,000 its slowest wave takes 47,100", "RoPE does not"),
        ("scheme=RoPE&RoPE.scaling=YaRN", "Sinusoidal", "At B = 10,000", ""),
        ("scheme=RoPE&RoPE.share=0.5", "Sinusoidal", "At B = 10,000", ""),
        ("scheme=RoPE&d=63&RoPE.base=9", "Sinusoidal", "At B = 10,000", ""),
        ("scheme=Index&scheme=Binary", "Sinusoidal", "At B = 10,000", ""),
    ],
)
def test_the_base_is_that_of_a_chosen_scheme(opened, query, name, slowest, comes):
    app = opened(query, page="similarity")
    shown = text(app)
    if "d=63" not in query:
        assert f"{name} has a base B: that of its wavelengths, not a maximum length. {slowest}" in shown
        handle(app.select_slider, f"{name}.base handle").set_value(100.0).run()
        assert app.session_state["state"][f"{name}.base"] == 100
    assert comes in shown
    assert ("come back" in shown) == bool(comes)


def test_a_base_of_three_hundred_digits_is_written_with_a_power_of_ten(sketched):
    rows = [measurements.at_base(base, 20, 4) for base in (10.0, 1e4)]
    assert tables.readable(tables.bases(rows)).equals(tables.bases(rows))
    app = sketched("Sinusoidal.base=1e300", page="similarity")
    assert "At B = 1 × 10³⁰⁰ its slowest wave" in text(app)
    last = next(each.value for each in app.dataframe if "longest" in each.value).iloc[-1]
    assert (last["base"], last["longest"]) == ("1 × 10³⁰⁰", "2.65 × 10²⁹¹")


@pytest.mark.parametrize("dim", [1, 2])
def test_the_base_does_nothing_to_a_single_wave(sketched, dim):
    app = sketched(f"d={dim}", page="similarity")
    assert f"d = {dim} leaves a single" in text(app)
    assert "neighbours farther apart" not in text(app)
    assert not [slider for slider in app.select_slider if ".base handle" in slider.key]
    for base in (2.0, 1e6):
        np.testing.assert_array_equal(Sinusoidal(base=base).encode(range(9), dim), Sinusoidal().encode(range(9), dim))


@pytest.mark.parametrize("dim", [3, 4, 63, 64])
def test_a_smaller_base_sets_neighbours_farther_apart(sketched, dim):
    assert "A smaller base sets neighbours farther apart" in text(sketched(f"d={dim}", page="similarity"))
    found = [measurements.at_base(base, 128, dim) for base in (2.0, 10.0, 1e4, 1e6, 1e300)]
    assert (np.diff([row.neighbours for row in found]) < 0).all()
    assert (np.diff([row.longest for row in found]) > 0).all()


def test_the_lone_sine_of_an_odd_dimension_is_no_pair():
    assert measurements.at_base(10.0, 128, 63).turning == 31
    assert measurements.at_base(10.0, 128, 64).turning == 32
    assert measurements.at_base(10.0, 128, 1).turning == 0


@pytest.mark.parametrize("query", ["d=4096&n=3&Sinusoidal.base=1e308", "d=63&Sinusoidal.base=1e308", "n=1", "n=2&d=3"])
def test_no_base_breaks_the_page(sketched, query):
    app = sketched(query, page="similarity")
    assert not re.search(r"\b(nan|inf|None)\b", text(app))


@pytest.mark.parametrize("odd", ["padded", "zero"])
def test_one_pair_and_a_column_of_zeros_have_no_base(sketched, odd):
    shown = text(sketched(f"scheme=Sinusoidal&Sinusoidal.odd={odd}&d=3", page="similarity"))
    assert "d = 3 leaves a single pair, which turns by 1 radian a token at every base." in shown
    assert "A smaller base" not in shown
    assert "A smaller base" in text(sketched("scheme=Sinusoidal&d=3", page="similarity"))


# Far beyond p


def test_similarity_looks_far(sketched):
    app = sketched("far=10000", page="similarity")
    shown = text(app)
    assert (
        "In Sinusoidal, Binary and Normalized, position 10,040 is farther from position 40 than position 41 is."
        in shown
    )
    assert "Sinusoidal does not come back" in shown
    frame = app.dataframe[0].value.set_index("scheme")
    np.testing.assert_allclose(frame.loc["Sinusoidal"], [7.800099, 1.471848], atol=1e-6)
    shown = text(sketched("d=8", page="similarity"))
    assert "In Binary, position 10,040 is nearer" not in shown
    assert re.search(r"Sinusoidal comes back: .* k = 169,646 is nearest, 0\.\d+ away, where a step is 0\.", shown)
    assert "In Binary, position 104 has the same vector as position 40." in text(
        sketched("d=6&far=64", page="similarity")
    )
    assert "In Binary, position 104 is as near to position 40 as position 41 is." in text(
        sketched("far=64", page="similarity")
    )
    assert "come back" not in text(sketched("d=7", page="similarity"))


@pytest.mark.parametrize(("query", "said"), [("n=1", True), ("n=2", False)])
def test_one_position_has_no_next_one(sketched, query, said):
    shown = text(sketched(query, page="similarity"))
    assert ("A sequence of one position has no next one: here it is taken as n = 2. In Sinus" in shown) == said


@pytest.mark.parametrize(("query", "said"), [("", True), ("p=127", False), ("n=1", False)])
def test_where_a_curve_turns_back(sketched, query, said):
    shown = text(sketched(query, page="similarity"))
    assert ("to the right of p, 5 tokens on in Sinusoidal" in shown) == said
    assert ("is already more similar than p itself in Normalized" in shown) == said
    assert "after k = 0" not in shown


@pytest.mark.parametrize(("query", "said"), [("", "Rings: "), ("scheme=Sinusoidal", "Ring: ")])
def test_one_ring_is_one(sketched, query, said):
    assert line(text(sketched(query, page="similarity")), said)


# Without vectors


def test_scores_have_a_chart_of_their_own(sketched, figures):
    app = sketched("scheme=ALiBi&scheme=Sinusoidal&scheme=T5&n=40&p=10", page="similarity")
    dots, scores, *pairs = figures(app)
    assert [trace["name"] for trace in scores["data"] if trace.get("showlegend")] == ["ALiBi (head 1 of 8)", "T5"]
    assert "ALiBi" not in str([trace.get("name") for trace in dots["data"]])
    np.testing.assert_allclose(scores["data"][0]["y"][:11], (np.arange(11) - 10) / 2)
    alone = figures(sketched("scheme=Sinusoidal&n=40&p=10", page="similarity"))[0]
    assert dots["layout"]["yaxis"]["range"] == alone["layout"]["yaxis"]["range"], "nats do not move its scale"
    alibi, sinusoidal, t5 = (figure["data"][0] for figure in pairs[:3])
    assert (alibi["zmin"], alibi["zmax"]) == (t5["zmin"], t5["zmax"])
    assert sinusoidal["zmax"] == pytest.approx(32)
    i, j = np.mgrid[:40, :40]
    np.testing.assert_allclose(alibi["z"].reshape(40, 40), np.where(j <= i, (j - i) / 2, np.nan))
    shown = text(app)
    assert "**By score, in nats.** ALiBi and T5 have no vectors to compare." in shown
    assert "They are on no scale of dot products or distances." in shown
    assert "In ALiBi (head 1 of 8) and T5, every diagonal has one colour" in shown
    assert "ALiBi and T5 have no vectors, and are not in this table." in shown
    assert [*app.dataframe[0].value["scheme"]] == ["Sinusoidal"]


def test_a_bias_alone_has_a_page(sketched, figures):
    app = sketched("scheme=FIRE&FIRE.threshold=8&n=40&own=true", page="similarity")
    assert len(figures(app)) == 3, "scores, every pair, bases"
    assert "In FIRE, diagonals change their colour: where they stand matters too." in text(app)
    assert "**By dot product" not in text(app)
    curve = figures(app)[0]["data"][0]["y"]
    assert np.nanmin(curve) == -1, "on a scale of its own"
    table = tables.similarities(app.session_state["study"])
    assert np.nanmin(table["FIRE score, nats"]) > -1


def test_a_table_that_ends_has_no_far_position(sketched):
    app = sketched("scheme=Learned&scheme=Index&n=20&d=4&p=3&far=600", page="similarity")
    assert "Learned ends at position 511." in text(app)
    assert [frame.value["scheme"].tolist() for frame in app.dataframe if "neighbour" in frame.value][-1] == ["Index"]
    assert not sketched("scheme=Learned&n=20&d=4", page="similarity").exception


@pytest.mark.parametrize(("schedule", "longest"), [("paper", "47,100"), ("Tensor2Tensor", "62,800")])
def test_the_base_is_tried_with_the_waves_that_are_chosen(sketched, schedule, longest):
    shown = text(sketched(f"scheme=Sinusoidal&Sinusoidal.schedule={schedule}&n=64&d=64", page="similarity"))
    assert f"At B = 10,000 its slowest wave takes {longest} tokens for one turn." in shown


def test_the_closed_form_of_an_odd_d_is_that_of_the_convention(sketched):
    shown = text(sketched("scheme=Sinusoidal&n=20&d=7&p=5&Sinusoidal.first=cos&Sinusoidal.start=1", page="similarity"))
    assert "Σ cos(w k), and the last cosine at p times that at q: d is odd, and it has no sine beside it." in shown
    assert "a formula that gives the same curve" in shown
    shown = text(sketched("scheme=Sinusoidal&n=20&d=7&p=5&Sinusoidal.odd=padded", page="similarity"))
    assert "Σ cos(w k) over the frequencies w: only the offset k counts." in shown
