"""A page of one slider and one line of text: a lower limit for Streamlit."""

import streamlit as st

st.write(f"position {st.slider('Position', 0, 127, 40)}")
