"""Sentence: matrices whose rows, and sometimes columns, are the tokens of a sentence."""

from collections.abc import Sequence
from math import ceil
from typing import Any
from unicodedata import east_asian_width

from dashboard.charts.matrices import matrix
from dashboard.charts.style import Array, Figure

LONGEST = 12
"""Letters of a word that an axis shows."""

_LINE = 13
"""Pixels between the labels of an axis."""


def token_matrix(
    cells: Array,
    words: Sequence[str],
    *,
    heading: str,
    across: str,
    limit: float,
    signed: bool,
    value: str = "value",
    first: int = 0,
    column: int = 0,
    words_across: bool = False,
    bar: bool = True,
    narrow: bool = False,
    height: int = 0,
) -> Figure:
    """One row a token, the first on top, numbered from `first`. (n, c), its colours as in `matrix`.

    `column` is the number of the first column; with `words_across` the columns are the tokens as well. What a cell
    holds is its `value`. A `narrow` figure keeps no room for a colour bar. Without a `height` it grows with its rows.
    """
    names = [f"{first + i}: {_short(word)}" for i, word in enumerate(words)]
    longest = max(map(_pixels, names))
    left, bottom = longest + 18, longest + 12 if words_across else 40
    height = height or 30 + bottom + min(max(22 * len(names), 110), 340)
    figure = matrix(
        cells,
        heading=heading,
        across=across,
        down="",
        limit=limit,
        signed=signed,
        hover=f"token %{{y}}<br>{across} %{{x}}<br>{value} %{{z:.4g}}",
        origin=(first, first if words_across else column),
        rows=names,
        columns=names if words_across else None,
        bar=bar,
        height=height,
    )
    layout = figure["layout"]
    layout["margin"] |= {"l": left, "b": bottom} | ({"r": 10} if narrow else {})
    layout["annotations"][0]["xshift"] = 8 - left
    if words_across:
        layout["xaxis"]["title"] = {"text": ""}
    layout["yaxis"] |= _labels(layout["yaxis"], first, height - 30 - bottom)
    if words_across:
        layout["xaxis"] |= _labels(layout["xaxis"], first, 280) | {"tickangle": -90}
    return figure


def batch_matrix(positions: Array, *, heading: str, limit: float, bar: bool) -> Figure:
    """Which position each token of a batch gets. (sentences, tokens)."""
    return matrix(
        positions,
        heading=heading,
        across="token",
        down="sentence",
        limit=limit,
        signed=False,
        hover="sentence %{y}, token %{x}<br>position %{z}",
        bar=bar,
        height=70 + min(max(22 * len(positions), 110), 340),
    )


def _labels(axis: dict[str, Any], first: int, room: float) -> dict[str, Any]:
    """The words under the numbers of an axis: read at every cell, and written where there is room for them."""
    names = axis.pop("ticktext")
    axis.pop("tickvals")
    every = next(step for step in (1, 2, 5, 10, 20, 50) if step * room >= _LINE * len(names))
    return {
        "labelalias": {str(first + i): name for i, name in enumerate(names)},
        "tick0": first,
        "dtick": every,
        "ticks": "",
    }


def _short(word: str) -> str:
    return word if len(word) <= LONGEST else f"{word[: LONGEST - 1]}…"


def _pixels(text: str) -> int:
    """About how wide a label is: Korean, Chinese and Japanese letters are as wide as they are high."""
    return ceil(sum(11.5 if east_asian_width(letter) in "WF" else 6.4 for letter in text))
