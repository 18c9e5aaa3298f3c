"""Experiments: the cards, each with parameters, what to see with them, and why it is so.

An experiment is a page and the query of a link to it. What there is to see is computed from the same parameters.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np

from dashboard.parameters import PARAMETERS
from dashboard.views.measurements import STILL, at_base, repeats
from dashboard.views.words import number
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


def _printed_table() -> str:
    scheme = Sinusoidal(layout="concatenated")
    distances = geometry.similarity(scheme, 0, 5, 6, kind="distance")
    return (
        f"A step of 1 is {number(distances[1])} everywhere. From k = 3 to k = 4 the distance falls, "
        f"{distances[3]:.4f} to {distances[4]:.4f}."
    )


def _four_by_four() -> str:
    row = Sinusoidal(base=100).encode([1], 4)[0]
    return f"Position 1 is {', '.join(f'{value:.8f}' for value in row)}."


def _famous_heatmap() -> str:
    still = int((Sinusoidal().encode(range(50), 128).std(axis=0) < STILL).sum())
    return f"{still} of 128 columns hardly change: the right half of the famous picture is stripes."


def _waves(dim: int, pair: int) -> str:
    waves = Sinusoidal().wavelengths(dim)
    return (
        f"Columns {2 * pair} and {2 * pair + 1} have a wavelength of {waves[pair]:.1f} tokens, the next two "
        f"{waves[pair + 1]:.1f}; sine and cosine of a pair run a quarter turn apart."
    )


def _circle() -> str:
    table = Sinusoidal().encode(range(32), 2)
    p, q, nearest = geometry.closest_pair(table)
    step = geometry.distances_at_offset(table, 1)[0]
    return (
        f"A circle in steps of 1 radian, {31 / (2 * np.pi):.2f} turns. Positions {p} and {q} are nearest, "
        f"{number(nearest)} apart; neighbours are {number(step)} apart."
    )


def _helix() -> str:
    table = Sinusoidal(layout="concatenated").encode(range(500), 3)
    norms = geometry.norms(table)
    return (
        f"A helix of {499 / (2 * np.pi):.1f} turns that rises to {table[-1, 1]:.4f}; the norm grows from "
        f"{number(norms.min())} to {norms.max():.4f}."
    )


def _around_128() -> str:
    dot = geometry.similarity(Sinusoidal(), 128, 256, 128)
    cosine = geometry.similarity(Sinusoidal(), 128, 256, 128, kind="cosine")
    rise = geometry.first_rise(dot[128:])
    return (
        f"From {number(dot[128])} at p = 128 down to {dot.min():.4f} at p = {int(dot.argmin())}; as a cosine that is "
        f"{cosine.min():.3f}, and only min-max makes it 0. The curve first rises after k = {rise}."
    )


def _two_sentences() -> str:
    short, long = (geometry.distances_at_offset(Normalized(), 1, n, 1)[0] for n in (12, 56))
    waves = geometry.similarity(Sinusoidal(), 0, 20, 512, kind="distance")
    return (
        f"A step of Normalized is {short:.3f} in 12 tokens and {long:.3f} in 56. The sinusoid has {waves[1]:.3f}, "
        f"{waves[2]:.3f}, {waves[9]:.2f} and {waves[19]:.2f} at k = 1, 2, 9, 19 in both, and {waves[5]:.3f} at k = 5."
    )


def _cliff() -> str:
    steps = geometry.distances_at_offset(Binary(), 1, 16, 4)
    wave = geometry.distances_at_offset(Sinusoidal(), 1, 16, 4)[0]
    top = int(steps.argmax())
    return (
        f"{top} → {top + 1} is {number(steps[top])}, every bit at once; {top + 1} → {top + 2} is "
        f"{number(steps[top + 1])}. The sinusoid has {number(wave)} everywhere."
    )


def _tutorial() -> str:
    cosine = geometry.similarity(Sinusoidal(layout="concatenated"), 1000, 2048, 512, kind="cosine")
    return (
        f"{cosine[1001]:.3f} one token away, {cosine[1010]:.3f} ten, {cosine[1100]:.3f} a hundred, {cosine[0]:.3f} at "
        f"p = 0. It first rises after k = {geometry.first_rise(cosine[1000:])}."
    )


def _bases() -> str:
    rows = [at_base(base, 128, 64) for base in (10.0, 1e4, 5e5)]
    return (
        "; ".join(
            f"B = {number(row.base)}: neighbours {row.neighbours:.3f} apart, cosine {number(round(row.cosine[-1], 3))} "
            f"at k = 127, {row.moving} columns that move"
            for row in rows
        )
        + "."
    )


def _half_precision() -> str:
    found = repeats(Sinusoidal(), 2048, 64)
    return (
        f"Positions rounded to bfloat16: {found['positions in bfloat16']:,} of 2,048 vectors repeat. Values rounded "
        f"to it: {found['values in bfloat16']}."
    )


def _word_order() -> str:
    ids = sentence.tokens(PARAMETERS["text"].default).ids
    content = sentence.embeddings(9, 64, "N(0, 0.02²)")[ids]
    position = geometry.vectors(Sinusoidal(), len(ids), 64)
    changes = []
    for vectors, swapped in ((content, content[::-1]), (content + position, content[::-1] + position)):
        back = sentence.attention(swapped)[::-1, ::-1]
        changes.append(float(np.abs(back - sentence.attention(vectors)).max()))
    return (
        f"Reversed and put back, weights differ by {changes[0]:.1f} without position, "
        f"by up to {changes[1]:.3f} with it."
    )


def _waves_alone(**query: Any) -> dict[str, Any]:
    return {"scheme": ["Sinusoidal"], **query}


EXPERIMENTS = (
    Experiment(
        "Equal steps, five words",
        "equidistance",
        _waves_alone(n=5, d=6, p=0, **{"Sinusoidal.layout": "concatenated"}),
        "Turn k from 1 to 4.",
        _printed_table,
        "At one offset the position cancels. Between offsets nothing is equal, and farther is not always farther.",
    ),
    Experiment(
        "A table to eight digits",
        "heatmap",
        _waves_alone(n=4, d=4, p=1, down="position", columns="0-3", **{"Sinusoidal.base": 100.0}),
        "Compare the bars with the table in your notes, or take the CSV.",
        _four_by_four,
        "Such tables use B = 100, so that four columns show some change in four positions.",
    ),
    Experiment(
        "The famous heatmap",
        "heatmap",
        _waves_alone(n=50, d=128, p=0, down="position"),
        "Look at the right half, then change the base.",
        _famous_heatmap,
        "The slow pairs hardly turn within 50 tokens.",
    ),
    Experiment(
        "Curves 4 to 7",
        "heatmap",
        _waves_alone(n=100, d=20, columns="4-7"),
        "Follow one column, then its partner.",
        lambda: _waves(20, 2),
        "A pair shares its frequency: together it is a point on a circle.",
    ),
    Experiment(
        "Curves 6 to 9, and bits",
        "heatmap",
        {"scheme": ["Sinusoidal", "Binary"], "n": 60, "d": 32, "columns": "6-9"},
        "Compare the curves with the bits further down.",
        lambda: _waves(32, 3),
        "Lower bits flip more often, earlier pairs turn faster: one idea, once hard and once smooth.",
    ),
    Experiment(
        "Woven",
        "heatmap",
        _waves_alone(n=10, d=64, p=5, down="position"),
        "Switch the layout to concatenated.",
        lambda: f"Row 1 begins with {', '.join(map(number, Sinusoidal().encode([1], 64)[0, :4]))}.",
        "Interleaved columns look woven; the same columns in another order look split in half.",
    ),
    Experiment(
        "Split in half",
        "heatmap",
        _waves_alone(n=20, d=512, p=5, down="position", **{"Sinusoidal.layout": "concatenated"}),
        "Switch the layout to interleaved, and read what happens to the distances.",
        lambda: (
            "Column 255, the last sine, reaches "
            f"{number(Sinusoidal(layout='concatenated').encode([19], 512)[0, 255])} at position 19; "
            "column 256 is a cosine."
        ),
        "Sines stand on the left, cosines on the right. Only the order of the columns differs.",
    ),
    Experiment(
        "The circle",
        "trajectory",
        _waves_alone(n=32, d=2, p=2),
        "Click neighbours, then the nearest pair.",
        _circle,
        "Near in space is not near in the text: a single pair of columns is not enough.",
    ),
    Experiment(
        "The helix",
        "trajectory",
        _waves_alone(n=500, d=3, space="3-D", x=0, y=2, z=1, **{"Sinusoidal.layout": "concatenated"}),
        "Turn it; then choose d = 4 and look at the norm.",
        _helix,
        "With an odd d the last sine has no cosine, so the vectors do not keep their length.",
    ),
    Experiment(
        "Around position 128",
        "similarity",
        _waves_alone(n=256, d=128, p=128),
        "Change the measure from dot to cosine to min-max.",
        _around_128,
        "“1 near, 0 far” needs a scale that makes it so. The trend falls, the curve does not always.",
    ),
    Experiment(
        "Two sentences, 12 and 56 tokens",
        "equidistance",
        {"scheme": ["Normalized", "Sinusoidal"], "n": 12, "n2": 56, "d": 512, "p": 2, "k": 5}
        | {"Normalized.spread": "one column"},
        "Look at the table of two lengths.",
        _two_sentences,
        "Divided by the length, one word to the right means another step in every sentence.",
    ),
    Experiment(
        "The cliff from 7 to 8",
        "equidistance",
        {"scheme": ["Binary", "Sinusoidal"], "n": 16, "d": 4, "p": 7},
        "Then try k = 3.",
        _cliff,
        "0111 → 1000 flips every bit: neighbours can be as far apart as any two.",
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
        "Half precision",
        "scorecard",
        _waves_alone(n=2048, d=64),
        "Read the last table.",
        _half_precision,
        "bfloat16 has no whole number between 256 and 258, so positions collapse before any sine is taken.",
    ),
    Experiment(
        "Does word order matter?",
        "sentence",
        _waves_alone(order="reversed", text=PARAMETERS["text"].default, scale="N(0, 0.02²)"),
        "Compare the two pictures of attention weights.",
        _word_order,
        "Without position, attention sees a bag of words.",
    ),
)
"""All of them, in the order in which one would teach them."""
