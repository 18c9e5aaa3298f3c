"""Figure of Start: two sentences of the same words, with arcs from the selected word."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import HIDDEN, figure, scatter
from dashboard.say import message
from dashboard.state.parameters import START_WORDS
from dashboard.state.study import Study
from dashboard.views.start.facts import focus, rows, words
from posenc_core.plot.style import INK, MUTED, PALETTE, PAPER, Figure
from posenc_core.text.numerals import percent

HEIGHT = 480
COLORS = (PALETTE[2], INK, PALETTE[3])
"""Color of each word."""

LINK, PLACE, WORD, SHARE, ARC = 38, 53, 88, 124, 139
"""Distance of each part from the middle, in pixels: links between the rows, positions, words, weights, and arcs."""

WIDEST = 32
"""Width of an arc of weight 1, in pixels."""

BESIDE = 0.2
"""Distance of the start of an arc from the middle of its word, in words."""

TURN = np.linspace(0, np.pi, 41)


def arcs(study: Study) -> Figure:
    """Draw both sentences, mirrored, with the attention of one word as arcs; a click selects a word."""
    both, selected, places, shapes = rows(study), focus(study), range(len(START_WORDS)), []
    traces = _links([row.places for row in both])
    for row, side in zip(both, (1, -1), strict=True):
        at, weights = row.places[selected], row.weights[selected]
        for word in places:
            line = {"color": COLORS[word], "width": WIDEST * float(weights[word])}
            if word == selected:
                shapes.append(_loop(at, side) | {"line": line, "opacity": 0.4})
            else:
                traces.append(_arc(at, row.places[word], side, line))
        shapes.append(_pill(at, side, COLORS[selected]))
        here = {"x": row.places, "cliponaxis": False}
        ink = [PAPER if word == selected else COLORS[word] for word in places]
        texts = [percent(float(weight)) for weight in weights]
        traces.append(
            here
            | scatter(row.places, [side * WORD] * len(places), "markers+text", "%{text} %{hovertext}", hovertext=texts)
            | {"text": words(), "customdata": [*places], "marker": {"size": 56, "opacity": 0}}
            | {"textfont": {"size": 24, "color": ink, "weight": "bold"}}
        )
        traces.append(_text(row.places, side * SHARE, texts, {"size": 17, "color": COLORS, "weight": "bold"}))
        # always present: Plotly animates a change only between the same traces
        names = [""] * len(places)
        if study.options["positions"]:
            names = [message("start-position", position=place) for place in row.places]
        traces.append(_text(row.places, side * PLACE, names, {"size": 14, "color": MUTED}))
    return figure(
        traces,
        HEIGHT,
        margin=(0, 0, 0, 0),
        chooses="customdata",
        meta={"selects": "focus", "noun": message("sentence-word"), "last": len(places) - 1},
        hovermode="closest",
        hoverdistance=40,
        xaxis=HIDDEN | {"range": [-0.5, len(places) - 0.5]},
        yaxis=HIDDEN | {"range": [-HEIGHT / 2, HEIGHT / 2]},
        shapes=shapes,
        transition={"duration": 500, "easing": "cubic-in-out"},
    )


def _text(x: Sequence[int], y: float, texts: Sequence[str], font: dict[str, Any]) -> dict[str, Any]:
    return scatter(x, [y] * len(x), "text") | {"text": texts, "textfont": font, "cliponaxis": False}


def _links(places: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Lines from each word to the same word of the other row, by the places of the words in both."""
    share, traces = (1 - np.cos(TURN)) / 2, []
    for above, below, color in zip(*places, COLORS, strict=True):
        x, y = above + (below - above) * share, LINK - 2 * LINK * TURN / np.pi
        traces.append(_line(x, y, {"color": color, "width": 2}) | {"opacity": 0.45})
    return traces


def _arc(start: float, end: int, side: int, line: dict[str, Any]) -> dict[str, Any]:
    """Half ellipse between two words."""
    # below a wider arc to the same side
    nested = abs(end - start) == 1 and start != 1
    start += (BESIDE + 0.14 * nested) * np.sign(end - start)
    x = (start + end) / 2 - (end - start) / 2 * np.cos(TURN)
    y = ARC + (92 if abs(end - start) > 1 else 72) * np.sin(TURN)
    return _line(x, side * y, line)


def _line(x: Any, y: Any, line: dict[str, Any]) -> dict[str, Any]:
    return scatter(x, y, "lines", line=line | {"simplify": False}) | {"cliponaxis": False}


def _loop(place: int, side: int) -> dict[str, Any]:
    """Draw the loop from a word to itself, in pixels: of the same size on every screen."""
    return _shape(place, side * ARC, f"M-13,0 V{side * 24} C-13,{side * 43} 13,{side * 43} 13,{side * 24} V0")


def _pill(place: int, side: int, color: str) -> dict[str, Any]:
    """Draw the rounded box behind the selected word."""
    path = "M-32,-17 H32 Q44,-17 44,-5 V5 Q44,17 32,17 H-32 Q-44,17 -44,5 V-5 Q-44,-17 -32,-17 Z"
    return _shape(place, side * WORD, path) | {"fillcolor": color, "line": {"width": 0}}


def _shape(x: int, y: float, path: str) -> dict[str, Any]:
    pixels = {"xsizemode": "pixel", "ysizemode": "pixel", "xanchor": x, "yanchor": y}
    return {"type": "path", "path": path, "layer": "below", **pixels}
