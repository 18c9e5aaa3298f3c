"""The script of every rerun: the pages, the sidebar, the page."""

from base64 import b64encode
from pathlib import Path

import streamlit as st

from dashboard.controls import options, sidebar
from dashboard.server import watch
from dashboard.views.measurements import work

HERE = Path(__file__).parent
# a page and its picture may come from different processes
ICON = f"data:image/png;base64,{b64encode((HERE / 'favicon.png').read_bytes()).decode()}"
PAGES = {
    name: st.Page(HERE / "views" / name / "page.py", title=name.capitalize(), url_path=name, default=name == "compare")
    for name in (
        *("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory", "sentence"),
        "experiments",
    )
}

st.set_page_config(
    page_title="Positional Encoding Lab",
    page_icon=ICON,
    layout="wide",
    menu_items={"About": "Positional encodings side by side: every number on these pages is computed."},
)
st.html(HERE / "style.css")
st.logo(ICON, size="large")
page = st.navigation(list(PAGES.values()), position="top")
name = next(name for name, known in PAGES.items() if known == page)
with watch.run(name) as run:
    study, unused = sidebar.sidebar(name)
    run.show(options.told(study, name), work(study, name))
    # always there, or all charts would move by a place when the lines go, and be drawn anew
    with st.container():
        for line in unused:
            # a visitor's words: text, never markdown
            st.text(line)
    st.session_state["study"], st.session_state["pages"] = study, PAGES
    if study.schemes or name == "experiments":
        page.run()
    else:
        st.info("Choose at least one scheme in the sidebar.")
