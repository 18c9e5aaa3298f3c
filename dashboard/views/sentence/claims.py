"""Claims of Sentence: attention in two word orders, tokens and their vectors, and a batch."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import MAX_TOKENS
from dashboard.state.study import Study, token_count
from dashboard.views.rounding import ROUNDING
from dashboard.views.sentence import numbers
from dashboard.views.sentence.batch import Batch
from dashboard.views.sentence.numbers import DRAWN, HARDLY, HEAD, HEADS, Order, Words
from posenc_core import Index, Sinusoidal
from posenc_core.analysis import criteria, geometry, sentence
from posenc_core.text.messages import Claim, claim

LENGTH, DIM = 128, 64
"""Length and dimension for the misconceptions."""


def opening(study: Study, words: Words | None, order: Order | None) -> list[Claim]:
    """Effect of another word order without position, or the reason for no comparison."""
    if not words:
        count = token_count(study.options)
        return [claim("sentence-too-long", count=count, most=MAX_TOKENS) if count else claim("sentence-empty")]
    if not order:
        return [claim("sentence-few")]
    if order.same:
        one = len(set(words.tokens.ids[words.words])) == 1
        return [claim("sentence-one-token" if one else "sentence-palindrome")]
    change = order.without.largest
    if not words.causal:
        return [claim("sentence-without", order=order.name)]
    if change > HARDLY:
        return [claim("sentence-without-causal", order=order.name, value=100 * change)]
    return [claim("sentence-without-causal-none", order=order.name)]


def change(study: Study, words: Words, order: Order) -> Claim:
    """Largest change of a weight with position, or the reason for none."""
    name, most = words.scheme.name, order.placed.largest
    if most > HARDLY:
        return claim("sentence-change", scheme=name, value=100 * most)
    if is_mirrored(study, words, order):
        kind = "bias" if words.scheme.family == "bias" else "concatenation"
        return claim(f"sentence-change-mirrored-{kind}", scheme=name)
    own = numbers.own_share(words, order.placed.before, study.options)
    return claim("sentence-change-alone" if own >= 1 - ROUNDING else "sentence-change-none", scheme=name)


def is_mirrored(study: Study, words: Words, order: Order) -> bool:
    """Return whether a reversal has no effect because positions contribute distances only."""
    return (
        order.name == "reversed"
        and (words.scheme.family == "bias" or study.options["combine"] == "concatenation")
        and not words.causal
        # fixed special tokens would change their distances
        and (~words.padding).sum() == words.word_count
        and (study.options["mask"] or not words.padding.any())
        and numbers.by_distance_alone(words)
    )


def cell(study: Study, words: Words, order: Order | None) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    claims = [effect(study, words)]
    if order and not order.same:
        claims.append(change(study, words, order))
    own = numbers.own_share(words, numbers.weights(words, study.options, placed=True), study.options)
    return [*claims, *([claim("sentence-own", share=own)] if np.isfinite(own) else [])]


def effect(study: Study, words: Words) -> Claim:
    """Kind of effect of a position: on the vectors, the dot products, or the logits."""
    if words.position is not None:
        return claim(f"sentence-effect-{study.options['combine']}")
    if words.scheme.family == "rotation":
        return claim("sentence-effect-rotation")
    any_bias = np.any(words.scheme.bias([MAX_TOKENS], range(MAX_TOKENS + 1), HEADS))
    return claim("sentence-effect-bias" if any_bias else "sentence-effect-none")


def masked_parts(study: Study, words: Words) -> list[Claim]:
    """Masked parts of attention, and the shown head."""
    claims = [claim("sentence-head", scheme=words.scheme.name, head=HEAD + 1, heads=HEADS)]
    claims = [] if words.scheme.unsupported_reason("heads") else claims
    if not words.scheme.unsupported_reason("causal"):
        claims.append(claim("sentence-back", scheme=words.scheme.name))
    elif words.causal:
        claims.append(claim("sentence-causal"))
    if study.options["mask"] and words.padding.any():
        claims.append(claim("sentence-padding"))
    return claims


def vocabulary(words: Words) -> list[Claim]:
    """Meaning of an ID, and size of the vocabulary."""
    word_count = len(words.table) - len(sentence.SPECIAL)
    claims = [claim("sentence-vocabulary", whole=len(words.table), count=word_count, rest=len(sentence.SPECIAL))]
    if unknown := int((words.tokens.ids[words.words] == sentence.SPECIAL.index(sentence.UNKNOWN)).sum()):
        claims.append(claim("sentence-unknown", count=unknown, whole=words.word_count))
    return claims


def special(words: Words) -> list[Claim]:
    """Purpose of each special token; found by ID, because a word may have the same text."""
    names = {sentence.START: "start", sentence.END: "end", sentence.PADDING: "pad", sentence.UNKNOWN: "unk"}
    return [
        claim(f"sentence-special-{name}", text=token, column=sentence.SPECIAL.index(token))
        for token, name in names.items()
        if sentence.SPECIAL.index(token) in words.tokens.ids
    ]


def shapes(study: Study, words: Words) -> Claim:
    """Shapes of the matrices up to the vectors."""
    sizes = {"count": len(words.tokens.ids), "whole": len(words.table), "dim": study.dim}
    if words.position is None:
        return claim("sentence-shapes", **sizes)
    return claim(f"sentence-shapes-{study.options['combine']}", **sizes, width=words.together.shape[1])


def omitted_columns(study: Study) -> list[Claim]:
    """Note on the columns that a wide matrix omits."""
    return [claim("sentence-drawn", most=DRAWN)] if study.dim > DRAWN else []


def larger(ratio: float, words: Words) -> list[Claim]:
    """Ratio between the sizes of tokens and positions; empty if one is 0."""
    if words.padding.all():
        return [claim("sentence-only-padding")]
    if not np.isfinite(ratio) or not ratio:
        return []
    factor = max(ratio, 1 / ratio)
    if factor <= 1 + criteria.NEAR:
        return [claim("sentence-same-size")]
    return [claim("sentence-position-larger" if ratio > 1 else "sentence-token-larger", factor=factor)]


def cost(study: Study) -> Claim:
    """Parameters saved by adding, and the terms that it adds to a dot product."""
    d = study.dim
    return claim("sentence-cost", dim=d, wider=2 * d, rest=d * d, whole=4 * d * d)


def wrong_axes(study: Study, words: Words, batch: Batch) -> Claim:
    """Effect of a module for the other order of axes, whose shapes broadcast without an error."""
    single = len(words.padding) == study.options["batch"] == 1
    text = f"({', '.join(map(str, batch.other_buffer))})"
    return claim("sentence-mixed-up-single" if single else "sentence-mixed-up", shown=text, text=batch.other)


def scalar() -> Claim:
    """Ratio of token sizes (N(0, 1)) to those of positions p / 5 in one column, at d = 64 and 512."""
    share = float(np.mean(np.square(np.arange(5) / 5)))
    return claim("sentence-scalar", factor=(64 / share) ** 0.5, value=(512 / share) ** 0.5)


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about tokens and positions."""
    # numbers of N(0, 1) have the root mean square 1
    index, wave = (
        float(np.sqrt(np.mean(np.square(geometry.vectors(scheme, length=LENGTH, dim=DIM)))))
        for scheme in (Index(), Sinusoidal())
    )
    return [claim("sentence-integers", last_position=LENGTH - 1, factor=index, value=wave), claim("sentence-shared")]
