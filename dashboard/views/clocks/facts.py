"""Hands or tiles, the shift by k, one pair of columns, the path, and norms: numbers, and the claims made from them."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry, precision, shift
from posenc_core.analysis.shift import Fits, Move, Residual
from posenc_core.arrays import Array, read_only
from posenc_core.text.messages import Claim, claim

SIZE = (128, 64)
"""Length and dimension for the misconceptions, independent of the page."""

DIALS, COLUMNS = 6, 8
"""Maximum number of dials, and of columns without hands: on a phone, more would be too small to read."""

FINE = 8192
"""Maximum number of points of a smooth curve."""

BLOCKS = 4
"""Number of pairs whose part of T(k) is drawn."""


# The figure


class Hand(NamedTuple):
    """A rotating pair of columns."""

    pair: int
    """Index of the pair."""
    sine: int
    cosine: int
    step: float
    """Angle per position in radians."""


class Strips(NamedTuple):
    """Hands side by side, or columns of an encoding without hands."""

    hands: list[Hand]
    columns: list[int]
    """Columns, if there are no hands."""
    whole: int
    """Number of all rotating pairs, or of all distinct columns."""
    rows: Array
    """Value at every position, scaled to -1 ... 1, shape (n, m): of a hand, its sine."""
    curves: Array
    """The same at equally spaced points from the first to the last position, shape (points, m)."""


def hands(scheme: Scheme, length: int, dim: int) -> list[Hand]:
    """Rotating pairs by decreasing frequency; the first of several with equal frequency comes first."""
    if dim == 1:
        return []
    steps = scheme.angles_at_offset(1, dim, length)
    if steps is None:
        return []
    pairs = enumerate(zip(scheme.pairs(dim).tolist(), steps.tolist(), strict=True))
    turning = (Hand(i, sine, cosine, step) for i, ((sine, cosine), step) in pairs if step)
    return sorted(turning, key=lambda hand: -abs(hand.step))


def angles(scheme: Scheme, length: int, dim: int, drawn: list[Hand]) -> Array:
    """Angle of every hand at every position, from the vectors, shape (n, m)."""
    rows = table(scheme, length, dim)
    sines, cosines = rows[:, [hand.sine for hand in drawn]], rows[:, [hand.cosine for hand in drawn]]
    return np.asarray(np.arctan2(sines, cosines))


@shared_cache
def strips(scheme: Scheme, length: int, dim: int) -> Strips:
    """Evenly spaced hands from the fastest to the slowest, or distinct columns of an encoding without hands."""
    if turning := hands(scheme, length, dim):
        drawn = [turning[place] for place in _spread(len(turning), DIALS)]
        rows = np.sin(angles(scheme, length, dim, drawn))
        fine = max(1024 // length, 1)
        if not scheme.real_positions or fine == 1:
            return Strips(drawn, [], len(turning), rows, rows)
        places = np.arange(fine * (length - 1) + 1) / fine
        steps = np.outer(places, [hand.step for hand in drawn])
        return Strips(drawn, [], len(turning), rows, np.sin(angles(scheme, 1, dim, drawn) + steps))
    cells = table(scheme, length, dim)
    moving = np.flatnonzero(np.ptp(cells, axis=0))
    if not moving.size:
        moving = np.arange(1)
    columns = moving[np.sort(np.unique(cells[:, moving], axis=1, return_index=True)[1])]
    shown = columns[_spread(len(columns), COLUMNS)].tolist()
    values = cells[:, shown]
    middle, reach = (values.max() + values.min()) / 2, np.ptp(values) / 2 or 1.0
    scaled = read_only((values - middle) / reach)
    return Strips([], shown, len(columns), scaled, scaled)


def _spread(count: int, most: int) -> list[int]:
    """At most `most` evenly spaced indexes of `count` items, with the first and the last."""
    return [int(place) for place in np.unique(np.linspace(0, count - 1, most).round())]


def opening(study: Study, scheme: Scheme) -> Claim:
    """Kind of the figure: hands or tiles."""
    if hands(scheme, study.length, study.dim):
        return claim("clocks-hands")
    return claim("clocks-tiles", scheme=scheme.name)


def drawn(study: Study, scheme: Scheme) -> list[Claim]:
    """Count the drawn hands or columns, and those that stand still."""
    shown, n, d = strips(scheme, study.length, study.dim), study.length, study.dim
    count, whole = shown.rows.shape[1], shown.whole
    if not shown.hands:
        still = d - int(np.count_nonzero(np.ptp(table(scheme, n, d), axis=0)))
        return [claim("clocks-drawn-columns", count=count, whole=whole, rest=still, dim=d)]
    notes = [claim("clocks-drawn-hands", count=count, whole=whole, offset=study.offset)]
    if still := len(scheme.pairs(d)) - whole:
        notes.append(claim("clocks-drawn-still", count=still))
    return notes


# The shift


@shared_cache
def residuals(scheme: Scheme, offset: int, length: int, dim: int) -> tuple[dict[str, Residual], float]:
    """Residuals of all kinds of fits, and the error of the best matrix and translation relative to the vectors."""
    tried = shift.fits(scheme, offset, length=length, dim=dim)
    best, before, after = tried.moves["affine"], tried.seen[:-offset], tried.seen[offset:]
    # scaled: squares of small numbers underflow
    size = np.abs(after).max() or 1.0
    errors = (before @ best.matrix + best.translation - after) / size
    miss = float(np.linalg.norm(errors) / (np.linalg.norm(after / size) or 1.0))
    return {name: tried.residual(move, offset) for name, move in tried.moves.items()}, miss


@shared_cache
def linear(scheme: Scheme, offset: int, length: int, dim: int) -> Residual:
    """Residuals of the least-squares matrix without a translation."""
    rows, twice = table(scheme, length, dim), scheme.rows_within(2 * length)
    if rows[offset:][~rows[:-offset].any(axis=1)].any():
        # a matrix sends 0 to 0
        return Residual(np.inf, np.inf)
    later = scheme.encode(range(length - offset, twice), dim, length=twice)
    return Fits({}, rows, np.asarray(later, np.float64)).residual(shift.linear_fit(rows, offset), offset)


@shared_cache
def broken_sum(scheme: Scheme, offset: int, length: int, dim: int) -> tuple[int, ...] | None:
    """Positions a, b, c, d with equal sums of vectors a + b = c + d that are not equal `offset` later.

    A matrix, also with a translation, would keep such sums equal. Multiples of the offset are tried, too, because bits
    below the offset do not change.
    """
    tried = {*range(8), *range(0, 8 * offset, offset)}
    positions = sorted(position for position in tried if position < length - offset)
    rows = table(scheme, length, dim)
    rows = rows / (np.abs(rows).max() or 1.0)
    pairs = np.array([*combinations(positions, 2)]).reshape(-1, 2)
    before, after = (rows[pairs + ahead].sum(axis=1) for ahead in (0, offset))
    apart, later = (np.abs(sums[:, None] - sums).max(axis=2, initial=0) for sums in (before, after))
    disjoint = (pairs[:, None, :, None] != pairs[:, None]).all(axis=(2, 3))
    found = np.argwhere((apart <= criteria.EQUAL) & (later > 0.01) & disjoint)
    return tuple(pairs[found[0]].ravel().tolist()) if len(found) else None


@shared_cache
def addition(scheme: Scheme, offset: int, length: int, dim: int) -> Move | None:
    """Constant vector that the shift adds, or None if it is not constant.

    Also tested at twice the length, because a short sequence may have a single step.
    """
    moves = []
    for n in (length, scheme.rows_within(2 * length)):
        rows = table(scheme, n, dim)
        moves.append(shift.translation_fit(rows, offset))
        if shift.largest_miss(moves[-1], rows, offset) > criteria.EQUAL:
            return None
    return moves[0]


def unpaired_columns(scheme: Scheme, dim: int) -> list[int]:
    """Unpaired columns of an encoding with rotating pairs."""
    if scheme.angles_at_offset(1, dim) is None:
        return []
    return [int(column) for column in np.setdiff1d(np.arange(dim), scheme.pairs(dim))]


def without_partner(scheme: Scheme, length: int, dim: int) -> list[int]:
    """Unpaired columns that are not, up to the sign, a column of a pair, whose partner would serve them, too."""
    rows, alone = table(scheme, length, dim), unpaired_columns(scheme, dim)
    paired = rows[:, scheme.pairs(dim).ravel()].T
    signed = np.concatenate((paired, -paired))
    return [column for column in alone if not (np.abs(signed - rows[:, column]) <= criteria.EQUAL).all(axis=1).any()]


def verdict(scheme: Scheme, study: Study) -> Claim:
    """Kind of the shift by k; exactly one claim applies to an encoding."""
    n, d, k = study.length, study.dim, study.offset
    (fits, share), added = residuals(scheme, k, n, d), addition(scheme, k, n, d)
    blocks, affine, formula = fits["blocks"], fits["affine"], fits.get("closed form")
    alone, is_exact = without_partner(scheme, n, d), not affine.seen > criteria.EQUAL
    rows = scheme.rows_within(2 * n)
    if rows == n and is_exact:
        return claim("clocks-untestable", end=n - 1)
    if formula and not formula.seen > criteria.EQUAL:
        if formula.unseen > criteria.EQUAL:
            return claim("clocks-rotates-length")
        return claim("clocks-rotates", count=len(hands(scheme, n, d)))
    if added and np.abs(added.translation).max() <= criteria.EQUAL * np.abs(table(scheme, n, d)).max():
        return claim("clocks-same")
    if rows > n and np.isnan(blocks.unseen):
        return claim("clocks-untestable", end=n - 1)
    if _exact(blocks):
        return claim("clocks-linear")
    if alone:
        # a fit of close frequencies may be exact up to rounding
        return claim("clocks-unpaired", count=len(alone), column=alone[0])
    if is_exact and _exact(linear(scheme, k, n, d)):
        return claim("clocks-linear")
    if added:
        return _sum(added.translation, study, depends=not _exact(affine))
    if _exact(affine):
        return claim("clocks-affine")
    if is_exact:
        return claim("clocks-few", count=n - k, share=affine.unseen)
    if broken := broken_sum(scheme, k, n, d):
        start, end, here, there = broken
        return claim("clocks-none-sums", start=start, end=end, position=here, other=there, offset=k, share=share)
    return claim("clocks-none", share=share)


def _sum(added: Array, study: Study, *, depends: bool) -> Claim:
    """Constant that the shift adds; `depends` if it depends on n."""
    steps = added[np.abs(added) > criteria.EQUAL * np.abs(added).max()]
    value, n, k = float(steps[0]), study.length, study.offset
    if np.ptp(steps) <= criteria.EQUAL * abs(value):
        if not depends:
            return claim("clocks-adds", value=value)
        for whole in (n - 1, n):
            if abs(value * whole - k) <= criteria.EQUAL * k:
                return claim("clocks-adds-share", offset=k, whole=whole)
    return claim("clocks-adds-vector")


def _exact(fit: Residual) -> bool:
    """Return whether the residuals are 0; constant vectors have none."""
    return fit.unseen <= criteria.EQUAL and not fit.seen > criteria.EQUAL


# Cells and norms


@shared_cache
def nearest(scheme: Scheme, length: int, dim: int, components_only: int = 0) -> tuple[int, int]:
    """Count the positions whose nearest position is a neighbor, and those with a tie.

    All columns are compared, or some principal components.
    """
    coordinates = table(scheme, length, dim)
    if components_only:
        coordinates = components(scheme, length, dim)[0][:, :components_only]
    pairs, places = geometry.distances(coordinates), np.arange(length)
    steps = np.diagonal(pairs, 1)
    near = np.minimum(np.append(steps, np.inf), np.append(np.inf, steps))
    beside = np.abs(places[:, None] - places) <= 1
    others, equal = np.where(beside, np.inf, pairs).min(axis=1), criteria.EQUAL * near
    return int((others >= near - equal).sum()), int((np.abs(others - near) <= equal).sum())


@shared_cache
def distinct(scheme: Scheme, length: int, dim: int) -> int:
    """Return the number of distinct vectors."""
    return length - precision.duplicates(table(scheme, length, dim))


def cell(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    claims = [claim("clocks-cell-distinct", count=distinct(scheme, length, dim), length=length)]
    if length > 2:
        neighbors, ties = nearest(scheme, length, dim)
        claims.append(claim("clocks-cell-nearest", count=neighbors, ties=ties, length=length))
    low, high = norm_range(scheme, length, dim)
    return [*claims, claim("clocks-cell-norms", low=low, high=high)]


def norm_range(scheme: Scheme, length: int, dim: int) -> tuple[float, float]:
    """Smallest and largest norm; the same number if they are equal up to rounding."""
    norms = geometry.norms(table(scheme, length, dim))
    low, high = float(norms.min()), float(norms.max())
    return (high, high) if high - low <= criteria.EQUAL * high else (low, high)


def norm(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Consequence of the norms for the path; empty for a single position, or for zeros."""
    low, high = norm_range(scheme, length, dim)
    if length == 1 or not high:
        return []
    return [claim("clocks-sphere" if low == high else "clocks-norms", scheme=scheme.name)]


# One pair, and T(k)


class Block(NamedTuple):
    """One pair of columns at `start`: `before` @ `cells` + `added` = `after`; `goal` is the actual pair k later."""

    pair: tuple[int, int]
    start: int
    cells: Array
    added: Array
    before: Array
    after: Array
    goal: Array
    angle: float | None
    """Angle in radians; None without a closed form."""
    way: str
    """Kind of the result, as in `move`."""


@shared_cache
def move(scheme: Scheme, offset: int, length: int, dim: int) -> tuple[Move, str]:
    """T(k) in closed form, as an addition, or as fitted blocks, with the kind of result.

    For odd `dim`, rotating pairs keep their closed form; only the unpaired column is fitted.
    """
    if closed := shift.closed_form(scheme, offset, dim, length=length):
        return closed, "closed form"
    if added := addition(scheme, offset, length, dim):
        return added, "addition"
    pairs, turns = scheme.pairs(dim), scheme.angles_at_offset(offset, dim)
    fitted = shift.block_fit(table(scheme, length, dim), offset, pairs)
    for pair, angle in zip(pairs, () if turns is None else turns, strict=False):
        fitted.matrix[np.ix_(pair, pair)] = shift.rotation(angle)
    return fitted, "blocks"


def drawn_columns(study: Study, scheme: Scheme) -> list[int]:
    """Columns of the drawn part of T(k): the selected pair and some beside it, each sine beside its cosine."""
    pairs = scheme.pairs(study.dim)
    first = max(min(study.options["pair"], len(pairs) - BLOCKS), 0)
    rest = np.setdiff1d(np.arange(study.dim), pairs)
    return [*pairs[first : first + BLOCKS].ravel().tolist(), *rest.tolist()][: 2 * BLOCKS]


def block(study: Study, scheme: Scheme) -> Block:
    """Return the selected pair of a scheme, or its last one."""
    n, d, k = study.length, study.dim, study.offset
    pairs, turns = scheme.pairs(d), scheme.angles_at_offset(k, d, n)
    selected, p = min(study.options["pair"], len(pairs) - 1), min(study.position, n - 1 - k)
    pair, rows, (result, way) = pairs[selected], table(scheme, n, d), move(scheme, k, n, d)
    cells, added = result.matrix[np.ix_(pair, pair)], result.translation[pair]
    before, goal = rows[p, pair], rows[p + k, pair]
    angle = None if turns is None else float(turns[selected])
    return Block((int(pair[0]), int(pair[1])), p, cells, added, before, before @ cells + added, goal, angle, way)


def pair(study: Study, scheme: Scheme, block: Block) -> list[Claim]:
    """Effect of the shift on the selected pair of columns, and the frequency of a rotating pair."""
    (column, other), k, notes = block.pair, study.offset, []
    if block.start < study.position:
        notes.append(claim("clocks-pair-last", offset=k, position=study.position))
    columns = {"column": column, "other": other}
    if block.angle is not None:
        degrees = float(np.degrees(block.angle))
        turn = {"degrees": degrees, "rotations": int(abs(degrees) // 360), "value": abs(degrees) % 360}
        frequency = {"factor": block.angle / k, "offset": k, "angle": block.angle}
        return [*notes, claim("clocks-pair-rotates", **columns, **frequency, **turn)]
    if block.way == "addition":
        return [*notes, claim("clocks-pair-adds", **columns, offset=k)]
    here, there = map(float, block.goal)
    return [*notes, claim("clocks-pair-fits", **columns, position=block.start + k, here=here, there=there)]


def whole_matrix(study: Study, scheme: Scheme) -> Claim:
    """Structure of T(k): rotations in blocks, an addition, or a fit."""
    count, d = len(scheme.pairs(study.dim)), study.dim
    way = move(scheme, study.offset, study.length, d)[1]
    if way == "closed form" or unpaired_columns(scheme, d):
        # an unpaired column has a cell of its own
        return claim("clocks-matrix-blocks", count=count, dim=d, rest=d * d - 4 * count - (d - 2 * count))
    return claim("clocks-matrix-added" if way == "addition" else "clocks-matrix-fitted", scheme=scheme.name)


# The path


@shared_cache
def components(scheme: Scheme, length: int, dim: int) -> tuple[Array, Array]:
    """First four principal components and their shares of the variance: one more than is drawn."""
    result = geometry.principal_components(table(scheme, length, dim), 4)
    return read_only(result[0]), read_only(result[1])


def path(study: Study, scheme: Scheme) -> tuple[Array, tuple[int, ...], Array | None]:
    """Return the drawn coordinates, their columns (none for principal components), and the curve between positions."""
    n, d, axes = study.length, study.dim, "xy" if study.options["space"] == "2-D" else "xyz"
    if study.options["axes"] != "columns":
        return components(scheme, n, d)[0][:, : len(axes)], (), None
    columns = tuple(min(study.options[axis], d - 1) for axis in axes)
    fine = min(FINE // n, 16)
    if not scheme.real_positions or fine < 2:
        return table(scheme, n, d)[:, columns], columns, None
    curve = scheme.encode(np.arange(fine * (n - 1) + 1) / fine, d, length=n)[:, columns]
    return table(scheme, n, d)[:, columns], columns, np.asarray(curve, np.float64)


def picture(study: Study, scheme: Scheme, columns: tuple[int, ...]) -> list[Claim]:
    """Properties of the path: a straight line, explained variance, or circles and helices in `columns`."""
    n, d = study.length, study.dim
    along, beside, *_ = variances = components(scheme, n, d)[1]
    claims = []
    if distinct(scheme, n, d) == n > 2 and np.sqrt(beside) <= criteria.EQUAL * np.sqrt(along):
        claims.append(claim("clocks-line"))
    if columns and n > 1:
        claims += _circle(scheme, n, d, columns)
    if columns:
        return claims
    held = variances[: 2 if study.options["space"] == "2-D" else 3]
    if held.sum():
        claims.append(claim("clocks-held", count=int((held > 0).sum()), share=min(float(held.sum()), 1.0)))
    return claims


def _circle(scheme: Scheme, length: int, dim: int, columns: tuple[int, ...]) -> list[Claim]:
    """Return the number of rotations of the drawn columns, and columns that form a helix; empty without a pair."""
    drawn = [hand for hand in hands(scheme, length, dim) if {hand.sine, hand.cosine} <= set(columns)]
    if not drawn:
        return []
    column, other = sorted((drawn[0].sine, drawn[0].cosine))
    rotations = (length - 1) * abs(drawn[0].step) / (2 * np.pi)
    claims = [claim("clocks-circle-drawn", column=column, other=other, rotations=rotations)]
    for column in columns:
        values = table(scheme, length, dim)[:, column]
        if rotations >= 1 and (np.diff(values) > 0).all():
            claims.append(claim("clocks-helix", column=column, low=float(values[0]), high=float(values[-1])))
    return claims


def lattice() -> tuple[Array, Array]:
    """Positions 0 to 3 on the corners of a square: as two bits, and as a hand; shape (4, 2)."""
    return np.array([[0, 0], [1, 0], [0, 1], [1, 1]], float), quarter_turns(np.arange(4.0))


def lattice_steps() -> Claim:
    """Lengths of the steps of two bits, and of a hand, on the corners of a square."""
    bits, hand = (np.linalg.norm(np.diff(points, axis=0), axis=1) for points in lattice())
    return claim("clocks-lattice", low=float(bits.min()), high=float(bits.max()), value=float(hand[0]))


def quarter_turns(positions: Array) -> Array:
    """Tip of a hand that turns by 90° per position, on the circle through the corners of a square, shape (n, 2)."""
    turns = np.pi / 2 * positions - 3 * np.pi / 4
    return np.asarray(0.5 + np.sqrt(0.5) * np.stack((np.sin(turns), np.cos(turns)), axis=1))


# Misconceptions


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about shifts and paths."""
    rows, closed = table(Sinusoidal(), *SIZE), shift.closed_form(Sinusoidal(), 8, 64)
    assert closed
    backwards = shift.residual(shift.Move(closed.matrix.T, closed.translation), rows, 8)
    sines = rows[:, ::2]
    fitted = shift.block_fit(sines, 8, np.arange(32).reshape(-1, 2))
    angles = Sinusoidal().angles_at_offset(1, 128)
    assert angles is not None
    fast, slow = np.degrees(angles[[0, -1]]).tolist()
    neighbors = float(geometry.similarity(Sinusoidal(), 0, length=2, dim=128, kind="cosine")[1])
    spread = geometry.spread(geometry.norms(sines)).relative
    distances = float(geometry.distances_by_offset(sines, 64).relative.max())
    low, high = norm_range(Sinusoidal(), 512, 3)
    drawn, whole = (nearest(Sinusoidal(), 128, 16, count)[0] for count in (3, 0))
    return [
        claim("clocks-sign", share=backwards),
        claim("clocks-sines", share=spread, value=distances, factor=shift.residual(fitted, sines, 8)),
        claim("clocks-fast", degrees=fast, angle=slow, value=neighbors),
        claim("clocks-near", count=drawn, whole=whole, length=128),
        claim("clocks-odd", low=low, high=high),
        claim("clocks-matplotlib", rotations=499 / (2 * np.pi)),
    ]
