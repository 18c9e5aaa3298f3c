"""How do the numbers look? Arrays in, Plotly figures out; the only file that knows a colour.

A figure is the dictionary that Plotly's objects would make of it: building the objects takes most of the time of a
rerun, and only Streamlit's own chart needs them. The tests build them, which checks every name and value.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.pictures import Picture, envelope

Array = NDArray[np.float64]
Figure = dict[str, Any]

SHARED_LIMIT = 1.0
"""Sinusoids, bits and shares of a length all stay within ±1: the limits of every heatmap that fits."""

# Okabe and Ito's hues, dark enough for lines on white, in the order in which schemes are taught
PALETTE = ("#B5628F", "#00805D", "#D55E00", "#0072B2", "#A87400", "#3A8FC4", "#5B5B5B", "#7A4FBF")
# ColorBrewer's RdBu: red below zero, blue above
SIGNED = (
    *("#67001f", "#b2182b", "#d6604d", "#f4a582", "#fddbc7"),
    "#f7f7f7",
    *("#d1e5f0", "#92c5de", "#4393c3", "#2166ac", "#053061"),
)
INK, MUTED, GRID, PAPER = "#1f2430", "#596273", "#e7eaf0", "#ffffff"

DARK = dict(
    zip(
        (*PALETTE, *SIGNED, INK, MUTED, GRID, PAPER),
        (
            *("#E39BC7", "#2FC99A", "#FF8A4C", "#5CB2F0", "#E8B23A", "#8CCBF2", "#B8B8B8", "#B79BF0"),
            # the middle is nearly the page, so that zero recedes on a dark page too
            *("#ffd9c9", "#f7a789", "#e2705a", "#b8404a", "#702837"),
            "#1d2230",
            *("#224a70", "#2f76ad", "#5aa5d6", "#9accea", "#dcf0fb"),
            *("#f4f6fb", "#a9b2c3", "#2b3242", "#0e1220"),
        ),
        strict=True,
    )
)
"""What each colour becomes on a dark page. Figures are made for a light one; who draws them translates."""

HEIGHT = 540
_ROWS = ((0.54, 0.97), (0.3, 0.465), (0.05, 0.225))
_HEADROOM = 0.008


def scheme_color(order: int) -> str:
    """The colour of the scheme at this place of the teaching order, the same on every page."""
    return PALETTE[order % len(PALETTE)]


class Scales(NamedTuple):
    """Where the axes of one portrait end: colours at ±values, the distances, the similarities."""

    values: float
    steps: tuple[float, float]
    similarity: tuple[float, float]
    color_bar: bool


def scales(
    largest: Sequence[float], steps: Sequence[Array], similarities: Sequence[Array], *, own: bool
) -> list[Scales]:
    """Axes that let portraits be compared: one for all, or each its `own`.

    The colours always end at ±1 for every matrix that stays within; one that does not ends at its largest number. Each
    scale of colours is explained once.
    """
    values = [max(SHARED_LIMIT, value) for value in largest]
    bars = [value != SHARED_LIMIT or values.index(value) == order for order, value in enumerate(values)]
    groups = [[order] for order in range(len(values))] if own else [list(range(len(values)))] * len(values)
    return [
        Scales(
            value,
            _range([steps[i] for i in group], from_zero=True),
            _range([similarities[i] for i in group], from_zero=False),
            bar,
        )
        for value, bar, group in zip(values, bars, groups, strict=True)
    ]


def portrait(
    picture: Picture,
    steps: Array,
    similarity: Array,
    *,
    position: int,
    offset: int,
    shown: tuple[int, int],
    columns: str,
    measure: str,
    scales: Scales,
    color: str,
) -> Figure:
    """Three plots over one position axis: the matrix, the distance of one step, the similarity with one position.

    picture of the shown positions, steps (n - offset,) or empty, similarity (n,); the chosen position is marked through
    all three. Curves of very many points are drawn as the smallest and largest of each stretch.
    """
    first, last = shown
    step_positions, step_values = envelope(steps[first : last + 1], first)
    positions, values = envelope(similarity[first : last + 1], first)
    similarity_words = f"{measure} with position {position}"
    cell = "position %{x}, dimension %{y}<br>value %{z:.3f}"
    block = f"mean of {picture.rows} × {picture.columns} cells" if picture.rows * picture.columns > 1 else ""
    traces = [
        {
            "type": "heatmap",
            "z": picture.means.T.astype(np.float32),
            "x0": picture.start + (picture.rows - 1) / 2,
            "dx": picture.rows,
            "y0": (picture.columns - 1) / 2,
            "dy": picture.columns,
            "zmin": -scales.values,
            "zmax": scales.values,
            "colorscale": _scale(SIGNED),
            "showscale": scales.color_bar,
            "colorbar": _color_bar(scales.values),
            "hovertemplate": (f"around {cell}, {block}" if block else cell) + "<extra></extra>",
        },
        dict(
            type="scatter",
            x=step_positions,
            y=step_values,
            yaxis="y2",
            customdata=step_positions + offset,
            hovertemplate="distance %{x} → %{customdata}: %{y:.4g}<extra></extra>",
            **_curve(step_values, color),
        ),
        dict(
            type="scatter",
            x=positions,
            y=values,
            yaxis="y3",
            hovertemplate="position %{x}: %{y:.4g}<extra></extra>",
            **_curve(values, color),
        ),
        _chosen(position, steps, "y2"),
        _chosen(position, similarity, "y3"),
    ]
    dim = picture.means.shape[1] * picture.columns
    words = f"dimension, {block}" if block else f"dimension ({columns})"
    headings = (words, f"distance p → p + {offset}", similarity_words)
    empty = [
        _note(words, row)
        for row, values, words in ((1, steps, "no position k tokens on"), (2, similarity, "undefined here"))
        if not np.isfinite(values).any()
    ]
    y = {"fixedrange": True, "zeroline": False, "nticks": 5, "ticks": "", "gridcolor": GRID, "tickformat": "~g"}
    layout = {
        "height": HEIGHT,
        "margin": {"l": 46, "r": 10, "t": 8, "b": 38, "autoexpand": False},
        "showlegend": False,
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": MUTED, "activecolor": INK},
        "template": {},
        "hovermode": "x",
        "hoverdistance": -1,
        "hoversubplots": "axis",
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "uirevision": f"{first} {last}",
        "font": {"color": MUTED},
        "xaxis": {
            "anchor": "y3",
            "range": [first - 0.5, last + 0.5],
            "title": {"text": "position p, from 0", "standoff": 8},
            "showgrid": False,
            "zeroline": False,
            **_whole_ticks(last - first + 1),
            "ticklen": 4,
            "tickangle": 0,
            "tickformat": "d" if last < 10_000 else "~s",
        },
        "yaxis": {
            **y,
            **_whole_ticks(dim),
            "domain": _ROWS[0],
            "range": [dim - 0.5, -0.5],
            "showgrid": False,
            "tickformat": "d",
        },
        "yaxis2": {**y, "domain": _ROWS[1], "range": scales.steps},
        "yaxis3": {**y, "domain": _ROWS[2], "range": scales.similarity},
        "annotations": [_heading(text, row) for row, text in enumerate(headings)] + empty,
        "shapes": _rule(position),
    }
    return {"data": traces, "layout": layout}


def _curve(values: Array, color: str) -> dict[str, Any]:
    """A line; few points are seen as points, and a single one is nothing else."""
    return {
        "mode": "lines+markers" if len(values) <= 40 else "lines",
        "line": {"color": color, "width": 2},
        "marker": {"size": 6, "color": color},
    }


def _whole_ticks(count: int) -> dict[str, int]:
    """Where few whole numbers are left to label: each, and nothing between."""
    return {"tick0": 0, "dtick": 1} if count <= 6 else {"nticks": 5}


def _range(rows: Sequence[Array], *, from_zero: bool) -> tuple[float, float]:
    """From the smallest (or 0) to the largest number of all rows, with air around it."""
    finite = np.concatenate([row[np.isfinite(row)] for row in rows])
    if not finite.size:
        return 0.0, 1.0
    low, high = 0.0 if from_zero else float(finite.min()), float(finite.max())
    air = 0.1 * (high - low) or 0.1 * abs(high) or 0.1
    return low if from_zero else low - air, high + air


def _scale(colors: tuple[str, ...]) -> list[list[Any]]:
    return [[i / (len(colors) - 1), color] for i, color in enumerate(colors)]


def _color_bar(limit: float) -> dict[str, Any]:
    """A short bar under the right end of the matrix; its title stands between the labels where they leave room."""
    unit, letter = next((unit for unit in ((1e6, "M"), (1e3, "k")) if limit >= unit[0]), (1, ""))
    end = f"{limit / unit:.3g}{letter}"
    return {
        "orientation": "h",
        "thickness": 7,
        "len": 0.3,
        "x": 0.97,
        "xanchor": "right",
        "y": _ROWS[0][0] - _HEADROOM,
        "yanchor": "top",
        "ypad": 0,
        "xpad": 0,
        "outlinewidth": 0,
        "tickvals": [-limit, 0, limit],
        "ticktext": [f"−{end}", "value" if len(end) < 3 else "", end],
        "tickfont": {"size": 11, "color": MUTED},
        "ticklabeloverflow": "allow",
        "tickangle": 0,
        "ticks": "",
    }


def _chosen(position: int, values: Array, axis: str) -> dict[str, Any]:
    """The dot of the chosen position on a curve; none where the curve has no value."""
    here = values[position : position + 1]
    return {
        "type": "scatter",
        "x": [position] * len(here),
        "y": here,
        "yaxis": axis,
        "mode": "markers",
        "marker": {"size": 10, "color": INK, "line": {"color": PAPER, "width": 2}},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _rule(position: int) -> list[dict[str, Any]]:
    """The line through all three plots: with a halo on the matrix, behind the curves."""
    top, bottom = _ROWS[0], _ROWS[2][0]
    return [
        {
            "type": "line",
            "layer": layer,
            "yref": "paper",
            "x0": position,
            "x1": position,
            "y0": low,
            "y1": high,
            "opacity": opacity,
            "line": {"color": color, "width": width, "dash": dash},
        }
        for layer, low, high, color, width, opacity, dash in (
            ("above", *top, PAPER, 4.5, 0.75, "solid"),
            ("above", *top, INK, 1.5, 1, "dot"),
            ("below", bottom, top[0], INK, 1.5, 1, "dot"),
        )
    ]


def _heading(text: str, row: int) -> dict[str, Any]:
    place = {
        "x": 0,
        "xref": "paper",
        "xanchor": "left",
        "y": _ROWS[row][1] + _HEADROOM,
        "yref": "paper",
        "yanchor": "bottom",
    }
    # the page's colour keeps the words readable where the rule passes behind them
    return {"text": text, "showarrow": False, "font": {"size": 12}, "borderpad": 0, "bgcolor": PAPER, **place}


def _note(text: str, row: int) -> dict[str, Any]:
    low, high = _ROWS[row]
    place = {"x": 0.5, "xref": "paper", "y": (low + high) / 2, "yref": "paper"}
    return {"text": text, "showarrow": False, "bgcolor": PAPER, **place}
