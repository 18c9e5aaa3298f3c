"""Is one step the same everywhere? The numbers behind the page Equidistance, and the sentences that they make."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dashboard import measurements
from dashboard.claims import listed, number, tiny
from dashboard.study import Study
from posenc_core import Scheme, criteria, geometry
from posenc_core.geometry import OffsetDistances
from posenc_core.scheme import Array


def claim(steps: Mapping[Scheme, Array], offset: int) -> str:
    """How long a step is in each scheme: everywhere, or from where it is shortest to where it is longest."""
    said = "; ".join(_step(scheme.name, values, offset) for scheme, values in steps.items() if len(values))
    if not said:
        return "A sequence of one position has no steps: choose a larger n."
    return f"A step of k = {offset} is {said}."


def worst_words(found: Mapping[Scheme, OffsetDistances]) -> str:
    """The offset of each scheme whose steps differ most."""
    return "; ".join(_worst(scheme.name, bands) for scheme, bands in found.items()) + "."


def table(found: Mapping[Scheme, OffsetDistances]) -> pd.DataFrame:
    """Mean, shortest and longest distance at every offset."""
    last = max((len(bands.mean) for bands in found.values()), default=0)
    columns: dict[str, Any] = {"k": range(1, last + 1)}
    for s, bands in found.items():
        columns |= {f"{s.name} mean": bands.mean, f"{s.name} least": bands.smallest, f"{s.name} most": bands.largest}
    return pd.DataFrame(columns)


def lengths(study: Study) -> pd.DataFrame:
    """The mean distance of the same steps in two sequences of different length, and their ratio."""
    first, second = study.length, study.options["n2"]
    offsets = [k for k in dict.fromkeys((study.offset, 1, 2, 9, 19)) if k < max(first, second)]
    rows = [
        (scheme.name, k, *(_mean_step(study, scheme, n, k) for n in (first, second)))
        for scheme in study.schemes
        for k in offsets
    ]
    found = pd.DataFrame(rows, columns=["scheme", "k", "first", "second"])
    found["ratio"] = found["first"] / found["second"].where(found["second"] > 0)
    return found


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


def _mean_step(study: Study, scheme: Scheme, length: int, offset: int) -> float | None:
    """The mean distance over the positions that both sequences have; None where there is none."""
    both = min(study.length, study.options["n2"]) - offset
    found = measurements.steps(scheme, length, study.dim, offset)
    # a longer sequence has other positions besides, which may have other steps
    return float(found[: both if both > 0 else None].mean()) if len(found) else None
