"""Rotary: eight dimensions in both pairings, both tests of every bug, all scalings, and what bfloat16 leaves."""

from dataclasses import replace
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.measurements import read_only
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import RoPE, Scheme
from posenc_core.analysis import pairing, precision
from posenc_core.analysis.pairing import KEY, MISTAKES, QUERY, RIGHT, Code, Pairing, Trial
from posenc_core.analysis.precision import FORMATS, Format
from posenc_core.arrays import Array
from posenc_core.schemes.rope import Scaling

PAIRINGS: tuple[Pairing, ...] = get_args(Pairing)

DIM = QUERY.size
"""Columns of the query and the key that are worked out in numbers."""

OFFSETS = 9
"""Offsets from 0 whose dot products are printed, to compare code with."""

CODES: dict[str, Code] = {str(name): code for name, code in [*RIGHT.items(), *MISTAKES.items()]}
"""Right code in both pairings, and code with each mistake."""

LIBRARIES: tuple[tuple[str, Pairing | None], ...] = (
    ("meta", "interleaved"),
    ("llama", "half"),
    ("gpt-j", "interleaved"),
    ("deepseek", "interleaved"),
    ("packages", "interleaved"),
    ("diffusers", None),
    ("onnx", None),
    ("gguf", None),
)
"""Whose code has which pairing; None where an option or the model decides."""

APART, WALKED = 3, 128
"""A query and a key so far apart are moved on together along so many places."""


def rope(study: Study) -> RoPE:
    """The RoPE whose base and scaling are shown: the chosen one, or, beside other rotations, the one of the sidebar."""
    schemes = (*study.schemes, *study.known.values())
    return next((scheme for scheme in schemes if isinstance(scheme, RoPE)), RoPE())


class WorkedExample(NamedTuple):
    """A query and a key, turned in both pairings."""

    at: int
    """The position of the query."""
    of: int
    """The position of the key."""
    queries: dict[Pairing, Array]
    keys: dict[Pairing, Array]
    angles: Array
    """By how much each pair of the query is turned, in radians."""

    @property
    def scores(self) -> dict[Pairing, float]:
        """The dot product in each pairing."""
        return {name: float(self.queries[name] @ self.keys[name]) for name in self.queries}


def worked_example(study: Study) -> WorkedExample:
    """The example at the chosen position; where no key stands so far before it, at the first that has one."""
    offset = min(study.offset, study.length - 1)
    at = max(study.position, offset)
    turns = {name: plain(name, rope(study).base) for name in PAIRINGS}
    return WorkedExample(
        at,
        at - offset,
        {name: turn(QUERY, at, False) for name, turn in turns.items()},
        {name: turn(KEY, at - offset, True) for name, turn in turns.items()},
        at * RoPE(base=rope(study).base).frequencies(DIM),
    )


def plain(name: Pairing, base: float) -> Code:
    """Right code of a pairing at a base."""
    return replace(RIGHT[name], base=base)


def reordered(study: Study, found: WorkedExample) -> float:
    """The score of the half pairing after its columns have been put in the order of the interleaved one."""
    order = pairing.permutation(DIM)
    turn = plain("half", rope(study).base)
    return float(pairing.scores(turn, QUERY[order], KEY[order], [(found.at, found.of)])[0])


def trials() -> dict[str, Trial]:
    """Both tests of right code and of every mistake."""
    return {name: pairing.trial(code, QUERY, KEY) for name, code in CODES.items()}


def angles(scheme: Scheme, dim: int, length: int) -> Array:
    """By how much each pair of a scheme rotates from one position to the next, in radians, above 0. (m,)"""
    found = scheme.angles_at_offset(1, dim, length)
    sizes = np.abs(np.asarray([] if found is None else found, np.float64))
    return np.asarray(sizes[sizes > 0])


def found_by(bugs: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which of these bugs the test of norms, that of positions, and reference values find. (bugs, 3)"""
    every = trials()
    right = every["interleaved"].scores[0]
    rows = [every["interleaved" if bug == "none" else bug] for bug in bugs]
    wrong = [not np.allclose(each.scores, right, rtol=0, atol=1e-9) for each in rows]
    return np.array(
        [(not each.keeps_length, not each.same_everywhere, off) for each, off in zip(rows, wrong, strict=True)]
    )


@shared_cache
def walk(name: str, offset: int) -> Array:
    """The score of a query and a key so far apart, which move on together from the first place. -> (WALKED,)"""
    places = [(start + offset, start) for start in range(WALKED)]
    return read_only(pairing.scores(CODES[name], QUERY, KEY, places))


class Rounded(NamedTuple):
    """What a format leaves of positions and frequencies."""

    apart: int
    """How many of the positions of the sequence stay apart."""
    by_frequency: float
    """The largest error of an angle within the sequence, in radians, where frequencies are rounded."""
    pair: int
    """The pair that has it."""
    by_position: float
    """The same where positions are rounded; infinite where one is beyond the format's largest number."""


@shared_cache
def rounded(frequencies: tuple[float, ...], length: int) -> dict[Format, Rounded]:
    """What each format leaves."""
    turns, positions = np.array(frequencies), np.arange(length)
    found = {}
    for format in FORMATS:
        at = precision.rounded(positions, format)
        misses = np.abs(precision.rounded(turns, format) - turns) * (length - 1)
        found[format] = Rounded(
            np.unique(at).size,
            float(misses.max()),
            int(misses.argmax()),
            float(np.abs(at - positions).max() * turns.max()),
        )
    return found


def bits(study: Study) -> dict[Format, Rounded]:
    """What each format leaves of the turns of the shown RoPE."""
    return rounded(tuple(rope(study).frequencies(study.dim, study.length).tolist()), study.length)


class Scaled(NamedTuple):
    """What a scaling makes of the turns, at the length that it stretches to."""

    ratios: Array
    """The frequency of each pair over that without a scaling; NaN where a pair does not turn. (d/2,)"""
    factor: float
    """What cosine and sine are multiplied with."""
    reads_length: bool
    """Whether the frequencies change with the length of the sequence."""


def stretched(found: RoPE) -> int:
    """The length that a scaling is to reach: its factor times the trained length."""
    return max(round(found.factor * found.trained), 1)


@shared_cache
def scalings(found: RoPE, dim: int) -> dict[str, Scaled]:
    """All scalings at the base, factor and trained length of a RoPE."""
    length = stretched(found)
    before = replace(found, scaling="none").frequencies(dim)
    made = {}
    for name in get_args(Scaling):
        each = replace(found, scaling=name)
        after = each.frequencies(dim, length)
        ratios = np.divide(after, before, out=np.full(before.shape, np.nan), where=before > 0)
        reads = not np.array_equal(after, each.frequencies(dim, found.trained))
        made[name] = Scaled(read_only(ratios), each.attention_factor(length), reads)
    return made


def complete(found: RoPE, dim: int) -> tuple[int, int]:
    """How many pairs complete a rotation within the trained length, without a scaling, and how many rotate at all."""
    pairs = replace(found, scaling="none").frequencies(dim)
    return int((pairs >= 2 * np.pi / found.trained).sum()), int((pairs > 0).sum())


def boundary(found: RoPE, dim: int) -> float | None:
    """Where the pairs begin that complete no rotation within the trained length, between pairs; None where none do."""
    count, whole = complete(found, dim)
    return count - 0.5 if count < whole else None
