"""Claims of Clocks: the shift by k, hands and bits, one pair of columns, the path, and norms."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.clocks import numbers
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry, shift
from posenc_core.analysis.shift import Residual
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

SIZE = (128, 64)
"""Length and dimension for the misconceptions, independent of the page."""


# The figure


def opening(study: Study, scheme: Scheme) -> Claim:
    """Kind of the figure: hands or tiles."""
    has_hands = numbers.hands(scheme, study.length, study.dim)
    return claim("clocks-hands") if has_hands else claim("clocks-tiles", scheme=scheme.name)


def drawn(study: Study, scheme: Scheme) -> list[Claim]:
    """Count the drawn hands or columns, and name what has none."""
    shown, n, d = numbers.strips(scheme, study.length, study.dim), study.length, study.dim
    count, whole = shown.rows.shape[1], shown.whole
    if not shown.hands:
        still = d - int(np.count_nonzero(np.ptp(table(scheme, n, d), axis=0)))
        return [claim("clocks-drawn-columns", count=count, whole=whole, rest=still, dim=d)]
    notes = [claim("clocks-drawn-hands", count=count, whole=whole, offset=study.offset)]
    if still := len(scheme.pairs(d)) - whole:
        notes.append(claim("clocks-drawn-still", count=still))
    return notes + [claim("clocks-drawn-alone", column=column) for column in numbers.unpaired_columns(scheme, d)[:1]]


# The shift


def verdict(scheme: Scheme, study: Study) -> Claim:
    """Kind of the shift by k; exactly one claim applies to an encoding."""
    n, d, k = study.length, study.dim, study.offset
    (fits, share), added = numbers.residuals(scheme, k, n, d), numbers.addition(scheme, k, n, d)
    blocks, affine, formula = fits["blocks"], fits["affine"], fits.get("closed form")
    alone, is_exact = numbers.without_partner(scheme, n, d), not affine.seen > criteria.EQUAL
    if scheme.rows_within(2 * n) == n and is_exact:
        return claim("clocks-ends", end=n - 1)
    if formula and not formula.seen > criteria.EQUAL:
        return _rotation(scheme, study, formula)
    if added and np.abs(added.translation).max() <= criteria.EQUAL * np.abs(table(scheme, n, d)).max():
        return claim("clocks-same")
    if scheme.rows_within(2 * n) > n and np.isnan(blocks.unseen):
        return claim("clocks-nothing-moves")
    if _exact(blocks):
        return claim("clocks-linear")
    if alone:
        # a fit of close frequencies may be exact up to rounding
        return claim("clocks-unpaired", count=len(alone), column=alone[0])
    if is_exact and _exact(numbers.linear(scheme, k, n, d)):
        return claim("clocks-linear")
    if added:
        return _sum(added.translation, study, depends=not _exact(affine))
    if _exact(affine):
        return claim("clocks-affine")
    if is_exact:
        return claim("clocks-few", count=n - k, share=affine.unseen)
    if broken := numbers.broken_sum(scheme, k, n, d):
        start, end, here, there = broken
        return claim("clocks-none-sums", start=start, end=end, position=here, other=there, offset=k, share=share)
    return claim("clocks-none", share=share)


def _rotation(scheme: Scheme, study: Study, formula: Residual) -> Claim:
    """Rotation in closed form, with the number of rotating pairs."""
    angles = scheme.angles_at_offset(study.offset, study.dim, study.length)
    assert angles is not None
    if formula.unseen > criteria.EQUAL:
        return claim("clocks-rotates-length")
    count = np.count_nonzero(angles)
    if count < len(angles):
        return claim("clocks-rotates-some", count=count, whole=len(angles))
    return claim("clocks-rotates", count=count)


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


def cell(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    claims = [claim("clocks-cell-distinct", count=numbers.distinct(scheme, length, dim), length=length)]
    if length > 2:
        neighbors, ties = numbers.nearest(scheme, length, dim)
        claims.append(claim("clocks-cell-nearest", count=neighbors, ties=ties, length=length))
    low, high = _norms(scheme, length, dim)
    if high - low <= criteria.EQUAL * high:
        return [*claims, claim("clocks-cell-norm", norm=high)]
    return [*claims, claim("clocks-cell-norms", low=low, high=high)]


def norm(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Consequence of the norms for the path; empty for a single position."""
    low, high = _norms(scheme, length, dim)
    if length == 1:
        return []
    if high - low <= criteria.EQUAL * high:
        return [claim("clocks-sphere", scheme=scheme.name)] if high else []
    lone = set(range(dim)) - set(scheme.pairs(dim).ravel().tolist()) if scheme.unpaired_wave(dim) else set()
    return [claim("clocks-norms", scheme=scheme.name), *(claim("clocks-lone", column=j) for j in lone)]


def _norms(scheme: Scheme, length: int, dim: int) -> tuple[float, float]:
    norms = geometry.norms(table(scheme, length, dim))
    return float(norms.min()), float(norms.max())


# One pair


def pair(study: Study, scheme: Scheme) -> list[Claim]:
    """Effect of the shift on the selected pair of columns, and the frequency of a rotating pair."""
    block, k, d = numbers.block(study, scheme), study.offset, study.dim
    if block is None:
        return [claim("clocks-pair-missing", dim=d)]
    (column, other), arrives, count = block.pair, block.start + k, len(scheme.pairs(d))
    notes = [claim("clocks-pair-beyond", other=study.options["pair"], last=str(count - 1))]
    notes = notes if study.options["pair"] >= count else []
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
    return [*notes, claim("clocks-pair-fits", **columns, position=arrives, here=here, there=there)]


def whole_matrix(study: Study, scheme: Scheme) -> Claim:
    """Structure of T(k): rotations in blocks, an addition, or a fit."""
    way, count, d = (
        numbers.move(scheme, study.offset, study.length, study.dim)[1],
        len(scheme.pairs(study.dim)),
        study.dim,
    )
    if way == "closed form" or numbers.unpaired_columns(scheme, d):
        # an unpaired column has a cell of its own
        return claim("clocks-matrix-blocks", count=count, dim=d, rest=d * d - 4 * count - (d - 2 * count))
    return claim(f"clocks-matrix-{'added' if way == 'addition' else 'fitted'}", scheme=scheme.name)


# The path


def picture(study: Study, scheme: Scheme, columns: tuple[int, ...]) -> list[Claim]:
    """Properties of the path: a straight line, explained variance, or circles and helices in `columns`."""
    n, d = study.length, study.dim
    matrix, hands = table(scheme, n, d), numbers.hands(scheme, n, d)
    along, beside, *_ = variances = geometry.principal_components(matrix, 4)[1]
    is_line = numbers.distinct(scheme, n, d) == n > 2 and np.sqrt(beside) <= criteria.EQUAL * np.sqrt(along)
    claims = [claim("clocks-line")] if is_line else []
    if columns:
        return claims + (_circle(hands, matrix, columns) if n > 1 else [])
    held = variances[: 2 if study.options["space"] == "2-D" else 3]
    if not held.sum():
        return claims
    return [*claims, claim("clocks-held", count=int((held > 0).sum()), share=min(float(held.sum()), 1.0))]


def _circle(hands: list[numbers.Hand], matrix: Array, columns: tuple[int, ...]) -> list[Claim]:
    """Return the number of rotations of the drawn columns, and columns that form a helix; empty without a pair."""
    hand = next((hand for hand in hands if {hand.sine, hand.cosine} <= set(columns)), None)
    if not hand:
        return []
    column, other = sorted((hand.sine, hand.cosine))
    rotations = (len(matrix) - 1) * abs(hand.step) / (2 * np.pi)
    circle = [claim("clocks-circle-drawn", column=column, other=other, rotations=rotations)]
    rising = [column for column in columns if rotations >= 1 and (np.diff(matrix[:, column]) > 0).all()]
    ends = [(column, float(matrix[0, column]), float(matrix[-1, column])) for column in rising]
    return circle + [claim("clocks-helix", column=column, low=low, high=high) for column, low, high in ends]


def lattice() -> Claim:
    """Lengths of the steps of two bits, and of a hand, on the corners of a square."""
    bits, hand = (np.linalg.norm(np.diff(points, axis=0), axis=1) for points in numbers.lattice())
    return claim("clocks-lattice", low=float(bits.min()), high=float(bits.max()), value=float(hand[0]))


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
    norms = geometry.spread(geometry.norms(sines)).relative
    distances = float(geometry.distances_by_offset(sines, 64).relative.max())
    low, high = _norms(Sinusoidal(), 512, 3)
    drawn, whole = (numbers.nearest(Sinusoidal(), 128, 16, count)[0] for count in (3, 0))
    return [
        claim("clocks-sign", share=backwards),
        claim("clocks-sines", share=norms, value=distances, factor=shift.residual(fitted, sines, 8)),
        claim("clocks-fast", degrees=fast, angle=slow, value=neighbors),
        claim("clocks-near", count=drawn, whole=whole, length=128),
        claim("clocks-odd", low=low, high=high),
        claim("clocks-matplotlib", rotations=499 / (2 * np.pi)),
    ]
