"""Rotating pairs of columns as clocks."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import HIDDEN, figure, scatter
from posenc_core.plot.style import MUTED, Array, Figure

APART, TURN = 3.2, 2 * np.pi
"""Distance between dials in radii; a full rotation in radians."""

HEIGHT, ROW = 480, 200


def clocks(
    hands: Sequence[tuple[float, float]], labels: Sequence[Sequence[str]], color: str, *, across: bool = False
) -> Figure:
    """Draw dials in a column, or in a row, each with a hand at its angle and a dotted hand one step ahead.

    Angles and steps are in radians. An angle of 0 is at the top, and hands rotate clockwise: sine across, cosine up.
    """
    parts: list[list[Array]] = [[], [], [], [], []]
    way = np.array((-1, 0) if across else (0, 1))
    middle, ring = np.zeros(2), _at(np.linspace(0, TURN, 73))
    ticks = [np.outer((0.9, 1), _at(hour)) for hour in TURN * np.arange(12) / 12]
    for place, (angle, step) in enumerate(hands):
        swept = 0.95 * _at(angle + np.linspace(0, np.clip(step, -TURN, TURN), 37))
        ahead, here = [middle, 0.95 * _at(angle + step)], [middle, swept[0]]
        lines: list[list[Any]] = [[ring], ticks, [[middle, *swept, middle]], [ahead], [here]]
        for part, strokes in zip(parts, lines, strict=True):
            part += [np.array(stroke) - way * APART * place for stroke in strokes]
    styles: list[dict[str, Any]] = [
        {"line": {"color": MUTED, "width": 1.5}},
        {"line": {"color": MUTED, "width": 1}},
        {"line": {"width": 0}, "fill": "toself", "fillcolor": color, "opacity": 0.25},
        {"line": {"color": color, "width": 2, "dash": "dot"}},
        {"line": {"color": color, "width": 4}},
    ]
    traces = [_strokes(part) | look for part, look in zip(parts, styles, strict=True)]
    words = {"yanchor": "top", "showarrow": False, "font": {"size": 12}}
    places = [-way * APART * order for order in range(len(labels))]
    length = APART * (len(hands) - 1)
    x, y = ([-1.6, length + 1.6], [-2.1, 1.1]) if across else ([-2, 2], [1.1 - 3 * APART, 1.1])
    texts = [
        {**words, "text": "<br>".join(lines), "x": x, "y": y - 1.1}
        for lines, (x, y) in zip(labels, places, strict=True)
    ]
    return figure(
        traces,
        ROW if across else HEIGHT,
        # the space above the dials is for the label of the hovered position
        margin=(0, 0, 18, 0),
        hovermode=False,
        xaxis={**HIDDEN, "range": x, "constrain": "domain"},
        yaxis={**HIDDEN, "range": y, "scaleanchor": "x"},
        annotations=texts,
    )


def _at(angles: Array | float) -> Array:
    """Points on the unit circle, shape (..., 2)."""
    return np.stack((np.sin(angles), np.cos(angles)), axis=-1)


def _strokes(parts: Sequence[Array]) -> dict[str, Any]:
    """Join several lines into one trace, separated by gaps."""
    x, y = np.concatenate([np.vstack((part, [[np.nan] * 2])) for part in parts]).T
    return scatter(x, y, "lines")
