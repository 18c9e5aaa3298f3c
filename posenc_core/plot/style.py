"""Colors, axes, and marks of all figures. Colors are those of a light page; the renderer maps them by `DARK`."""

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import Any, TypedDict

import numpy as np

from posenc_core.arrays import Array as Array
from posenc_core.data_files import DATA, read_toml
from posenc_core.text.messages import message


class Figure(TypedDict):
    """Figure as Plotly's `to_dict` returns it: building Plotly objects takes longer than the figure.

    The tests build them, which validates every name and value.
    """

    data: list[dict[str, Any]]
    layout: dict[str, Any]


_COLORS: dict[str, list[tuple[str, str]]] = read_toml(DATA / "colors.toml")

PALETTE, (OWN,), SIGNED, RISING, PASSING, (INK, MUTED, GRID, PAPER) = (
    tuple(light for light, _ in _COLORS[name]) for name in ("palette", "own", "signed", "rising", "passing", "plain")
)
DASHES = ("3px,2px", "10px,4px", "8px,2px", "solid", "12px,3px,2px,3px", "6px,6px", "2px,5px", "16px,3px")
OWN_DASH = "14px,3px,2px,3px,2px,3px"
"""Dash of a custom table; no scheme has it."""

DARK: dict[str, str] = dict(pair for pairs in _COLORS.values() for pair in pairs)
"""Colors of a dark page, by those of a light page."""

SHARED_LIMIT = 1.0
"""Color limit of heatmaps with values within ±1: sinusoids, bits, and fractions of a length."""

CLEAR = "rgba(0,0,0,0)"
LEGEND = {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "bgcolor": CLEAR}
LEGEND |= {"itemclick": False, "itemdoubleclick": False}
"""Legend above the plot, where it fits on a phone."""


def scheme_color(order: int) -> str:
    """Color of a scheme by its place in the registry; -1 is a custom table."""
    return OWN if order < 0 else PALETTE[order % len(PALETTE)]


def scheme_style(order: int) -> tuple[str, str]:
    """Color and dash of a scheme; no two of 36 schemes share both."""
    if order < 0:
        return OWN, OWN_DASH
    return scheme_color(order), DASHES[(order + order // len(DASHES)) % len(DASHES)]


def step_color(order: int, count: int) -> str:
    """Color of one of `count` values in rising order."""
    return PASSING[round(order * (len(PASSING) - 1) / max(count - 1, 1))]


def layout(height: int, *, chooses: str = "", zooms: bool = False, linked: Sequence[str] = ()) -> dict[str, Any]:
    """Layout of every figure.

    `chooses` is the attribute of a clicked point that is its position ("x", "y", or "customdata"; "" for none). With
    `zooms`, dragging sideways sets the shown positions. `linked` are the subplots that mark the position under the
    pointer in another chart.
    """
    return {
        "height": height,
        "margin": {"l": 46, "r": 10, "t": 26, "b": 38, "autoexpand": False},
        "showlegend": False,
        "modebar": {"bgcolor": CLEAR, "color": MUTED, "activecolor": INK},
        "template": {},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": {"color": MUTED},
        "meta": {"chooses": chooses, "zooms": zooms, "linked": list(linked)},
    }


def axis(title: str, **more: Any) -> dict[str, Any]:
    """Axis with a title."""
    look = {"showgrid": False, "zeroline": False, "ticklen": 4, "tickangle": 0}
    return {"title": {"text": title, "standoff": 8}, **look, **more}


def value_axis(**more: Any) -> dict[str, Any]:
    """Axis of values, without a title, which is above the plot."""
    # 200k, 1M
    stops = [{"dtickrange": [1e5, None], "value": "~s"}]
    look = {"zeroline": False, "nticks": 5, "ticks": "", "gridcolor": GRID, "tickformat": "~g"}
    return {**look, "tickformatstops": stops, **more}


def position_axis(first: int, last: int, **more: Any) -> dict[str, Any]:
    """Axis of the positions `first` to `last`."""
    return axis(
        message("chart-position"),
        range=[first - 0.5, last + 0.5],
        tickformat="d" if last < 10_000 else "~s",
        **whole_ticks(last - first + 1),
        **more,
    )


def legend(title: str) -> dict[str, Any]:
    """Legend above the plot, with a title for the values."""
    return {**LEGEND, "title": {"text": title, "side": "top", "font": {"size": 12}}}


def curve_style(count: int, color: str, dash: str = "solid", width: float = 2) -> dict[str, Any]:
    """Style of a line; with markers for up to 40 points."""
    return {
        "mode": "lines+markers" if count <= 40 else "lines",
        "line": {"color": color, "width": width, "dash": dash},
        "marker": {"size": 6, "color": color},
    }


def whole_ticks(count: int) -> dict[str, int]:
    """Ticks at whole numbers, at each of up to 6."""
    return {"tick0": 0, "dtick": 1} if count <= 6 else {"nticks": 5}


def limits(rows: Sequence[Array], *, from_zero: bool) -> tuple[float, float]:
    """Range from the smallest number (or 0) to the largest, with padding."""
    finite = np.concatenate([row[np.isfinite(row)] for row in rows])
    if not finite.size:
        return 0.0, 1.0
    low, high = 0.0 if from_zero else float(finite.min()), float(finite.max())
    padding = 0.1 * (high - low) or 0.1 * abs(high) or 0.1
    if not math.isfinite(padding):
        return low, high
    # every chart sends the digits, and a tenth of the padding is not visible
    digits = 1 - math.floor(math.log10(padding))
    return low if from_zero else round(low - padding, digits), round(high + padding, digits)


def compact(values: Array) -> Array:
    """Numbers in 32 bits, or in 64 if 32 bits overflow or underflow."""
    size, ends = np.abs(values[np.isfinite(values)]).max(initial=0), np.finfo(np.float32)
    return values.astype(np.float32) if not size or ends.tiny <= size <= ends.max else values.astype(np.float64)


def color_scale(colors: tuple[str, ...]) -> list[list[Any]]:
    """Return a Plotly color scale of evenly spaced colors."""
    return [[i / (len(colors) - 1), color] for i, color in enumerate(colors)]


def wrap_title(text: str, width: int = 60) -> str:
    """Title in lines that fit on a phone."""
    return "<br>".join(wrap(text, width))


def words_above(text: str, **more: Any) -> dict[str, Any]:
    """Text above the left end of a plot, with a background."""
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": "paper", "yanchor": "bottom", "align": "left"}
    return {"text": text, "showarrow": False, "font": {"size": 12}, "borderpad": 0, "bgcolor": PAPER, **place, **more}


def note(text: str, **more: Any) -> dict[str, Any]:
    """Text in the center of an empty plot."""
    place = {"x": 0.5, "xref": "paper", "y": 0.5, "yref": "paper"}
    return {"text": text, "showarrow": False, "bgcolor": PAPER, **place, **more}


def rule(position: float, low: float = 0, high: float = 1, *, halo: bool = False) -> list[dict[str, Any]]:
    """Line at the selected position, over a fraction of the height; the halo is for matrices."""
    place = {"yref": "paper", "x0": position, "x1": position, "y0": low, "y1": high}
    return _dotted_line(halo, layer="above" if halo else "below", **place)


def stripe(way: str, place: float) -> list[dict[str, Any]]:
    """Line at a selected row or column, with a halo that is visible on any color."""
    along = "x" if way == "y" else "y"
    ends = {f"{along}ref": f"{along} domain", f"{along}0": 0, f"{along}1": 1}
    return _dotted_line(True, **ends, **{f"{way}0": place, f"{way}1": place})


def _dotted_line(halo: bool, **place: Any) -> list[dict[str, Any]]:
    """Dotted line; with a halo, its gaps are white, so that it is visible on any color and hides no cell."""
    strokes = ((PAPER, 1.5, 1, "solid"), (INK, 1.5, 1, "dot"))
    return [
        {"type": "line", "opacity": opacity, "line": {"color": color, "width": width, "dash": dash}, **place}
        for color, width, opacity, dash in (strokes if halo else strokes[1:])
    ]


def dot(x: Sequence[float] | Array, y: Array, **more: Any) -> dict[str, Any]:
    """Marker of the selected position on a curve."""
    look = {"size": 10, "color": INK, "line": {"color": PAPER, "width": 2}}
    return silent(x, y, **{"mode": "markers", "marker": look, "cliponaxis": False, **more})


def silent(x: Sequence[float] | Array, y: Array, **more: Any) -> dict[str, Any]:
    """Trace without a hover text and a legend entry."""
    return {"type": "scatter", "x": x, "y": y, "hoverinfo": "skip", "showlegend": False, **more}
