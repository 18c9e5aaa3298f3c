"""Facts of Lesson: a sentence in which two dogs differ only by position, and the question and answer of each step."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.say import message
from posenc_core import SCHEMES, ALiBi, Binary, Index, Learned, Normalized, RoPE, Scheme, Sinusoidal
from posenc_core.analysis import geometry, sentence
from posenc_core.arrays import Array
from posenc_core.plot.style import scheme_color
from posenc_core.text.messages import Claim, claim
from posenc_tools import models

N, D = 12, 64
DOG, BITES, AND, DOG_AGAIN = 1, 2, 5, 11
"""Positions of words in the steps; in English, the first dog bites, and the last one is bitten."""

PAIRS = Sinusoidal(base=16)
"""Sinusoid whose four pairs double their period, as bits do."""

BITS = 4
SPEEDS: list[float] = PAIRS.frequencies(2 * BITS).tolist()
"""Radians per position of each clock."""

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of the cosine in step 6."""

BASES, TIMES = (16, 10_000, 100_000_000), (1, 8)
"""Bases, and factors of the word vectors, in step 9."""

FAR = 2000
"""Number of positions over which bases are compared."""

SMOOTH = 20
"""Number of positions over which their hills are averaged."""

BEFORE = 500
"""Number of words before the sentence in step 10."""

THIRD = 3
"""Number of words back that a head looks for in step 10."""

COUNTED = range(N)
IDS = len(sentence.SPECIAL) + np.array([0, 1, 2, 0, 3, 4, 5, 0, 3, 2, 0, 1])
"""Token of each word: the sentences of all languages repeat their words at the same places."""

CONTENT_IDS = IDS - len(sentence.SPECIAL)

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


FINE = 10
"""Values of a drawn wave per word."""


def drawn_waves(pairs: int) -> Array:
    """Return the fastest sines and cosines at `FINE` values per word, shape (pairs, 2, 111)."""
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


def agreement_at(position: int, places: Array) -> Array:
    """Mean cosine between the hands of a position and those at any places between positions, shape of `places`."""
    cosines: Array = np.cos(np.multiply.outer(SPEEDS, position - places)).mean(axis=0)
    return cosines


def hill(base: float) -> Array:
    """Mean cosine between the 32 hands of the position in the middle of `FAR` and of others, smoothed, shape (401,).

    Each value is the mean over `SMOOTH` positions: the fastest hands would hide the slow ones.
    """
    places = np.arange(-SMOOTH // 2, FAR + SMOOTH // 2 + 1) - FAR / 2
    cosines = np.cos(np.outer(Sinusoidal(base=base).frequencies(D), places)).mean(axis=0)
    return np.convolve(cosines, np.full(SMOOTH, 1 / SMOOTH), "valid")[::5]


def slowest(base: float) -> int:
    """Positions in which the slowest of 32 hands turns once."""
    return round(float(Sinusoidal(base=base).wavelengths(D)[-1]))


def standing(base: float) -> int:
    """Count the 32 hands that turn less than a tenth of a turn in `FAR` positions."""
    return int((Sinusoidal(base=base).wavelengths(D) > 10 * FAR).sum())


def preferences() -> dict[str, Array]:
    """Attention by position alone, to the word so many words back and relative to the most, shape (9,), by encoding.

    ALiBi has the slope 1/2 of its first of eight heads; RoPE has a query that is rotated by `THIRD` words.
    """
    back = np.arange(9)
    turned = np.cos(np.outer(RoPE().frequencies(D), back - THIRD)).mean(axis=0)
    # a logit of 8, as that of a word with itself in the other steps
    return {"ALiBi": np.exp(-0.5 * back), "RoPE": np.exp(LOGIT * (turned - 1))}


def today() -> dict[str, list[float]]:
    """Angles of hands after three words, 0 for none: slower clocks, layers without, and a quarter that turns."""
    base = models.model("Qwen3 4B Instruct 2507").read["rope_theta"]
    interval = models.model("Llama 4 Scout").read["no_rope_layer_interval"]
    places = np.arange(8) / 8
    return {
        "slower": (3 * float(base) ** -places).tolist(),
        "layers": [0.0 if (layer + 1) % interval == 0 else 1.0 for layer in range(8)],
        "quarter": [1.0 if place < 2 else 0.0 for place in range(8)],
    }


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
    for scheme in (RoPE(), ALiBi(direction="symmetric"), Sinusoidal(), Learned()):
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


REQUIREMENTS = ("same", "small", "steps", "differ")
"""Requirements of the table, in the order of its rows."""

COLUMNS = ("number", "share", "bits", "wave", "circle", "clocks")
"""Encodings of steps 2 to 7, in the order of the columns of the table."""

LONGER, CLEAR = 48, 0.1
"""Number of words for which the table is checked, and the distance at which two positions differ clearly."""


def _table(column: str, length: int) -> Array:
    """Positions in a text, of an encoding in the table."""
    match column:
        case "number":
            return index(length)[:, :1]
        case "share":
            return normalized_index(length)[:, None]
        case "bits":
            # as many bits as the longer text needs, which are zero in the shorter one
            return Binary().encode(range(length), int(LONGER - 1).bit_length())
        case "wave":
            return pairs(length)[:, 2:3]
        case "circle":
            return pairs(length)[:, 2:4]
    return pairs(length)


@cache
def requirements(column: str) -> dict[str, bool]:
    """Return which requirements an encoding meets in texts of `N` and of `LONGER` words."""
    short, long = _table(column, N), _table(column, LONGER)
    return {
        "same": bool(np.allclose(short, long[:N])),
        "small": bool(np.abs(long).max() <= 1),
        "steps": all(bool(np.ptp(steps(long, offset)) < 1e-9) for offset in range(1, N)),
        "differ": bool(apart(long).min() >= CLEAR),
    }


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
        case 1:
            return {"count": D}
        case 2:
            return {"end": N - 1, "count": D}
        case 3:
            return {"value": normalized_index(5)[BITES]}
        case 5:
            distances = steps(sines(BITS))
            return {"period": period(0), "low": distances.min(), "high": distances.max()}
        case 6:
            return {"period": period(1)}
        case 7:
            return {"angle": _degrees(AND - BITES), "degrees": _degrees(8)}
        case 9:
            return {"count": D // 2, "high": _norm(PLACES[0]), "low": _norm(CONTENT[DOG]) / 8}
        case 10:
            return {"count": BEFORE}
    return {}


def _in_answer(step: int) -> dict[str, Any]:
    """Numbers in an answer."""
    match step:
        case 1:
            return {"share": sentence.attention(CONTENT)[DOG, DOG_AGAIN]}
        case 2:
            return {"end": N - 1, "factor": round(_norm(index()[-1]) / _norm(CONTENT[-1]))}
        case 3:
            short, long = normalized_index(5), normalized_index(N)
            return {"value": long[BITES], "high": short[1], "low": long[1]}
        case 4:
            longest = int(steps(bits()).argmax())
            return {"position": longest, "later": longest + 1}
        case 5:
            x, y = sines(1)[[AND, DOG_AGAIN], 0]
            return {"value": apart(sines(BITS)).min(), "distance": abs(x - y)}
        case 6:
            return {"low": steps(circle(0)).min()}
        case 7:
            return {"degrees": _degrees(DOG_AGAIN), "angle": _degrees(THIRD)}
        case 9:
            high, low = (sum_attention(times)[1][part] for times, part in zip(TIMES, (2, 0), strict=True))
            counts = {"count": standing(BASES[-1]), "length": FAR, "period": slowest(BASES[0])}
            return {"high": high, "low": low, **counts}
        case 10:
            return {
                "length": Learned.own_size[0] if Learned.own_size else 0,
                "base": models.model("Qwen3 4B Instruct 2507").read["rope_theta"],
                "layers": models.model("Llama 4 Scout").read["no_rope_layer_interval"],
            }
    return {}


def period(pair: int) -> float:
    """Words in which the wave of a pair repeats."""
    return float(2 * np.pi / SPEEDS[pair])


def color(name: str) -> str:
    """Color of an encoding."""
    return scheme_color(list(SCHEMES).index(name))


def _degrees(position: int, pair: int = 1) -> int:
    return round(float(np.degrees(position * PAIRS.frequencies(8)[pair])))


def _norm(rows: Array) -> float:
    return float(np.linalg.norm(rows))
