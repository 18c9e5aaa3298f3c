"""Each condition finds what is published of each scheme, and says so of positions that it can show."""

import json
import re
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from posenc_core import (
    FIRE,
    SCHEMES,
    ALiBi,
    Binary,
    Index,
    NoPE,
    Normalized,
    RoPE,
    Sandwich,
    Sinusoidal,
    criteria,
    geometry,
    shift,
)
from posenc_core.criteria import CRITERIA, Case, scorecard
from tests.core.test_contract import of_each

DATA = json.loads((Path(__file__).parents[1] / "data" / "reference.json").read_text())
SCORES = DATA["scorecard_n128_d64"]

EVERY = dict.fromkeys(
    scheme(**{p.name: value}) for scheme in SCHEMES.values() for p in scheme.parameters() for value in p.domain.samples
)
NUMBER = r"([−-]?\d[\d.,]*(?<![.,])(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)"
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
METRICS = ["M1", "M1b", "M2", "M3", "M4", "M4b", "M4g", "M5", "M6", "M7", "M8"]


def made(rows):
    """A scheme of given rows: a function of positions (n, 1), dim and length."""

    class Made(Index):
        def encode(self, positions, dim, *, length=None, dtype=np.float64, out=None):
            points = np.asarray(positions)[:, None]
            return np.broadcast_to(np.asarray(rows(points, dim, length), np.float64), (len(points), dim))

    return Made()


GRAY = made(lambda p, d, n: (p ^ p >> 1) >> np.arange(d).clip(max=62) & 1)
SINE_ONLY = made(lambda p, d, n: np.sin(p * 10000.0 ** (-np.arange(d) / d)))
# all distances are exactly 1
ONE_HOT = made(lambda p, d, n: np.sqrt(0.5) * (p == np.arange(d)))
NOTHING = made(lambda p, d, n: np.zeros(d))

SCORED = {
    "Index": (Index(spread="one column"), 1),
    "Normalized N": (Normalized(divisor="N", spread="one column"), 1),
    "Normalized N-1": (Normalized(spread="one column"), 1),
    "Binary 0/1": (Binary(), 64),
    "Binary -1/1": (Binary(values="-1/1"), 64),
    "Gray": (GRAY, 64),
    "Sine only": (SINE_ONLY, 64),
    "Sinusoidal": (Sinusoidal(), 64),
}
every_scored = pytest.mark.parametrize("name", SCORED)


@cache
def found(name, offset=8):
    scheme, dim = SCORED[name]
    return scorecard(scheme, 128, dim, offset)


def value(text):
    """A number as a sentence writes it."""
    mantissa, _, power = text.replace(",", "").partition(" × 10")
    return float(f"{mantissa}e{power or 0}".translate(RAISED))


def test_words_for_the_page():
    assert [criterion.metric for criterion in CRITERIA] == METRICS == list(found("Index"))
    for criterion in CRITERIA:
        assert criterion.summary.endswith(".")
        assert len(criterion.summary) < 120
        assert len(criterion.title) < 40
        assert criterion.title
        assert criterion.asked_by
        assert criterion.measure


@every_scored
def test_verdicts_of_the_five_conditions(name):
    card = found(name)
    assert [card[metric].verdict for metric in ("M1", "M2", "M3", "M4", "M5")] == SCORES[name]["verdicts"].split()


def test_layouts_orders_and_spreads_get_the_same_verdicts():
    for one, other in (
        (Sinusoidal(), Sinusoidal(layout="concatenated")),
        (Binary(), Binary(order="MSB first")),
        (Index(), Index(spread="one column")),
    ):
        cards = [scorecard(scheme, 60, 16, 3) for scheme in (one, other)]
        assert [f.verdict for f in cards[0].values()] == [f.verdict for f in cards[1].values()]


@every_scored
def test_m1_change_with_the_length(name):
    scheme, dim = SCORED[name]
    half, double = SCORES[name]["det_maxdiff_half"], SCORES[name]["det_maxdiff_2n"]
    case = Case(scheme, 128, dim)
    assert np.abs(case.at(64) - case.table[:64]).max() == pytest.approx(half, abs=1e-12)
    assert np.abs(case.at(256) - case.table).max() == pytest.approx(double, abs=1e-12)
    assert found(name)["M1"].number == pytest.approx(max(half, double) / SCORES[name]["max_abs"], abs=1e-12)


def test_m1_sees_the_shorter_as_well_as_the_longer():
    shorter = made(lambda p, d, n: np.where(n < 128, 1.0, 0.0) + 0 * p)
    longer = made(lambda p, d, n: np.where(n > 128, 1.0, 0.0) + 0 * p)
    for scheme, length in ((shorter, 64), (longer, 256)):
        finding = scorecard(scheme, 128, 2)["M1"]
        assert (finding.verdict, finding.number) == ("fails", 1)
        assert finding.why == f"A value of position 0 changes by 1 at n = {length}."


@pytest.mark.parametrize("offset", [1, 8])
def test_m1b_step_at_twice_the_length(offset):
    for name, change in (("Normalized N", 1 / 2), ("Normalized N-1", 128 / 255), ("Index", 0), ("Sinusoidal", 0)):
        finding = found(name, offset)["M1b"]
        assert finding.number == pytest.approx(change, abs=1e-12)
        assert finding.verdict == ("fails" if change else "holds")


@every_scored
def test_m2_and_m3_size_and_growth(name):
    card, expected = found(name), SCORES[name]
    grown = expected["max_abs"] * 16 ** expected["growth_exponent"]
    assert card["M2"].number == pytest.approx(max(grown / max(1, expected["max_abs"]) - 1, 0), abs=1e-12)
    assert card["M3"].number == pytest.approx(max(grown / expected["max_abs"] - 1, 0) / 15 * (grown > 1), abs=1e-12)
    if name == "Index":
        assert card["M2"].why == "The largest value is 127 at n = 128, 2,047 at n = 2,048."
        assert card["M3"].why == "16 times the length makes the largest value 16.1 times as large."
    else:
        assert card["M2"].why == "No value is larger than 1, up to n = 2,048."
        assert card["M3"].why == "16 times the length brings no larger value than 1."


def test_m2_and_m3_where_the_largest_value_is_zero_or_larger_than_one_and_stays():
    card = scorecard(Index(), 1, 1)
    assert card["M2"].why == "The largest value is 0 at n = 1, 15 at n = 16."
    assert card["M3"].why == "The largest value is 0, and 15 at 16 times the length."
    card = scorecard(made(lambda p, d, n: 3 * np.cos(0 * p)), 8, 2)
    assert card["M2"].why == "The largest value is 3, and not more up to n = 128."
    assert card["M3"].why == "16 times the length brings no larger value."


@every_scored
def test_m4_equal_steps(name):
    card, table = found(name), Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    worst = 0.0
    for k in range(1, 65):
        steps = np.linalg.norm(table[k:] - table[:-k], axis=1)
        worst = max(worst, 1 - steps.min() / steps.max())
    assert card["M4"].number == pytest.approx(worst, abs=1e-12)
    if card["M4"].verdict == "fails":
        p, q, r, s = card["M4"].where
        assert q - p == s - r
    else:
        assert card["M4"].why == "One step is equally long everywhere, and so is every longer one up to k = 64."


@every_scored
def test_m4b_the_deepest_fall_of_the_mean_distance(name):
    table = Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    means = [np.linalg.norm(table[k:] - table[:-k], axis=1).mean() for k in range(1, 128)]
    falls = [max(means[: k + 1]) - means[k] for k in range(127)]
    finding = found(name)["M4b"]
    assert finding.number == pytest.approx(max(falls) / max(means), abs=1e-12)
    never = SCORES[name]["dist_first_decrease_k"] is None
    assert finding.verdict == ("holds" if never else "fails")
    if never:
        assert finding.why == "The mean distance never falls, up to k = 127."
    else:
        (high, before), (low, after) = re.findall(rf"(\S+) at k = {NUMBER}", finding.why)
        assert means[int(before) - 1] == max(means[: int(after)])
        assert value(high) == pytest.approx(means[int(before) - 1], rel=5e-3)
        assert value(low) == pytest.approx(means[int(after) - 1], rel=5e-3)


@every_scored
def test_m4g_the_largest_difference_on_a_diagonal(name):
    table = Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    dots = table @ table.T
    worst = max(np.ptp(np.diagonal(dots, k)) for k in range(128)) / np.abs(dots).max()
    assert found(name)["M4g"].number == pytest.approx(worst, abs=1e-12)


@every_scored
def test_m5_and_m6_told_apart_and_equally_long(name):
    card, expected = found(name), SCORES[name]
    assert card["M5"].number == max(1 - 2 * expected["min_pair_over_mean_neighbour"], 0) == 0
    norms = geometry.norms(Case(*SCORED[name][:1], 128, SCORED[name][1]).table)
    assert card["M6"].number == pytest.approx(1 - norms.min() / norms.max(), abs=1e-12)
    assert card["M6"].verdict == ("fails" if expected["norm_cv"] > 0.05 else "holds")


def test_rounding_names_no_position():
    card = scorecard(Normalized(), 700, 64)
    assert card["M3"].why == "16 times the length brings no larger value than 1."
    card = scorecard(Sinusoidal(), 1024, 64)
    for metric in ("M1b", "M4", "M4g", "M5", "M6"):
        assert card[metric].where == (), "all are alike"
    assert scorecard(Binary(values="-1/1"), 9, 4)["M2"].where == (), "all are as large"
    assert scorecard(ONE_HOT, 16, 16)["M5"].where == (), "all pairs are as near"


def test_no_tie_is_told_as_the_nearest_pair():
    for scheme in (Sinusoidal(), Binary(), Normalized(), Index()):
        assert scorecard(scheme, 128, 64)["M5"].why == "All differ, and no pair is nearer than the nearest neighbours."
    assert (
        scorecard(Sinusoidal(), 32, 2)["M5"].why == "Positions 0 and 25 are 0.133 apart, neighbours 0.959 on average."
    )


def test_what_is_as_similar_but_for_rounding():
    # equal dot products but for rounding, by turning the two rows of a table
    turn = np.array([[np.cos(1), np.sin(1)], [-np.sin(1), np.cos(1)]])
    rows = np.array([[1.0, 0], [0, 2], [2, 0], [0, 2], [2, 0]]) @ turn
    for order in ([0, 1, 2, 3, 4], [0, 3, 4, 1, 2]):
        assert scorecard(rows[order], offset=1)["M7"].where == (2, 4)


def test_an_array_has_one_length():
    scheme = Sinusoidal()
    card, known = scorecard(scheme.encode(range(40), 8), offset=3), scorecard(scheme, 40, 8, 3)
    assert list(card) == METRICS
    for metric in ("M4", "M4b", "M4g", "M5", "M6", "M7"):
        assert card[metric] == known[metric]
    for metric in ("M1", "M1b", "M3"):
        assert (card[metric].verdict, card[metric].why) == (
            "undefined",
            "A table without a rule says nothing of other lengths.",
        )
    assert (card["M2"].verdict, card["M2"].why) == ("holds", "No value is larger than 1.")
    assert card["M8"].verdict == "holds", "a fit that holds for unseen positions counts"
    assert card["M8"].number < 1e-12
    large = scorecard([[3.0, 0], [1, 2]])
    assert large["M2"].why == "The largest value is 3, and without a rule nobody knows whether it grows."
    assert {large[metric].verdict for metric in ("M2", "M8")} == {"undefined"}
    assert large["M8"].why == "No position in the first half is 1 token from another."
    assert scorecard(1e-170 * np.arange(16).reshape(8, 2) ** 2)["M8"].verdict == "fails", (
        "no square of small numbers is 0"
    )
    assert scorecard([[1.0]])["M5"].verdict == "undefined"


def test_m5_too_few_bits():
    finding = scorecard(Binary(), 20, 4)["M5"]
    assert (finding.verdict, finding.number, finding.where) == ("fails", 1, (0, 16))
    assert finding.why == "4 of 20 positions have the vector of an earlier one, such as 16 that of 0."
    assert scorecard(Binary(), 17, 4)["M5"].why == "Position 16 has the vector of position 0."
    assert scorecard(Binary(), 16, 4)["M5"].verdict == "holds"


def test_m5_names_the_first_repeat():
    finding = scorecard(made(lambda p, d, n: np.array([[7], [5], [6], [6], [5]])[p[:, 0] % 5]), 5, 1)["M5"]
    assert (finding.where, finding.why) == (
        (2, 3),
        "2 of 5 positions have the vector of an earlier one, such as 3 that of 2.",
    )


def test_m5_a_circle_comes_near_itself():
    finding = scorecard(Sinusoidal(), 32, 2)["M5"]
    assert (finding.verdict, finding.where) == ("fails", (0, 25))
    assert finding.number == pytest.approx(1 - 2 * 0.1326 / 0.9589, rel=1e-3)


@every_scored
def test_m7_the_share_that_misses(name):
    finding, table = found(name)["M7"], Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    dots = table @ table.T
    rise = max((row - np.minimum.accumulate(row)).max() for p in range(128) for row in (dots[p, p:], dots[p, p::-1]))
    missed = 1 - geometry.self_maxima(table).mean()
    assert finding.number == pytest.approx(max(missed, rise / dots.max()), abs=1e-12)
    if finding.why.startswith("Similarity rises again"):
        p, low, high = finding.where
        assert low < high if p < high else low > high
        assert dots[p, high] - dots[p, low] == pytest.approx(rise)


def test_m7_the_last_position_is_most_similar_to_all():
    for name in ("Index", "Normalized N", "Normalized N-1"):
        finding = found(name)["M7"]
        assert (finding.verdict, finding.where) == ("fails", (64, 127))
        assert finding.number == 127 / 128
        assert finding.why == (
            "Only 1 of 128 positions is most similar to itself; position 64 is more similar to 127 than to itself."
        )
    assert "position 64 is as similar to 65 as to itself" in found("Binary 0/1")["M7"].why


def test_m7_a_sequence_of_one_has_nothing_to_compare():
    assert scorecard(Sinusoidal(), 1, 4)["M7"].verdict == "undefined"


def test_m8_the_missed_share_of_the_move_on_unseen_positions():
    card = {name: found(name)["M8"] for name in SCORED}
    assert {name for name in SCORED if card[name].verdict == "holds"} == {"Sinusoidal"}
    assert {name for name in SCORED if card[name].verdict == "nearly"} == set()
    assert card["Sinusoidal"].why == "One matrix makes a step of k = 8 from every position."
    later = SINE_ONLY.encode(range(120, 256), 64)
    miss = shift.residuals(SINE_ONLY, 8, 128, 64)["blocks"].unseen
    move = np.linalg.norm(later[8:] - later[:-8]) / np.linalg.norm(later[8:])
    assert card["Sine only"].number == pytest.approx(miss / move, rel=1e-12)
    assert card["Sine only"].why.startswith("A fitted matrix of 2 × 2 blocks misses ")


@pytest.mark.parametrize(
    ("scheme", "length", "offset"),
    [
        (Index(), 128, 1),
        (Index(), 128, 126),
        (Index(), 128, 127),
        (Index(), 2, 1),
        (Index(), 3, 2),
        (Index(start=1), 64, 3),
        (Index(spread="one column"), 3, 1),
    ],
)
def test_m8_a_translation_is_no_matrix(scheme, length, offset):
    finding = scorecard(scheme, length, 4, offset)["M8"]
    assert (finding.verdict, finding.why) == (
        "fails",
        "It takes a translation: the same vector is added everywhere.",
    )


def test_m8_a_small_step_does_not_pass_for_nothing():
    finding = scorecard(Normalized(), 1024, 4)["M8"]
    assert finding.number > 1, "the step is half as long in a sequence twice as long"
    assert finding.why == "It takes a translation, and another one in a sequence twice as long."


def test_m8_a_matrix_and_a_translation():
    finding = scorecard(Binary(), 300, 1)["M8"]
    assert finding.verdict == "fails"
    assert finding.why == "It takes a matrix and a translation: a matrix alone misses 70.7 % of the move."
    # a column of ones lets a matrix add, also where it is no pair of the column that is added to
    counted = made(lambda p, d, n: np.hstack((p, 0 * p, 1 + 0 * p, 0 * p)))
    assert scorecard(counted, 20, 4)["M8"].verdict == "holds"
    assert scorecard(Binary(), 2, 4)["M8"].why == "One pair of positions does not determine a matrix."
    assert scorecard(Binary(), 32, 3, 8)["M8"].why == "A step of k = 8 moves no vector."


@pytest.mark.parametrize(
    ("scheme", "length", "dim", "offset", "said"),
    [
        (Binary(), 128, 64, 1, "A fitted matrix of 2 × 2 blocks misses all of the move."),
        (Sinusoidal(base=2), 16, 63, 2, "A fitted matrix of 2 × 2 blocks misses 7.49 % of the move."),
        (Sinusoidal(), 8, 5, 4, "A fitted matrix of 2 × 2 blocks misses 0.336 % of the move."),
        (Binary(), 300, 2, 1, "A fitted matrix misses 66.7 % of the move."),
        (Sinusoidal(), 128, 1, 1, "A fitted matrix misses 87.5 % of the move."),
        (Binary(), 3, 1, 2, "A step of k = 2 moves no vector."),
        (Binary(values="-1/1"), 2, 1, 1, "One matrix makes one step from every position."),
        (Binary(values="-1/1"), 2, 2, 1, "One pair of positions does not determine a matrix."),
        (made(lambda p, d, n: p + 1e-3 * (p % 2 - p % 3)), 64, 1, 1, "A fitted matrix misses"),
    ],
)
def test_m8_says_what_was_tried(scheme, length, dim, offset, said):
    assert scorecard(scheme, length, dim, offset)["M8"].why.startswith(said)


def test_a_share_in_words():
    assert [criteria.part(share) for share in (1e-7, 0.0749, 0.9994, 0.9995, 1.03)] == [
        "less than 0.001 %", "7.49 %", "99.9 %", "all", "all",
    ]  # fmt: skip


def test_m8_fits_count_on_unseen_positions_alone():
    assert scorecard(Sinusoidal(), 8, 4)["M8"].verdict == "holds"
    assert scorecard(Sinusoidal(), 8, 5)["M8"].verdict != "holds", "the last sine has no cosine to turn with"
    assert scorecard(made(lambda p, d, n: 1.01**p + 0 * np.arange(d)), 64, 2)["M8"].verdict == "holds"
    random = np.random.default_rng(0).normal(size=(100, 128))
    assert scorecard(random, offset=8)["M8"].verdict == "fails", "some matrix fits whatever it sees"


def test_m8_a_closed_form_that_is_wrong():
    class Wrong(Sinusoidal):
        def angles_at_offset(self, offset, dim, length=None):
            return super().angles_at_offset(offset + 1, dim, length)

    assert scorecard(Wrong(), 64, 8)["M8"].verdict == "holds", "the fitted blocks are right"


THRESHOLDS = [
    ("M1", "holds", lambda p, d, n: p + 1e-10 * n),
    ("M1", "nearly", lambda p, d, n: p + 1e-3 * n),
    ("M1", "fails", lambda p, d, n: p + n),
    ("M1b", "holds", lambda p, d, n: p * (1 + 1e-8 / n)),
    ("M1b", "nearly", lambda p, d, n: p * (1 + 1 / n)),
    ("M1b", "fails", lambda p, d, n: p * (1 + 20 / n)),
    ("M2", "holds", lambda p, d, n: 3 * np.cos(0 * p)),
    ("M2", "holds", lambda p, d, n: (p + 1) / (p + 2)),
    ("M2", "nearly", lambda p, d, n: (p + 1) ** 0.01),
    ("M2", "fails", lambda p, d, n: (p + 1) ** 0.02),
    ("M3", "holds", lambda p, d, n: (p + 1) / (p + 2)),
    ("M3", "nearly", lambda p, d, n: np.log(p + 1)),
    ("M3", "fails", lambda p, d, n: (p + 1) ** 0.3),
    ("M4", "holds", lambda p, d, n: p + 1e-10 * (p % 2)),
    ("M4", "nearly", lambda p, d, n: p + 1e-7 * (p % 2)),
    ("M4", "nearly", lambda p, d, n: p + 0.01 * (p % 2)),
    ("M4", "fails", lambda p, d, n: p + 0.05 * (p % 2)),
    ("M4b", "holds", lambda p, d, n: p + 0.1 * (p % 2)),
    ("M4b", "nearly", lambda p, d, n: np.hstack((p, 3 * (p % 2)))),
    ("M4b", "fails", lambda p, d, n: np.hstack((p, 30 * (p % 2)))),
    ("M4g", "holds", lambda p, d, n: np.hstack((np.sin(p), np.cos(p)))),
    ("M4g", "nearly", lambda p, d, n: np.hstack((np.sin(p), 1.01 * np.cos(p)))),
    ("M4g", "fails", lambda p, d, n: np.hstack((np.sin(p), 1.05 * np.cos(p)))),
    ("M5", "holds", lambda p, d, n: p + 0.49 * (p == 5)),
    ("M5", "nearly", lambda p, d, n: p + 0.52 * (p == 5)),
    ("M5", "fails", lambda p, d, n: p + 0.53 * (p == 5)),
    ("M5", "fails", lambda p, d, n: p + 1.0 * (p == 5)),
    ("M6", "holds", lambda p, d, n: 1 + 1e-10 * (p % 2)),
    ("M6", "nearly", lambda p, d, n: 1 + 1e-7 * (p % 2)),
    ("M6", "nearly", lambda p, d, n: 1 + 0.01 * (p % 2)),
    ("M6", "fails", lambda p, d, n: 1 + 0.06 * (p % 2)),
    ("M7", "holds", lambda p, d, n: np.hstack((np.sin(p / 100), np.cos(p / 100)))),
    ("M7", "nearly", lambda p, d, n: np.hstack((np.sin(p / 39), np.cos(p / 39)))),
    ("M7", "fails", lambda p, d, n: np.hstack((np.sin(p), np.cos(p)))),
    ("M7", "fails", lambda p, d, n: p),
    ("M8", "holds", lambda p, d, n: np.hstack((np.sin(p), np.cos(p)))),
    ("M8", "nearly", lambda p, d, n: np.hstack((np.sin(p), np.cos(p) + 0.01 * (p % 2)))),
    ("M8", "fails", lambda p, d, n: np.hstack((p, p**3))),
]


def test_verdicts_on_both_sides_of_the_threshold():
    found = [(metric, scorecard(made(rows), 128, 2)[metric]) for metric, _, rows in THRESHOLDS]
    said = [(metric, verdict) for metric, verdict, _ in THRESHOLDS]
    assert [(metric, finding.verdict) for metric, finding in found] == said, found


def test_an_odd_dim_is_nearly_equally_long():
    finding = scorecard(Sinusoidal(), 512, 63)["M6"]
    assert finding.verdict == "nearly"
    assert finding.why == "The vector of position 0 is 5.5678 long, that of 511 is 5.5681."


def test_what_is_said_of_what_holds():
    card = scorecard(Sinusoidal(), 128, 64)
    assert card["M1"].why == "The vectors are the same at n = 64 and n = 256."
    assert card["M1b"].why == "One step is as long at n = 256."
    assert card["M4g"].why == "Equal offsets have equal dot products everywhere."
    assert card["M6"].why == "Every vector is 5.66 long."
    assert card["M8"].why == "One matrix makes one step from every position."
    card = scorecard(Index(spread="one column"), 3, 1)
    assert card["M4"].why == "One step is equally long everywhere."
    assert (card["M4b"].verdict, card["M4b"].why) == ("holds", "The mean distance never falls, up to k = 2.")
    assert scorecard(Index(), 1, 1)["M1"].why == "The vectors are the same at n = 2."
    card = scorecard(Index(spread="one column"), 2, 1)
    assert card["M4"].why == "One step is equally long everywhere."
    assert card["M5"].why == "Every pair of positions is 1 apart."


def test_what_is_said_of_what_fails():
    card = scorecard(Normalized(), 128, 64)
    assert card["M1"].why == "A value of position 63 changes by 0.504 at n = 64."
    assert card["M1b"].why == "The step 0 → 1 is 0.063 long at n = 128, 0.0314 at n = 256."
    assert scorecard(Binary(), 128, 64)["M4"].why == "The step 63 → 64 is 2.65 long, 0 → 1 is 1."


def test_the_largest_value_of_a_matrix_made_in_parts():
    assert Case(Index(), 64, 4096).largest == (63, 1023)


def test_one_hot_is_as_far_from_everywhere():
    card = scorecard(ONE_HOT, 16, 16)
    assert {m: f.verdict for m, f in card.items() if m != "M8"} == {
        **dict.fromkeys(METRICS[:-1], "holds"),
        "M4b": "undefined",
    }
    assert card["M4b"].why == "All mean distances are equal."


def test_no_encoding_at_all():
    verdicts = {m: f.verdict for m, f in scorecard(NOTHING, 8, 2).items()}
    assert {m for m, v in verdicts.items() if v == "undefined"} == {"M1b", "M4", "M4b", "M4g", "M6", "M8"}
    assert {m for m, v in verdicts.items() if v == "fails"} == {"M5", "M7"}


EDGES = [(1, 1, 1), (1, 8, 2), (2, 1, 1), (2, 6, 2), (3, 5, 1), (7, 1, 9), (9, 64, 3), (40, 7, 39)]


@of_each(EVERY)
def test_edges_have_a_verdict(scheme):
    for length, dim, offset in EDGES:
        card = scorecard(scheme, length, dim, offset)
        assert list(card) == METRICS
        for metric, finding in card.items():
            decided = finding.verdict in ("holds", "nearly", "fails")
            assert decided or finding.verdict in ("undefined", "does not apply")
            assert np.isfinite(finding.number) == decided, (metric, finding)
            assert all(type(p) is int and 0 <= p < length for p in finding.where), (metric, finding)
            assert finding.why.endswith(".")
            assert not re.search(r"\de[-+]\d|[1-9]\d{6}", finding.why), "no raw number"
            if metric in ("M1", "M1b", "M4", "M4g", "M6", "M7"):
                assert bool(finding.where) == (finding.verdict in ("nearly", "fails")), (metric, finding)
        undefined = {metric for metric, finding in card.items() if finding.verdict in ("undefined", "does not apply")}
        if length == 1:
            assert undefined >= {"M1b", "M4", "M4b", "M4g", "M5", "M7", "M8"}
        if offset >= length:
            assert undefined >= {"M1b", "M8"}


# Without vectors

WITHOUT = [scheme for scheme in EVERY if "vectors" not in scheme.abilities]


def beside_own(scheme, length, dim, count=None):
    """What the score of every key is more than the query's own; NaN where it is not seen."""
    count = count or length
    scores = scheme.mean_logits(np.arange(count), np.arange(count), dim, length=length)[0]
    scores = scores - np.diagonal(scores)[:, None]
    unseen = ~np.isfinite(scores)
    if not scheme.lacks("causal"):
        unseen |= np.triu(np.ones((count, count), bool), 1)
    return np.where(unseen, np.nan, scores)


@of_each(WITHOUT)
def test_what_asks_about_vectors_does_not_apply_without_them(scheme):
    card = scorecard(scheme, 20, 8, 2)
    apply = {criterion.metric for criterion in CRITERIA if criterion.of_scores}
    assert apply == {"M1", "M2", "M3", "M4", "M7"}
    for metric, finding in card.items():
        assert (finding.verdict == "does not apply") == (metric not in apply)
        if metric not in apply:
            whose = "What" if scheme.family == "bias" else scheme.name
            does = {"bias": "adds to the scores", "rotation": "turns queries and keys and"}[scheme.family]
            assert finding.why == f"{whose} {does} has no vectors."


@of_each(WITHOUT, size=((2, 2), (40, 6), (130, 64)))
def test_the_scores_of_a_scheme_without_vectors_are_as_said(scheme, size):
    length, dim = size
    scores, card = beside_own(scheme, length, dim), scorecard(scheme, length, dim)
    span = np.nanmax(scores) - np.nanmin(scores)
    for metric, finding in card.items():
        why = finding.why
        for p, q, text in re.findall(rf"of (\d+) with (\d+) (?:beside its own is )?{NUMBER}", why) * (metric == "M4"):
            assert scores[int(p), int(q)] == pytest.approx(value(text), rel=6e-3), why
        for p, q, text, n in re.findall(rf"of (\d+) with (\d+) changes by {NUMBER} nats? at n = ([\d,]+)", why):
            n = int(n.replace(",", ""))
            change = beside_own(scheme, n, dim, min(n, length))[int(p), int(q)] - scores[int(p), int(q)]
            assert abs(change) == pytest.approx(value(text), rel=6e-3), why
        for text in re.findall(rf"by (?:at most|up to) {NUMBER} nat", why):
            assert span == pytest.approx(value(text), rel=6e-3), why
        for text in re.findall(rf"range over {NUMBER} nats at", why):
            assert span == pytest.approx(value(text), rel=6e-3), why
        for p, q, low, r, high in re.findall(rf"(\d+) gives (\d+) {NUMBER} nats, and (\d+) {NUMBER}", why):
            assert scores[int(p), int(q)] == pytest.approx(value(low), rel=6e-3, abs=1e-12), why
            assert scores[int(p), int(r)] == pytest.approx(value(high), rel=6e-3, abs=1e-12), why
        for p, q, more in re.findall(r"(\d+) gives (\d+) (as high|a higher) a? ?score", why):
            assert (scores[int(p), int(q)] > 1e-9) == (more == "a higher"), why
    assert card["M2"].number == pytest.approx(max(span - 1, 0))
    diagonals = [np.diagonal(scores, k) for k in range(1 - length, length)]
    apart = max(np.ptp(diagonal) for diagonal in diagonals if np.isfinite(diagonal).all())
    assert card["M4"].number == pytest.approx(apart / span if span > 1e-9 else 0, abs=1e-9)


def test_conditions_on_scores_decide_as_their_formulas_do():
    def verdicts(scheme, length=128, **heads):
        card = scorecard(scheme, length, 64, **heads)
        return {metric: card[metric].verdict for metric in ("M1", "M2", "M3", "M4", "M7")}

    holds = dict.fromkeys(("M1", "M2", "M3", "M4", "M7"), "holds")
    assert verdicts(ALiBi(), head=1, heads=8) == holds | {"M2": "fails", "M3": "fails"}
    # the eighth head takes 1/256 of a nat for a token, and 127/256 within n
    assert verdicts(ALiBi(), head=8, heads=8) == holds | {"M3": "fails"}
    assert scorecard(ALiBi(), 128, 64, head=1, heads=8)["M2"].number == 63.5 - 1
    # only what grows with the position of the query tells where a pair stands
    assert verdicts(FIRE(threshold=32)) == holds | {"M4": "fails"}
    assert verdicts(FIRE()) == holds
    # without a mask of its own a key is as good as the next
    assert verdicts(NoPE()) == holds | {"M7": "fails"}
    assert scorecard(NoPE(), 128, 64)["M7"].number == 127 / 128
    # a sum of cosines rises again, like the similarity of the sinusoid it is made of
    assert verdicts(Sandwich(), 600)["M7"] == "fails"


@pytest.mark.parametrize("scaling", ["dynamic", "LongRoPE"])
def test_a_rotation_that_stretches_with_the_text_fails_the_first_condition(scaling):
    """A key that was turned for a shorter text is turned wrongly for a longer one."""
    for length, verdict in ((32, "holds"), (64, "fails")):
        finding = scorecard(RoPE(scaling=scaling, factors="1, 4", trained=64), length, 16)["M1"]
        assert finding.verdict == verdict, "at twice the trained length"
    for scaling in ("none", "linear", "NTK-aware", "YaRN", "llama3"):
        assert scorecard(RoPE(scaling=scaling, trained=64), 64, 16)["M1"].verdict == "holds"


def test_there_is_no_ninth_of_eight_heads():
    with pytest.raises(ValueError, match="head = 9 must be at most 8, the number of heads"):
        scorecard(ALiBi(), 4, 4, head=9, heads=8)


def test_a_trained_table_ends():
    class Trained(Index):
        own_size: ClassVar = (24, 4)

    card = scorecard(Trained(), 12, 4, 2)
    assert card["M1"].why == "The vectors are the same at n = 6 and n = 24."
    assert {card[metric].verdict for metric in ("M1", "M1b")} == {"holds"}
    assert (card["M3"].verdict, card["M3"].why) == (
        "undefined",
        "A table without a rule says nothing of other lengths.",
    )
    assert card["M8"] == scorecard(Index().encode(range(12), 4), offset=2)["M8"]
    assert scorecard(Trained(), 24, 4)["M1"].why == "The vectors are the same at n = 12."
    assert scorecard(Trained(), 24, 4)["M1b"].verdict == "undefined"
    card = scorecard(Trained(), 25, 4)
    words = "Index holds 24 positions of 4 numbers: n and d can be no larger."
    assert {(finding.verdict, finding.why) for finding in card.values()} == {("undefined", words)}


@of_each(
    [*(each for each in EVERY if "vectors" in each.abilities), GRAY, SINE_ONLY],
    size=((8, 3, 1), (40, 5, 3), (128, 64, 8)),
)
def test_the_positions_shown_are_as_far_apart_as_said(scheme, size):
    length, dim, offset = size
    case = Case(scheme, length, dim, offset)
    if reason := scheme.lacks("vectors", length, dim):
        card = scorecard(scheme, length, dim, offset)
        assert {(finding.verdict, finding.why) for finding in card.values()} == {("undefined", reason)}
        return
    table = case.table
    dots, norms = table @ table.T, np.linalg.norm(table, axis=1)
    distances = np.linalg.norm(table[:, None] - table, axis=2)
    for metric, finding in scorecard(scheme, length, dim, offset).items():
        said, why = [], finding.why
        for p, q, text in re.findall(rf"(\d+) → (\d+) is {NUMBER}", why):
            assert distances[int(p), int(q)] == pytest.approx(value(text), rel=6e-3), why
            said += [int(p), int(q)]
        for p, q, r, s, text in re.findall(rf"(\d+) → (\d+) is longer than (\d+) → (\d+), by {NUMBER} %", why):
            ratio = distances[int(p), int(q)] / distances[int(r), int(s)]
            assert 100 * (ratio - 1) == pytest.approx(value(text), rel=6e-3), why
            said += [int(p), int(q), int(r), int(s)]
        for p, q, text in re.findall(rf"of position (\d+) is longer than that of (\d+), by {NUMBER} %", why):
            assert 100 * (norms[int(p)] / norms[int(q)] - 1) == pytest.approx(value(text), rel=6e-3), why
            said += [int(p), int(q)]
        for p, q, text in re.findall(rf"(\d+) and (\d+) are {NUMBER} apart", why):
            assert distances[int(p), int(q)] == pytest.approx(value(text), rel=6e-3), why
            said += [int(p), int(q)]
        for p, q, text in re.findall(rf"(\d+) with (\d+) is {NUMBER}", why):
            assert dots[int(p), int(q)] == pytest.approx(value(text), rel=6e-3, abs=1e-12), why
            said += [int(p), int(q)]
        for p, q, r, s, text in re.findall(
            rf"(\d+) with (\d+) is less than that of (\d+) with (\d+), by {NUMBER} %", why
        ):
            less = (dots[int(r), int(s)] - dots[int(p), int(q)]) / np.abs(dots).max()
            assert 100 * less == pytest.approx(value(text), rel=6e-3, abs=1e-12), why
            said += [int(p), int(q), int(r), int(s)]
        for p, text in re.findall(rf"of (?:position )?(\d+) is {NUMBER}", why) if metric == "M6" else ():
            assert norms[int(p)] == pytest.approx(value(text), rel=6e-3), why
            said += [int(p)]
        for text, k in re.findall(rf"{NUMBER} at k = (\d+)", why):
            assert np.diagonal(distances, int(k)).mean() == pytest.approx(value(text), rel=6e-3, abs=1e-12), why
        for p, q in re.findall(r"(\d+) (?:that of|has the vector of position) (\d+)\.", why):
            np.testing.assert_array_equal(table[int(p)], table[int(q)])
            said += [int(p), int(q)]
        for p, relation, q in re.findall(r"position (\d+) is (more|as) similar to (\d+) ", why):
            own, other = dots[int(p), int(p)], dots[int(p), int(q)]
            assert other > own if relation == "more" else other == pytest.approx(own), why
            said += [int(p), int(q)]
        for p, text, other in re.findall(rf"position (\d+) changes by {NUMBER} at n = (\d+)", why):
            change = np.abs(scheme.encode(range(int(p) + 1), dim, length=int(other))[-1] - table[int(p)]).max()
            assert change == pytest.approx(value(text), rel=6e-3), why
            said += [int(p)]
        if metric not in ("M2", "M3", "M8"):
            assert set(finding.where) == set(said), (metric, finding)
        if metric == "M2" and finding.where:
            assert np.abs(table[finding.where[0]]).max() == np.abs(table).max()


@pytest.mark.parametrize("name", ["length", "dim", "offset"])
def test_sizes_below_one(name):
    with pytest.raises(ValueError, match=f"{name} = 0 must be a whole number from 1"):
        scorecard(Sinusoidal(), **{"length": 4, "dim": 4, "offset": 1, name: 0})


def test_the_class_is_no_scheme():
    with pytest.raises(ValueError, match=r"encoding must be a scheme such as Sinusoidal\(\), not the class"):
        scorecard(Sinusoidal, 4, 4)


def test_masked_keys_are_no_scores_and_no_steps():
    class Sinks(NoPE):
        """Every query sees the first key, itself, and every other key before it, which score more and more."""

        def _bias_at_offset(self, back, heads, length):
            return None

        def _bias(self, queries, keys, heads):
            back = queries[:, None] - keys
            seen = (back >= 0) & ((keys == 0) | (back % 2 == 0))
            return np.repeat(np.where(seen, -1.0 + (back == 0) + 0.1 * (back == 4), -np.inf)[None], heads, axis=0)

    found = scorecard(Sinks(), 8, 4)
    assert found["M4"].number == 1
    assert found["M4"].why == "1 sees 0, and for 2, as far from it, 1 is masked."
    assert found["M7"].why == "The score rises again: 4 gives 2 −1 nats, and 0 −0.9."
    assert np.isfinite([each.number for each in found.values() if each.applies]).all()
