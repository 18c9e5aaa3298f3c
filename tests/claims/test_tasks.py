"""Claims of the tasks, each number recomputed from the definitions."""

import numpy as np
import pytest

from dashboard.say import MESSAGES
from dashboard.views.tasks import TASKS
from posenc_core import ALiBi
from posenc_core.analysis import pairing, sentence
from posenc_tools.known_bugs import EXAMPLES
from tests.claims.truth import assert_exact, close, true

ALL = [task for group in TASKS.values() for task in group]


def is_true(id):
    return true(f"task-{id}")


def waves(positions, d, base=1e4):
    """Interleaved sines and cosines; an odd d ends with a sine."""
    columns = np.arange(d)
    angles = np.asarray(positions, float)[:, None] / base ** (columns // 2 * 2 / d)
    return np.where(columns % 2, np.cos(angles), np.sin(angles))


def apart(table, k=1):
    return np.linalg.norm(table[k:] - table[:-k], axis=1)


def bfloat16(values):
    mantissa, exponent = np.frexp(np.asarray(values, np.float64))
    return np.ldexp(np.rint(mantissa * 256), exponent - 8)


def softmax(logits):
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def first_rise(row):
    return int(np.flatnonzero(np.diff(row) > 0)[0])


@is_true("order")
def _(text, value):
    words = sentence.tokens(text)
    content, position = sentence.embeddings(len(words.vocabulary), 64, "N(0, 1)")[words.ids], waves(range(5), 64)

    def weights(order, position):
        x = content[order] + position
        return softmax(x @ x.T / 8)[np.ix_(np.argsort(order), np.argsort(order))]

    straight, back = np.arange(5), np.arange(5)[::-1]
    assert np.allclose(weights(straight, 0), weights(back, 0))
    return close(np.abs(weights(straight, position) - weights(back, position)).max(), value)


@is_true("neighbors")
def _(position, later, high, low, distance):
    steps = apart((np.arange(16)[:, None] >> np.arange(4) & 1).astype(float))
    sines = apart(waves(range(16), 4))
    values = [steps[position], steps[position + 1], sines.min(), sines.max()]
    return later == position + 1 and np.allclose(values, [high, low, distance, distance]) and high == steps.max() == 2


@is_true("bits")
def _(low, high):
    return close(2 * np.pi * 1e4 ** (6 / 32), low) and close(2 * np.pi * 1e4 ** (8 / 32), high)


@is_true("circle")
def _(count, offset, low, high):
    table = waves(range(32), 2)
    distances = np.linalg.norm(table[:, None] - table, axis=2) + 9 * np.eye(32)
    p, q = np.unravel_index(distances.argmin(), (32, 32))
    place = round(31 / (2 * np.pi)), abs(q - p)
    return place == (count, offset) and close(distances.min(), low) and close(distances[0, 1], high)


@is_true("decrease")
def _(high, low, other, offset):
    dot = waves(range(256), 128) @ waves([128], 128)[0]
    least = int(dot.argmin()), first_rise(dot[128:])
    return least == (other, offset) and close(dot[128], high) and close(dot.min(), low)


@is_true("lengths")
def _(high, low, distance):
    sines = apart(waves(range(12), 512), 5)
    return close(1 / 11, high) and close(1 / 55, low) and np.allclose(sines, distance, rtol=1e-9)


@is_true("offsets")
def _(low, high):
    table = waves(range(5), 6)
    assert apart(table, 4).max() < apart(table, 3).min()
    return np.allclose(apart(table, 1), low) and np.allclose(apart(table, 2), high)


@is_true("sides")
def _(high, low, offset):
    table = waves(range(2048), 512)
    cosine = table @ table[1000] / np.linalg.norm(table, axis=1) / np.linalg.norm(table[1000])
    return close(cosine[1001], high) and close(cosine[1010], low) and first_rise(cosine[1000:]) == offset


@is_true("base")
def _(distance, count, period):
    assert period > 2**15, "longer than any usual text"
    table = waves(range(128), 64)
    return (
        close(apart(table)[0], distance)
        and (table.std(axis=0) >= 0.01).sum() == count
        and close(period, 2 * np.pi * 1e4 ** (62 / 64))
    )


@is_true("half")
def _(count, other):
    exact = waves(range(1024), 64)
    rounded = waves(bfloat16(range(1024)), 64), bfloat16(exact)
    assert len(np.unique(waves(bfloat16(range(256)), 64), axis=0)) == 256
    return tuple(len(np.unique(table, axis=0)) for table in rounded) == (count, other)


is_true("small")(lambda values: np.allclose(waves([1], 4, base=100)[0], values, rtol=1e-9))
is_true("woven")(lambda values: np.allclose(waves([1], 64)[0, :4], values, rtol=1e-9))
is_true("stripes")(lambda count: (waves(range(50), 128).std(axis=0) < 0.01).sum() == count)


@is_true("odd")
def _(low, high):
    norms = np.linalg.norm(waves(range(500), 3), axis=1)
    even = np.linalg.norm(waves(range(500), 4), axis=1)
    return close(norms.min(), low) and close(norms.max(), high) and np.allclose(even, even[0])


@is_true("concatenated")
def _():
    content, position = np.random.default_rng(0).normal(size=(5, 8)), waves(range(5), 8)

    def weights(order):
        x = np.hstack((content[order], position))
        return softmax(x @ x.T)[np.ix_(np.argsort(order), np.argsort(order))]

    straight, back, shuffled = weights(np.arange(5)), weights(np.arange(5)[::-1]), weights(np.array([2, 0, 1, 4, 3]))
    return np.allclose(straight, back) and not np.allclose(straight, shuffled)


is_true("batch")(lambda: np.broadcast_shapes((10, 100, 512), (1, 100, 512)) == (10, 100, 512))


@is_true("near")
def _(high, low):
    # for equal contents: the mean over directions of a rotation, the dot product of two positions of an addition
    theta = 1e4 ** (-np.arange(32) / 32)
    turned, added = (1 - np.cos(theta)).mean() * 64 / 8, (waves([1], 64) @ (waves([1, 0], 64)).T)[0]
    return close(turned, high) and close((added[0] - added[1]) / 8, low)


@is_true("degrees")
def _(here, there):
    query, key = (vector.view(complex) for vector in (pairing.QUERY, pairing.KEY))
    angles = 3 * 1e4 ** (-np.arange(4) / 4)
    wrong, right = ((query * key.conj() * np.exp(1j * angle)).sum().real for angle in (np.radians(angles), angles))
    return close(wrong, here) and close(right, there)


@is_true("slopes")
def _(head, high, low):
    code = ALiBi(slopes="code").bias([1], [0], 12)[:, 0, 0]
    return np.abs(code).argmax() + 1 == head and close(np.abs(code).max(), high) and close(2 ** (-8 / 12), low)


@is_true("exponents")
def _(count, dim, value):
    table = EXAMPLES["exponent 2j/d"]()
    off = np.abs(table - waves(range(len(table)), table.shape[1]))
    return (int((off.max(axis=0) < 1e-9).sum()), table.shape[1]) == (count, dim) and close(off.max(), value)


@is_true("riddle")
def _(position, here, there):
    columns = np.arange(16)
    angles = np.arange(64)[:, None] / 1e4 ** (columns / 16)
    table, formula = np.where(columns % 2, np.cos(angles), np.sin(angles))[:, 1], waves(range(64), 16)[:, 1]
    matches = close(table[position], here) and close(formula[position], there)
    return matches and np.abs(table - formula).argmax() == position


@pytest.mark.parametrize("task", ALL, ids=lambda task: task.claim().id)
def test_claims_of_each_task_are_true_and_exact(task):
    assert_exact(task.claim())


def test_a_task_names_options_as_the_page_does():
    text = MESSAGES.text("task-degrees.next")
    assert all(MESSAGES.text(f"check-code-{bug}") in text for bug in ("half-table", "q-alone"))
    assert MESSAGES.text("heatmap-binary") in MESSAGES.text("task-bits.next")


def test_every_question_occurs_once_and_has_an_answer():
    questions = [task.claim().id for task in ALL]
    assert len({*questions}) == len(questions)
    for task in ALL:
        for part in ("", "see", "why", "next"):
            assert MESSAGES.say(task.claim(), part)
    assert len({task.page for task in TASKS["start"]}) == len(TASKS["start"]) == 5
