"""Numbers of Check: the diagnosis of a table, and reduced pictures of it.

The cache holds pictures, curves, and sentences, never a table, however large the table is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.memory import shared_cache
from posenc_core import Scheme
from posenc_core.analysis import geometry, pictures
from posenc_core.analysis.pictures import Picture
from posenc_core.arrays import Array, read_only
from posenc_core.text.messages import Claim, claim
from posenc_tools import diagnosis, models
from posenc_tools.diagnosis import Diagnosis, Kind, Pairs, State, biases
from posenc_tools.diagnosis.words import Advice, advice, evidence, label, verdict
from posenc_tools.models.rope_differences import likely_line
from posenc_tools.models.stored import reasons_of

CELLS = 512
"""Maximum number of rows and columns of a picture."""

DRAWN = 1e-30, 1e30
"""Range of the largest absolute value for which a picture is drawn: float32 cannot represent others."""

STRONGER = 4
"""A difference that is smaller than the table by this factor has a separate scale."""


STRONGEST = 4
"""Limit of the color scale, as a multiple of the RMS value: outliers would make all other cells pale."""

ROUNDING = 1e-9
"""Rounding tolerance of float64, relative to a typical column or row."""

DECIDED = ("bug", "different", "unknown")
"""States with unexplained or unintended columns or rows."""


class Against(NamedTuple):
    """Reference of a table, and the difference."""

    name: str | Claim
    meant: bool
    """Whether the reference is the intended table of code with a bug."""
    other: Picture
    rest: Picture
    rows: Array
    """Norm of the difference of each row, relative to a typical row, shape (n,)."""
    columns: Array
    """Norm of the difference of each column, relative to a typical column, shape (d,)."""
    frequencies: Array
    """Rotation of its pairs per position in radians, shape (m,); empty if no pair rotates."""


class Account(NamedTuple):
    """Diagnosis of a table."""

    state: State
    kind: Kind
    size: tuple[int, int]
    """Original size, before transposing."""
    transposed: bool
    """Whether everything else describes the transposed table."""
    noise: float
    verdict: str
    evidence: list[str]
    advice: Advice | None
    picture: Picture | None
    """None if the values are too large or too small to be drawn."""
    usual: float
    """Root mean square of the values."""
    against: Against | None
    pairs: Pairs | None
    beside: Scheme | None
    """Scheme to compare with on other pages."""

    @property
    def largest(self) -> float:
        """Largest absolute value of the pictures of the table and its reference."""
        pictures = [self.picture, *([self.against.other] if self.against else [])]
        return max((float(np.abs(picture.means).max()) for picture in pictures if picture), default=0.0)


@shared_cache
def account(yours: Scheme) -> Account:
    """Diagnose a table; cached per table. ValueError if it cannot be diagnosed."""
    n, d = yours.own_size or (1, 1)
    table = yours.encode(range(n), d).astype(np.float64, copy=False)
    diagnosed = diagnosis.diagnose(table)
    if diagnosed.transposed:
        table = np.ascontiguousarray(table.T)
    largest = float(np.abs(table).max())
    drawable = DRAWN[0] <= largest <= DRAWN[1] or not largest
    return Account(
        diagnosed.state,
        diagnosed.best.kind,
        diagnosed.size,
        diagnosed.transposed,
        diagnosed.noise,
        verdict(diagnosed),
        evidence(diagnosed),
        advice(diagnosed),
        _picture(table) if drawable else None,
        float(np.linalg.norm(table / (largest or 1.0))) * largest / np.sqrt(table.size),
        _against(table, diagnosed) if drawable else None,
        diagnosed.pairs,
        closest.scheme if (closest := _closest_account(diagnosed)) else None,
    )


def _closest_account(result: Diagnosis) -> diagnosis.Explanation | None:
    """Best account, or the closest one if there is none."""
    return result.runner_up if result.state == "unknown" else result.best


def _picture(table: Array) -> Picture:
    reduced = pictures.picture(table, height=CELLS, width=CELLS)
    return reduced._replace(means=read_only(reduced.means.astype(np.float32)))


def _against(table: Array, result: Diagnosis) -> Against | None:
    """Difference between a table and its actual, intended, or closest reference; None without a reference."""
    account = _closest_account(result)
    if account is None or result.state == "kind":
        return None
    n, d = table.shape
    name: str | Claim
    meant = account.scheme if result.best.kind == "mistake" else None
    if meant and not meant.unsupported_reason("vectors", n, d):
        other, name = geometry.vectors(meant, length=n, dim=d), meant.name
    else:
        meant, other = None, account.numbers()
        name = claim("check-bug", name=label(account)) if account.kind == "mistake" else label(account)
    if other.shape != table.shape or not np.isfinite(other).all():
        return None
    if result.best.kind == "bias" and (hidden := biases.find_mask(table)) is not None:
        # masked cells are not values that a bias explains
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
    """Limits of the color scales: of the table and its reference, and of the difference."""
    against = account.against
    usual = max(account.usual, float(np.sqrt(np.square(against.other.means).mean())) if against else 0.0)
    limit = float(min(account.largest, STRONGEST * usual)) or 1.0
    rest = float(np.abs(against.rest.means).max()) if against and is_visible(against.columns) else 0.0
    # separate scale for a small difference
    return limit, rest if 0 < rest < limit / STRONGER else limit


def is_visible(left: Array) -> bool:
    """Return whether any difference exceeds rounding."""
    return bool(left.max() > ROUNDING)


def evenly(values: Array) -> bool:
    """Return whether all values are equal up to rounding."""
    return bool(values.max() - values.min() <= ROUNDING * values.max())


def decides(account: Account) -> bool:
    """Return whether differences by column and row are relevant: not if they are only rounding."""
    against = account.against
    return bool(against and is_visible(against.columns) and (account.state in DECIDED or account.noise > 0))


def measurable(pairs: Pairs) -> NDArray[np.bool_]:
    """Mask of the pairs with a positive frequency, which a log axis can show."""
    return np.isfinite(pairs.frequencies) & (pairs.frequencies > 0)


def beside_model(model: models.Model, yours: Scheme) -> tuple[str, ...]:
    """Sentences that compare a table with a configuration; ValueError if that does not describe a table."""
    rows, columns = yours.own_size or (1, 1)
    comparison = models.comparison(model, yours.encode(range(rows), columns))
    line = likely_line(reasons_of(comparison))
    return (str(comparison), *([line] if line else []))
