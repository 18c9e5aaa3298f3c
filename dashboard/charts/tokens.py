"""Figures of tokens: attention as arcs over words, and matrices with one row per token."""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Any, NamedTuple
from unicodedata import east_asian_width

import numpy as np

from dashboard.say import message
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import INK, MUTED, Array, Figure, axis, layout, words_above

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


def arcs(rows: Sequence[Sentence], selected: int, *, heading: str, color: str, most: float) -> Figure:
    """Draw the words in one or two orders, with arcs from the selected token; a click selects a token.

    Arc widths are proportional to the weights; `most` is the weight of the widest arc.
    """
    count = len(rows[0].words)
    labels = [[_short(word) for word in row.words] for row in rows]
    upright, percentages = _upright(rows[0].words), percentages_below(rows[0].words)
    horizontal = 40 if percentages else 22
    below = 16 + max(map(_pixels, labels[0])) if upright else horizontal
    high = 110 + below
    plot = layout(26 + len(rows) * high, chooses="customdata")
    plot["meta"] |= {"selects": "word", "noun": message("sentence-word"), "last": count - 1}
    traces: list[dict[str, Any]] = []
    points: dict[str, list[Any]] = {"x": [], "y": [], "customdata": [], "hovertext": []}
    notes = [words_above(heading)]
    every = ceil(_LINE * count / ROOM) if upright else 1
    for order, row in enumerate(rows):
        # pixels from the bottom of the figure
        base = (len(rows) - 1 - order) * high + below
        at = list(row.places).index(selected)
        traces += _row_of_arcs(row.shares, at, base, color, most)
        for place, (word, share) in enumerate(zip(labels[order], row.shares.tolist(), strict=True)):
            text = percentage(share)
            hover = message("sentence-arc-name", name=row.words[place], text=text)
            points["hovertext"].append(escape(hover, quote=False))
            if place % every:
                continue
            weights = ["bold" if bold else "normal" for bold in (place == at, row.changed[place])]
            here = {"x": place, "y": base, "yanchor": "top", "showarrow": False}
            font = {"size": 12, "color": INK if place == at or row.changed[place] else MUTED}
            label = {"text": escape(word, quote=False), "yshift": -8, "textangle": -90 if upright else 0}
            notes.append({**here, **label, "font": font | {"weight": weights[0]}})
            if percentages:
                notes.append({**here, "text": text, "yshift": -24, "font": font | {"weight": weights[1]}})
        points["x"] += range(count)
        points["y"] += [base] * count
        points["customdata"] += [*row.places]
        left = {"x": 1, "xref": "paper", "xanchor": "right", "y": base + 104, "yanchor": "top"}
        notes.append({"text": row.name, "showarrow": False, "font": {"size": 12, "color": MUTED}, **left})
    sizes = [11 if place == selected else 6 for place in points["customdata"]]
    traces.insert(
        0,
        {
            "type": "scatter",
            "mode": "markers",
            **points,
            "marker": {"size": sizes, "color": color, "opacity": 1},
            "hovertemplate": "%{hovertext}<extra></extra>",
            "cliponaxis": False,
        },
    )
    return {
        "data": traces,
        "layout": plot
        | {
            "margin": {"l": 8, "r": 8, "t": 24, "b": 2, "autoexpand": False},
            "hovermode": "closest",
            "hoverdistance": 40,
            "uirevision": f"{count}",
            "xaxis": axis("", range=[-0.6, count - 0.4], visible=False, fixedrange=True),
            "yaxis": axis("", range=[0, len(rows) * high], visible=False, fixedrange=True),
            "annotations": notes,
        },
    }


def percentage(share: float) -> str:
    """Format an attention weight in percent; a dash for a token that sees nothing."""
    return message("sentence-share", share=share) if np.isfinite(share) else message("sentence-share.none")


def percentages_below(words: Sequence[str]) -> bool:
    """Return whether a percentage fits below each word."""
    return len(words) <= LABELLED and not _upright(words)


def _upright(words: Sequence[str]) -> bool:
    """Return whether the words are too wide side by side and must be rotated."""
    return sum(_pixels(_short(word)) + 12 for word in words) > ROOM


def _row_of_arcs(shares: Array, at: int, base: float, color: str, most: float) -> list[dict[str, Any]]:
    """Half ellipses from a place to all others, and a loop to itself; one trace per line width."""
    turn = np.linspace(0, np.pi, 25)
    by_width: dict[int, list[tuple[Array, Array]]] = {}
    for place, share in enumerate(shares.tolist()):
        if not np.isfinite(share):
            continue
        width = max(round(WIDEST * share / most), 1) if share >= 0.005 * most else 0
        away = abs(place - at)
        half, middle = (away / 2, (place + at) / 2) if away else (0.16, at)
        height = 26 + 58 * away / max(len(shares) - 1, 1)
        by_width.setdefault(width, []).append((middle - half * np.cos(turn), base + height * np.sin(turn)))
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": np.concatenate([np.append(x, np.nan) for x, _ in curves]),
            "y": np.concatenate([np.append(y, np.nan) for _, y in curves]),
            "line": {"color": color, "width": width or 0.5},
            "opacity": 0.35 + 0.6 * width / WIDEST,
            "hoverinfo": "skip",
        }
        for width, curves in sorted(by_width.items())
    ]


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
    longest = max(map(_pixels, names))
    left, bottom = longest + 18, 40 if across else longest + 12
    height = 30 + bottom + min(max(22 * len(names), 110), 340)
    figure = matrix(
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
    plot = figure["layout"]
    plot["margin"] |= {"l": left, "b": bottom}
    plot["annotations"][0]["xshift"] = 8 - left
    plot["yaxis"] |= _labels(plot["yaxis"], first, height - 30 - bottom)
    if not across:
        plot["xaxis"] |= _labels(plot["xaxis"], first, 280) | {"tickangle": -90}
    return figure


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


def _pixels(text: str) -> int:
    """Approximate width of a label; East Asian wide characters are as wide as they are high."""
    return ceil(sum(11.5 if east_asian_width(letter) in "WF" else 6.4 for letter in text))
