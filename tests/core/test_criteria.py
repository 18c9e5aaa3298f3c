"""Each condition finds what is published of each scheme, and says so of positions that it can show."""

import json
import re
from functools import cache
from pathlib import Path

import mpmath
import numpy as np
import pytest

from posenc_core import SCHEMES, Binary, Index, Normalized, Sinusoidal, geometry
from posenc_core.criteria import CRITERIA, Case, scorecard

DATA = json.loads((Path(__file__).parents[1] / "data" / "reference.json").read_text())
SCORES, EVEN, BLOCKS = (DATA[name] for name in ("scorecard_n128_d64", "equidistance_n128_d64", "block_shift_k8_n128"))
RMS = {name: metrics["rms"] for name, metrics in DATA["metrics_n128_d64"].items()}

EVERY = dict.fromkeys(
    scheme(**{p.name: value}) for scheme in SCHEMES.values() for p in scheme.parameters() for value in p.domain.samples
)
NUMBER = r"(-?\d[\d.]*(?:e[+-]\d+)?)(?=[.,; )]|$)"
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


def positions(pattern, why):
    return [tuple(int(p) for p in match) for match in re.findall(pattern, why)]


def test_words_for_the_page():
    assert [criterion.metric for criterion in CRITERIA] == METRICS == list(found("Index"))
    for criterion in CRITERIA:
        assert criterion.summary.endswith(".")
        assert len(criterion.summary) < 120
        assert criterion.title
        assert criterion.asked_by
        assert criterion.threshold


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
    assert found(name)["M1"].number == pytest.approx(max(half, double), abs=1e-12)


def test_m1_sees_the_shorter_as_well_as_the_longer():
    shorter = made(lambda p, d, n: np.where(n < 128, 1.0, 0.0) + 0 * p)
    longer = made(lambda p, d, n: np.where(n > 128, 1.0, 0.0) + 0 * p)
    for scheme, length in ((shorter, 64), (longer, 256)):
        finding = scorecard(scheme, 128, 2)["M1"]
        assert (finding.verdict, finding.number) == ("fails", 1)
        assert finding.why.endswith(f"changes by 1 at n = {length}.")


@pytest.mark.parametrize("offset", [1, 8])
def test_m1b_step_at_twice_the_length(offset):
    for name, change in (("Normalized N", 1), ("Normalized N-1", 128 / 127), ("Index", 0), ("Sinusoidal", 0)):
        finding = found(name, offset)["M1b"]
        assert finding.number == pytest.approx(change, abs=1e-12)
        assert finding.verdict == ("fails" if change else "holds")


@every_scored
def test_m2_and_m3_size_and_growth(name):
    card, expected = found(name), SCORES[name]
    assert card["M2"].number == pytest.approx(expected["max_abs"], rel=1e-12)
    assert card["M3"].number == pytest.approx(expected["growth_exponent"], abs=1e-12)
    step = float(re.search(r"in one step: (\S+) ", card["M3"].why)[1])
    assert step == pytest.approx(expected["max_step_linf"], rel=1e-3)
    if name in RMS:
        decibels = -20 * np.log10(RMS[name])
        assert f"{abs(decibels):.1f} dB {'below' if decibels < 0 else 'above'}" in card["M2"].why


@every_scored
def test_m4_equal_steps(name):
    card, expected = found(name), SCORES[name]
    even = EVEN.get(name, {"max_cv_k1_64": expected["dist_k1_cv"], "argmax_k": 1})
    assert card["M4"].number == pytest.approx(even["max_cv_k1_64"], abs=1e-12)
    if card["M4"].verdict == "fails":
        p, q, r, s = card["M4"].where
        assert q - p == s - r == even["argmax_k"]
    else:
        assert card["M4"].why.startswith("Every k from 1 to 64 has one distance")
    assert card["M4b"].number == pytest.approx(expected["dist_spearman"], rel=1e-12)
    first = re.search(r"first falls from k = (\d+) ", card["M4b"].why)
    assert (int(first[1]) if first else None) == expected["dist_first_decrease_k"]
    if name in EVEN:
        assert card["M4g"].number == pytest.approx(1 - even["toeplitz_R2_gram"], abs=1e-9)


def test_m4b_verdicts():
    assert {name: found(name)["M4b"].verdict for name in SCORED} == {
        "Index": "holds",
        "Normalized N": "holds",
        "Normalized N-1": "holds",
        "Binary 0/1": "nearly",
        "Binary -1/1": "nearly",
        "Gray": "fails",
        "Sine only": "fails",
        "Sinusoidal": "nearly",
    }


@every_scored
def test_m5_and_m6_distinct_and_equally_long(name):
    card, expected = found(name), SCORES[name]
    assert card["M5"].number == pytest.approx(expected["min_pair_over_mean_neighbour"], rel=1e-9)
    assert card["M6"].number == pytest.approx(expected["norm_cv"], abs=1e-12)
    assert card["M6"].verdict == ("fails" if expected["norm_cv"] > 0.05 else "holds")


def exact_ranks(length, rows):
    """Spearman's correlation of mean distances of whole vectors with the offset, by 40 digits."""
    with mpmath.workdps(40):
        means = [
            sum(mpmath.sqrt(int(((rows[p] - rows[p + k]) ** 2).sum())) for p in range(length - k)) / (length - k)
            for k in range(1, length)
        ]
        same = [[abs(one - other) < mpmath.mpf(10) ** -30 for other in means] for one in means]
        below = [[one - other > mpmath.mpf(10) ** -30 for other in means] for one in means]
    rank = np.sum(below, axis=1) + np.sum(same, axis=1) / 2
    return np.corrcoef(rank, range(1, length))[0, 1]


@pytest.mark.parametrize(
    ("scheme", "length", "dim"), [(Binary(), 15, 2), (GRAY, 40, 8), (Binary(values="-1/1"), 30, 3)]
)
def test_m4b_equal_means_share_a_rank(scheme, length, dim):
    rows = scheme.encode(range(length), dim).astype(int)
    assert scorecard(scheme, length, dim)["M4b"].number == pytest.approx(exact_ranks(length, rows), rel=1e-12)


def test_rounding_names_no_position():
    card = scorecard(Normalized(), 700, 64)
    assert card["M3"].why.endswith("(0 → 1).")
    assert card["M5"].where == (0, 1)
    card = scorecard(Sinusoidal(), 1024, 64)
    assert card["M1b"].where == (0, 1), "every step is equal"
    assert card["M5"].where == (0, 1)
    assert scorecard(Binary(values="-1/1"), 9, 4)["M2"].where == (), "all are as large"
    assert scorecard(ONE_HOT, 16, 16)["M5"].where == (), "all pairs are as near"
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
            "An array has one length, and says nothing of others.",
        )
    assert (card["M2"].verdict, card["M2"].number) == ("holds", 1)
    assert card["M8"].verdict == "nearly", "no closed form is known of an array"
    assert card["M8"].number < 1e-12
    large = scorecard([[3.0, 0], [1, 2]])
    assert large["M2"].why == "3 at n, and an array does not say whether it grows."
    assert {large[metric].verdict for metric in ("M2", "M8")} == {"undefined"}
    assert large["M8"].why == "No position in the first half is k = 1 tokens from another."
    assert "3400.0 dB above the position" in scorecard(1e-170 * np.ones((4, 2)))["M2"].why
    assert scorecard([[1.0]])["M5"].verdict == "undefined"


def test_m5_too_few_bits():
    finding = scorecard(Binary(), 20, 4)["M5"]
    assert (finding.verdict, finding.number, finding.where) == ("fails", 0, (0, 16))
    assert finding.why == "4 repeats; position 16 equals 0."
    assert scorecard(Binary(), 16, 4)["M5"].verdict == "holds"


def test_m5_names_the_first_repeat():
    finding = scorecard(made(lambda p, d, n: np.array([[7], [5], [6], [6], [5]])[p[:, 0] % 5]), 5, 1)["M5"]
    assert (finding.where, finding.why) == ((2, 3), "2 repeats; position 3 equals 2.")


def test_m5_nearly():
    finding = scorecard(Sinusoidal(), 32, 2)["M5"]
    assert finding.verdict == "nearly"
    assert finding.where[1] - finding.where[0] == 25
    assert finding.number == pytest.approx(0.1326 / 0.9589, rel=1e-3)


@pytest.mark.parametrize("name", ["Sinusoidal", "Binary -1/1", "Sine only"])
def test_m7_first_rise(name):
    finding = found(name)["M7"]
    share = geometry.self_maxima(Case(*SCORED[name][:1], 128, 64).table).mean()
    assert finding.number == share
    if share == 1:
        rise = SCORES[name]["dot_first_increase_k"]
        assert finding.verdict == "nearly"
        assert finding.where == (64 + rise, 65 + rise)
        assert f"after k = {rise};" in finding.why


@pytest.mark.parametrize("length", [3, 8, 9, 128])
def test_m7_left_and_right(length):
    case = Case(Binary(values="-1/1"), length, 8)
    middle, cosine = length // 2, case.dots / 8
    pairs = range(1, min(middle, length - 1 - middle) + 1)
    skew = max(abs(cosine[middle, middle - k] - cosine[middle, middle + k]) for k in pairs)
    why = scorecard(case.encoding, length, 8)["M7"].why
    said = re.search(rf"left and right of {middle} differ by {NUMBER}", why)[1].rstrip(".")
    # to one digit
    assert float(said) == pytest.approx(skew, rel=0.4, abs=1e-12)


def test_m7_the_last_position_is_most_similar_to_all():
    for name in ("Index", "Normalized N", "Normalized N-1"):
        finding = found(name)["M7"]
        assert (finding.verdict, finding.where) == ("fails", (64, 127))
        assert finding.number == 1 / 128


def test_m8_residual_on_unseen_positions():
    card = {name: found(name)["M8"] for name in SCORED}
    for name in ("Index", "Normalized N", "Normalized N-1", "Binary 0/1"):
        assert card[name].number == pytest.approx(SCORES[name]["aff_resid_extrap_k8"], rel=1e-9, abs=1e-14)
        assert "a matrix and a translation leave" in card[name].why
    assert card["Sine only"].number == pytest.approx(BLOCKS["Sine only"][1], rel=1e-9)
    # blocks do better than the affine map of the reference
    assert card["Binary -1/1"].number < SCORES["Binary -1/1"]["aff_resid_extrap_k8"]
    assert card["Binary -1/1"].why.startswith("At best 2 × 2 blocks leave")
    assert card["Sinusoidal"].number < 1e-12
    assert card["Sinusoidal"].why.startswith("Its closed form leaves")
    assert {name for name in SCORED if card[name].verdict == "holds"} == {"Sinusoidal"}
    # on unseen positions of twice the length a step is half as long
    assert {name for name in SCORED if card[name].verdict == "nearly"} == {"Index"}


def test_m8_a_fit_alone_holds_nothing():
    assert scorecard(Sinusoidal(), 8, 4)["M8"].verdict == "holds"
    assert scorecard(Sinusoidal(), 8, 5)["M8"].verdict != "holds", "the last sine has no cosine to turn with"
    affine = scorecard(Index(), 64, 4)["M8"]
    assert affine.verdict == "nearly"
    words = rf"No matrix alone; a matrix and a translation leave {NUMBER} on unseen positions, k = 1\."
    assert re.fullmatch(words, affine.why)
    linear = scorecard(made(lambda p, d, n: 1.01**p + 0 * np.arange(d)), 64, 2)["M8"]
    assert linear.verdict == "nearly"
    assert linear.why.startswith("No closed form holds; a fitted matrix of 2 × 2 blocks leaves ")


def test_m8_a_closed_form_that_is_wrong():
    class Wrong(Sinusoidal):
        def angles_at_offset(self, offset, dim):
            return super().angles_at_offset(offset + 1, dim)

    finding = scorecard(Wrong(), 64, 8)["M8"]
    assert finding.verdict == "nearly"
    assert finding.why.startswith("No closed form holds; ")


THRESHOLDS = [
    ("M1", "holds", lambda p, d, n: p + 1e-12 * n),
    ("M1", "fails", lambda p, d, n: p + 1e-10 * n),
    ("M1b", "holds", lambda p, d, n: p * (1 + 1e-5 / n)),
    ("M1b", "nearly", lambda p, d, n: p * (1 + 1 / n)),
    ("M1b", "fails", lambda p, d, n: p * (1 + 20 / n)),
    ("M2", "holds", lambda p, d, n: 3 * np.cos(p)),
    ("M2", "holds", lambda p, d, n: (p + 1) / (p + 2)),
    ("M2", "fails", lambda p, d, n: (p + 1) ** 0.01),
    ("M3", "holds", lambda p, d, n: (p + 1) ** 0.04),
    ("M3", "nearly", lambda p, d, n: (p + 1) ** 0.2),
    ("M3", "fails", lambda p, d, n: (p + 1) ** 0.51),
    ("M4", "holds", lambda p, d, n: p + 1e-7 * (p % 2)),
    ("M4", "nearly", lambda p, d, n: p + 0.01 * (p % 2)),
    ("M4", "fails", lambda p, d, n: p + 0.1 * (p % 2)),
    ("M4b", "holds", lambda p, d, n: p + 0.1 * (p % 2)),
    ("M4b", "nearly", lambda p, d, n: np.hstack((p, 3 * (p % 2)))),
    ("M4g", "holds", lambda p, d, n: np.hstack((np.sin(p), np.cos(p)))),
    ("M4g", "nearly", lambda p, d, n: np.hstack((np.sin(p), 1.05 * np.cos(p)))),
    ("M4g", "fails", lambda p, d, n: np.hstack((np.sin(p), 3 * np.cos(p)))),
    ("M5", "holds", lambda p, d, n: p + 0.4 * (p == 5)),
    ("M5", "nearly", lambda p, d, n: p + 0.6 * (p == 5)),
    ("M5", "fails", lambda p, d, n: p + 1.0 * (p == 5)),
    ("M6", "holds", lambda p, d, n: 1 + 1e-7 * (p % 2)),
    ("M6", "nearly", lambda p, d, n: 1 + 0.01 * (p % 2)),
    ("M6", "fails", lambda p, d, n: 1 + 0.2 * (p % 2)),
    ("M7", "holds", lambda p, d, n: np.hstack((np.sin(p / 100), np.cos(p / 100)))),
    ("M7", "nearly", lambda p, d, n: np.hstack((np.sin(p), np.cos(p)))),
    ("M7", "fails", lambda p, d, n: p),
    ("M8", "nearly", lambda p, d, n: np.hstack((2 * p + 3, 7 - p))),
    ("M8", "fails", lambda p, d, n: np.hstack((p, p**3))),
]


@pytest.mark.parametrize(("metric", "verdict", "rows"), THRESHOLDS)
def test_verdicts_on_both_sides_of_the_threshold(metric, verdict, rows):
    finding = scorecard(made(rows), 128, 2)[metric]
    assert finding.verdict == verdict, finding


def test_an_odd_dim_is_nearly_equally_long():
    finding = scorecard(Sinusoidal(), 128, 63)["M6"]
    assert finding.verdict == "nearly"
    assert finding.number == pytest.approx(EVEN["Sinusoidal d=63"]["norm_cv"], rel=1e-6)


def test_what_is_said_of_what_holds():
    card = scorecard(Sinusoidal(), 128, 64)
    assert card["M1"].why == "No value changes at n = 64 or n = 256."
    assert card["M1b"].why.startswith("0 → 1 is 1.472 at n = 128"), "one token is the default"
    assert card["M4g"].why == "Neighbours have dot product 30.92 everywhere."
    assert card["M6"].why == "Every norm is 5.657."
    card = scorecard(Index(spread="one column"), 3, 1)
    assert card["M4"].why == "Every k from 1 to 1 has one distance, exactly."
    assert (card["M4b"].verdict, card["M4b"].why) == ("holds", "The mean distance never falls up to k = 2.")
    assert scorecard(Index(), 1, 1)["M1"].why == "No value changes at n = 1 or n = 2."
    card = scorecard(Index(spread="one column"), 2, 1)
    assert card["M3"].why.endswith("in one step: 1 (0 → 1).")
    assert card["M4"].why == "Every k from 1 to 1 has one distance, exactly."
    assert card["M5"].why == "Every pair of positions is 1 apart."
    assert scorecard(Sinusoidal(), 2, 2)["M4g"].why == "Neighbours have dot product 0.5403 everywhere."
    # 0 and 1 in turn: the distances take two values
    assert scorecard(Binary(), 9, 1)["M4b"].number == pytest.approx(-1 / np.sqrt(21))


def test_the_largest_value_of_a_matrix_made_in_parts():
    assert Case(Index(), 64, 4096).largest == (63, 1023)


def test_one_hot_is_as_far_from_everywhere():
    card = scorecard(ONE_HOT, 16, 16)
    assert {m: f.verdict for m, f in card.items() if m != "M8"} == {
        **dict.fromkeys(METRICS[:-1], "holds"),
        "M4b": "undefined",
    }
    assert card["M4b"].why == "All distances are equal."


def test_no_encoding_at_all():
    verdicts = {m: f.verdict for m, f in scorecard(NOTHING, 8, 2).items()}
    assert {m for m, v in verdicts.items() if v == "undefined"} == {"M1b", "M3", "M4", "M4b", "M4g", "M6", "M8"}
    assert {m for m, v in verdicts.items() if v == "fails"} == {"M5", "M7"}


EDGES = [(1, 1, 1), (1, 8, 2), (2, 1, 1), (2, 6, 2), (3, 5, 1), (7, 1, 9), (9, 64, 3), (40, 7, 39)]


@pytest.mark.parametrize("scheme", EVERY, ids=repr)
def test_edges_have_a_verdict(scheme):
    for length, dim, offset in EDGES:
        card = scorecard(scheme, length, dim, offset)
        assert list(card) == METRICS
        for metric, finding in card.items():
            assert finding.verdict in ("holds", "nearly", "fails", "undefined")
            assert np.isfinite(finding.number) == (finding.verdict != "undefined"), (metric, finding)
            assert all(type(p) is int and 0 <= p < length for p in finding.where), (metric, finding)
            assert finding.why.endswith(".")
            if metric in ("M1", "M4", "M4g", "M6", "M7"):
                assert bool(finding.where) == (finding.verdict in ("nearly", "fails")), (metric, finding)
        undefined = {metric for metric, finding in card.items() if finding.verdict == "undefined"}
        if length == 1:
            assert undefined >= {"M1b", "M4", "M4b", "M4g", "M5", "M8"}
        if offset >= length:
            assert undefined >= {"M1b", "M8"}


@pytest.mark.parametrize("scheme", [*EVERY, GRAY, SINE_ONLY], ids=repr)
@pytest.mark.parametrize(("length", "dim", "offset"), [(8, 3, 1), (40, 5, 3), (64, 8, 5), (128, 64, 8)])
def test_the_positions_shown_are_as_far_apart_as_said(scheme, length, dim, offset):
    case = Case(scheme, length, dim, offset)
    if reason := scheme.lacks("vectors", length, dim):
        card = scorecard(scheme, length, dim, offset)
        assert {finding[0::3] for finding in card.values()} == {("undefined", reason)}
        return
    table = case.table
    dots, norms = table @ table.T, np.linalg.norm(table, axis=1)
    distances = np.linalg.norm(table[:, None] - table, axis=2)
    for metric, finding in scorecard(scheme, length, dim, offset).items():
        said, why = [], finding.why
        for p, q, value in re.findall(rf"(\d+) (?:→|and) (\d+)(?: is|:) {NUMBER}", why):
            assert distances[int(p), int(q)] == pytest.approx(float(value.rstrip(".")), rel=1e-3, abs=1e-12), why
            said += [int(p), int(q)]
        for p, q, value in re.findall(rf"(\d+) · (\d+) is {NUMBER}", why):
            assert dots[int(p), int(q)] == pytest.approx(float(value.rstrip(".")), rel=1e-3, abs=1e-12), why
            said += [int(p), int(q)]
        for value, p in re.findall(rf"{NUMBER} at (\d+)", why) if metric == "M6" else ():
            assert norms[int(p)] == pytest.approx(float(value), rel=1e-3), why
            said += [int(p)]
        for value, p, q in re.findall(rf"in one step: {NUMBER} \((\d+) → (\d+)\)", why):
            assert int(q) == int(p) + 1
            assert np.abs(table[int(q)] - table[int(p)]).max() == pytest.approx(float(value), rel=1e-3), why
        for k, value in re.findall(rf"k = (\d+) \({NUMBER}\)", why):
            mean = np.diagonal(distances, int(k)).mean()
            assert mean == pytest.approx(float(value), abs=1e-4), why
        for p, q in re.findall(r"position (\d+) equals (\d+)", why):
            np.testing.assert_array_equal(table[int(p)], table[int(q)])
            said += [int(p), int(q)]
        for p, value, other in re.findall(rf"[Pp]osition (\d+) changes by {NUMBER} at n = (\d+)", why):
            change = np.abs(scheme.encode(range(int(p) + 1), dim, length=int(other))[-1] - table[int(p)]).max()
            assert change == pytest.approx(float(value), rel=1e-3), why
            said += [int(p)]
        if metric in ("M1", "M1b", "M4", "M4g", "M5", "M6") or (metric, finding.verdict) == ("M7", "fails"):
            assert set(finding.where) == set(said), (metric, finding)
        if metric == "M2" and finding.where:
            assert np.abs(table[finding.where[0]]).max() == pytest.approx(finding.number, rel=1e-12)


@pytest.mark.parametrize("name", ["length", "dim", "offset"])
def test_sizes_below_one(name):
    with pytest.raises(ValueError, match=f"{name} = 0 must be a whole number from 1"):
        scorecard(Sinusoidal(), **{"length": 4, "dim": 4, "offset": 1, name: 0})


def test_the_class_is_no_scheme():
    with pytest.raises(ValueError, match=r"encoding must be a scheme such as Sinusoidal\(\), not the class"):
        scorecard(Sinusoidal, 4, 4)
