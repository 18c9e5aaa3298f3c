"""Geometry of encodings: norms, distances, dot products, and similarities of the vectors of positions.

Every function accepts a scheme with `length` and `dim`, or an array of shape (n, d), and computes in float64. A scheme
that is a stored table has a size by default. Closed forms are used where a scheme has them. Undefined values, such as
the cosine similarity to a zero vector, are NaN.
"""

from posenc_core.analysis.columns import Unseen, column_order, principal_components, unseen_values
from posenc_core.analysis.distances import (
    OffsetDistances,
    closest_pair,
    distances,
    distances_at_offset,
    distances_by_offset,
    dots,
    first_repeat,
    largest_value,
    norms,
    vectors,
)
from posenc_core.analysis.similarities import Kind as Kind
from posenc_core.analysis.similarities import Winner as Winner
from posenc_core.analysis.similarities import self_maxima, similarity, winner
from posenc_core.analysis.statistics import Spread, first_equal, first_rise, shares, spread

__all__ = [
    "OffsetDistances", "Spread", "Unseen", "closest_pair", "column_order", "distances",
    "distances_at_offset", "distances_by_offset", "dots", "first_equal", "first_repeat", "first_rise", "largest_value",
    "norms", "principal_components", "self_maxima", "shares", "similarity", "spread", "unseen_values", "vectors",
    "winner",
]  # fmt: skip
