"""The text of Compare and one stock chart: a minimal page with a figure."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

TITLE = "How does a Transformer know the order of its tokens?"
WORDS = """\
Self-attention is permutation-equivariant: permuting words only permutes the outputs. \
So positional encodings are added to token embeddings. \
Only Sinusoidal keeps neighboring positions equally far apart and makes each position most similar to itself."""

positions = np.arange(128)
angles = positions / 10_000.0 ** (np.arange(0, 64, 2) / 64)[:, None]
matrix = np.stack([np.sin(angles), np.cos(angles)], axis=1).reshape(64, 128).astype(np.float32)

st.set_page_config(page_title="One chart", layout="wide")
st.title(TITLE, anchor=False)
st.markdown(WORDS.replace("\n", "  \n"))
st.header("Sinusoidal", anchor=False)
st.plotly_chart(
    go.Figure(
        [
            go.Heatmap(z=matrix, zmin=-1, zmax=1),
            go.Scatter(x=positions, y=np.linalg.norm(np.diff(matrix), axis=0), yaxis="y2", mode="lines"),
            go.Scatter(x=positions, y=matrix[:, 40] @ matrix, yaxis="y3", mode="lines"),
        ],
        {
            "height": 600,
            "showlegend": False,
            "yaxis": {"domain": [0.5, 1]},
            "yaxis2": {"domain": [0.26, 0.45]},
            "yaxis3": {"domain": [0, 0.2]},
        },
    )
)
