"""Practice: small matrices whose cells show their numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.lines import Line, curves
from dashboard.charts.matrices import matrix
from dashboard.charts.style import MUTED, Array, Figure, scheme_color
from dashboard.study import order
from dashboard.views.practice.numbers import Cached
from posenc_core import RoPE

ROW, TALL_ROW = 32, 42
"""Pixels of a row whose numbers can be read, and of one with words under them."""

PALE = 2.5
"""How many times the largest number the darkest colour stands for: on paler ones numbers can be read."""


def numbered(
    cells: NDArray[Any],
    *,
    heading: str,
    across: str,
    down: str,
    value: str,
    limit: float,
    words: Sequence[Sequence[str]] | None = None,
    digits: str = "d",
    signed: bool = False,
) -> Figure:
    """Numbers in their places, written into the cells. (r, c); a cell that is no number stays empty.

    Where there are `words`, they stand under the numbers. `digits` is how d3 writes a number.
    """
    hover = f"{down} %{{y}}, {across} %{{x}}<br>{'%{text}<br>' if words else ''}{value} %{{z:{digits}}}"
    figure = matrix(
        np.asarray(cells, np.float64),
        heading=heading,
        across=across,
        down=down,
        limit=PALE * limit,
        signed=signed,
        hover=hover,
        bar=False,
        height=72 + (TALL_ROW if words else ROW) * len(cells),
    )
    (trace,) = figure["data"]
    trace |= {
        "texttemplate": f"%{{z:{digits}}}{'<br>%{text}' if words else ''}",
        "textfont": {"size": 11},
        "xgap": 1,
        "ygap": 1,
    }
    if words:
        # on a cell that is no number, words would have the colour of those on a cell
        named = (zip(*row, strict=True) for row in zip(cells, words, strict=True))
        trace["text"] = [[word if np.isfinite(cell) else "" for cell, word in row] for row in named]
    figure["layout"]["margin"] |= {"r": 10}
    return figure


def scores(found: Cached) -> Figure:
    """The score of a new token with each cached one, counted on and counted anew."""
    count = len(found.right)
    lines = [
        Line(f"counted on: position {count:,}", found.right, scheme_color(order(RoPE()))),
        Line("counted anew: position 0", found.anew, MUTED, "8px,2px"),
    ]
    return curves(lines, values="mean score with RoPE, in nats", along="cached token", hover=" nats")


def rounding(moves: Array) -> Figure:
    """By how much bfloat16 moves each position."""
    line = Line("bfloat16", moves, scheme_color(order(RoPE())), width=1)
    values = "bfloat16 minus position, in tokens"
    return curves([line], values=values, along="position p", height=240, hover=" tokens")
