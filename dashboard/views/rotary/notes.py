"""Rotary: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.rotary import numbers
from dashboard.views.words import listed, number
from posenc_core import RoPE, pairing, precision, stretch
from posenc_core.pairing import KEY, PLACES, QUERY, RIGHT

TRAINED, FACTOR, DIM = 2048, 4.0, 128
"""Of the examples that stretch: L0, s and d."""


def _one_pairing_is_a_mistake() -> Note:
    woven, half = (pairing.scores(RIGHT[name], QUERY, KEY, PLACES[:1])[0] for name in numbers.PAIRINGS)
    order = pairing.permutation(numbers.DIM)
    moved = pairing.scores(RIGHT["half"], QUERY[order], KEY[order], PLACES[:1])[0]
    return Note(
        "Interleaved or half: one of the two pairings is a bug.",
        f"Both keep lengths, and both give one score at one offset: {number(woven)} and {number(half)} at offset 3, "
        f"for the q and k above. With the columns in another order the half pairing gives {number(moved)} too, so "
        "training can learn either. A bug is to mix them: weights of the one in code of the other, or a table of the "
        "one in a rotation of the other. Where your numbers differ from Hugging Face's, look here first: its Llama has "
        "the half pairing, and weights from Meta get this other order of columns when they are converted."
        + _asked("rasbt/LLMs-from-scratch#838", "karpathy/nanochat#264"),
    )


def _half_precision_is_enough() -> Note:
    turns = RoPE().frequencies(DIM)
    found = numbers.rounded(tuple(turns.tolist()), TRAINED)["bfloat16"]
    values = np.cos(np.arange(TRAINED)[:, None] * turns)
    miss = np.abs(precision.rounded(values, "bfloat16") - values).max()
    return Note(
        "Sines and cosines need few digits, so rotations may be computed in bfloat16.",
        f"Sines and cosines, once computed, lose at most {number(miss)} in bfloat16. What they are computed from must "
        f"not: with frequencies in bfloat16, an angle is wrong by up to {number(found.by_frequency)} radians at "
        f"position {TRAINED - 1:,} (d = {DIM}). And of the positions 0 to 2,048 only {found.published} stay apart."
        + _asked("EleutherAI/gpt-neox#1003", "huggingface/transformers#29285"),
    )


def _yarn_is_one_formula() -> Note:
    printed, code = (
        RoPE(scaling=name, factor=FACTOR, trained=TRAINED).frequencies(DIM) for name in ("YaRN as printed", "YaRN")
    )
    apart = np.maximum(printed / code, code / printed)
    _, end = stretch.yarn_bounds(DIM, RoPE().base, TRAINED)
    pair, middle = int(apart.argmax()), DIM // 4
    return Note(
        "YaRN's code computes what its paper prints.",
        "Both mix the old frequency with the one that is s times as slow. In the paper the share of the old one "
        "grows evenly with the rotations within the trained length; in code it falls evenly from pair to pair. For s = "
        f"{number(FACTOR)} and {TRAINED:,} trained tokens (d = {DIM}) they are up to {number(apart[pair])} times "
        f"apart, in pair {pair}. Pair {middle} turns by {number(printed[middle])} radians a token as printed, and by "
        f"{number(code[middle])} in code. Models were trained with the code. Ports hold the end of the ramp at pair "
        f"d/2 − 1 or at d − 1: here it ends at pair {number(end)}, and both agree."
        + _asked("jquesnelle/yarn#60", "jingyaogong/minimind#602"),
    )


def _dynamic_stretches_by_its_factor() -> Note:
    def stretch(factor: float) -> float:
        """By how much the base grows at four times the trained length, but for the exponent d/(d - 2)."""
        turns = RoPE(scaling="dynamic", factor=factor, trained=TRAINED).frequencies(DIM, 4 * TRAINED)
        base = turns[1] ** (-DIM / 2)
        return float((base / RoPE().base) ** ((DIM - 2) / DIM))

    return Note(
        "Dynamic NTK scaling with factor s stretches a model s times.",
        "It stretches with the length L of the text: beyond the trained length L0, code puts s L/L0 − (s − 1) for s. "
        f"At four times the trained length that is {number(stretch(1.0))} for s = 1 and {number(stretch(4.0))} for "
        "s = 4. "
        "So it was proposed in [turboderp/exllama#126](https://github.com/turboderp/exllama/issues/126), and so it is "
        "in Hugging Face's code.",
    )


def _attention_factor_counts_once() -> Note:
    factor = RoPE(scaling="YaRN", factor=FACTOR, trained=TRAINED).attention_factor()
    return Note(
        "YaRN multiplies the scores by 0.1 ln s + 1.",
        f"It multiplies cosine and sine, of queries and of keys. So scores get its square: for s = {number(FACTOR)} "
        f"the factor is {factor:.5f}, and scores grow {factor**2:.5f} times.",
    )


def _cached_keys_may_stay() -> Note:
    place, longer = 1000, 2 * TRAINED
    pairs = np.zeros((1, DIM))
    pairs[0, ::2] = 1
    said = []
    for scaling, name in (("dynamic", "dynamic scaling"), ("LongRoPE", "LongRoPE")):
        rope = RoPE(scaling=scaling, factor=FACTOR, trained=TRAINED)
        before, after = (rope.rotate(pairs, [place], keys=True, length=length)[0] for length in (TRAINED, longer))
        cosine = before @ after / (np.linalg.norm(before) * np.linalg.norm(after))
        said.append(f"{number(cosine)} with {name}")
    return Note(
        "Keys in the cache are turned already, so they can stay when the text grows longer.",
        "Not where the scaling reads the length. A position then has one vector in a short text and another in a long "
        f"one. Take the key of position {place:,} with all pairs (1, 0), turned at {TRAINED:,} tokens and at "
        f"{longer:,}. The cosine of the two is {listed(said)} (s = {number(FACTOR)}, d = {DIM}). Keep keys as they are "
        "before the rotation, or fix the length that the scaling reads."
        + _asked("ml-explore/mlx-lm#660", "trymirai/lalamo#325"),
    )


def _asked(*threads: str) -> str:
    """Where people ask it."""
    links = [f"[{thread}](https://github.com/{thread.replace('#', '/issues/')})" for thread in threads]
    return f"\n\nAsked in {listed(links)}."


NOTES = (
    _one_pairing_is_a_mistake,
    _half_precision_is_enough,
    _yarn_is_one_formula,
    _dynamic_stretches_by_its_factor,
    _attention_factor_counts_once,
    _cached_keys_may_stay,
)
