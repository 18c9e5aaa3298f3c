"""Arrays of a figure as bytes, in few bits, for parts.js to read."""

from base64 import b64encode
from typing import Any

import numpy as np

from posenc_core.plot.style import compact

TINY, FINE = 1e-3, 16
"""Between these limits, 16 bits for a heatmap are true to the three decimals of a hover."""

FEW = 4
"""Numbers that are as short in words as in bytes."""


def packed(trace: dict[str, Any]) -> dict[str, Any]:
    """Cells of 16 bits wherever their steps stay below half a thousandth."""
    if (
        trace["type"] != "heatmap"
        or not TINY < trace["zmax"] <= FINE
        or not (np.abs(trace["z"]) <= trace["zmax"]).all()
    ):
        return trace
    step = trace["zmax"] / np.iinfo(np.int16).max
    return trace | {"z": _bytes(np.rint(trace["z"] / step).astype("<i2")) | {"step": step}}


def wired(value: Any) -> Any:
    """What a browser can read: arrays as bytes, also those inside."""
    value = value._asdict() if hasattr(value, "_asdict") else value
    if isinstance(value, dict):
        return {name: wired(part) for name, part in value.items()}
    return _bytes(value) if isinstance(value, np.ndarray) else value


def _bytes(array: np.ndarray[Any, Any]) -> Any:
    """An array as parts.js reads it: numbers of 32 bits if they fit, the ends of what counts, a few as they are."""
    if array.dtype.kind == "i" and array.ndim == 1 and array.size > 1 and (np.diff(array) == 1).all():
        return {"first": int(array[0]), "count": array.size}
    if array.ndim == 1 and array.size <= FEW and np.isfinite(array).all():
        return [float(f"{number:.7g}") for number in array]
    if array.itemsize > 4:
        array = array.astype("<i4") if array.dtype.kind == "i" else compact(array)
    data = b64encode(np.ascontiguousarray(array).tobytes()).decode()
    return {"dtype": array.dtype.str[1:], "bdata": data, "shape": array.shape}
