"""Claims of Shift: the shift by k, and one pair of columns."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.shift import numbers
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry, shift
from posenc_core.analysis.shift import Residual
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

SIZE = (128, 64)
"""Length and dimension for the misconceptions, independent of the page."""


def verdict(scheme: Scheme, study: Study) -> Claim:
    """Kind of the shift by k; exactly one claim applies to an encoding."""
    n, d, k = study.length, study.dim, study.offset
    fits, added = numbers.residuals(scheme, k, n, d), numbers.addition(scheme, k, n, d)
    blocks, affine, formula = fits["blocks"], fits["affine"], fits.get("closed form")
    alone, is_exact = numbers.unpaired_columns(scheme, d), not affine.seen > criteria.EQUAL
    if scheme.rows_within(2 * n) == n and is_exact:
        return claim("shift-ends", end=n - 1)
    if formula and not formula.seen > criteria.EQUAL:
        return _rotation(scheme, study, formula)
    if added and np.abs(added.translation).max() <= criteria.EQUAL * np.abs(table(scheme, n, d)).max():
        return claim("shift-same")
    if scheme.rows_within(2 * n) > n and np.isnan(blocks.unseen):
        return claim("shift-nothing-moves")
    if _exact(blocks) or (not added and _exact(numbers.linear(scheme, k, n, d))):
        return claim("shift-linear")
    if added:
        return _sum(added.translation, study, depends=not _exact(affine))
    if _exact(affine):
        return claim("shift-affine")
    if alone:
        return claim("shift-unpaired", count=len(alone), column=alone[0])
    if is_exact:
        return claim("shift-few", count=n - k, share=affine.unseen)
    return claim("shift-none", share=numbers.miss(scheme, k, n, d))


def _rotation(scheme: Scheme, study: Study, formula: Residual) -> Claim:
    """Rotation in closed form, with the angle of the drawn pair."""
    angles = scheme.angles_at_offset(study.offset, study.dim, study.length)
    assert angles is not None
    drawn = _rotated(angles[min(study.options["pair"], len(angles) - 1)])
    if formula.unseen > criteria.EQUAL:
        return claim("shift-rotates-length", **drawn)
    if count := len(angles) - np.count_nonzero(angles):
        return claim("shift-rotates-some", count=len(angles) - count, whole=len(angles), **drawn)
    return claim("shift-rotates", **drawn)


def _rotated(angle: float) -> dict[str, float]:
    """Angle in degrees, its full rotations, and the degrees beyond them."""
    degrees = float(np.degrees(angle))
    return {"degrees": degrees, "rotations": int(abs(degrees) // 360), "value": abs(degrees) % 360}


def _sum(added: Array, study: Study, *, depends: bool) -> Claim:
    """Constant that the shift adds; `depends` if it depends on n."""
    steps = added[np.abs(added) > criteria.EQUAL * np.abs(added).max()]
    value, n, k = float(steps[0]), study.length, study.offset
    if np.ptp(steps) <= criteria.EQUAL * abs(value):
        if not depends:
            return claim("shift-adds", value=value)
        for whole in (n - 1, n):
            if abs(value * whole - k) <= criteria.EQUAL * k:
                return claim("shift-adds-share", offset=k, whole=whole)
    return claim("shift-adds-vector")


def marks(study: Study) -> list[Claim]:
    """Meaning of the marks in all pictures, and whether another position than the selected one is highlighted."""
    n, d, k, p = study.length, study.dim, study.offset, study.position
    last = [claim("shift-pair-last", offset=k, position=p)] if p + k >= n else []
    return [claim("shift-marks", offset=k, length=n, dim=d), *last]


def drawn_columns(study: Study, scheme: Scheme) -> Claim:
    """Columns of the picture of an encoding."""
    panel = numbers.panel(study, scheme)
    if not panel.up:
        return claim("shift-drawn-one")
    if len(panel.across) > 1:
        return claim("shift-drawn-bits", lengths=tuple(panel.across), others=tuple(panel.up))
    turns = scheme.angles_at_offset(1, study.dim, study.length) is not None
    id = "shift-drawn-waves" if turns else "shift-drawn-pair"
    return claim(id, column=panel.up[0], other=panel.across[0], dim=study.dim)


def pair(study: Study, scheme: Scheme) -> list[Claim]:
    """Effect of the shift on the selected pair of columns, or the number of pairs if it does not exist."""
    block, k = numbers.block(study, scheme), study.offset
    if block is None:
        return [claim("shift-pair-missing", count=len(scheme.pairs(study.dim)), dim=study.dim)]
    (column, other), arrives = block.pair, block.start + k
    last = [claim("shift-pair-last", offset=k, position=study.position)] if block.start < study.position else []
    columns = {"column": column, "other": other}
    if block.angle is None:
        if block.way == "addition":
            return [claim("shift-pair-adds", **columns, offset=k), *last]
        size = float(np.abs(block.goal).max()) or 1.0
        if np.abs(block.after - block.goal).max() <= criteria.EQUAL * size:
            return [claim("shift-pair-fits", **columns, position=arrives), *last]
        goal = {"here": float(block.goal[0]), "there": float(block.goal[1])}
        return [claim("shift-pair-misses", **columns, position=arrives, **goal), *last]
    if not block.angle:
        return [claim("shift-pair-still", **columns), *last]
    return [claim("shift-pair-rotates", **columns, offset=k, **_rotated(block.angle)), *last]


def derivation(study: Study, scheme: Scheme) -> list[Claim]:
    """Frequency of the selected pair and blocks of T(k), or the reason for no derivation."""
    block, count, d = numbers.block(study, scheme), len(scheme.pairs(study.dim)), study.dim
    if block is None:
        return pair(study, scheme)
    if block.angle is None:
        return [claim("shift-why-none", scheme=scheme.name)]
    (column, other), k = block.pair, study.offset
    return [
        claim("shift-why", column=column, other=other, value=block.angle / k, offset=k, angle=block.angle),
        # an unpaired column has a cell of its own
        claim("shift-why-blocks", count=count, dim=d, rest=d * d - 4 * count - (d - 2 * count)),
    ]


def matrices(study: Study, drawn_size: int) -> list[Claim]:
    """Return the encodings whose matrices compose, and the size of the drawn part."""
    size = (study.offset, study.length, study.dim)
    closed = tuple(s.name for s in study.schemes if numbers.move(s, *size)[1] == "closed form")
    notes = [claim("shift-composes", schemes=closed)] if closed else []
    if drawn_size < study.dim:
        notes.append(claim("shift-shown", count=drawn_size, dim=study.dim))
    return notes


def later(study: Study) -> list[Claim]:
    """Reasons for undefined residuals."""
    n, k = study.length, study.offset
    ends = [(s.name, s.rows_within(2 * n)) for s in study.schemes if s.rows_within(2 * n) < 2 * n]
    reasons = [claim("shift-later-ends", scheme=name, end=count - 1) for name, count in ends]
    if n - k <= study.dim + 1:
        reasons.append(claim("shift-later-few", count=n - k))
    return reasons


@shared_cache
def free_fits() -> list[Claim]:
    """Least-squares fits of random numbers, and of the sinusoid."""
    rows, more = np.random.default_rng(0).normal(size=(2, 50, 128))
    fitted = shift.Move(np.linalg.lstsq(rows[:-8], rows[8:], rcond=None)[0], np.zeros(128))
    slow, random = shift.residuals(Sinusoidal(), 8, *SIZE)["affine"], shift.residual(fitted, more, 8)
    return [
        claim("shift-later-random", rows=len(rows), width=rows.shape[1], share=random),
        claim("shift-later-slow", share=slow.unseen),
    ]


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about shifts."""
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
    return [
        claim("shift-sign", share=backwards),
        claim("shift-sines", share=norms, value=distances, factor=shift.residual(fitted, sines, 8)),
        claim("shift-fast", degrees=fast, angle=slow, value=neighbors),
    ]


def _exact(fit: Residual) -> bool:
    """Return whether the residuals are 0; constant vectors have none."""
    return fit.unseen <= criteria.EQUAL and not fit.seen > criteria.EQUAL
