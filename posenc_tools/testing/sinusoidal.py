"""Assertion for sinusoidal tables."""

from textwrap import indent
from typing import Any, Literal

import numpy as np

from posenc_core.arrays import AnyArray, Array, ArrayLike, real_array, real_numbers, whole
from posenc_core.schemes import Sinusoidal
from posenc_core.text.messages import message
from posenc_core.text.numerals import format_distinct, number
from posenc_tools.diagnosis.diagnosis import diagnose
from posenc_tools.diagnosis.storage import storage
from posenc_tools.diagnosis.words import advice, verdict
from posenc_tools.readers import MAX_NUMBERS, two_axes
from posenc_tools.testing.tensors import check_tolerance, to_numpy

FORMATS = {"float64": (53, -1021), "float32": (24, -125), "float16": (11, -13), "bfloat16": (8, -125)}
"""Significant bits, and the exponent of the smallest normal number as in `np.frexp`."""

WAVE_ERRORS = {"float64": 1e-13, "float32": 2.0**-22}
"""Error of a wave by float type of the arithmetic; in float64, that which `Vectors.encode` documents."""

BLOCK_SIZE = 2**18
"""Numbers compared at once."""


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
    """Assert that a table is sinusoidal with the given parameters.

    Parameters
    ----------
    table : (n, d) array_like or torch.Tensor
        The complete table; singleton axes are squeezed.
    base : float, default 10000
        Base of the frequencies.
    layout : {"interleaved", "concatenated"}
        Order of the columns.
    dtype : dtype_like, optional
        Float type whose rounding is permitted, including that of the arithmetic; by default that of the table. Below
        float32 the arithmetic is assumed to be float32.
    scale : float, default 1
        Factor of all numbers.
    padding_idx : int, optional
        Row of zeros; the other rows keep their positions, as in fairseq.
    rtol, atol : float, optional
        Tolerance `atol + rtol * |expected|` as in `numpy.testing`, in place of rounding.
    tolerance : float, optional
        Alias of `atol`.
    **parameters
        Other parameters of `Sinusoidal`: `first`, `schedule`, `start`, `odd`.

    Raises
    ------
    AssertionError
        If a number differs by more than its tolerance. The message has the largest error, the actual identity of the
        table, and, for a known bug, the line to fix.
    ValueError
        If a parameter is outside its domain, or `table` is no table of real numbers with at least two rows.

    Examples
    --------
    >>> assert_sinusoidal(Sinusoidal().encode(range(8), 4))
    >>> try:
    ...     assert_sinusoidal(Sinusoidal(base=500).encode(range(8), 4))
    ... except AssertionError as error:
    ...     print(str(error).splitlines()[-1])
    This is Sinusoidal, interleaved, base 500.
    """
    names = [parameter.name for parameter in Sinusoidal.parameters()]
    if unknown := sorted(parameters.keys() - set(names)):
        raise ValueError(f"{unknown[0]} is not a parameter of Sinusoidal: its parameters are {', '.join(names)}")
    meant = Sinusoidal(base=base, layout=layout, **parameters)
    for name, value in {"rtol": rtol, "atol": atol, "tolerance": tolerance}.items():
        check_tolerance(name, value)
    if not 0 < abs(size := float(real_array("scale", scale, 0))) < np.inf:
        raise ValueError(f"scale = {scale!r} must be a finite number other than 0")
    numbers, format = _numbers(table, dtype)
    if reason := meant.unsupported_reason("vectors", *numbers.shape):
        raise ValueError(reason)
    if padding_idx is not None and whole("padding_idx", padding_idx, 0) >= len(numbers):
        raise ValueError(f"padding_idx = {padding_idx!r} must be a row, at most {len(numbers) - 1}")
    given = None if rtol is atol is tolerance is None else (rtol or 0.0, atol or tolerance or 0.0)
    if worst := _worst(numbers, meant, size, padding_idx, format, given):
        coarser = [] if given else [*FORMATS][[*FORMATS].index(format) + 1 :]
        passing = [name for name in coarser if not _worst(numbers, meant, size, padding_idx, name, None)]
        times = f" * {number(size)}" if size != 1 else ""
        lines = [message("assertion-table", name=f"{meant!r}{times}"), worst]
        # suggest another dtype only if it represents every number exactly
        if passing and passing[0] == storage(numbers).name:
            lines.append(message("assertion-table.passes", text=repr(passing[0])))
        raise AssertionError("\n".join([*lines, *_actual(numbers, meant, size)]))


def _numbers(table: Any, dtype: Any) -> tuple[AnyArray, str]:
    """Validate a table; return it with the name of its float type."""
    table, name = to_numpy(table)
    given = real_numbers("table", table)
    shape = two_axes(given.shape)
    if shape is None or 0 in shape:
        raise ValueError(f"table must have rows and columns, not the shape {given.shape}")
    if shape[0] == 1:
        raise ValueError("table must have at least two rows, got 1")
    own = name if name == "bfloat16" else given.dtype.name
    if dtype is None:
        return given.reshape(shape), own if own in FORMATS else "float64"
    try:
        own = np.dtype(dtype).name
    except TypeError:
        own = str(dtype).removeprefix("torch.")
    if own not in FORMATS:
        raise ValueError(f"dtype = {dtype!r} must be one of {', '.join(FORMATS)}")
    return given.reshape(shape), own


def _formula(meant: Sinusoidal, positions: Array, dim: int, scale: float, format: str) -> tuple[Array, Array]:
    """Sinusoidal table in float64 and the tolerance of each number. -> (n, dim), (n, dim)."""
    bits, least = FORMATS[format]
    arithmetic = "float64" if format == "float64" else "float32"
    unit = 2.0 ** -FORMATS[arithmetic][0]
    frequencies, pairs = meant.frequencies(dim), meant.pairs(dim)
    cosine, columns = np.full(dim, meant.unpaired_wave(dim) == "cosine"), np.full(dim, frequencies[-1])
    cosine[pairs], columns[pairs] = [False, True], frequencies[: dim // 2, None]
    angles = (positions + meant.start)[:, None] * columns
    right = np.sin(angles)
    right[:, cosine] = np.cos(angles[:, cosine])
    # e^-x has the error of x, up to 4 roundings, times x, plus its own; frequencies 1 and 0 are exact
    x = -np.log(np.where(columns > 0, columns, 1))
    turned = angles * (unit * (4 * x + 8) * (x > 0))
    off = abs(scale) * (np.sqrt(np.maximum(1 - right**2, 0)) * turned + turned**2 / 2 + WAVE_ERRORS[arithmetic])
    right *= scale
    last = np.ldexp(1.0, np.maximum(np.frexp(np.abs(right) + off)[1], least) - bits)
    # scaling a stored table rounds twice
    return right, off + last * (1 if scale == 1 else 2)


def _worst(
    numbers: AnyArray,
    meant: Sinusoidal,
    scale: float,
    padding: int | None,
    format: str,
    given: tuple[float, float] | None,
) -> str:
    """Message with the largest error and the number of errors; empty if there are none."""
    (n, d), total, most, worst = numbers.shape, 0, 0.0, ""
    rows = max(BLOCK_SIZE // d, 1)
    for start in range(0, n, rows):
        part = numbers[start : start + rows].astype(np.float64)
        right, allowed = _formula(meant, np.arange(start, start + len(part), dtype=np.float64), d, scale, format)
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
            worst = message(
                "assertion-table.worst", x=f"{start + at[0]:,}", y=f"{at[1]:,}", first=here, last=expected,
                residual=number(float(allowed[at])), text="none" if given else format,
            )  # fmt: skip
    return f"{worst}\n{message('assertion-table.count', count=total, whole=numbers.size)}" if worst else ""


def _actual(numbers: AnyArray, meant: Sinusoidal, scale: float) -> list[str]:
    """Lines with the actual identity of the table, and the line to fix."""
    if numbers.size > MAX_NUMBERS or not np.isfinite(numbers).all():
        return []
    diagnosis = diagnose(numbers)
    # the diagnosis tolerates more rounding: its verdict may contradict the first line
    same = (diagnosis.best.scheme, diagnosis.best.parameters.get("scale", 1.0)) == (meant, scale)
    if diagnosis.state in ("different", "unknown") or (same and diagnosis.state == "known"):
        return []
    actual, change = verdict(diagnosis, brief=True), advice(diagnosis, meant)
    if change is None:
        return [actual]
    wrong = message("command-wrong.meant" if change.meant else "command-wrong", name=change.meant)
    return [actual, wrong, indent(change.wrong, "  "), message("command-right"), indent(change.right, "  ")]
