"""What is left of an encoding in half precision? Rounding to the formats that models compute in.

Two effects that are often taken for one: values rounded to bfloat16 stay distinct, positions rounded to it do not, as
it has no whole number between 256 and 258.
"""

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.analysis.pairwise import equal_rows
from posenc_core.arrays import Array, real_array

__all__ = ["duplicates", "rounded"]

Format = Literal["float32", "float16", "bfloat16"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""All of them, from fine to coarse."""


def rounded(values: ArrayLike, format: Format) -> Array:
    """The nearest numbers that a format has, as float64; ties go to the even one. ValueError for another format.

    >>> rounded([257.0], "bfloat16")
    array([256.])
    """
    if format not in FORMATS:
        raise ValueError(f"format = {format!r} must be one of {', '.join(FORMATS)}")
    numbers = real_array("values", values, np.ndim(values))
    with np.errstate(over="ignore"):
        if format != "bfloat16":
            return numbers.astype(format).astype(np.float64)
        # 8 significant bits, fewer below its smallest normal number 2^-126; then as a float32, which has its range
        step = np.ldexp(1.0, np.maximum(np.frexp(numbers)[1], -125) - 8)
        nearest: Array = np.rint(numbers / step) * step
        return nearest.astype(np.float32).astype(np.float64)


def duplicates(table: ArrayLike) -> int:
    """Number of rows that equal an earlier one, up to rounding. (n, d) -> count.

    >>> duplicates([[1.0], [2.0], [1.0]])
    1
    """
    firsts = equal_rows(real_array("table", table, 2))
    return int((firsts != np.arange(len(firsts))).sum())
