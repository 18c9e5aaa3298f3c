"""What is this table? Every account that may explain it is tried; the plainest of those that explain it is taken.

All accounts are compared in one currency: how much they leave of the table (the misfit), and how much they take to say.
An account explains a table when what it leaves is rounding, or looks like chance and is small. Where none does, the
table may be learned or random; else it is not known, and the nearest account is named as such.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.arrays import Array, real_numbers
from posenc_core.diagnosis import chance, codes, fourier, grids, learned, offsets, storage, waves_seen, written
from posenc_core.diagnosis.reading import Diagnosis, Pairs, Reading, Seen
from posenc_core.diagnosis.turning_pairs import turning, turns
from posenc_core.source import Source

SAME = 3.0
"""Nats between accounts that no table of this kind can tell apart."""


PLAIN = (codes.readings, offsets.readings, grids.readings, fourier.readings, learned.known)
"""What has accounts of a table besides waves, that say every number."""


def diagnose(table: ArrayLike, *, between: Callable[[], None] | None = None) -> Diagnosis:
    """What a table of numbers is, with which parameters, how far off, and what else is equally true. (n, d)

    A row is a position; a table that has a column for each is turned over. ValueError for anything that is no finite
    `(n, d)` array of real numbers; negative infinity above the diagonal is a causal mask.
    """
    with np.errstate(all="ignore"):
        return _diagnosis(table)


def _diagnosis(table: ArrayLike) -> Diagnosis:
    given = real_numbers("table", table, 2)
    hidden = offsets.hidden(given.astype(np.float64, copy=False)) if given.size else None
    if hidden is not None:
        given = np.where(hidden, 0.0, given)
    source = Source.of(given, None, None)
    seen = _seen(source.rows(0, source.length), hidden)
    judged = _judged(seen)
    # one row or two are too little to be taken for columns
    if judged.best is None and hidden is None and min(seen.numbers.shape) > 2:
        turned = _seen(np.ascontiguousarray(seen.numbers.T), None)
        other = _judged(turned)
        if other.best is not None:
            return _told(turned, other, transposed=True)
    return _told(seen, judged, transposed=False)


class _Judged(NamedTuple):
    """Accounts of a table, the best first."""

    groups: Sequence[Sequence[Reading]]
    """Names for the same numbers stand together, the plainest first."""
    best: Reading | None
    """The first, where it explains the table."""
    left: chance.Left = chance.Left(0.0, ())


def _seen(numbers: Array, hidden: NDArray[np.bool_] | None) -> Seen:
    size = float(np.abs(numbers).max())
    norm = size * float(np.linalg.norm(numbers / size)) if size else 0.0
    return Seen(
        numbers,
        storage.storage(numbers),
        norm,
        # what a mask hides is no zero
        storage.zero_rows(numbers if hidden is None else np.where(hidden, 1.0, numbers)),
        storage.repeated_rows(numbers),
        hidden,
    )


def _judged(seen: Seen) -> _Judged:
    groups: list[Sequence[Reading]] = [[each] for of in PLAIN for each in of(seen)]
    groups += waves_seen.readings(seen)
    judged = _explained(seen, groups)
    if judged.best is None:
        judged = _explained(seen, [*groups, *([each] for each in written.readings(seen))])
    return judged


def _explained(seen: Seen, groups: Sequence[Sequence[Reading]]) -> _Judged:
    """Accounts in the order of what the table says for them, the first of those that explain it before all others."""
    ranked = sorted(groups, key=lambda group: _score(seen, group[0]))
    for place, group in enumerate(ranked[:3]):
        left = chance.left(seen, group[0])
        if left is not None:
            ranked.insert(0, ranked.pop(place))
            return _Judged(ranked, group[0], left)
    return _Judged(ranked, None)


def _score(seen: Seen, reading: Reading) -> float:
    """In nats: what the table says against an account, and what it takes to say."""
    return seen.numbers.size * float(np.log(max(reading.misfit, seen.floor))) + reading.cost


def _told(seen: Seen, judged: _Judged, *, transposed: bool) -> Diagnosis:
    """The judgement with its evidence."""
    n, d = seen.numbers.shape
    facts: Mapping[str, float] = {}
    equal: tuple[Reading, ...] = ()
    runner_up: Reading | None
    if judged.best is not None:
        best, (first, *others) = judged.best, judged.groups
        alike = [
            each for each in others if _score(seen, each[0]) - each[0].cost - (_score(seen, best) - best.cost) < SAME
        ]
        # two fits of one shape may end in the same words
        others_said = [*first[1:], *(each[0] for each in alike if each[0].cost <= best.cost + SAME)]
        equal = tuple({str(each): each for each in others_said if str(each) != str(best)}.values())
        runner_up = next((each[0] for each in others if each not in alike), None)
        nearest: Reading | None = best
        if best.kind == "learned":
            facts = learned.facts(seen)
        if transposed and best.kind == "scheme":
            best = replace(best, kind="mistake", name="transposed")
    else:
        runner_up = nearest = judged.groups[0][0] if judged.groups else None
        best = Reading("unknown", "unknown", {}, nearest.misfit if nearest else float("nan"))
        if nearest and nearest.misfit <= chance.EXPLAINED and not chance.enough(seen, nearest):
            # it may be this, or as well something else
            facts = {"too few numbers": float(np.count_nonzero(seen.numbers))}
        for reading, measured in learned.readings(seen):
            best, facts = reading, measured
            break
    made = None if nearest is None else nearest.numbers()
    if made is not None and runner_up is not None and nearest is runner_up:
        # what is far off was compared with some of the numbers
        runner_up = replace(runner_up, misfit=seen.misfit(made))
        best = replace(best, misfit=runner_up.misfit) if best.kind == "unknown" else best
    rows, columns = _left(seen, made)
    return Diagnosis(
        (d, n) if transposed else (n, d),
        seen.storage,
        best,
        equal,
        runner_up,
        transposed,
        judged.left.noise,
        rows,
        columns,
        seen.zero_rows,
        seen.repeated_rows,
        _pairs(seen, made),
        facts,
        judged.left.cells,
    )


def _pairs(seen: Seen, made: Array | None) -> Pairs | None:
    """The pairs of columns, where they turn: as measured, and as the same measurement has them of an account."""
    found = turning(seen.numbers) if seen.norm and seen.hidden is None else None
    if found is None:
        return None
    expected = np.full(found.frequencies.shape, np.nan) if made is None else turns(made, found.columns).frequencies
    return found.compared(expected)


def _left(seen: Seen, made: Array | None) -> tuple[Array, Array]:
    """What an account leaves of each row and of each column, over what one holds on average."""
    n, d = seen.numbers.shape
    if made is None or not seen.norm:
        return np.full(n, np.nan), np.full(d, np.nan)
    size = float(np.abs(seen.numbers).max())
    squares = np.square((seen.numbers - made) / size)
    whole = seen.norm / size
    return np.sqrt(squares.sum(1) * n) / whole, np.sqrt(squares.sum(0) * d) / whole
