"""Figures of tokens: attention as arcs over words, and matrices with one row per token."""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Any, NamedTuple
from unicodedata import east_asian_width

import numpy as np

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import INK, MUTED, Array, Figure, axis, words_above
from posenc_core.text.numerals import percent

LONGEST = 12
"""Maximum number of characters of a word on an axis."""

LABELLED = 12
"""Maximum number of tokens with a percentage below each."""

ROOM = 330
"""Width of a phone for labels side by side, in pixels."""

_LINE = 13
"""Distance between axis labels, in pixels."""

WIDEST = 8
"""Width of the arc of the largest weight, in pixels."""


class Sentence(NamedTuple):
    """One order of the words, and the attention of the selected token."""

    name: str
    words: Sequence[str]
    places: Sequence[int]
    """Token index at each place."""
    shares: Array
    """Weight of each place, shape (n,); NaN where hidden."""
    changed: Sequence[bool]
    """Whether each percentage is bold."""


def arcs(rows: Sequence[Sentence], selected: int, *, heading: str, color: str, most: float, arch: int = 84) -> Figure:
    """Draw the words in one or two orders, with arcs from the selected token; a click selects a token.

    Arc widths are proportional to the weights; `most` is the weight of the widest arc. `arch` is the height of the
    highest arc in pixels.
    """
    count = len(rows[0].words)
    upright, percentages = _upright(rows[0].words), percentages_below(rows[0].words)
    horizontal = 40 if percentages else 22
    below = 16 + max(pixels(_short(word)) for word in rows[0].words) if upright else horizontal
    high = arch + 26 + below
    # pixels from the bottom of the figure
    bases = [(len(rows) - 1 - order) * high + below for order in range(len(rows))]
    arcs_of_rows, notes, hovers = [], [words_above(heading)], []
    for row, base in zip(rows, bases, strict=True):
        arcs_of_rows += _row_of_arcs(row.shares, list(row.places).index(selected), base, color, most, arch)
        notes += _labels_of_row(row, selected, base, arch, upright=upright, percentages=percentages)
        texts = zip(row.words, map(percentage, row.shares.tolist()), strict=True)
        hovers += [escape(f"{word} {text}", quote=False) for word, text in texts]
    tokens = [place for row in rows for place in row.places]
    sizes = [11 if place == selected else 6 for place in tokens]
    dots = {"marker": {"size": sizes, "color": color, "opacity": 1}, "cliponaxis": False}
    x, y = [*range(count)] * len(rows), [base for base in bases for _ in range(count)]
    points = scatter(x, y, "markers", "%{hovertext}", hovertext=hovers, customdata=tokens) | dots
    return figure(
        [points, *arcs_of_rows],
        round(26 + len(rows) * high),
        margin=(8, 8, 24, 2),
        chooses="customdata",
        meta={"selects": "word", "noun": message("sentence-word"), "last": count - 1},
        hovermode="closest",
        hoverdistance=40,
        uirevision=f"{count}",
        xaxis=axis("", range=[-0.6, count - 0.4], visible=False, fixedrange=True),
        yaxis=axis("", range=[0, len(rows) * high], visible=False, fixedrange=True),
        annotations=notes,
    )


def _labels_of_row(
    row: Sentence, selected: int, base: int, arch: int, *, upright: bool, percentages: bool
) -> list[dict[str, Any]]:
    """Words below the points of a row, as many as fit, with their percentages, and the name of the row above."""
    count, labels = len(row.words), []
    every = ceil(_LINE * count / ROOM) if upright else 1
    for place in range(0, count, every):
        is_selected, changed = row.places[place] == selected, row.changed[place]
        here = {"x": place, "y": base, "yanchor": "top", "showarrow": False}
        font = {"size": 12, "color": INK if is_selected or changed else MUTED}
        word = {"text": escape(_short(row.words[place]), quote=False), "yshift": -8, "textangle": -90 if upright else 0}
        labels.append({**here, **word, "font": font | {"weight": "bold" if is_selected else "normal"}})
        if percentages:
            share = {"text": percentage(float(row.shares[place])), "yshift": -24}
            labels.append({**here, **share, "font": font | {"weight": "bold" if changed else "normal"}})
    above = {"x": 1, "xref": "paper", "xanchor": "right", "y": base + arch + 20, "yanchor": "top"}
    return [*labels, {"text": row.name, "showarrow": False, "font": {"size": 12, "color": MUTED}, **above}]


def percentage(share: float) -> str:
    """Format an attention weight in percent; a dash for a token that sees nothing."""
    return percent(share) if np.isfinite(share) else "–"


def percentages_below(words: Sequence[str]) -> bool:
    """Return whether a percentage fits below each word."""
    return len(words) <= LABELLED and not _upright(words)


def _upright(words: Sequence[str]) -> bool:
    """Return whether the words are too wide side by side and must be rotated."""
    return sum(pixels(_short(word)) + 12 for word in words) > ROOM


def _row_of_arcs(shares: Array, at: int, base: float, color: str, most: float, arch: int) -> list[dict[str, Any]]:
    """Half ellipses from a place to all others, and a loop to itself; one trace per line width."""
    turn = np.linspace(0, np.pi, 25)
    by_width: dict[int, list[tuple[Array, Array]]] = {}
    for place, share in enumerate(shares.tolist()):
        if not np.isfinite(share):
            continue
        width = max(round(WIDEST * share / most), 1) if share >= 0.005 * most else 0
        away = abs(place - at)
        half, middle = (away / 2, (place + at) / 2) if away else (0.16, at)
        height = 26 + (arch - 26) * away / max(len(shares) - 1, 1)
        by_width.setdefault(width, []).append((middle - half * np.cos(turn), base + height * np.sin(turn)))
    traces = []
    for width, curves in sorted(by_width.items()):
        x, y = (np.concatenate([np.append(values, np.nan) for values in axis]) for axis in zip(*curves, strict=True))
        line = {"color": color, "width": width or 0.5}
        traces.append(scatter(x, y, "lines", line=line, opacity=0.35 + 0.6 * width / WIDEST))
    return traces


def token_matrix(
    cells: Array,
    words: Sequence[str],
    *,
    heading: str,
    hover: str,
    limit: float,
    signed: bool,
    across: str = "",
    first: int = 0,
    bar: bool = True,
) -> Figure:
    """Matrix with one row per token, numbered from `first`; colors as in `matrix`.

    If `across` names the columns, they are numbered from 0; otherwise the columns are the tokens, too.
    """
    names = [f"{first + i}: {_short(word)}" for i, word in enumerate(words)]
    longest = max(map(pixels, names))
    left, bottom = longest + 18, 40 if across else longest + 12
    height = 30 + bottom + min(max(22 * len(names), 110), 340)
    heatmap = matrix(
        cells,
        heading=heading,
        across=across,
        down="",
        limit=limit,
        signed=signed,
        hover=hover,
        origin=(first, 0 if across else first),
        rows=names,
        columns=None if across else names,
        bar=bar,
        height=height,
    )
    plot = heatmap["layout"]
    plot["margin"] |= {"l": left, "b": bottom}
    plot["annotations"][0]["xshift"] = 8 - left
    plot["yaxis"] |= _labels(plot["yaxis"], first, height - 30 - bottom)
    if not across:
        plot["xaxis"] |= _labels(plot["xaxis"], first, 280) | {"tickangle": -90}
    return heatmap


def _labels(axis: dict[str, Any], first: int, room: float) -> dict[str, Any]:
    """Show words instead of numbers on an axis: on hover at every cell, as labels where they fit."""
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


def pixels(text: str) -> int:
    """Approximate width of a label; East Asian wide characters are as wide as they are high."""
    return ceil(sum(11.5 if east_asian_width(letter) in "WF" else 6.4 for letter in text))
