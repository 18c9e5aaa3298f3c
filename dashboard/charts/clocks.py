"""Rotating pairs of columns as clocks."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import HIDDEN, figure, scatter
from posenc_core.plot.style import MUTED, Array, Figure

APART, TURN = 3.2, 2 * np.pi
"""Distance between dials in radii; a full rotation in radians."""

HEIGHT = 200


def clocks(hands: Sequence[tuple[float, float]], labels: Sequence[Sequence[str]], color: str) -> Figure:
    """Draw dials in a row, with texts below them."""
    words = {"yanchor": "top", "showarrow": False, "font": {"size": 12}, "y": -1.1}
    texts = [{**words, "text": "<br>".join(lines), "x": APART * place} for place, lines in enumerate(labels)]
    return figure(
        dials(hands, color, APART),
        HEIGHT,
        # the space above the dials is for the label of the hovered position
        margin=(0, 0, 18, 0),
        hovermode=False,
        xaxis={**HIDDEN, "range": [-1.6, APART * (len(hands) - 1) + 1.6], "constrain": "domain"},
        yaxis={**HIDDEN, "range": [-2.1, 1.1], "scaleanchor": "x"},
        annotations=texts,
    )


def dials(hands: Sequence[tuple[float, float]], color: str, apart: float) -> list[dict[str, Any]]:
    """Dials in a row, each with a hand at its angle, a dotted hand one step ahead, and the wedge between them.

    Angles and steps are in radians. An angle of 0 is at the top, and hands rotate clockwise: sine across, cosine up.
    """
    parts: list[list[Array]] = [[], [], [], [], []]
    middle, ring = np.zeros(2), at(np.linspace(0, TURN, 73))
    ticks = [np.outer((0.9, 1), at(hour)) for hour in TURN * np.arange(12) / 12]
    for place, (angle, step) in enumerate(hands):
        swept = 0.95 * at(angle + np.linspace(0, np.clip(step, -TURN, TURN), 37))
        ahead, here = [middle, 0.95 * at(angle + step)], [middle, swept[0]]
        lines: list[list[Any]] = [[ring], ticks, [[middle, *swept, middle]], [ahead], [here]]
        for part, strokes in zip(parts, lines, strict=True):
            part += [np.add(stroke, (apart * place, 0)) for stroke in strokes]
    styles: list[dict[str, Any]] = [
        {"line": {"color": MUTED, "width": 1.5}},
        {"line": {"color": MUTED, "width": 1}},
        {"line": {"width": 0}, "fill": "toself", "fillcolor": color, "opacity": 0.25},
        {"line": {"color": color, "width": 2, "dash": "dot"}},
        {"line": {"color": color, "width": 4}},
    ]
    return [joined(part) | look for part, look in zip(parts, styles, strict=True)]


def at(angles: Array | float) -> Array:
    """Points on the unit circle, shape (..., 2)."""
    return np.stack((np.sin(angles), np.cos(angles)), axis=-1)


def joined(parts: Sequence[Array]) -> dict[str, Any]:
    """Join several lines into one trace, separated by gaps."""
    x, y = np.concatenate([np.vstack((part, [[np.nan] * 2])) for part in parts]).T
    return scatter(x, y, "lines")
