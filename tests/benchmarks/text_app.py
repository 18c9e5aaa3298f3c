"""A page of one slider and one line of text: the least that Streamlit can do for a change."""

import streamlit as st

st.write(f"position {st.slider('Position', 0, 127, 40)}")
