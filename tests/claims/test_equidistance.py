"""Claims of Equidistance, recomputed from the definitions."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import tests.claims.test_compare  # noqa: F401 - checks of the distances
from dashboard.state.study import Study
from dashboard.views.equidistance import facts
from posenc_core import Binary, CustomTable, Index, Learned, Normalized, Sinusoidal
from posenc_core.text.messages import Claim
from tests.claims.truth import TABLES, Case, Page, assert_complete, cases, close, distances, true, verify

EQUAL = 1e-9 * (1 + 1e-6)
"""Relative tolerance of equal distances: the limit of the core plus rounding."""


# From the definitions


def at_offset(case: Case) -> np.ndarray:
    return distances(case.table, case.offset)


def same(values: np.ndarray) -> bool:
    return bool(np.ptp(values) <= EQUAL * np.abs(values).max())


def by_offset(case: Case) -> list[np.ndarray]:
    return [distances(case.table, k) for k in range(1, max(case.length // 2, 1) + 1)]


def varies(values: np.ndarray) -> float:
    """Relative range."""
    return float(np.ptp(values) / values.max()) if values.max() else 0.0


def growth(case: Case) -> np.ndarray:
    """Increase of the mean distance with each offset."""
    return np.diff([values.mean() for values in by_offset(case)], prepend=0)


def both(case: Case, length: int) -> tuple[np.ndarray, np.ndarray]:
    """Distances of the positions in both sequences: here, and at the other length."""
    other = np.asarray(case.scheme.encode(range(length), case.dim, length=length), np.float64)
    here, there = at_offset(case), distances(other, case.offset)
    count = min(len(here), len(there))
    return here[:count], there[:count]


def times(case: Case, length: int, factor: float) -> bool:
    here, there = both(case, length)
    largest = max(here.max(), there.max())
    return len(here) > 0 and bool(np.abs(there - factor * here).max() <= EQUAL * largest)


def exists(case: Case, length: int) -> bool:
    """Return True if a sequence of this length is possible."""
    try:
        return bool(len(case.scheme.encode([length - 1], case.dim, length=length)))
    except ValueError:
        return False


# The checks


@true("equidistance-single")
def _(page):
    return all(case.length == 1 for case in page.cases)


@true("equidistance-only")
def _(page, length, offset):
    case = page.cases[0]
    return length == case.length and offset == case.offset and len(at_offset(case)) == 1


@true("equidistance-constant")
def _(page, schemes, offset):
    constant = all(same(at_offset(case)) for case in page.named(schemes))
    return offset == page.cases[0].offset and constant and not any(same(at_offset(c)) for c in page.rest(schemes))


@true("equidistance-varies")
def _(page, schemes, offset):
    constant = any(same(at_offset(case)) for case in page.named(schemes))
    return offset == page.cases[0].offset and not constant and all(same(at_offset(c)) for c in page.rest(schemes))


@true("equidistance-cell-range")
def _(case, low, high, position, other, offset):
    values = at_offset(case)
    ends = close(values.min(), low) and close(values.max(), high) and not same(values)
    there = max(position, other) < len(values) and close(values[position], low) and close(values[other], high)
    return offset == case.offset and ends and there


@true("equidistance-length-same")
def _(case, length):
    return length == case.options["n2"] and times(case, length, 1)


@true("equidistance-length-factor")
def _(case, factor, length):
    return length == case.options["n2"] and times(case, length, factor) and not times(case, length, 1)


@true("equidistance-offsets-constant")
def _(case, offset):
    means = by_offset(case)
    return offset == len(means) and all(map(same, means))


@true("equidistance-offsets-range")
def _(case, low, high, offset):
    means = by_offset(case)
    if offset > len(means):
        return False
    most = max(map(varies, means))
    here = means[offset - 1]
    return close(here.min(), low) and close(here.max(), high) and abs(varies(here) - most) <= 1e-9 and most > 1e-10


@true("equidistance-rise")
def _(case, offset):
    steps = growth(case)
    rises = np.flatnonzero(np.diff(steps) > 1e-11 * np.abs(steps).max())
    return bool(rises.size) and offset == rises[0] + 2


@true("equidistance-no-rise")
def _(case, offset):
    steps = growth(case)
    return offset == len(steps) and not (np.diff(steps) > 1e-9 * np.abs(steps).max()).any()


@true("equidistance-pair-last")
def _(page, offset, position):
    case = page.cases[0]
    return (offset, position) == (case.offset, case.position) and position + offset >= case.length > offset


@true("equidistance-repeated")
def _(page, schemes, dim):
    rows = [case.table[:64] for case in page.named(schemes)]
    repeated = all(row.any() and (row == row[:, :1]).all() for row in rows)
    return repeated and dim == rows[0].shape[1] > 1


@true("equidistance-ends")
def _(page, scheme, end, length):
    (case,) = page.named((scheme,))
    return exists(case, end) and not exists(case, end + 1) and end < length == case.options["n2"]


@true("equidistance-lengths-equal")
def _(page, length):
    return all(case.length == case.options["n2"] == length for case in page.cases)


@true("equidistance-one-offset")
def _(page, distances):
    waves = np.arange(5)[:, None] / 10000 ** (np.arange(3) / 3)
    table = np.hstack((np.sin(waves), np.cos(waves)))
    spreads = [np.linalg.norm(table[k:] - table[:-k], axis=1) for k in range(1, 5)]
    return (
        all(map(same, spreads))
        and np.allclose([spread.mean() for spread in spreads], distances)
        and spreads[3][0] < spreads[2][0]
    )


@true("equidistance-pairs")
def _(page):
    angles = np.arange(128)[:, None] * np.random.default_rng(0).normal(0, 0.1, 32)
    table = np.hstack((np.sin(angles), np.cos(angles)))
    return all(same(np.linalg.norm(table[k:] - table[:-k], axis=1)) for k in range(1, 65))


@true("equidistance-divided")
def _(page, low, high, whole, share, position, value, start):
    cut = share == 9 / (whole - 1) and value == position / (whole - 1) and start == 0 and position == whole / 2
    return close(low, 1 / 55) and close(high, 1 / 11) and cut


def sinusoids_apart(offset, dim):
    angles = offset * 1e4 ** (-np.arange(dim // 2) / (dim // 2))
    return np.sqrt((2 - 2 * np.cos(angles)).sum())


@true("equidistance-words")
def _(page, high, low, distance):
    return close(high, 5 / 11) and close(low, 5 / 55) and close(distance, sinusoids_apart(5, 512))


@true("equidistance-growth")
def _(page, offset, low, high, last, later):
    apart = [sinusoids_apart(k, 512) for k in range(56)]
    added = np.diff(apart).tolist()
    first = next(k for k in range(2, 55) if added[k - 1] > added[k - 2])
    falls = next(k for k in range(55) if apart[k + 1] < apart[k])
    offsets = (offset, last, later) == (first, falls, falls + 1)
    return offsets and close(low, added[first - 2]) and close(high, added[first - 1])


@true("equidistance-dots")
def _(page, value, high):
    cosines = np.cos([1e4 ** (-i / 3) for i in range(3)])
    return close(value, cosines.sum()) and close(high, cosines.mean())


# What the page claims


EXCLUSIVE = [
    {"compare-distance-only", "compare-distance-constant", "equidistance-cell-range"},
    {f"equidistance-length-{id}" for id in ("same", "factor")},
    {"equidistance-offsets-constant", "equidistance-offsets-range"},
    {"equidistance-rise", "equidistance-no-rise"},
]
"""Of each set, at most one is true, and the page makes that claim."""


def make_study(schemes, length, dim, position=0, offset=1, n2=256) -> Study:
    return Study(tuple(schemes), length, dim, position, offset, options={"n2": n2})


def all_claims(study: Study) -> list[tuple[Case | Page, list[Claim]]]:
    """All claims of the page, each with its case."""
    size = (study.length, study.dim, study.position, study.offset, {"n2": study.options["n2"]})
    by_scheme = {scheme: Case(scheme, *size) for scheme in study.schemes}
    page = Page(tuple(by_scheme.values()))
    by_case: list[tuple[Case | Page, list[Claim]]] = [(page, facts.opening(study) + facts.length_notes(study))]
    if study.length > 1:
        by_case.append((page, facts.pair_notes(study)))
        by_case += [(by_scheme[s], facts.cell_of_offsets(facts.offset_distances(s, *size[:2]))) for s in study.schemes]
    return by_case + [(by_scheme[s], facts.cell(s, study)) for s in study.schemes]


KNOWN = [
    make_study([Sinusoidal(), Binary(), Normalized()], 24, 12, 7),
    make_study([Sinusoidal(), Binary(), Normalized()], 24, 12, 7, 3, 13),
    make_study([Binary()], 16, 4, 15, 2),
    make_study([Sinusoidal(), Index()], 20, 6, 3, 19),
    make_study([Index(), Normalized()], 20, 6, 3, n2=20),
    make_study([Learned(), Index()], 20, 6, 3, n2=600),
    make_study([Index()], 1, 6),
    make_study([CustomTable(TABLES["odd"])], 10, 7, 2, n2=10),
]


def test_claims_of_known_cases_are_true_and_exact():
    pairs = [pair for study in KNOWN for pair in all_claims(study)]
    assert_complete(verify([*pairs, (Page(()), facts.misconceptions())], EXCLUSIVE), "equidistance-")


@given(cases(), st.integers(2, 60))
def test_claims_about_an_encoding_are_true(case, second):
    assume(not case.scheme.unsupported_reason("vectors", case.length, case.dim))
    verify(all_claims(make_study([case.scheme], case.length, case.dim, case.position, case.offset, second)), EXCLUSIVE)


@given(
    st.integers(2, 24), st.integers(1, 12).map(lambda half: 2 * half), st.integers(0, 23), st.integers(1, 23),
    st.integers(2, 60),
)  # fmt: skip
def test_claims_about_several_encodings_are_true(length, dim, position, offset, second):
    at = (min(position, length - 1), min(offset, length - 1), second)
    verify(all_claims(make_study([Sinusoidal(), Binary(), Normalized(), Index()], length, dim, *at)), EXCLUSIVE)
