"""Bias: what is often said about it, and what is so. The threads that ask it are linked."""

import numpy as np

from dashboard.views.bias import numbers
from dashboard.views.notes import Note
from dashboard.views.words import number
from posenc_core import T5, ALiBi, criteria

GITHUB = "https://github.com"


def _twelve_heads() -> Note:
    found = numbers.slopes(12)
    assert not found.same
    return Note(
        "For 12 heads, ALiBi's slopes are the even series 2^(−8h/12).",
        f"So says the paper's sentence, and it gives {number(found.paper[0])} to {number(found.paper[-1])}. The "
        f"authors' code, and with it BLOOM, MPT and Falcon, takes the {found.series} slopes of {found.series} heads "
        f"and puts every second slope of {2 * found.series} heads behind them. So head {found.series + 1} is the "
        f"steepest of all: {number(found.code[found.series])}, behind {number(found.code[found.series - 1])}. Weights "
        "work with the slopes that they were trained with. Asked in "
        f"[attention_with_linear_biases #17]({GITHUB}/ofirpress/attention_with_linear_biases/issues/17), "
        f"[mlx #343]({GITHUB}/ml-explore/mlx/issues/343), "
        f"[Baichuan2 #225]({GITHUB}/baichuan-inc/Baichuan2/issues/225), "
        f"[CROMA #12]({GITHUB}/antofuller/CROMA/issues/12) and "
        f"[TensorRT-LLM #1611]({GITHUB}/NVIDIA/TensorRT-LLM/pull/1611).",
    )


def _counted_from_1() -> Note:
    right = ALiBi().slope(8)
    wrong = 2.0 ** (-8 * np.arange(8) / 8)
    return Note(
        "The slopes are 2^(−8h/H), and code counts h from 0.",
        f"Then head 1 of 8 has the slope {number(wrong[0])} instead of {number(right[0])}. Every head is "
        f"{number(wrong[0] / right[0])} times too steep, and the flattest, {number(right[-1])}, is missing. Heads "
        f"count from 1 here. Mended in [aprender #2143]({GITHUB}/paiml/aprender/pull/2143).",
    )


def _sign() -> Note:
    found = numbers.signs(float(ALiBi().slope(8)[0]))
    assert found.difference <= criteria.EQUAL
    return Note(
        "ALiBi subtracts m times the distance. Code that adds m j is wrong.",
        "Under a causal mask both give the same weights: they differ by one number in each row, which a softmax does "
        "not see. Without the mask they are two things: for 8 tokens and m = 0.5, weights differ by up to "
        f"{number(found.unmasked)}.",
    )


def _t5_does_not_divide() -> Note:
    return Note(
        "The position bias of T5 can be moved into any model.",
        "T5 does not divide the scores by √d before it adds its bias; most models do. There, next to scores √d times "
        f"smaller, the same bias is √d times too strong: {number(np.sqrt(64))} times at d = 64.",
    )


def _max_distance() -> Note:
    encoder, decoder = (numbers.ruler(T5(direction=each)) for each in ("bidirectional", "causal"))
    return Note(
        "With max_distance = 128, T5 tells distances up to 128 apart.",
        f"With 32 buckets, an encoder tells those below {encoder.apart} apart and a decoder those below "
        f"{decoder.apart}. From there on buckets hold several. The last begins at {int(encoder.firsts[-1])} in the "
        f"encoder and at {int(decoder.firsts[-1])} in the decoder: everything farther is the same to the model.",
    )


NOTES = (_twelve_heads, _sign, _counted_from_1, _t5_does_not_divide, _max_distance)
