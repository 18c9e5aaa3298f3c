"""Comparison with the numbers of packages: bounded differences, and a record of the largest."""

from dataclasses import dataclass
from importlib.metadata import version

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass
class Difference:
    """Largest difference among all comparisons with one package, and its largest fraction of the bound."""

    cases: int = 0
    largest: float = 0.0
    share: float = 0.0


FOUND: dict[tuple[str, str], Difference] = {}


def agree(what: str, package: str, call: str, ours: ArrayLike, theirs, allowed: ArrayLike = 0.0) -> None:
    """Assert that the numbers of a scheme differ from those of a call of a package by at most `allowed`."""
    first, second = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    assert first.shape == second.shape
    assert np.isfinite(second).all()
    different, bound = np.broadcast_arrays(np.abs(first - second), np.asarray(allowed, np.float64))
    difference = FOUND.setdefault((what, f"{package} {version(package)} {call}"), Difference())
    difference.cases += 1
    difference.largest = max(difference.largest, different.max(initial=0))
    difference.share = max(
        difference.share, np.divide(different, bound, out=np.zeros(bound.shape), where=bound > 0).max(initial=0)
    )
    worst = np.unravel_index(np.argmax(different - bound), different.shape)
    assert (different <= bound).all(), (
        f"{what}, {package} {call}: {first[worst]} is {second[worst]} there, at {tuple(map(int, worst))}"
    )


def of_float32(positions: ArrayLike) -> NDArray[np.float64]:
    """What sines and cosines of angles worked out in float32 may be off by, position by position. (n,) -> (n, 1).

    An angle is at most its position, and is rounded three times: in the power, in the division and in the product.
    """
    return 1e-6 + 3 * 2.0**-24 * np.abs(np.asarray(positions, np.float64))[:, None]
