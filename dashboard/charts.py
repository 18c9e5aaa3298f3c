"""How does a figure get onto the page? One way for all of them: key, words for who cannot see it, click, download.

Streamlit's own chart is taken down and put up anew at every change. So the app serves plotly.js from the installed
package and a small component draws with it in place; where the server does not serve it (main.py run without app.py)
or the browser cannot load it, Streamlit's own chart is used. Nobody but this module knows which.
"""

import re
from base64 import b64encode
from functools import partial
from pathlib import Path

import numpy as np
import plotly
import plotly.graph_objects as go
import plotly.io
import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from dashboard.controls import choose_position, show
from dashboard.figures import DARK
from dashboard.study import MAX_LENGTH

HERE = Path(__file__).parent
LIBRARY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
CONFIG = {
    "displaylogo": False,
    "modeBarButtons": [["toImage", "autoScale2d"]],
    "doubleClick": "autosize",
    "showTips": False,
    "toImageButtonOptions": {"format": "svg", "filename": "positional-encoding"},
}

FINE = 16
"""Up to here 16 bits for a range of ±FINE are true to the three decimals of a hover."""

_source: str | None = None


def serve_from(path: str) -> None:
    """Tell where the server has plotly.js, once it has."""
    global _source
    _source = path


def chart(figure: go.Figure, *, key: str, alt: str, position: int) -> None:
    """Draw a figure whose x axis is the position; a click, or an arrow key on it, chooses a position."""
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
                "source": _source,
                "config": CONFIG,
            },
            height=figure.layout.height,
            on_position_change=partial(_clicked, key),
            on_shown_change=partial(_zoomed, key),
            on_missing_change=_missing,
        )


def _on_the_wire(figure: go.Figure) -> str:
    """JSON with cells of 16 bits, wherever their steps stay below half a thousandth."""
    parts = figure.to_plotly_json()
    for part, trace in zip(parts["data"], figure.data, strict=True):
        if trace.type == "heatmap" and trace.zmax <= FINE:
            step = trace.zmax / np.iinfo(np.int16).max
            cells = np.rint(trace.z / step).astype("<i2")
            part["z"] = {"cells": b64encode(cells).decode(), "columns": cells.shape[1], "step": step}
    return str(plotly.io.to_json(parts, validate=False))


@st.cache_resource(show_spinner=False)
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "chart",
        html='<div class="chart" role="img" tabindex="0"></div>',
        css=(HERE / "chart.css").read_text(),
        js=(HERE / "chart.js").read_text(),
        isolate_styles=False,
    )


def _clicked(key: str) -> None:
    choose_position(int(st.session_state[key].position))


def _zoomed(key: str) -> None:
    ends = st.session_state[key].shown
    show(*((0, MAX_LENGTH) if ends == "all" else map(round, ends)))


def _missing() -> None:
    st.session_state["plotly missing"] = True


def _stock(figure: go.Figure, key: str, alt: str) -> None:
    """Streamlit's own chart, with points that it can report: it hears no click on a heatmap or a line."""
    for trace in [trace for trace in figure.data if trace.type == "heatmap"]:
        rows, columns = np.shape(trace.z)
        unseen = {"size": 1, "opacity": 0}
        figure.add_scatter(
            x=np.arange(columns), y=np.full(columns, (rows - 1) / 2), mode="markers", marker=unseen, hoverinfo="none"
        )
    figure.update_traces(mode="lines+markers", marker={"opacity": 0}, selector={"type": "scatter", "mode": "lines"})
    figure.update_layout(dragmode=False)
    if st.context.theme.type == "dark":
        figure = plotly.io.from_json(
            re.sub(r'(?<=")#\w{6}(?=")', lambda color: DARK.get(color[0], color[0]), figure.to_json())
        )
    st.plotly_chart(figure, key=key, on_select=partial(_selected, key), selection_mode="points", config=CONFIG, alt=alt)


def _selected(key: str) -> None:
    points = st.session_state[key].selection.points
    # a second click on a point takes its selection back and reports nothing
    if points:
        choose_position(int(points[0]["x"]))
