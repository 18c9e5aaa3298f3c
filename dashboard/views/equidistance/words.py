"""Equidistance: how long steps are, and where they differ most."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from dashboard.study import Study
from dashboard.views import words
from dashboard.views.words import listed, small, told_apart
from posenc_core import Scheme, criteria, geometry
from posenc_core.arrays import Array
from posenc_core.geometry import OffsetDistances


def claim(steps: Mapping[Scheme, Array], study: Study) -> str:
    """How long a step of k is in each scheme."""
    found = {scheme: geometry.spread(values) for scheme, values in steps.items() if len(values)}
    return words.steps(found, study) + ("" if found else " Choose a larger n.")


def worst_words(found: Mapping[Scheme, OffsetDistances]) -> str:
    """The offset of each scheme whose steps differ most."""
    return "; ".join(_worst(scheme.name, bands) for scheme, bands in found.items()) + "."


def length_words(found: pd.DataFrame) -> str:
    """In which schemes the same steps are equally long in both sequences."""
    ratios = {name: part["ratio"].dropna() for name, part in found.groupby("scheme", sort=False)}
    same = {name: bool((abs(ratio - 1) <= criteria.EQUAL).all()) for name, ratio in ratios.items() if len(ratio)}
    kept, changed = ([name for name, equal in same.items() if equal is wanted] for wanted in (True, False))
    parts = [f"The same relative distance is the same difference in both sequences in {listed(kept)}."] if kept else []
    parts += [f"It changes with the length in {listed(changed)}."] if changed else []
    return " ".join(parts) or "The two sequences have no steps in common."


def _worst(name: str, bands: OffsetDistances) -> str:
    if not bands.mean.any():
        return f"{name}: all distances are 0"
    worst = int(np.nanargmax(bands.relative))
    if bands.relative[worst] <= criteria.EQUAL:
        return f"{name}: no k is uneven (spread at most {small(bands.relative[worst])})"
    shortest, longest = told_apart(bands.smallest[worst], bands.largest[worst])
    p, q, k = int(bands.at_smallest[worst]), int(bands.at_largest[worst]), worst + 1
    return (
        f"{name}: k = {k} is the worst, {p} → {p + k} is {shortest} and {q} → {q + k} is {longest} (spread "
        f"{small(bands.relative[worst])})"
    )
