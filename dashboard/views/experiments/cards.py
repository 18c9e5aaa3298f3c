"""Experiments: the cards, each with parameters, what to see with them, and why it is so.

An experiment is a page and the query of a link to it. What there is to see is computed from the same parameters.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np

from dashboard.parameters import PARAMETERS
from dashboard.views.measurements import STILL, at_base, repeats
from dashboard.views.words import listed, number
from posenc_core import Binary, Normalized, Sinusoidal, geometry, sentence


class Experiment(NamedTuple):
    """One card."""

    title: str
    page: str
    query: dict[str, Any]
    do: str
    see: Callable[[], str]
    why: str

    @property
    def link(self) -> str:
        """The address of the page with the parameters, beside that of any page."""
        return f"{self.page}?{urlencode(self.query, doseq=True)}"


def _word_order(text: str) -> str:
    words = sentence.tokens(text)
    content = sentence.embeddings(len(words.vocabulary), 64, "N(0, 1)")[words.ids]
    position = geometry.vectors(Sinusoidal(), len(content), 64)
    back = sentence.attention(content[::-1] + position)[::-1, ::-1]
    change = np.abs(back - sentence.attention(content + position)).max()
    return (
        "Reversed, nothing changes without position. With Sinusoidal, the share of attention that a word gets changes "
        f"by up to {number(change)}."
    )


def _two_sentences() -> str:
    short, long = (geometry.distances_at_offset(Normalized(), 1, n, 1)[0] for n in (12, 56))
    wave = geometry.distances_at_offset(Sinusoidal(), 5, 12, 512)[0]
    return (
        f"One step of Normalized is {number(short)} among 12 tokens and {number(long)} among 56. A step of k = 5 in "
        f"Sinusoidal is {number(wave)} in both."
    )


def _cliff() -> str:
    steps = geometry.distances_at_offset(Binary(), 1, 16, 4)
    wave = geometry.distances_at_offset(Sinusoidal(), 1, 16, 4)[0]
    top = int(steps.argmax())
    return (
        f"In Binary, {top} → {top + 1} is {number(steps[top])} and {top + 1} → {top + 2} is {number(steps[top + 1])}. "
        f"In Sinusoidal every step is {number(wave)}."
    )


def _equal_steps() -> str:
    found = [geometry.distances_at_offset(Sinusoidal(), k, 5, 6)[0] for k in (1, 2)]
    return f"A step of k = 1 is {number(found[0])} everywhere, a step of k = 2 is {number(found[1])}."


def _ten_of_fifty() -> str:
    one, nine = (geometry.distances_at_offset(Sinusoidal(), k, 10, 512)[0] for k in (1, 9))
    return (
        f"The distances are the same in both. A step of k = 9 is {number(nine)}, a step of k = 1 is {number(one)}: "
        f"{number(nine / one)} times, not 9."
    )


def _four_by_four() -> str:
    row = Sinusoidal(base=100).encode([1], 4)[0]
    return f"Row 1, position 1, is {listed([number(value) for value in row])}."


def _still(length: int, dim: int) -> str:
    still = int((Sinusoidal().encode(range(length), dim).std(axis=0) < STILL).sum())
    return f"{still} of {dim} columns hardly change: on the right the picture is stripes."


def _waves(dim: int, pair: int) -> str:
    waves = Sinusoidal().wavelengths(dim)
    return (
        f"Columns {2 * pair} and {2 * pair + 1} repeat after {number(waves[pair])} tokens, the next two after "
        f"{number(waves[pair + 1])}."
    )


def _woven() -> str:
    row = Sinusoidal().encode([1], 64)[0, :4]
    return f"Row 1 begins with {listed([number(value) for value in row])}: sine, cosine, sine, cosine."


def _split() -> str:
    last = Sinusoidal(layout="concatenated").encode([19], 512)[0, 255]
    return f"Column 255, the last sine, has reached {number(last)} at position 19; column 256 is a cosine."


def _circle() -> str:
    table = Sinusoidal().encode(range(32), 2)
    p, q, nearest = geometry.closest_pair(table)
    step = geometry.distances_at_offset(table, 1)[0]
    return (
        f"The points go round a circle {number(31 / (2 * np.pi))} times. Positions {q - p} apart come within "
        f"{number(nearest)}; neighbours are {number(step)} apart."
    )


def _helix() -> str:
    table = Sinusoidal(layout="concatenated").encode(range(500), 3)
    norms = geometry.norms(table)
    return (
        f"A helix of {number(499 / (2 * np.pi))} turns rises to {number(table[-1, 1])}. The length of its vectors "
        f"grows from {number(norms.min())} to {number(norms.max())}."
    )


def _around_128() -> str:
    dot = geometry.similarity(Sinusoidal(), 128, 256, 128)
    return (
        f"The dot product falls from {number(dot[128])} at p = 128 to {number(dot.min())} at p = {int(dot.argmin())}. "
        f"It first rises again after k = {geometry.first_rise(dot[128:])}."
    )


def _tutorial() -> str:
    cosine = geometry.similarity(Sinusoidal(layout="concatenated"), 1000, 2048, 512, kind="cosine")
    return (
        f"The cosine is {number(cosine[1001])} one token away and {number(cosine[1010])} ten tokens away. It first "
        f"rises after k = {geometry.first_rise(cosine[1000:])}."
    )


def _bases() -> str:
    low, usual, high = (at_base(base, 128, 64) for base in (10.0, 1e4, 5e5))
    return (
        f"Neighbours are {number(low.neighbours)} apart with base 10, {number(usual.neighbours)} with 10,000 and "
        f"{number(high.neighbours)} with 500,000. Of 64 columns, {low.moving}, {usual.moving} and {high.moving} move."
    )


def _half_precision() -> str:
    found = repeats(Sinusoidal(), 1024, 64)
    return (
        f"Positions rounded to bfloat16: {found['positions in bfloat16']} vectors repeat an earlier one. "
        f"Values rounded to it: {found['values in bfloat16']}."
    )


ORDERED = "the dog bites the man"
"""A sentence that means something else in another order, with one word twice."""

HUNDRED = " ".join([PARAMETERS["text"].default] * 20)
"""As many tokens as the batch of a lecture note has: 100."""


def _waves_alone(**query: Any) -> dict[str, Any]:
    return {"scheme": ["Sinusoidal"], **query}


EXPERIMENTS = (
    Experiment(
        "Does word order matter?",
        "sentence",
        _waves_alone(text=ORDERED, scale="N(0, 1)", d=64, order="reversed"),
        "Compare the two pictures under “The words in another order”.",
        lambda: _word_order(ORDERED),
        "Without position, attention sees a bag of words: one “the” is like the other.",
    ),
    Experiment(
        "Two sentences, 12 and 56 tokens",
        "equidistance",
        {"scheme": ["Normalized", "Sinusoidal"], "n": 12, "n2": 56, "d": 512, "p": 2, "k": 5}
        | {"Normalized.spread": "one column"},
        "Look at the table of two lengths.",
        _two_sentences,
        "Divided by the length, one word to the right is another step in every sentence.",
    ),
    Experiment(
        "The cliff from 7 to 8",
        "equidistance",
        {"scheme": ["Binary", "Sinusoidal"], "n": 16, "d": 4, "p": 7},
        "Look for the peaks, then try k = 3.",
        _cliff,
        "0111 → 1000 flips every bit: two neighbours are as far apart as any two positions.",
    ),
    Experiment(
        "Equal steps, five words",
        "equidistance",
        _waves_alone(n=5, d=6, p=0, **{"Sinusoidal.layout": "concatenated"}),
        "Turn k from 1 to 4 in the sidebar, and read in the first chart how long the step is.",
        _equal_steps,
        "For one k, the position cancels. Farther is not always farther: the step of 4 is shorter than that of 3.",
    ),
    Experiment(
        "Ten words beside the first ten of fifty",
        "equidistance",
        _waves_alone(n=10, n2=50, d=512, p=0, k=1),
        "Compare the two lengths at the end of the page.",
        _ten_of_fifty,
        "Waves do not ask how long the sentence is. And they turn: nine steps on a curve are no straight line.",
    ),
    Experiment(
        "A table of 4 × 4",
        "heatmap",
        _waves_alone(n=4, d=4, p=1, down="position", columns="0-3", **{"Sinusoidal.base": 100.0}),
        "Compare the numbers with the table in your notes; the CSV at the end has all digits.",
        _four_by_four,
        "Such tables use base 100, so that four columns show some change within four positions.",
    ),
    Experiment(
        "Curves 4 to 7",
        "heatmap",
        _waves_alone(n=100, d=20, columns="4-7"),
        "Follow one column, then its partner.",
        lambda: _waves(20, 2),
        "A sine and a cosine of one frequency make a pair: together they are a point on a circle.",
    ),
    Experiment(
        "Curves 6 to 9, and bits",
        "heatmap",
        {"scheme": ["Sinusoidal", "Binary"], "n": 60, "d": 32, "columns": "6-9"},
        "Compare the curves with the bits further down.",
        lambda: _waves(32, 3),
        "The first bits flip often, the first columns turn fast: one idea, once hard and once smooth.",
    ),
    Experiment(
        "Woven",
        "heatmap",
        _waves_alone(n=10, d=64, p=5, down="position"),
        "Switch the layout to concatenated.",
        _woven,
        "Interleaved columns look woven; the same columns in another order look split in half.",
    ),
    Experiment(
        "Split in half",
        "heatmap",
        _waves_alone(n=20, d=512, p=5, down="position", **{"Sinusoidal.layout": "concatenated"}),
        "Switch the layout to interleaved.",
        _split,
        "Sines stand on the left, cosines on the right. Only the order of the columns differs.",
    ),
    Experiment(
        "The famous heatmap",
        "heatmap",
        _waves_alone(n=50, d=128, p=0, down="position"),
        "Look at the right half, then make the base smaller.",
        lambda: _still(50, 128),
        "The slow pairs hardly turn within 50 tokens.",
    ),
    Experiment(
        "100 × 512, drawn twice",
        "heatmap",
        _waves_alone(n=100, d=512, p=0, down="position"),
        "Compare it with your own plot.",
        lambda: _still(100, 512),
        "Some notes draw it twice, as proof that PyTorch and NumPy agree, but both times from one array. Subtract the "
        "two instead: float32 misses by about 0.00001 at most, which no picture shows.",
    ),
    Experiment(
        "The circle",
        "trajectory",
        _waves_alone(n=32, d=2, p=2),
        "Click a point, then the one that is drawn nearest to it.",
        _circle,
        "Near on the circle is not near in the text: a single pair of columns is not enough.",
    ),
    Experiment(
        "The helix",
        "trajectory",
        _waves_alone(n=500, d=3, space="3-D", x=0, y=2, z=1, **{"Sinusoidal.layout": "concatenated"}),
        "Turn it; then choose d = 4 and look at the norm, the length of the vectors.",
        _helix,
        "With an odd d the last sine has no cosine, so the vectors do not keep their length.",
    ),
    Experiment(
        "Around position 128",
        "similarity",
        _waves_alone(n=256, d=128, p=128),
        "Change the measure to cosine, then to min-max: only min-max reaches 0.",
        _around_128,
        "“1 near, 0 far” needs a scale that makes it so. The trend falls, the curve not always.",
    ),
    Experiment(
        "A published tutorial's curve",
        "similarity",
        _waves_alone(n=2048, d=512, p=1000, similarity="cosine", **{"from": 950, "to": 1050})
        | {"Sinusoidal.layout": "concatenated"},
        "Double-click the curve to see all 2,048 positions.",
        _tutorial,
        "The same curve on both sides: it knows how far, not which way.",
    ),
    Experiment(
        "Why 10,000?",
        "similarity",
        _waves_alone(n=128, d=64),
        "Move the base slider, and read the table under it.",
        _bases,
        "A small base sets neighbours far apart; a large one reaches far and leaves columns still.",
    ),
    Experiment(
        "Reversed, and nothing changes",
        "sentence",
        _waves_alone(text=ORDERED, combine="concatenation", order="reversed"),
        "Then choose shuffled, or the sum.",
        lambda: "Both pictures under “The words in another order” are empty, with position too.",
        "Concatenated, the waves tell only how far apart two words are. Reversing keeps every distance.",
    ),
    Experiment(
        "A batch of ten sentences",
        "sentence",
        _waves_alone(text=HUNDRED, d=512, batch=10),
        "Read the last table line by line, then switch the order of axes.",
        lambda: "The batch is (10, 100, 512), the positions are (1, 100, 512), and the sum is (10, 100, 512) again.",
        "Broadcasting repeats an axis of 1. On the wrong axis it raises no error, and positions mean nothing.",
    ),
    Experiment(
        "Half precision",
        "scorecard",
        _waves_alone(n=1024, d=64),
        "Go down to the table of half precision.",
        _half_precision,
        "bfloat16, a short format for numbers, has no 257: it becomes 256, before any sine is taken.",
    ),
)
"""All of them, in the order in which one would teach them."""
