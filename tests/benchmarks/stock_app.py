"""The dashboard with Streamlit's own charts, as the peer of its chart component."""

from pathlib import Path
from runpy import run_path

import plotly.graph_objects as go
import streamlit as st

from dashboard.charts import chart

MAIN = Path(__file__).parents[2] / "dashboard" / "main.py"


def stock(*, key, data, **_):
    figure = go.Figure(data["figure"])
    st.plotly_chart(figure, key=key, on_select="rerun", selection_mode="points", config=chart.CONFIG)


chart.serve_from("", "")
chart._encode = lambda key, figure, *_: {"figure": figure}
chart._component = lambda: stock
run_path(str(MAIN))
