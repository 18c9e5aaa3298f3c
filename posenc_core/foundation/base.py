"""Scheme, the base class of every encoding, and the declaration of its parameters.

An encoding adds a vector to each token embedding (a table), rotates queries and keys (a rotation), or adds a bias to
attention logits. Optional features are called abilities and are queried by name; every encoding computes attention
logits.
"""

import dataclasses
from abc import ABCMeta
from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, get_args, get_origin

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from posenc_core.arrays import Array, match_option, option_error, real_array, real_numbers, whole
from posenc_core.foundation.closed_forms import ClosedForms
from posenc_core.foundation.domains import Choice, Domain
from posenc_core.foundation.presentation import Presentation, digits, equal_to
from posenc_core.text.messages import Claim, claim

__all__ = ["Param", "Scheme", "as_array", "param"]

MAX_POSITION = 10**9
"""Largest absolute position, in tokens. Up to here a float64 angle has an error below 3e-7 radians."""

Family = Literal["table", "rotation", "bias"]
"""How a position is applied: as an added vector, a rotation of queries and keys, or a bias on attention logits."""

Ability = Literal["scores", "vectors", "rotation", "bias", "heads", "causal"]
"""Optional features; the message `lacks-<ability>` is the reason that a scheme lacks one."""

Content = Literal["same", "independent"]
"""Query and key without their positions: equal or independent random vectors. Every column has variance 1, as after a
layer norm."""


class Param(NamedTuple):
    """Parameter of a scheme.

    Parameters
    ----------
    name : str
        Keyword argument of the scheme.
    default : object
        Default value.
    help : str
        One or more sentences for users.
    domain : Domain
        Allowed values, such as `Real(0, 1)`.
    alias : str, optional
        Former name, which still works as a keyword argument.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> [parameter.name for parameter in Sinusoidal.parameters()]
    ['base', 'layout', 'first', 'schedule', 'start', 'odd']
    """

    name: str
    default: Any
    help: str
    domain: Domain
    alias: str | None = None

    @property
    def key(self) -> str:
        """Name in addresses, which never changes: the former name of a renamed parameter."""
        return self.alias or self.name

    def validate(self, value: Any) -> Any:
        """Return a value as its domain stores it.

        Parameters
        ----------
        value : object
            Value to check.

        Returns
        -------
        object
            The allowed value.

        Raises
        ------
        ValueError
            If the domain does not allow it. The message names the parameter.

        Examples
        --------
        >>> from posenc_core import Real
        >>> Param("width", 0.5, "A width.", Real(0, 1)).validate(1)
        1.0
        """
        try:
            return self.domain.validate(value)
        except ValueError as error:
            raise ValueError(f"{self.name} = {error}") from None


def param(default: Any, help: str, domain: Domain | None = None, *, alias: str | None = None) -> Any:
    """Declare a parameter of a scheme.

    Parameters
    ----------
    default : object
        Default value.
    help : str
        One or more sentences for users.
    domain : Domain, optional
        Allowed values. A parameter whose type is a `Literal` needs none.
    alias : str, optional
        Former name of a renamed parameter, which still works as a keyword argument and in addresses.

    Returns
    -------
    dataclasses.Field
        Field of the scheme, which is a dataclass.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from posenc_core import NoPE, Real, param
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Spiral(NoPE):
    ...     width: float = param(0.5, "Standard deviation, in tokens.", Real(0, 1))
    >>> Spiral(width=1)
    Spiral(width=1.0)
    """
    return field(default=default, metadata={"help": help, "domain": domain, "alias": alias})


def _parameter(owner: str, name: str, declared: Any, kind: Any) -> Param:
    """Read a parameter from its dataclass field; TypeError if its domain is not known."""
    if not isinstance(declared, Field) or "domain" not in declared.metadata:
        raise TypeError(f"{owner}.{name} must be declared with param(default, help, domain)")
    if isinstance(kind, str):
        raise TypeError(f"{owner}.{name}: remove `from __future__ import annotations`, types must not be strings")
    domain = declared.metadata["domain"] or (Choice(get_args(kind)) if get_origin(kind) is Literal else None)
    if domain is None:
        raise TypeError(f"{owner}.{name} needs a domain, as in param(default, help, Real(0, 1)), or a Literal type")
    return Param(name, declared.default, declared.metadata["help"], domain, declared.metadata["alias"])


def _is_class_variable(kind: Any) -> bool:
    return ClassVar in (kind, get_origin(kind)) or str(kind).startswith(("ClassVar", "typing.ClassVar"))


class _SchemeType(ABCMeta):
    """Type of the scheme classes, which translates former names of parameters."""

    def __call__(cls, *arguments: Any, **parameters: Any) -> Any:
        aliases = {each.metadata["alias"]: each.name for each in fields(cls)}  # type: ignore[arg-type]
        renamed = {name: parameters.pop(alias) for alias, name in aliases.items() if alias in parameters}
        return super().__call__(*arguments, **parameters, **renamed)

    @property
    def __signature__(cls) -> Any:
        """Signature of the constructor, which tools would read from `__call__`."""
        from inspect import signature

        return signature(partial(cls.__init__, None))  # type: ignore[misc]


@dataclass(frozen=True, kw_only=True)
class Scheme(Presentation, ClosedForms, metaclass=_SchemeType):
    """Positional encoding: a table, a rotation, or a bias.

    Schemes are frozen dataclasses: their parameters are keyword arguments, equal parameters make equal schemes, and
    schemes can be dictionary keys.

    Attributes
    ----------
    name : str
        Name, such as "RoPE".
    source : str
        Publications, with section and arXiv number.
    family : {"table", "rotation", "bias"}
        How a position is applied.
    abilities : frozenset of str
        Features that some choice of its parameters has.
    learned : str
        Learned part and its stand-in here; empty for fixed rules.
    real_positions : bool
        Whether positions may be fractional and negative.
    own_size : tuple of int, optional
        Rows and columns of a stored table; None for rules.

    Examples
    --------
    >>> from posenc_core import Scheme, Sinusoidal
    >>> isinstance(Sinusoidal(), Scheme)
    True
    """

    name: ClassVar[str]
    source: ClassVar[str]
    family: ClassVar[Family] = "table"
    abilities: ClassVar[frozenset[Ability]] = frozenset({"scores", "vectors"})
    learned: ClassVar[str] = ""
    real_positions: ClassVar[bool] = True
    own_size: ClassVar[tuple[int, int] | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        """Check the parameters, and add them and the source to the docstring."""
        super().__init_subclass__(**options)
        kinds = {k: kind for k, kind in vars(cls).get("__annotations__", {}).items() if not _is_class_variable(kind)}
        own = [_parameter(cls.__name__, name, vars(cls).get(name), kind) for name, kind in kinds.items()]
        inherited = cls.parameters() if dataclasses.is_dataclass(cls) else ()
        parameters = [*(each for each in inherited if each.name not in kinds), *own]
        if cls.__doc__ and "\nParameters\n" not in cls.__doc__:
            cls.__doc__ = _documented(cls.__doc__, parameters, vars(cls).get("source", ""))

    def __post_init__(self) -> None:
        """Validate the parameters."""
        for parameter in self.parameters():
            object.__setattr__(self, parameter.name, parameter.validate(getattr(self, parameter.name)))

    @classmethod
    def parameters(cls) -> tuple[Param, ...]:
        """Return the parameters in the order of their declaration.

        Returns
        -------
        tuple of Param
            Name, default, help, and domain of each.

        Examples
        --------
        >>> from posenc_core import ALiBi
        >>> [(each.name, each.default) for each in ALiBi.parameters()]
        [('slopes', 'code'), ('direction', 'causal')]
        """
        return tuple(_parameter(cls.__name__, each.name, each, each.type) for each in fields(cls))

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        """Return why this scheme lacks an ability, or None if it has it.

        Parameters
        ----------
        ability : {"scores", "vectors", "rotation", "bias", "heads", "causal"}
            Attention logits, position vectors, rotation of queries and keys, bias on logits, a different bias in each
            head, a mask of later positions.
        length : int, optional
            Number of positions, for limits of the size.
        dim : int, optional
            Number of columns, for limits of the size.

        Returns
        -------
        Claim or None
            Reason, an id with arguments; `str` formats it as a sentence.

        Raises
        ------
        ValueError
            If there is no such ability.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> print(RoPE().unsupported_reason("vectors", dim=7))
        RoPE rotates pairs of dimensions, so d must be even, not 7.
        >>> RoPE().unsupported_reason("vectors", dim=8)
        """
        if ability not in self.abilities:
            if ability not in get_args(Ability):
                raise option_error(ability, get_args(Ability), "ability")
            return claim(f"lacks-{ability}", name=self.name)
        rows, columns = self.own_size or (length or 0, dim or 0)
        if (length or 0) <= rows and (dim or 0) <= columns:
            return None
        return claim("lacks-rows", name=self.name, length=rows, dim=columns)

    def rows_within(self, length: int) -> int:
        """Return the number of valid positions among the first `length`, smaller for a shorter stored table.

        Parameters
        ----------
        length : int
            Number of positions.

        Returns
        -------
        int
            At most `length`.

        Examples
        --------
        >>> from posenc_core import Learned
        >>> Learned().rows_within(1000)
        512
        """
        return length if self.own_size is None else min(length, self.own_size[0])

    def inactive_parameters(self) -> frozenset[str]:
        """Return the parameters without effect, given the values of the others.

        Returns
        -------
        frozenset of str
            Names of parameters.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> sorted(RoPE(scaling="linear").inactive_parameters())
        ['exponent', 'factors', 'trained_length']
        """
        return frozenset()

    def encode(
        self,
        positions: Sequence[float] | ArrayLike,
        dim: int,
        *,
        length: int | None = None,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Compute the vector of each position.

        Consecutive positions, such as a `range`, are fastest. The last digits (1e-13) may depend on the number of
        positions in one call.

        Parameters
        ----------
        positions : array_like, shape (..., n)
            Positions in tokens, from 0. A single position has no axis.
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens, used by schemes that normalize. By default the number of positions.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default float64.
        out : ndarray, shape (..., n, d), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (..., n, d)
            One row per position.

        Raises
        ------
        ValueError
            If the scheme has no vectors at this size, a position is not allowed, or `dtype` and `out` do not fit.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> Sinusoidal().encode([0, 1], 4).round(3)
        array([[0.   , 1.   , 0.   , 1.   ],
               [0.841, 0.54 , 0.01 , 1.   ]])
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
        r"""Derive one entry of the matrix step by step in LaTeX.

        Parameters
        ----------
        position : float
            Position in tokens.
        column : int
            Column, from 0.
        dim : int
            Number of columns, d.
        length : int
            Length of the sequence in tokens.

        Returns
        -------
        tuple of str
            Lines of LaTeX. A line that begins with a relation sign continues the previous one; the last line ends with
            the value.

        Raises
        ------
        ValueError
            As for `encode`, and if there is no such column.

        Examples
        --------
        >>> from posenc_core import Index
        >>> Index().worked(3, 0, 2, length=4)[-1]
        'PE(3, 0) = 3'
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
        out: Array | None = None,
    ) -> Array:
        """Rotate queries or keys by their positions.

        Parameters
        ----------
        x : array_like, shape (..., n, d)
            Queries or keys.
        positions : array_like, shape (n,)
            Their positions in tokens. One position without an axis rotates all vectors of `x`, shape (..., d).
        keys : bool, default False
            Whether `x` are keys, which some schemes scale differently.
        length : int, optional
            Length of the sequence in tokens, used by scalings that depend on it. By default the last position plus 1.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default that of `x`.
        out : ndarray, shape (..., n, d), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (..., n, d)
            Rotated vectors.

        Raises
        ------
        ValueError
            If the scheme rotates nothing, or the shapes do not fit.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> RoPE().rotate([[1.0, 0.0], [1.0, 0.0]], [0, 1]).round(3)
        array([[1.   , 0.   ],
               [0.54 , 0.841]])
        """
        vectors, points = real_numbers("x", x), self._points("positions", positions)
        batch = vectors.ndim - 1 - points.ndim
        if points.ndim > 1 or batch < 0 or vectors.shape[batch:-1] != points.shape:
            raise ValueError(f"x must be (..., n, d) for n positions, not {vectors.shape} for {points.shape}")
        if reason := self.unsupported_reason("rotation", dim=vectors.shape[-1]):
            raise ValueError(reason)
        length = max(int(points.max(initial=0)) + 1, 1) if length is None else whole("length", length)
        rows = vectors.astype(np.float64, copy=False)
        rows = rows if points.ndim else rows[..., None, :]
        rotated = self._rotate(rows, np.atleast_1d(points), length, keys)
        return _to_dtype(rotated.reshape(vectors.shape), vectors.dtype, dtype, out)

    def bias(
        self,
        queries: ArrayLike,
        keys: ArrayLike,
        heads: int = 1,
        *,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Compute the bias on the attention logit of each query position with each key position.

        Parameters
        ----------
        queries : array_like, shape (n,)
            Query positions in tokens. A single position has no axis.
        keys : array_like, shape (m,)
            Key positions in tokens. A single position has no axis.
        heads : int, default 1
            Number of attention heads, H.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default float64.
        out : ndarray, shape (H, n, m), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (H, n, m)
            Bias in nats; -inf for masked keys.

        Raises
        ------
        ValueError
            If the scheme has no bias, or a position is not allowed.

        Examples
        --------
        >>> from posenc_core import ALiBi
        >>> ALiBi().bias(3, [0, 2], heads=8)[0]
        array([-1.5, -0.5])
        """
        first, second = (self._at_most_flat(name, points) for name, points in (("queries", queries), ("keys", keys)))
        heads = whole("heads", heads)
        if reason := self.unsupported_reason("bias"):
            raise ValueError(reason)
        bias = self._bias(np.atleast_1d(first), np.atleast_1d(second), heads)
        return _to_dtype(bias.reshape(len(bias), *first.shape, *second.shape), np.dtype(np.float64), dtype, out)

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
        out: Array | None = None,
    ) -> Array:
        """Compute the attention logit of every query with every key, with their positions applied.

        A logit is the dot product of query and key over the square root of d.

        Parameters
        ----------
        queries : array_like, shape (n, d)
            Projected queries. A single query has no first axis.
        keys : array_like, shape (m, d)
            Projected keys. A single key has no first axis.
        query_positions : array_like, shape (n,)
            Positions of the queries in tokens.
        key_positions : array_like, shape (m,)
            Positions of the keys in tokens.
        length : int, optional
            Length of the sequence in tokens. By default the number of key positions.
        heads : int, default 1
            Number of attention heads of a bias, H.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default that of queries and keys.
        out : ndarray, shape (H, n, m), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (H, n, m)
            Logits in nats; -inf for masked keys. H = 1 for schemes without a bias.

        Raises
        ------
        ValueError
            If the shapes do not fit, or the scheme does not support d.

        Examples
        --------
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
        scores = self._logits(first, second, at, of, length, heads)
        scores = scores.reshape(len(scores), *places[0].shape, *places[1].shape)
        return _to_dtype(scores, np.result_type(*contents), dtype, out)

    def _logits(self, first: Array, second: Array, at: Array, of: Array, length: int | None, heads: int) -> Array:
        """Compute logits of validated queries and keys. (n, d), (m, d), (n,), (m,) -> (H, n, m)."""
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
            return np.asarray(scores + self.bias(at, of, heads))
        return self._mask_future(scores, at[:, None] - of)

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
        """Compute the attention logit of positions, averaged over random queries and keys.

        Every column of queries and keys has mean 0 and variance 1.

        Parameters
        ----------
        query : array_like, shape (n,)
            Query positions in tokens. A single position has no axis.
        keys : array_like, shape (m,)
            Key positions in tokens.
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens. By default the number of key positions.
        content : {"same", "independent"}
            Whether query and key are equal or independent, without their positions.
        heads : int, default 1
            Number of attention heads of a bias, H.

        Returns
        -------
        ndarray, shape (H, n, m)
            Mean logits in nats; -inf for masked keys. H = 1 for schemes without a bias.

        Raises
        ------
        ValueError
            If a position is not allowed, or the scheme does not support d.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> RoPE().mean_logits(2, range(3), 2).round(3)
        array([[-0.589,  0.764,  1.414]])
        """
        dim, of, same = whole("dim", dim), self._flat("keys", keys), _mean_product(content, dim)
        points = self._points("query", query)
        at = self._flat("query", np.atleast_1d(points))
        length = max(len(of), 1) if length is None else whole("length", length)
        if self.family == "bias":
            scores = same / np.sqrt(dim) + self.bias(at, of, heads)
        elif self.family == "rotation":
            if reason := self.unsupported_reason("rotation", length, dim):
                raise ValueError(reason)
            back = at[:, None] - of
            dots = self._mean_dot(back, dim, length) if same else np.zeros(back.shape)
            scores = self._mask_future(dots, back)[None] / np.sqrt(dim)
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
        """Compute the mean attention logit by offset, if it does not depend on the query position.

        Parameters
        ----------
        offsets : array_like, shape (m,)
            Query position minus key position, in tokens; negative for keys after the query.
        dim : int
            Number of columns, d.
        length : int
            Length of the sequence in tokens.
        content : {"same", "independent"}
            As for `mean_logits`.
        heads : int, default 1
            Number of attention heads of a bias, H.

        Returns
        -------
        ndarray, shape (H, m), or None
            Mean logits in nats; None if they depend on the query position.

        Raises
        ------
        ValueError
            If the scheme does not support d.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> RoPE().mean_logits_at_offset(range(3), 2, length=8).round(3)
        array([[ 1.414,  0.764, -0.589]])
        """
        dim, length, heads = whole("dim", dim), whole("length", length), whole("heads", heads)
        same, back = _mean_product(content, dim), real_array("offsets", offsets, 1)
        if self.family == "bias":
            bias = self._bias_at_offset(back, heads, length)
            return None if bias is None else np.asarray(same / np.sqrt(dim) + bias)
        if self.family == "rotation":
            if reason := self.unsupported_reason("rotation", length, dim):
                raise ValueError(reason)
            rotated = self._mean_dot(back, dim, length) if same else np.zeros(back.shape)
            return np.asarray(self._mask_future(rotated, back)[None] / np.sqrt(dim))
        dots = self.dot_at_offset(offsets if isinstance(offsets, range) else back, dim)
        return None if dots is None else np.asarray((same + dots)[None] / np.sqrt(dim))

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        """Write the vectors of validated positions to `out`, (n, dim), float32 or float64.

        `length` is the length of the whole sequence, of which the positions may be a part.
        """
        raise NotImplementedError

    def _rotate(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        """Rotate validated vectors by validated positions."""
        raise NotImplementedError

    def _mean_dot(self, back: Array, dim: int, length: int) -> Array:
        """Mean dot product of two equal vectors after rotation, by offset. (...) -> (...).

        This is the trace of R(i)'R(i - back): d at offset 0 if the rotation preserves norms.
        """
        raise NotImplementedError

    def _mask_future(self, scores: Array, back: Array) -> Array:
        """Set scores of keys after their query to -inf if the scheme is causal."""
        return scores if self.unsupported_reason("causal") else np.where(back >= 0, scores, -np.inf)

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array | None:
        """Bias by offset in a sequence of this length, (...) -> (H, ...); None if it depends on the query position."""
        return None

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        """Bias of validated positions. (n,), (m,) -> (H, n, m)."""
        raise NotImplementedError

    def _as_range(self, positions: Sequence[float] | ArrayLike) -> Array | range:
        """Validate positions; return consecutive ones as a range."""
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
        low, allowed, whole_only = -MAX_POSITION, f"between -{MAX_POSITION:,} and {MAX_POSITION:,}", False
        if not self.real_positions:
            low, allowed, whole_only = 0, f"whole and between 0 and {MAX_POSITION:,}", True
        # min and max are NaN if any position is
        fits = points.min() >= low and points.max() <= MAX_POSITION
        if not fits or (whole_only and points.dtype.kind == "f" and (points != np.floor(points)).any()):
            valid = (points >= low) & (points <= MAX_POSITION) & (not whole_only or points == np.floor(points))
            raise ValueError(f"{name} of {self.name} must be {allowed}, not {points[~valid].flat[0]:.15g}")
        return points.astype(np.int64 if whole_only else np.float64, copy=False)


def _mean_product(content: Content, dim: int) -> float:
    """Mean dot product of query and key without their positions."""
    return float(dim) if match_option(content, get_args(Content), "content") == "same" else 0.0


def _column(column: int, dim: int) -> int:
    if (place := whole("column", column, 0)) >= dim:
        raise ValueError(f"column = {column!r} must be a whole number from 0 to {dim - 1}")
    return place


_FLOATS = (np.float16, np.float32, np.float64)


def _result(shape: tuple[int, ...], own: np.dtype[Any], dtype: DTypeLike | None, out: Array | None) -> Array:
    """Return `out`, or a new array of `dtype`, by default `own` if that is a float type."""
    if out is None:
        default = own if own in _FLOATS else np.dtype(np.float64)
        result = default if dtype is None else np.dtype(dtype)
        if result not in _FLOATS:
            raise ValueError(f"dtype = {result} must be one of float16, float32, float64")
        return np.empty(shape, result)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype not in _FLOATS:
        kind = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ValueError(f"out must be float16, float32 or float64 of shape {shape}, not {kind}")
    if dtype is not None and out.dtype != np.dtype(dtype):
        raise ValueError(f"dtype = {np.dtype(dtype)} must be that of out, {out.dtype}, or left out")
    return out


def _to_dtype(values: Array, own: np.dtype[Any], dtype: DTypeLike | None, out: Array | None) -> Array:
    """Convert float64 values to the requested dtype, or write them to `out`."""
    result = _result(values.shape, own, dtype, out)
    if out is None and result.dtype == values.dtype:
        return values
    result[...] = values
    return result


def _documented(doc: str, parameters: Sequence[Param], source: str) -> str:
    """Insert the parameters and the source of a scheme into its docstring, before the examples."""
    text, *examples = doc.rstrip().split("\n\n    Examples\n")
    lines = [text.rstrip()]
    if parameters:
        lines += ["", "    Parameters", "    ----------"]
    for each in parameters:
        kind = type(each.default).__name__
        lines += [f"    {each.name} : {kind}, {each.domain.allowed}; default {each.default!r}", f"        {each.help}"]
    if source:
        lines += ["", "    References", "    ----------", f"    {source}"]
    return "\n\n    Examples\n".join(["\n".join(lines), *examples]) + "\n    "


def as_array(positions: Array | range) -> Array:
    """Convert validated positions to float64."""
    if isinstance(positions, range):
        return np.arange(positions.start, positions.stop, positions.step, dtype=np.float64)
    return positions
