"""Claims of Trajectory, recomputed from the definitions."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dashboard.state.study import Study
from dashboard.views.trajectory import claims, numbers
from posenc_core import Binary, CustomTable, Fourier, Gray, Index, Normalized, RoPE, Sinusoidal
from posenc_core.text.messages import Claim
from tests.claims.truth import (
    TABLES,
    Case,
    assert_complete,
    cases,
    close,
    distinct,
    false_claims,
    rotating,
    true,
    verify,
)

FIRST_THREE = {"axes": "columns", "space": "3-D", "x": 0, "y": 1, "z": 2}


def all_claims(case: Case) -> list[Claim]:
    """All claims of the page about a case."""
    scheme, n, d = case.scheme, case.length, case.dim
    study = Study((scheme,), n, d, case.position, case.offset, options=case.options)
    made_claims = [*claims.cell(scheme, n, d), *claims.norm(scheme, n, d), *claims.clocks(scheme, n, d)]
    if numbers.missing_column(study):
        return made_claims
    path = numbers.path(study, scheme)
    made_claims += claims.opening(study, scheme, path) + claims.picture(study, scheme, path)
    return made_claims + claims.misconceptions(study, scheme, path)


# From the definitions


def scaled(c: Case) -> np.ndarray:
    """Vectors in a unit in which no square overflows."""
    return c.table / (np.abs(c.table).max() or 1)


def straight(c: Case) -> bool:
    rows = scaled(c) - scaled(c)[0]
    far = rows[np.linalg.norm(rows, axis=1).argmax()]
    along = far / np.linalg.norm(far)
    return np.linalg.norm(rows - np.outer(rows @ along, along), axis=1).max() <= 1e-9 * np.linalg.norm(far)


def two_values(c: Case) -> bool:
    return c.length > 2 and all(distinct(column[:, None]) < 3 for column in c.table.T) and not straight(c)


def components(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates in the principal components and their variances; rounding errors are set to 0."""
    rows = scaled(c)
    centered = rows - rows.mean(axis=0)
    vectors, sizes, _ = np.linalg.svd(centered, full_matrices=False)
    sizes[sizes <= 1e-12 * np.sqrt(rows.size)] = 0
    return vectors * sizes, sizes**2


def drawn_columns(c: Case) -> list[int]:
    """Columns on the axes; none for principal components."""
    if c.dim == 1:
        return [0]
    names = "xyz" if c.options.get("space", "3-D") == "3-D" else "xy"
    return [c.options.get(name, "xyz".index(name)) for name in names] if c.options.get("axes") == "columns" else []


def drawn(c: Case) -> np.ndarray:
    columns = drawn_columns(c)
    return scaled(c)[:, columns] if columns else components(c)[0][:, : 3 if c.options.get("space") != "2-D" else 2]


def by_a_neighbor(points: np.ndarray) -> tuple[int, int]:
    """Number of points whose neighbor is nearest, and number of ties among them."""
    nearest, ties = 0, 0
    for p, point in enumerate(points):
        apart = np.linalg.norm(points - point, axis=1)
        near = min(apart[q] for q in (p - 1, p + 1) if 0 <= q < len(points))
        others = min((apart[q] for q in range(len(points)) if abs(p - q) > 1), default=np.inf)
        nearest += others >= near * (1 - 1e-9)
        ties += abs(others - near) <= near * 1e-9
    return nearest, ties


def norms(c: Case) -> tuple[float, float]:
    lengths = np.linalg.norm(c.table, axis=1)
    return lengths.min(), lengths.max()


def constant(low: float, high: float) -> bool:
    return high - low <= 1e-9 * high


SHAPES = {
    "trajectory-single": lambda c: c.length == 1,
    "trajectory-same": lambda c: c.length > 1 and distinct(c.table) == 1,
    "trajectory-clocks": lambda c: distinct(c.table) > 1 and distinct(c.table) == c.length and bool(rotating(c)),
    "trajectory-corners": lambda c: distinct(c.table) > 1 and not rotating(c) and two_values(c),
    "trajectory-repeats": lambda c: 1 < distinct(c.table) < c.length and not two_values(c),
    "trajectory-line": lambda c: (
        distinct(c.table) == c.length > 2 and straight(c) and not two_values(c) and not rotating(c)
    ),
    "trajectory-distinct": lambda c: (
        distinct(c.table) > 1 and distinct(c.table) == c.length and not rotating(c) and not two_values(c)
        and not (straight(c) and c.length > 2)
    ),
}  # fmt: skip
"""Condition of each claim about the path in all columns; exactly one is true at every setting."""

for id, holds in SHAPES.items():
    true(id)(
        lambda c, length=None, count=None, id=id, holds=holds: (
            holds(c)
            and length in (None, c.length)
            and count
            in (
                None,
                {"trajectory-clocks": len(rotating(c)), "trajectory-repeats": c.length - distinct(c.table)}.get(
                    id, distinct(c.table)
                ),
            )
        )
    )


@true("trajectory-held")
def _(c: Case, count: int, share: float) -> bool:
    variances = components(c)[1]
    first = variances[: 2 if c.options.get("space") == "2-D" else 3]
    return not drawn_columns(c) and count == np.count_nonzero(first) and close(share, first.sum() / variances.sum())


@true("trajectory-cell-distinct")
def _(c: Case, count: int, length: int) -> bool:
    return (count, length) == (distinct(c.table), c.length)


@true("trajectory-cell-nearest")
def _(c: Case, count: int, ties: int, length: int) -> bool:
    return (count, ties) == by_a_neighbor(scaled(c)) and length == c.length > 2


@true("trajectory-cell-norm")
def _(c: Case, norm: float) -> bool:
    return constant(*norms(c)) and close(norm, norms(c)[1])


@true("trajectory-cell-norms")
def _(c: Case, low: float, high: float) -> bool:
    return not constant(*norms(c)) and close(low, norms(c)[0]) and close(high, norms(c)[1])


@true("trajectory-sphere")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and c.length > 1 and constant(*norms(c)) and bool(c.table.any())


@true("trajectory-norms")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and not constant(*norms(c))


@true("trajectory-lone")
def _(c: Case, column: int) -> bool:
    if column >= c.dim or not c.dim % 2:
        return False
    others = np.linalg.norm(np.delete(c.table, column, axis=1), axis=1)
    return constant(others.min(), others.max()) and not constant(*norms(c))


@true("trajectory-components")
def _(c: Case) -> bool:
    return not drawn_columns(c)


@true("trajectory-few-components")
def _(c: Case, count: int) -> bool:
    return count == np.count_nonzero(components(c)[1]) < (2 if c.options.get("space") == "2-D" else 3)


@true("trajectory-exchangeable")
def _(c: Case) -> bool:
    first = components(c)[1][: 3 if c.options.get("space") == "2-D" else 4]
    return any(b > 0 and a - b <= 1e-8 * a for a, b in pairwise(first))


@true("trajectory-circle")
def _(c: Case, column: int, other: int, rotations: float) -> bool:
    step = rotating(c).get((column, other), rotating(c).get((other, column)))
    both = {column, other} <= {*drawn_columns(c)}
    return step is not None and both and close(rotations, abs(step) * (c.length - 1) / (2 * np.pi))


@true("trajectory-helix")
def _(c: Case, column: int, low: float, high: float) -> bool:
    values = c.table[:, column] if column in drawn_columns(c) else np.zeros(2)
    return bool((np.diff(values) > 0).all()) and close(low, values[0]) and close(high, values[-1])


@true("trajectory-no-pair")
def _(c: Case, column: int, other: int) -> bool:
    pairs = {frozenset(pair) for pair in rotating(c)}
    return {column, other} in pairs and not any(pair <= {*drawn_columns(c)} for pair in pairs)


@true("trajectory-points")
def _(c: Case, length: int, count: int) -> bool:
    points = drawn(c)
    return 1 < count == distinct(points) < length == c.length


@true("trajectory-near")
def _(c: Case, count: int, whole: int, length: int) -> bool:
    counts = (by_a_neighbor(drawn(c))[0], by_a_neighbor(scaled(c))[0])
    return counts == (count, whole) and count < whole and length == c.length


@true("trajectory-odd")
def _(c: Case, low: float, high: float) -> bool:
    lengths = np.linalg.norm(Sinusoidal().encode(range(512), 3), axis=1)
    zero = np.linalg.norm(Sinusoidal(odd="zero").encode(range(512), 3), axis=1)
    return close(low, lengths.min()) and close(high, lengths.max()) and constant(zero.min(), zero.max())


@true("trajectory-matplotlib")
def _(c: Case, rotations: float) -> bool:
    # the two columns of a pair, and the one that turns the circle into a helix
    x, rise, y = Sinusoidal(layout="concatenated").encode(range(500), 3).T
    return close(rotations, np.unwrap(np.arctan2(x, y))[-1] / (2 * np.pi)) and bool((np.diff(rise) > 0).all())


@true("trajectory-clock")
def _(c: Case, speed: str, column: int, other: int, period: float) -> bool:
    if (column, other) not in (pairs := rotating(c) | {pair[::-1]: step for pair, step in rotating(c).items()}):
        return False
    # slow pairs complete only a part of a rotation within the sequence
    after = min(period / 8, 1000) if c.scheme.real_positions else 1
    (x, y), (u, v) = (c.scheme.encode([at], c.dim, length=c.length)[0, [column, other]] for at in (0, after))
    turned = abs(np.arctan2(x * v - y * u, x * u + y * v))
    step, steps = abs(pairs[column, other]), np.abs([*pairs.values()])
    of_speed = {
        "fast": steps.max() > steps.min() - 1e-12 and step >= steps.max() * (1 - 1e-9),
        "slow": step <= steps.min() * (1 + 1e-9) + 1e-12,
        "only": len(rotating(c)) == 1,
    }
    return of_speed.get(speed, True) and close(turned, 2 * np.pi * after / period)


# What is tried

SEEN = [
    Case(Sinusoidal(), 20, 8),
    Case(Sinusoidal(), 20, 2),
    Case(Sinusoidal(), 20, 8, options={"space": "2-D"}),
    Case(Sinusoidal(), 20, 7),
    Case(Sinusoidal(), 1, 4),
    Case(Sinusoidal(), 2, 4),
    Case(Sinusoidal(), 20, 4, options=FIRST_THREE | {"y": 2, "z": 2}),
    Case(Sinusoidal(), 40, 8, options=FIRST_THREE),
    Case(Sinusoidal(first="cos"), 12, 6, options=FIRST_THREE),
    Case(Sinusoidal(odd="zero"), 12, 7, options=FIRST_THREE),
    Case(Sinusoidal(layout="concatenated"), 40, 3, options=FIRST_THREE | {"y": 2, "z": 1}),
    Case(Sinusoidal(base=1e300), 12, 5, options=FIRST_THREE),
    Case(RoPE(share=0.25), 12, 16),
    Case(RoPE(pairing="half"), 12, 8, options=FIRST_THREE | {"y": 4}),
    Case(Fourier(), 12, 9),
    Case(Binary(), 20, 8),
    Case(Binary(), 20, 3, options=FIRST_THREE),
    Case(Binary(), 20, 2, options=FIRST_THREE | {"z": 1}),
    Case(Gray(), 16, 4),
    Case(Gray(values="-1/1"), 20, 8, options=FIRST_THREE),
    Case(Binary(), 2, 1),
    Case(Binary(), 9, 1),
    Case(Index(), 20, 8),
    Case(Normalized(), 20, 8, options=FIRST_THREE),
    *(Case(CustomTable(table), *table.shape) for table in TABLES.values()),
    *(Case(CustomTable(table), *table.shape, options=FIRST_THREE) for table in TABLES.values() if table.shape[1] > 2),
]


def test_claims_of_known_cases_are_true_and_exact():
    assert_complete(verify((case, all_claims(case)) for case in SEEN), "trajectory-")


@pytest.mark.parametrize("case", SEEN, ids=lambda case: f"{case.scheme.name} {case.length} {case.dim}")
def test_exactly_one_shape_is_true(case):
    assert [id for id, holds in SHAPES.items() if holds(case)] == [claims.shape(case.scheme, case.length, case.dim).id]


OPTIONS = st.fixed_dictionaries(
    {
        "space": st.sampled_from(["2-D", "3-D"]),
        "axes": st.sampled_from(["columns", "principal components"]),
        **{name: st.integers(0, 4) for name in "xyz"},
    }
)


@given(cases(), OPTIONS)
def test_every_claim_about_every_scheme_and_table_is_true(case, options):
    case = Case(case.scheme, case.length, case.dim, case.position, case.offset, options)
    assume(not case.scheme.unsupported_reason("vectors", case.length, case.dim))
    assert not false_claims(case, all_claims(case))
    assert SHAPES[claims.shape(case.scheme, case.length, case.dim).id](case)
    assert sum(holds(case) for holds in SHAPES.values()) == 1
