"""Heatmap: how many waves come round, and which other orders of the columns there are."""

import numpy as np

from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.words import number, small
from posenc_core import Choice, Scheme, criteria, geometry
from posenc_core.arrays import Array


def wave_words(scheme: Scheme, waves: Array, study: Study) -> str:
    """How many waves come round within the sequence."""
    done = int((waves <= study.length).sum())
    what = "bits" if scheme.period(study.dim) else "sines" if study.dim % 2 else "pairs"
    longest = number(waves[-1]) if np.isfinite(waves[-1]) else "more than 10³⁰⁸"
    return (
        f"{done} of {len(waves)} {what} complete a turn within n = {study.length:,}; the shortest wave is "
        f"{number(waves[0])} tokens long, the longest {longest}."
    )


def other_orders(scheme: Scheme, study: Study) -> list[str]:
    """Which other choices of a parameter only put the columns in another order, measured on all pairs."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return []
    found = [
        _other_order(scheme, study, parameter.name, other)
        for parameter in scheme.parameters()
        for other in (parameter.domain.options if isinstance(parameter.domain, Choice) else ())
        if other != getattr(scheme, parameter.name)
    ]
    return [text for text in found if text]


def _other_order(scheme: Scheme, study: Study, name: str, other: object) -> str | None:
    twin = type(scheme)(**{**{p.name: getattr(scheme, p.name) for p in scheme.parameters()}, name: other})
    mine, its = (measurements.table(each, study.length, study.dim) for each in (scheme, twin))
    places = geometry.column_order(mine, its)
    if places is None or np.array_equal(mine, its):
        return None
    distances = geometry.distances(mine)
    change = np.abs(distances - geometry.distances(its)).max()
    same = change <= criteria.EQUAL * distances.max()
    moved = ", ".join(f"{j} → {places[j]}" for j in range(min(study.dim, 4)))
    return (
        f"**{getattr(scheme, name)}** and **{other}** are one matrix with its columns in another order ({moved}, …): "
        f"distances {'do not change' if same else f'change by up to {small(change)}'}."
    )
