"""Compact encoding of arrays for the browser (decoded by parts.js)."""

from base64 import b64encode
from typing import Any

import numpy as np

from posenc_core.plot.style import compact

TINY, FINE = 1e-3, 16
"""Between these limits, 16 bits represent a heatmap to three decimals, the precision of its hover text."""

FEW = 4
"""Maximum size of an array that is sent as plain numbers."""


def pack_cells(trace: dict[str, Any]) -> dict[str, Any]:
    """Quantize the cells of a heatmap to 16 bits if the step is below half a thousandth."""
    if (
        trace["type"] != "heatmap"
        or not TINY < trace["zmax"] <= FINE
        or not (np.abs(trace["z"]) <= trace["zmax"]).all()
    ):
        return trace
    step = trace["zmax"] / np.iinfo(np.int16).max
    return trace | {"z": _bytes(np.rint(trace["z"] / step).astype("<i2")) | {"step": step}}


def to_wire(value: Any) -> Any:
    """Encode a value as JSON data: arrays as base64, recursively."""
    value = value._asdict() if hasattr(value, "_asdict") else value
    if isinstance(value, dict):
        return {name: to_wire(part) for name, part in value.items()}
    return _bytes(value) if isinstance(value, np.ndarray) else value


def _bytes(array: np.ndarray[Any, Any]) -> Any:
    """Encode an array: 32-bit numbers in base64, a range as its start and length, a few numbers as a list."""
    if array.dtype.kind == "i" and array.ndim == 1 and array.size > 1 and (np.diff(array) == 1).all():
        return {"first": int(array[0]), "count": array.size}
    if array.ndim == 1 and array.size <= FEW and np.isfinite(array).all():
        return [float(f"{number:.7g}") for number in array]
    if array.itemsize > 4:
        array = array.astype("<i4") if array.dtype.kind == "i" else compact(array)
    data = b64encode(np.ascontiguousarray(array).tobytes()).decode()
    return {"dtype": array.dtype.str[1:], "bdata": data, "shape": array.shape}
