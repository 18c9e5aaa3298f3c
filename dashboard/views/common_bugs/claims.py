"""Common bugs: which tokens get a wrong position, what it costs, and whether anybody notices."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import BUGS
from dashboard.state.study import Study
from dashboard.views.common_bugs import numbers
from dashboard.views.common_bugs.numbers import GRID, LENGTHS, NEW_GRID, ROBERTA, STAND_FOR
from dashboard.views.rounding import ROUNDING
from posenc_core.analysis import numbering
from posenc_core.analysis.numbering import Convention, Side
from posenc_core.text.messages import Claim, claim

Seen = Literal["silent", "error", "harmless"]

ERRORS = ("length", "sizes")
"""Bugs that end in an error; all others are silent."""

VOCABULARY = 50_257
"""Tokens that GPT-2 knows."""

TEXTS = "ABC"
"""The names of the packed texts."""


def seen(bug: str, context: int) -> Seen:
    """Whether a bug is noticed, at a context length."""
    if bug == "sizes" and context >= VOCABULARY:
        # ids that all have a row are no error, whatever table they read; equal tables are no bug
        return "silent" if context > VOCABULARY else "harmless"
    return "error" if bug in ERRORS else "silent"


def opening(study: Study) -> list[Claim]:
    """How many of the bugs nobody notices."""
    found = [seen(bug, study.options["context"]) for bug in BUGS]
    harmless = found.count("harmless")
    said = [claim("practice-silent", count=found.count("silent"), whole=len(BUGS))]
    return said + [claim("practice-harmless", count=harmless)] * (harmless > 0)


def padding(side: Side) -> list[Claim]:
    """Which tokens padding moves, and what that costs."""
    found = numbers.batch(side)
    if not found.wrong:
        return [claim("practice-padding-right"), claim("practice-cost-none", schemes=tuple(numbers.costs(side)))]
    same = tuple(name for name, most in numbers.costs(side).items() if most < ROUNDING)
    costs = [
        claim(f"practice-cost-{STAND_FOR[name]}", scheme=name, value=most)
        for name, most in numbers.costs(side).items()
        if name not in same
    ]
    return [
        claim("practice-padding-left", count=found.wrong, whole=int(found.mask.sum())),
        *costs,
        *[claim("practice-cost-same", schemes=same)] * bool(same),
    ]


def shifted() -> list[Convention]:
    """The models whose first token does not read row 0."""
    return [each for each in numbering.CONVENTIONS if each.stored == "table" and each.first]


def first_row(context: int) -> list[Claim]:
    """Why a table has more rows than a text may have tokens, and what goes wrong with it."""
    most, padded = max(shifted(), key=lambda each: each.first), [each for each in shifted() if each.padding is not None]
    rows = most.needed(context)
    return [
        claim("practice-first", names=models(shifted()), position=most.first, length=context, rows=rows),
        claim("practice-first-padding", names=models(padded), position=padded[0].padding),
        claim("practice-first-early", count=rows - context),
        claim("practice-first-error", length=context, rows=rows, last_position=rows - 1),
    ]


def models(conventions: Sequence[Convention]) -> tuple[str, ...]:
    """The names of the models of some conventions."""
    return tuple(name for each in conventions for name in each.models.split(", "))


def cache(count: int) -> list[Claim]:
    """Which cached token a new one takes for the nearest, and where the sentences of a padded batch go on."""
    found, last = numbers.cached(count), count - 1
    rise = float(found.anew[0] - found.right[0])
    said = [claim("practice-cache", count=count, last_position=last)]
    if last:
        nearest = {"position": int(found.right.argmax()), "other": int(found.anew.argmax())}
        said.append(claim("practice-cache-nearest", **nearest, value=rise))
    else:
        said.append(claim("practice-cache-same", value=rise))
    return said


def cache_of_batch(side: Side) -> Claim:
    """Where the sentences of a padded batch go on."""
    mask = numbers.batch(side).mask
    return claim("practice-cache-batch", lengths=tuple(int(each) for each in mask.sum(1)), width=mask.shape[1])


def packing() -> list[Claim]:
    """What one count for several texts moves, and what the mask must hide."""
    positions, texts = numbering.packed(LENGTHS)
    wrong, pairs = int((positions != np.arange(len(positions))).sum()), int((texts[:, None] == texts).sum())
    return [
        claim("practice-packing", rows=len(LENGTHS), count=wrong, whole=len(positions)),
        claim("practice-packing-mask", rest=int((positions == 0).sum()), count=pairs, whole=len(texts) ** 2),
        claim("practice-packing-offset", schemes=tuple(numbers.by_offset())),
    ]


def bfloat16(context: int) -> list[Claim]:
    """How many positions stay different in each format."""
    count = numbers.first_lost()
    said = [claim("practice-bfloat16", position=count, other=count - 1)]
    for format, left in numbers.left(context).items():
        if left < context:
            said.append(claim("practice-left", name=format, count=left, whole=context))
    if len(said) == 1:
        said.append(claim("practice-left-all", whole=context))
    largest, infinite = numbers.largest_float16(), numbers.first_infinite()
    if context > infinite:
        said.append(claim("practice-infinite", position=largest, end=infinite - 1, later=infinite))
    return said


def length(context: int) -> Claim:
    """Which position has no row."""
    return claim("practice-length", rows=context, last_position=context - 1)


def sizes(context: int) -> Claim:
    """What exchanged sizes do."""
    if context == VOCABULARY:
        return claim("practice-sizes-equal", rows=context)
    if context > VOCABULARY:
        return claim("practice-sizes-fit", whole=VOCABULARY, rows=context)
    return claim("practice-sizes", whole=VOCABULARY, length=context, count=VOCABULARY - context)


def axes() -> Claim:
    """What the other order of the axes does."""
    sentences, tokens = numbers.batch("right").mask.shape
    return claim("practice-axes", count=sentences, length=tokens)


def image() -> list[Claim]:
    """What tables of one formula share, and what a table for one shape does to an image of another."""
    apart = {order: float(numbers.distances(table)[0, 1]) for order, table in numbers.images().items()}
    (height, width), token = GRID, GRID[1] - 1
    row, column = divmod(token, height)
    return [
        claim("practice-image", count=len(apart), here=apart["DETR"], there=apart["MAE"]),
        claim("practice-image-shape", rows=width, width=height, position=token, other=row, column=column),
    ]


def image_size() -> list[Claim]:
    """How a table is resized for an image of another size."""
    rows, count = 1 + GRID[0] * GRID[1], 1 + NEW_GRID[0] * NEW_GRID[1]
    return [claim("practice-image-size", rows=rows, count=count), claim("practice-image-size-flat")]


@shared_cache
def misconceptions() -> dict[str, Claim]:
    """What is often believed of positions in code, and what is so; by the bug that shows it."""
    rows, positions = ROBERTA.needed(512), 2049
    return {
        "first row": claim(
            "practice-rows", rows=rows, length=ROBERTA.longest(rows), position=ROBERTA.first, last_position=rows - 1
        ),
        "bfloat16": claim(
            "practice-wide",
            whole=positions,
            count=numbering.distinct(positions, "bfloat16"),
            rest=numbering.distinct(positions, "float16"),
        ),
    }
