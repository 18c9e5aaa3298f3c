"""Claims of RoPE: dials and the sum of their cosines, pairings, and effects of scalings."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.rope import numbers
from dashboard.views.rope.numbers import DIM, Scaled
from posenc_core import RoPE, Scheme
from posenc_core.analysis import criteria, pairing
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, PLACES, QUERY, Trial
from posenc_core.foundation import rope_scaling
from posenc_core.text.messages import Claim, claim
from posenc_tools.models import trained

TRAINED, FACTOR, COLUMNS = 2048, 4.0, 128
"""Trained length, factor, and dimension for the misconceptions."""


def dials(study: Study) -> list[Claim]:
    """Frequency of each drawn pair, and the cosine of the angle between query and key."""
    query, key = numbers.places(study)
    return [
        claim("rope-dial", speed=speed, column=pair, value=frequency, angle=angle, here=float(np.cos(angle)))
        for speed, pair, frequency in numbers.dials(study)
        for angle in [frequency * (query - key)]
    ]


def cosine_sum(study: Study) -> Claim:
    """Sum of the cosines of the drawn pairs."""
    query, key = numbers.places(study)
    cosines = [(dial.speed, float(np.cos(dial.frequency * (query - key)))) for dial in numbers.dials(study)]
    first, *rest = [claim("rope-term", speed=speed, value=cosine) for speed, cosine in cosines]
    for product in rest:
        first = claim("rope-sum", first=first, last=product)
    gain, total = numbers.gain(study), sum(cosine for _, cosine in cosines)
    args = {"offset": query - key, "count": len(cosines), "text": first}
    if abs(gain - 1) <= criteria.EQUAL:
        return claim("rope-cosine-sum", **args, value=total)
    return claim("rope-cosine-sum-scaled", **args, factor=gain, value=gain * total)


def drawn_pairs(study: Study) -> list[Claim]:
    """Drawn pairs, and the positions if the selected one has no query."""
    rope = numbers.rope(study)
    whole = int(np.count_nonzero(rope.frequencies(study.dim, study.length)))
    return [
        claim("rope-drawn", count=len(numbers.dials(study)), whole=whole, dim=study.dim, base=rope.base),
        *other_positions(study),
    ]


def other_positions(study: Study) -> list[Claim]:
    """Positions of the key and the query if the key is not at the selected position."""
    query, key = numbers.places(study)
    if key == study.position:
        return []
    return [claim("rope-moved", position=study.position, other=key, offset=query - key)]


def opening(study: Study) -> Claim:
    """Dot product of one query and one key in both pairings."""
    offset = max(min(study.offset, study.length - 1), 1)
    here, there = (
        float(pairing.scores(numbers.plain(name, numbers.rope(study).base), QUERY, KEY, [(offset, 0)])[0])
        for name in numbers.PAIRINGS
    )
    return claim("rope-pairings", offset=offset, here=here, there=there)


def cell(scheme: Scheme, study: Study) -> list[Claim]:
    """Facts that the cells compare between rotations."""
    claims, angles = [], numbers.angles(scheme, study.dim, study.length)
    if own := getattr(scheme, "pairing", None):
        claims.append(claim(f"rope-cell-{own}"))
    if angles.size:
        claims.append(
            claim("rope-cell-wavelengths", low=float(2 * np.pi / angles.max()), high=float(2 * np.pi / angles.min()))
        )
    return [*claims, test_result(pairing.trial(pairing.rotation_of(scheme, length=study.length), QUERY, KEY))]


def test_result(trial: Trial) -> Claim:
    """Results of both tests for a selected rotation."""
    if not trial.same_everywhere:
        return claim("rope-tests-place")
    if trial.keeps_length:
        return claim("rope-tests-passed")
    first = float(trial.lengths[0, 0])
    if np.abs(trial.lengths - first).max() <= criteria.EQUAL * first:
        return claim("rope-tests-factor", factor=first)
    return claim("rope-tests-length")


def rotation_angles(study: Study) -> list[Claim]:
    """Angles of the pairs of the query, and its position."""
    example = numbers.worked_example(study)
    first, last = float(example.angles[0]), float(example.angles[-1])
    return [claim("rope-rotated", position=example.at, value=first, low=last)]


def example(study: Study) -> list[Claim]:
    """Dot product of the example in both pairings, and the permutation between them."""
    worked = numbers.worked_example(study)
    at = {"position": worked.at, "other": worked.of}
    if worked.at == worked.of:
        statement = claim("rope-example-same", **at, value=float(QUERY @ KEY))
    else:
        here, there = (worked.scores[name] for name in numbers.PAIRINGS)
        statement = claim("rope-example", **at, here=here, there=there)
    order = tuple(pairing.permutation(DIM).tolist())
    return [statement, claim("rope-permutation", others=order, value=numbers.permuted_score(study, worked))]


def scaling(name: str, scaled: Scaled) -> list[Claim]:
    """Effect of a scaling on the fastest, middle, and slowest pair, and on logits."""
    rotating = scaled.ratios[np.isfinite(scaled.ratios)]
    slower = 1 / rotating
    if np.abs(rotating - 1).max() <= criteria.EQUAL:
        claims = [claim("rope-scaling-none")]
    elif np.ptp(rotating) <= criteria.EQUAL * rotating.max():
        faster = slower[0] < 1
        claims = [claim("rope-scaling-even-faster", factor=float(rotating[0]))] if faster else []
        claims = claims or [claim("rope-scaling-even", factor=float(slower[0]))]
    else:
        middle = float(slower[(slower.size - 1) // 2])
        claims = [claim("rope-scaling-pairs", here=float(slower[0]), factor=middle, there=float(slower[-1]))]
    if abs(scaled.factor - 1) > criteria.EQUAL:
        claims.append(claim("rope-scaling-logits", factor=scaled.factor**2))
    return claims


def scalings(study: Study) -> list[Claim]:
    """Purpose of scalings, and those that depend on the length of the sequence."""
    rope = numbers.rope(study)
    by_name = numbers.scalings(rope, study.dim)
    claims = [
        claim("rope-scalings", factor=rope.factor, length=rope.trained_length, longer=numbers.target_length(rope))
    ]
    if reading := tuple(name for name, scaled in by_name.items() if scaled.reads_length):
        claims.append(claim("rope-scalings-length", schemes=reading, longer=numbers.target_length(rope)))
    return claims


def complete(study: Study) -> Claim:
    """Return the number of pairs that complete a rotation within the trained length."""
    rope = numbers.rope(study)
    count, whole = numbers.complete(rope, study.dim)
    if count == whole:
        return claim("rope-complete-all", whole=whole, length=rope.trained_length)
    return claim("rope-complete", count=count, whole=whole, length=rope.trained_length)


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about rotations."""
    here, there = (float(pairing.scores(CORRECT_CODE[name], QUERY, KEY, PLACES[:1])[0]) for name in numbers.PAIRINGS)
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
    factor, accuracy = rope_scaling.yarn_attention(FACTOR), trained.accuracy("RoPE", "3 back")
    return [
        claim("rope-both", offset=PLACES[0][0] - PLACES[0][1], here=here, there=there, value=permuted),
        claim(
            "rope-cached", position=place, length=TRAINED, longer=longer, here=cosines[0], there=cosines[1],
            whole=int(FACTOR), dim=COLUMNS,
        ),
        claim("rope-squared", whole=int(FACTOR), factor=factor, value=factor**2),
        claim("rope-extrapolates", share=float(accuracy.mean[3]), other=float(accuracy.mean[-1])),
    ]  # fmt: skip
