"""Equidistance: how long steps are, and where they differ most."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from dashboard.views.words import listed, number, tiny
from posenc_core import Scheme, criteria, geometry
from posenc_core.arrays import Array
from posenc_core.geometry import OffsetDistances


def claim(steps: Mapping[Scheme, Array], offset: int) -> str:
    """How long a step is in each scheme: everywhere, or from where it is shortest to where it is longest."""
    said = "; ".join(_step(scheme.name, values, offset) for scheme, values in steps.items() if len(values))
    if not said:
        return "A sequence of one position has no steps: choose a larger n."
    return f"A step of k = {offset} is {said}."


def worst_words(found: Mapping[Scheme, OffsetDistances]) -> str:
    """The offset of each scheme whose steps differ most."""
    return "; ".join(_worst(scheme.name, bands) for scheme, bands in found.items()) + "."


def length_words(found: pd.DataFrame) -> str:
    """In which schemes the same steps are equally long in both sequences."""
    ratios = {name: part["ratio"].dropna() for name, part in found.groupby("scheme", sort=False)}
    same = {name: bool(np.allclose(ratio, 1, atol=criteria.EQUAL)) for name, ratio in ratios.items() if len(ratio)}
    kept, changed = ([name for name, equal in same.items() if equal is wanted] for wanted in (True, False))
    parts = [f"The same relative distance is the same difference in both sequences in {listed(kept)}."] if kept else []
    parts += [f"It changes with the length in {listed(changed)}."] if changed else []
    return " ".join(parts) or "The two sequences have no steps in common."


def _step(name: str, values: Array, offset: int) -> str:
    spread = geometry.spread(values)
    if not spread.mean or spread.relative <= criteria.EQUAL:
        return f"{number(spread.mean)} everywhere in {name}"
    p, q = spread.at_smallest, spread.at_largest
    return f"{number(spread.smallest)} ({p} → {p + offset}) to {number(spread.largest)} ({q} → {q + offset}) in {name}"


def _worst(name: str, bands: OffsetDistances) -> str:
    if not bands.mean.any():
        return f"{name}: all distances are 0"
    worst = int(np.nanargmax(bands.relative))
    if bands.relative[worst] <= criteria.EQUAL:
        return f"{name}: no k is uneven (spread at most {tiny(bands.relative[worst])})"
    low, high, k = int(bands.at_smallest[worst]), int(bands.at_largest[worst]), worst + 1
    return (
        f"{name}: k = {k} is the worst, {low} → {low + k} is {number(bands.smallest[worst])} and "
        f"{high} → {high + k} is {number(bands.largest[worst])} (spread {bands.relative[worst]:.3f})"
    )
