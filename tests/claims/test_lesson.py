"""Questions and answers of the lesson, each number recomputed with NumPy from the sentence."""

import json
from importlib.resources import files

import numpy as np
import pytest

from dashboard.say import MESSAGES
from dashboard.state import lesson_answers
from dashboard.views.lesson import facts
from posenc_core import KERPLE
from posenc_tools import models
from posenc_tools.models import trained
from tests.claims.truth import assert_exact, close, true

WORDS = ["the", "dog", "bites", "the", "man", "and", "then", "the", "man", "bites", "the", "dog"]
N, P = len(WORDS), np.arange(12)
# words by frequency, the most frequent first, after four special tokens
IDS = [4 + ["the", "dog", "bites", "man", "and", "then"].index(word) for word in WORDS]
E = np.random.default_rng(0).standard_normal((10, 64))[IDS]
SPEEDS = 16.0 ** (-np.arange(0, 8, 2) / 8)
STEPS = range(1, 11)


def softmax(logits):
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attention(x):
    return softmax(x @ x.T / np.sqrt(x.shape[1]))


def waves(positions, d, base=1e4):
    angles = np.asarray(positions)[:, None] * base ** (-np.arange(0, d, 2) / d)
    return np.stack((np.sin(angles), np.cos(angles)), axis=-1).reshape(len(angles), d)


def steps(table, k=1):
    return np.linalg.norm(table[k:] - table[:-k], axis=1)


def gaps(table):
    return np.linalg.norm(table[:, None] - table, axis=-1) + np.diag(np.full(len(table), np.inf))


def is_true(id):
    return true(f"lesson-{id}")


for step in (4, 8):
    is_true(step)(lambda: True)
is_true(1)(lambda count: count == E.shape[1])
is_true(2)(lambda end, count: (end, count) == (P[-1], E.shape[1]))
is_true(3)(lambda value: close(value, 2 / 4))
is_true(6)(lambda period: close(period, 2 * np.pi / SPEEDS[1]))
is_true(7)(lambda angle, degrees: (angle, degrees) == tuple(np.round(np.degrees([3 / 2, 8 / 2]))))
is_true(9)(lambda count, high, low: count == 32 and close(high, np.sqrt(32)) and close(low, np.linalg.norm(E[1] / 8)))
is_true(10)(lambda count: count == facts.BEFORE)


@is_true(5)
def _(period, low, high):
    distances = steps(np.sin(P[:, None] * SPEEDS))
    return close(period, 2 * np.pi) and close(low, distances.min()) and close(high, distances.max())


def uses_today(base, layers):
    classes = json.loads((files("posenc_tools") / "data" / "model_classes.json").read_text("utf-8"))
    gemma = str(classes).partition("'gemma4_text'")[2]
    assert "'partial_rotary_factor': 0.25" in gemma[:600]
    llama, qwen = (models.model(name).layers for name in ("Llama 4 Scout", "Qwen3 4B Instruct 2507"))
    without = next(layer.places for layer in llama if layer.scheme.name == "NoPE")
    return {*np.diff(without)} == {layers} and base == qwen[0].scheme.base


@is_true("answer-1")
def _(share):
    weights = attention(E)
    output = weights @ E
    for order in (P[::-1], np.random.default_rng(5).permutation(N)):
        moved = attention(E[order])
        assert np.allclose(moved, weights[np.ix_(order, order)])
        assert np.allclose(moved @ E[order], output[order])
    # if later words are hidden, the dogs differ
    hidden = softmax(np.where(np.tri(N, dtype=bool), E @ E.T / 8, -np.inf)) @ E
    assert not np.allclose(hidden[1], hidden[11])
    return (
        close(share, weights[1, 1])
        and close(share, weights[1, 11])
        and weights[1].argsort()[-2:].tolist() in ([1, 11], [11, 1])
    )


@is_true("answer-2")
def _(end, factor):
    numbered = E + P[:, None]
    assert all(attention(numbered[:m])[2].argmax() == m - 1 for m in range(3, N + 1))
    return end == 11 and factor == round(11 * 8 / np.linalg.norm(E[11]))


@is_true("answer-3")
def _(value, high, low):
    return close(value, 2 / 11) and close(high, 1 / 4) and close(low, 1 / 11)


@is_true("answer-4")
def _(position, later):
    bits = (P[:, None] >> np.arange(4)) & 1
    neighbors, every = steps(bits), gaps(bits)
    assert every[0, 8] == every[0, 1] == 1
    assert every[np.isfinite(every)].max() == neighbors.max()
    assert [*bits[7]] == [1, 1, 1, 0] and [*bits[8]] == [0, 0, 0, 1]
    return (position, later) == (neighbors.argmax(), neighbors.argmax() + 1)


@is_true("answer-5")
def _(value, distance):
    one, four = np.sin(P), gaps(np.sin(P[:, None] * SPEEDS))
    assert np.abs(one - one[5])[[place for place in P if place != 5]].argmin() == 10
    i, j = np.unravel_index(four.argmin(), four.shape)
    assert abs(i - j) == 1
    return close(value, four.min()) and close(distance, abs(one[5] - one[11]))


@is_true("answer-6")
def _(low):
    moved = np.abs(np.diff(np.sin(P / 2)))
    # the cosine is steep where the sine is flat, and leads it by a quarter of its period
    assert moved.argmin() == np.abs(np.diff(np.cos(P / 2))).argmax() == 9
    assert np.allclose(np.cos(P / 2), np.sin(P / 2 + 2 * np.pi / 4))
    assert np.ptp(steps(np.stack((np.sin(P / 2), np.cos(P / 2)), axis=1))) < 1e-12
    return close(low, moved.min())


@is_true("answer-7")
def _(degrees, angle):
    table = waves(P, 8, 16)
    assert all(np.allclose(steps(table, k), steps(table, k)[0]) for k in range(1, 11))
    return (degrees, angle) == tuple(np.round(np.degrees([11 / 2, 3 / 2])))


@is_true("answer-8")
def _():
    table = waves(range(105), 8, 16)
    same = table @ table.T / 4
    # the dot product is four times the agreement, as the class is told
    assert np.isclose(same[10, 14], same[100, 104]) and np.allclose(same[:12, :12], [facts.agreement(p) for p in P])
    turned = np.cos((2 - 1 - P)[:, None] * SPEEDS).mean(axis=1)
    return np.isclose(same[2, 1], same[2, 3]) and turned.argmax() == 1


@is_true("answer-9")
def _(high, low, count, length, period):
    places = waves(P, 64)

    def parts(words):
        """Contribution of each part to the variance of the sum; the covariance of two parts is split equally."""
        terms = [words @ words.T, words @ places.T + places @ words.T, places @ places.T]
        terms = [((term - term.mean()) * (sum(terms) - sum(terms).mean())).mean() for term in terms]
        logits = (words + places) @ (words + places).T
        assert np.isclose(sum(terms), logits.var()) and min(terms) > 0
        return np.array(terms) / logits.var()

    plain, large = attention(E / 8 + places)[1], attention(E + places)[1]
    assert {*plain.argsort()[-3:]} == {0, 1, 2}
    assert {*large.argsort()[-2:]} == {1, 11}
    hardly = (length * 1e8 ** (-np.arange(32) / 32) / (2 * np.pi) < 0.1).sum()
    # at base 16, all words that are hundreds of positions away are alike
    assert [facts.slowest(base) for base in (16, 10_000)] == [92, 47_117]
    far = np.cos(np.outer(16.0 ** (-np.arange(32) / 32), np.arange(200, 1000))).mean(axis=0)
    assert abs(far.mean()) < 0.01 and far.max() < 0.4
    return close(high, parts(E / 8)[2]) and close(low, parts(E)[0]) and (count, length, period) == (hardly, 2000, 92)


@is_true("answer-10")
def _(length, base, layers):
    added = [attention(E + waves(P + start, 64))[1, 1] for start in range(601)]
    angles = P[:, None] * 1e4 ** (-np.arange(0, 64, 2) / 64)
    pairs = (E[:, ::2] + 1j * E[:, 1::2]) * np.exp(1j * angles)
    values = facts.later()
    assert np.allclose(values["Sinusoidal"], added)
    assert np.ptp(added) > 0.3
    assert np.allclose(values["RoPE"], softmax((pairs @ pairs.conj().T).real / 8)[1, 1])
    assert np.allclose(values["ALiBi"], softmax(E @ E.T / 8 - np.abs(P[:, None] - P) / 2)[1, 1])
    ends = np.flatnonzero(np.isnan(values["Learned"]))[0] == length - 12 + 1

    def most(name, back, blocks=(1, 2)):
        """Largest mean attention of a head to the token so many back, in the second half of a text."""
        heads = [head for block in blocks for head in trained.learned_attention()[name][block - 1]]
        return max(np.diagonal(head, -back)[len(head) // 2 - back :].mean() for head in heads)

    # two looks back, by one and by two words
    assert most("KERPLE", 1, [1]) > 0.3
    assert most("KERPLE", 2, [2]) > 0.7
    assert max(most(name, 3) for name in ("ALiBi", "KERPLE")) < 0.3 < most("RoPE", 3)
    return ends and uses_today(base, layers)


def test_only_a_rotated_query_prefers_the_third_word_back():
    """The reason holds for every penalty that grows, KERPLE's as well."""
    speeds = 1e4 ** (-np.arange(0, 64, 2) / 64)
    turned = np.exp(8 * (np.cos((np.arange(9) - 3)[:, None] * speeds).mean(axis=1) - 1))
    assert np.allclose(facts.preferences()["RoPE"], turned)
    assert turned.argmax() == 3
    assert facts.preferences()["ALiBi"].argmax() == 0
    kerple = KERPLE().logits(np.zeros((9, 2)), np.zeros((9, 2)), range(9), range(9), length=9, heads=8)[:, -1]
    assert (np.diff(kerple) > 0).all()


@pytest.mark.parametrize("step", STEPS)
def test_claims_of_each_step_are_true_and_exact(step):
    assert_exact(facts.question(step))
    assert_exact(facts.answer(step))


@pytest.mark.parametrize("times", facts.TIMES)
def test_the_shares_of_variance_add_up_to_one(times):
    shares = facts.sum_attention(times)[1]
    assert min(shares) > 0
    assert np.isclose(sum(shares), 1)
    words, places = times / 8 * E, waves(P, 64)
    logits = (words + places) @ (words + places).T
    assert np.isclose(shares[0], np.cov((words @ words.T).ravel(), logits.ravel())[0, 1] / logits.var(ddof=1))


def test_answers_counted_as_right_follow_from_the_definitions():
    """Right answers of each step, from the same definitions."""
    bits, sine = (P[:, None] >> np.arange(4)) & 1, np.sin(P / 2)
    agreement = np.cos((2 - P)[:, None] * SPEEDS).mean(axis=1)
    true_of = {
        1: {str(place) for place in P if place != 1 and attention(E)[1, place] > 0.4},
        2: {str(attention(E + P[:, None])[2].argmax())},
        4: {str(steps(bits).argmax())},
        5: {"11"},
        6: {str(np.abs(np.diff(sine)).argmin())},
        7: {str(round(float(np.degrees(11 / 2))))},
        8: {"equal"} if np.isclose(agreement[1], agreement[3]) else set(),
        9: {str(place) for place in attention(E / 8 + waves(P, 64))[1].argsort()[-3:] if place != 1},
    }
    for step, right in true_of.items():
        assert set(lesson_answers.RIGHT[step - 1]) == right, step
    for step in STEPS:
        choices = lesson_answers.CHOICES[step]
        right = [choice for choice in choices if lesson_answers.is_right(step, choice)]
        assert len(right) == 1 < len(choices)
        for wrong in {*choices} - {*right}:
            assert MESSAGES.text(f"lesson-{step}.wrong-{wrong}")


MET = {
    "number": (True, False, True, True), "share": (False, True, True, False), "bits": (True, True, False, True),
    "wave": (True, True, False, False), "circle": (True, True, True, False), "clocks": (True,) * 4,
}  # fmt: skip


def test_the_table_of_requirements_follows_from_the_definitions():
    def table(column, n):
        p = np.arange(n)
        one = np.stack((np.sin(p / 2), np.cos(p / 2)), axis=1)
        bits = (p[:, None] >> np.arange(6)) & 1
        return {
            "number": p[:, None], "share": p[:, None] / (n - 1), "bits": bits, "wave": one[:, :1], "circle": one,
            "clocks": waves(p, 8, 16),
        }[column]  # fmt: skip

    for column in facts.COLUMNS:
        short, long = table(column, 12), table(column, 48)
        distances = np.linalg.norm(long[:, None] - long, axis=2)
        met = (
            np.allclose(short, long[:12]),
            np.abs(long).max() <= 1,
            all(np.ptp(np.diagonal(distances, k)) < 1e-9 for k in range(1, 12)),
            distances[~np.eye(48, dtype=bool)].min() >= 0.1,
        )
        assert met == MET[column] == tuple(facts.requirements(column).values())
        for id in facts.REQUIREMENTS:
            assert facts.requirements(column)[id] or MESSAGES.text(f"lesson-table.{column}-{id}")


@pytest.mark.parametrize("order", ["written", "reversed", "shuffled"])
def test_an_own_sentence_keeps_its_weights_in_any_order(order):
    sentence_claim = facts.own_sentence("I love you and you love me", order)
    words, content, orders = facts.own_words("I love you and you love me")
    place = orders[order]
    assert sorted(place) == [*range(7)]
    assert np.array_equal(content[1], content[5])
    assert np.allclose(attention(content[place]), attention(content)[np.ix_(place, place)])
    assert dict(sentence_claim.args)["value"] < 1e-12
    assert dict(sentence_claim.args)["count"] == len(words) == 7
    assert facts.own_sentence("word", order) is None
    assert len(facts.own_words("word " * 20)[0]) == 12


@pytest.mark.parametrize("count", range(2, 13))
def test_the_words_of_a_short_own_sentence_change_their_order(count):
    orders = facts.own_words("word " * count)[2]
    assert all(np.any(orders[name] != orders["written"]) for name in ("reversed", "shuffled"))
