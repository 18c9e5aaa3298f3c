"""Answers to questions, recomputed from the definitions."""

import numpy as np
import pytest

from dashboard.say import MESSAGES
from dashboard.views.questions.facts import questions
from posenc_core.analysis import sentence
from tests.claims.measured import accuracies
from tests.claims.truth import assert_exact, close, true

PAIRS = 1e6 ** (-np.arange(64) / 64)


def is_true(id):
    return true(f"question-{id}")


def yarn_share():
    """YaRN's weight of each pair in code: low and high from the pairs of 32 and of 1 rotations, rounded outwards."""
    low, high = (128 * np.log(32768 / (often * 2 * np.pi)) / (2 * np.log(1e6)) for often in (32, 1))
    return np.clip((np.arange(64) - np.floor(low)) / (np.ceil(high) - np.floor(low)), 0, 1)


@is_true("yarn")
def _(count, other, rest):
    share = yarn_share()
    return (count, other, rest) == ((share == 0).sum(), ((share > 0) & (share < 1)).sum(), (share == 1).sum())


@is_true("extrapolates")
def _(share, low, high, other):
    sinusoids, rope, t5 = (accuracies(name, "3 back", 64) for name in ("Sinusoidal", "RoPE", "T5"))
    return (share, low, high, other) == (max(sinusoids), min(rope), max(rope), min(t5))


@is_true("rows")
def _(rows, start, count):
    return (rows, start, count) == (514, 2, 512)


@is_true("head")
def _(offset):
    # the first distance at which e^(−slope · distance) is at most a half, as on the page Bias
    return np.exp(-(2**-3) * offset) <= 0.5 < np.exp(-(2**-3) * (offset - 1))


@is_true("slopes")
def _(head, value, high):
    return head == 9 and close(value, 2**-0.5) and close(high, 2 ** (-8 / 12))


@is_true("printed")
def _(column, factor):
    rotations = 32768 * PAIRS / (2 * np.pi)
    printed = np.clip((32 - rotations) / 31, 0, 1)
    slower = [4 / (4 - 3 * share) for share in (yarn_share(), printed)]
    ratio = np.exp(np.abs(np.log(slower[0] / slower[1])))
    return column == ratio.argmax() and close(factor, ratio.max())


@is_true("dynamic")
def _(factor):
    # the base grows by (s L / L0 - (s - 1)) ** (d / (d - 2)), and the wavelength of the slowest pair by all of it
    return close(factor, (4 * 4096 / 2048 - 3) / (4 * 2048 / 2048 - 3))


@is_true("half")
def _(position, count):
    mantissa, exponent = np.frexp(np.arange(1024.0))
    rounded = np.ldexp(np.rint(mantissa * 256), exponent - 8)
    return count == len({*rounded}) and position == (rounded != np.arange(1024)).argmax()


@is_true("beyond")
def _(rows, last_position):
    return (rows, last_position) == (1024, 1023)


@is_true("cosine")
def _(distance):
    return close(distance, np.hypot(2 * np.sin(0.5), 2 * np.sin(0.005)))


@is_true("relative")
def _(value):
    # a logit changes by q · (b - a) / √64 for a content q of variance 1, and as much again for the key
    apart = np.sqrt((2 - 2 * np.cos(100 * 1e4 ** (-np.arange(32) / 32))).sum())
    return close(value, np.sqrt(2 / 64) * apart)


@is_true("values")
def _(share):
    return close(share, np.sqrt((2 - 2 * np.cos(100 * 1e4 ** (-np.arange(32) / 32))).mean()))


@is_true("collide")
def _(high, low):
    words, angles = sentence.embeddings(33, 64)[1:], np.arange(32)[:, None] * 1e4 ** (-np.arange(32) / 32)
    places = np.stack((np.sin(angles), np.cos(angles)), axis=2).reshape(32, 64)
    # a difference of sums is a difference of words plus a difference of positions
    moves = (places[:, None] - places).reshape(-1, 64)
    pairs = [words[i] - words[j] for i in range(32) for j in range(i)]
    one_word = np.linalg.norm(moves, axis=1)
    return close(high, min(np.linalg.norm(pair + moves, axis=1).min() for pair in pairs)) and close(
        low, one_word[one_word > 0].min()
    )


@is_true("binary")
def _(low, high):
    # from 7 to 8, or from 127 to 128, all bits flip
    return close(low, 4**0.5) and close(high, 8**0.5)


@is_true("grow")
def _(high):
    return high == 127


@is_true("exponential")
def _(value, low):
    return close(np.exp(value), 10000) and close(low, 10000**-0.5)


@is_true("dropout")
def _(share, factor):
    return share == 0.1 and close(factor, 10 / 9)


@is_true("parameters")
def _(rows, dim, count):
    return (rows, dim, count) == (512, 768, 393216)


@is_true("bert")
def _(last_position):
    return last_position == 511


@is_true("heads")
def _(heads, dim, width):
    return heads * width == dim == 512 and heads == 8


@is_true("root")
def _(value, low, high):
    # the derivative of 1 / (1 + exp(-x)) is 1 / (2 + 2 cosh x)
    return value == 8 and close(low, 1 / (2 + 2 * np.cosh(8))) and close(high, 1 / (2 + 2 * np.cosh(1)))


@is_true("residual")
def _(count, value):
    # orthogonal steps of equal length: the first is one of seven
    return close(value, 1 / np.linalg.norm(np.ones(count + 1)))


@pytest.mark.parametrize("statement", [statement for statement, _, _ in questions()], ids=lambda claim: claim.id)
def test_an_answer_is_true_with_its_numbers_only(statement):
    if statement.args:
        assert_exact(statement)
    assert MESSAGES.say(statement).endswith("?")
