"""Sentence: what is true of attention in two orders of the words, of tokens and their vectors, and of a batch."""

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

TOYS, LENGTH, DIM = 1000, 128, 64
"""Of the misconceptions, whatever the page shows."""


def opening(study: Study, words: Words | None, order: Order | None) -> list[Claim]:
    """What another order of the words changes without position; or why there is nothing to compare."""
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
    """How much the other order changes a weight with position, and why it may change none."""
    name, most = words.scheme.name, order.placed.largest
    if most > HARDLY:
        return claim("sentence-change", scheme=name, value=100 * most)
    if mirrored(study, words, order):
        kind = "bias" if words.scheme.family == "bias" else "concatenation"
        return claim(f"sentence-change-mirrored-{kind}", scheme=name)
    own = numbers.own_share(words, order.placed.before, study.options)
    return claim("sentence-change-alone" if own >= 1 - ROUNDING else "sentence-change-none", scheme=name)


def mirrored(study: Study, words: Words, order: Order) -> bool:
    """Whether positions change nothing since words keep their distances, and these are all that positions tell."""
    return (
        order.name == "reversed"
        and (words.scheme.family == "bias" or study.options["combine"] == "concatenation")
        and not words.causal
        # what does not move with the words would see their distances change
        and (~words.padding).sum() == words.word_count
        and (study.options["mask"] or not words.padding.any())
        and numbers.by_distance_alone(words)
    )


def cell(study: Study, words: Words, order: Order | None) -> list[Claim]:
    """The facts that are compared between encodings."""
    found = [effect(study, words)]
    if order and not order.same:
        found.append(change(study, words, order))
    own = numbers.own_share(words, numbers.weights(words, study.options, placed=True), study.options)
    return [*found, *([claim("sentence-own", share=own)] if np.isfinite(own) else [])]


def effect(study: Study, words: Words) -> Claim:
    """Where a position enters: the vectors, the dot products, or the logits."""
    if words.position is not None:
        return claim(f"sentence-effect-{study.options['combine']}")
    if words.scheme.family == "rotation":
        return claim("sentence-effect-rotation")
    any_bias = np.any(words.scheme.bias([MAX_TOKENS], range(MAX_TOKENS + 1), HEADS))
    return claim("sentence-effect-bias" if any_bias else "sentence-effect-none")


def hidden(study: Study, words: Words) -> list[Claim]:
    """What attention leaves out, and which head is shown."""
    found = [claim("sentence-head", scheme=words.scheme.name, head=HEAD + 1, heads=HEADS)]
    found = [] if words.scheme.unsupported_reason("heads") else found
    if not words.scheme.unsupported_reason("causal"):
        found.append(claim("sentence-back", scheme=words.scheme.name))
    elif words.causal:
        found.append(claim("sentence-causal"))
    if study.options["mask"] and words.padding.any():
        found.append(claim("sentence-padding"))
    return found


def vocabulary(words: Words) -> list[Claim]:
    """What an ID is, and how many words the vocabulary knows."""
    known = len(words.table) - len(sentence.SPECIAL)
    found = [claim("sentence-vocabulary", whole=len(words.table), count=known, rest=len(sentence.SPECIAL))]
    if unknown := int((words.tokens.ids[words.words] == sentence.SPECIAL.index(sentence.UNKNOWN)).sum()):
        found.append(claim("sentence-unknown", count=unknown, whole=words.word_count))
    return found


def special(words: Words) -> list[Claim]:
    """What each token is for that the page put among the words; by its id, since a word can be written like it."""
    names = {sentence.START: "start", sentence.END: "end", sentence.PADDING: "pad", sentence.UNKNOWN: "unk"}
    return [
        claim(f"sentence-special-{name}", text=token, column=sentence.SPECIAL.index(token))
        for token, name in names.items()
        if sentence.SPECIAL.index(token) in words.tokens.ids
    ]


def shapes(study: Study, words: Words) -> Claim:
    """The shapes of the matrices on the way to the vectors."""
    found = {"count": len(words.tokens.ids), "whole": len(words.table), "dim": study.dim}
    if words.position is None:
        return claim("sentence-shapes", **found)
    return claim(f"sentence-shapes-{study.options['combine']}", **found, width=words.together.shape[1])


def drawn(study: Study) -> list[Claim]:
    """That not all columns of a wide matrix are drawn."""
    return [claim("sentence-drawn", most=DRAWN)] if study.dim > DRAWN else []


def larger(ratio: float, words: Words) -> list[Claim]:
    """Which of token and position has the larger numbers; nothing where one of them is 0."""
    if words.padding.all():
        return [claim("sentence-only-padding")]
    if not np.isfinite(ratio) or not ratio:
        return []
    factor = max(ratio, 1 / ratio)
    if factor <= 1 + criteria.NEAR:
        return [claim("sentence-equally-large")]
    return [claim("sentence-position-larger" if ratio > 1 else "sentence-token-larger", factor=factor)]


def cost(study: Study) -> Claim:
    """What adding saves, and what it adds to a dot product."""
    d = study.dim
    return claim("sentence-cost", dim=d, wider=2 * d, rest=d * d, whole=4 * d * d)


def mixed_up(study: Study, words: Words, found: Batch) -> Claim:
    """What a module for the other order of axes does: its buffer and its line fit all the same."""
    single = len(words.padding) == study.options["batch"] == 1
    text = f"({', '.join(map(str, found.other_buffer))})"
    return claim("sentence-mixed-up-single" if single else "sentence-mixed-up", shown=text, text=found.other)


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """What is often believed of tokens and positions, and what is so."""
    content = sentence.embeddings(TOYS + len(sentence.SPECIAL), DIM)[len(sentence.SPECIAL) :]
    index, wave = (
        float(10 ** (-sentence.signal_to_noise(content, geometry.vectors(scheme, length=LENGTH, dim=DIM)) / 20))
        for scheme in (Index(), Sinusoidal())
    )
    return [
        claim("sentence-integers", last_position=LENGTH - 1, factor=index, value=wave),
        claim("sentence-shared"),
    ]
