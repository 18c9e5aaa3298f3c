"""Does a table hold the numbers that its code is meant to compute? For your own tests."""

from textwrap import indent
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.arrays import Array, real_array, real_numbers, whole
from posenc_core.diagnosis.diagnosis import diagnose
from posenc_core.diagnosis.storage import storage
from posenc_core.diagnosis.words import AGREES, advice, verdict
from posenc_core.readers import MAX_NUMBERS, two_axes
from posenc_core.schemes import Sinusoidal
from posenc_core.text.numerals import format_distinct, number

__all__ = ["assert_sinusoidal"]

FORMATS = {"float64": (53, -1021), "float32": (24, -125), "float16": (11, -13), "bfloat16": (8, -125)}
"""Significant bits of each float type, and the exponent of its smallest normal number, which np.frexp gives."""

BLOCK = 2**18
"""So many numbers are compared at once."""


def assert_sinusoidal(
    table: ArrayLike,
    base: float = 10000.0,
    layout: Literal["interleaved", "concatenated"] = "interleaved",
    *,
    dtype: Any = None,
    scale: float = 1.0,
    padding_idx: int | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    tolerance: float | None = None,
    **parameters: Any,
) -> None:
    """Raise AssertionError, which names the worst number, unless a table (n, d) is the sinusoid of these parameters.

    `table` is an array, or a PyTorch tensor on any device; singleton dimensions are squeezed. `parameters` are others
    of Sinusoidal: `first`, `schedule`, `start`, `odd`. All numbers are multiplied by `scale`. Row `padding_idx` is
    zeros and the others keep their positions, as in fairseq.

    A number may differ by as much as its float type explains: the rounding of the arithmetic, which at later positions
    changes the angle more, and one last place. `dtype` is the float type whose rounding is allowed, by default the
    table's own; below float32 the arithmetic is that of float32. `rtol` and `atol` replace this, as in numpy.testing,
    by `atol + rtol * |expected|`, each 0 by default. `tolerance` is another name for `atol`. ValueError for a parameter
    outside its domain, a single row, and anything that is no table of real numbers.

    >>> assert_sinusoidal(Sinusoidal().encode(range(8), 4))
    """
    names = [each.name for each in Sinusoidal.parameters()]
    if unknown := sorted(parameters.keys() - set(names)):
        raise ValueError(f"{unknown[0]} is no parameter of Sinusoidal: it has {', '.join(names)}")
    meant = Sinusoidal(base=base, layout=layout, **parameters)
    for name, value in {"rtol": rtol, "atol": atol, "tolerance": tolerance}.items():
        if value is not None and not 0 <= value < np.inf:
            raise ValueError(f"{name} = {value!r} must be a finite number from 0")
    if not 0 < abs(size := float(real_array("scale", scale, 0))) < np.inf:
        raise ValueError(f"scale = {scale!r} must be a finite number other than 0")
    numbers, format = _numbers(table, dtype)
    if reason := meant.unsupported_reason("vectors", *numbers.shape):
        raise ValueError(reason)
    if padding_idx is not None and whole("padding_idx", padding_idx, 0) >= len(numbers):
        raise ValueError(f"padding_idx = {padding_idx!r} must be a row, at most {len(numbers) - 1:,}")
    given = None if rtol is atol is tolerance is None else (rtol or 0.0, atol or tolerance or 0.0)
    if worst := _worst(numbers, meant, size, padding_idx, format, given):
        coarser = [] if given else [*FORMATS][[*FORMATS].index(format) + 1 :]
        passing = [each for each in coarser if not _worst(numbers, meant, size, padding_idx, each, None)]
        # a wrong number is no reason to allow more; a table whose every number fits into a shorter float type is
        hint = [f"With dtype={passing[0]!r} it passes."] if passing and passing[0] == storage(numbers).name else []
        times = f" * {number(size)}" if size != 1 else ""
        instead = _instead(numbers, meant, size)
        raise AssertionError("\n".join([f"The table is not {meant!r}{times}.", worst, *hint, *instead]))


def _numbers(table: Any, dtype: Any) -> tuple[NDArray[Any], str]:
    """The rows of a table, and the name of the float type that it should have; ValueError for one row alone."""
    # a tensor is known by its methods, so that nothing imports PyTorch
    tensor = hasattr(table, "detach")
    table = table.detach().cpu() if tensor else table
    if half := str(getattr(table, "dtype", "")) in ("bfloat16", "torch.bfloat16"):
        table = table.float() if tensor else np.asarray(table).astype(np.float32)
    given = real_numbers("table", table.numpy() if tensor else table)
    shape = two_axes(given.shape)
    if shape is None or 0 in shape:
        raise ValueError(f"table must have rows and columns, not the shape {given.shape}")
    if shape[0] == 1:
        raise ValueError("a table of 1 row says nothing of a step: give all rows")
    own = "bfloat16" if half else given.dtype.name
    if dtype is None:
        return given.reshape(shape), own if own in FORMATS else "float64"
    try:
        own = np.dtype(dtype).name
    except TypeError:
        own = str(dtype).removeprefix("torch.")
    if own not in FORMATS:
        raise ValueError(f"dtype = {dtype!r} must be one of {', '.join(FORMATS)}")
    return given.reshape(shape), own


def _expected(meant: Sinusoidal, positions: Array, dim: int, scale: float, format: str) -> tuple[Array, Array]:
    """The formula in float64, and by how much rounding may change each number. -> (n, dim), (n, dim)"""
    bits, least = FORMATS[format]
    # in float64 waves may be sums of angles, one of many roundings, as Sinusoidal.encode computes them
    unit, wave = (2.0**-53, 64) if format == "float64" else (2.0**-24, 4)
    frequencies, pairs = meant.frequencies(dim), meant.pairs(dim)
    cosine, columns = np.full(dim, meant.unpaired(dim) == "cosine"), np.full(dim, frequencies[-1])
    cosine[pairs], columns[pairs] = [False, True], frequencies[: dim // 2, None]
    angles = (positions + meant.start)[:, None] * columns
    right = np.sin(angles)
    right[:, cosine] = np.cos(angles[:, cosine])
    # of e^-x, x is off by up to 4 roundings, and e^-x by x times as many and its own; frequency 1 and 0 are exact
    x = -np.log(np.where(columns > 0, columns, 1))
    turned = angles * (unit * (4 * x + 8) * (x > 0))
    off = abs(scale) * (np.sqrt(np.maximum(1 - right**2, 0)) * turned + turned**2 / 2 + wave * unit)
    right *= scale
    last = np.ldexp(1.0, np.maximum(np.frexp(np.abs(right) + off)[1], least) - bits)
    # what is scaled after it was stored is rounded twice
    return right, off + last * (1 if scale == 1 else 2)


def _worst(
    numbers: NDArray[Any],
    meant: Sinusoidal,
    scale: float,
    padding: int | None,
    format: str,
    given: tuple[float, float] | None,
) -> str:
    """In words, which number is farthest outside its tolerance and how many are; nothing where none is."""
    (n, d), total, most, worst = numbers.shape, 0, 0.0, ""
    rows = max(BLOCK // d, 1)
    for start in range(0, n, rows):
        part = numbers[start : start + rows].astype(np.float64)
        right, allowed = _expected(meant, np.arange(start, start + len(part), dtype=np.float64), d, scale, format)
        if padding is not None and 0 <= padding - start < len(part):
            right[padding - start] = allowed[padding - start] = 0
        if given:
            allowed = given[1] + given[0] * np.abs(right)
        over = np.nan_to_num(np.abs(part - right), nan=np.inf, posinf=np.inf) - allowed
        total += int((over > 0).sum())
        if over.max() > most:
            at = np.unravel_index(over.argmax(), over.shape)
            most = float(over[at])
            here, expected = format_distinct(float(part[at]), float(right[at]))
            where = f"Row {start + at[0]:,}, column {at[1]:,} is {here} and should be {expected}"
            worst = f"{where}; it may differ by {number(float(allowed[at]))}{'' if given else f' in {format}'}."
    count = f"{total:,} of {numbers.size:,} numbers differ by more than they may; rows and columns are counted from 0."
    return f"{worst}\n{count}" if worst else ""


def _instead(numbers: NDArray[Any], meant: Sinusoidal, scale: float) -> list[str]:
    """What the table is, and the line of code to look at, where the diagnosis knows."""
    if numbers.size > MAX_NUMBERS or not np.isfinite(numbers).all():
        return []
    found = diagnose(numbers)
    # the diagnosis allows more rounding: that the table is what was meant would contradict the first line
    same = (found.best.scheme, found.best.parameters.get("scale", 1.0)) == (meant, scale)
    if found.state in ("different", "unknown") or (same and found.state == "known"):
        return []
    instead, change = f"Instead: {verdict(found).replace(AGREES, '')}", advice(found, meant)
    if change is None:
        return [instead]
    wrong = f"If {change.meant} was meant, probably wrong:" if change.meant else "Probably wrong:"
    return [instead, wrong, indent(change.wrong, "  "), "Right:", indent(change.right, "  ")]
