"""NumPy arrays from tensors, without the import of PyTorch."""

import math
from numbers import Real
from typing import Any

import numpy as np


def check_tolerance(name: str, value: Any) -> None:
    """Raise ValueError unless a tolerance is None or a finite number from 0."""
    if value is not None and not (isinstance(value, Real) and 0 <= float(value) < math.inf):
        raise ValueError(f"{name} = {value!r} must be a finite number from 0")


def to_numpy(values: Any) -> tuple[Any, str]:
    """Copy a tensor on any device to NumPy, bfloat16 as float32; other values are returned as they are.

    The second item is the name of the float type, empty if there is none.
    """
    name = str(getattr(values, "dtype", "")).removeprefix("torch.")
    if not hasattr(values, "detach"):
        return (np.asarray(values).astype(np.float32) if name == "bfloat16" else values), name
    values = values.detach().cpu()
    if hasattr(values, "resolve_conj"):
        values = values.resolve_conj()
    return (values.float() if name == "bfloat16" else values).numpy(), name
