"""Check: what a table is found to be, and what of it is drawn.

What is kept holds no table: pictures, curves and sentences alone, however large the table was.
"""

from typing import NamedTuple, TypeGuard

import numpy as np

from dashboard.memory import kept
from dashboard.views.measurements import read_only
from posenc_core import Scheme, geometry, pictures
from posenc_core.arrays import Array
from posenc_core.diagnosis import Diagnosis, Kind, Reading, Storage, diagnose
from posenc_core.diagnosis.reading import Pairs
from posenc_core.diagnosis.words import NEAR, Advice, advice, evidence, verdict
from posenc_core.pauses import pause
from posenc_core.pictures import Picture

CELLS = 512
"""Most rows and columns of each of the three pictures."""

DRAWN = 1e-30, 1e30
"""The largest number of a table whose colours can be told: 32 bits have no room for others."""

STRONGER = 4
"""How many times smaller than the table a difference is that has a scale of its own."""


class Against(NamedTuple):
    """What a table is held against, and what is left of it."""

    name: str
    meant: bool
    """Whether it is what a mistaken table should have been."""
    other: Picture
    rest: Picture
    rows: Array
    """What is left of each row: a norm over that of a usual row. (n,)"""
    columns: Array
    """The same of each column. (d,)"""
    frequencies: Array
    """How far its pairs turn with a token, in radians; empty where none does. (m,)"""


class Account(NamedTuple):
    """What a table is found to be."""

    kind: Kind
    size: tuple[int, int]
    """As given."""
    stored: Storage
    transposed: bool
    """Whether all that follows is of the table turned over."""
    noise: float
    apart: bool
    """Whether single numbers stand apart from what explains all others."""
    verdict: str
    evidence: list[str]
    advice: Advice | None
    readings: list[tuple[str, Reading]]
    """What each of the accounts is beside the others, and the account, without its numbers."""
    picture: Picture | None
    """None where its numbers are too large or too small to be drawn."""
    usual: float
    """The root of the mean square of its numbers."""
    against: Against | None
    norms: Array
    """Of each row. (n,)"""
    pairs: Pairs | None
    beside: Scheme | None
    """What to look at beside it on other pages."""


@kept
def account(yours: Scheme) -> Account:
    """What a table is found to be, and the evidence; made once a table."""
    n, d = yours.own_size or (1, 1)
    table = yours.encode(range(n), d).astype(np.float64, copy=False)
    found = diagnose(table, between=pause)
    if found.transposed:
        table = np.ascontiguousarray(table.T)
    largest = float(np.abs(table).max())
    drawn = DRAWN[0] <= largest <= DRAWN[1] or not largest
    return Account(
        found.best.kind,
        found.size,
        found.storage,
        found.transposed,
        found.noise,
        bool(found.cells),
        verdict(found),
        evidence(found),
        advice(found),
        _readings(found),
        _picture(table) if drawn else None,
        float(np.linalg.norm(table / (largest or 1.0))) * largest / np.sqrt(table.size),
        _against(table, found) if drawn else None,
        read_only(geometry.norms(table)) if drawn else np.empty(0),
        found.pairs,
        reading.scheme if (reading := _explains(found)) else None,
    )


def _readings(found: Diagnosis) -> list[tuple[str, Reading]]:
    """Every account there is, the best first, each without the function that makes its numbers: it holds a table."""
    said = [("the answer", found.best)] if found.best.kind != "unknown" else []
    said += [("the same numbers", each) for each in found.equal]
    if _is_near(found.runner_up):
        said.append(("the nearest" if found.best.kind == "unknown" else "the next", found.runner_up))
    return [(what, Reading(each.kind, each.name, each.parameters, each.misfit, each.scheme)) for what, each in said]


def _is_near(reading: Reading | None) -> TypeGuard[Reading]:
    """Whether an account that is not the answer comes near enough to be named."""
    return reading is not None and reading.misfit < NEAR


def _explains(found: Diagnosis) -> Reading | None:
    """The answer, or what comes near where there is none."""
    if found.best.kind != "unknown":
        return found.best
    return found.runner_up if _is_near(found.runner_up) else None


def _picture(table: Array) -> Picture:
    made = pictures.picture(table, height=CELLS, width=CELLS)
    return made._replace(means=read_only(made.means.astype(np.float32)))


def _against(table: Array, found: Diagnosis) -> Against | None:
    """What is left between a table and what it is, or should have been, or is nearest to; None for chance and such."""
    reading = _explains(found)
    if reading is None or found.best.kind in ("learned", "random"):
        return None
    n, d = table.shape
    meant = reading.scheme if found.best.kind == "mistake" else None
    if meant and not meant.lacks("vectors", n, d):
        other, name = geometry.vectors(meant, n, d), meant.name
    else:
        meant, other = None, reading.numbers()
        name = f"the mistake “{reading.name}”" if reading.kind == "mistake" else reading.name
    if other.shape != table.shape or not np.isfinite(other).all():
        return None
    rest = table - other
    size = float(np.linalg.norm(table)) or 1.0
    angles = reading.scheme.angles_at_offset(1, d, n) if reading.scheme else None
    return Against(
        name,
        meant is not None,
        _picture(other),
        _picture(rest),
        read_only(np.linalg.norm(rest, axis=1) * np.sqrt(n) / size),
        read_only(np.linalg.norm(rest, axis=0) * np.sqrt(d) / size),
        read_only(np.empty(0) if angles is None else np.asarray(angles, float)),
    )
