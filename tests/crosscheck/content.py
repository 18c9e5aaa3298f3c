"""Queries and keys to rotate, in the layouts of the core and of models."""

import numpy as np
import torch
from numpy.typing import NDArray


def content(seed: int, count: int, dim: int) -> NDArray[np.float64]:
    """Random vectors, each number between -1 and 1 and exactly one of float32. -> (n, d)."""
    return np.random.default_rng(seed).uniform(-1, 1, (count, dim)).astype(np.float32).astype(np.float64)


def batch(x: NDArray[np.float64]) -> torch.Tensor:
    """One text with one head. (n, d) -> (1, 1, n, d)."""
    return torch.tensor(x, dtype=torch.float32)[None, None]
