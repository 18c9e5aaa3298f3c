"""Numbers of RoPE: three pairs of a query and a key, a worked example, and scalings."""

from dataclasses import replace
from typing import Literal, NamedTuple, get_args

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import RoPE, Scheme
from posenc_core.analysis import pairing
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, QUERY, Code, Pairing
from posenc_core.arrays import Array, read_only
from posenc_core.schemes.rope import Scaling

PAIRINGS: tuple[Pairing, ...] = get_args(Pairing)

DIM = QUERY.size
"""Dimension of the worked example."""

OFFSETS = 9
"""Number of offsets whose dot products are printed as reference values."""

SPEEDS: dict[int, tuple[Literal["fast", "middle", "slow", "only"], ...]] = {
    1: ("only",),
    2: ("fast", "slow"),
    3: ("fast", "middle", "slow"),
}
"""Names of the drawn pairs, by their number."""


def rope(study: Study) -> RoPE:
    """RoPE whose base and scaling are shown: the selected one, or else the one of the options."""
    schemes = (*study.schemes, *study.known.values())
    return next((scheme for scheme in schemes if isinstance(scheme, RoPE)), RoPE())


class WorkedExample(NamedTuple):
    """A query and a key, rotated in both pairings."""

    at: int
    """Position of the query."""
    of: int
    """Position of the key."""
    queries: dict[Pairing, Array]
    keys: dict[Pairing, Array]
    angles: Array
    """Rotation of each pair of the query in radians."""

    @property
    def scores(self) -> dict[Pairing, float]:
        """Dot product in each pairing."""
        return {name: float(self.queries[name] @ self.keys[name]) for name in self.queries}


def places(study: Study) -> tuple[int, int]:
    """Position of the query and of the key: the key at the selected position, or at the last one with such a query."""
    offset = min(study.offset, study.length - 1)
    key = min(study.position, study.length - 1 - offset)
    return key + offset, key


class Dial(NamedTuple):
    """A rotating pair."""

    speed: Literal["fast", "middle", "slow", "only"]
    pair: int
    frequency: float
    """Radians per position."""


def dials(study: Study) -> list[Dial]:
    """Return the fastest pair, the one in the middle, and one between them, as far as there are three."""
    frequencies = rope(study).frequencies(study.dim, study.length)
    rotating = np.flatnonzero(frequencies)
    shown = sorted({0, rotating.size // 4, rotating.size // 2})
    return [
        Dial(speed, int(rotating[at]), float(frequencies[rotating[at]]))
        for speed, at in zip(SPEEDS[len(shown)], shown, strict=True)
    ]


def gain(study: Study) -> float:
    """Factor of logits from the scaling."""
    return rope(study).attention_factor(study.length) ** 2


def worked_example(study: Study) -> WorkedExample:
    """Return the example at the positions of `places`."""
    query, key = places(study)
    turns = {name: plain(name, rope(study).base) for name in PAIRINGS}
    return WorkedExample(
        query,
        key,
        {name: turn(QUERY, query, False) for name, turn in turns.items()},
        {name: turn(KEY, key, True) for name, turn in turns.items()},
        query * RoPE(base=rope(study).base).frequencies(DIM),
    )


def plain(name: Pairing, base: float) -> Code:
    """Correct code of a pairing with another base."""
    return replace(CORRECT_CODE[name], base=base)


def permuted_score(study: Study, example: WorkedExample) -> float:
    """Score in the half pairing after permuting the interleaved columns."""
    order = pairing.permutation(DIM)
    turn = plain("half", rope(study).base)
    return float(pairing.scores(turn, QUERY[order], KEY[order], [(example.at, example.of)])[0])


def angles(scheme: Scheme, dim: int, length: int) -> Array:
    """Absolute nonzero rotations of the pairs per position in radians, shape (m,)."""
    steps = scheme.angles_at_offset(1, dim, length)
    sizes = np.abs(np.asarray([] if steps is None else steps, np.float64))
    return np.asarray(sizes[sizes > 0])


class Scaled(NamedTuple):
    """Frequencies under a scaling, at the length that it extends to."""

    ratios: Array
    """Ratio of each pair's frequency to that without a scaling, shape (d/2,); NaN without rotation."""
    factor: float
    """Factor of cosine and sine."""
    reads_length: bool
    """Whether frequencies depend on the length of the sequence."""


def target_length(rope: RoPE) -> int:
    """Target length of a scaling: factor times trained length."""
    return max(round(rope.factor * rope.trained_length), 1)


@shared_cache
def scalings(rope: RoPE, dim: int) -> dict[str, Scaled]:
    """All scalings with the base, factor, and trained length of a RoPE."""
    length = target_length(rope)
    before = replace(rope, scaling="none").frequencies(dim)
    results = {}
    for name in get_args(Scaling):
        scaled = replace(rope, scaling=name)
        after = scaled.frequencies(dim, length)
        ratios = np.divide(after, before, out=np.full(before.shape, np.nan), where=before > 0)
        reads = not np.array_equal(after, scaled.frequencies(dim, rope.trained_length))
        results[name] = Scaled(read_only(ratios), scaled.attention_factor(length), reads)
    return results


def complete(rope: RoPE, dim: int) -> tuple[int, int]:
    """Count complete rotations within the trained length, and rotating pairs, both without scaling."""
    pairs = replace(rope, scaling="none").frequencies(dim)
    return int((pairs >= 2 * np.pi / rope.trained_length).sum()), int((pairs > 0).sum())


def boundary(rope: RoPE, dim: int) -> float | None:
    """Boundary (between indices) of the pairs without a complete rotation in the trained length, or None."""
    count, whole = complete(rope, dim)
    return count - 0.5 if count < whole else None
