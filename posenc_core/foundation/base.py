"""What is a scheme? A frozen object that says what a position does: to a vector, to queries and keys, or to a score.

There are three families. A table gives each position a vector that is added to the token; a rotation turns queries and
keys; a bias is added to the scores of attention. What not all of them have is an ability, asked for by name, and every
method that needs one says in one sentence why a scheme has none. What all of them answer is the attention score.
"""

import dataclasses
from abc import ABC
from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from posenc_core.arrays import Array, Rows, real_array, real_numbers, whole
from posenc_core.foundation.closed_forms import ShortCuts
from posenc_core.foundation.domains import Choice, Domain
from posenc_core.foundation.presentation import Presentation, digits, equal_to
from posenc_core.text.messages import Claim, claim

__all__ = ["Param", "Scheme", "as_array", "param"]

MAX_POSITION = 10**9
"""Largest position, in tokens. Up to here a float64 angle is right to 3e-7 radians; far beyond, it is noise."""

Family = Literal["table", "rotation", "bias"]
"""What becomes of a position: a vector of its own, a rotation of queries and keys, or a bias on attention logits."""

Ability = Literal["scores", "vectors", "rotation", "bias", "heads", "causal"]
"""What a scheme may have; the message `lacks-<ability>` says that it does not."""

Content = Literal["same", "independent"]
"""What a query and a key hold besides their positions: the same vector, or two that have nothing in common. Both are
random with variance 1 in every column, as after a layer norm."""


class Param(NamedTuple):
    """One parameter of a scheme, as validation, the controls and the tests read it."""

    name: str
    default: Any
    help: str
    domain: Domain

    def checked(self, value: Any) -> Any:
        """The value as its domain has it; ValueError when it is not allowed."""
        try:
            return self.domain.checked(value)
        except ValueError as error:
            raise ValueError(f"{self.name} = {error}") from None


def param(default: Any, help: str, domain: Domain | None = None) -> Any:
    """A scheme's parameter: default, help text, and domain, declared once; a `Literal` type is its domain."""
    return field(default=default, metadata={"help": help, "domain": domain})


def _parameter(declared: Field[Any], kind: Any, name: str = "") -> Param:
    domain = declared.metadata["domain"] or Choice(get_args(kind))
    return Param(name or declared.name, declared.default, declared.metadata["help"], domain)


@dataclass(frozen=True, kw_only=True)
class Scheme(Presentation, ShortCuts, ABC):
    """A rule that says what a position does."""

    name: ClassVar[str]
    source: ClassVar[str]
    family: ClassVar[Family] = "table"
    abilities: ClassVar[frozenset[Ability]] = frozenset({"scores", "vectors"})
    learned: ClassVar[str] = ""
    """What of it a model learns, and what stands in for that here, in sentences; nothing where it is all a rule."""
    real_positions: ClassVar[bool] = True
    own_size: ClassVar[tuple[int, int] | None] = None
    """How many positions and columns a table has that somebody trained; None for a rule, which takes any."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Add the parameters to the docstring: they are declared once."""
        super().__init_subclass__(**more)
        # its own are not yet those of a dataclass
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        inherited = fields(cls) if dataclasses.is_dataclass(cls) else ()
        parameters = [_parameter(each, each.type) for each in inherited if each.name not in own]
        parameters += [_parameter(value, cls.__annotations__[name], name) for name, value in own.items()]
        if cls.__doc__ and parameters:
            summary = cls.__doc__.partition("\n\nParameters\n")[0].rstrip()
            listed = (f"{x.name} : {x.domain.allowed}; default {x.default!r}\n    {x.help}" for x in parameters)
            cls.__doc__ = "\n".join([summary, "", "Parameters", "----------", *listed])

    def __post_init__(self) -> None:
        """Refuse a parameter outside its domain."""
        for parameter in self.parameters():
            object.__setattr__(self, parameter.name, parameter.checked(getattr(self, parameter.name)))

    @classmethod
    def parameters(cls) -> tuple[Param, ...]:
        """The scheme's parameters, in the order in which they are declared."""
        return tuple(_parameter(each, each.type) for each in fields(cls))

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        """Why it does not have an ability, or not at this length and dim; None if it has. `str` makes it a sentence."""
        if ability not in self.abilities:
            return claim(f"lacks-{ability}", name=self.name)
        rows, columns = self.own_size or (length or 0, dim or 0)
        if (length or 0) <= rows and (dim or 0) <= columns:
            return None
        return claim("lacks-rows", name=self.name, length=rows, dim=columns)

    def rows_within(self, length: int) -> int:
        """How many of the first `length` positions have a meaning: all, but of a table that ends before."""
        return length if self.own_size is None else min(length, self.own_size[0])

    def inactive_parameters(self) -> frozenset[str]:
        """The names of parameters that change nothing as the others stand."""
        return frozenset()

    def encode(
        self,
        positions: Sequence[float] | ArrayLike,
        dim: int,
        *,
        length: int | None = None,
        dtype: DTypeLike | None = None,
        out: Rows | None = None,
    ) -> Rows:
        """The vector of each position. (n,) -> (n, dim), one position -> (dim,), batches (..., n) -> (..., n, dim).

        `positions` are counted in tokens from 0; those that rise by 1, such as a `range`, are fastest, and the last
        digits (1e-13) may depend on how many of them are asked for at once. `length` is the length of the sequence
        they belong to, read only by schemes that normalize; by default the number of positions. The result is float64,
        or float32 or float16 by `dtype`, or written into `out`. ValueError for a position the scheme gives no meaning,
        for dim or length below 1, for another dtype, for an `out` of another shape or kind, and for a scheme that has
        no vectors.
        """
        dim = whole("dim", dim)
        points = self._as_range(positions)
        shape = (len(points),) if isinstance(points, range) else points.shape
        count = shape[-1] if shape else 1
        length = whole("length", max(count, 1) if length is None else length)
        if reason := self.unsupported_reason("vectors", length, dim):
            raise ValueError(reason)
        out = _result((*shape, dim), np.dtype(np.float64), dtype, out)
        if len(shape) != 1:
            out[...] = self.encode(real_array("positions", points).ravel(), dim, length=length).reshape(out.shape)
        elif out.dtype == np.float16:
            out[...] = self.encode(points, dim, length=length)
        else:
            self._fill(out, points, length)
        return out

    def worked(self, position: float, column: int, dim: int, *, length: int) -> tuple[str, ...]:
        """One number of the matrix step by step, as lines of LaTeX; the last one ends with the number.

        `position` is one position, `column` counts from 0, and `length` is that of the whole sequence. A line that
        begins with a sign such as = goes on from the one before. ValueError as for `encode`, and for no such column.
        """
        points = self._points("position", position)
        if points.ndim:
            raise ValueError(f"position must be one position, not {points.shape}")
        value = float(self.encode(points, dim, length=length)[_column(column, dim)])
        place = points.item()
        return (
            *self._steps(place, column, dim, length),
            f"PE({digits(place)}, {column}) {equal_to(value)}",
        )

    def rotate(
        self,
        x: ArrayLike,
        positions: ArrayLike,
        *,
        keys: bool = False,
        length: int | None = None,
        dtype: DTypeLike | None = None,
        out: Rows | None = None,
    ) -> Rows:
        """Queries, or `keys`, rotated by their positions. (..., n, d), (n,) -> (..., n, d).

        One position rotates all vectors: (..., d), () -> (..., d). `length` is that of the sequence at hand, read only
        by schemes that stretch with it; by default it ends with the last position. The result has the dtype of `x`, or
        that of `dtype` or `out`, as in `encode`. ValueError for a scheme that rotates nothing.

        >>> from posenc_core import RoPE
        >>> RoPE().rotate([[1.0, 0.0], [1.0, 0.0]], [0, 1]).round(3)
        array([[1.   , 0.   ],
               [0.54 , 0.841]])
        """
        given, points = real_numbers("x", x), self._points("positions", positions)
        before = given.ndim - 1 - points.ndim
        if points.ndim > 1 or before < 0 or given.shape[before:-1] != points.shape:
            raise ValueError(f"x must be (..., n, d) for n positions, not {given.shape} for {points.shape}")
        if reason := self.unsupported_reason("rotation", dim=given.shape[-1]):
            raise ValueError(reason)
        length = max(int(points.max(initial=0)) + 1, 1) if length is None else whole("length", length)
        vectors = given.astype(np.float64, copy=False)
        vectors = vectors if points.ndim else vectors[..., None, :]
        rotated = self._rotated(vectors, np.atleast_1d(points), length, keys)
        return _written(rotated.reshape(given.shape), given.dtype, dtype, out)

    def bias(
        self,
        queries: ArrayLike,
        keys: ArrayLike,
        heads: int = 1,
        *,
        dtype: DTypeLike | None = None,
        out: Rows | None = None,
    ) -> Rows:
        """What is added to the score of each query position with each key position, in nats. (n,), (m,) -> (H, n, m).

        One position has no axis: (), (m,) -> (H, m), and (), () -> (H,). A key that a causal scheme does not let a
        query see has -inf. The result is float64, or that of `dtype` or `out`, as in `encode`. ValueError for a scheme
        that adds nothing.

        >>> from posenc_core import ALiBi
        >>> ALiBi().bias(3, [0, 2], heads=8)[0]
        array([-1.5, -0.5])
        """
        first, second = (self._at_most_flat(name, points) for name, points in (("queries", queries), ("keys", keys)))
        heads = whole("heads", heads)
        if reason := self.unsupported_reason("bias"):
            raise ValueError(reason)
        found = self._bias(np.atleast_1d(first), np.atleast_1d(second), heads)
        return _written(found.reshape(len(found), *first.shape, *second.shape), np.dtype(np.float64), dtype, out)

    def logits(
        self,
        queries: ArrayLike,
        keys: ArrayLike,
        query_positions: ArrayLike,
        key_positions: ArrayLike,
        *,
        length: int | None = None,
        heads: int = 1,
        dtype: DTypeLike | None = None,
        out: Rows | None = None,
    ) -> Rows:
        """The attention score of every query with every key, in nats, with their positions put in as the scheme does.

        Contents (n, d) and (m, d) at positions (n,) and (m,) -> (H, n, m), with H = 1 where all heads are alike; one
        vector (d,) at one position has no axis. They stand for projected vectors: scores are their dot products over
        √d. `length` is as for `encode`, by default the number of key positions. The result has the dtype of the
        contents, or that of `dtype` or `out`, as in `encode`.

        >>> from posenc_core import RoPE
        >>> RoPE().logits([1.0, 0.0], [[1.0, 0.0], [1.0, 0.0]], 1, [0, 1]).round(3)
        array([[0.382, 0.707]])
        """
        contents = real_numbers("queries", queries), real_numbers("keys", keys)
        places = (
            self._at_most_flat("query_positions", query_positions),
            self._at_most_flat("key_positions", key_positions),
        )
        if any(x.ndim != p.ndim + 1 or x.shape[:-1] != p.shape for x, p in zip(contents, places, strict=True)) or (
            contents[0].shape[-1] != contents[1].shape[-1]
        ):
            shapes = ", ".join(f"{x.shape} at {p.shape}" for x, p in zip(contents, places, strict=True))
            raise ValueError(f"queries (n, d) at (n,) and keys (m, d) at (m,) must go together, not {shapes}")
        at, of = map(np.atleast_1d, places)
        first, second = (np.atleast_2d(x).astype(np.float64, copy=False) for x in contents)
        found = self._logits(first, second, at, of, length, heads)
        found = found.reshape(len(found), *places[0].shape, *places[1].shape)
        return _written(found, np.result_type(*contents), dtype, out)

    def _logits(self, first: Rows, second: Rows, at: Array, of: Array, length: int | None, heads: int) -> Rows:
        """The scores of checked contents at checked positions. (n, d), (m, d), (n,), (m,) -> (H, n, m)."""
        dim = first.shape[1]
        length = max(len(of), 1) if length is None else length
        if self.family == "rotation":
            first = self.rotate(first, at, length=length)
            second = self.rotate(second, of, keys=True, length=length)
        elif self.family == "table":
            first = first + self.encode(at, dim, length=length)
            second = second + self.encode(of, dim, length=length)
        scores = np.asarray(first @ second.T, np.float64)[None] / np.sqrt(dim)
        if self.family == "bias":
            scores = scores + self.bias(at, of, heads)
        return scores if self.family == "bias" else self._seen(scores, at[:, None] - of)

    def mean_logits(
        self,
        query: float | ArrayLike,
        keys: ArrayLike,
        dim: int,
        *,
        length: int | None = None,
        content: Content = "same",
        heads: int = 1,
    ) -> Array:
        """The score of query positions with each key position, averaged over all contents, in nats.

        One query and keys (m,) -> (H, m), queries (n,) -> (H, n, m), with H = 1 where all heads are alike. Content has
        variance 1 in every column: the "same" in query and key, or "independent". `length` is as for `logits`.
        """
        dim, of, same = whole("dim", dim), self._flat("keys", keys), _shared(content, dim)
        points = self._points("query", query)
        at = self._flat("query", np.atleast_1d(points))
        length = max(len(of), 1) if length is None else whole("length", length)
        if self.family == "bias":
            scores = same / np.sqrt(dim) + self.bias(at, of, heads)
        elif self.family == "rotation":
            if reason := self.unsupported_reason("rotation", length, dim):
                raise ValueError(reason)
            back = at[:, None] - of
            shared = self._alike(back, dim, length) if same else np.zeros(back.shape)
            scores = self._seen(shared, back)[None] / np.sqrt(dim)
        else:
            rows = [self.encode(positions, dim, length=length) for positions in (at, of)]
            scores = (same + rows[0] @ rows[1].T)[None] / np.sqrt(dim)
        return np.asarray(scores if points.ndim else scores[:, 0], np.float64)

    def mean_logits_at_offset(
        self,
        offsets: ArrayLike | range,
        dim: int,
        *,
        length: int,
        content: Content = "same",
        heads: int = 1,
    ) -> Array | None:
        """The same for keys so many tokens back, wherever the query stands. (m,) -> (H, m), or None where it matters.

        A key ahead of the query has a negative offset.
        """
        dim, length, heads = whole("dim", dim), whole("length", length), whole("heads", heads)
        same, back = _shared(content, dim), real_array("offsets", offsets, 1)
        if self.family == "bias":
            found = self._bias_at_offset(back, heads, length)
            return None if found is None else np.asarray(same / np.sqrt(dim) + found)
        if self.family == "rotation":
            if reason := self.unsupported_reason("rotation", length, dim):
                raise ValueError(reason)
            shared = self._alike(back, dim, length) if same else np.zeros(back.shape)
            return np.asarray(self._seen(shared, back)[None] / np.sqrt(dim))
        dots = self.dot_at_offset(offsets if isinstance(offsets, range) else back, dim)
        return None if dots is None else np.asarray((same + dots)[None] / np.sqrt(dim))

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        """Write the vectors of checked positions over whatever stands in `out`, (n, dim); float32 or float64.

        `length` is that of the whole sequence, of which these positions may be a part.
        """
        raise NotImplementedError

    def _rotated(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        """Checked vectors, turned by their checked positions."""
        raise NotImplementedError

    def _alike(self, back: Array, dim: int, length: int) -> Array:
        """What a rotation leaves of the dot product of equal contents, on average, by the offset. (...) -> (...).

        That is the trace of R(i)'R(j) for a key that stands `back` tokens behind its query: d at 0 where lengths are
        kept.
        """
        raise NotImplementedError

    def _seen(self, scores: Array, back: Array) -> Array:
        """Scores of keys so many tokens back, -inf for those that a causal scheme does not let a query see."""
        return scores if self.unsupported_reason("causal") else np.where(back >= 0, scores, -np.inf)

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array | None:
        """The bias of keys so many tokens back in a sequence of this length, whatever its query. (...) -> (H, ...).

        None where the query's position counts too.
        """
        return None

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        """The bias of checked positions, for so many heads."""
        raise NotImplementedError

    def _as_range(self, positions: Sequence[float] | ArrayLike) -> Array | range:
        """Positions that rise by 1 as a range, any other as float64; or one sentence about one that cannot be used."""
        if isinstance(positions, range):
            self._points("positions", [*positions[:1], *positions[-1:]])
            return positions
        points = self._points("positions", positions)
        if points.ndim != 1 or points.size < 2 or points[0] % 1 or not (np.diff(points) == 1).all():
            return points
        return range(int(points[0]), int(points[0]) + points.size)

    def _flat(self, name: str, positions: ArrayLike) -> Array:
        points = self._points(name, positions)
        if points.ndim != 1:
            raise ValueError(f"{name} must be positions in one dimension, not {points.shape}")
        return points

    def _at_most_flat(self, name: str, positions: ArrayLike) -> Array:
        points = self._points(name, positions)
        if points.ndim > 1:
            raise ValueError(f"{name} must be one position, or positions in one dimension, not {points.shape}")
        return points

    def _points(self, name: str, positions: ArrayLike) -> Array:
        points = real_numbers(name, positions)
        if not points.size:
            return points.astype(np.float64)
        words = f"between -{MAX_POSITION:,} and {MAX_POSITION:,}"
        low, whole_only = -MAX_POSITION, not self.real_positions
        if whole_only:
            low, words = 0, f"whole and between 0 and {MAX_POSITION:,}"
        # the ends of all tell that none is outside, and NaN is one of them wherever it stands
        fits = points.min() >= low and points.max() <= MAX_POSITION
        if not fits or (whole_only and points.dtype.kind == "f" and (points != np.floor(points)).any()):
            allowed = (points >= low) & (points <= MAX_POSITION) & (not whole_only or points == np.floor(points))
            raise ValueError(f"{name} of {self.name} must be {words}, not {points[~allowed].flat[0]:.15g}")
        return points.astype(np.int64 if whole_only else np.float64, copy=False)


def _shared(content: Content, dim: int) -> float:
    """The mean dot product of query and key without their positions."""
    if content not in get_args(Content):
        raise ValueError(f"content = {content!r} must be one of {', '.join(get_args(Content))}")
    return float(dim) if content == "same" else 0.0


def _column(column: int, dim: int) -> int:
    if (place := whole("column", column, 0)) >= dim:
        raise ValueError(f"column = {column!r} must be a whole number from 0 to {dim - 1}")
    return place


_FLOATS = (np.float16, np.float32, np.float64)


def _result(shape: tuple[int, ...], own: np.dtype[Any], dtype: DTypeLike | None, out: Rows | None) -> Rows:
    """The array to write into: `out`, or a new one of `dtype`, by default of its `own` where that is a float."""
    if out is None:
        kind = (own if own in _FLOATS else np.dtype(np.float64)) if dtype is None else np.dtype(dtype)
        if kind not in _FLOATS:
            raise ValueError(f"dtype = {kind} must be one of float16, float32, float64")
        return np.empty(shape, kind)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype not in _FLOATS:
        found = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ValueError(f"out must be float16, float32 or float64 of shape {shape}, not {found}")
    if dtype is not None and out.dtype != np.dtype(dtype):
        raise ValueError(f"dtype = {np.dtype(dtype)} must be that of out, {out.dtype}, or left out")
    return out


def _written(found: Rows, own: np.dtype[Any], dtype: DTypeLike | None, out: Rows | None) -> Rows:
    """What was computed in float64, in the dtype that is asked for."""
    result = _result(found.shape, own, dtype, out)
    if out is None and result.dtype == found.dtype:
        return found
    result[...] = found
    return result


def as_array(positions: Array | range) -> Array:
    """Checked positions as float64."""
    if isinstance(positions, range):
        return np.arange(positions.start, positions.stop, positions.step, dtype=np.float64)
    return positions
