"""Is a table what its code means to make? For the tests of whoever writes such code."""

from dataclasses import replace
from textwrap import indent
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.arrays import Array, real_numbers
from posenc_core.diagnosis.diagnosis import diagnose
from posenc_core.diagnosis.storage import storage
from posenc_core.diagnosis.words import advice, evidence, verdict
from posenc_core.files import two_axes
from posenc_core.numerals import number, told_apart
from posenc_core.schemes import Sinusoidal
from posenc_core.source import Source

LEAST, EACH = 1e-6, 2e-7
"""By how much float32 arithmetic may miss the formula: so much, and so much more for each position.

A frequency e^-x is off by a share of 2x + 1 roundings and its angle by one more, each of 6e-8 at most, and x e^-x is at
most 0.37: all of it is 1.7e-7 radians a token.
"""


def assert_sinusoidal(
    table: ArrayLike,
    base: float = 10000.0,
    layout: str = "interleaved",
    *,
    tolerance: float | None = None,
    **parameters: Any,
) -> None:
    """Raise AssertionError, with what the table is instead, unless it is the sinusoid of these parameters. (n, d)

    An axis of 1 besides, as buffers have for a batch, is left out. `parameters` are others of Sinusoidal: `first`,
    `schedule`, `start`, `odd` and more. `tolerance` is by how much any number may be off; by default what rounding
    explains: float32 arithmetic, which misses more at later positions, and how the table is stored. ValueError for a
    parameter outside its domain, for one row alone and for what is no table of real numbers.

    >>> import numpy as np
    >>> i = np.arange(0, 8, 2)
    >>> angles = np.arange(50)[:, None] / 10000 ** (i / 8)
    >>> table = np.zeros((50, 8))
    >>> table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    >>> assert_sinusoidal(table)
    """
    unknown = sorted(parameters.keys() - {each.name for each in Sinusoidal.parameters()})
    if unknown:
        names = ", ".join(each.name for each in Sinusoidal.parameters())
        raise ValueError(f"{unknown[0]} is no parameter of Sinusoidal: it has {names}")
    meant = Sinusoidal(base=base, layout=layout, **parameters)
    if tolerance is not None and not 0 <= tolerance < np.inf:
        raise ValueError(f"tolerance = {tolerance!r} must be a finite number from 0")
    source = Source.of(_rows(table), None, None)
    n, d = source.length, source.dim
    if reason := meant.lacks("vectors", n, d):
        raise ValueError(reason)
    numbers = source.rows(0, n)
    right = meant.encode(range(n), d).astype(np.float64, copy=False)
    off = np.abs(numbers - right)
    allowed = LEAST + EACH * n + storage(numbers).error if tolerance is None else tolerance
    if off.max() > allowed:
        raise AssertionError(_difference(numbers, right, off, allowed, meant))


def _rows(table: ArrayLike) -> NDArray[Any]:
    """A row for each position, without axes of 1; ValueError for one row alone, which any base would pass."""
    given = real_numbers("table", table)
    shape = two_axes(given.shape)
    if shape is None:
        raise ValueError(f"table must have rows and columns, not the shape {given.shape}")
    if shape[0] == 1:
        raise ValueError("a table of 1 row says nothing of a step: give all rows")
    return given.reshape(shape)


def _difference(numbers: Array, right: Array, off: Array, allowed: float, meant: Sinusoidal) -> str:
    """What the table is instead, and the line of code to look at."""
    row, column = (int(place) for place in np.unravel_index(off.argmax(), off.shape))
    first = int((off.max(axis=1) > allowed).argmax())
    here, right_here = told_apart(float(numbers[row, column]), float(right[row, column]))
    found = diagnose(numbers)
    # one wrong formula may be another right one: base 100 is base 10000 with half the exponent
    slip = next((each for each in found.equal if each.kind == "mistake" and each.scheme == meant), None)
    if slip:
        found = replace(found, best=slip, equal=(found.best, *(each for each in found.equal if each is not slip)))
    lines = [
        f"The table is not {meant!r}.",
        f"Row {row:,}, column {column:,} is {here}, and should be {right_here}: at most {number(allowed)} between them "
        "is rounding.",
        f"The first row that is off is row {first:,}; rows and columns are counted from 0.",
        verdict(found),
        *evidence(found),
    ]
    if change := advice(found):
        lines += ["Probably wrong:", indent(change.wrong, "  "), "Right:", indent(change.right, "  ")]
    return "\n".join(lines)
