"""Claims of Heatmap, recomputed from the definitions."""

import math
from dataclasses import fields, replace

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from dashboard.state.study import Study
from dashboard.views.heatmap import facts
from posenc_core import Binary, CustomTable, Fourier, Gray, Grid, Index, Learned, Normalized, RoPE, Sinusoidal
from posenc_core.text.messages import Claim
from tests.claims.truth import TABLES, Case, assert_complete, cases, close, false_claims, rotating, true, verify


def make_study(case: Case) -> Study:
    schemes = {case.scheme.name: case.scheme}
    return Study((case.scheme,), case.length, case.dim, case.position, case.offset, known=schemes, options=case.options)


def all_claims(case: Case) -> list[Claim]:
    """All claims of the page about a case."""
    scheme, study, size = case.scheme, make_study(case), (case.scheme, case.length, case.dim)
    column = min(study.options["column"], case.dim - 1)
    steps = len(scheme.derivation(case.position, column, case.dim, length=case.length)) > 1
    made_claims = [*facts.opening(*size), *facts.cell(*size), *facts.columns(*size), *facts.orders(*size)]
    made_claims += [*facts.number(study, column, made=steps), *facts.sine(study), *facts.beyond(*size)]
    if study.known.get("Sinusoidal") == scheme:
        made_claims += facts.counting(scheme, case.dim)
    return made_claims + facts.misconceptions()


# From the definitions


def same(low: float, high: float) -> bool:
    return abs(high - low) <= 1e-9 * max(abs(low), abs(high))


def bits(c: Case) -> list[int]:
    """Period of every column of a binary code."""
    if c.scheme.name not in ("Binary", "Gray"):
        return []
    at = np.random.default_rng(0).integers(0, 2 ** (c.dim + 1), 300)
    here = c.scheme.encode(at, c.dim)
    # half a period later, the bit is flipped everywhere
    flips = {2**k: (c.scheme.encode(at + 2**k, c.dim) != here).all(axis=0) for k in range(c.dim + 1)}
    return [2 * half for j in range(c.dim) for half, other in flips.items() if other[j]]


def periods(c: Case) -> list[float]:
    if c.dim == 1 and c.scheme.name in ("Sinusoidal", "Fourier", "NeRF"):
        # a sine without a cosine; NeRF has whole positions only
        step = 1 / 8 if c.scheme.real_positions else 1
        return [2 * np.pi * step / abs(np.arcsin(c.scheme.encode([step], 1)[0, 0]))]
    return [2 * np.pi / abs(step) for step in rotating(c).values()] or [*map(float, bits(c))]


def cycles(c: Case) -> list[float]:
    """Periods of all columns; for odd d, one wave has no partner."""
    alone = {*range(c.dim)} - {column for pair in rotating(c) for column in pair}
    if c.dim == 1 or not rotating(c) or len(alone) != 1:
        return periods(c)
    after = 2.0 ** np.arange(-3 if c.scheme.real_positions else 0, 29)
    first, *column = c.scheme.encode([0, *after], c.dim)[:, alone.pop()]
    if not any(column):
        return periods(c)
    place = int((np.abs(column - first) > 0.1).argmax())
    angle = np.arccos(column[place]) if first else np.arcsin(column[place])
    return [*periods(c), 2 * np.pi * after[place] / abs(float(angle))]


def varying(c: Case) -> int:
    return int((c.table.std(axis=0) >= 0.01).sum())


def alike(c: Case) -> bool:
    return c.length > 2 and c.dim > 1 and all((c.table[:, 0] == column).all() for column in c.table.T)


def two_values(c: Case) -> bool:
    return c.length > 2 and max(len({*column}) for column in c.table.T.tolist()) == 2


COLUMNS = {
    "heatmap-waves": lambda c: bool(rotating(c)) and not same(min(cycles(c)), max(cycles(c))),
    "heatmap-wave": lambda c: bool(rotating(c)) and same(min(cycles(c)), max(cycles(c))),
    "heatmap-repeated": lambda c: not rotating(c) and alike(c),
    "heatmap-bits": lambda c: not rotating(c) and not alike(c) and two_values(c),
    "heatmap-vectors": lambda c: not rotating(c) and not alike(c) and not two_values(c),
}
"""Condition of each claim about the columns; exactly one is true at every setting."""


def outside(c: Case, length: int) -> np.ndarray | None:
    """Mask of the values after the sequence that leave the range of their column, or None."""
    end = 4 * c.length if c.scheme.own_size is None else min(4 * c.length, c.scheme.own_size[0])
    if end == c.length:
        return None
    try:
        later = c.scheme.encode(range(c.length, end), c.dim, length=length)
    except ValueError:
        return None
    low, high = c.table.min(axis=0), c.table.max(axis=0)
    rounding = 1e-12 * (high - low) + 4 * np.finfo(float).eps * np.maximum(abs(low), abs(high))
    return (later < low - rounding) | (later > high + rounding)


def wave(c: Case) -> np.ndarray:
    return c.options.get("amplitude", 1.0) * np.sin(c.options.get("frequency", 1.0) * np.arange(c.length))


def closer(c: Case) -> int:
    """Number of other positions whose wave value is closer to the selected one than those of its neighbors."""
    apart = np.abs(wave(c) - wave(c)[c.position])
    near = min(apart[q] for q in (c.position - 1, c.position + 1) if 0 <= q < c.length)
    return sum(apart[q] < near - 1e-12 for q in range(c.length) if abs(q - c.position) > 1)


def factors(c: Case) -> np.ndarray:
    periods_of_columns = np.sort(periods(c))
    return periods_of_columns[1:] / periods_of_columns[:-1]


# The checks


@true("heatmap-waves")
def _(c: Case, low: float, high: float) -> bool:
    return COLUMNS["heatmap-waves"](c) and close(low, min(cycles(c))) and close(high, max(cycles(c)))


@true("heatmap-wave")
def _(c: Case, count: int, period: float) -> bool:
    return COLUMNS["heatmap-wave"](c) and count == len(periods(c)) and close(period, max(cycles(c)))


true("heatmap-bits")(COLUMNS["heatmap-bits"])
true("heatmap-repeated")(lambda c, dim: COLUMNS["heatmap-repeated"](c) and dim == c.dim)
true("heatmap-vectors")(lambda c, dim: COLUMNS["heatmap-vectors"](c) and dim == c.dim)
true("heatmap-vary-all")(lambda c, length, dim: (length, dim) == (c.length, c.dim) and varying(c) == dim)
true("heatmap-vary-none")(lambda c, length, dim: (length, dim) == (c.length, c.dim) and varying(c) == 0)
true("heatmap-cell-vary")(lambda c, count, dim: (count, dim) == (varying(c), c.dim))
true("heatmap-constant-pairs")(lambda c, count: count == c.dim // 2 - len(rotating(c)) > 0)
true("heatmap-sine-constant")(lambda c: np.ptp(wave(c)) < 1e-9)
true("heatmap-sine-neighbors")(lambda c, position: position == c.position and closer(c) == 0 < np.ptp(wave(c)))
true("heatmap-sine-fast")(lambda c: c.options["frequency"] > np.pi)


@true("heatmap-vary-some")
def _(c: Case, length: int, count: int, dim: int, rest: int) -> bool:
    return (length, dim) == (c.length, c.dim) and 0 < count == varying(c) < dim == count + rest


@true("heatmap-cell-values")
def _(c: Case, low: float, high: float) -> bool:
    return close(low, c.table.min()) and close(high, c.table.max())


@true("heatmap-cell-periods")
def _(c: Case, low: float, high: float) -> bool:
    return close(low, min(cycles(c))) and close(high, max(cycles(c)))


@true("heatmap-rotations")
def _(c: Case, count: int, whole: int, rest: int, length: int) -> bool:
    done = sum(period <= c.length for period in periods(c))
    return (count, whole, rest, length) == (done, len(rotating(c)), len(rotating(c)) - done, c.length)


@true("heatmap-cycles")
def _(c: Case, count: int, whole: int, length: int) -> bool:
    done = sum(period <= c.length for period in bits(c))
    return (count, whole, length) == (done, len(bits(c)), c.length)


@true("heatmap-halves")
def _(c: Case, low: float, high: float, distance: float) -> bool:
    # a sine begins with 0
    sines = [column for pair in rotating(c) for column in pair if not c.table[0, column]]
    steps, both = (np.linalg.norm(np.diff(table, axis=0), axis=1) for table in (c.table[:, sines], c.table))
    ends = close(low, steps.min()) and close(high, steps.max()) and not same(low, high)
    return ends and same(both.min(), both.max()) and close(distance, both.mean())


@true("heatmap-order")
def _(c: Case, names: tuple[str, ...]) -> bool:
    for setting in names:
        own, *others = setting.split(" / ")
        (name,) = [field.name for field in fields(c.scheme) if str(getattr(c.scheme, field.name)) == own]
        for other in others:
            table = replace(c.scheme, **{name: other}).encode(range(c.length), c.dim)
            if (table == c.table).all() or sorted(map(tuple, table.T + 0.0)) != sorted(map(tuple, c.table.T + 0.0)):
                return False
        if not others:
            return False
    return bool(names)


@true("heatmap-made", "heatmap-rule")
def _(c: Case, position: int, column: int) -> bool:
    opened = (c.position, min(c.options.get("column", 2), c.dim - 1))
    return (position, column) == opened and c.scheme.own_size is None


@true("heatmap-stored")
def _(c: Case, position: int, column: int) -> bool:
    opened = (c.position, min(c.options.get("column", 2), c.dim - 1))
    return (position, column) == opened and c.scheme.own_size is not None


@true("heatmap-no-column")
def _(c: Case, column: int, last_column: int) -> bool:
    return column == c.options.get("column", 2) > last_column == c.dim - 1


@true("heatmap-lone")
def _(c: Case) -> bool:
    column = min(c.options.get("column", 2), c.dim - 1)
    return c.dim % 2 == 1 and not any(column in pair for pair in rotating(c))


@true("heatmap-sine-nearer")
def _(c: Case, count: int, position: int) -> bool:
    return position == c.position and 0 < count == closer(c)


@true("heatmap-counting")
def _(c: Case, lengths: tuple[int, ...], low: float, high: float) -> bool:
    wavelengths = np.sort(periods(Case(Sinusoidal(base=16), 16, 8)))
    doubles = (
        np.allclose(wavelengths[1:] / wavelengths[:-1], 2)
        and close(low, wavelengths[0])
        and close(high, wavelengths[-1])
    )
    return doubles and list(lengths) == bits(Case(Binary(), 16, 4)) == [2, 4, 8, 16]


@true("heatmap-factor")
def _(c: Case, base: float, dim: int, factor: float) -> bool:
    ratios = factors(c)
    return (base, dim) == (c.scheme.base, c.dim) and ratios.size > 0 and np.allclose(ratios, factor, rtol=1e-8)


@true("heatmap-beyond")
def _(c: Case, share: float, position: int, end: int, length: int) -> bool:
    leaves = outside(c, c.length)
    return leaves is not None and (position, length, end) == (c.length, c.length, c.length + len(leaves) - 1) and (
        close(share, leaves.mean()) and share > 0
    )  # fmt: skip


@true("heatmap-beyond-inside")
def _(c: Case, position: int, end: int, length: int) -> bool:
    leaves = outside(c, c.length)
    if leaves is None or leaves.any():
        return False
    return (position, length, end) == (c.length, c.length, c.length + len(leaves) - 1)


@true("heatmap-beyond-end")
def _(c: Case, scheme: str, last_position: int) -> bool:
    return scheme == c.scheme.name and outside(c, c.length) is None and last_position == c.length - 1


@true("heatmap-index")
def _(c: Case, dim: int, count: int, column: int, other: int) -> bool:
    last = max(rotating(Case(Sinusoidal(), 5, dim)))
    return dim == 128 and count == dim // 2 - 1 and (column, other) == last == (dim - 2, dim - 1)


@true("heatmap-pictures")
def _(c: Case, low: float, high: float) -> bool:
    nearest, whole = [], np.arange(100)[:, None] / 10000 ** (np.arange(0, 512, 2) / 512)
    powers, at = np.arange(0, 512, 2, dtype=np.float32), np.arange(100, dtype=np.float32)[:, None]
    by_exp = at * np.exp(powers * np.float32(-np.log(10000) / 512))
    for angles in (by_exp, at / np.power(np.float32(10000), powers / np.float32(512))):
        nearest.append(max(np.abs(wave(angles) - wave(whole)).max() for wave in (np.sin, np.cos)))
    return np.allclose((low, high), nearest, rtol=1e-6) and max(nearest) < 2e-5


@true("heatmap-width")
def _(c: Case, count: int, width: int) -> bool:
    rows = [[p >> i & 1 for i in range(3)] for p in range(9)]
    return np.array_equal(Binary().encode(range(9), 3), rows) and width == 3 and count == rows.index(rows[8], 1)


@true("heatmap-slow")
def _(c: Case, position: int, start: int, end: int) -> bool:
    values = [np.float32(math.sin(p / 10000)) for p in range(20000)]
    same = np.flatnonzero(values == max(values)).tolist()
    return position == round(math.pi / 2 * 10000) and same == [*range(start, end + 1)]


@true("heatmap-smooth")
def _(c: Case, low: float, high: float) -> bool:
    positions = np.arange(128)
    return close(low, np.abs(np.diff(np.sin(positions))).max()) and close(high, np.abs(np.diff(positions % 2)).max())


# What is tried

SEEN = [
    Case(Sinusoidal(), 20, 8, 7),
    Case(Sinusoidal(), 20, 2, 7),
    Case(Sinusoidal(), 20, 1),
    Case(Sinusoidal(), 1, 4),
    Case(Sinusoidal(base=16.0), 40, 8, 7, options={"column": 9}),
    Case(Sinusoidal(), 20, 7, 7, options={"column": 6}),
    Case(Sinusoidal(first="cos"), 20, 7, options={"column": 6, "frequency": 0.01}),
    Case(Sinusoidal(odd="zero"), 20, 7, options={"column": 6, "frequency": 3.2, "amplitude": 2.0}),
    Case(Sinusoidal(base=1e10), 12, 16, options={"frequency": 0.0}),
    Case(Sinusoidal(base=1.0000000000000002), 12, 6),
    Case(RoPE(share=0.25), 12, 16, 3),
    Case(Fourier(), 12, 9, 3),
    Case(Grid(), 20, 8, 3),
    Case(Binary(), 20, 8, 3),
    Case(Binary(), 9, 1),
    Case(Binary(), 16, 3, 2),
    Case(Gray(order="MSB first"), 16, 4),
    Case(Index(), 20, 8),
    Case(Normalized(), 20, 8),
    Case(Normalized(), 1, 3),
    Case(Learned(), 20, 8, 4),
    *(Case(CustomTable(table), *table.shape) for table in TABLES.values()),
    Case(CustomTable(TABLES["odd"]), 5, 7),
    Case(CustomTable(1e-3 * TABLES["odd"]), 5, 7),
]  # fmt: skip


def test_claims_of_known_cases_are_true_and_exact():
    assert_complete(verify((case, all_claims(case)) for case in SEEN), "heatmap-")


OPTIONS = st.fixed_dictionaries(
    {"column": st.integers(0, 30), "amplitude": st.just(1.0), "frequency": st.sampled_from([0.0, 0.01, 0.3, 1.0, 5.0])}
)


@given(cases(), OPTIONS)
def test_every_claim_about_every_scheme_and_table_is_true(case, options):
    case = Case(case.scheme, case.length, case.dim, case.position, case.offset, options)
    assume(not case.scheme.unsupported_reason("vectors", case.length, case.dim))
    made_claims = all_claims(case)
    assert not false_claims(case, made_claims)
    assert [id for id, holds in COLUMNS.items() if holds(case)] == [made_claims[0].id]
