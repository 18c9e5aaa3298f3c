"""Numbers of Trained: groups of encodings, losses of language models, and what recipes have in common."""

from string import ascii_lowercase
from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_tools.models import trained

GROUPS: dict[str, tuple[str, ...]] = {
    "families": ("Sinusoidal", "Learned table", "RoPE", "ALiBi", "T5", "NoPE"),
    "tables": ("Sinusoidal", "Learned table", "Binary", "Index (one column)", "Normalized (one column)"),
    "random": (
        *("Sinusoidal", "Sinusoidal (random start)", "Sinusoidal (random positions)"),
        *("RoPE", "RoPE (random positions)"),
    ),
    "rotations": ("RoPE", "RoPE (half of the dimensions)", "xPos"),
    "biases": (
        *("ALiBi", "T5", "KERPLE", "FIRE", "Sandwich"),
        *("Shaw", "TransformerXL", "SlidingWindow"),
    ),
    "scaling": (
        *("RoPE", "RoPE: linear", "RoPE: NTK-aware", "RoPE: YaRN"),
        *("RoPE: tuned", "RoPE: tuned linear", "RoPE: tuned YaRN"),
    ),
}
"""Language models that are drawn together, by value of the parameter `among`."""

SPANS = ((0.5, 1), (1, 2), (2, 4), (4, 8))
"""Ranges of positions, in multiples of the trained length."""

KEEPS = 0.1
"""Largest rise of the loss, in nats, of a language model that keeps what it learned."""

OUTCOMES = ("keep", "rise", "lost", "never")
"""What becomes of language models on longer texts, from the best to the worst."""

FATES = ("solid", "twice", "depends", "lost", "unsolved")
"""What the recipes of an encoding have in common on longer texts, from the best to the worst."""

HALF = 0.5
"""Accuracy below which a task is lost."""


class Example(NamedTuple):
    """A text whose last token asks for an answer: its tokens, the place of the answer, and the answer."""

    tokens: tuple[str, ...]
    place: int
    answer: str


def span(index: int) -> tuple[int, int]:
    """First position of a range of `SPANS`, and the first one after it."""
    length = trained.facts()["settings"]["language_trained"]
    least, most = SPANS[index]
    return round(least * length), round(most * length)


def losses(encoding: str) -> Array:
    """Mean loss in each range of `SPANS`, (seeds, 4): inside the trained length, of texts that end there."""
    language = trained.language(encoding)
    later = [language.mean(*span(index)) for index in range(1, len(SPANS))]
    return np.stack([language.inside, *later], axis=1)


def inside(encoding: str) -> float:
    """Loss inside the trained length: of the trained encoding, where a scaling replaces it."""
    return float(losses(encoding.partition(":")[0])[:, 0].mean())


def language_outcome(encoding: str, index: int) -> str:
    """Return what became of a language model, with all seeds, in a range of `SPANS`: one of `OUTCOMES`."""
    letters, by_seed = trained.facts()["letter_loss"], losses(encoding)
    if (by_seed[:, 0] > letters).all():
        return "never"
    if (by_seed[:, index] > letters).all():
        return "lost"
    if (by_seed[:, index] - inside(encoding) <= KEEPS).all():
        return "keep"
    return "rise"


def twice() -> int:
    """Twice the trained length of the small tasks."""
    return 2 * int(trained.facts()["settings"]["trained"])


def fate(encoding: str, task: str) -> str:
    """Return how far every recipe that solves the task at the trained length still solves it: one of `FATES`."""
    recipes = trained.recipes(encoding, task)
    if not len(recipes.accuracy):
        return "unsolved"
    low, high = recipes.range(twice())
    if recipes.range(int(recipes.lengths[-1]))[0] >= trained.SOLVED:
        return "solid"
    if low >= trained.SOLVED:
        return "twice"
    return "lost" if high < HALF else "depends"


def fates(task: str) -> dict[str, tuple[str, ...]]:
    """Return the encodings of a task by their fate, the best first."""
    by_fate: dict[str, tuple[str, ...]] = dict.fromkeys(FATES, ())
    for name in trained.names(task):
        by_fate[fate(name, task)] += (name,)
    return {fate: names for fate, names in by_fate.items() if names}


def example(task: str) -> Example:
    """Return a text of a task with its answer at the last token; letters represent symbols."""
    letters = np.random.default_rng(3).permutation([*ascii_lowercase[:16]])[:12].tolist()
    tokens = ("<bos>", *letters)
    place = len(tokens) - 4 if task == "3 back" else 5
    return Example(tokens, place, tokens[place])
