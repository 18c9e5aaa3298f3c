"""Rounding to floating-point formats.

Two different effects: encodings rounded to bfloat16 stay distinct, but positions do not, as bfloat16 has no number
between 256 and 258.
"""

from typing import Literal, get_args

import numpy as np

from posenc_core.analysis.pairwise import equal_rows
from posenc_core.arrays import Array, ArrayLike, match_option, real_array

__all__ = ["duplicates", "round_to"]

Format = Literal["float32", "float16", "bfloat16"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""Formats, from fine to coarse."""


def round_to(values: ArrayLike, format: Format) -> Array:
    """Round to the nearest numbers of a floating-point format.

    Parameters
    ----------
    values : array_like
        Numbers.
    format : {"float32", "float16", "bfloat16"}
        Format, in upper or lower case.

    Returns
    -------
    ndarray of float64
        Rounded numbers; ties go to even.

    Raises
    ------
    ValueError
        If the format is unknown.

    Examples
    --------
    >>> round_to([257.0], "bfloat16")
    array([256.])
    """
    dtype = match_option(format, FORMATS, "format")
    numbers = real_array("values", values, np.ndim(values))
    with np.errstate(over="ignore"):
        if dtype != "bfloat16":
            return numbers.astype(dtype).astype(np.float64)
        # 8 significant bits, fewer below the smallest normal number 2^-126; float32 has the same range
        step = np.ldexp(1.0, np.maximum(np.frexp(numbers)[1], -125) - 8)
        nearest: Array = np.rint(numbers / step) * step
        return nearest.astype(np.float32).astype(np.float64)


def duplicates(table: ArrayLike) -> int:
    """Return the number of rows that equal an earlier one up to rounding.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors.

    Returns
    -------
    int
        Number of repeated rows.

    Examples
    --------
    >>> duplicates([[1.0], [2.0], [1.0]])
    1
    """
    firsts = equal_rows(real_array("table", table, 2))
    return int((firsts != np.arange(len(firsts))).sum())
