"""Trajectory: what is true of the positions as points of a path, and of what the picture shows of it."""

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
"""What the rotating pairs that are shown are called, by how many there are."""


@shared_cache
def shape(scheme: Scheme, length: int, dim: int) -> Claim:
    """The path in all columns. Exactly one of these claims is true of an encoding."""
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


def opening(study: Study, scheme: Scheme, drawn: numbers.Path) -> list[Claim]:
    """The shape of the path, and how much of it principal components show."""
    return [shape(scheme, study.length, study.dim), *_held(study, scheme, drawn)]


def cell(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """The facts that are compared between encodings."""
    found = [claim("trajectory-cell-distinct", count=numbers.distinct(scheme, length, dim), length=length)]
    if numbers.paired(length, dim):
        neighbors, ties = numbers.nearest(scheme, length, dim)
        found.append(claim("trajectory-cell-nearest", count=neighbors, ties=ties, length=length))
    low, high = _norms(scheme, length, dim)
    if high - low <= criteria.EQUAL * high:
        return [*found, claim("trajectory-cell-norm", norm=high)]
    return [*found, claim("trajectory-cell-norms", low=low, high=high)]


def norm(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """What the norms say about the path; nothing of a single position."""
    low, high = _norms(scheme, length, dim)
    if length == 1:
        return []
    if high - low <= criteria.EQUAL * high:
        return [claim("trajectory-sphere", scheme=scheme.name)] if high else []
    lone = set(range(dim)) - set(scheme.pairs(dim).ravel().tolist()) if scheme.unpaired(dim) else set()
    return [claim("trajectory-norms", scheme=scheme.name), *(claim("trajectory-lone", column=each) for each in lone)]


def picture(study: Study, scheme: Scheme, drawn: numbers.Path) -> list[Claim]:
    """What the picture shows of the path: its axes, circles and helices, and points that coincide."""
    n, columns, points = study.length, drawn.columns, drawn.points
    if n == 1 or study.dim == 1:
        return []
    found = []
    if _held(study, scheme, drawn):
        found.append(claim("trajectory-components"))
        count, shares = points.shape[1], numbers.components(scheme, n, study.dim)[1]
        if not shares[count - 1]:
            found.append(claim("trajectory-few-components", count=int((shares > 0).sum())))
        elif any(b > 0 and a - b <= criteria.EQUAL * a for a, b in pairwise(shares[: count + 1].tolist())):
            found.append(claim("trajectory-exchangeable"))
    hands = numbers.hands(scheme, n, study.dim)
    if hands and columns:
        found += _circle(hands, table(scheme, n, study.dim), columns)
    elif not hands and 1 < (count := numbers.different(points)) < n:
        found.append(claim("trajectory-points", length=n, count=count))
    return found


def misconceptions(study: Study, scheme: Scheme, drawn: numbers.Path) -> list[Claim]:
    """Two right statements, first of what this picture misleads to; the others need no picture."""
    n, d, found = study.length, study.dim, []
    if numbers.paired(n, d):
        shown = numbers.nearest(scheme, n, d, drawn.columns, drawn.points.shape[1]).neighbors
        whole = numbers.nearest(scheme, n, d).neighbors
        found = [claim("trajectory-near", count=shown, whole=whole, length=n)] * (shown < whole)
    low, high = _norms(Sinusoidal(), 512, 3)
    found.append(claim("trajectory-odd", low=low, high=high))
    return [*found, claim("trajectory-matplotlib", rotations=499 / (2 * np.pi))][:2]


def clocks(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Which pair of columns each clock shows, and its period."""
    found = numbers.three(scheme, length, dim)
    return [
        claim("trajectory-clock", speed=speed, column=min(a, b), other=max(a, b), period=2 * np.pi / abs(step))
        for speed, (a, b, step) in zip(SPEEDS.get(len(found), ()), found, strict=True)
    ]


def _norms(scheme: Scheme, length: int, dim: int) -> tuple[float, float]:
    found = geometry.norms(table(scheme, length, dim))
    return float(found.min()), float(found.max())


def _held(study: Study, scheme: Scheme, drawn: numbers.Path) -> list[Claim]:
    """How much of the variance the drawn principal components explain; nothing of columns, or without variance."""
    shares = numbers.components(scheme, study.length, study.dim)[1][: drawn.points.shape[1]]
    count, share = int((shares > 0).sum()), min(float(shares.sum()), 1.0)
    return [claim("trajectory-held", count=count, share=share)] * bool(share and not drawn.columns)


def _circle(hands: list[numbers.Hand], matrix: Array, columns: tuple[int, ...]) -> list[Claim]:
    """How often the drawn columns, or else the fastest pair, rotate; and which column makes it a helix."""
    pairs = {hand: {hand.sine, hand.cosine} <= set(columns) for hand in hands}
    hand = next((hand for hand, is_drawn in pairs.items() if is_drawn), hands[0])
    if not pairs[hand]:
        return [claim("trajectory-no-pair", column=min(hand[:2]), other=max(hand[:2]))]
    rotations = (len(matrix) - 1) * abs(hand.step) / (2 * np.pi)
    found = [claim("trajectory-circle", column=min(hand[:2]), other=max(hand[:2]), rotations=rotations)]
    rising = [each for each in columns if rotations >= 1 and (np.diff(matrix[:, each]) > 0).all()]
    ends = [(column, float(matrix[0, column]), float(matrix[-1, column])) for column in rising]
    return found + [claim("trajectory-helix", column=column, low=low, high=high) for column, low, high in ends]
