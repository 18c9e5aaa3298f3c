"""Facts of Bugs: tokens with wrong positions, the cost of them, and whether an error occurs."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from dashboard.numbers.measurements import repeats
from dashboard.numbers.memory import shared_cache
from dashboard.say import message
from dashboard.state.parameters import BUGS
from dashboard.state.study import Study
from dashboard.views.rounding import ROUNDING
from posenc_core import SCHEMES, Grid, RoPE, Sinusoidal
from posenc_core.analysis import numbering, pairing, precision
from posenc_core.analysis.numbering import Convention, Ids, Side
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, QUERY
from posenc_core.arrays import Array, read_only
from posenc_core.text.messages import Claim, claim

Order = Literal["MAE", "Hugging Face", "timm", "DETR"]
"""Package that defines the layout of an image table."""

LENGTHS = (5, 3, 2)
"""Numbers of words of the sentences of the toy batch, the attributes of `bugs-batch`."""

DIM = 64
"""Dimension of the vectors for which costs are measured."""

LLAMA = RoPE(base=500_000.0, scaling="llama3", factor=8.0, trained_length=8192)
"""Rotation of Llama 3.1 8B, with heads of HEAD_DIM dimensions."""

YARN = RoPE(base=1_000_000.0, scaling="YaRN", factor=4.0, trained_length=32_768)
"""Rotation with an attention factor."""

HEAD_DIM, OFFSETS = 128, 64
"""Dimensions of the heads of both, and the number of drawn offsets."""

STAND_FOR = {"Sinusoidal": "table", "RoPE": "rotation", "ALiBi": "bias"}
"""One scheme per family, with default parameters."""

GRID, NEW_GRID, GRID_DIM = (2, 3), (3, 4), 8
"""Grids of the toy image and of a larger one, and the dimension of its vectors."""

(ROBERTA,) = (convention for convention in numbering.CONVENTIONS if "RoBERTa" in convention.models)
"""Convention of the drawn rows."""

LINE = (250, 264)
"""First and last position of the number line, around 256, where bfloat16 starts to round."""


class Batch(NamedTuple):
    """Toy batch with two numberings."""

    words: list[list[str]]
    mask: Ids
    counted: Ids
    """Positions along the batch, padding included."""
    right: Ids

    @property
    def wrong(self) -> int:
        """Number of tokens with a wrong position."""
        return int(((self.counted != self.right) & (self.mask == 1)).sum())


def batch(side: Side) -> Batch:
    """Toy batch, padded on one side."""
    mask = numbering.padding_mask(LENGTHS, side)
    words = [["<pad>"] * mask.shape[1] for _ in LENGTHS]
    sentences = [message(f"bugs-batch.words-{length}").split() for length in LENGTHS]
    for row, (sentence, tokens) in enumerate(zip(sentences, mask, strict=True)):
        for place, word in zip(np.flatnonzero(tokens), sentence, strict=True):
            words[row][place] = word
    return Batch(words, mask, numbering.positions_with_padding(mask), numbering.from_mask(mask))


@shared_cache
def costs(side: Side) -> dict[str, float]:
    """Largest change of a score in nats if padding is counted, by scheme.

    Contents are one draw of N(0, 1); every token attends to itself and earlier tokens.
    """
    padded = batch(side)
    return _changes([row[words == 1] for row, words in zip(padded.counted, padded.mask, strict=True)])


@shared_cache
def packed_costs() -> dict[str, float]:
    """Largest change of a score within a text in nats if one count runs through all packed texts, by scheme."""
    return _changes(np.split(np.arange(sum(LENGTHS)), np.cumsum(LENGTHS)[:-1]))


def _changes(numberings: Sequence[Ids]) -> dict[str, float]:
    """Largest change of a score in nats by the positions of each text, instead of those from 0, by scheme."""
    contents = np.random.default_rng(0).normal(size=(2, sum(LENGTHS), DIM))
    changes = dict.fromkeys(STAND_FOR, 0.0)
    for wrong_ids, (start, stop) in zip(numberings, pairwise(np.cumsum((0, *LENGTHS))), strict=True):
        queries, keys = contents[:, start:stop]
        (rows, columns), pair = np.tril_indices(stop - start), (np.arange(stop - start), wrong_ids)
        for name in STAND_FOR:
            scores = (SCHEMES[name]().logits(queries, keys, ids, ids, length=sum(LENGTHS)) for ids in pair)
            right, wrong = (matrix[:, rows, columns] for matrix in scores)
            changes[name] = max(changes[name], float(np.abs(wrong - right).max()))
    return changes


@shared_cache
def cached_scores(count: int) -> tuple[Array, Array]:
    """Scores of the next token with each cached one for equal contents, in nats: correct, and restarted at 0."""
    right, restarted = (RoPE().mean_logits(place, range(count), DIM, length=count + 1)[0] for place in (count, 0))
    return read_only(right), read_only(restarted)


@shared_cache
def moved_attention(count: int) -> tuple[Array, Array]:
    """Attention of the next token to those left of 2c cached ones, and to itself, shape (c + 1,), for equal contents.

    First with keys rotated to their new positions, then with keys that are still rotated by their old ones.
    """
    weights = []
    for keys in (np.arange(count), np.arange(count, 2 * count)):
        shares = np.exp(RoPE().mean_logits(count, [*keys, count], DIM, length=2 * count)[0])
        weights.append(read_only(shares / shares.sum()))
    return weights[0], weights[1]


def slowed_frequencies() -> dict[str, Array]:
    """Frequencies of Llama 3.1 8B: right, without the scaling, and with the default base, by their messages."""
    schemes = {"scaled": LLAMA, "unscaled": replace(LLAMA, scaling="none"), "default-base": RoPE()}
    return {id: scheme.frequencies(HEAD_DIM) for id, scheme in schemes.items()}


def sized_logits() -> dict[str, Array]:
    """Mean logits by offset, with the attention factor once, twice, and not at all, by their messages."""
    logits, square = YARN.mean_logits(OFFSETS - 1, range(OFFSETS), HEAD_DIM)[0, ::-1], YARN.attention_factor() ** 2
    return {"once": logits, "twice": logits * square, "never": logits / square}


def paired_scores() -> dict[str, Array]:
    """Dot product of one query and one key by offset, paired as in training and in the other way, by their messages."""
    codes = {"halves": CORRECT_CODE["half"], "neighbors": CORRECT_CODE["interleaved"]}
    return {id: pairing.scores(code, QUERY, KEY, [(k, 0) for k in range(OFFSETS)]) for id, code in codes.items()}


@shared_cache
def rounding_errors(length: int) -> dict[precision.Format, tuple[float, int, float]]:
    """Largest errors of RoPE's angles in radians, with heads of HEAD_DIM dimensions, in each format.

    Error from rounded frequencies, the pair that has it, and error from rounded positions, infinite on overflow.
    """
    turns, positions = RoPE().frequencies(HEAD_DIM), np.arange(length)
    errors = {}
    for format in precision.FORMATS:
        misses = np.abs(precision.round_to(turns, format) - turns) * (length - 1)
        moved = np.abs(precision.round_to(positions, format) - positions).max() * turns.max()
        errors[format] = float(misses.max()), int(misses.argmax()), float(moved)
    return errors


def distinct_vectors(length: int) -> dict[precision.Format, int]:
    """Return the number of sinusoidal vectors that stay different if their values are rounded to each format."""
    counts = repeats(Sinusoidal(), length, DIM)
    return {format: length - counts[f"values in {format}"] for format in precision.FORMATS}


@shared_cache
def distinct_counts(count: int) -> dict[precision.Format, int]:
    """Return the number of distinct positions in each format."""
    return {format: numbering.distinct_positions(count, format) for format in precision.FORMATS}


def on_the_line() -> tuple[Array, Array]:
    """Positions of the number line, and their bfloat16 values, shapes (m,) and (m,)."""
    points = np.arange(LINE[0], LINE[1] + 1, dtype=np.float64)
    return points, precision.round_to(points, "bfloat16")


IMAGES: dict[Order, Grid] = {
    "MAE": Grid(width=GRID[1], order="column first"),
    "Hugging Face": Grid(width=GRID[1], order="row first"),
    "timm": Grid(width=GRID[1], order="sines first"),
    "DETR": Grid(width=GRID[1], order="interleaved", start=1, normalized=True),
}
"""Schemes of the toy image, by package."""


def images() -> dict[Order, Array]:
    """Table of the toy image in each layout."""
    tokens = range(GRID[0] * GRID[1])
    return {order: np.asarray(grid.encode(tokens, GRID_DIM)) for order, grid in IMAGES.items()}


def resized_rows() -> tuple[Array, Array]:
    """Row numbers of a table, and their interpolation for the larger image, shapes (h, w) and (h', w')."""
    rows = np.arange(1 + GRID[0] * GRID[1], dtype=np.float64)[:, None]
    new = numbering.resize(rows, GRID, NEW_GRID)
    return rows[1:].reshape(GRID), new[1:].reshape(NEW_GRID)


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
    padded, changes = batch(side), costs(side)
    if not padded.wrong:
        return [claim("bugs-padding-right"), claim("bugs-cost-none", schemes=tuple(changes))]
    claims = [claim("bugs-padding-left", count=padded.wrong, whole=int(padded.mask.sum()))]
    for name, most in changes.items():
        if most >= ROUNDING:
            claims.append(claim(f"bugs-cost-{STAND_FOR[name]}", scheme=name, value=most))
    if same := tuple(name for name, most in changes.items() if most < ROUNDING):
        claims.append(claim("bugs-cost-same", schemes=same))
    return claims


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
    right, restarted = cached_scores(count)
    rise, first = float(restarted[0] - right[0]), claim("bugs-cache", count=count, last_position=count - 1)
    if count == 1:
        return [first, claim("bugs-cache-same", value=rise)]
    nearest = {"position": int(right.argmax()), "other": int(restarted.argmax())}
    return [first, claim("bugs-cache-nearest", **nearest, value=rise)]


def cache_of_batch(side: Side) -> Claim:
    """Next positions of the sentences of a padded batch."""
    mask = batch(side).mask
    return claim("bugs-cache-batch", lengths=tuple(int(length) for length in mask.sum(1)), width=mask.shape[1])


def moved_keys(count: int) -> Claim:
    """Attention to wrong tokens if cached keys move, but are not rotated."""
    right, still = moved_attention(count)
    return claim("bugs-moved", whole=2 * count, position=count, share=float(np.abs(right - still).sum() / 2))


def scaling() -> Claim:
    """Pairs that rotate too fast without the scaling, or with the default base."""
    right, unscaled, default = slowed_frequencies().values()
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
    costs = packed_costs()
    same = tuple(name for name, most in costs.items() if most < ROUNDING)
    scheme = max(costs, key=lambda name: costs[name])
    return [
        claim("bugs-packing", rows=len(LENGTHS), count=wrong, whole=len(positions)),
        claim("bugs-packing-cost", scheme=scheme, value=costs[scheme], schemes=same),
        claim("bugs-packing-mask", **mask, values=tuple(np.cumsum((0, *LENGTHS)).tolist())),
    ]


def paired() -> Claim:
    """Return the dot product at one offset with the pairing of training, and with the other one."""
    right, wrong = paired_scores().values()
    return claim("bugs-paired", offset=OFFSET, here=float(right[OFFSET]), there=float(wrong[OFFSET]))


def frequencies(context: int) -> list[Claim]:
    """Largest error of an angle of RoPE with frequencies in bfloat16."""
    error, pair, _ = rounding_errors(context)["bfloat16"]
    claims = [claim("bugs-angle", dim=HEAD_DIM, column=pair, last_position=context - 1, value=error)]
    if error > np.pi:
        claims.append(claim("bugs-angle-lost"))
    return claims


def bfloat16(context: int) -> list[Claim]:
    """Return the number of distinct positions in each format."""
    points, values = on_the_line()
    lost = int(points[points != values][0])
    claims = [claim("bugs-bfloat16", position=lost, other=lost - 1)]
    for format, remaining in distinct_counts(context).items():
        if remaining < context:
            claims.append(claim("bugs-left", name=format, count=remaining, whole=context))
    if len(claims) == 1:
        claims.append(claim("bugs-left-all", whole=context))
    # positions just above the largest finite number round to it
    largest = int(np.finfo(np.float16).max)
    points = largest + np.arange(64.0)
    infinite = int(points[np.isinf(precision.round_to(points, "float16"))][0])
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
    sentences, tokens = batch("right").mask.shape
    return claim("bugs-axes", count=sentences, length=tokens)


def image() -> list[Claim]:
    """Differences between layouts of one formula, and the effect of a table for another image shape."""
    apart = {order: float(np.linalg.norm(table[1] - table[0])) for order, table in images().items()}
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
