"""Figures of RoPE: dials, cosines over the offset and of all pairs, pairs of dimensions, and frequency ratios."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import HIDDEN, figure, scatter
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.rope import facts
from dashboard.views.rope.facts import Dial
from posenc_core import RoPE
from posenc_core.plot import lines, style
from posenc_core.plot.style import Array, Figure

COLORS: dict[str, str] = {
    "fast": style.PALETTE[5], "middle": style.PALETTE[3], "slow": style.PALETTE[1], "only": style.PALETTE[5],
}  # fmt: skip
"""Colors of the drawn pairs; the terms of their sum have them, too (.streamlit/config.toml)."""

APART, SPREAD = 3.1, 0.45
"""Distance between dials, in radii; least angle between the names of two hands, from their middle, in radians."""

NEAR, CURVE = 32, 360
"""Number of offsets that are shown, and height of their plot in pixels."""

DIALS, EVERY = 330, 170
"""Height of the dials, and of the bars of all pairs, in pixels."""


def main_figures(study: Study) -> list[Figure]:
    """Return the cosine of every pair, and the cosines of three pairs with their sum over the offset."""
    return [every_pair(study), cosines(study)]


def dials(drawn: Sequence[Dial], at_query: int, at_key: int, labels: Sequence[Sequence[str]]) -> Figure:
    """Dials in a row, each with a key and a query at their angles, and a wedge between them.

    An angle of 0 is on the right, and hands rotate counterclockwise.
    """
    traces: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    for place, (dial, label) in enumerate(zip(drawn, labels, strict=True)):
        color, key, query = COLORS[dial.speed], dial.frequency * at_key, dial.frequency * at_query
        middle, between = np.array([APART * place, 0]), float(np.fmod(query - key, 2 * np.pi))
        wedge = np.vstack((np.zeros(2), 0.62 * _at(key + np.linspace(0, between, 49)), np.zeros(2)))
        looks: list[tuple[Array, dict[str, Any]]] = [
            (_at(np.linspace(0, 2 * np.pi, 97)), {"line": {"color": style.GRID, "width": 2}}),
            (wedge, {"line": {"width": 0}, "fill": "toself", "fillcolor": color, "opacity": 0.25}),
            (np.vstack((np.zeros(2), _at(key))), {"line": {"color": color, "width": 3}, "opacity": 0.65}),
            (np.vstack((np.zeros(2), _at(query))), {"line": {"color": color, "width": 6}}),
        ]
        for line, look in looks:
            x, y = (line + middle).T.tolist()
            traces.append(scatter(x, y, "lines", **look))
        # hands that are close have names that are not
        half = (between + np.pi) % (2 * np.pi) / 2 - np.pi / 2
        half = np.copysign(max(abs(half), SPREAD), half)
        centre = query - ((between + np.pi) % (2 * np.pi) - np.pi) / 2
        notes.append(_beside(middle, centre + half, f"<b>{message('rope-hand-query')}</b>", color))
        notes.append(_beside(middle, centre - half, message("rope-hand-key"), color))
        below = {"x": APART * place, "y": -1.5, "yanchor": "top", "showarrow": False}
        notes.append({**below, "text": "<br>".join(label), "font": {"size": 13, "color": style.INK}})
    axes = HIDDEN | {"constrain": "domain"}
    return figure(
        traces,
        DIALS,
        # the space above the dials is for the label of the slider's position
        margin=(0, 0, 18, 72),
        hovermode=False,
        xaxis=axes | {"range": [-1.8, APART * (len(drawn) - 1) + 1.8]},
        yaxis=axes | {"range": [-1.5, 1.5], "scaleanchor": "x", "constraintoward": "top"},
        annotations=notes,
    )


def _at(angles: Array | float) -> Array:
    """Points on the unit circle, shape (..., 2)."""
    return np.stack((np.cos(angles), np.sin(angles)), axis=-1)


def _beside(middle: Array, angle: float, text: str, color: str) -> dict[str, Any]:
    """Name of a hand, outside of its dial."""
    x, y = middle + 1.27 * _at(angle)
    return {"x": float(x), "y": float(y), "text": text, "showarrow": False, "font": {"color": color}}


def cosines(study: Study) -> Figure:
    """Cosine of the angle of three pairs over the offset, and their sum, with a marker at the selected offset."""
    drawn, gain, (query, key) = facts.dials(study), facts.logit_factor(study), facts.places(study)
    offset = query - key
    first = offset - NEAR // 2 if offset > NEAR else 0
    along = np.linspace(first, first + NEAR, 513)
    # the value at the selected offset is the last of each curve
    curves: dict[str, Array] = {dial.speed: gain * np.cos(dial.frequency * np.append(along, offset)) for dial in drawn}
    if len(curves) > 1:
        curves["sum"] = np.sum([*curves.values()], axis=0)
    most = len(drawn) * gain + 0.2
    traces, names, lowest = [], [], -np.inf
    for name, values in curves.items():
        color, width, size = (style.INK, 3, 11) if name == "sum" else (COLORS[name], 1.5, 7)
        line, marker = {"color": color, "width": width}, {"size": size, "color": color}
        label = message("rope-curve", speed=name)
        traces.append(scatter(along, values[:-1], "lines", line=line, name=label, showlegend=False))
        traces.append(scatter([offset], [float(values[-1])], "markers", marker=marker, cliponaxis=False))
    # names at the ends, at least 15 pixels apart
    for name, values in sorted(curves.items(), key=lambda curve: curve[1][-2]):
        lowest = max(lowest + 15 * 2 * most / CURVE, float(values[-2]))
        place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "y": lowest, "showarrow": False}
        font = {"color": COLORS.get(name, style.INK), "size": 12}
        names.append({**place, "text": message("rope-curve", speed=name), "font": font})
    ends = {"range": [-most, most], "fixedrange": True, "zeroline": True, "zerolinecolor": style.GRID}
    return figure(
        traces,
        CURVE + 66,
        margin=(30, 76, 26, 40),
        hovermode=False,
        xaxis=style.axis(message("rope-offset-axis"), range=[first, first + NEAR], dtick=8, tick0=0, fixedrange=True),
        yaxis=style.value_axis(**ends),
        shapes=style.rule(offset),
        annotations=[*names, style.words_above(message("rope-cosines"), xshift=-26, yshift=4)],
    )


def every_pair(study: Study) -> Figure:
    """Cosine of every pair at the offset, as bars on one line; the drawn pairs have the colors of their dials."""
    query, key = facts.places(study)
    heading = message("rope-every", offset=query - key)
    cosines = np.cos(facts.rope(study).frequencies(study.dim, study.length) * (query - key))
    colors, opacities = [style.MUTED] * len(cosines), [0.3] * len(cosines)
    for dial in facts.dials(study):
        colors[dial.pair], opacities[dial.pair] = COLORS[dial.speed], 1.0
    bars = {
        "type": "bar",
        "x": np.arange(len(cosines)),
        "y": cosines,
        "name": heading,
        "marker": {"color": colors, "opacity": opacities},
        "hovertemplate": message("rope-every-hover", x="%{x}", y="%{y:.3f}") + "<extra></extra>",
    }
    across = {"range": [-0.6, len(cosines) - 0.4], "fixedrange": True, **style.whole_ticks(len(cosines))}
    return figure(
        [bars],
        EVERY,
        margin=(30, 12, 26, 40),
        hovermode="x",
        hoverdistance=-1,
        bargap=0.15,
        xaxis=style.axis(message("rope-pair"), **across),
        yaxis=style.value_axis(range=[-1.05, 1.05], dtick=1, fixedrange=True),
        annotations=[style.words_above(heading, xshift=-26, yshift=4)],
    )


def arcs(pairs: NDArray[np.int64], angles: Array, *, heading: str, position: int) -> Figure:
    """Arcs between the dimensions of each pair, on the scale of the longest possible; pairs (m, 2), angles (m,)."""
    traces: list[dict[str, Any]] = []
    for place, (pair, angle) in enumerate(zip(pairs.tolist(), angles, strict=True)):
        color = style.step_color(place, len(pairs))
        middle, radius = sum(pair) / 2, (pair[1] - pair[0]) / 2
        way = np.linspace(0, np.pi, 33)
        arc, line = (middle - radius * np.cos(way), radius * np.sin(way)), {"color": color, "width": 3}
        hover = message("rope-arcs-hover", x="%{x}", column=place, value=float(angle), position=position)
        dots = {"marker": {"size": 20, "color": color}, "cliponaxis": False}
        traces += [scatter(*arc, "lines", line=line), scatter(pair, [0.0, 0.0], "markers", hover) | dots]
    return figure(
        traces,
        190,
        margin=(12, 12, 28, 40),
        hovermode="closest",
        xaxis=style.axis(message("rope-dimension"), range=[-0.6, pairs.size - 0.4], dtick=1, tick0=0, ticks=""),
        yaxis=HIDDEN | {"range": [-0.6, pairs.size / 4 + 0.3]},
        annotations=[style.words_above(heading)],
    )


def ratios(
    values: Array, *, heading: str, ends: tuple[float, float], complete: int, selected: bool, plain: bool
) -> Figure:
    """Ratios of frequencies by pair for one scaling, shape (m,), on a log axis.

    Pairs after the first `complete` ones are shaded. `ends` is the range over all scalings; the `selected` one is
    thick, and the `plain` one (no scaling) is gray.
    """
    color = style.MUTED if plain else style.scheme_color(order(RoPE()))
    line = lines.Line(heading, values, color, width=4 if selected else 2)
    curve = lines.curves([line], values=heading, along=message("rope-pair"), height=170)
    low, high = np.log10(ends)
    air = 0.08 * (high - low) or 0.3
    plot, (trace,) = curve["layout"], curve["data"]
    rotating = np.isfinite(values).sum()
    trace |= {"mode": "lines+markers" if rotating == 1 else "lines", "showlegend": False}
    trace["hovertemplate"] = message("rope-ratio-hover", x="%{x}", y="%{y:.3~g}") + "<extra></extra>"
    plot["showlegend"] = False
    # 1, 2, and 5 times each power of 10, or powers alone
    ticks = "D2" if high - low < 2.5 else 1 + (high - low) // 6
    plot["yaxis"] = style.value_axis(type="log", range=[low - air, high + air], fixedrange=True, dtick=ticks)
    if complete < rotating:
        place = {"yref": "paper", "x0": complete - 0.5, "x1": len(values) - 0.5, "y0": 0, "y1": 1}
        look = {"layer": "below", "fillcolor": style.GRID, "line": {"width": 0}}
        plot["shapes"] = [{"type": "rect", **place, **look}]
    return curve
