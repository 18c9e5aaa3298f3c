"""DOC."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.say import message
from posenc_core import ALiBi, Binary, Index, Learned, Normalized, RoPE, Scheme, Sinusoidal
from posenc_core.analysis import geometry, sentence
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim
from posenc_tools import models
from posenc_tools.models import trained

N, D = 12, 64
DOG, BITES, AND, DOG_AGAIN = 1, 2, 5, 11
"""Positions of words in the steps; in English, the first dog bites, and the last one is bitten."""

PAIRS = Sinusoidal(base=16)
"""Sinusoid whose four pairs double their period, as bits do."""

BITS = 4
COUNTED = range(N)
IDS = len(sentence.SPECIAL) + np.array([0, 1, 2, 0, 3, 4, 5, 0, 3, 2, 0, 1])
"""Token of each word: the sentences of all languages repeat their words at the same places."""

CONTENT = sentence.embeddings(int(IDS.max()) + 1, D)[IDS]
"""Embeddings with variance 1, shape (12, 64)."""


def words() -> tuple[str, ...]:
    """Words of the sentence in the language of the page."""
    return tuple(message("lesson-sentence").split())


ORDERS: dict[str, NDArray[np.int64]] = {
    "written": np.arange(N),
    # exchange dog and man
    "swapped": np.array([0, 4, 2, 3, 1, 5, 6, 7, 11, 9, 10, 8]),
    "reversed": np.arange(N)[::-1],
    "shuffled": np.random.default_rng(1).permutation(N),
}
"""Word at each place."""

LAST_OWN = 12
"""Maximum number of words of an own sentence."""


def own_sentence(text: str) -> tuple[list[str], Array, dict[str, NDArray[np.int64]]] | None:
    """Words, embeddings, and orders of an own sentence; None for fewer than two words."""
    words = text.split()[:LAST_OWN]
    if len(words) < 2:
        return None
    ids, places = sentence.tokens(" ".join(words)).ids, np.arange(len(words))
    shuffled = np.random.default_rng(1).permutation(len(words))
    if np.array_equal(shuffled, places):
        # a permutation of few words may change nothing
        shuffled = np.roll(places, 1)
    orders = {"written": places, "reversed": places[::-1], "shuffled": shuffled}
    return words, sentence.embeddings(int(ids.max()) + 1, D)[ids], orders


def largest_change(content: Array, order: NDArray[np.int64]) -> float:
    """Largest change of a word's attention weights or output if the words are reordered."""
    weights, moved = sentence.attention(content), sentence.attention(content[order])
    changes = moved - weights[np.ix_(order, order)], moved @ content[order] - (weights @ content)[order]
    return float(max(np.abs(change).max() for change in changes))


STARTS = range(601)
"""Start positions of the sentence."""

LOGIT = 8.0
"""Logit of a word with itself, √64, also in the model of the learned table."""


PLACES = Sinusoidal().encode(COUNTED, D)
"""Sinusoids of 32 pairs with base 10,000, shape (12, 64)."""


def index(count: int = N) -> Array:
    """Position in every column, shape (count, 64)."""
    return Index().encode(range(count), D)


def prefix_attention(count: int, at: int) -> Array:
    """Attention of a word with its index added, among the first `count` words, shape (count,)."""
    row: Array = sentence.attention(CONTENT[:count] + index(count))[at]
    return row


def normalized_index(count: int) -> Array:
    """Each position divided by the last, shape (count,)."""
    return Normalized().encode(range(count), 1)[:, 0]


def bits() -> Array:
    """Four bits of each position, fastest first, shape (12, 4)."""
    return Binary().encode(COUNTED, BITS)


def pairs(count: int = N) -> Array:
    """Interleaved sines and cosines, shape (count, 8)."""
    return PAIRS.encode(range(count), 2 * BITS)


def sines(waves: int) -> Array:
    """Return the fastest sines, shape (12, waves)."""
    return pairs()[:, : 2 * waves : 2]


FINE = 20
"""Values of a drawn wave per word."""


def drawn_waves(pairs: int) -> Array:
    """Return the fastest sines and cosines at `FINE` values per word, shape (pairs, 2, 221)."""
    angles = PAIRS.frequencies(2 * BITS)[:pairs, None] * np.arange((N - 1) * FINE + 1) / FINE
    return np.stack((np.sin(angles), np.cos(angles)), axis=1)


def circle(share: float, count: int = N) -> Array:
    """Return the second sine, and its cosine times `share`, shape (count, 2)."""
    return pairs(count)[:, 2:4] * (1, share)


def steps(table: Array, offset: int = 1) -> Array:
    """Distance from each position to the one `offset` later."""
    return geometry.distances_at_offset(table, offset)


def apart(table: Array) -> Array:
    """Distances between positions, with infinity on the diagonal, shape (n, n)."""
    return geometry.distances(table) + np.diag(np.full(len(table), np.inf))


def agreement(position: int, turned: int = 0) -> Array:
    """Mean cosine between the hands of a position, rotated by some words, and those of every other, shape (12,)."""
    angles = np.outer(PAIRS.frequencies(2 * BITS), position + turned - np.arange(N))
    cosines: Array = np.cos(angles).mean(axis=0)
    return cosines


def sum_attention(times: float) -> tuple[Array, tuple[float, float, float]]:
    """Attention with scaled embeddings plus a sinusoid, and variance shares of the three parts of the logits.

    The parts are word-word, cross terms, and position-position. The share of a part is its covariance with the logits
    over their variance, so that shares of correlated parts sum to 1.
    """
    words = times / np.sqrt(D) * CONTENT
    cross = words @ PLACES.T
    parts = np.array([part.ravel() for part in (words @ words.T, cross + cross.T, PLACES @ PLACES.T)])
    covariances = np.cov(parts).sum(axis=1)
    shares = (covariances / covariances.sum()).tolist()
    return sentence.attention(words + PLACES), (shares[0], shares[1], shares[2])


@cache
def later() -> dict[str, Array]:
    """Attention of the first dog to itself by start of the sentence, shape (601,), by encoding; NaN beyond a table."""
    weights = {}
    for scheme in (Sinusoidal(), RoPE(), ALiBi(direction="symmetric"), Learned()):
        weights[scheme.name] = np.array([_itself(scheme, start) for start in STARTS])
    return weights


def _itself(scheme: Scheme, start: int) -> float:
    at = np.arange(start, start + N)
    if scheme.own_size is None:
        logits = scheme.logits(CONTENT, CONTENT, at, at, length=start + N, heads=8)[0]
    else:
        rows, dim = scheme.own_size
        if start + N > rows:
            return float("nan")
        # match the mean norm of the table's rows; the first row is an outlier
        size = np.linalg.norm(scheme.encode(range(1, rows), dim), axis=1).mean() / np.sqrt(dim)
        words = size * sentence.embeddings(int(IDS.max()) + 1, dim)[IDS]
        vectors = words + scheme.encode(at, dim, length=rows)
        logits = LOGIT / (size**2 * dim) * vectors @ vectors.T
    return float(sentence.weights(logits)[DOG, DOG])


def _tables(step: int, value: float | None) -> tuple[Array, Array] | None:
    """Positions of a step in texts of 12 and 16 words, or None if the step adds none.

    `value` is that of the control: the number of bits or waves, or the share of the cosine.
    """
    count, share = int(value or BITS), 1.0 if value is None else value
    return {
        2: (index()[:, :1], index(16)[:, :1]),
        3: (normalized_index(N)[:, None], normalized_index(16)[:, None]),
        4: (bits()[:, :count], Binary().encode(range(16), BITS)[:, :count]),
        5: (sines(count), pairs(16)[:, : 2 * count : 2]),
        6: (circle(share), circle(share, 16)),
        7: (pairs(), pairs(16)),
        8: (pairs(), pairs(16)),
    }.get(step)


CONDITIONS = ("M1", "M2", "M3", "M4", "M5")
"""Codes of the five conditions of Scorecard."""


def conditions(step: int, value: float | None = None) -> dict[str, bool]:
    """Conditions that the encoding of a step meets at a value of its control; empty without an encoding."""
    tables = _tables(step, value)
    if tables is None:
        return {}
    short, long = tables
    met = (
        np.allclose(short, long[:N]),
        bool(np.abs(short).max() <= 1),
        bool(np.abs(long).max() <= max(np.abs(short).max(), 1)),
        all(bool(np.ptp(steps(short, offset)) < 1e-9) for offset in range(1, N // 2)),
        bool(apart(short).min() >= steps(short).mean() / 2),
    )
    return dict(zip(CONDITIONS, met, strict=True))


def own_sentence(text: str, order: str) -> Claim | None:
    """Claim about an own sentence in another order; None without one."""
    own = own_sentence(text)
    return own and claim("lesson-own", value=largest_change(own[1], own[2][order]), count=len(own[0]))


def question(step: int) -> Claim:
    """Question of a step, with the numbers of its setup; its message contains the text before the answer."""
    return claim(f"lesson-{step}", **_QUESTION_ARGS.get(step, dict)())


def answer(step: int) -> Claim:
    """Answer of a step."""
    return claim(f"lesson-answer-{step}", **_ANSWER_ARGS[step]())


def _degrees(position: int, pair: int = 1) -> float:
    angle = float(np.degrees(position * PAIRS.frequencies(8)[pair]))
    return round(angle)


def _period(pair: int) -> float:
    return float(2 * np.pi / PAIRS.frequencies(8)[pair])


def _norm(rows: np.ndarray) -> float:
    return float(np.linalg.norm(rows))


_QUESTION_ARGS: Mapping[int, Callable[[], dict[str, Any]]] = {
    3: lambda: {"value": normalized_index(5)[BITES]},
    5: lambda: {
        "period": _period(0),
        "low": steps(sines(4)).min(),
        "high": steps(sines(4)).max(),
    },
    6: lambda: {"period": _period(1)},
    7: lambda: {"angle": _degrees(AND - BITES), "degrees": _degrees(8)},
    9: lambda: {
        "high": _norm(PLACES[0]),
        "low": _norm(CONTENT[DOG]) / 8,
        "period": round(Sinusoidal().wavelengths(64)[-1]),
        "length": round(_period(-1)),
    },
}


def _fourth() -> dict[str, Any]:
    steps = steps(bits())
    longest = int(steps.argmax())
    return {"position": longest, "later": longest + 1, "high": steps.max(), "low": steps[0]}


def _fifth() -> dict[str, Any]:
    one = sines(1)
    near = apart(sines(4))
    x, y = one[[AND, DOG_AGAIN], 0]
    return {"x": x, "y": y, "value": near.min(), "distance": abs(x - y)}


def _sixth() -> dict[str, Any]:
    steps, both = steps(circle(0)), steps(circle(1))
    least, sine = int(steps.argmin()), circle(0)[:, 0]
    args = {"position": least, "later": least + 1, "low": steps[least], "high": steps[6]}
    return {**args, "x": sine[BITES], "y": sine[4], "value": both[0]}


def _seventh() -> dict[str, Any]:
    turns = tuple(f"{_degrees(3, pair)}°" for pair in range(4))
    near, far = (float(steps(pairs(), k)[0]) for k in (1, 3))
    return {"degrees": _degrees(DOG_AGAIN), "angle": _degrees(3), "names": turns, "high": far, "low": near}


def _ninth() -> dict[str, Any]:
    (plain, shares), (large, after) = sum_attention(1), sum_attention(8)
    near = {"share": plain[DOG, BITES], "other": plain[DOG, DOG_AGAIN], "high": shares[2]}
    return {**near, "low": after[0], "here": large[DOG, DOG], "there": large[DOG, DOG_AGAIN]}


def _tenth() -> dict[str, Any]:
    results, accuracy = trained.results(), trained.accuracy("RoPE", "3 back").mean
    place = results.lengths.index(results.trained_length)
    return {
        "count": Learned.own_size[0] if Learned.own_size else 0,
        "here": _most_attention("3 back", 3, "ALiBi"),
        "there": _most_attention("3 back", 3, "RoPE"),
        "factor": results.lengths[-1] // results.trained_length,
        "share": float(accuracy[place]),
        "other": float(accuracy[-1]),
        "base": models.model("Qwen3 4B Instruct 2507").read["rope_theta"],
        "layers": models.model("Llama 4 Scout").read["no_rope_layer_interval"],
    }


def _most_attention(task: str, offset: int, encoding: str) -> float:
    """Largest mean attention of a trained head to the token `offset` back, over both blocks."""
    heads = np.concatenate([trained.learned_attention(encoding, task, block) for block in (1, 2)])
    rows = np.arange(heads.shape[1] // 2, heads.shape[1])
    return float(heads[:, rows, rows - offset].mean(axis=1).max())


_ANSWER_ARGS: Mapping[int, Callable[[], dict[str, Any]]] = {
    1: lambda: dict(zip(("share", "other"), sentence.attention(CONTENT)[DOG, [DOG, DOG_AGAIN]], strict=True)),
    2: lambda: {
        "end": N - 1,
        "factor": round(_norm(index()[-1]) / _norm(CONTENT[-1])),
        "high": _norm(index()[-1]),
        "low": _norm(CONTENT[-1]),
    },
    3: lambda: {
        "value": normalized_index(N)[BITES],
        "high": normalized_index(5)[1],
        "low": normalized_index(N)[1],
    },
    4: _fourth,
    5: _fifth,
    6: _sixth,
    7: _seventh,
    8: lambda: {
        "x": BITS * agreement(4)[0],
        "share": agreement(4)[0],
        "value": agreement(BITES)[DOG],
        "high": agreement(BITES, -1)[DOG],
        "low": agreement(BITES, -1)[3],
    },
    9: _ninth,
    10: _tenth,
}
