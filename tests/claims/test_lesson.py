"""Questions and answers of the lesson, each number recomputed with NumPy from the sentence."""

import json
from importlib.resources import files

import numpy as np
import pytest

from dashboard.say import MESSAGES
from dashboard.state import lesson_answers
from dashboard.views.lesson import facts
from dashboard.views.lesson.steps import CONTROLS
from posenc_tools import models
from posenc_tools.models import trained
from tests.claims.measured import accuracies
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


for step in (1, 2, 4, 8, 10):
    is_true(step)(lambda: True)
is_true(3)(lambda value: close(value, 2 / 4))
is_true(6)(lambda period: close(period, 2 * np.pi / SPEEDS[1]))
is_true(7)(lambda angle, degrees: (angle, degrees) == tuple(np.round(np.degrees([3 / 2, 8 / 2]))))


@is_true(5)
def _(period, low, high):
    distances = steps(np.sin(P[:, None] * SPEEDS))
    return close(period, 2 * np.pi) and close(low, distances.min()) and close(high, distances.max())


@is_true(9)
def _(high, low, period, length):
    slowest = [2 * np.pi * base ** ((d - 2) / d) for base, d in ((1e4, 64), (16, 8))]
    sizes = close(high, np.sqrt(32)) and close(low, np.linalg.norm(E[1] / 8))
    return sizes and [period, length] == np.round(slowest).tolist()


def uses_today(base, layers):
    classes = json.loads((files("posenc_tools") / "data" / "model_classes.json").read_text("utf-8"))
    gemma = str(classes).partition("'gemma4_text'")[2]
    assert "'partial_rotary_factor': 0.25" in gemma[:600]
    llama, qwen = (models.model(name).layers for name in ("Llama 4 Scout", "Qwen3 4B Instruct 2507"))
    without = next(layer.places for layer in llama if layer.scheme.name == "NoPE")
    return {*np.diff(without)} == {layers} and base == qwen[0].scheme.base


@is_true("answer-1")
def _(share, other):
    weights = attention(E)
    output = weights @ E
    for order in (P[::-1], np.random.default_rng(5).permutation(N)):
        assert np.allclose(attention(E[order]) @ E[order], output[order])
    assert np.allclose(output[1], output[11])
    hidden = softmax(np.where(np.tri(N, dtype=bool), E @ E.T / 8, -np.inf)) @ E
    assert not np.allclose(hidden[1], hidden[11])
    return close(share, weights[1, 1]) and close(other, weights[1, 11])


@is_true("answer-2")
def _(end, factor, high, low):
    numbered = E + P[:, None]
    assert all((attention(numbered[:m])[1:].argmax(axis=1) == m - 1).all() for m in range(3, N + 1))
    sizes = close(high, 11 * 8) and close(low, np.linalg.norm(E[11])) and factor == round(88 / np.linalg.norm(E[11]))
    return sizes and end == 11 and attention(numbered)[2, 11] > 0.999


@is_true("answer-3")
def _(value, high, low):
    return close(value, 2 / 11) and close(high, 1 / 4) and close(low, 1 / 11)


@is_true("answer-4")
def _(position, later, high, low):
    bits = (P[:, None] >> np.arange(4)) & 1
    neighbors, every = steps(bits), gaps(bits)
    assert every[0, 8] == 1
    assert every[np.isfinite(every)].max() == neighbors.max()
    return (
        (position, later) == (neighbors.argmax(), neighbors.argmax() + 1)
        and close(high, neighbors.max())
        and close(low, 1)
    )


@is_true("answer-5")
def _(x, y, value, distance):
    one, four = np.sin(P), gaps(np.sin(P[:, None] * SPEEDS))
    assert np.abs(one - one[5])[[place for place in P if place != 5]].argmin() == 10
    i, j = np.unravel_index(four.argmin(), four.shape)
    assert abs(i - j) == 1
    return (
        close(x, one[5]) and close(y, one[11]) and close(value, four.min()) and close(distance, abs(one[5] - one[11]))
    )


@is_true("answer-6")
def _(position, later, low, high, x, y, value):
    one, both = np.sin(P / 2), steps(np.stack((np.sin(P / 2), np.cos(P / 2)), axis=1))
    moved = np.abs(np.diff(one))
    assert moved.argmin() == np.abs(np.diff(np.cos(P / 2))).argmax()
    assert np.allclose(both, both[0])
    ends = (position, later) == (moved.argmin(), moved.argmin() + 1) and close(low, moved.min())
    return ends and close(high, moved[6]) and close(x, one[2]) and close(y, one[4]) and close(value, both[0])


@is_true("answer-7")
def _(degrees, angle, names, high, low):
    table = waves(P, 8, 16)
    assert all(np.allclose(steps(table, k), steps(table, k)[0]) for k in (1, 3))
    turns = tuple(f"{round(float(np.degrees(3 * speed)))}°" for speed in SPEEDS)
    is_shown = (degrees, angle) == tuple(np.round(np.degrees([11 / 2, 3 / 2]))) and names == turns
    return is_shown and close(high, steps(table, 3)[0]) and close(low, steps(table)[0])


@is_true("answer-8")
def _(x, share, value, high, low):
    table = waves(range(105), 8, 16)
    assert np.isclose(table[10] @ table[14], table[100] @ table[104])
    similarity = np.cos((2 - P)[:, None] * SPEEDS).mean(axis=1)
    turned = np.cos((2 - 1 - P)[:, None] * SPEEDS).mean(axis=1)
    assert np.isclose(similarity[1], similarity[3])
    return (
        close(x, table[10] @ table[14])
        and close(share, np.cos(4 * SPEEDS).mean())
        and close(value, similarity[1])
        and close(high, turned[1])
        and close(low, turned[3])
    )


@is_true("answer-9")
def _(share, other, high, low, here, there):
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
    first = close(share, plain[2]) and close(other, plain[11]) and close(high, parts(E / 8)[2])
    return first and close(low, parts(E)[0]) and close(here, large[1]) and close(there, large[11])


@is_true("answer-10")
def _(share, other, factor, count, here, there, base, layers):
    added = [attention(E + waves(P + start, 64))[1, 1] for start in range(601)]
    angles = P[:, None] * 1e4 ** (-np.arange(0, 64, 2) / 64)
    pairs = (E[:, ::2] + 1j * E[:, 1::2]) * np.exp(1j * angles)
    values = facts.later()
    assert np.allclose(values["Sinusoidal"], added)
    assert np.ptp(added) > 0.3
    assert np.allclose(values["RoPE"], softmax((pairs @ pairs.conj().T).real / 8)[1, 1])
    assert np.allclose(values["ALiBi"], softmax(E @ E.T / 8 - np.abs(P[:, None] - P) / 2)[1, 1])
    assert np.flatnonzero(np.isnan(values["Learned"]))[0] == 512 - 12 + 1
    near, far = (accuracies("RoPE", "3 back", length) for length in (32, 512))
    # mean attention to the token three back, in the second half of a text
    most = []
    for name in ("ALiBi", "RoPE"):
        heads = trained.learned_attention()[name].reshape(-1, 24, 24)
        most.append(max(np.diagonal(head, -3)[len(head) // 2 - 3 :].mean() for head in heads))
    trained_heads = close(here, most[0]) and close(there, most[1])
    beyond = (share, other, factor, count) == (min(near), max(far), 16, 512)
    return trained_heads and beyond and uses_today(base, layers)


@pytest.mark.parametrize("step", STEPS)
def test_claims_of_each_step_are_true_and_exact(step):
    assert_exact(facts.question(step))
    assert_exact(facts.answer(step))


@pytest.mark.parametrize("times", CONTROLS[9])
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


CONDITIONS = {
    2: (True, False, False, True, True), 3: (False, True, True, True, True), 4: (True, True, True, False, True),
    5: (True, True, True, False, True), **dict.fromkeys((6, 7, 8), (True,) * 5),
}  # fmt: skip


def test_the_five_conditions_change_from_step_to_step():
    for step in STEPS:
        assert tuple(facts.conditions(step).values()) == CONDITIONS.get(step, ())


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


def test_conditions_agree_with_the_values_in_the_figure():
    """Equal distances for a fraction of a cosine, distinct vectors for numbers of bits and waves."""
    for share in CONTROLS[6]:
        points = facts.circle(share)
        assert facts.conditions(6, share)["M4"] == bool(np.ptp(steps(points)) < 1e-9)
        apart = np.linalg.norm(points[:, None] - points, axis=2)[~np.eye(N, dtype=bool)].min()
        assert facts.conditions(6, share)["M5"] == (apart >= steps(points).mean() / 2)
    # two words at nearly the same height of the sine
    assert not facts.conditions(6, 0)["M5"]
    assert [facts.conditions(6, share)["M4"] for share in (0, 0.5, 1)] == [False, False, True]
    for count in CONTROLS[4]:
        codes = {tuple((place >> np.arange(count)) & 1) for place in range(N)}
        assert facts.conditions(4, count)["M5"] == (len(codes) == N)
    assert [facts.conditions(5, count)["M5"] for count in CONTROLS[5]] == [False, False, True, True]
