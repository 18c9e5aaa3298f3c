"""Shift: what is true of the shift by k, of one pair of columns, and of the table that training made."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.shift import numbers
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry, shift, table_rotations
from posenc_core.analysis.shift import Residual
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

SIZE = (128, 64)
"""Length and dimension of the misconceptions, whatever the page shows."""


@shared_cache
def discovery() -> Claim:
    """The waves that training found."""
    found = numbers.training().learned
    return claim("shift-discovery", count=len(found.waves), factor=float(found.ratios.mean()))


def cell(scheme: Scheme, study: Study) -> list[Claim]:
    """Whether one matrix shifts every position by k, and by how much the best misses later positions."""
    found = numbers.residuals(scheme, study.offset, study.length, study.dim)
    later = [each.unseen for each in found.values() if not np.isnan(each.unseen)]
    share = [claim("shift-residual", share=min(later) if min(later) > criteria.EQUAL else 0.0)] if later else []
    return [verdict(scheme, study), *share]


def verdict(scheme: Scheme, study: Study) -> Claim:
    """Whether one matrix shifts every position by k. Exactly one of these claims is true of an encoding."""
    n, d, k = study.length, study.dim, study.offset
    found, added = numbers.residuals(scheme, k, n, d), numbers.addition(scheme, k, n, d)
    blocks, affine, formula = found["blocks"], found["affine"], found.get("closed form")
    alone, seen = numbers.left_over(scheme, d), not affine.seen > criteria.EQUAL
    if scheme.rows_within(2 * n) == n and seen:
        return claim("shift-ends", end=n - 1, offset=k)
    if formula and not formula.seen > criteria.EQUAL:
        if formula.unseen > criteria.EQUAL:
            return claim("shift-rotates-length", offset=k)
        angles = scheme.angles_at_offset(k, d, n)
        count = d // 2 if angles is None else int(np.count_nonzero(angles))
        if count == d // 2:
            return claim("shift-rotates", count=count, offset=k)
        return claim("shift-rotates-some", count=count, whole=d // 2, offset=k)
    if added and np.abs(added.translation).max() <= criteria.EQUAL * np.abs(table(scheme, n, d)).max():
        return claim("shift-same", offset=k)
    if scheme.rows_within(2 * n) > n and np.isnan(blocks.unseen):
        return claim("shift-nothing-moves", offset=k)
    if _exact(blocks) or (not added and _exact(numbers.linear(scheme, k, n, d))):
        return claim("shift-linear", offset=k)
    if _exact(affine):
        return claim("shift-adds" if added else "shift-affine", offset=k)
    if added:
        return claim("shift-adds-length", offset=k)
    if alone:
        return claim("shift-unpaired", count=len(alone), column=alone[0], offset=k)
    return claim("shift-few", count=n - k, offset=k) if seen else claim("shift-none", offset=k)


def pair(study: Study, scheme: Scheme) -> list[Claim]:
    """What the shift does to the chosen pair of columns; or which pairs there are."""
    found, k = numbers.block(study, scheme), study.offset
    if found is None:
        return [claim("shift-pair-missing", count=len(scheme.pairs(study.dim)), dim=study.dim)]
    (column, other), arrives = found.pair, found.start + k
    last = [claim("shift-pair-last", offset=k, position=study.position)] if found.start < study.position else []
    named = {"column": column, "other": other}
    if found.angle is None:
        if found.way == "addition":
            return [claim("shift-pair-adds", **named, offset=k), *last]
        size = float(np.abs(found.goal).max()) or 1.0
        if np.abs(found.after - found.goal).max() <= criteria.EQUAL * size:
            return [claim("shift-pair-fits", **named, position=arrives), *last]
        goal = {"here": float(found.goal[0]), "there": float(found.goal[1])}
        return [claim("shift-pair-misses", **named, position=arrives, **goal), *last]
    if not found.angle:
        return [claim("shift-pair-still", **named), *last]
    degrees = float(np.degrees(found.angle))
    full, rest = divmod(abs(degrees), 360)
    more = [claim("shift-pair-full", count=int(full), degrees=rest)] * bool(full)
    return [claim("shift-pair-rotates", **named, offset=k, degrees=degrees), *more, *last]


def matrices(study: Study, drawn: int) -> list[Claim]:
    """Whose matrices compose, and which part of them is drawn."""
    size = (study.offset, study.length, study.dim)
    formula = tuple(s.name for s in study.schemes if numbers.move(s, *size)[1] == "closed form")
    found = [claim("shift-composes", schemes=formula)] * bool(formula)
    return found + [claim("shift-drawn", count=drawn, dim=study.dim)] * (drawn < study.dim)


def later(study: Study) -> list[Claim]:
    """Why a residual may say nothing."""
    n, k = study.length, study.offset
    ends = [(s.name, s.rows_within(2 * n)) for s in study.schemes if s.rows_within(2 * n) < 2 * n]
    found = [claim("shift-later-ends", scheme=name, end=count - 1) for name, count in ends]
    return found + [claim("shift-later-few", count=n - k)] * (n - k <= study.dim + 1)


@shared_cache
def free_fits() -> list[Claim]:
    """What a least-squares fit finds in random numbers, and what it misses of the sinusoid."""
    rows, more = np.random.default_rng(0).normal(size=(2, 50, 128))
    fitted = shift.Move(np.linalg.lstsq(rows[:-8], rows[8:], rcond=None)[0], np.zeros(128))
    slow, random = shift.residuals(Sinusoidal(), 8, *SIZE)["affine"], shift.residual(fitted, more, 8)
    return [
        claim("shift-later-random", rows=len(rows), width=rows.shape[1], share=random),
        claim("shift-later-slow", share=slow.unseen),
    ]


@shared_cache
def training() -> list[Claim]:
    """How the waves are found, how exact they are, and what is special about them."""
    made = numbers.training()
    found, first = made.learned, made.first
    low, high = _ends(found.ratios)
    here, there = min(map(_ends, (each.ratios for each in made.untrained.values())), key=lambda ends: ends[1] / ends[0])
    fastest = [float(half.wavelengths[0]) for half in made.parts]
    where = {"position": found.rows[0], "end": found.rows[1]}
    return [
        claim("shift-trained-found", cells=table_rotations.DIRECTIONS, share=found.share, value=found.unseen, **where),
        claim("shift-trained-drift", here=fastest[0], there=fastest[1]),
        claim("shift-trained-even", low=low, high=high, here=here, there=there),
        claim("shift-trained-first", norm=first.norm, low=first.smallest, high=first.largest),
    ]


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """What is often believed of shifts, and what is so."""
    rows, known = table(Sinusoidal(), *SIZE), shift.closed_form(Sinusoidal(), 8, 64)
    assert known
    backwards = shift.residual(shift.Move(known.matrix.T, known.translation), rows, 8)
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


def _ends(ratios: Array) -> tuple[float, float]:
    return float(ratios.min()), float(ratios.max())


def _exact(found: Residual) -> bool:
    """Compare the residuals of a map at every position with 0; vectors that do not move have none."""
    return found.unseen <= criteria.EQUAL and not found.seen > criteria.EQUAL
