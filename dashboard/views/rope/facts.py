"""Three pairs of a query and a key, pairings with a worked example, and scalings: numbers, and claims about them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, get_args

import numpy as np
import pandas as pd

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import RoPE, Scheme
from posenc_core.analysis import criteria, pairing
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, PLACES, QUERY, Code, Pairing
from posenc_core.arrays import Array, read_only
from posenc_core.foundation import rope_scaling
from posenc_core.schemes.rope import Scaling
from posenc_core.text.messages import Claim, claim
from posenc_tools.models import trained

PAIRINGS: tuple[Pairing, ...] = get_args(Pairing)

DIM = QUERY.size
"""Dimension of the worked example."""

OFFSETS = 9
"""Number of offsets whose dot products are printed as reference values."""

PARTNERS = {"interleaved": "dimensions 2i and 2i + 1", "half": "dimensions i and i + d/2"}

Speed = Literal["fast", "middle", "slow", "only"]
SPEEDS: dict[int, tuple[Speed, ...]] = {1: ("only",), 2: ("fast", "slow"), 3: ("fast", "middle", "slow")}
"""Names of the drawn pairs, by their number."""

TRAINED, FACTOR, COLUMNS = 2048, 4.0, 128
"""Trained length, factor, and dimension for the misconceptions."""


def rope(study: Study) -> RoPE:
    """RoPE whose base and scaling are shown: the selected one, or else the one of the options."""
    schemes = (*study.schemes, *study.known.values())
    return next((scheme for scheme in schemes if isinstance(scheme, RoPE)), RoPE())


def places(study: Study) -> tuple[int, int]:
    """Position of the query and of the key: the key at the selected position, or at the last one with such a query."""
    offset = min(study.offset, study.length - 1)
    key = min(study.position, study.length - 1 - offset)
    return key + offset, key


# The figure


class Dial(NamedTuple):
    """A rotating pair."""

    speed: Speed
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


def dial(drawn: Dial, offset: int) -> Claim:
    """Frequency of a drawn pair, and the cosine of the angle between query and key."""
    angle = drawn.frequency * offset
    values = {"value": drawn.frequency, "angle": angle, "here": float(np.cos(angle))}
    return claim("rope-dial", speed=drawn.speed, column=drawn.pair, **values)


def cosine_sum(study: Study) -> Claim:
    """Sum of the cosines of the drawn pairs, times the factor of logits from the scaling."""
    query, key = places(study)
    cosines = {dial.speed: float(np.cos(dial.frequency * (query - key))) for dial in dials(study)}
    text, *rest = [claim("rope-term", speed=speed, value=cosine) for speed, cosine in cosines.items()]
    for term in rest:
        text = claim("rope-sum", first=text, last=term)
    gain = logit_factor(study)
    if abs(gain - 1) > criteria.EQUAL:
        text = claim("rope-scaled-sum", first=text, factor=gain)
    value = gain * sum(cosines.values())
    return claim("rope-cosine-sum", offset=query - key, count=len(cosines), text=text, value=value)


def logit_factor(study: Study) -> float:
    """Factor of logits from the scaling."""
    return rope(study).attention_factor(study.length) ** 2


def drawn_pairs(study: Study) -> list[Claim]:
    """Drawn pairs, and the positions if the selected one has no query."""
    shown, (query, key) = rope(study), places(study)
    whole = int(np.count_nonzero(shown.frequencies(study.dim, study.length)))
    claims = [claim("rope-drawn", count=len(dials(study)), whole=whole, dim=study.dim, base=shown.base)]
    if key != study.position:
        claims.append(claim("rope-moved", position=study.position, other=key, offset=query - key))
    return claims


# Cells


def cell(scheme: Scheme, study: Study) -> list[Claim]:
    """Facts that the cells compare between rotations: pairing, wavelengths, and results of both tests."""
    claims = []
    if own := getattr(scheme, "pairing", None):
        claims.append(claim(f"rope-cell-{own}"))
    steps = scheme.angles_at_offset(1, study.dim, study.length)
    if steps is not None and np.any(steps):
        waves = 2 * np.pi / np.abs(steps[np.flatnonzero(steps)])
        claims.append(claim("rope-cell-wavelengths", low=float(waves.min()), high=float(waves.max())))
    trial = pairing.trial(pairing.rotation_of(scheme, length=study.length), QUERY, KEY)
    if not trial.same_everywhere:
        result = claim("rope-tests-place")
    elif trial.keeps_length:
        result = claim("rope-tests-passed")
    else:
        result = claim("rope-tests-length")
    return [*claims, result]


# Pairings, and the example


def code(name: Pairing, study: Study) -> Code:
    """Correct code of a pairing with the base of RoPE."""
    return replace(CORRECT_CODE[name], base=rope(study).base)


def opening(study: Study) -> Claim:
    """Dot product of one query and one key in both pairings."""
    offset = max(min(study.offset, study.length - 1), 1)
    products = [float(pairing.scores(code(name, study), QUERY, KEY, [(offset, 0)])[0]) for name in PAIRINGS]
    return claim("rope-pairings", offset=offset, here=products[0], there=products[1])


def example(study: Study) -> list[Claim]:
    """Dot product of the example in both pairings, and the permutation between them."""
    at, order = places(study), pairing.permutation(DIM)
    here, there = (float(pairing.scores(code(name, study), QUERY, KEY, [at])[0]) for name in PAIRINGS)
    permuted = float(pairing.scores(code("half", study), QUERY[order], KEY[order], [at])[0])
    return [
        claim("rope-example", position=at[0], other=at[1], here=here, there=there),
        claim("rope-permutation", others=tuple(order.tolist()), value=permuted),
    ]


def example_table(study: Study) -> pd.DataFrame:
    """Query and key before and after rotation, in both pairings."""
    table: dict[str, object] = {"column": range(DIM)}
    for letter, vector, position, is_key in zip("qk", (QUERY, KEY), places(study), (False, True), strict=True):
        table[letter] = vector
        for name in PAIRINGS:
            table[f"{letter} {name}"] = code(name, study)(vector, position, is_key)
    return pd.DataFrame(table)


def reference_values() -> str:
    """Program with the query, the key, and their dot products in both pairings."""
    lines = [
        f"# d = {DIM}, base 10,000, positions from 0, no scaling",
        f"q = {QUERY.tolist()}",
        f"k = {KEY.tolist()}",
    ]
    (i, j), *_ = PLACES
    for name, turn in CORRECT_CODE.items():
        by_offset = pairing.scores(turn, QUERY, KEY, [(k, 0) for k in range(OFFSETS)])
        lines += [
            f"# {name}: {PARTNERS[name]}",
            f"q_at_{i} = {_decimals(turn(QUERY, i, False))}",
            f"score_q{i}_k{j} = {pairing.scores(turn, QUERY, KEY, [(i, j)])[0]:.9f}",
            f"score_q{j}_k{i} = {pairing.scores(turn, QUERY, KEY, [(j, i)])[0]:.9f}",
            "# the query at 0, 1, 2 ... and the key at 0",
            f"scores = {_decimals(by_offset)}",
        ]
    return "\n".join(lines)


def _decimals(values: Array) -> str:
    return f"[{', '.join(f'{value:.9f}' for value in values)}]"


# Scalings


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
def every_scaling(rope: RoPE, dim: int) -> dict[str, Scaled]:
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


def complete(study: Study) -> tuple[int, int]:
    """Count complete rotations within the trained length, and rotating pairs, both without scaling."""
    shown = rope(study)
    pairs = replace(shown, scaling="none").frequencies(study.dim)
    return int((pairs >= 2 * np.pi / shown.trained_length).sum()), int((pairs > 0).sum())


def scalings(study: Study) -> list[Claim]:
    """Purpose of scalings, and those that depend on the length of the sequence."""
    shown = rope(study)
    longer = target_length(shown)
    claims = [claim("rope-scalings", factor=shown.factor, length=shown.trained_length, longer=longer)]
    reading = tuple(name for name, scaled in every_scaling(shown, study.dim).items() if scaled.reads_length)
    if reading:
        claims.append(claim("rope-scalings-length", schemes=reading, longer=longer))
    return claims


def scaling(scaled: Scaled) -> list[Claim]:
    """Effect of a scaling on the fastest, middle, and slowest pair, and on logits."""
    slower = 1 / scaled.ratios[np.isfinite(scaled.ratios)]
    if np.abs(slower - 1).max() <= criteria.EQUAL:
        claims = [claim("rope-scaling-none")]
    elif np.ptp(slower) <= criteria.EQUAL * slower.max():
        claims = [claim("rope-scaling-even", factor=float(slower[0]))]
    else:
        middle = float(slower[(slower.size - 1) // 2])
        claims = [claim("rope-scaling-pairs", here=float(slower[0]), factor=middle, there=float(slower[-1]))]
    if abs(scaled.factor - 1) > criteria.EQUAL:
        claims.append(claim("rope-scaling-logits", factor=scaled.factor**2))
    return claims


def completeness(study: Study) -> Claim:
    """State how many pairs complete a rotation within the trained length."""
    (count, whole), length = complete(study), rope(study).trained_length
    if count == whole:
        return claim("rope-complete-all", length=length)
    return claim("rope-complete", count=count, whole=whole, length=length)


# Misconceptions


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about rotations."""
    here, there = (float(pairing.scores(CORRECT_CODE[name], QUERY, KEY, PLACES[:1])[0]) for name in PAIRINGS)
    order = pairing.permutation(DIM)
    permuted = float(pairing.scores(CORRECT_CODE["half"], QUERY[order], KEY[order], PLACES[:1])[0])
    place, longer = 1000, 2 * TRAINED
    pairs = np.zeros((1, COLUMNS))
    pairs[0, ::2] = 1
    cosines = []
    for name in ("dynamic", "LongRoPE"):
        rope = RoPE(scaling=name, factor=FACTOR, trained_length=TRAINED)
        before, after = (rope.rotate(pairs, [place], keys=True, length=length)[0] for length in (TRAINED, longer))
        cosines.append(float(before @ after / (np.linalg.norm(before) * np.linalg.norm(after))))
    factor, recipes = rope_scaling.yarn_attention(FACTOR), trained.recipes("RoPE", "3 back")
    low, high = recipes.range(128)
    return [
        claim("rope-both", offset=PLACES[0][0] - PLACES[0][1], here=here, there=there, value=permuted),
        claim(
            "rope-cached", position=place, length=TRAINED, longer=longer, here=cosines[0], there=cosines[1],
            whole=int(FACTOR), dim=COLUMNS,
        ),
        claim("rope-squared", whole=int(FACTOR), factor=factor, value=factor**2),
        claim("rope-extrapolates", low=low, high=high, share=recipes.range(512)[1], count=len(recipes.accuracy)),
    ]  # fmt: skip
