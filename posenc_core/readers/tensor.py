"""What is offered of a file? Tables by name, each with what its header says, and refusals in one sentence."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import constant_axes, index

__all__ = [
    "Promise", "Refusal", "Tensor", "fault", "fewer_bytes", "finite", "numbers", "offered",
    "shown", "size", "slices", "two_axes", "without_ones",
]  # fmt: skip

MAX_BYTES = 16 * 2**20
"""Size of a file that is read, unless another limit is given."""

MAX_NUMBERS = 2**22
"""Numbers of a table that is read, unless another limit is given."""

SHOWN = 60
"""Characters of a name or a text that a sentence shows."""

LISTED = 3
"""So many tensors are described where none can be a table."""

WORDS = {
    "b": "true and false",
    "c": "complex numbers",
    "O": "Python objects, which only running code could restore",
    "S": "text",
    "U": "text",
    "a": "text",
    "M": "dates",
    "m": "dates",
    "V": "raw bytes",
}
"""What NumPy's letter of a kind means, of those that are no real numbers."""


class Refusal(ValueError):
    """Why something is not read, in one sentence for whoever gave it."""


class Tensor(NamedTuple):
    """A table in a file."""

    name: str
    """As the file has it; the file's own name where it holds just one."""
    shape: tuple[int, int]
    """Rows and columns."""
    kind: str
    """How each number is stored, such as float32 or bfloat16."""
    read: Callable[[], NDArray[Any]]
    """The numbers, while the file is open: (n, d); ValueError for what is damaged or not finite."""
    note: str = ""
    """Which names of columns and labels of rows were left out, as a sentence."""


class Promise(NamedTuple):
    """What a header says that follows, before any of it is believed."""

    name: str
    shape: tuple[int, ...]
    kind: str
    """A name of NumPy's, or bfloat16."""
    fault: str | None
    """What is wrong with its kind, in words that follow its name."""
    read: Callable[[], NDArray[Any]]
    """All numbers in their order, in the shape or one that has axes of 1 besides."""
    note: str = ""
    """As of a Tensor."""


def shown(text: str) -> str:
    """A name from a file, short and without anything that a terminal would obey."""
    short = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    return short if short.isprintable() and short.strip() else repr(short)


def size(file: BinaryIO) -> int:
    """Bytes of an open file, which stands at its beginning afterwards."""
    end = file.seek(0, 2)
    file.seek(0)
    return end


def two_axes(shape: Sequence[int]) -> tuple[int, int] | None:
    """Rows and columns, without axes of 1 that buffers have for a batch; None where there are not two."""
    kept = without_ones(shape)
    return (kept[0], kept[1]) if len(kept) == 2 else None


def without_ones(shape: Sequence[int]) -> tuple[int, ...]:
    """A shape without axes of 1, down to two axes.

    >>> without_ones((1, 8, 1, 4))
    (8, 4)
    """
    kept = list(shape)
    while len(kept) > 2 and 1 in kept:
        kept.remove(1)
    return tuple(kept)


def slices(name: str, array: NDArray[Any]) -> list[tuple[str, NDArray[Any], str]]:
    """Tables in an array of one or three axes: name, numbers, and a sentence about how it was sliced."""
    if array.ndim == 1:
        return [(name, array[None], f"{shown(name)} has one axis, read as one row.")]
    axes = " x ".join(f"{each:,}" for each in array.shape)
    if constant := constant_axes(array):
        axis = constant[0]
        note = f"{shown(name)} ({axes}) is the same along axis {axis}: {index(axis, 0)} was read."
        return [(name, array.take(0, axis), note)]
    one, two, three = array.shape
    # a grid has an axis for its rows and one for its columns
    whole = (f"{name}.reshape({one * two}, {three})", array.reshape(-1, three), f"Axes 0 and 1 of {axes} are one.")
    if one == two != three:
        return [whole]
    axis = 0 if two == three else int(np.argmin(array.shape))
    found = [
        (f"{name}{index(axis, at)}", array.take(at, axis), f"The slices of {axes} along axis {axis} differ.")
        for at in range(array.shape[axis])
    ]
    return [*found, whole]


def fault(promise: Promise, most_numbers: int) -> str | None:
    """Why it cannot be a table, in words that follow its name; None where it can."""
    if promise.fault:
        return promise.fault
    table = two_axes(promise.shape)
    if table is None:
        axes = " x ".join(f"{each:,}" for each in promise.shape)
        found = f"the shape ({axes})" if 0 < len(promise.shape) <= 4 else f"{len(promise.shape):,} axes"
        return f"has {found}, and a table has two axes, rows and columns"
    if min(table) < 1:
        return f"has the shape ({table[0]:,} x {table[1]:,}), and a table has at least one row and one column"
    if math.prod(table) > most_numbers:
        return f"has {table[0]:,} x {table[1]:,} numbers, and a table of at most {most_numbers:,} is read"
    return None


def offered(promises: Sequence[Promise], name: str, most_numbers: int) -> list[Tensor]:
    """Those that can be a table, likely ones first; a sentence why where none can."""
    faults = [fault(promise, most_numbers) for promise in promises]
    if promises and all(faults) and (sliced := _sliced(promises[:LISTED], most_numbers)):
        return sliced
    if promises and all(faults):
        told = "; ".join(
            f"{shown(each.name)} {why}" for each, why in zip(promises[:LISTED], faults[:LISTED], strict=True)
        )
        more = len(promises) - LISTED
        raise Refusal(told + (f"; nor is any of {more:,} more a table." if more > 0 else "."))
    if not promises:
        raise Refusal(f"{shown(name)} is empty: it holds no table.")
    found = [
        Tensor(promise.name, table, promise.kind, _finite_table(promise, table), promise.note)
        for promise, why in zip(promises, faults, strict=True)
        if not why and (table := two_axes(promise.shape))
    ]
    return sorted(found, key=lambda tensor: (1 in tensor.shape, not _positional(tensor.name)))


def finite(table: NDArray[Any], name: str) -> NDArray[Any]:
    """The same numbers; a sentence where one is not finite. A causal mask may have -inf above its diagonal."""
    if table.dtype.kind != "f" or not (wrong := ~np.isfinite(table)).any():
        return table
    if table.shape[0] == table.shape[1] and not np.tril(wrong).any() and (table[wrong] < 0).all():
        return table
    row, column = np.unravel_index(wrong.argmax(), wrong.shape)
    raise Refusal(
        f"{shown(name)} has {table[row, column]} in row {row:,}, column {column:,} (counted from 0): "
        "every number must be finite."
    )


def fewer_bytes(name: str, promised: int, present: int) -> Refusal:
    """The sentence for a file that ends too soon."""
    return Refusal(
        f"{shown(name)} is cut short: its header promises {promised:,} bytes of numbers, and {present:,} follow."
    )


def numbers(data: bytes, kind: np.dtype[Any], shape: tuple[int, ...], *, fortran: bool = False) -> NDArray[Any]:
    """Bytes as a table, in the order of bytes of this machine; what is longer than float64 is rounded to it."""
    table = np.frombuffer(data, kind).reshape(shape, order="F" if fortran else "C")
    native = np.dtype(np.float64) if kind.kind == "f" and kind.itemsize > 8 else kind.newbyteorder("=")
    # what is too large for float64 becomes infinite, what is no number NaN, and both are refused as such
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(table.astype(native, copy=False))


def _sliced(promises: Sequence[Promise], most_numbers: int) -> list[Tensor]:
    """Tables in arrays of one or three axes, which are read to see along which axis they vary."""
    found = []
    for promise in promises:
        shape = without_ones(promise.shape)
        if promise.fault or len(shape) not in (1, 3) or min(shape) < 1 or math.prod(shape) > most_numbers:
            continue
        for name, table, note in slices(promise.name, promise.read().reshape(shape)):
            said = " ".join(filter(None, (note, promise.note)))
            found.append(
                Tensor(name, (table.shape[0], table.shape[1]), promise.kind, partial(finite, table, name), said)
            )
    return found


def _finite_table(promise: Promise, shape: tuple[int, int]) -> Callable[[], NDArray[Any]]:
    return lambda: finite(promise.read().reshape(shape), promise.name)


def _positional(name: str) -> bool:
    """Whether a tensor is called as tables of positions are."""
    parts = name.lower().replace("/", ".").split(".")
    return "pos" in name.lower() or not {"pe", "wpe"}.isdisjoint(parts)
