"""The script of every rerun: the pages, the sidebar, the page; after a change of the position its fragment alone."""

from base64 import b64encode
from importlib import import_module
from pathlib import Path
from types import ModuleType

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.controls import sidebar
from dashboard.pages import PAGES
from dashboard.server import watch
from dashboard.views.measurements import work
from dashboard.views.takeaway import takeaway

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
found = st.navigation(list(FOUND.values()), position="top", expanded=True)
name = next(name for name, known in FOUND.items() if known == found)


def layout(name: str) -> ModuleType:
    """The module that draws a page: `page` what moves with the position, and `still`, below it, what does not."""
    return import_module(f"dashboard.views.{name}.{name}")


@st.fragment
def moving(name: str, controls: sidebar.Controls, end: DeltaGenerator) -> None:
    """The part of a page that depends on the position, which changes most often: it is drawn anew without the rest."""
    with watch.run(name) as run:
        asked, unused = sidebar.chosen(controls)
        study, notes = asked.shown_on(name)
        run.show(asked.told(name), work(study, name))
        # always there, or all charts would move by a place when the lines go, and be drawn anew
        with st.container():
            for line in unused:
                # a visitor's words: text, never markdown
                st.text(line)
            for line in notes:
                st.caption(line)
        shows = study.schemes or not PAGES[name]
        st.session_state["study"] = study if shows else None
        if shows:
            layout(name).page(study)
        elif asked.schemes:
            st.info("Choose another scheme, or other sizes, in the sidebar: this page shows none of these.")
        else:
            st.info("Choose at least one scheme in the sidebar.")
        # always there: a place that was not written to at first cannot be written to later
        with end, st.container():
            if study.schemes and PAGES[name]:
                takeaway(study, name)


def staying(name: str) -> None:
    """The part that does not. A name of the script itself would hold a visitor's table until another script runs."""
    study, still = st.session_state["study"], getattr(layout(name), "still", None)
    if study and still:
        still(study)


with watch.run(name):
    st.session_state["pages"] = FOUND
    above, below, end = st.container(), st.container(), st.container()
    controls = sidebar.sidebar(name)
    with above:
        moving(name, controls, end)
    with below:
        staying(name)
