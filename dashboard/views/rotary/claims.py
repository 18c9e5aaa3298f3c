"""Rotary: pairings in numbers, tests of code, what each scaling does to fast and slow pairs, and half precision."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.rotary import numbers
from dashboard.views.rotary.numbers import DIM, Scaled
from posenc_core import RoPE, Scheme
from posenc_core.analysis import criteria, pairing
from posenc_core.analysis.pairing import KEY, MISTAKES, PLACES, QUERY, RIGHT, Trial
from posenc_core.foundation import rope_scaling
from posenc_core.models import trained
from posenc_core.text.messages import Claim, claim

TRAINED, FACTOR, COLUMNS = 2048, 4.0, 128
"""Of the misconceptions: trained length, factor, and dimension."""


def opening(study: Study) -> Claim:
    """What the two pairings make of one query and one key."""
    offset = max(min(study.offset, study.length - 1), 1)
    here, there = (
        float(pairing.scores(numbers.plain(name, numbers.rope(study).base), QUERY, KEY, [(offset, 0)])[0])
        for name in numbers.PAIRINGS
    )
    return claim("rotary-pairings", offset=offset, here=here, there=there)


def cell(scheme: Scheme, study: Study) -> list[Claim]:
    """The facts that are compared between rotations."""
    found, angles = [], numbers.angles(scheme, study.dim, study.length)
    if own := getattr(scheme, "pairing", None):
        found.append(claim(f"rotary-cell-{own}"))
    if angles.size:
        found.append(
            claim("rotary-cell-wavelengths", low=float(2 * np.pi / angles.max()), high=float(2 * np.pi / angles.min()))
        )
    return [*found, tested(pairing.trial(pairing.of(scheme, length=study.length), QUERY, KEY))]


def tested(trial: Trial) -> Claim:
    """What the two tests say of a rotation that is chosen, and so as it should be."""
    if not trial.same_everywhere:
        return claim("rotary-tests-place")
    if trial.keeps_length:
        return claim("rotary-tests-passed")
    first = float(trial.lengths[0, 0])
    if np.abs(trial.lengths - first).max() <= criteria.EQUAL * first:
        return claim("rotary-tests-factor", factor=first)
    return claim("rotary-tests-length")


def rotated(study: Study) -> list[Claim]:
    """By how much the pairs of the query are rotated, and where it stands."""
    found = numbers.worked_example(study)
    first, last = float(found.angles[0]), float(found.angles[-1])
    said = [claim("rotary-rotated", position=found.at, value=first, low=last)]
    if found.at != study.position:
        said.append(claim("rotary-moved", position=study.position, other=found.at, offset=found.at - found.of))
    return said


def example(study: Study) -> list[Claim]:
    """The dot product of the example in both pairings, and how one order of dimensions becomes the other."""
    found = numbers.worked_example(study)
    at = {"position": found.at, "other": found.of}
    if found.at == found.of:
        said = claim("rotary-example-same", **at, value=float(QUERY @ KEY))
    else:
        here, there = (found.scores[name] for name in numbers.PAIRINGS)
        said = claim("rotary-example", **at, here=here, there=there)
    order = tuple(pairing.permutation(DIM).tolist())
    return [said, claim("rotary-permutation", others=order, value=numbers.reordered(study, found))]


# Is my code right?


def tests() -> Claim:
    """How many bugs the two tests find, and which ones they miss."""
    trials = numbers.trials()
    missed = [name for name in MISTAKES if trials[name].keeps_length and trials[name].same_everywhere]
    places = tuple(place for pair in PLACES for place in pair)
    return claim(
        "rotary-tests", offset=PLACES[0][0] - PLACES[0][1], others=places, count=len(MISTAKES) - len(missed),
        whole=len(MISTAKES), rest=len(missed),
    )  # fmt: skip


def name_of(bug: str) -> str:
    """The id of the message with the name of a bug, or of correct code."""
    return f"rotary-code-{bug.replace(' ', '-').replace('/', '-')}"


def verdict(bug: str) -> list[Claim]:
    """What the tests say of code with a bug, or without one."""
    trials = numbers.trials()
    right = float(trials["interleaved"].scores[0])
    if bug == "none":
        return [claim("rotary-verdict-right", value=right)]
    said = {"factor": float(1 / MISTAKES[bug].unit)} if bug == "degrees" else {}
    said |= {"count": MISTAKES[bug].forgotten} if MISTAKES[bug].forgotten else {}
    found, trial = [claim(name_of(bug).replace("-code-", "-bug-"), **said)], trials[bug]
    if trial.keeps_length and trial.same_everywhere:
        return [*found, claim("rotary-verdict-missed", here=float(trial.scores[0]), there=right)]
    if not trial.keeps_length:
        found.append(claim("rotary-verdict-length", position=PLACES[0][0], factor=float(trial.lengths[0, 0])))
    if not trial.same_everywhere:
        found.append(claim("rotary-verdict-place", values=tuple(float(score) for score in trial.scores)))
    return found


# How is a model scaled to longer texts?


def scaling(name: str, scaled: Scaled) -> list[Claim]:
    """What a scaling does to the frequency of the fastest, the middle, and the slowest pair; and to logits."""
    rotating = scaled.ratios[np.isfinite(scaled.ratios)]
    slower = 1 / rotating
    if np.abs(rotating - 1).max() <= criteria.EQUAL:
        found = [claim("rotary-scaling-none")]
    elif np.ptp(rotating) <= criteria.EQUAL * rotating.max():
        faster = slower[0] < 1
        found = [claim("rotary-scaling-even-faster", factor=float(rotating[0]))] if faster else []
        found = found or [claim("rotary-scaling-even", factor=float(slower[0]))]
    else:
        middle = float(slower[(slower.size - 1) // 2])
        found = [claim("rotary-scaling-pairs", here=float(slower[0]), factor=middle, there=float(slower[-1]))]
    if abs(scaled.factor - 1) > criteria.EQUAL:
        found.append(claim("rotary-scaling-logits", factor=scaled.factor**2))
    return found


def scalings(study: Study) -> list[Claim]:
    """What all scalings are for, and which of them read the length of the sequence."""
    rope = numbers.rope(study)
    found = numbers.scalings(rope, study.dim)
    said = [claim("rotary-scalings", factor=rope.factor, length=rope.trained, longer=numbers.stretched(rope))]
    if reading := tuple(name for name, scaled in found.items() if scaled.reads_length):
        said.append(claim("rotary-scalings-length", schemes=reading, longer=numbers.stretched(rope)))
    return said


def complete(study: Study) -> Claim:
    """How many pairs complete a rotation within the trained length."""
    rope = numbers.rope(study)
    count, whole = numbers.complete(rope, study.dim)
    if count == whole:
        return claim("rotary-complete-all", whole=whole, length=rope.trained)
    return claim("rotary-complete", count=count, whole=whole, length=rope.trained)


# What is left in half precision?


def precision(study: Study) -> list[Claim]:
    """What bfloat16 does to positions and to angles."""
    found, last = numbers.bits(study)["bfloat16"], study.length - 1
    said = [claim("rotary-bfloat16", count=found.apart, whole=study.length)]
    if not found.by_frequency:
        return [*said, claim("rotary-frequencies-exact")]
    error = {"column": found.pair, "last_position": last, "value": found.by_frequency}
    said.append(claim("rotary-frequencies", **error))
    return said + [claim("rotary-frequencies-lost")] * (found.by_frequency > np.pi)


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """What is often believed of rotations, and what is so."""
    here, there = (float(pairing.scores(RIGHT[name], QUERY, KEY, PLACES[:1])[0]) for name in numbers.PAIRINGS)
    order = pairing.permutation(DIM)
    moved = float(pairing.scores(RIGHT["half"], QUERY[order], KEY[order], PLACES[:1])[0])
    place, longer = 1000, 2 * TRAINED
    pairs = np.zeros((1, COLUMNS))
    pairs[0, ::2] = 1
    cosines = []
    for name in ("dynamic", "LongRoPE"):
        rope = RoPE(scaling=name, factor=FACTOR, trained=TRAINED)
        before, after = (rope.rotate(pairs, [place], keys=True, length=length)[0] for length in (TRAINED, longer))
        cosines.append(float(before @ after / (np.linalg.norm(before) * np.linalg.norm(after))))
    factor, found = rope_scaling.yarn_attention(FACTOR), trained.accuracy("RoPE", "3 back")
    return [
        claim("rotary-both", offset=PLACES[0][0] - PLACES[0][1], here=here, there=there, value=moved),
        claim(
            "rotary-cached", position=place, length=TRAINED, longer=longer, here=cosines[0], there=cosines[1],
            whole=int(FACTOR), dim=COLUMNS,
        ),
        claim("rotary-squared", whole=int(FACTOR), factor=factor, value=factor**2),
        claim("rotary-extrapolates", share=float(found.low[3]), other=float(found.mean[-1])),
    ]  # fmt: skip
