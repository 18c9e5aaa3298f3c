"""The words of Compare and one stock chart: the least that a page of text with a picture takes."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

TITLE = "How does a Transformer know where a token stands?"
WORDS = """\
A Transformer reads tokens, the words or pieces of words of a text, and does not see their order. A scheme of \
positional encoding makes a vector, a list of 64 numbers, for each position, and adds it to the token. Move over a \
chart to try a position, click to choose it.
**Encoding.** In Sinusoidal, 51 of 64 dimensions change, 13 hardly. In Binary, 7 of 64 dimensions change, 57 stay at \
0. In Normalized, all dimensions are equal.
**Step.** One step is equally long everywhere in Sinusoidal and Normalized. In Binary, the step 63 → 64 is 2.65 times \
as long as 0 → 1.
**Similarity, by dot product.** Position 40 is most similar to itself in Sinusoidal. In Binary, it is no more similar \
to itself than to 31 other positions. In Normalized, it is most similar to position 127, the last, not to itself."""

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
