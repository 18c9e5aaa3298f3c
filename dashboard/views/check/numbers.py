"""Check: what a table is found to be, and what of it is drawn.

What is kept holds no table: pictures, curves and sentences alone, however large the table was.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.measurements import read_only
from dashboard.numbers.memory import shared_cache
from posenc_core import Scheme, diagnosis
from posenc_core.analysis import geometry, pictures
from posenc_core.analysis.pictures import Picture
from posenc_core.arrays import Array
from posenc_core.diagnosis import Diagnosis, Kind, Pairs, State, biases
from posenc_core.diagnosis.words import Advice, advice, evidence, verdict
from posenc_core.text.messages import Claim, claim

CELLS = 512
"""Most rows and columns of each of the three pictures."""

DRAWN = 1e-30, 1e30
"""The largest number of a table whose colors can be told: 32 bits have no room for others."""

STRONGER = 4
"""How many times smaller than the table a difference is that has a separate scale."""


STRONGEST = 4
"""How many times the usual number has the strongest color: one that is far larger would make all others pale."""

ROUNDING = 1e-9
"""Shares of a usual column or row below are what float64 leaves on the way."""

DECIDED = ("bug", "different", "unknown")
"""States in which some columns or rows are not explained, or not what was meant."""


class Against(NamedTuple):
    """What a table is compared with, and the difference."""

    name: str | Claim
    meant: bool
    """Whether it is what the code with the bug should have made."""
    other: Picture
    rest: Picture
    rows: Array
    """What is left of each row: a norm over that of a usual row. (n,)"""
    columns: Array
    """The same of each column. (d,)"""
    frequencies: Array
    """How far its pairs rotate per position, in radians; empty where none does. (m,)"""


class Account(NamedTuple):
    """What a table is found to be."""

    state: State
    kind: Kind
    size: tuple[int, int]
    """As given."""
    transposed: bool
    """Whether all that follows is of the transposed table."""
    noise: float
    verdict: str
    evidence: list[str]
    advice: Advice | None
    picture: Picture | None
    """None where its numbers are too large or too small to be drawn."""
    usual: float
    """The root of the mean square of its numbers."""
    against: Against | None
    pairs: Pairs | None
    beside: Scheme | None
    """What to look at beside it on other pages."""

    @property
    def largest(self) -> float:
        """The largest number of the table and of what it is compared with, as they are drawn."""
        drawn = [self.picture, *([self.against.other] if self.against else [])]
        return max((float(np.abs(each.means).max()) for each in drawn if each), default=0.0)


@shared_cache
def account(yours: Scheme) -> Account:
    """What a table is found to be, and the evidence; made once a table. ValueError for one that cannot be diagnosed."""
    n, d = yours.own_size or (1, 1)
    table = yours.encode(range(n), d).astype(np.float64, copy=False)
    found = diagnosis.diagnose(table)
    if found.transposed:
        table = np.ascontiguousarray(table.T)
    largest = float(np.abs(table).max())
    drawn = DRAWN[0] <= largest <= DRAWN[1] or not largest
    return Account(
        found.state,
        found.best.kind,
        found.size,
        found.transposed,
        found.noise,
        verdict(found),
        evidence(found),
        advice(found),
        _picture(table) if drawn else None,
        float(np.linalg.norm(table / (largest or 1.0))) * largest / np.sqrt(table.size),
        _against(table, found) if drawn else None,
        found.pairs,
        shown.scheme if (shown := _shown(found)) else None,
    )


def _shown(found: Diagnosis) -> diagnosis.Account | None:
    """The answer, or what is nearest where there is none."""
    return found.runner_up if found.state == "unknown" else found.best


def _picture(table: Array) -> Picture:
    made = pictures.picture(table, height=CELLS, width=CELLS)
    return made._replace(means=read_only(made.means.astype(np.float32)))


def _against(table: Array, found: Diagnosis) -> Against | None:
    """What is left between a table and what it is, or should have been, or is nearest to; None where nothing is."""
    account = _shown(found)
    if account is None or found.state == "kind":
        return None
    n, d = table.shape
    name: str | Claim
    meant = account.scheme if found.best.kind == "mistake" else None
    if meant and not meant.unsupported_reason("vectors", n, d):
        other, name = geometry.vectors(meant, length=n, dim=d), meant.name
    else:
        meant, other = None, account.numbers()
        name = claim("check-bug", name=account.name) if account.kind == "mistake" else account.name
    if other.shape != table.shape or not np.isfinite(other).all():
        return None
    if found.best.kind == "bias" and (hidden := biases.masked(table)) is not None:
        # what a mask hides is no number that a bias explains
        other = np.where(hidden, table, other)
    rest = table - other
    size = float(np.linalg.norm(table)) or 1.0
    angles = account.scheme.angles_at_offset(1, d, n) if account.scheme else None
    return Against(
        name,
        meant is not None,
        _picture(other),
        _picture(rest),
        read_only(np.linalg.norm(rest, axis=1) * np.sqrt(n) / size),
        read_only(np.linalg.norm(rest, axis=0) * np.sqrt(d) / size),
        read_only(np.empty(0) if angles is None else np.asarray(angles, float)),
    )


def limits(account: Account) -> tuple[float, float]:
    """The numbers that have the strongest color: in the table and what it is compared with, and in the difference."""
    against = account.against
    usual = max(account.usual, float(np.sqrt(np.square(against.other.means).mean())) if against else 0.0)
    limit = float(min(account.largest, STRONGEST * usual)) or 1.0
    rest = float(np.abs(against.rest.means).max()) if against and seen(against.columns) else 0.0
    # a small difference has a separate scale
    return limit, rest if 0 < rest < limit / STRONGER else limit


def seen(left: Array) -> bool:
    """Whether something is left but rounding."""
    return bool(left.max() > ROUNDING)


def evenly(values: Array) -> bool:
    """Whether there is no largest, but for rounding."""
    return bool(values.max() - values.min() <= ROUNDING * values.max())


def decides(account: Account) -> bool:
    """Whether it matters of which columns and rows something is left: not where all that is left is rounding."""
    against = account.against
    return bool(against and seen(against.columns) and (account.state in DECIDED or account.noise > 0))


def measurable(pairs: Pairs) -> NDArray[np.bool_]:
    """Which pairs have a positive frequency, and so a place on a log axis."""
    return np.isfinite(pairs.frequencies) & (pairs.frequencies > 0)
