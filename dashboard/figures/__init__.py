"""How do the numbers look? Arrays in, Plotly figures out; the only place that knows a colour.

A figure is the dictionary that Plotly's objects would make of it: building the objects takes most of the time of a
rerun, and only Streamlit's own chart needs them. The tests build them, which checks every name and value.
"""

from dashboard.figures.lines import Line, bars, counting, curves, overlay, ruler
from dashboard.figures.matrices import matrix, row_height
from dashboard.figures.portrait import SHARED_LIMIT, Scales, portrait, scales
from dashboard.figures.style import DARK, Figure, scheme_color, scheme_style, step_color
from dashboard.figures.trajectories import trajectory

__all__ = [
    "DARK",
    "SHARED_LIMIT",
    "Figure",
    "Line",
    "Scales",
    "bars",
    "counting",
    "curves",
    "matrix",
    "overlay",
    "portrait",
    "row_height",
    "ruler",
    "scales",
    "scheme_color",
    "scheme_style",
    "step_color",
    "trajectory",
]
