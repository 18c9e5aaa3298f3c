"""Claims of Bugs: tokens with wrong positions, the cost, and whether an error occurs."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import BUGS
from dashboard.state.study import Study
from dashboard.views.bugs import numbers
from dashboard.views.bugs.numbers import GRID, LENGTHS, NEW_GRID, ROBERTA, STAND_FOR, YARN
from dashboard.views.rounding import ROUNDING
from posenc_core.analysis import numbering
from posenc_core.analysis.numbering import Convention, Side
from posenc_core.text.messages import Claim, claim

Seen = Literal["silent", "error", "harmless"]

ERRORS = ("length", "sizes")
"""Bugs that raise an error; all others are silent."""

VOCABULARY = 50_257
"""Size of GPT-2's vocabulary."""

OFFSET = 3
"""Offset at which two pairings are compared."""

TEXTS = "ABC"
"""Names of the packed texts."""


def outcome(bug: str, context: int) -> Seen:
    """Outcome of a bug at a context length."""
    if bug == "sizes" and context >= VOCABULARY:
        # if all IDs have a row, there is no error, whichever table is read; equal sizes are no bug
        return "silent" if context > VOCABULARY else "harmless"
    return "error" if bug in ERRORS else "silent"


def opening(study: Study) -> list[Claim]:
    """Return the number of bugs without an error."""
    outcomes = [outcome(bug, study.options["context"]) for bug in BUGS]
    claims = [claim("bugs-silent", count=outcomes.count("silent"), whole=len(BUGS))]
    if harmless := outcomes.count("harmless"):
        claims.append(claim("bugs-harmless", count=harmless))
    return claims


def padding(side: Side) -> list[Claim]:
    """Tokens that padding moves, and the cost."""
    batch = numbers.batch(side)
    if not batch.wrong:
        return [claim("bugs-padding-right"), claim("bugs-cost-none", schemes=tuple(numbers.costs(side)))]
    same = tuple(name for name, most in numbers.costs(side).items() if most < ROUNDING)
    costs = [
        claim(f"bugs-cost-{STAND_FOR[name]}", scheme=name, value=most)
        for name, most in numbers.costs(side).items()
        if name not in same
    ]
    if same:
        costs.append(claim("bugs-cost-same", schemes=same))
    return [claim("bugs-padding-left", count=batch.wrong, whole=int(batch.mask.sum())), *costs]


def shifted_models() -> list[Convention]:
    """Models whose first token does not use row 0."""
    return [convention for convention in numbering.CONVENTIONS if convention.stored == "table" and convention.first]


def first_row(context: int) -> list[Claim]:
    """Reason for more rows than tokens, and the errors that follow."""
    most = max(shifted_models(), key=lambda convention: convention.first)
    padded = [convention for convention in shifted_models() if convention.padding is not None]
    rows = most.needed_rows(context)
    return [
        claim("bugs-first", names=models(shifted_models()), position=most.first, length=context, rows=rows),
        claim("bugs-first-padding", names=models(padded), position=padded[0].padding),
        claim("bugs-first-early", count=rows - context),
        claim("bugs-first-error", length=context, rows=rows, last_position=rows - 1),
    ]


def models(conventions: Sequence[Convention]) -> tuple[str, ...]:
    """Names of the models that follow some conventions."""
    return tuple(name for convention in conventions for name in convention.models.split(", "))


def cache(count: int) -> list[Claim]:
    """Return the cached token with the highest score for the next one, with correct and with restarted positions."""
    logits, last = numbers.cached_scores(count), count - 1
    rise = float(logits.restarted[0] - logits.right[0])
    claims = [claim("bugs-cache", count=count, last_position=last)]
    if last:
        nearest = {"position": int(logits.right.argmax()), "other": int(logits.restarted.argmax())}
        claims.append(claim("bugs-cache-nearest", **nearest, value=rise))
    else:
        claims.append(claim("bugs-cache-same", value=rise))
    return claims


def cache_of_batch(side: Side) -> Claim:
    """Next positions of the sentences of a padded batch."""
    mask = numbers.batch(side).mask
    return claim("bugs-cache-batch", lengths=tuple(int(length) for length in mask.sum(1)), width=mask.shape[1])


def moved_keys(count: int) -> Claim:
    """Attention to wrong tokens if cached keys move, but are not rotated."""
    return claim("bugs-moved", whole=2 * count, position=count, share=numbers.moved_attention(count).error)


def scaling() -> Claim:
    """Pairs that rotate too fast without the scaling, or with the default base."""
    right, unscaled, default = numbers.slowed_frequencies().values()
    most, faster = (float((frequencies / right).max()) for frequencies in (default, unscaled))
    count = int((unscaled > right * (1 + ROUNDING)).sum())
    return claim("bugs-scaling", count=count, whole=len(right), factor=faster, high=most)


def attention_factor() -> Claim:
    """Logits with the attention factor of YaRN twice, or not at all."""
    size = YARN.attention_factor()
    args = {"here": size, "there": size**2, "low": 1 - size**-2, "high": size**2 - 1}
    return claim("bugs-attention-factor", factor=YARN.factor, **args)


def packing() -> list[Claim]:
    """Positions that one count for several texts changes, and pairs that the mask must hide."""
    positions, texts = numbering.packed_positions(LENGTHS)
    wrong = int((positions != np.arange(len(positions))).sum())
    pairs = int((texts[:, None] == texts).sum())
    mask = {"rest": int((positions == 0).sum()), "count": pairs, "whole": len(texts) ** 2}
    costs = numbers.packed_costs()
    same = tuple(name for name, most in costs.items() if most < ROUNDING)
    scheme = max(costs, key=lambda name: costs[name])
    return [
        claim("bugs-packing", rows=len(LENGTHS), count=wrong, whole=len(positions)),
        claim("bugs-packing-cost", scheme=scheme, value=costs[scheme], schemes=same),
        claim("bugs-packing-mask", **mask, values=tuple(np.cumsum((0, *LENGTHS)).tolist())),
    ]


def paired() -> Claim:
    """Return the dot product at one offset with the pairing of training, and with the other one."""
    right, wrong = numbers.paired_scores().values()
    return claim("bugs-paired", offset=OFFSET, here=float(right[OFFSET]), there=float(wrong[OFFSET]))


def frequencies(context: int) -> list[Claim]:
    """Largest error of an angle of RoPE with frequencies in bfloat16."""
    error = numbers.rounding_errors(context)["bfloat16"]
    args = {"column": error.pair, "last_position": context - 1, "value": error.by_frequency}
    claims = [claim("bugs-angle", dim=numbers.HEAD_DIM, **args)]
    return [*claims, claim("bugs-angle-lost")] if error.by_frequency > np.pi else claims


def bfloat16(context: int) -> list[Claim]:
    """Return the number of distinct positions in each format."""
    count = numbers.first_lost()
    claims = [claim("bugs-bfloat16", position=count, other=count - 1)]
    for format, remaining in numbers.distinct_counts(context).items():
        if remaining < context:
            claims.append(claim("bugs-left", name=format, count=remaining, whole=context))
    if len(claims) == 1:
        claims.append(claim("bugs-left-all", whole=context))
    largest, infinite = numbers.largest_float16(), numbers.first_infinite()
    if context > infinite:
        claims.append(claim("bugs-infinite", position=largest, end=infinite - 1, later=infinite))
    return claims


def length(context: int) -> Claim:
    """First position without a row."""
    return claim("bugs-length", rows=context, last_position=context - 1)


def sizes(context: int) -> Claim:
    """Effect of exchanged table sizes."""
    if context == VOCABULARY:
        return claim("bugs-sizes-equal", rows=context)
    if context > VOCABULARY:
        return claim("bugs-sizes-fit", whole=VOCABULARY, rows=context)
    return claim("bugs-sizes", whole=VOCABULARY, length=context, count=VOCABULARY - context)


def axes() -> Claim:
    """Effect of the other order of axes."""
    sentences, tokens = numbers.batch("right").mask.shape
    return claim("bugs-axes", count=sentences, length=tokens)


def image() -> list[Claim]:
    """Differences between layouts of one formula, and the effect of a table for another image shape."""
    apart = {order: float(numbers.distances(table)[0, 1]) for order, table in numbers.images().items()}
    (height, width), token = GRID, GRID[1] - 1
    row, column = divmod(token, height)
    return [
        claim("bugs-image", count=len(apart), here=apart["DETR"], there=apart["MAE"]),
        claim("bugs-image-shape", rows=width, width=height, position=token, other=row, column=column),
    ]


def image_size() -> list[Claim]:
    """Correct resizing of a table for an image of another size."""
    rows, count = 1 + GRID[0] * GRID[1], 1 + NEW_GRID[0] * NEW_GRID[1]
    return [claim("bugs-image-size", rows=rows, count=count), claim("bugs-image-size-flat")]


@shared_cache
def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about positions in code."""
    rows, positions = ROBERTA.needed_rows(512), 2049
    return [
        claim("bugs-rows", rows=rows, length=ROBERTA.longest(rows), position=ROBERTA.first, last_position=rows - 1),
        claim(
            "bugs-wide",
            whole=positions,
            count=numbering.distinct_positions(positions, "bfloat16"),
            rest=numbering.distinct_positions(positions, "float16"),
        ),
    ]
