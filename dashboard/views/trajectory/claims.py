"""Claims of Trajectory: the path of the positions, and its picture."""

from itertools import pairwise

import numpy as np

from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.trajectory import numbers
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry, precision
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

SPEEDS = {1: ("only",), 2: ("fast", "slow"), 3: ("fast", "middle", "slow")}
"""Names of the shown rotating pairs, by their number."""


@shared_cache
def shape(scheme: Scheme, length: int, dim: int) -> Claim:
    """Shape of the path in all columns; exactly one claim applies to an encoding."""
    matrix = table(scheme, length, dim)
    count, hands = numbers.distinct(scheme, length, dim), len(numbers.hands(scheme, length, dim))
    if length == 1:
        return claim("trajectory-single")
    if count == 1:
        return claim("trajectory-same", length=length)
    if hands and count == length:
        return claim("trajectory-clocks", length=length, count=hands)
    flat = numbers.straight(matrix)
    if length > 2 and not flat and all(length - precision.duplicates(column[:, None]) < 3 for column in matrix.T):
        return claim("trajectory-corners", length=length, count=count)
    if count < length:
        return claim("trajectory-repeats", count=length - count)
    return claim("trajectory-line") if length > 2 and flat else claim("trajectory-distinct", length=length)


def opening(study: Study, scheme: Scheme, path: numbers.Path) -> list[Claim]:
    """Shape of the path, and variance explained by principal components."""
    return [shape(scheme, study.length, study.dim), *_explained_variance(study, scheme, path)]


def cell(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    claims = [claim("trajectory-cell-distinct", count=numbers.distinct(scheme, length, dim), length=length)]
    if numbers.can_compare_pairs(length, dim):
        neighbors, ties = numbers.nearest(scheme, length, dim)
        claims.append(claim("trajectory-cell-nearest", count=neighbors, ties=ties, length=length))
    low, high = _norms(scheme, length, dim)
    if high - low <= criteria.EQUAL * high:
        return [*claims, claim("trajectory-cell-norm", norm=high)]
    return [*claims, claim("trajectory-cell-norms", low=low, high=high)]


def norm(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Consequence of the norms for the path; empty for a single position."""
    low, high = _norms(scheme, length, dim)
    if length == 1:
        return []
    if high - low <= criteria.EQUAL * high:
        return [claim("trajectory-sphere", scheme=scheme.name)] if high else []
    lone = set(range(dim)) - set(scheme.pairs(dim).ravel().tolist()) if scheme.unpaired_wave(dim) else set()
    return [claim("trajectory-norms", scheme=scheme.name), *(claim("trajectory-lone", column=j) for j in lone)]


def picture(study: Study, scheme: Scheme, path: numbers.Path) -> list[Claim]:
    """Properties of the picture: axes, circles and helices, and coinciding points."""
    n, columns, points = study.length, path.columns, path.points
    if n == 1 or study.dim == 1:
        return []
    claims = []
    if _explained_variance(study, scheme, path):
        claims.append(claim("trajectory-components"))
        count, shares = points.shape[1], numbers.components(scheme, n, study.dim)[1]
        if not shares[count - 1]:
            claims.append(claim("trajectory-few-components", count=int((shares > 0).sum())))
        elif any(b > 0 and a - b <= criteria.EQUAL * a for a, b in pairwise(shares[: count + 1].tolist())):
            claims.append(claim("trajectory-exchangeable"))
    hands = numbers.hands(scheme, n, study.dim)
    if hands and columns:
        claims += _circle(hands, table(scheme, n, study.dim), columns)
    elif not hands and 1 < (count := numbers.different(points)) < n:
        claims.append(claim("trajectory-points", length=n, count=count))
    return claims


def misconceptions(study: Study, scheme: Scheme, path: numbers.Path) -> list[Claim]:
    """Two corrections of misconceptions, starting with those that this picture suggests."""
    n, d, claims = study.length, study.dim, []
    if numbers.can_compare_pairs(n, d):
        drawn = numbers.nearest(scheme, n, d, path.columns, path.points.shape[1]).neighbors
        whole = numbers.nearest(scheme, n, d).neighbors
        if drawn < whole:
            claims.append(claim("trajectory-near", count=drawn, whole=whole, length=n))
    low, high = _norms(Sinusoidal(), 512, 3)
    claims.append(claim("trajectory-odd", low=low, high=high))
    return [*claims, claim("trajectory-matplotlib", rotations=499 / (2 * np.pi))][:2]


def clocks(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Pair of columns of each clock, and its period."""
    hands = numbers.three(scheme, length, dim)
    return [
        claim("trajectory-clock", speed=speed, column=min(a, b), other=max(a, b), period=2 * np.pi / abs(step))
        for speed, (a, b, step) in zip(SPEEDS.get(len(hands), ()), hands, strict=True)
    ]


def _norms(scheme: Scheme, length: int, dim: int) -> tuple[float, float]:
    norms = geometry.norms(table(scheme, length, dim))
    return float(norms.min()), float(norms.max())


def _explained_variance(study: Study, scheme: Scheme, path: numbers.Path) -> list[Claim]:
    """Variance explained by the drawn principal components; empty for columns, or without variance."""
    shares = numbers.components(scheme, study.length, study.dim)[1][: path.points.shape[1]]
    count, share = int((shares > 0).sum()), min(float(shares.sum()), 1.0)
    return [claim("trajectory-held", count=count, share=share)] if share and not path.columns else []


def _circle(hands: list[numbers.Hand], matrix: Array, columns: tuple[int, ...]) -> list[Claim]:
    """Return the number of rotations of the drawn columns (or the fastest pair), and columns that form a helix."""
    pairs = {hand: {hand.sine, hand.cosine} <= set(columns) for hand in hands}
    hand = next((hand for hand, is_drawn in pairs.items() if is_drawn), hands[0])
    if not pairs[hand]:
        return [claim("trajectory-no-pair", column=min(hand[:2]), other=max(hand[:2]))]
    rotations = (len(matrix) - 1) * abs(hand.step) / (2 * np.pi)
    circle = [claim("trajectory-circle", column=min(hand[:2]), other=max(hand[:2]), rotations=rotations)]
    rising = [column for column in columns if rotations >= 1 and (np.diff(matrix[:, column]) > 0).all()]
    ends = [(column, float(matrix[0, column]), float(matrix[-1, column])) for column in rising]
    return circle + [claim("trajectory-helix", column=column, low=low, high=high) for column, low, high in ends]
