"""The claims of the page Similarity are true."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dashboard.parameters import MEASURES
from dashboard.say import MESSAGES
from dashboard.study import Study
from dashboard.views import measurements, scores
from dashboard.views.similarity import claims, numbers
from posenc_core import T5, ALiBi, Binary, Gray, Index, Learned, Normalized, RoPE, Sinusoidal, Yours
from posenc_core.messages import Claim
from tests.claims.truth import CHECKS, TABLES, Case, cases, close, false_claims, perturbed, true


def all_claims(case: Case) -> list[Claim]:
    """Everything that the page says of a case."""
    s, n, d, p = case.scheme, case.length, case.dim, case.position
    options = {"similarity": "dot", "far": 10_000} | case.options
    study = Study((s,), n, d, p, 1, known={"Sinusoidal": Sinusoidal()}, options=options)
    if s.lacks("vectors", n, d):
        return claims.score_cells(s, measurements_seen(case), study)
    size = (s, n, d, p, study.measure)
    curve, ranking = measurements.similarity(*size), measurements.ranking(*size)
    found = claims.opening({s: ranking}, study) + claims.cells(s, curve, ranking, study)
    if n > 1:
        found += claims.diagonal(numbers.diagonals(s, n, d, "dot"))
        found += claims.far(numbers.beyond(study), study)[s]
    if waves := numbers.plain(study):
        found += claims.laws(study, waves, curve, numbers.closed_form(study, waves)) + claims.again(study)
        _, here = numbers.at_bases(study)
        found += claims.single_wave(study) or claims.base(here, waves.name)
    return found + claims.misconceptions()


def measurements_seen(case: Case) -> np.ndarray:
    return scores.seen(case.scheme, case.length, case.dim, case.position, 1)


# From the definitions


def measure(c: Case) -> str:
    return c.options.get("similarity", "dot")


def ranking(c: Case) -> np.ndarray:
    """What rises with the similarity; of distances the negative. NaN where an angle has a zero vector."""
    if measure(c) == "distance":
        return -np.linalg.norm(c.table - c.table[c.position], axis=1)
    dots = c.table @ c.table[c.position]
    if measure(c) == "min-max" and np.ptp(dots) == 0:
        return np.full(c.length, np.nan)
    if measure(c) != "cosine":
        return dots
    norms = np.linalg.norm(c.table, axis=1) * np.linalg.norm(c.table[c.position])
    return np.divide(dots, norms, out=np.full(c.length, np.nan), where=norms > 0)


def most(c: Case) -> list[int]:
    values = ranking(c)
    if measure(c) == "distance":
        values[c.position] = -np.inf
    best = np.nanmax(values)
    size = np.abs(values[np.isfinite(values)]).max()
    return np.flatnonzero(best - values <= 1e-12 * size).tolist()


def peaks(c: Case) -> bool:
    if measure(c) == "distance":
        return all(abs(q - c.position) == 1 for q in most(c))
    return most(c) == [c.position]


def both_sides(c: Case) -> tuple[np.ndarray, np.ndarray]:
    values, p = ranking(c), c.position
    reach = min(p, c.length - 1 - p)
    before, after = values[p - reach : p][::-1], values[p + 1 :][:reach]
    known = np.isfinite(before + after)
    return before[known], after[known]


def rounding(c: Case) -> float:
    return 1e-11 * np.nanmax(np.abs(ranking(c)))


@true("similarity-single")
def _(c: Case) -> bool:
    return c.length == 1


for id, holds in {
    "own-all": lambda c: measure(c) != "distance" and peaks(c),
    "own-none": lambda c: measure(c) != "distance" and not peaks(c),
    "near-all": lambda c: measure(c) == "distance" and peaks(c),
    "near-none": lambda c: measure(c) == "distance" and not peaks(c),
}.items():
    true(f"similarity-{id}")(
        lambda c, schemes, position, measure=None, holds=holds: (
            c.length > 1 and schemes == (c.scheme.name,) and position == c.position and holds(c)
        )
    )


@true("similarity-most", "similarity-nearest")
def _(c: Case, position: int, others: tuple[int, ...]) -> bool:
    return position == c.position and [*others] == most(c)


@true("similarity-most-many", "similarity-nearest-many")
def _(c: Case, position: int, count: int) -> bool:
    return position == c.position and count == len(most(c)) > 3


@true("similarity-most-itself")
def _(c: Case, position: int) -> bool:
    return most(c) == [position] == [c.position]


@true("similarity-most-all")
def _(c: Case, position: int) -> bool:
    return position == c.position and len(most(c)) == c.length


@true("similarity-most-zero")
def _(c: Case, position: int) -> bool:
    return position == c.position and not c.table[position].any()


@true("similarity-most-equal")
def _(c: Case, position: int) -> bool:
    return position == c.position and np.ptp(c.table @ c.table[position]) == 0


@true("similarity-rises")
def _(c: Case, offset: int) -> bool:
    steps = np.diff(ranking(c)[c.position :])
    return offset < len(steps) and steps[offset] > 0 and not (steps[:offset] > rounding(c)).any()


@true("similarity-falls")
def _(c: Case) -> bool:
    return not (np.diff(ranking(c)[c.position :]) > rounding(c)).any()


@true("similarity-sides-same")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return np.abs(before - after).max() <= max(1e-9 * np.abs([before, after]).max(), rounding(c))


@true("similarity-sides-nearly")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return 0 < np.abs(before - after).max() <= 0.05 * np.abs([before, after]).max()


@true("similarity-sides-after")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return bool((after >= before - rounding(c)).all() and (after > before).any())


@true("similarity-sides-before")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return bool((before >= after - rounding(c)).all() and (before > after).any())


@true("similarity-sides-mixed")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return bool((before > after).any() and (after > before).any())


def seen(c: Case) -> np.ndarray:
    """Logits of the first of 8 heads, relative to the own position."""
    row = c.scheme.bias([c.position], range(c.length), 8)[0, 0]
    return (row - row[c.position])[np.isfinite(row)]


@true("similarity-logits")
def _(c: Case, position: int, low: float, high: float) -> bool:
    return position == c.position and close(low, seen(c).min()) and close(high, seen(c).max())


@true("similarity-logits-alone")
def _(c: Case, position: int) -> bool:
    return position == c.position and len(seen(c)) == 1


@true("similarity-ahead-yes")
def _(c: Case) -> bool:
    return bool(np.isfinite(c.scheme.bias([0], [1], 8)).all())


@true("similarity-ahead-no")
def _(c: Case) -> bool:
    return not np.isfinite(c.scheme.bias([0], [1], 8)).any()


def missed(c: Case) -> float:
    """By how much the dot products on one diagonal differ at most, as a share of the largest."""
    dots = c.table @ c.table.T
    return max(np.ptp(np.diagonal(dots, k)) for k in range(c.length)) / np.abs(dots).max()


@true("similarity-diagonal-yes")
def _(c: Case) -> bool:
    return missed(c) <= 1e-8


@true("similarity-diagonal-nearly")
def _(c: Case, share: float) -> bool:
    return close(share, missed(c)) and 0 < share <= 0.05


@true("similarity-diagonal-no")
def _(c: Case, share: float) -> bool:
    return close(share, missed(c)) and share > 0.05


@true("similarity-diagonal-equal")
def _(c: Case) -> bool:
    dots = c.table @ c.table.T
    return np.ptp(dots) <= 1e-8 * np.abs(dots).max()


@true("similarity-far-end")
def _(c: Case, last: int) -> bool:
    return last == c.scheme.own_size[0] - 1 < c.position + c.options.get("far", 10_000)


for id, holds in {
    "same": lambda there, here: there == 0,
    "nearer": lambda there, here: 0 < there < here,
    "equal": lambda there, here: abs(there - here) <= 1e-8 * here,
    "farther": lambda there, here: there > here,
}.items():

    def check(c: Case, position: int, other: int, there: float, here: float, holds=holds) -> bool:
        p = c.position
        rows = c.scheme.encode([p, p + 1, p + c.options.get("far", 10_000)], c.dim, length=c.length)
        apart = np.linalg.norm(rows - rows[0], axis=1)
        right = close(here, apart[1]) and close(there, apart[2]) and other == p + c.options.get("far", 10_000)
        return right and position == p and holds(apart[2], apart[1])

    true(f"similarity-far-{id}")(check)


# Sinusoids


def table_of(c: Case, length: int) -> np.ndarray:
    return c.scheme.encode(range(length), c.dim, length=length)


@true("similarity-closed-form", "similarity-closed-same")
def _(c: Case, scheme: str = "") -> bool:
    return scheme in ("", c.scheme.name) and (c.dim % 2 == 1 or missed(c) <= 1e-8)


@true("similarity-unpaired")
def _(c: Case) -> bool:
    return c.dim % 2 == 1 and missed(c) > 1e-8


@true("similarity-log")
def _(c: Case, offset: int, share: float) -> bool:
    rows = c.table / np.linalg.norm(c.table, axis=1)[:, None]
    k = np.abs(np.arange(c.length) - c.position)
    law = 1 - (np.log(np.maximum(k, 1)) + np.euler_gamma) / np.log(c.scheme.base)
    off = k[(np.abs(rows @ rows[c.position] - law) > 0.05) & (k > 0)]
    return share == 0.05 and offset == (off.min() - 1 if off.size else k.max())


@true("similarity-base-none")
def _(c: Case, dim: int) -> bool:
    other = replace(c.scheme, base=7.0)
    return dim == c.dim and np.array_equal(c.table, other.encode(range(c.length), dim))


@true("similarity-base")
def _(c: Case, scheme: str, base: float, period: float) -> bool:
    slowest = 2 * np.pi * base ** ((c.dim - 2 + c.dim % 2) / c.dim)
    return scheme == c.scheme.name and base == c.scheme.base and close(period, slowest)


@true("similarity-base-effect")
def _(c: Case) -> bool:
    apart = [np.linalg.norm(np.diff(replace(c.scheme, base=b).encode([0, 1], c.dim), axis=0)) for b in (2.0, 1e4, 1e6)]
    return bool((np.diff(apart) < 0).all())


@true("similarity-again-never")
def _(c: Case, scheme: str, count: int) -> bool:
    apart = np.linalg.norm(table_of(c, 300_001)[1:] - table_of(c, 1), axis=1)
    return scheme == c.scheme.name and count == len(apart) and apart.argmin() == 0


@true("similarity-again")
def _(c: Case, scheme: str, offset: int, there: float, here: float) -> bool:
    apart = np.linalg.norm(table_of(c, 300_001)[1:] - table_of(c, 1), axis=1)
    near = abs(there - apart.min()) < 1e-6 and abs(here - apart[0]) < 1e-9
    return scheme == c.scheme.name and near and offset == apart.argmin() + 1


@true("similarity-trend")
def _(c: Case, count: int, whole: int, offset: int) -> bool:
    rows = Sinusoidal().encode(range(256), 128)
    rises = np.flatnonzero(np.diff(rows[128:] @ rows[128]) > 0)
    return (count, whole, offset) == (len(rises), 127, rises[0])


@true("similarity-range")
def _(c: Case, low: float, high: float, share: float) -> bool:
    rows = Sinusoidal().encode(range(256), 128)
    dots = rows @ rows[128]
    weights = np.exp((dots - dots.max()) / np.sqrt(128))
    right = close(low, dots.min() / dots[128]) and close(high, dots.max() / dots[128])
    return right and close(share, 1 / weights.sum())


@true("similarity-length")
def _(c: Case, period: float, there: float, here: float) -> bool:
    rows = Sinusoidal().encode([0, 1, 10_000], 64)
    apart = np.linalg.norm(rows - rows[0], axis=1)
    return close(period, 2 * np.pi * 10_000 ** (62 / 64)) and close(here, apart[1]) and close(there, apart[2])


# What is tried

SEEN = [
    Case(Sinusoidal(), 60, 64, 20),
    Case(Sinusoidal(), 20, 8, 5, options={"similarity": "distance"}),
    Case(Sinusoidal(), 20, 7, 10),
    Case(Sinusoidal(), 12, 63, 6),
    Case(Sinusoidal(), 9, 2, 0),
    Case(Sinusoidal(), 1, 8),
    Case(Sinusoidal(), 3, 62, 1),
    Case(RoPE(), 20, 8, 9),
    Case(Binary(), 40, 8, 20, options={"far": 64}),
    Case(Binary(), 40, 6, 20, options={"far": 64}),
    Case(Binary(), 40, 6, 3, options={"far": 65}),
    Case(Binary(), 40, 6, 7, options={"far": 57}),
    Case(Binary(), 40, 8, 0, options={"similarity": "cosine"}),
    Case(Binary(), 40, 8, 0),
    Case(Binary(), 40, 8, 0, options={"similarity": "min-max"}),
    Case(Binary(), 40, 8, 12, options={"similarity": "distance"}),
    Case(Gray(), 16, 8, 5),
    Case(Index(), 20, 4, 10),
    Case(Index(), 20, 4, 10, options={"similarity": "distance"}),
    Case(Normalized(), 20, 4, 10, options={"similarity": "cosine"}),
    Case(Learned(), 20, 4, 3, options={"far": 600}),
    Case(Yours(np.arange(9.0, 0, -1)[:, None]), 9, 1, 4),
    *(Case(Yours(table), *table.shape, 3) for table in TABLES.values()),
    Case(Yours(np.eye(6)), 6, 6, 2, options={"similarity": "distance"}),
    Case(ALiBi(), 12, 4, 5),
    Case(ALiBi(), 12, 4, 0),
    Case(T5(), 12, 4, 5),
    Case(Yours(TABLES["equal rows"]), 8, 3, 3, options={"similarity": "min-max"}),
]


def test_every_claim_is_seen_and_true():
    seen = set()
    for case in SEEN:
        found = all_claims(case)
        assert not false_claims(case, found), case
        seen |= {said.id for said in found}
    assert seen == {id for id in CHECKS if id.startswith("similarity-")}
    assert seen <= {*MESSAGES} | {id.partition(".")[0] for id in MESSAGES}


def test_a_changed_number_is_rejected():
    rejected: dict[tuple[str, str], bool] = defaultdict(bool)
    for case in SEEN:
        for said in all_claims(case):
            for other in perturbed(said):
                (name,) = (name for (name, a), (_, b) in zip(said.args, other.args, strict=True) if a != b)
                rejected[said.id, name] |= bool(false_claims(case, [other]))
    assert not [each for each, found in rejected.items() if not found]


def test_of_several_encodings_only_those_that_peak_are_named():
    schemes = (Sinusoidal(), Binary())
    for measure, id in (("dot", "similarity-own-only"), ("distance", "similarity-near-only")):
        study = Study(schemes, 20, 64, 9, 1, options={"similarity": measure})
        ranks = {s: measurements.ranking(s, 20, 64, 9, measure) for s in schemes}
        (said,) = claims.opening(ranks, study)
        assert said.id == id
        assert dict(said.args)["schemes"] == ("Sinusoidal",)


@settings(max_examples=60)
@given(cases(), st.sampled_from([*MEASURES]))
def test_every_claim_about_every_scheme_and_table_is_true(case, kind):
    case = replace(case, options={"similarity": kind})
    assume(not case.scheme.lacks("vectors", case.length, case.dim))
    found = [said for said in all_claims(case) if "again" not in said.id]
    assert not false_claims(case, found)
