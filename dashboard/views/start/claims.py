"""Claims of Start: whether a word divides its attention differently in the other order."""

from collections.abc import Sequence

import numpy as np

from dashboard.state.parameters import START_WORDS
from dashboard.state.study import Study
from dashboard.views.start.numbers import rows, words
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim


def focus(study: Study) -> int:
    """Index of the word whose attention is shown."""
    return START_WORDS.index(study.options["focus"])


def verdict(study: Study) -> Claim:
    """Effect of the order on the weights of the selected word, or its weights if both orders are the same."""
    first, second = (row.weights[focus(study)] for row in rows(study))
    text = words()[focus(study)]
    if study.options["swap"] and study.options["positions"]:
        word = int(np.abs(second - first).argmax())
        here, there = float(first[word]), float(second[word])
        return claim("start-changed", text=text, name=words()[word], here=here, there=there)
    gains = shares(first, [word for word in range(len(START_WORDS)) if word != focus(study)], "gives")
    return claim("start-same" if study.options["swap"] else "start-alone", text=text, found=gains)


def shares(weights: Array, places: Sequence[int], kind: str) -> tuple[Claim, ...]:
    """Weights of some words."""
    return tuple(claim(f"start-{kind}", name=words()[word], share=float(weights[word])) for word in places)


def rows_of_weights(study: Study) -> list[Claim]:
    """Weights of the selected word in each sentence."""
    word = focus(study)
    return [
        claim("start-row", quote=row.text, text=words()[word], found=shares(row.weights[word], row.order, "share"))
        for row in rows(study)
    ]
