"""Cells that Compare and Similarity share: the most similar positions, and logits of an encoding without vectors."""

import numpy as np
from numpy.typing import NDArray

from dashboard.state.study import Study
from dashboard.views.rounding import ROUNDING, TIE
from posenc_core import Scheme
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

FEW = 3
"""Maximum number of positions that a cell lists."""


def places(ranking: Array, study: Study) -> NDArray[np.intp]:
    """Positions most similar to the selected one; by distance, the nearest others."""
    if study.measure == "distance":
        others = np.delete(np.arange(len(ranking)), study.position)
        near = ranking[others] - ranking[others].min() <= ROUNDING * ranking[others].max()
        return np.compress(near, others)
    return np.flatnonzero(np.nanmax(ranking) - ranking <= TIE * np.nanmax(np.abs(ranking)))


def most_similar(scheme: Scheme, ranking: Array, study: Study) -> Claim:
    """Claim about the positions most similar to the selected one, or the reason why there are none."""
    p = study.position
    if np.isnan(ranking).all():
        zero = not scheme.encode([p], study.dim, length=study.length).any()
        return claim(f"similarity-most-{'zero' if zero else 'equal'}", position=p)
    similar = tuple(places(ranking, study).tolist())
    count, few = len(similar), len(similar) <= FEW
    if study.measure == "distance":
        if few:
            return claim("similarity-nearest", position=p, others=similar)
        return claim("similarity-nearest-many", position=p, count=count)
    if count == len(ranking):
        return claim("similarity-most-all", position=p)
    if similar == (p,):
        return claim("similarity-most-itself", position=p)
    if p in similar:
        if few:
            return claim("similarity-most", position=p, others=similar)
        return claim("similarity-most-tied", position=p, count=count - 1)
    if few:
        return claim("similarity-most-other", position=p, others=similar)
    return claim("similarity-most-others", position=p, count=count)


def logits(scheme: Scheme, row: Array, study: Study) -> list[Claim]:
    """Claims about an encoding without vectors: lowest and highest logit of the selected position, and causal mask."""
    finite, p = row[np.isfinite(row)], study.position
    low, high = float(finite.min()), float(finite.max())
    if low < high:
        range_claim = claim("similarity-logits", position=p, low=low, high=high)
    else:
        range_claim = claim(f"similarity-logits-{'alone' if len(finite) == 1 else 'same'}", position=p)
    return [range_claim, claim(f"similarity-ahead-{'yes' if scheme.unsupported_reason('causal') else 'no'}")]
