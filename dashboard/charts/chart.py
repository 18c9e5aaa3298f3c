"""How a figure gets onto a page, one way for all: key, words for who cannot see it, click, download.

Streamlit's own chart is taken down and put up anew at every change. So the app serves plotly.js from the installed
package and a small component draws with it in place; where the server does not serve it (main.py run without app.py)
or the browser cannot load it, Streamlit's own chart is used. Nobody but this module knows which.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from dashboard.charts.style import DARK, Figure
from dashboard.controls.sidebar import choose_column, choose_position, show
from dashboard.parameters import MAX_LENGTH

HERE = Path(__file__).parent
HTML = """
<div class="chart" role="group" aria-roledescription="chart"></div>
<div class="spoken" aria-live="polite"></div>
"""
LIBRARY = Path(str(files("plotly"))) / "package_data" / "plotly.min.js"
CONFIG = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "showTips": False,
    "toImageButtonOptions": {"format": "svg"},
}

FINE = 16
"""Up to here 16 bits for a range of ±FINE are true to the three decimals of a hover."""

_source: str | None = None


def serve_from(path: str) -> None:
    """Tell where the server has plotly.js, once it has."""
    global _source
    _source = path


def chart(figure: Figure, *, key: str, alt: str, position: int = 0) -> None:
    """Draw a figure; where it shows positions, a click, or an arrow key on it, chooses one.

    Where the figure's meta has "opens", the name of what of a point is its column, a click chooses that too.
    """
    # a chart may be called what a control is called
    name, key = key, f"chart {key}"
    if _source is None or "plotly missing" in st.session_state:
        _stock(figure, key, alt)
    else:
        _component()(
            key=key,
            data={
                "figure": _on_the_wire(figure),
                "dark": DARK,
                "alt": alt,
                "position": position,
                "last": st.session_state["n"] - 1,
                "source": _source,
                "config": CONFIG,
                "name": name.replace(" ", "-").lower(),
            },
            height=figure["layout"]["height"],
            on_position_change=partial(_clicked, key),
            on_shown_change=partial(_zoomed, key),
            on_missing_change=partial(_missing, key),
        )


def _on_the_wire(figure: Figure) -> str:
    """JSON with arrays as bytes, and cells of 16 bits wherever their steps stay below half a thousandth."""
    return json.dumps({"data": [_packed(trace) for trace in figure["data"]], "layout": figure["layout"]})


def _packed(trace: dict[str, Any]) -> dict[str, Any]:
    packed = {name: _wired(value) for name, value in trace.items()}
    if trace["type"] == "heatmap" and trace["zmax"] <= FINE and (np.abs(trace["z"]) <= trace["zmax"]).all():
        step = trace["zmax"] / np.iinfo(np.int16).max
        cells = np.rint(trace["z"] / step).astype("<i2")
        packed["z"] = {"cells": b64encode(cells.tobytes()).decode(), "columns": cells.shape[1], "step": step}
    return packed


def _wired(value: Any) -> Any:
    """Arrays as bytes, also those inside a trace's parts."""
    if isinstance(value, dict):
        return {name: _wired(part) for name, part in value.items()}
    return _bytes(value) if isinstance(value, np.ndarray) else value


def _bytes(array: np.ndarray[Any, Any]) -> dict[str, str]:
    """An array as Plotly reads it; positions fit into 32 bits."""
    array = np.ascontiguousarray(array, "<i4" if array.dtype.kind == "i" else f"<f{array.itemsize}")
    return {
        "dtype": array.dtype.str[1:],
        "bdata": b64encode(array.tobytes()).decode(),
        "shape": ", ".join(map(str, array.shape)),
    }


@st.cache_resource(show_spinner=False)
def _component() -> Callable[..., Any]:
    return st.components.v2.component(
        "chart",
        html=HTML,
        css=(HERE / "chart.css").read_text(),
        js=(HERE / "chart.js").read_text(),
        isolate_styles=False,
    )


def _said(key: str, event: str) -> object:
    """What a chart reports; nothing where one of the other kind has taken its place before the report came."""
    return st.session_state.get(key, {}).get(event)


def _clicked(key: str) -> None:
    reported = _said(key, "position")
    # a cell of a matrix is reported with its column, in one report: two would be two reruns
    numbers = [_number(each) for each in (reported if isinstance(reported, list) else [reported])][:2]
    if numbers and numbers[0] is not None:
        choose_position(int(numbers[0]))
        if numbers[-1] is not None and len(numbers) == 2:
            choose_column(int(numbers[-1]))


def _zoomed(key: str) -> None:
    ends = _said(key, "shown")
    if ends == "all":
        show(0, MAX_LENGTH)
    elif isinstance(ends, list) and len(ends) == 2:
        first, last = map(_number, ends)
        if first is not None and last is not None:
            show(round(first), round(last))


def _number(reported: object) -> float | None:
    """What a browser reports, where it is a number."""
    if isinstance(reported, bool) or not isinstance(reported, int | float):
        return None
    # beyond these ends it makes no difference, and an integer may have more digits than a float has room for
    return max(min(reported, MAX_LENGTH), -MAX_LENGTH) if reported == reported else None


def _missing(key: str) -> None:
    if _said(key, "missing") is True:
        st.session_state["plotly missing"] = True


def _stock(figure: Figure, key: str, alt: str) -> None:
    """Streamlit's own chart, with points that it can report: it hears no click on a heatmap or a line.

    So here a click on a matrix chooses a position alone.
    """
    # only here are Plotly's own objects needed, and they take long to import
    import plotly.graph_objects as go
    import plotly.io

    stock = go.Figure(figure)
    chooses = figure["layout"]["meta"]["chooses"]
    for trace in [trace for trace in stock.data if trace.type == "heatmap" and chooses in ("x", "y")]:
        rows, columns = np.shape(trace.z)
        x, y = trace.x0 + trace.dx * np.arange(columns), trace.y0 + trace.dy * np.arange(rows)
        x, y = (x, np.full(columns, y.mean())) if chooses == "x" else (np.full(rows, x.mean()), y)
        stock.add_scatter(
            x=x, y=y, mode="markers", marker={"size": 1, "opacity": 0}, hoverinfo="none", showlegend=False
        )
    if chooses:
        stock.update_traces(mode="lines+markers", marker={"opacity": 0}, selector={"type": "scatter", "mode": "lines"})
    stock.update_layout(dragmode="orbit" if "scene" in figure["layout"] else False)
    if st.context.theme.type == "dark":
        stock = plotly.io.from_json(
            re.sub(r'(?<=")#\w{6}(?=")', lambda color: DARK.get(color[0], color[0]), stock.to_json())
        )
    st.plotly_chart(
        stock,
        key=key,
        on_select=partial(_selected, key, chooses) if chooses else "ignore",
        selection_mode="points",
        config=CONFIG,
        alt=alt,
    )


def _selected(key: str, chooses: str) -> None:
    selection = _said(key, "selection")
    points = selection.get("points") if isinstance(selection, dict) else None
    # a second click on a point takes its selection back and reports nothing
    if isinstance(points, list) and points and isinstance(points[0], dict):
        found = points[0].get(chooses)
        position = _number(found[0] if isinstance(found, list) and found else found)
        if position is not None:
            choose_position(int(position))
