"""Scorecard: eleven criteria for encodings, each measured, with the positions that decide it.

The criteria are those of two lecture notes. One lists five: a position has the same vector at every length, values are
bounded and do not grow, distances depend only on the offset, vectors are distinct. The other lists four: vectors are
distinct; distances, dot products, and norms are constant. Offsets up to n / 2 are tested: distances can be constant at
1, 2, 4, 8 and vary at 3.

Every number is a relative deviation, so that one pair of limits decides all verdicts. Schemes without vectors are
evaluated by their logits, relative to the logit of the query's own position, if the criterion applies to logits.
"""

from math import nan
from typing import Any

from posenc_core.analysis import conditions
from posenc_core.analysis.conditions import relative_gap
from posenc_core.analysis.findings import EQUAL as EQUAL
from posenc_core.analysis.findings import NEAR as NEAR
from posenc_core.analysis.findings import Case, Criterion, Finding, Verdict, no_verdict, reason
from posenc_core.analysis.source import Encoding, Source
from posenc_core.arrays import match_option, whole
from posenc_core.foundation.base import Scheme

__all__ = ["CRITERIA", "Case", "Criterion", "Finding", "Scorecard", "Verdict", "reason", "relative_gap", "scorecard"]

CRITERIA: tuple[Criterion, ...] = (
    Criterion(
        "length-independent-vectors",
        "M1",
        ("five",),
        conditions.length_independence,
        conditions.score_length_independence,
    ),
    Criterion("length-independent-distances", "M1b", (), conditions.step_consistency),
    Criterion("bounded-values", "M2", ("five",), conditions.boundedness, conditions.score_range),
    Criterion("bounded-growth", "M3", ("five",), conditions.growth, conditions.score_growth),
    Criterion("constant-distance", "M4", ("five", "four"), conditions.equidistance, conditions.score_by_offset),
    Criterion("growing-distance", "M4b", (), conditions.monotony),
    Criterion("constant-dot-product", "M4g", ("four",), conditions.equal_dots),
    Criterion("distinct-vectors", "M5", ("five", "four"), conditions.uniqueness),
    Criterion("constant-norm", "M6", ("four",), conditions.constant_norm),
    Criterion("decaying-similarity", "M7", (), conditions.similarity_decay, conditions.score_decay),
    Criterion("linear-shift", "M8", (), conditions.linear_shift),
)
"""All criteria."""

_KEYS = {name: criterion.key for criterion in CRITERIA for name in (criterion.key, criterion.code)}


class Scorecard(dict[str, Finding]):
    """Findings by the key of the criterion; the code, such as "M4", is an alias, in upper or lower case.

    Examples
    --------
    >>> card = scorecard([[0.0], [1.0], [2.0]])
    >>> card["M4"] == card["constant-distance"]
    True
    """

    def __missing__(self, name: str) -> Finding:
        try:
            return self[_KEYS[match_option(name, _KEYS, "criterion")]]
        except ValueError as error:
            raise KeyError(str(error)) from None

    def __contains__(self, name: object) -> bool:
        return self.get(name) is not None

    def get(self, name: Any, default: Any = None) -> Any:
        """Return the finding of a criterion, or a default for an unknown name.

        Parameters
        ----------
        name : str
            Key or code of a criterion.
        default : object, default None
            Value for an unknown name.

        Returns
        -------
        Finding or object
            Finding, or the default.
        """
        try:
            return self[name]
        except KeyError:
            return default

    def __str__(self) -> str:
        return "\n".join(f"{key}: {finding}" for key, finding in self.items())


def scorecard(
    encoding: Encoding,
    *,
    length: int | None = None,
    dim: int | None = None,
    offset: int = 1,
    head: int = 1,
    heads: int = 1,
) -> Scorecard:
    """Evaluate all criteria.

    Schemes without vectors are evaluated by the logits of one head. For arrays and stored tables, comparisons with
    longer sequences are undefined, and a shift matrix is fitted to the first half and tested on the second.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.
    offset : int, default 1
        Offset k of the criteria "length-independent-distances" and "linear-shift".
    head, heads : int, default 1
        Head, from 1, and number of heads, for schemes without vectors.

    Returns
    -------
    Scorecard
        Findings by the key of the criterion, or by its code.

    Raises
    ------
    ValueError
        If the size, the offset, or the head is invalid.

    Examples
    --------
    >>> scorecard([[0.0], [1.0], [2.0]])["constant-distance"].verdict
    'holds'
    """
    source = Source.of(encoding, length, dim)
    head, heads = whole("head", head), whole("heads", heads)
    if head > heads:
        raise ValueError(f"head = {head} must be at most {heads}, the number of heads")
    case = Case(source.encoding, source.length, source.dim, whole("offset", offset), head, heads)
    scheme = source.encoding if isinstance(source.encoding, Scheme) else None
    if scheme and scheme.unsupported_reason("scores", source.length, source.dim):
        unsupported = no_verdict("no-logits")
        if "scores" in scheme.abilities:
            unsupported = no_verdict("size", length=source.length, dim=source.dim)
        return Scorecard((criterion.key, unsupported) for criterion in CRITERIA)
    if scheme and "vectors" not in scheme.abilities:
        inapplicable = Finding(nan, (), reason("no-vectors", family=scheme.family), applies=False)
        tests = [(criterion.key, criterion.evaluate_logits) for criterion in CRITERIA]
        return Scorecard((key, evaluate(case) if evaluate else inapplicable) for key, evaluate in tests)
    return Scorecard((criterion.key, criterion.evaluate(case)) for criterion in CRITERIA)
