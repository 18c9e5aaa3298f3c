"""Tables of the numbers that figures show, at full precision and with the names of their axes and traces."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import numpy as np
import pandas as pd

from dashboard.say import message
from posenc_core.plot.style import Figure


def figure_table(figures: Sequence[Figure]) -> pd.DataFrame:
    """Return the numbers of figures: curves as columns beside their axis, or else the cells of matrices.

    Curves over axes of the same name share one column of coordinates. Traces with neither a name nor a hover text are
    marks, such as the dot of the selected position, and are left out.
    """
    curves: dict[str, list[pd.Series]] = {}
    cells = []
    for figure in figures:
        for trace in figure["data"]:
            across, down = (_axis(figure, trace, way) for way in "xy")
            if trace["type"] == "heatmap":
                cells.append(_cells(trace, across, down))
            elif "name" in trace or "hovertemplate" in trace:
                curves.setdefault(_title(across, "x"), []).extend(_columns(trace, _title(down, "y")))
    if curves:
        return pd.concat([_side_by_side(axis, columns) for axis, columns in curves.items()], axis=1)
    return pd.concat(cells) if cells else pd.DataFrame()


def _axis(figure: Figure, trace: dict[str, Any], way: str) -> dict[str, Any]:
    """Axis of a trace: "x2" is described by "xaxis2"."""
    axis: dict[str, Any] = figure["layout"].get(f"{way}axis{trace.get(f'{way}axis', way)[1:]}", {})
    return axis


def _title(axis: dict[str, Any], default: str) -> str:
    return _plain(axis.get("title", {}).get("text", "")) or default


def _plain(text: str) -> str:
    """Remove the markup of a text."""
    return unescape(re.sub("<[^>]*>", " ", text)).strip()


def _columns(trace: dict[str, Any], default: str) -> list[pd.Series]:
    """Return a curve, or the lower and the upper edge of a band."""
    name, x, y = _plain(trace.get("name", "")) or default, np.asarray(trace["x"]), np.asarray(trace["y"])
    if trace.get("fill") != "toself":
        return [pd.Series(y, x, name=name)]
    half = len(x) // 2
    edges = (("low", y[:half]), ("high", y[half:][::-1]))
    return [pd.Series(values, x[:half], name=message(f"file-table.{id}", name=name)) for id, values in edges]


def _side_by_side(axis: str, curves: Sequence[pd.Series]) -> pd.DataFrame:
    """Table of curves over one axis; a path, which has a coordinate twice, gets a column of its own for them."""
    functions, paths = [], []
    for curve in curves:
        if curve.index.is_unique and not curve.index.hasnans:
            functions.append(curve)
        else:
            paths.append(curve.rename_axis(axis).reset_index())
    if functions:
        table = pd.concat(functions, axis=1)
        if table.index.dtype.kind in "iuf":
            table = table.sort_index()
        paths.insert(0, table.rename_axis(axis).reset_index())
    return pd.concat(paths, axis=1)


def _cells(trace: dict[str, Any], across: dict[str, Any], down: dict[str, Any]) -> pd.DataFrame:
    """One row per cell of a matrix: its coordinates, or the texts at them, and its value."""
    height, width = np.shape(trace["z"])
    x, y = (_coordinates(trace, axis, way, count) for axis, way, count in ((across, "x", width), (down, "y", height)))
    value = _plain(trace.get("name", "")) or message("chart-value")
    return pd.DataFrame(
        {
            _title(across, "x"): np.tile(x, height),
            _title(down, "y"): np.repeat(y, width),
            value: np.ravel(trace["z"]),
        }
    )


def _coordinates(trace: dict[str, Any], axis: dict[str, Any], way: str, count: int) -> np.ndarray:
    if "ticktext" in axis:
        return np.array([unescape(text) for text in axis["ticktext"]])
    if way in trace:
        return np.asarray(trace[way])
    return np.asarray(trace.get(f"{way}0", 0) + trace.get(f"d{way}", 1) * np.arange(count))
