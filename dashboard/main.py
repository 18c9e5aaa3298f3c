"""The script of every rerun: the pages, the sidebar, the page."""

from base64 import b64encode
from pathlib import Path

import streamlit as st

from dashboard.controls import sidebar
from dashboard.pages import PAGES
from dashboard.server import watch
from dashboard.views.measurements import work

HERE = Path(__file__).parent
# a page and its picture may come from different processes
ICON = f"data:image/png;base64,{b64encode((HERE / 'favicon.png').read_bytes()).decode()}"
FOUND = {
    page: st.Page(HERE / "views" / page / f"{page}.py", title=page.capitalize(), default=not place)
    for place, page in enumerate(PAGES)
}

st.set_page_config(
    page_title="Positional Encoding Lab",
    page_icon=ICON,
    layout="wide",
    menu_items={"About": "Positional encodings side by side: every number on these pages is computed."},
)
st.html(HERE / "style.css")
st.logo(ICON, size="large")
page = st.navigation(list(FOUND.values()), position="top")
name = next(name for name, known in FOUND.items() if known == page)
with watch.run(name) as run:
    asked, unused = sidebar.sidebar(name)
    study, notes = asked.shown_on(name)
    run.show(asked.told(name), work(study, name))
    # always there, or all charts would move by a place when the lines go, and be drawn anew
    with st.container():
        for line in unused:
            # a visitor's words: text, never markdown
            st.text(line)
        for line in notes:
            st.caption(line)
    st.session_state["study"], st.session_state["pages"] = study, FOUND
    if study.schemes or not PAGES[name]:
        page.run()
    elif asked.schemes:
        st.info("Choose another scheme in the sidebar: this page shows none of these.")
    else:
        st.info("Choose at least one scheme in the sidebar.")
