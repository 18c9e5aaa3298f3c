"""The script of every rerun: the pages, the sidebar, the page."""

from pathlib import Path

import streamlit as st

from dashboard import controls

HERE = Path(__file__).parent

st.set_page_config(
    page_title="Positional Encoding Lab",
    page_icon=str(HERE / "favicon.png"),
    layout="wide",
    menu_items={"About": "Positional encodings side by side: every number on these pages is computed."},
)
st.html(HERE / "style.css")
st.logo(HERE / "favicon.png", size="large")
page = st.navigation([st.Page(HERE / "views" / "compare.py", title="Compare", default=True)], position="top")
study, unused = controls.sidebar()
for line in unused:
    # a visitor's words: text, never markdown
    st.text(line)
st.session_state["study"] = study
if study.schemes:
    page.run()
else:
    st.info("Choose at least one scheme in the sidebar.")
