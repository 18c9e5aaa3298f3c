"""Published results of every condition and scheme. Reasons are tested in tests/claims."""

from functools import cache
from typing import ClassVar

import numpy as np
import pytest

from posenc_core import FIRE, SCHEMES, ALiBi, Binary, Index, NoPE, Normalized, RoPE, Sandwich, Sinusoidal
from posenc_core.analysis import geometry, shift
from posenc_core.analysis.criteria import CRITERIA, Case, scorecard
from posenc_core.text.messages import claim
from tests.core.test_contract import of_each
from tests.data import read

DATA = read("reference.json")
SCORES = DATA["scorecard_n128_d64"]

EVERY = dict.fromkeys(
    scheme(**{p.name: value}) for scheme in SCHEMES.values() for p in scheme.parameters() for value in p.domain.samples
)
METRICS = ["M1", "M1b", "M2", "M3", "M4", "M4b", "M4g", "M5", "M6", "M7", "M8"]


def scheme_of(rows):
    """A scheme with given rows: a function of positions (n, 1), dim, and length."""

    class SchemeOfRows(Index):
        def encode(self, positions, dim, *, length=None, dtype=np.float64, out=None):
            points = np.asarray(positions)[:, None]
            values = np.asarray(rows(points, dim, length or len(points)), np.float64)
            return np.broadcast_to(values, (len(points), dim))

    return SchemeOfRows()


GRAY = scheme_of(lambda p, d, n: (p ^ p >> 1) >> np.arange(d).clip(max=62) & 1)
SINE_ONLY = scheme_of(lambda p, d, n: np.sin(p * 10000.0 ** (-np.arange(d) / d)))
# all distances are exactly 1
ONE_HOT = scheme_of(lambda p, d, n: np.sqrt(0.5) * (p == np.arange(d)))

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
def findings(name, offset=8):
    scheme, dim = SCORED[name]
    return scorecard(scheme, length=128, dim=dim, offset=offset)


def by_code(card):
    """Findings by the code of their criterion."""
    return {criterion.code: card[criterion.key] for criterion in CRITERIA}


def reason_id(finding):
    return finding.reason.id.removeprefix("criterion-")


def test_every_criterion_has_texts():
    assert [criterion.code for criterion in CRITERIA] == METRICS
    assert [criterion.key for criterion in CRITERIA] == list(findings("Index"))
    for criterion in CRITERIA:
        assert criterion.summary.endswith(".")
        assert len(criterion.summary) < 120
        assert len(criterion.title) < 40
        assert criterion.title
        assert {*criterion.asked_by} <= {"five", "four"}
        assert criterion.measure
    assert [sum(name in c.asked_by for c in CRITERIA) for name in ("five", "four")] == [5, 4]


@every_scored
def test_verdicts_of_the_five_conditions(name):
    card = findings(name)
    assert [card[metric].verdict for metric in ("M1", "M2", "M3", "M4", "M5")] == SCORES[name]["verdicts"].split()


def test_layouts_orders_and_spreads_get_the_same_verdicts():
    for one, other in (
        (Sinusoidal(), Sinusoidal(layout="concatenated")),
        (Binary(), Binary(order="MSB first")),
        (Index(), Index(spread="one column")),
    ):
        cards = [scorecard(scheme, length=60, dim=16, offset=3) for scheme in (one, other)]
        assert [f.verdict for f in cards[0].values()] == [f.verdict for f in cards[1].values()]


@every_scored
def test_m1_changes_with_the_length(name):
    scheme, dim = SCORED[name]
    half, double = SCORES[name]["det_maxdiff_half"], SCORES[name]["det_maxdiff_2n"]
    case = Case(scheme, 128, dim)
    assert np.abs(case.at(64) - case.table[:64]).max() == pytest.approx(half, abs=1e-12)
    assert np.abs(case.at(256) - case.table).max() == pytest.approx(double, abs=1e-12)
    assert findings(name)["M1"].number == pytest.approx(max(half, double) / SCORES[name]["max_abs"], abs=1e-12)


def test_m1_compares_with_shorter_and_longer_sequences():
    shorter = scheme_of(lambda p, d, n: np.where(n < 128, 1.0, 0.0) + 0 * p)
    longer = scheme_of(lambda p, d, n: np.where(n > 128, 1.0, 0.0) + 0 * p)
    for scheme, length in ((shorter, 64), (longer, 256)):
        finding = scorecard(scheme, length=128, dim=2)["M1"]
        assert (finding.verdict, finding.number) == ("fails", 1)
        assert finding.reason == claim("criterion-length-changes", length=length, position=0, value=1.0)


@pytest.mark.parametrize("offset", [1, 8])
def test_m1b_step_at_twice_the_length(offset):
    for name, change in (("Normalized N", 1 / 2), ("Normalized N-1", 128 / 255), ("Index", 0), ("Sinusoidal", 0)):
        finding = findings(name, offset)["M1b"]
        assert finding.number == pytest.approx(change, abs=1e-12)
        assert finding.verdict == ("fails" if change else "holds")


@every_scored
def test_m2_and_m3_size_and_growth(name):
    card, expected = findings(name), SCORES[name]
    grown = expected["max_abs"] * 16 ** expected["growth_exponent"]
    assert card["M2"].number == pytest.approx(max(grown / max(1, expected["max_abs"]) - 1, 0), abs=1e-12)
    assert card["M3"].number == pytest.approx(max(grown / expected["max_abs"] - 1, 0) / 15 * (grown > 1), abs=1e-12)


@every_scored
def test_m4_equal_steps(name):
    card, table = findings(name), Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    worst = 0.0
    for k in range(1, 65):
        steps = np.linalg.norm(table[k:] - table[:-k], axis=1)
        worst = max(worst, 1 - steps.min() / steps.max())
    assert card["M4"].number == pytest.approx(worst, abs=1e-12)
    if card["M4"].verdict == "fails":
        p, q, r, s = card["M4"].where
        assert q - p == s - r


@every_scored
def test_m4b_the_largest_decrease_of_the_mean_distance(name):
    table = Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    means = [np.linalg.norm(table[k:] - table[:-k], axis=1).mean() for k in range(1, 128)]
    falls = [max(means[: k + 1]) - means[k] for k in range(127)]
    finding = findings(name)["M4b"]
    assert finding.number == pytest.approx(max(falls) / max(means), abs=1e-12)
    never = SCORES[name]["dist_first_decrease_k"] is None
    assert finding.verdict == ("holds" if never else "fails")


@every_scored
def test_m4g_the_largest_difference_on_a_diagonal(name):
    table = Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    dots = table @ table.T
    worst = max(np.ptp(np.diagonal(dots, k)) for k in range(128)) / np.abs(dots).max()
    assert findings(name)["M4g"].number == pytest.approx(worst, abs=1e-12)


@every_scored
def test_m5_and_m6_distinct_vectors_and_equal_norms(name):
    card, expected = findings(name), SCORES[name]
    assert card["M5"].number == max(1 - 2 * expected["min_pair_over_mean_neighbour"], 0) == 0
    norms = geometry.norms(Case(*SCORED[name][:1], 128, SCORED[name][1]).table)
    assert card["M6"].number == pytest.approx(1 - norms.min() / norms.max(), abs=1e-12)
    assert card["M6"].verdict == ("fails" if expected["norm_cv"] > 0.05 else "holds")


def test_differences_within_rounding_name_no_position():
    assert reason_id(scorecard(Normalized(), length=700, dim=64)["M3"]) == "bounded"
    card = scorecard(Sinusoidal(), length=1024, dim=64)
    for metric in ("M1b", "M4", "M4g", "M5", "M6"):
        assert card[metric].where == (), "all rows are equal"
    assert scorecard(Binary(values="-1/1"), length=9, dim=4)["M2"].where == (), "all norms are equal"
    assert scorecard(ONE_HOT, length=16, dim=16)["M5"].where == (), "all distances are equal"


def test_ties_are_not_reported_as_the_nearest_pair():
    for scheme in (Sinusoidal(), Binary(), Normalized(), Index()):
        assert reason_id(scorecard(scheme, length=128, dim=64)["M5"]) == "neighbors-closest"


def test_similarity_that_is_equal_up_to_rounding():
    # dot products that are equal up to rounding, by rotating the two rows of a table
    turn = np.array([[np.cos(1), np.sin(1)], [-np.sin(1), np.cos(1)]])
    rows = np.array([[1.0, 0], [0, 2], [2, 0], [0, 2], [2, 0]]) @ turn
    for order in ([0, 1, 2, 3, 4], [0, 3, 4, 1, 2]):
        assert scorecard(rows[order], offset=1)["M7"].where == (2, 4)


def test_an_array_is_tested_at_its_length_only():
    scheme = Sinusoidal()
    card, expected = scorecard(scheme.encode(range(40), 8), offset=3), scorecard(scheme, length=40, dim=8, offset=3)
    assert list(by_code(card)) == METRICS
    for metric in ("M4", "M4b", "M4g", "M5", "M6", "M7"):
        assert card[metric] == expected[metric]
    for metric in ("M1", "M1b", "M3"):
        assert (card[metric].verdict, reason_id(card[metric])) == ("undefined", "one-length")
    assert (card["M2"].verdict, reason_id(card["M2"])) == ("holds", "bounded-table")
    assert card["M8"].verdict == "holds", "a fit that is exact for unseen positions counts"
    assert card["M8"].number < 1e-12
    large = scorecard([[3.0, 0], [1, 2]])
    assert large["M2"].reason == claim("criterion-largest-of-table", value=3.0)
    assert {large[metric].verdict for metric in ("M2", "M8")} == {"undefined"}
    assert large["M8"].reason == claim("criterion-no-pair-in-half", offset=1)
    assert scorecard(1e-170 * np.arange(16).reshape(8, 2) ** 2)["M8"].verdict == "fails", (
        "squares of small numbers must not underflow"
    )
    assert scorecard([[1.0]])["M5"].verdict == "undefined"


@every_scored
def test_m7_the_fraction_of_positions_that_fail(name):
    finding, table = findings(name)["M7"], Case(*SCORED[name][:1], 128, SCORED[name][1]).table
    dots = table @ table.T
    rise = max((row - np.minimum.accumulate(row)).max() for p in range(128) for row in (dots[p, p:], dots[p, p::-1]))
    missed = 1 - geometry.self_maxima(table).mean()
    assert finding.number == pytest.approx(max(missed, rise / dots.max()), abs=1e-12)
    if reason_id(finding) == "similarity-rises":
        p, low, high = finding.where
        assert low < high if p < high else low > high
        assert dots[p, high] - dots[p, low] == pytest.approx(rise)


def test_m8_the_relative_residual_on_unseen_positions():
    card = {name: findings(name)["M8"] for name in SCORED}
    assert {name for name in SCORED if card[name].verdict == "holds"} == {"Sinusoidal"}
    assert {name for name in SCORED if card[name].verdict == "nearly"} == set()
    assert card["Sinusoidal"].reason == claim("criterion-linear", offset=8)
    miss = shift.residuals(SINE_ONLY, 8, 128, 64)["blocks"].unseen
    assert card["Sine only"].number == pytest.approx(miss, rel=1e-12)
    assert reason_id(card["Sine only"]) == "residual"


def test_m8_fits_are_tested_on_unseen_positions():
    assert scorecard(Sinusoidal(), length=8, dim=4)["M8"].verdict == "holds"
    assert scorecard(Sinusoidal(), length=8, dim=5)["M8"].verdict != "holds", "the last sine has no cosine as a partner"
    assert scorecard(scheme_of(lambda p, d, n: 1.01**p + 0 * np.arange(d)), length=64, dim=2)["M8"].verdict == "holds"
    random = np.random.default_rng(0).normal(size=(100, 128))
    assert scorecard(random, offset=8)["M8"].verdict == "fails", "some matrix always fits the seen positions"


def test_m8_a_wrong_closed_form():
    class Wrong(Sinusoidal):
        def angles_at_offset(self, offset, dim, length=None):
            return super().angles_at_offset(offset + 1, dim, length)

    assert scorecard(Wrong(), length=64, dim=8)["M8"].verdict == "holds", "fitted blocks replace the wrong closed form"


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


@pytest.mark.parametrize(("metric", "verdict", "rows"), THRESHOLDS)
def test_verdicts_on_both_sides_of_the_threshold(metric, verdict, rows):
    assert scorecard(scheme_of(rows), length=128, dim=2)[metric].verdict == verdict


def test_the_largest_value_of_a_matrix_computed_in_parts():
    assert Case(Index(), 64, 4096).largest == (63, 1023)


EDGES = [(1, 1, 1), (1, 8, 2), (2, 1, 1), (2, 6, 2), (3, 5, 1), (7, 1, 9), (9, 64, 3), (40, 7, 39)]


@of_each(EVERY)
def test_extreme_sizes_have_a_verdict(scheme):
    """Return finite numbers from `_encode`, `_rotate`, or `_bias` at every size; their squares are finite, above 0."""
    for length, dim, offset in EDGES:
        card = scorecard(scheme, length=length, dim=dim, offset=offset)
        assert list(by_code(card)) == METRICS
        for metric, finding in by_code(card).items():
            decided = finding.verdict in ("holds", "nearly", "fails")
            assert decided or finding.verdict in ("undefined", "does not apply")
            assert np.isfinite(finding.number) == decided, (metric, finding)
            assert all(type(p) is int and 0 <= p < length for p in finding.where), (metric, finding)
            assert str(finding.reason).endswith(".")
            if metric in ("M1", "M1b", "M4", "M4g", "M6", "M7"):
                assert bool(finding.where) == (finding.verdict in ("nearly", "fails")), (metric, finding)
        without = ("undefined", "does not apply")
        undefined = {metric for metric, finding in by_code(card).items() if finding.verdict in without}
        if length == 1:
            assert undefined >= {"M1b", "M4", "M4b", "M4g", "M5", "M7", "M8"}
        if offset >= length:
            assert undefined >= {"M1b", "M8"}


# Without vectors

WITHOUT = [scheme for scheme in EVERY if "vectors" not in scheme.abilities]


def beside_own(scheme, length, dim, count=None):
    """Score of every key minus that of the query's own position; NaN for hidden keys."""
    count = count or length
    scores = scheme.mean_logits(np.arange(count), np.arange(count), dim, length=length)[0]
    scores = scores - np.diagonal(scores)[:, None]
    unseen = ~np.isfinite(scores)
    if not scheme.unsupported_reason("causal"):
        unseen |= np.triu(np.ones((count, count), bool), 1)
    return np.where(unseen, np.nan, scores)


@of_each(WITHOUT)
def test_conditions_on_vectors_do_not_apply_without_vectors(scheme):
    """List "vectors" in `abilities` only if the scheme has `_fill`."""
    card = scorecard(scheme, length=20, dim=8, offset=2)
    apply = {criterion.code for criterion in CRITERIA if criterion.evaluate_logits}
    assert apply == {"M1", "M2", "M3", "M4", "M7"}
    for metric, finding in by_code(card).items():
        assert (finding.verdict == "does not apply") == (metric not in apply)
        if metric not in apply:
            assert finding.reason == claim("criterion-no-vectors", family=scheme.family)


@of_each(WITHOUT, size=((2, 2), (40, 6), (130, 64)))
def test_the_numbers_of_a_scheme_without_vectors(scheme, size):
    """Correct `_bias_at_offset` or `_mean_dot`, which differ from the logits of all pairs of positions."""
    length, dim = size
    scores, card = beside_own(scheme, length, dim), scorecard(scheme, length=length, dim=dim)
    span = np.nanmax(scores) - np.nanmin(scores)
    assert card["M2"].number == pytest.approx(max(span - 1, 0))
    diagonals = [np.diagonal(scores, k) for k in range(1 - length, length)]
    apart = max(np.ptp(diagonal) for diagonal in diagonals if np.isfinite(diagonal).all())
    assert card["M4"].number == pytest.approx(apart / span if span > 1e-9 else 0, abs=1e-9)


def test_conditions_on_scores_follow_their_formulas():
    def verdicts(scheme, length=128, **heads):
        card = scorecard(scheme, length=length, dim=64, **heads)
        return {metric: card[metric].verdict for metric in ("M1", "M2", "M3", "M4", "M7")}

    holds = dict.fromkeys(("M1", "M2", "M3", "M4", "M7"), "holds")
    assert verdicts(ALiBi(), head=1, heads=8) == holds | {"M2": "fails", "M3": "fails"}
    # the eighth head subtracts 1/256 nat per token, and 127/256 within n
    assert verdicts(ALiBi(), head=8, heads=8) == holds | {"M3": "fails"}
    assert scorecard(ALiBi(), length=128, dim=64, head=1, heads=8)["M2"].number == 63.5 - 1
    # only scores that depend on the query position locate a pair
    assert verdicts(FIRE(threshold=32)) == holds | {"M4": "fails"}
    assert verdicts(FIRE()) == holds
    # without a mask, a later key counts like an earlier one
    assert verdicts(NoPE()) == holds | {"M7": "fails"}
    assert scorecard(NoPE(), length=128, dim=64)["M7"].number == 127 / 128
    # a sum of cosines rises again, like the similarity of the sinusoid
    assert verdicts(Sandwich(), 600)["M7"] == "fails"


@pytest.mark.parametrize("scaling", ["dynamic", "LongRoPE"])
def test_a_rotation_that_depends_on_the_length_fails_the_first_condition(scaling):
    """A cached key rotated for a shorter text is wrong for a longer one."""
    for length, verdict in ((32, "holds"), (64, "fails")):
        finding = scorecard(RoPE(scaling=scaling, factors="1, 4", trained_length=64), length=length, dim=16)["M1"]
        assert finding.verdict == verdict, "beyond the trained length"
    for scaling in ("none", "linear", "NTK-aware", "YaRN", "llama3"):
        assert scorecard(RoPE(scaling=scaling, trained_length=64), length=64, dim=16)["M1"].verdict == "holds"


def test_a_trained_table_has_a_last_position():
    class Trained(Index):
        own_size: ClassVar = (24, 4)

    card = scorecard(Trained(), length=12, dim=4, offset=2)
    assert card["M1"].reason == claim("criterion-length-same", lengths=(6, 24))
    assert {card[metric].verdict for metric in ("M1", "M1b")} == {"holds"}
    assert (card["M3"].verdict, reason_id(card["M3"])) == ("undefined", "one-length")
    assert card["M8"] == scorecard(Index().encode(range(12), 4), offset=2)["M8"]
    assert scorecard(Trained(), length=24, dim=4)["M1"].reason == claim("criterion-length-same", lengths=(12,))
    assert scorecard(Trained(), length=24, dim=4)["M1b"].verdict == "undefined"
    card = scorecard(Trained(), length=25, dim=4)
    assert {finding.reason for finding in card.values()} == {claim("criterion-size", length=25, dim=4)}


class Masked(NoPE):
    """Every query sees the first key, itself, and every second key before it, with increasing scores."""

    def _bias_at_offset(self, back, heads, length):
        return None

    def _bias(self, queries, keys, heads):
        back = queries[:, None] - keys
        visible = (back >= 0) & ((keys == 0) | (back % 2 == 0))
        return np.repeat(np.where(visible, -1.0 + (back == 0) + 0.1 * (back == 4), -np.inf)[None], heads, axis=0)


def test_masked_keys_have_no_scores_and_no_steps():
    card = scorecard(Masked(), length=8, dim=4)
    assert card["M4"].number == 1
    assert card["M4"].reason == claim("criterion-masked-logits", position=1, other=0, third=2, fourth=1)
    assert (reason_id(card["M7"]), card["M7"].where) == ("logits-rises", (4, 2, 0))
    assert np.isfinite([finding.number for finding in card.values() if finding.applies]).all()


def test_codes_are_case_insensitive_aliases_of_the_keys():
    card = scorecard([[0.0], [1.0], [2.0]])
    assert card["Constant-Distance"] is card["constant-distance"] is card["M4"] is card["m4"] is card.get("m4")
    assert "M4b" in card
    assert "M9" not in card
    with pytest.raises(KeyError, match=r"did you mean 'M4'\?"):
        card["M44"]


def test_findings_print_their_verdict():
    finding = scorecard([[0.0], [1.0], [2.0]])["M4"]
    assert str(finding) == f"holds: {finding.reason}"
    assert str(finding) in repr(finding)
    assert str(scorecard([[0.0], [1.0], [3.0]])["M4"]).startswith("fails: ")
