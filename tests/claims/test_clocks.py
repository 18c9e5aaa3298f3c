"""Claims of Clocks, recomputed from the definitions."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dashboard.say import say
from dashboard.state.study import Study
from dashboard.views.clocks import facts
from posenc_core import Binary, CustomTable, Fourier, Gray, Index, Learned, NeRF, Normalized, RoPE, Scheme, Sinusoidal
from posenc_core.text.messages import Claim
from tests.claims.truth import TABLES, Case, assert_complete, cases, close, distinct, rotating, true, verify

EXACT = 1e-9
FORMULAS = ("Sinusoidal", "RoPE", "Fourier", "NeRF")
"""Encodings whose pairs of columns rotate by a known angle."""


# From the definitions


def twice(c: Case) -> np.ndarray:
    """Rows 0 to 2n - 1 of a sequence of 2n, as far as they exist."""
    count = 2 * c.length if c.scheme.own_size is None else min(2 * c.length, c.scheme.own_size[0])
    return np.asarray(c.scheme.encode(range(count), c.dim, length=count), np.float64)


def later(c: Case) -> np.ndarray:
    """Rows n - k to 2n - 1: the shift maps the first part to the last."""
    return twice(c)[c.length - c.offset :]


def residual(move: tuple[np.ndarray, np.ndarray], rows: np.ndarray, k: int) -> float:
    """Norm of the residual of a map, relative to that of the shift."""
    before, after = rows[: len(rows) - k], rows[k:]
    size = np.abs(after - before).max(initial=0)
    if size <= 1e-12 * np.abs(after).max(initial=0):
        return np.nan
    return float(np.linalg.norm((before @ move[0] + move[1] - after) / size) / np.linalg.norm((after - before) / size))


def pairs(c: Case) -> list[list[int]]:
    return c.scheme.pairs(c.dim).tolist()


def blocks(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Least-squares map that mixes only the two columns of each pair."""
    matrix, k = np.zeros((c.dim, c.dim)), c.offset
    rest = sorted(set(range(c.dim)) - {column for pair in pairs(c) for column in pair})
    for block in [*pairs(c), *([column] for column in rest)]:
        matrix[np.ix_(block, block)] = np.linalg.lstsq(c.table[:-k, block], c.table[k:, block], rcond=None)[0]
    return matrix, np.zeros(c.dim)


def affine(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Least-squares map with a translation; a pure translation where that is exact."""
    before, after = c.table[: -c.offset], c.table[c.offset :]
    mean = (after - before).mean(axis=0)
    if np.abs(before + mean - after).max() <= 1e-12 * max(np.abs(before).max(), np.abs(after).max()):
        return np.eye(c.dim), mean
    one = np.abs(before).max() or 1.0
    solution = np.linalg.lstsq(np.column_stack((before, np.full(len(before), one))), after, rcond=None)[0]
    return solution[:-1], one * solution[-1]


def linear(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Least-squares map without a translation."""
    return np.linalg.lstsq(c.table[: -c.offset], c.table[c.offset :], rcond=None)[0], np.zeros(c.dim)


def fits(c: Case, move: tuple[np.ndarray, np.ndarray]) -> bool:
    """Return True if a map is exact at all positions."""
    inside, unseen = residual(move, c.table, c.offset), residual(move, later(c), c.offset)
    return unseen <= EXACT and not inside > EXACT


def angles(c: Case, length: int) -> list[float]:
    """Radians from one position to the next of each pair that rotates by a constant angle."""
    rows = np.asarray(c.scheme.encode(range(length), c.dim, length=length), np.float64)
    steps_of_pairs = []
    for sine, cosine in pairs(c):
        points = rows[:, cosine] + 1j * rows[:, sine]
        step = points[1] / points[0]
        assert np.abs(points[0] * step ** np.arange(length) - points).max() < 1e-6 * abs(points[0])
        steps_of_pairs.append(float(np.angle(step)))
    return steps_of_pairs


def rotates(c: Case) -> bool:
    return c.scheme.name in FORMULAS and not c.dim % 2


def one_angle(c: Case) -> bool:
    """Return True if twice the length has the same angles."""
    return np.allclose(angles(c, c.length), angles(c, 2 * c.length), rtol=0, atol=1e-10)


def added(c: Case) -> bool:
    """Return True if all rows differ from those k before by one vector, which may depend on the length."""
    for rows in (c.table, twice(c)):
        differences = rows[c.offset :] - rows[: -c.offset]
        if np.abs(differences - differences.mean(axis=0)).max() > EXACT * (np.abs(rows).max() or 1):
            return False
    return True


def same(c: Case) -> bool:
    return bool(np.abs(c.table[c.offset :] - c.table[: -c.offset]).max() <= EXACT * np.abs(c.table).max())


def moving(c: Case) -> int:
    return np.count_nonzero(np.abs(angles(c, c.length)) > 0)


def is_lone(c: Case) -> bool:
    """Return True if the column without a pair is, up to the sign, no column of a pair."""
    (lone,) = {*range(c.dim)} - {column for pair in pairs(c) for column in pair}
    others = np.delete(c.table, lone, axis=1).T
    return all(np.abs(other + sign * c.table[:, lone]).max() > EXACT for other in others for sign in (1, -1))


VERDICTS: dict[str, Callable[[Case], bool]] = {
    "untestable": lambda c: len(later(c)) == c.offset and not residual(affine(c), c.table, c.offset) > EXACT,
    "rotates-length": lambda c: rotates(c) and not one_angle(c),
    "rotates": rotates,
    "same": lambda c: added(c) and same(c),
    "untestable-still": lambda c: len(later(c)) > c.offset and np.isnan(residual(blocks(c), later(c), c.offset)),
    "linear": lambda c: fits(c, blocks(c)),
    "unpaired": lambda c: c.scheme.name in FORMULAS and c.dim % 2 == 1 and is_lone(c),
    "linear-any": lambda c: fits(c, linear(c)),
    "adds": lambda c: added(c) and fits(c, affine(c)),
    "affine": lambda c: fits(c, affine(c)),
    "adds-length": added,
    "none": lambda c: residual(affine(c), c.table, c.offset) > EXACT,
    "few": lambda c: True,
}
"""The first true one is claimed."""


def verdict(c: Case) -> str:
    return next(id for id, holds in VERDICTS.items() if holds(c)).removesuffix("-any").removesuffix("-still")


def angle_of(c: Case, pair: int) -> float:
    """Angle of the shift of a pair in degrees."""
    return float(np.degrees(angles(c, max(c.length, 3))[pair])) * c.offset


def relative_miss(c: Case) -> float:
    """Residual of the best map with a translation, relative to the norm of its target."""
    matrix, translation = affine(c)
    goals = c.table[c.offset :]
    return float(np.linalg.norm(c.table[: -c.offset] @ matrix + translation - goals) / np.linalg.norm(goals))


def of_verdict(c: Case) -> dict[str, float]:
    lone = sorted(set(range(c.dim)) - {column for pair in pairs(c) for column in pair})
    more = {
        "untestable": lambda: {"end": c.length - 1},
        "rotates": lambda: {"count": moving(c)},
        "unpaired": lambda: {"count": len(lone), "column": lone[0]},
        "few": lambda: {"count": c.length - c.offset, "share": residual(affine(c), later(c), c.offset)},
        "none": lambda: {"share": relative_miss(c)},
    }
    return more.get(verdict(c), dict)()


for id in set(VERDICTS) - {"adds", "adds-length", "linear-any", "untestable-still"}:
    true(f"clocks-{id}")(lambda c, id=id, **args: verdict(c) == id and args == pytest.approx(of_verdict(c), rel=1e-4))


def steps(c: Case) -> np.ndarray:
    """Nonzero entries of the added vector."""
    mean = (c.table[c.offset :] - c.table[: -c.offset]).mean(axis=0)
    return mean[np.abs(mean) > EXACT * np.abs(mean).max()]


@true("clocks-adds")
def _(c: Case, value: float) -> bool:
    return verdict(c) == "adds" and np.allclose(steps(c), value, rtol=1e-8, atol=0)


@true("clocks-adds-share")
def _(c: Case, offset: int, whole: int) -> bool:
    share = np.allclose(steps(c), offset / whole, rtol=1e-8, atol=0)
    return verdict(c) == "adds-length" and offset == c.offset and share


@true("clocks-adds-vector")
def _(c: Case) -> bool:
    return verdict(c).startswith("adds") and np.ptp(steps(c)) > EXACT * np.abs(steps(c)).max()


@true("clocks-none-sums")
def _(c: Case, start: int, end: int, position: int, other: int, offset: int, share: float) -> bool:
    if verdict(c) != "none" or offset != c.offset or not close(share, relative_miss(c)):
        return False
    rows = c.table / np.abs(c.table).max()
    apart = [rows[start + k] + rows[end + k] - rows[position + k] - rows[other + k] for k in (0, offset)]
    return len({start, end, position, other}) == 4 and np.abs(apart[0]).max() < 1e-9 < 1e-3 < np.abs(apart[1]).max()


# The figure


def moving_columns(c: Case) -> np.ndarray:
    return c.table[:, np.ptp(c.table, axis=0) > 0]


@true("clocks-hands")
def _(c: Case) -> bool:
    return bool(rotating(c))


@true("clocks-tiles")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and not rotating(c)


@true("clocks-drawn-hands")
def _(c: Case, count: int, whole: int, offset: int) -> bool:
    return (count, whole, offset) == (min(len(rotating(c)), 6), len(rotating(c)), c.offset)


@true("clocks-drawn-still")
def _(c: Case, count: int) -> bool:
    return count == c.dim // 2 - len(rotating(c))


@true("clocks-drawn-columns")
def _(c: Case, count: int, whole: int, rest: int, dim: int) -> bool:
    columns = moving_columns(c).T
    different = len({tuple(column) for column in columns.tolist()})
    # of columns that never change, one is drawn
    different = max(different, 1)
    return (count, whole, rest, dim) == (min(different, 8), different, c.dim - len(columns), c.dim)


# One pair


def pair_number(c: Case) -> int:
    return min(c.options.get("pair", 0), len(pairs(c)) - 1)


def selected_pair(c: Case) -> list[int]:
    return pairs(c)[pair_number(c)]


def start(c: Case) -> int:
    return min(c.position, c.length - 1 - c.offset)


def total(c: Case) -> float:
    """Angle of the selected pair in degrees."""
    return angle_of(c, pair_number(c))


@true("clocks-pair-rotates")
def _(
    c: Case, column: int, other: int, factor: float, offset: int, angle: float, degrees: float, rotations: int,
    value: float,
) -> bool:  # fmt: skip
    right = close(degrees, total(c)) and close(360 * rotations + value, abs(degrees))
    right = right and close(angle, np.radians(degrees)) and close(factor * offset, angle) and 0 <= value < 360
    return right and [column, other] == selected_pair(c) and offset == c.offset


@true("clocks-matrix-blocks")
def _(c: Case, count: int, dim: int, rest: int) -> bool:
    matrix = np.zeros((c.dim, c.dim))
    for i in range(0, c.dim, 2):
        matrix[i : i + 2, i : i + 2] = 1
    return (count, dim, rest) == (c.dim // 2, c.dim, (matrix == 0).sum()) and c.scheme.name in FORMULAS


@true("clocks-matrix-added")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and added(c)


@true("clocks-matrix-fitted")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and not added(c) and c.scheme.name not in FORMULAS


@true("clocks-pair-adds")
def _(c: Case, column: int, other: int, offset: int) -> bool:
    return [column, other] == selected_pair(c) and offset == c.offset and added(c)


@true("clocks-pair-fits")
def _(c: Case, column: int, other: int, position: int, here: float, there: float) -> bool:
    goal = c.table[start(c) + c.offset, selected_pair(c)]
    where = [column, other] == selected_pair(c) and position == start(c) + c.offset
    return where and not rotates(c) and not added(c) and close(here, goal[0]) and close(there, goal[1])


@true("clocks-pair-last")
def _(c: Case, offset: int, position: int) -> bool:
    return (offset, position) == (c.offset, c.position) and position + offset >= c.length


# The path and its norms


def scaled(c: Case) -> np.ndarray:
    """Vectors in a unit in which no square overflows."""
    return c.table / (np.abs(c.table).max() or 1)


def straight(c: Case) -> bool:
    rows = scaled(c) - scaled(c)[0]
    far = rows[np.linalg.norm(rows, axis=1).argmax()]
    along = far / np.linalg.norm(far)
    return np.linalg.norm(rows - np.outer(rows @ along, along), axis=1).max() <= 1e-9 * np.linalg.norm(far)


def components(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates in the principal components and their variances; rounding errors are set to 0."""
    rows = scaled(c)
    centered = rows - rows.mean(axis=0)
    vectors, sizes, _ = np.linalg.svd(centered, full_matrices=False)
    sizes[sizes <= 1e-12 * np.sqrt(rows.size)] = 0
    return vectors * sizes, sizes**2


def axes_columns(c: Case) -> list[int]:
    """Columns on the axes; none for principal components."""
    if c.dim == 1:
        return [0]
    names = "xyz" if c.options.get("space", "3-D") == "3-D" else "xy"
    return (
        [min(c.options.get(name, "xyz".index(name)), c.dim - 1) for name in names]
        if c.options.get("axes") == "columns"
        else []
    )


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


@true("clocks-line")
def _(c: Case) -> bool:
    return distinct(c.table) == c.length > 2 and straight(c)


@true("clocks-held")
def _(c: Case, count: int, share: float) -> bool:
    variances = components(c)[1]
    first = variances[: 2 if c.options.get("space") == "2-D" else 3]
    return not axes_columns(c) and count == np.count_nonzero(first) and close(share, first.sum() / variances.sum())


@true("clocks-cell-distinct")
def _(c: Case, count: int, length: int) -> bool:
    return (count, length) == (distinct(c.table), c.length)


@true("clocks-cell-nearest")
def _(c: Case, count: int, ties: int, length: int) -> bool:
    return (count, ties) == by_a_neighbor(scaled(c)) and length == c.length > 2


@true("clocks-cell-norms")
def _(c: Case, low: float, high: float) -> bool:
    return (low == high) == constant(*norms(c)) and close(low, norms(c)[0]) and close(high, norms(c)[1])


@true("clocks-sphere")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and c.length > 1 and constant(*norms(c)) and bool(c.table.any())


@true("clocks-norms")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and not constant(*norms(c))


@true("clocks-circle-drawn")
def _(c: Case, column: int, other: int, rotations: float) -> bool:
    step = rotating(c).get((column, other), rotating(c).get((other, column)))
    both = {column, other} <= {*axes_columns(c)}
    return step is not None and both and close(rotations, abs(step) * (c.length - 1) / (2 * np.pi))


@true("clocks-helix")
def _(c: Case, column: int, low: float, high: float) -> bool:
    values = c.table[:, column] if column in axes_columns(c) else np.zeros(2)
    return bool((np.diff(values) > 0).all()) and close(low, values[0]) and close(high, values[-1])


@true("clocks-lattice")
def _(c: Case, low: float, high: float, value: float) -> bool:
    # 00, 10, 01, 11; a hand of the length of half a diagonal turns by a right angle
    bits = Binary().encode(range(4), 2)
    steps = np.linalg.norm(np.diff(bits, axis=0), axis=1)
    return close(low, steps.min()) and close(high, steps.max()) and close(value, np.sqrt(0.5) * abs(1j - 1))


# Misconceptions


@true("clocks-sign")
def _(c: Case, share: float) -> bool:
    angle = 10000.0 ** (-np.arange(32) / 32)
    table, missed, size = Sinusoidal().encode(range(128), 64), 0.0, 0.0
    for i, w in enumerate(8 * angle):
        pair = table[:, 2 * i : 2 * i + 2]
        forth = np.array([[np.cos(w), -np.sin(w)], [np.sin(w), np.cos(w)]])
        assert np.allclose(pair[:-8] @ forth, pair[8:])
        assert np.allclose(pair[:-8, ::-1] @ forth.T, pair[8:, ::-1])
        assert np.allclose(forth.T @ pair[:-8].T, pair[8:].T)
        missed += ((pair[:-8] @ forth.T - pair[8:]) ** 2).sum()
        size += ((pair[8:] - pair[:-8]) ** 2).sum()
    return close(share, np.sqrt(missed / size))


@true("clocks-sines")
def _(c: Case, share: float, value: float, factor: float) -> bool:
    table = np.sin(np.arange(128)[:, None] * 10000.0 ** (-np.arange(0, 64, 2) / 64))
    norms = np.linalg.norm(table, axis=1)
    apart = [np.linalg.norm(table[k:] - table[:-k], axis=1) for k in range(1, 65)]
    distances = max(steps.std() / steps.mean() for steps in apart)
    missed = 0.0
    for i in range(0, 32, 2):
        pair = table[:, i : i + 2]
        matrix = np.linalg.lstsq(pair[:-8], pair[8:], rcond=None)[0]
        missed += ((pair[:-8] @ matrix - pair[8:]) ** 2).sum()
    size = ((table[8:] - table[:-8]) ** 2).sum()
    return (
        close(share, norms.std() / norms.mean()) and close(value, distances) and close(factor, np.sqrt(missed / size))
    )


@true("clocks-fast")
def _(c: Case, degrees: float, angle: float, value: float) -> bool:
    here, there = Sinusoidal().encode(range(2), 128)
    slow = np.degrees(np.arctan2(there[-2], there[-1]))
    cosine = here @ there / np.linalg.norm(here) / np.linalg.norm(there)
    return close(degrees, np.degrees(1)) and close(angle, slow) and close(value, cosine)


@true("clocks-near")
def _(c: Case, count: int, whole: int, length: int) -> bool:
    case = Case(Sinusoidal(), 128, 16)
    counts = (by_a_neighbor(components(case)[0][:, :3])[0], by_a_neighbor(case.table)[0])
    return counts == (count, whole) and count < whole and length == case.length


@true("clocks-odd")
def _(c: Case, low: float, high: float) -> bool:
    lengths = np.linalg.norm(Sinusoidal().encode(range(512), 3), axis=1)
    zero = np.linalg.norm(Sinusoidal(odd="zero").encode(range(512), 3), axis=1)
    return close(low, lengths.min()) and close(high, lengths.max()) and constant(zero.min(), zero.max())


@true("clocks-matplotlib")
def _(c: Case, rotations: float) -> bool:
    # the two columns of a pair, and the one that turns the circle into a helix
    x, rise, y = Sinusoidal(layout="concatenated").encode(range(500), 3).T
    return close(rotations, np.unwrap(np.arctan2(x, y))[-1] / (2 * np.pi)) and bool((np.diff(rise) > 0).all())


# What the page claims


def of_size(scheme: Scheme, n: int, d: int, p: int = 0, k: int = 1, **options: object) -> Case:
    return Case(scheme, n, d, p, k, options)


def all_claims(c: Case) -> list[Claim]:
    """All claims of the page about a case."""
    scheme, n, d = c.scheme, c.length, c.dim
    study = Study((scheme,), n, d, c.position, c.offset, options=c.options)
    made = [facts.opening(study, scheme), *facts.drawn(study, scheme), *facts.cell(scheme, n, d)]
    made += facts.norm(scheme, n, d)
    if d > 1:
        made += facts.picture(study, scheme, facts.path(study, scheme)[1])
    if n > 1:
        made.append(facts.verdict(scheme, study))
    if n > 1 and pairs(c):
        made += [*facts.pair(study, scheme, facts.block(study, scheme)), facts.whole_matrix(study, scheme)]
    return made


COLUMNS = {"axes": "columns", "space": "3-D"}

KNOWN = [
    of_size(Sinusoidal(), 40, 20, 7, 3),
    of_size(Binary(), 40, 20, 7, 3),
    of_size(Normalized(), 40, 20, 7, 3, **COLUMNS),
    of_size(Sinusoidal(), 40, 6, 39, 20, space="2-D"),
    of_size(Index(), 40, 6, 39, 20),
    of_size(Sinusoidal(layout="concatenated"), 12, 70, 2, pair=40),
    of_size(Sinusoidal(layout="concatenated"), 40, 3, **COLUMNS, y=2, z=1),
    of_size(Sinusoidal(), 20, 7, 2, pair=1, **COLUMNS),
    of_size(Sinusoidal(), 20, 4, **COLUMNS, y=2, z=9),
    of_size(Sinusoidal(), 20, 8, **COLUMNS, y=2, z=4),
    of_size(Sinusoidal(), 20, 2),
    of_size(Sinusoidal(), 1, 4),
    of_size(Sinusoidal(), 2, 4),
    of_size(Sinusoidal(), 9, 1),
    of_size(Sinusoidal(odd="zero"), 12, 7, **COLUMNS),
    of_size(Sinusoidal(base=1e300), 12, 5, **COLUMNS),
    of_size(Sinusoidal(), 128, 63),
    # a free fit is exact up to rounding, but no matrix is
    of_size(Sinusoidal(), 20, 9),
    of_size(Fourier(), 20, 6, 2, 15, pair=2),
    of_size(RoPE(share=0.25), 20, 16, 2, pair=7),
    of_size(RoPE(scaling="dynamic", trained_length=20), 16, 8),
    of_size(RoPE(pairing="half"), 12, 8, **COLUMNS, y=4),
    of_size(Learned(), 512, 384, 40, 500),
    of_size(Learned(), 300, 384, 40),
    of_size(Binary(), 64, 4, 3, 16),
    of_size(Binary(), 64, 4, 3, 8, **COLUMNS),
    of_size(Binary(values="-1/1"), 64, 4, 3, 8),
    of_size(Binary(), 64, 8, 3, 16),
    of_size(Gray(), 16, 4, 3, 8, pair=2),
    of_size(Gray(values="-1/1"), 20, 8),
    of_size(Binary(), 2, 4),
    of_size(Binary(), 3, 1),
    of_size(Index(), 12, 3),
    of_size(NeRF(extent=3), 50, 5, k=2),
    of_size(NeRF(extent=3), 50, 7),
    of_size(NeRF(extent=3), 50, 3),
    *(of_size(CustomTable(table), len(table) // 2, table.shape[1]) for table in TABLES.values()),
    *(of_size(CustomTable(table), *table.shape, **COLUMNS) for table in TABLES.values()),
    of_size(CustomTable(np.arange(8)[:, None] * np.array([[1.0, 2.0]])), 4, 2),
    of_size(CustomTable(np.vstack((np.eye(4)[:3], np.zeros((3, 4))))), 4, 4),
    # a constant column lets a matrix add
    of_size(CustomTable(np.stack([[1.0, 1.0, p, 2.0 * p] for p in range(20)])), 10, 4),
]


def test_claims_of_known_cases_are_true_and_exact():
    always = [*facts.misconceptions(), facts.lattice_steps()]
    assert_complete(verify([(KNOWN[0], always), *((case, all_claims(case)) for case in KNOWN)]), "clocks-")


def test_the_numbers_of_a_short_sequence_by_hand():
    bits = (np.arange(32)[:, None] >> np.arange(5) & 1).astype(float)
    for k, share in ((1, "45%"), (3, "51%")):
        before, after = np.column_stack((bits[:-k], np.ones(32 - k))), bits[k:]
        missed = before @ np.linalg.lstsq(before, after, rcond=None)[0] - after
        assert f"{np.linalg.norm(missed) / np.linalg.norm(after):.0%}" == share
        assert share in say(facts.verdict(Binary(), Study((Binary(),), 32, 5, 7, k)))
        assert f"adds {k}/31 everywhere" in say(facts.verdict(Normalized(), Study((Normalized(),), 32, 64, 7, k)))
    # with as many rows as columns, some matrix always fits, which shows nothing
    for scheme, d, k in ((Learned(), 384, 3), (Binary(), 5, 8)):
        assert facts.verdict(scheme, Study((scheme,), 32, d, 0, k)).id in ("clocks-few", "clocks-affine")
    assert facts.verdict(Learned(), Study((Learned(),), 32, 384, 0, 3)).id == "clocks-few"


@pytest.mark.parametrize("k", [1, 2, 3, 5, 8, 16])
def test_two_equal_sums_show_why_no_matrix_moves_bits(k):
    for scheme in (Binary(), Gray(), Binary(values="-1/1")):
        assert facts.verdict(scheme, Study((scheme,), 128, 64, 0, k)).id == "clocks-none-sums"


OPTIONS = st.fixed_dictionaries(
    {
        "pair": st.integers(0, 12),
        "space": st.sampled_from(["2-D", "3-D"]),
        "axes": st.sampled_from(["columns", "principal components"]),
        **{name: st.integers(0, 4) for name in "xyz"},
    }
)


@given(cases(), OPTIONS)
def test_claims_about_an_encoding_are_true(case, options):
    assume(not case.scheme.unsupported_reason("vectors", case.length, case.dim))
    case = of_size(case.scheme, case.length, case.dim, case.position, case.offset, **options)
    verify([(case, all_claims(case))])
