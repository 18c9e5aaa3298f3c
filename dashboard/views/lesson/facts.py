"""Facts of Lesson: a sentence in which two dogs differ only by position, and the question and answer of each step."""

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


def own_words(text: str) -> tuple[list[str], Array, dict[str, NDArray[np.int64]]] | None:
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


def _table(step: int, length: int, value: float | None) -> Array:
    """Positions of a step in a text; `value` of its control is a number of columns, or the share of the cosine."""
    columns, share = int(value or BITS), 1.0 if value is None else value
    match step:
        case 2:
            return index(length)[:, :1]
        case 3:
            return normalized_index(length)[:, None]
        case 4:
            return Binary().encode(range(length), BITS)[:, :columns]
        case 5:
            return pairs(length)[:, : 2 * columns : 2]
        case 6:
            return circle(share, length)
    return pairs(length)


CONDITIONS = ("M1", "M2", "M3", "M4", "M5")
"""Codes of the five conditions of Scorecard."""


def conditions(step: int, value: float | None = None) -> dict[str, bool]:
    """Conditions that the encoding of a step meets at a value of its control; empty without an encoding."""
    if step not in range(2, 9):
        return {}
    short, long = _table(step, N, value), _table(step, 16, value)
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
    if not (own := own_words(text)):
        return None
    words, content, orders = own
    return claim("lesson-own", value=largest_change(content, orders[order]), count=len(words))


def question(step: int) -> Claim:
    """Question of a step, with the numbers of its setup; its message contains the text before the answer."""
    return claim(f"lesson-{step}", **_in_question(step))


def answer(step: int) -> Claim:
    """Answer of a step."""
    return claim(f"lesson-answer-{step}", **_in_answer(step))


def _in_question(step: int) -> dict[str, Any]:
    """Numbers in a question and its setup."""
    match step:
        case 3:
            return {"value": normalized_index(5)[BITES]}
        case 5:
            distances = steps(sines(4))
            return {"period": _period(0), "low": distances.min(), "high": distances.max()}
        case 6:
            return {"period": _period(1)}
        case 7:
            return {"angle": _degrees(AND - BITES), "degrees": _degrees(8)}
        case 9:
            norms = {"high": _norm(PLACES[0]), "low": _norm(CONTENT[DOG]) / 8}
            return {**norms, "period": round(Sinusoidal().wavelengths(64)[-1]), "length": round(_period(-1))}
    return {}


def _in_answer(step: int) -> dict[str, Any]:
    """Numbers in an answer."""
    match step:
        case 1:
            weights = sentence.attention(CONTENT)[DOG]
            return {"share": weights[DOG], "other": weights[DOG_AGAIN]}
        case 2:
            position, word = _norm(index()[-1]), _norm(CONTENT[-1])
            return {"end": N - 1, "factor": round(position / word), "high": position, "low": word}
        case 3:
            short, long = normalized_index(5), normalized_index(N)
            return {"value": long[BITES], "high": short[1], "low": long[1]}
        case 4:
            distances = steps(bits())
            longest = int(distances.argmax())
            return {"position": longest, "later": longest + 1, "high": distances.max(), "low": distances[0]}
        case 5:
            x, y = sines(1)[[AND, DOG_AGAIN], 0]
            return {"x": x, "y": y, "value": apart(sines(4)).min(), "distance": abs(x - y)}
        case 6:
            wave, distances = circle(0)[:, 0], steps(circle(0))
            shortest = int(distances.argmin())
            ends = {"position": shortest, "later": shortest + 1, "low": distances[shortest], "high": distances[6]}
            return {**ends, "x": wave[BITES], "y": wave[4], "value": steps(circle(1))[0]}
        case 7:
            turns = tuple(f"{_degrees(3, pair)}°" for pair in range(4))
            near, far = (float(steps(pairs(), k)[0]) for k in (1, 3))
            return {"degrees": _degrees(DOG_AGAIN), "angle": _degrees(3), "names": turns, "high": far, "low": near}
        case 8:
            share, same, back = agreement(4)[0], agreement(BITES), agreement(BITES, -1)
            return {"x": BITS * share, "share": share, "value": same[DOG], "high": back[DOG], "low": back[3]}
        case 9:
            (plain, shares), (large, after) = sum_attention(1), sum_attention(8)
            near_words = {"share": plain[DOG, BITES], "other": plain[DOG, DOG_AGAIN], "high": shares[2]}
            return {**near_words, "low": after[0], "here": large[DOG, DOG], "there": large[DOG, DOG_AGAIN]}
    recipes = trained.recipes("RoPE", "3 back")
    return {
        "count": Learned.own_size[0] if Learned.own_size else 0,
        "here": _most_attention("ALiBi"),
        "there": _most_attention("RoPE"),
        "factor": 512 // 32,
        "share": recipes.range(32)[0],
        "other": recipes.range(512)[1],
        "base": models.model("Qwen3 4B Instruct 2507").read["rope_theta"],
        "layers": models.model("Llama 4 Scout").read["no_rope_layer_interval"],
    }


def _degrees(position: int, pair: int = 1) -> int:
    return round(float(np.degrees(position * PAIRS.frequencies(8)[pair])))


def _period(pair: int) -> float:
    return float(2 * np.pi / PAIRS.frequencies(8)[pair])


def _norm(rows: Array) -> float:
    return float(np.linalg.norm(rows))


def _most_attention(encoding: str) -> float:
    """Largest mean attention of a trained head to the token 3 back, over both blocks."""
    heads = trained.learned_attention()[encoding]
    rows = np.arange(heads.shape[-1] // 2, heads.shape[-1])
    return float(heads[..., rows, rows - 3].mean(axis=-1).max())
