"""The page Shift: its words and its pictures."""

import re
from dataclasses import dataclass

import numpy as np
import pytest

from dashboard.study import Study
from dashboard.views import files
from dashboard.views.shift import numbers, words
from dashboard.views.shift.notes import NOTES
from posenc_core import SCHEMES, Binary, Gray, Index, Learned, Normalized, RoPE, Sinusoidal, shift
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "_both_signs_are_right": ["88.8 %", "goes with a row [sin cos], or with a column that has the cosine first"],
    "_sines_alone": ["42 of 40,000", "13.9 %", "13.7 %", "47.3 %", "p = 15,708"],
    "_one_step_is_large": ["57.3°", "0.97"],
    "_learned_has_no_structure": ["98 %", "ten of 384", "11.7 %", "6.14, 18.3, 54.8, 162, 490 tokens"],
}  # fmt: skip

ADDED = "A matrix and a translation do it in Index"
TURNED = "turns every pair of columns by a fixed angle: one matrix, wherever you start."


def claimed(*schemes, n=128, d=64, k=1):
    return words.claim(Study(schemes, n, d, 0, k))


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_the_page_opens_with_its_claim(sketched):
    shown = text(sketched(page="shift"))
    assert shown.startswith("Can one fixed matrix turn the vector of any position p into that of p\u00a0+\u00a01?")
    assert f"In Sinusoidal, moving one token on {TURNED}" in shown
    assert "For Binary no such matrix exists. Adding a vector does not help." in shown
    assert "In Normalized, moving one token on adds the same vector everywhere, but another length needs" in shown


@pytest.mark.parametrize(
    "query", ["k=127", "k=126", "k=64", "k=1", "n=2", "n=3", "n=2&d=1", "d=1", "d=63", "n=900&d=512"]
)
def test_index_takes_a_matrix_and_a_translation_however_few_rows_there_are(sketched, query):
    shown = text(sketched(f"scheme=Index&{query}", page="shift"))
    assert ADDED in shown
    assert "no such matrix" not in shown


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("spread", ["every column", "one column"])
@pytest.mark.parametrize(("n", "d", "k"), [(2, 1, 1), (2, 64, 1), (3, 2, 2), (128, 64, 127), (128, 64, 5)])
def test_a_move_that_adds_one_vector_is_found_by_its_numbers(start, spread, n, d, k):
    scheme = Index(start=start, spread=spread)
    assert claimed(scheme, n=n, d=d, k=k).startswith(ADDED)
    move, way = numbers.move(scheme, k, n, d)
    assert way == "addition"
    np.testing.assert_array_equal(move.matrix, np.eye(d))
    for divisor in ("N-1", "N"):
        assert "but another length needs another vector" in claimed(Normalized(divisor=divisor), n=n, d=d, k=k)


def test_a_move_of_few_rows_is_not_taken_for_an_addition():
    for name, scheme in SCHEMES.items():
        if name not in ("Index", "Normalized") and not scheme().lacks("vectors", 128, 64):
            assert numbers.addition(scheme(), 127, 128, 64) is None, name
            assert numbers.addition(scheme(), 1, 2, 64) is None, name


@pytest.mark.parametrize(
    ("scheme", "d", "said"),
    [
        (Sinusoidal(), 63, "Column 62 has no partner: the best fit tried here misses new positions by 0.00277 %."),
        (Sinusoidal(layout="concatenated"), 63, "Column 31 has no partner: the best fit tried here misses new"),
        (Sinusoidal(base=1e6), 127, "Column 126 has no partner: the best fit tried here misses new positions by"),
        (Sinusoidal(base=1e300), 63, "Column 62 has no partner, but a fit moves every position all the same."),
        (Sinusoidal(), 3, "One pair of columns turns by a fixed angle in Sinusoidal. Column 2 has no partner: the"),
        (Sinusoidal(), 1, "In Sinusoidal no column has a partner to turn with: the best fit tried here misses"),
    ],
)
def test_an_odd_dimension_has_a_column_without_a_partner(scheme, d, said):
    shown = claimed(scheme, d=d)
    assert said in shown
    assert "one matrix" not in shown.lower()
    assert "translation" not in shown


def test_an_even_dimension_turns():
    assert claimed(Sinusoidal(), d=64, k=5) == f"In Sinusoidal, moving 5 tokens on {TURNED}"
    assert "turns the pair of columns by" in claimed(Sinusoidal(), d=2)
    assert TURNED in claimed(Sinusoidal(base=1e300), d=62, n=2)


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        (RoPE(scaling="YaRN"), TURNED),
        (RoPE(share=0.25), "turns 8 of 32 pairs of columns by a fixed angle: one matrix, wherever you start."),
        (RoPE(share=0.01, pairing="half"), "turns one of 32 pairs of columns by a fixed angle: one matrix"),
        (RoPE(scaling="dynamic"), TURNED),
        (RoPE(scaling="dynamic", trained=200), "by a fixed angle, but in a sequence twice as long the angles differ."),
        (RoPE(scaling="LongRoPE", trained=100), TURNED),
    ],
)
def test_a_stretched_rotation_turns_what_it_turns(scheme, said):
    assert said in claimed(scheme)


def test_a_pair_that_stands_still(sketched):
    shown = text(sketched("scheme=RoPE&RoPE.share=0.25&pair=20", page="shift"))
    assert "is columns 41 and 40, in this order a sine and its cosine. It stands still, wherever it starts." in shown


def test_bits_that_wrap():
    assert claimed(Binary(), n=64, d=4, k=16) == "In Binary, moving 16 tokens on changes nothing: the vectors repeat."
    assert "A matrix and a translation, which adds" in claimed(Binary(), n=64, d=4, k=8)
    assert (
        claimed(Binary(values="-1/1"), n=64, d=4, k=8) == "One matrix, found by a fit, moves every position of Binary."
    )


@pytest.mark.parametrize("scheme", [Gray(), Binary(), Gray(order="MSB first")])
@pytest.mark.parametrize("n", [3, 4, 5])
def test_vectors_that_repeat_are_moved_by_nothing_also_to_zero(scheme, n):
    name = scheme.name
    assert claimed(scheme, n=n, d=1, k=2) == f"In {name}, moving 2 tokens on changes nothing: the vectors repeat."
    assert shift.residuals(scheme, 2, n, 1)["affine"].unseen < 1e-12
    move, way = numbers.move(scheme, 2, n, 1)
    assert (way, move.matrix, move.translation) == ("addition", 1, 0)


FEW = "of this sequence misses new positions: too few moves to tell."


@pytest.mark.parametrize(
    ("scheme", "n", "d", "k", "moves"),
    [
        (Binary(), 8, 3, 4, "the 4 moves"),
        (Gray(), 16, 4, 8, "the 8 moves"),
        (Gray(), 4, 3, 2, "the 2 moves"),
        (Binary(), 4, 3, 2, "the 2 moves"),
        (Binary(), 2, 4, 1, "the only move"),
    ],
)
def test_few_moves_that_a_matrix_fits_prove_nothing(scheme, n, d, k, moves):
    assert claimed(scheme, n=n, d=d, k=k) == f"In {scheme.name}, a matrix fitted to {moves} {FEW}"
    found = shift.residuals(scheme, k, n, d)["affine"]
    assert found.seen < 1e-12 < found.unseen


def test_where_more_moves_are_seen_the_matrix_is_found():
    for scheme, n, d, k in ((Binary(), 16, 3, 4), (Gray(), 32, 4, 8)):
        assert claimed(scheme, n=n, d=d, k=k).startswith("A matrix and a translation, which adds the same vector")


@pytest.mark.parametrize(
    ("query", "p"),
    [
        ("scheme=Gray&n=4&d=3&k=1", 2),
        ("scheme=Gray&n=12&d=4&k=3&Gray.order=MSB+first", 11),
        ("scheme=Gray&n=12&d=4&k=3", 11),
        ("scheme=Binary&n=8&d=3&k=2", 0),
        ("scheme=Binary&n=8&d=3&k=2", 4),
    ],
)
def test_no_zero_has_a_sign(sketched, query, p):
    equations = sketched(f"{query}&p={p}", page="shift").latex
    assert equations
    assert not any(re.search(r"[-−]0(\.0+)?(?![.\d])", equation.value) for equation in equations)


def test_nothing_is_said_of_vectors_that_are_zero():
    @dataclass(frozen=True, kw_only=True)
    class Nothing(Index):
        name = "Nothing"

        def _numbers(self, positions, length):
            return 0 * positions

    assert claimed(Nothing()) == "Nothing can be said of Nothing: all vectors to arrive at are zero."


def test_a_move_is_exact_where_it_is_known():
    move, how = numbers.move(Sinusoidal(), 3, 20, 6)
    assert how == "closed form"
    assert shift.residual(move, Sinusoidal().encode(range(20), 6), 3) < 1e-14
    assert numbers.move(Binary(), 3, 20, 6)[1] == "blocks"


@pytest.mark.parametrize(("d", "pair"), [(7, 0), (7, 2), (64, 31), (2, 0)])
def test_a_pair_has_its_turn(sketched, d, pair):
    shown = text(sketched(f"scheme=Sinusoidal&n=40&d={d}&pair={pair}", page="shift"))
    assert "a sine and its cosine. In one token it turns by" in shown
    assert "No formula is known" not in shown


def test_pairs_that_do_not_exist(sketched):
    for query, said in (
        ("d=1", "Pair 0 does not exist: d = 1 has no pairs of columns."),
        ("d=3&pair=1", "Pair 1 does not exist: d = 3 has only pair 0."),
        ("d=8&pair=9", "Pair 9 does not exist: d = 8 has the pairs 0 to 3."),
    ):
        assert said in text(sketched(f"scheme=Sinusoidal&{query}", page="shift"))


def test_both_orders_are_shown_and_right(sketched):
    app = sketched("scheme=Sinusoidal&k=3", page="shift")
    assert len(app.latex) == 3
    block = numbers.block(app.session_state["study"], Sinusoidal())
    row, column = block.before, block.before[:, None]
    np.testing.assert_allclose(row @ block.cells, block.goal, atol=1e-12)
    np.testing.assert_allclose(block.cells.T @ column, block.goal[:, None], atol=1e-12)
    np.testing.assert_allclose(block.cells @ column[::-1], block.goal[::-1, None], atol=1e-12)
    for equation, matrix in zip(app.latex, (block.cells, block.cells.T, block.cells), strict=True):
        assert words._latex(matrix) in equation.value
    assert text(app).count("each in its order") == 1


def test_the_note_on_the_sign_is_at_the_foot_where_nothing_turns(sketched):
    app = sketched("scheme=Binary", page="shift")
    assert any("−sin" in expander.label for expander in app.expander)


@pytest.mark.parametrize(
    ("scheme", "d", "pair", "drawn"),
    [
        (Sinusoidal(), 64, 0, 16),
        (Sinusoidal(), 64, 7, 16),
        (Sinusoidal(), 64, 8, 64),
        (Sinusoidal(), 256, 0, 16),
        (Sinusoidal(layout="concatenated"), 64, 0, 64),
        (Sinusoidal(), 15, 0, 15),
        (Sinusoidal(), 17, 0, 16),
        (Sinusoidal(), 17, 8, 16),
        (Sinusoidal(), 1, 0, 1),
        (Binary(order="MSB first"), 64, 0, 64),
    ],
)
def test_as_little_of_the_matrix_is_drawn_as_shows_it(scheme, d, pair, drawn):
    assert numbers.drawn(Study((scheme,), 128, d, 0, 1, options={"pair": pair})) == drawn


@pytest.mark.parametrize(
    ("scheme", "d", "said"),
    [
        (Binary(), 64, "For Binary no formula is known: drawn is a fit, the matrix of 2 × 2 blocks"),
        (Binary(), 1, "For Binary no formula is known: drawn is a fit, the number that comes nearest"),
        (Sinusoidal(), 63, "In Sinusoidal, only the column without a partner is fitted."),
        (Sinusoidal(), 64, "Turns add up: T(a)\u00a0T(b)\u00a0=\u00a0T(a\u00a0+\u00a0b)."),
        (Index(), 64, "In Index, the same vector is then added everywhere."),
    ],
)
def test_how_the_matrix_was_found(scheme, d, said):
    shown = words.matrix_words(Study((scheme,), 128, d, 0, 1), min(d, 16))
    assert said in shown
    assert ("a fit" in shown) == ("a fit" in said)


def test_what_is_added_is_in_the_equation(sketched):
    app = sketched("scheme=Index&p=5&k=2&d=4", page="shift")
    assert app.latex[0].value.count("bmatrix") == 6
    assert "A move by 2 tokens adds the same numbers everywhere." in text(app)


@pytest.mark.parametrize(("p", "said"), [(127, "No position is one token after 127, so 126 → 127 is shown"), (126, "")])
def test_a_position_at_the_end_has_another_in_its_place(sketched, p, said):
    shown = text(sketched(f"p={p}", page="shift"))
    assert said in shown
    assert ("is shown." in shown) == bool(said)


def test_a_miss_in_words():
    assert [words.miss(share) for share in (0, 1e-15, np.nan, 1.23e-7, 9.9e-6, 1e-5, 0.01556, 1.22)] == [
        "0 (rounding)", "0 (rounding)", "–", "less than 0.001 %", "less than 0.001 %", "0.001 %", "1.56 %", "122 %",
    ]  # fmt: skip


def test_a_miss_too_small_to_see_is_no_number():
    assert "misses new positions by less than 0.001 %." in claimed(Sinusoidal(), n=5, d=3, k=1)
    assert "misses new positions by 0.363 %." not in claimed(Sinusoidal(), n=5, d=3, k=1)
    assert "misses new positions by 9.84 %." in claimed(Sinusoidal(base=2), n=16, d=63, k=2)


# What training found


def test_what_training_found(sketched, figures):
    app = sketched("n=1&scheme=Index", page="shift")
    shown = text(app)
    assert "one step turns 5 pairs of directions, and each turn takes about 3 times as long as" in shown
    assert "98 % of what positions 128 to 383 differ by lies in 10 directions" in shown
    assert "Its turns keep 99.8 % or more of the length" in shown
    assert "takes 5.77 tokens in the first half of these positions, and 6.46 in the second" in shown
    assert "[CLS], has a vector 2.36 long. All others are 0.4 to 0.97 long." in shown
    assert "their largest is at least 1.53 times their smallest. In Learned it is 1.02 times." in shown
    (drawn,) = [figure for figure in figures(app) if figure["layout"]["xaxis"].get("type") == "log"]
    assert drawn["layout"]["yaxis"]["ticktext"][0] == "Learned"
    np.testing.assert_allclose(drawn["data"][0]["x"], [6.14, 18.26, 54.8, 162, 490], rtol=2e-3)
    table = app.dataframe[-1].value
    assert list(table["table"]) == ["Learned", "Sinusoidal", "random", "random walk", "smoothed random"]
    assert list(table["share"][:3]) == ["98 %", "55.9 %", "11.7 %"]
    assert table["ratios"][0] == "2.98, 3, 2.96, 3.03"


def test_its_numbers_are_a_file():
    study = Study((Index(),), 8, 4, 0, 1)
    written = b"".join(files.file("shift", "training.csv", study).pieces()).decode().splitlines()
    assert written[0] == "table,turn,wavelength,left of the length"
    assert [float(line.split(",")[2]) for line in written[1:6]] == pytest.approx(
        [6.14, 18.26, 54.8, 162, 490], rel=2e-3
    )


@pytest.mark.parametrize(
    ("n", "said", "unseen"),
    [
        (128, "For Learned no such matrix exists. Adding a vector does not help.", ""),
        (
            300,
            "For Learned no such matrix exists. Adding a vector does not help.",
            "Learned ends before, at position 511.",
        ),
        (512, "For Learned no such matrix exists. Adding a vector does not help.", "at position 511."),
    ],
)
def test_a_table_ends_where_it_ends(sketched, n, said, unseen):
    shown = text(sketched(f"scheme=Learned&n={n}&d=8", page="shift"))
    assert said in shown
    assert unseen in shown
    assert ("Learned ends" in shown) == bool(unseen)


def test_what_a_fit_meets_at_the_end_of_a_table_proves_nothing():
    said = "Nothing can be said of Learned: after position 511 it has none to try a fit on."
    assert claimed(Learned(), n=512, d=384, k=500) == said
