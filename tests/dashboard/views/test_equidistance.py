"""The page Equidistance: its words and its pictures."""

import re

import numpy as np
import pytest

from dashboard.parameters import MAX_SCHEMES
from dashboard.study import Study
from dashboard.views.equidistance import numbers, words
from dashboard.views.equidistance.notes import NOTES
from dashboard.views.equidistance.tables import printed
from dashboard.views.words import number
from posenc_core import SCHEMES, Binary, Gray, Index, Normalized, Sinusoidal, criteria, geometry
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "_equal_at_one_offset": ["0.96, 1.69, 2.00, 1.83", "2.54, 1.58, 1.00, 1.33"],
    "_pairs_make_it_equal": ["every step is equal everywhere, too (n = 128"],
    "_increments_grow_again": ["adds 3.71, token 7 only 0.03, and token 8 more again: 0.25", "k = 43 to 44"],
    "_normalized_moves_with_the_length": ["0.091 among 12", "0.018 among 56", "5 times", "0.502"],
}  # fmt: skip


def looked_at(*schemes, n=128, d=64, p=40, k=1, n2=256):
    return Study(schemes, n, d, p, k, options={"n2": n2})


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_the_offset_that_varies_most_is_named_with_the_steps_that_show_it(sketched):
    shown = text(sketched("scheme=Binary&n=16&d=4", page="equidistance"))
    assert "In Binary, steps vary most at k = 1: 7 → 8 is 2 times as long as 0 → 1." in shown
    shown = text(sketched("scheme=Sinusoidal", page="equidistance"))
    assert "For every k up to 64, a step is equally long everywhere in Sinusoidal." in shown
    assert "rounding" not in shown


@pytest.mark.parametrize(
    ("scheme", "n", "d"),
    [
        (Gray(), 128, 64),
        (Gray(), 200, 6),
        (Gray(), 16, 4),
        (Sinusoidal(), 200, 1),
        (Sinusoidal(), 201, 3),
        (Binary(), 40, 6),
    ],
)
def test_the_steps_that_vary_most_are_those_of_the_scorecard(scheme, n, d):
    said = words.offset_words({scheme: numbers.offset_distances(scheme, n, d)})
    longest, _, shortest, _ = criteria.scorecard(scheme, n, d)["M4"].where
    table, (first, second) = scheme.encode(range(n), d), re.findall(r"([\d,]+) → ([\d,]+)", said)
    assert (int(first[0]), int(second[0])) == (longest, shortest)
    k = int(first[1]) - int(first[0])
    spreads = [geometry.spread(geometry.distances_at_offset(table, j)) for j in range(1, n // 2 + 1)]
    ratios = [found.largest / found.smallest if found.largest else 1 for found in spreads]
    ties = sum(np.isclose(ratios, max(ratios), rtol=1e-6))
    assert f"at k = {k}{f' and {ties - 1} other k' if ties > 1 else ''}: " in said
    assert ratios[k - 1] == pytest.approx(max(ratios))


def test_offsets_that_vary_equally_are_counted():
    found = geometry.OffsetDistances(*(np.array(values) for values in (
        [1.5, 1.5, 1], [0.3, 0.2, 0.4], [1, 1, 1], [2, 2, 1.5], [0, 0, 0], [1, 1, 0]
    )))  # fmt: skip
    assert words.offset_words({Binary(): found}) == (
        "In Binary, steps vary most at k = 1 and 1 other k: 1 → 2 is 2 times as long as 0 → 1. "
        "A band reaches from the shortest step to the longest."
    )


def test_equidistance_draws_mean_and_band_of_every_offset(sketched, figures):
    app = sketched("scheme=Binary&n=40&d=6", page="equidistance")
    band, mean = figures(app)[1]["data"][:2]
    found = geometry.distances_by_offset(Binary().encode(range(40), 6), 20)
    np.testing.assert_allclose(mean["y"], found.mean)
    np.testing.assert_allclose(band["y"], [*found.smallest, *found.largest[::-1]])
    growth = figures(app)[2]["data"][0]
    np.testing.assert_allclose(np.cumsum(growth["y"]), found.mean)
    np.testing.assert_allclose(figures(app)[3]["data"][0]["z"], geometry.distances(Binary(), 40, 6), atol=1e-6)


def test_equidistance_marks_where_the_growth_turns(sketched):
    assert "k = 8 in Sinusoidal" in text(sketched("scheme=Sinusoidal&d=512&n=64", page="equidistance"))


@pytest.mark.parametrize(
    ("scheme", "d", "said"),
    [
        (Sinusoidal(), 64, "Each diagonal has one colour in Sinusoidal: equal steps."),
        (Sinusoidal(), 63, "Each diagonal has one colour in Sinusoidal: equal steps."),
        (Sinusoidal(), 3, "Each diagonal has nearly one colour in Sinusoidal."),
        (Sinusoidal(), 1, "Colours change along the diagonals in Sinusoidal."),
        (Index(), 1, "one colour"),
        (Binary(), 64, "Colours change along the diagonals in Binary."),
        (Gray(), 64, "Colours change along the diagonals in Gray."),
    ],
)
def test_one_colour_along_each_diagonal(scheme, d, said):
    found = words.diagonal_words({scheme: numbers.unevenness(scheme, 128, d)})
    assert said in found
    assert "straight" not in found


def test_two_lengths_are_compared_position_by_position(sketched):
    shown = text(sketched("scheme=Binary&scheme=Normalized&scheme=Sinusoidal", page="equidistance"))
    assert "The same step is equally long at both lengths in Binary and Sinusoidal." in shown
    assert "In Normalized, the same step at n = 128 is 2.01 times as long as at n = 256." in shown


@pytest.mark.parametrize(
    ("n", "d", "n2", "k"),
    [(128, 64, 3, 1), (128, 64, 256, 1), (1048576, 64, 2, 1), (1048576, 64, 1048575, 1), (3, 7, 2, 2), (12, 2, 256, 1)],
)
def test_means_and_growth_are_of_all_positions_whatever_the_other_length(n, d, n2, k):
    study = looked_at(Binary(), n=n, d=d, n2=n2, k=k)
    found = numbers.lengths(study).set_index("k")
    for offset, row in found.iterrows():
        for length, mean in ((n, row["first"]), (n2, row["second"])):
            all_steps = geometry.distances_at_offset(Binary(), offset, length, d) if offset < length else []
            assert np.isnan(mean) if offset >= length else mean == pytest.approx(np.mean(all_steps))
        assert row["ratio"] == 1 if offset < min(n, n2) else np.isnan(row["ratio"])
    said = words.growth_words(found.reset_index(), study)
    nine = max(k, 2) if n == 3 else 9
    assert f"{nine} steps lead {number(found['first'][nine] / found['first'][1])} times as far as one" in said
    shown = words.length_words(found.reset_index(), study)
    assert shown.startswith("The same step is equally long at both lengths in Binary.")
    both = found.dropna()
    differ = both["first"].map(printed).ne(both["second"].map(printed)).any()
    assert ("The means over all positions still differ in Binary: the longer sequence" in shown) == differ


def test_steps_that_change_position_by_position_have_no_ratio():
    here = np.array([1.0, 2, 3])
    assert numbers.same_step(here, here[:2] * (1 + 1e-10)) == 1
    assert numbers.same_step(here, here[:2] / 2) == 2
    assert numbers.same_step(0 * here, 0 * here) == 1
    for there in (here[::-1], here + 1, 0 * here, np.array([])):
        assert np.isnan(numbers.same_step(here, there)), "not even where the means are equal"


@pytest.mark.parametrize("n", [256, 2, 1048576])
def test_equal_lengths_are_not_compared_and_another_is_offered(opened, n):
    app = opened(f"scheme=Normalized&n={n}&n2={n}", page="equidistance")
    shown = text(app)
    assert f"Both lengths are {n:,}: there is nothing to compare." in shown
    assert "equally long at both" not in shown
    assert "at both lengths" not in "".join(heading.value for heading in app.header)
    assert not {"second", "ratio"} & set(app.dataframe[-1].value.columns)
    assert app.session_state["study"].options["n2"] == n
    app.button(key="another length").click().run()
    assert not app.exception
    assert "In Normalized, the same step at n =" in text(app)
    assert "at both lengths" in "".join(heading.value for heading in app.header)


@pytest.mark.parametrize(
    ("n2", "said"), [(255, "0.394 % longer than at n = 256"), (257, "0.392 % longer than at n = 257")]
)
def test_nearly_equal_lengths_are_told_apart(n2, said):
    study = looked_at(Normalized(), n=256, n2=n2)
    assert said in words.length_words(numbers.lengths(study), study)


def test_a_length_without_steps(sketched):
    assert "The two sequences have no steps in common." in text(sketched("n=1", page="equidistance"))


@pytest.mark.parametrize(
    ("study", "said"),
    [
        (looked_at(Sinusoidal(), n=50, d=512), "9 steps lead 3.33 times as far as one in Sinusoidal, not 9 times."),
        (looked_at(Sinusoidal(), Normalized(), n=50, d=512, k=19),
         "19 steps lead 3.76 times as far as one in Sinusoidal, not 19 times. "
         "In Normalized, 19 steps lead 19 times as far as one."),
        (looked_at(Binary()), "On average, 9 steps lead 1.37 times as far as one in Binary, not 9 times."),
        (looked_at(Binary(), d=1), "9 steps lead as far as one in Binary, not 9 times."),
        (looked_at(Index(), n=5), "In Index, 2 steps lead 2 times as far as one."),
        (looked_at(Index(), n=2), ""),
        (looked_at(Index(), n=1), ""),
        (looked_at(Binary(), n=64, d=4, k=16), ""),
    ],
)  # fmt: skip
def test_how_far_several_steps_are(study, said):
    found = numbers.lengths(study)
    assert words.growth_words(found, study) == said


def test_the_table_has_the_steps_of_the_note():
    study = looked_at(Sinusoidal(), n=12, d=512, n2=56)
    assert numbers.lengths(study)["first"].round(3).tolist() == [
        3.714,
        6.967,
        12.373,
        pytest.approx(np.nan, nan_ok=True),
    ]
    assert numbers.lengths(study)["steps"].iloc[2] == pytest.approx(3.331, abs=5e-4)


def test_the_first_positions_of_both_lengths_are_drawn(sketched, figures):
    app = sketched("scheme=Sinusoidal&scheme=Normalized&n=12&n2=56&d=512&k=5", page="equidistance")
    first = [figure["data"][0] for figure in figures(app)[-4:]]
    assert [trace["z"].shape for trace in first] == [(10, 10)] * 4
    np.testing.assert_array_equal(first[0]["z"], first[1]["z"])
    np.testing.assert_allclose(first[2]["z"], 5 * first[3]["z"], rtol=1e-6)
    assert first[0]["zmax"] == first[1]["zmax"]
    assert first[2]["zmax"] == first[3]["zmax"]
    np.testing.assert_allclose(first[0]["z"][0, [1, 2, 9]], [3.714, 6.967, 12.373], atol=1e-3)
    shown = text(app)
    assert "The pictures of both lengths are the same in Sinusoidal." in shown
    assert "They differ in Normalized" in shown


@pytest.mark.parametrize("query", ["n=128&d=64", "n=1048576&p=1048575&d=8", "n=2&p=1", "d=1&n=20", "d=63&k=127"])
def test_distance_norms_and_dot_product_of_one_pair_belong_together(sketched, query):
    names = [name for name, scheme in SCHEMES.items() if not scheme().lacks("vectors", 2**20, 1)][:MAX_SCHEMES]
    app = sketched("&".join(f"scheme={name}" for name in names) + f"&{query}", page="equidistance")
    found = numbers.one_pair(app.session_state["study"])
    assert list(found["scheme"]) == names
    assert len(app.dataframe[0].value) == len(names)
    np.testing.assert_allclose(
        found["distance"] ** 2, found["norm"] ** 2 + found["other_norm"] ** 2 - 2 * found["dot"],
        atol=1e-9 * float((found["norm"] ** 2).max()) + 1e-12,
    )  # fmt: skip


@pytest.mark.parametrize(("p", "start"), [(40, 40), (126, 126), (127, 126)])
def test_a_pair_beyond_the_end_is_the_last_one(sketched, p, start):
    app = sketched(f"p={p}", page="equidistance")
    assert any(heading.value == f"One pair of positions: {start} and {start + 1}" for heading in app.header)
    assert ("No position is 1 token after 127" in text(app)) == (p == 127)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=Index", "In Index one number stands in each of the 64 columns: distances are √64 = 8 times"),
        ("scheme=Index&d=63", "distances are √63 ≈ 7.94 times"),
        ("scheme=Index&d=1", ""),
        ("scheme=Index&Index.spread=one column", ""),
        ("scheme=Binary&n=2", ""),
    ],
)
def test_one_number_in_every_column_is_explained(sketched, query, said):
    shown = text(sketched(query, page="equidistance"))
    assert said in shown
    assert bool(said) == ("one number stands in each" in shown)


def test_own_scales_divide_by_the_mean(sketched, figures):
    for trace in figures(sketched("own=true", page="equidistance"))[0]["data"]:
        if trace["mode"].startswith("lines"):
            assert np.mean(trace["y"]) == pytest.approx(1)


def test_a_second_length_may_be_longer_than_a_table(sketched):
    shown = text(sketched("scheme=Learned&scheme=Index&n=20&d=4&n2=600", page="equidistance"))
    assert "Learned has only 512 positions, so it has no sequence of 600." in shown
    assert "The same step is equally long at both lengths in Index." in shown
    app = sketched("scheme=Learned&n=20&d=4&n2=600", page="equidistance")
    assert "so it has no sequence of 600." in text(app)
