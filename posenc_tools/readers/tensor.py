"""Tables in files, their metadata, and error messages."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from posenc_core.arrays import AnyArray, constant_axes, has_columns_first, index
from posenc_core.text.messages import Claim, claim, message

MAX_BYTES = 16 * 2**20
"""Default limit for the size of a file in bytes."""

MAX_NUMBERS = 2**22
"""Default limit for the numbers of a table."""

MAX_SHOWN = 60
"""Characters of a name or text in a message."""

MAX_SLICES = 1000
"""Tables that an array of three axes is split into."""

MAX_LISTED = 3
"""Arrays described in a message if none is a table."""

MIN_MASK_SIDE, MIN_MASKED_SHARE = 4, 0.1
"""Smallest mask that is not causal, and its smallest share of -inf."""


class Refusal(ValueError):
    """Rejection of a file or text with the arguments of a message, whose `name` is made printable."""

    def __init__(self, id: str, name: str = "", **args: Any) -> None:
        super().__init__(claim(id, name=printable(name), **args))


class Tensor(NamedTuple):
    """Table in a file.

    Attributes
    ----------
    name : str
        Name in the file; the file name if it contains only one array.
    shape : (int, int)
        Rows and columns.
    kind : str
        Number format, such as "float32" or "bfloat16".
    read : callable
        Read the (n, d) array while the file is open; ValueError if it is damaged or not finite.
    note : str
        Sentence about ignored labels or slices, or empty.
    """

    name: str
    shape: tuple[int, int]
    kind: str
    read: Callable[[], AnyArray]
    note: str = ""


class StoredArray(NamedTuple):
    """Metadata from a header, before validation."""

    name: str
    shape: tuple[int, ...]
    kind: str  # dtype name, or "bfloat16"
    fault: Claim | None  # error in the number format, without a period
    read: Callable[[], AnyArray]  # the numbers, possibly without singleton axes
    note: str = ""  # see `Tensor.note`


def printable(text: str) -> str:
    """Shorten a name from a file and escape control characters."""
    short = text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
    return short if short.isprintable() and short.strip() else repr(short)


def size(file: BinaryIO) -> int:
    """Size of an open file in bytes; rewinds it."""
    end = file.seek(0, 2)
    file.seek(0)
    return end


def two_axes(shape: Sequence[int]) -> tuple[int, int] | None:
    """Squeeze singleton axes; return (rows, columns), or None if the array is not 2-D.

    Parameters
    ----------
    shape : sequence of int
        Shape of an array.

    Returns
    -------
    tuple of int or None
        Rows and columns.

    Examples
    --------
    >>> two_axes((1, 8, 4))
    (8, 4)
    """
    kept = without_ones(shape)
    return (kept[0], kept[1]) if len(kept) == 2 else None


def without_ones(shape: Sequence[int]) -> tuple[int, ...]:
    """Drop singleton axes of a shape while it has more than two axes.

    >>> without_ones((1, 8, 1, 4))
    (8, 4)
    """
    kept = list(shape)
    while len(kept) > 2 and 1 in kept:
        kept.remove(1)
    return tuple(kept)


def slices(name: str, array: AnyArray) -> list[tuple[str, AnyArray, str]]:
    """Split an array of one or three axes into tables: name, numbers, and a note."""
    if array.ndim == 1:
        return [(name, array[None], message("reader-one-axis", name=printable(name)))]
    axes = _sizes(array.shape)
    if constant := constant_axes(array):
        axis = constant[0]
        note = message("reader-same-axis", name=printable(name), sizes=axes, number=axis, text=index(axis, 0))
        return [(name, array.take(0, axis), note)]
    one, two, three = array.shape
    if has_columns_first(array):
        note = message("reader-columns-first", sizes=axes)
        return [(f"{name}.reshape({one}, {two * three}).T", array.reshape(one, -1).T, note)]
    # axes 0 and 1 may be those of a grid
    merged = message("reader-merged", sizes=axes)
    whole = (f"{name}.reshape({one * two}, {three})", array.reshape(-1, three), merged)
    axis = 0 if two == three else int(np.argmin(array.shape))
    if one == two != three or array.shape[axis] > MAX_SLICES:
        return [whole]
    note = message("reader-slices", sizes=axes, number=axis)
    tables = [(f"{name}{index(axis, at)}", table, note) for at, table in enumerate(np.moveaxis(array, axis, 0))]
    return [*tables, whole]


def fault(array: StoredArray, most_numbers: int) -> Claim | None:
    """Reason why an array is no table, without a period, or None."""
    if array.fault:
        return array.fault
    name, table = printable(array.name), two_axes(array.shape)
    if table is None:
        if 0 < len(array.shape) <= 4:
            return claim("reader-shape", name=name, sizes=_sizes(array.shape))
        return claim("reader-axes", name=name, count=len(array.shape))
    if min(table) < 1:
        return claim("reader-no-rows", name=name, sizes=_sizes(table))
    if math.prod(table) > most_numbers:
        return claim("reader-many-numbers", name=name, sizes=_sizes(table), most=most_numbers)
    return None


def _sizes(shape: Sequence[int]) -> str:
    return " x ".join(f"{size:,}" for size in shape)


def valid_tables(arrays: Sequence[StoredArray], name: str, most_numbers: int) -> list[Tensor]:
    """Return the valid tables, likely ones first; raise Refusal if there are none."""
    if not arrays:
        raise Refusal("reader-no-table", name)
    faults = [fault(array, most_numbers) for array in arrays]
    if all(faults):
        if sliced := _slice(arrays[:MAX_LISTED], most_numbers):
            return sliced
        reasons = "; ".join(map(str, faults[:MAX_LISTED]))
        raise Refusal("reader-reasons", reasons=reasons, count=max(len(arrays) - MAX_LISTED, 0))
    tables = [
        Tensor(array.name, table, array.kind, _finite_table(array, table), array.note)
        for array, why in zip(arrays, faults, strict=True)
        if not why and (table := two_axes(array.shape))
    ]
    return sorted(tables, key=lambda tensor: (1 in tensor.shape, not _positional(tensor.name)))


def finite(table: AnyArray, name: str) -> AnyArray:
    """Return a table; raise Refusal unless it is finite, or a mask of -inf that shows each query a key."""
    if table.dtype.kind != "f" or not (wrong := ~np.isfinite(table)).any():
        return table
    is_causal = table.shape[0] == table.shape[1] and not np.tril(wrong).any()
    # a mask hides many keys and shows each query one; a few -inf are the error of a computation
    is_mask = min(table.shape) >= MIN_MASK_SIDE and wrong.mean() >= MIN_MASKED_SHARE and not wrong.all(axis=1).any()
    if (table[wrong] < 0).all() and (is_causal or is_mask):
        return table
    row, column = np.unravel_index(wrong.argmax(), wrong.shape)
    raise Refusal("reader-finite", name, text=str(table[row, column]), row=int(row), column=int(column))


def fewer_bytes(name: str, promised: int, present: int) -> Refusal:
    """Error for a truncated file."""
    return Refusal("reader-truncated", name, whole=promised, count=present)


def numbers(data: bytes, kind: np.dtype[Any], shape: tuple[int, ...], *, fortran: bool = False) -> AnyArray:
    """Convert bytes to a table in native byte order; longer floats are rounded to float64."""
    table = np.frombuffer(data, kind).reshape(shape, order="F" if fortran else "C")
    native = np.dtype(np.float64) if kind.kind == "f" and kind.itemsize > 8 else kind.newbyteorder("=")
    # overflow gives infinity and invalid bytes NaN; `finite` rejects both
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(table.astype(native, copy=False))


def _slice(arrays: Sequence[StoredArray], most_numbers: int) -> list[Tensor]:
    """Read arrays of one or three axes and slice them along the axis that varies."""
    tables = []
    for array in arrays:
        axes = without_ones(array.shape)
        if array.fault or len(axes) not in (1, 3) or min(axes) < 1 or math.prod(axes) > most_numbers:
            continue
        for name, table, note in slices(array.name, array.read().reshape(axes)):
            notes = " ".join(filter(None, (note, array.note)))
            shape = table.shape[0], table.shape[1]
            tables.append(Tensor(name, shape, array.kind, partial(finite, table, name), notes))
    return tables


def _finite_table(array: StoredArray, shape: tuple[int, int]) -> Callable[[], AnyArray]:
    return lambda: finite(array.read().reshape(shape), array.name)


def _positional(name: str) -> bool:
    """Return True for names typical of position tables."""
    parts = name.lower().replace("/", ".").split(".")
    return "pos" in name.lower() or not {"pe", "wpe"}.isdisjoint(parts)
