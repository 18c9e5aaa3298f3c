"""Findings of the criteria, and the case that they are about: one encoding at one size."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import Any, Literal, NamedTuple

import numpy as np

from posenc_core.analysis import geometry
from posenc_core.analysis.geometry import OffsetDistances
from posenc_core.analysis.source import Source
from posenc_core.analysis.statistics import EQUAL as EQUAL
from posenc_core.arrays import Array, Integers
from posenc_core.foundation.base import Scheme
from posenc_core.text.messages import Claim, claim, message, slug

Verdict = Literal["holds", "nearly", "fails", "undefined", "does not apply"]

NEAR = 0.05
"""Largest relative deviation of the verdict "nearly"; that of "holds" is `EQUAL`, which is rounding."""

LONGER = 16
"""Length ratio at which growth is measured."""


class Finding(NamedTuple):
    """Verdict on one criterion.

    Attributes
    ----------
    number : float
        Relative deviation from the criterion; NaN without a verdict.
    where : tuple of int
        Positions that decide the verdict; empty if all are alike.
    reason : Claim
        Explanation; `str(reason)` is English text.
    applies : bool
        Whether the criterion is defined for this kind of scheme.

    Examples
    --------
    >>> from posenc_core import criteria
    >>> print(criteria.scorecard([[0.0], [1.0], [2.0]])["constant-distance"])
    holds: All neighboring positions are the same distance apart.
    """

    number: float
    where: tuple[int, ...]
    reason: Claim
    applies: bool = True

    def __str__(self) -> str:
        return f"{message(f'verdict-{slug(self.verdict)}')}: {self.reason}"

    def __repr__(self) -> str:
        return f"<Finding {str(self)!r}, number={self.number:.3g}, where={self.where}>"

    @property
    def verdict(self) -> Verdict:
        """Verdict; "holds" and "nearly" have the same limits for every criterion."""
        if not self.applies:
            return "does not apply"
        if np.isnan(self.number):
            return "undefined"
        if self.number <= EQUAL:
            return "holds"
        return "nearly" if self.number <= NEAR else "fails"


class Criterion(NamedTuple):
    """Condition on an encoding, and the functions that evaluate it.

    Attributes
    ----------
    key, code : str
        Name in words, and its short form, such as "constant-distance" and "M4".
    asked_by : tuple of str
        Lists that include it: "five" and "four", of two lecture notes.
    evaluate : callable
        Function that evaluates the vectors of a `Case`.
    evaluate_logits : callable, optional
        Function that evaluates the logits of a scheme without vectors; None if the criterion does not apply to them.
    """

    key: str
    code: str
    asked_by: tuple[str, ...]
    evaluate: "Callable[[Case], Finding]"
    evaluate_logits: "Callable[[Case], Finding] | None" = None

    @property
    def title(self) -> str:
        """Title in English."""
        return self._text("title")

    @property
    def summary(self) -> str:
        """Condition as an English sentence."""
        return self._text("summary")

    @property
    def measure(self) -> str:
        """Definition of the number, in English."""
        return self._text("measure")

    def _text(self, attribute: str) -> str:
        return message(f"criterion-{self.code}.{attribute}")


@dataclass(frozen=True)
class Case:
    """Encoding at one size and one offset; values that several criteria need are computed once.

    `head` counts from 1.
    """

    encoding: Scheme | Array
    length: int
    dim: int
    offset: int = 1
    head: int = 1
    heads: int = 1

    @property
    def longest(self) -> int | None:
        """Number of rows of a stored table; None for a rule, which has no limit."""
        if not isinstance(self.encoding, Scheme):
            return self.length
        return self.encoding.own_size and self.encoding.own_size[0]

    @property
    def is_fixed(self) -> bool:
        """True for arrays and stored tables, which have no rule for other lengths."""
        return self.longest is not None

    @cached_property
    def table(self) -> Array:
        """Vectors. -> (n, d)."""
        return Source(self.encoding, self.length, self.dim).rows(0, self.length)

    @cached_property
    def steps(self) -> OffsetDistances | None:
        """Distances at every offset; None for a single position."""
        return geometry.distances_by_offset(self.table, self.length - 1) if self.length > 1 else None

    @cached_property
    def dots(self) -> Array:
        """Dot products of all pairs. -> (n, n)."""
        return geometry.dots(self.table)

    @cached_property
    def scores(self) -> Array:
        """Mean logits of equal contents, minus the logit of the query's own position. -> (n, n), in nats.

        Equal contents, so that rotations have an effect. NaN for keys that a causal scheme hides.
        """
        return self.scores_of(np.arange(self.length), self.length)

    def scores_of(self, queries: Integers, length: int, count: int | None = None) -> Array:
        """`scores` of some queries and the first `count` keys of a sequence of another length. -> (m, count)."""
        assert isinstance(self.encoding, Scheme)
        keys = np.arange(length if count is None else count)
        # logits of keys after a causal query may overflow; they are masked below
        with np.errstate(over="ignore", invalid="ignore"):
            # schemes with identical heads compute one
            heads = 1 if self.encoding.unsupported_reason("heads") else self.heads
            logits = self.encoding.mean_logits(queries, keys, self.dim, length=length, heads=heads)
            head = logits[min(self.head, len(logits)) - 1]
            own = self.encoding.mean_logits_at_offset([0], self.dim, length=length, heads=heads)
            diagonal = head[np.arange(len(queries)), queries] if own is None else own[min(self.head, len(own)) - 1, 0]
            relative = head - np.reshape(diagonal, (-1, 1))
        visible = np.isfinite(relative)
        if not self.encoding.unsupported_reason("causal"):
            visible &= keys <= queries[:, None]
        return np.where(visible, relative, nan)

    @cached_property
    def ranges(self) -> tuple[float, float]:
        """Range of all logits in nats, at this length and at `LONGER` times this length."""
        near = float(np.nanmax(self.scores) - np.nanmin(self.scores))
        length = LONGER * self.length
        # the first and the last query together have every offset
        ends = self.scores_of(np.array([0, length - 1]), length)
        return near, max(near, float(np.nanmax(ends) - np.nanmin(ends)))

    def at(self, length: int) -> Array:
        """First rows of the encoding of a sequence of another length, at most `self.length` of them."""
        return Source(self.encoding, length, self.dim).rows(0, min(length, self.length))

    @cached_property
    def largest(self) -> tuple[float, float]:
        """Largest absolute value at this length and at `LONGER` times this length; NaN there for a stored table."""
        near, far = geometry.largest_value(self.table), nan
        if self.longest is None:
            far = geometry.largest_value(self.encoding, length=LONGER * self.length, dim=self.dim)
        return near, far


def reason(id: str, **args: Any) -> Claim:
    """Claim `criterion-<id>`; NumPy scalars become plain numbers, so that claims can be compared and serialized."""
    plain = {name: value.item() if isinstance(value, np.generic) else value for name, value in args.items()}
    return claim(f"criterion-{id}", **plain)


def no_verdict(id: str, **args: Any) -> Finding:
    """Return a finding without a verdict."""
    return Finding(nan, (), reason(id, **args))


def outcome(deviation: float, where: tuple[int, ...], id: str, /, **args: Any) -> Finding:
    """Return a finding with a number."""
    return Finding(float(deviation), where, reason(id, **args))
