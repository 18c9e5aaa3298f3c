"""Experiments: the cards, each with parameters, what to see with them, and why it is so.

An experiment is a page and the query of a link to it. What there is to see is computed from the same parameters.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np

from dashboard.parameters import PARAMETERS
from dashboard.views.measurements import STILL, at_base, repeats
from dashboard.views.words import listed, number, points
from posenc_core import ALiBi, Binary, Learned, Normalized, RoPE, Sinusoidal, geometry, pairing, sentence, trained
from posenc_core.mistakes import EXAMPLES, MISTAKES


class Experiment(NamedTuple):
    """One card."""

    title: str
    page: str
    query: dict[str, Any]
    see: Callable[[], str]
    """What the page shows as it opens."""
    do: str
    """What to change from there."""
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
        f"“{text}”, reversed: without position, nothing changes. With Sinusoidal, the share of attention that "
        f"a word gets changes by up to {points(change)}."
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
        f"The points go round a circle about {31 / (2 * np.pi):.0f} times. Positions {q - p} apart come within "
        f"{number(nearest)}; neighbours are {number(step)} apart."
    )


def _helix() -> str:
    table = Sinusoidal(layout="concatenated").encode(range(500), 3)
    norms = geometry.norms(table)
    return (
        f"A helix of about {499 / (2 * np.pi):.0f} turns rises to {number(table[-1, 1])}. The length of its vectors "
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


def _base() -> str:
    usual = at_base(1e4, 128, 64)
    return f"With base 10,000, neighbours are {number(usual.neighbours)} apart, and {usual.moving} of 64 columns move."


def _half_precision() -> str:
    found = {what: 1024 - repeats(Sinusoidal(), 1024, 64)[f"{what} in bfloat16"] for what in ("positions", "values")}
    return (
        f"With positions rounded to bfloat16, {found['positions']:,} of 1,024 vectors are "
        f"distinct. With vectors rounded to it, {found['values']:,} are."
    )


ORDERED = "the dog bites the man"
"""A sentence that means something else in another order, with one word twice."""

HUNDRED = " ".join([PARAMETERS["text"].default] * 20)
"""100 tokens."""


def _twice_as_fast() -> str:
    turned, added = (-np.diff(scheme.mean_logits(1, [1, 0], 64)[0])[0] for scheme in (RoPE(), Sinusoidal()))
    return (
        f"With the same content, the key one token back loses {number(turned)} nats in RoPE and {number(added)} in "
        "Sinusoidal: twice as much."
    )


def _two_tests() -> str:
    place = pairing.PLACES[:1]
    wrong, right = (
        pairing.scores(code, pairing.QUERY, pairing.KEY, place)[0]
        for code in (pairing.MISTAKES["degrees"], pairing.RIGHT["interleaved"])
    )
    return f"Both tests pass, and the score is {number(wrong)} where {number(right)} is right."


def _twelve_heads() -> str:
    code, paper = (ALiBi(slopes=slopes).slope(12) for slopes in ("code", "paper"))
    steepest = int(code.argmax())
    return (
        f"In the authors' code head {steepest + 1} is the steepest, with a slope of {number(code[steepest])}; by the "
        f"paper's sentence it is head 1, with {number(paper[0])}."
    )


# it takes longer than all the rest of its page, and never changes
@cache
def _five_turns() -> str:
    found = trained.turns(Learned().encode(range(512), 384))
    waves = listed([number(wave) for wave in found.wavelengths])
    return f"One step of the learned table is {len(found.wavelengths)} turns, with wavelengths of {waves} tokens."


def _own_exponents() -> str:
    table = EXAMPLES[OWN_EXPONENTS]()
    off = np.abs(table - Sinusoidal().encode(range(len(table)), table.shape[1]))
    right = int((off.max(axis=0) < 1e-9).sum())
    return (
        f"Here every column j has an exponent of its own, 2j/d. Only {right} of {table.shape[1]} columns "
        f"{'is' if right == 1 else 'are'} right, and a number is off by up to {number(float(off.max()))}."
    )


OWN_EXPONENTS = "exponent 2j/d"
"""The bug that is seen most often."""


def _riddle() -> str:
    table, formula = MISTAKES["exponent j/d"].table(64, 16, 1e4), Sinusoidal().encode(range(64), 16)
    row = int(np.abs(table - formula)[:, 1].argmax())
    return (
        f"The table and the formula begin alike. At position {row} the table has {number(table[row, 1])} in column 1, "
        f"and the formula {number(formula[row, 1])}."
    )


def _waves_alone(**query: Any) -> dict[str, Any]:
    return {"scheme": ["Sinusoidal"], **query}


EXPERIMENTS = (
    Experiment(
        "Does word order matter?",
        "sentence",
        _waves_alone(text=ORDERED, scale="N(0, 1)", d=64, order="reversed"),
        lambda: _word_order(ORDERED),
        "Now switch the order to shuffled: without position, still nothing changes.",
        "Without position, attention knows which words there are, but not where they stand.",
    ),
    Experiment(
        "Are all neighbours equally far apart?",
        "equidistance",
        {"scheme": ["Binary", "Sinusoidal"], "n": 16, "d": 4, "p": 7},
        _cliff,
        "Now set k to 3: Binary still jumps up and down, Sinusoidal is still flat.",
        "From 7 to 8, 0111 becomes 1000: every bit flips, and two neighbours are as far apart as any two positions.",
    ),
    Experiment(
        "What do waves and binary digits have in common?",
        "heatmap",
        {"scheme": ["Sinusoidal", "Binary"], "n": 60, "d": 32, "columns": "6-9", "tab": "columns"},
        lambda: _waves(32, 3),
        "Now open the tab Binary counting: there, too, each column is slower than the next.",
        "The first bits flip often, and the first columns turn fast. Bits jump; waves move smoothly.",
    ),
    Experiment(
        "Is one pair of columns enough?",
        "trajectory",
        _waves_alone(n=32, d=2, p=2, space="2-D", axes="columns"),
        _circle,
        "Now click a point, then the one that is drawn nearest to it: they are not neighbours.",
        "Near on the circle is not near in the text. More pairs of columns tell such positions apart.",
    ),
    Experiment(
        "Is nearer always more similar?",
        "similarity",
        _waves_alone(n=256, d=128, p=128),
        _around_128,
        "Now change the measure to cosine, then to min-max: only min-max reaches 0.",
        "“1 near, 0 far” needs a scale that makes it so. The trend falls, the curve not always.",
    ),
    Experiment(
        "Is a step as long in a short sentence as in a long one?",
        "equidistance",
        {"scheme": ["Normalized", "Sinusoidal"], "n": 12, "n2": 56, "d": 512, "p": 2, "k": 5}
        | {"Normalized.spread": "one column", "tab": "lengths"},
        _two_sentences,
        "Now set n to 30: the step of Normalized changes, that of Sinusoidal does not.",
        "Normalized divides by the length, so one word to the right is another step in every sentence.",
    ),
    Experiment(
        "Is a longer step always farther?",
        "equidistance",
        _waves_alone(n=5, d=6, p=0, **{"Sinusoidal.layout": "concatenated"}),
        _equal_steps,
        "Now turn k from 1 to 4: the step of 4 is shorter than that of 3.",
        "For one k, every step is equally long. But waves turn back, and so can the distance.",
    ),
    Experiment(
        "Do the first ten words change in a sentence of fifty?",
        "equidistance",
        _waves_alone(n=10, n2=50, d=512, p=0, k=1, tab="lengths"),
        _ten_of_fifty,
        "Now make the other sentence longer: the distances stay the same.",
        "The waves do not depend on the length of the sentence. Nine steps on a curve are no straight line.",
    ),
    Experiment(
        "Why do small example tables use base 100?",
        "heatmap",
        _waves_alone(n=4, d=4, p=1, down="position", **{"Sinusoidal.base": 100.0}),
        _four_by_four,
        "Now set the base to 10,000: columns 2 and 3 change less.",
        "With a small base, all four columns show some change within four positions.",
    ),
    Experiment(
        "Which columns belong together?",
        "heatmap",
        _waves_alone(n=100, d=20, columns="4-7", tab="columns"),
        lambda: _waves(20, 2),
        "Now choose columns 6 to 9: columns 8 and 9 turn more slowly still.",
        "A sine and a cosine of one wavelength make a pair: together they are a point on a circle.",
    ),
    Experiment(
        "Why does the heatmap look woven?",
        "heatmap",
        _waves_alone(n=10, d=64, p=5, down="position"),
        _woven,
        "Now switch the layout to concatenated: all sines stand on the left.",
        "Interleaved, each sine has its cosine beside it. Concatenated, the same columns stand in another order.",
    ),
    Experiment(
        "Why does the heatmap look split in half?",
        "heatmap",
        _waves_alone(n=20, d=512, p=5, down="position", **{"Sinusoidal.layout": "concatenated"}),
        _split,
        "Now switch the layout to interleaved: sines and cosines take turns.",
        "Sines stand on the left, cosines on the right. Only the order of the columns differs.",
    ),
    Experiment(
        "Why are there only stripes on the right?",
        "heatmap",
        _waves_alone(n=50, d=128, p=0, down="position"),
        lambda: _still(50, 128),
        "Now set the base to 100: more columns change.",
        "The slow pairs hardly turn within 50 tokens.",
    ),
    Experiment(
        "Do two pictures that look alike prove equal numbers?",
        "heatmap",
        _waves_alone(n=100, d=512, p=0, down="position"),
        lambda: _still(100, 512),
        "Now take the matrix from the end of the page, and subtract what your own program gives.",
        "Programs in float32 miss by about 0.00001 at most: no picture shows it, a subtraction does.",
    ),
    Experiment(
        "What does an odd d change?",
        "trajectory",
        _waves_alone(n=500, d=3, space="3-D", axes="columns", x=0, y=2, z=1, **{"Sinusoidal.layout": "concatenated"}),
        _helix,
        "Now choose d = 4, and look at the norm, the length of the vectors: it is the same everywhere.",
        "With an odd d the last sine has no cosine, so the vectors do not keep their length.",
    ),
    Experiment(
        "Can similarity tell before from after?",
        "similarity",
        _waves_alone(n=2048, d=512, p=1000, similarity="cosine", **{"from": 950, "to": 1050})
        | {"Sinusoidal.layout": "concatenated"},
        _tutorial,
        "Now double-click the curve to see all 2,048 positions.",
        "The curve is the same on both sides: it knows how far, not which way.",
    ),
    Experiment(
        "Why 10,000?",
        "similarity",
        _waves_alone(n=128, d=64, tab="base"),
        _base,
        "Now move the base to 10, then to 500,000, and compare the rows of the table under it.",
        "A small base sets neighbours far apart; a large one reaches far and leaves columns still.",
    ),
    Experiment(
        "Can reversing change nothing even with position?",
        "sentence",
        _waves_alone(text=ORDERED, combine="concatenation", order="reversed"),
        lambda: "Both pictures under “The words in another order” are empty, with position too.",
        "Now choose shuffled: the right picture is no longer empty. Reversed with the sum fills it as well.",
        "Concatenated, the waves tell only how far apart two words are. Reversing keeps every distance.",
    ),
    Experiment(
        "How does code add positions to many sentences?",
        "sentence",
        _waves_alone(text=HUNDRED, d=512, batch=10),
        lambda: "The batch is (10, 100, 512), the positions are (1, 100, 512), and the sum is (10, 100, 512) again.",
        "Now switch the order of axes: the first two axes change places in every line.",
        "Broadcasting repeats an axis of 1. On the wrong axis it raises no error, and positions mean nothing.",
    ),
    Experiment(
        "Can short numbers tell positions apart?",
        "scorecard",
        _waves_alone(n=1024, d=64, tab="half"),
        _half_precision,
        "Now set n to 256: all vectors are distinct.",
        "bfloat16, a short format for numbers, has no 257: it becomes 256, before any sine is taken.",
    ),
    Experiment(
        "Does RoPE prefer near tokens?",
        "attention",
        {"scheme": ["RoPE", "Sinusoidal"], "n": 512, "d": 64},
        _twice_as_fast,
        "Now set the content to independent: RoPE loses nothing at any distance.",
        "A rotation only changes how contents compare. Where they have nothing in common, no place is preferred.",
    ),
    Experiment(
        "Can a rotation be wrong and pass every test?",
        "rotary",
        {"scheme": ["RoPE"], "mistake": "degrees"},
        _two_tests,
        "Now try half table, then q alone: the tests catch both.",
        "The tests ask for equal lengths and equal scores. An angle that is wrong everywhere changes neither.",
    ),
    Experiment(
        "Why do ALiBi's slopes jump at twelve heads?",
        "bias",
        {"scheme": ["ALiBi"], "heads": 12, "tab": "slopes"},
        _twelve_heads,
        "Now set the heads to 16: both series agree.",
        "The sentence speaks of powers of 2. For other numbers the code borrows slopes from twice as many heads.",
    ),
    Experiment(
        "Does a trained table hold a pattern?",
        "shift",
        {"scheme": ["Learned"], "n": 512, "d": 64, "tab": "training"},
        _five_turns,
        "Now compare the other lines of that picture: a random walk turns too, but in no even series.",
        "Nobody gave the table waves. Training made them, each about three times as long as the one before.",
    ),
    Experiment(
        "Is my formula right: i, 2i or 2i + 1?",
        "check",
        {"table": "example", "example": OWN_EXPONENTS},
        _own_exponents,
        "Now choose the example exponent i/d, then give a table of your own.",
        "The paper's i counts pairs, and the exponent is 2i/d. Code that counts columns must not double it again.",
    ),
    Experiment(
        "Which mistake is it?",
        "check",
        {"game": 5},
        _riddle,
        "Now choose one of the three answers at the foot of the page, then press Next riddle.",
        "Many wrong tables look right at first sight.",
    ),
)
"""All of them, in the order in which one would teach them."""

START = 5
"""How many of them are for a first visit: the first ones, each on another page."""
