"""The script of every rerun: the pages, the sidebar, the page; after a change of the position its fragment alone."""

from base64 import b64encode
from importlib import import_module
from pathlib import Path
from types import ModuleType

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

try:
    from dashboard.charts import chart

    served = chart.served()
except ModuleNotFoundError as error:
    if error.name != "dashboard":
        raise
    # app.py adds the folder above it to the path
    served = False
if not served:
    st.error("Start this app with: streamlit run dashboard/app.py")
    st.stop()

from dashboard.controls import links, sidebar, state
from dashboard.numbers.measurements import work
from dashboard.say import message, say
from dashboard.server import observability
from dashboard.sharing import previews
from dashboard.sharing.share import takeaway
from dashboard.state.pages import GROUPS, PACKAGES, PAGES
from dashboard.views import tasks

HERE = Path(__file__).parent
# a page and its picture may come from different processes
ICON = f"data:image/png;base64,{b64encode((HERE / 'favicon.png').read_bytes()).decode()}"


def script(page: str) -> Path:
    """Path of the module that draws a page."""
    package = PACKAGES.get(page, page)
    return HERE / "views" / package / f"{package}.py"


FOUND = {
    page: st.Page(script(page), title=message(f"menu-{page}"), url_path=page, default=not place)
    for place, page in enumerate(PAGES)
}

st.html(HERE / "style.css")
st.logo(ICON, size="large")
menu = {message(f"menu-group-{group}"): [FOUND[page] for page in pages] for group, pages in GROUPS.items()}
found = st.navigation(menu, position="top", expanded=True)
name = next(name for name, known in FOUND.items() if known == found)
st.set_page_config(
    page_title=previews.title(name), page_icon=ICON, layout="wide", menu_items={"About": message("menu-about")}
)


def layout(name: str) -> ModuleType:
    """The module that draws a page: `page` what moves with the position, and `still`, below it, what does not."""
    package = PACKAGES.get(name, name)
    return import_module(f"dashboard.views.{package}.{package}")


@st.fragment
def moving(name: str, controls: sidebar.Controls, end: DeltaGenerator) -> None:
    """The part of a page that depends on the position, which changes most often: it is drawn anew without the rest."""
    with observability.run(name) as run:
        asked, unused = sidebar.chosen(controls)
        study, notes = asked.shown_on(name)
        run.show(asked.told(name), work(study, name))
        # always there, or all charts would move by a place when the lines go, and be drawn anew
        with st.container():
            for line in unused:
                # a visitor's words: text, never markdown
                st.text(line)
            for note in [*notes, *links.beyond(state.state(), name)]:
                st.caption(say(note))
        shows = study.schemes or not PAGES[name]
        st.session_state["study"] = study if shows else None
        if shows:
            tasks.strip(study, name)
            layout(name).page(study)
        else:
            st.title(message(f"menu-{name}"), anchor=False)
            st.info(message("control-none-shown" if asked.schemes else "control-none-chosen"))
        with end:
            # after the page: a tab that it has opened stands in the address, too. It is always there: a place that was
            # not written to at first cannot be written to later
            state.tell_address(name)
            if study.schemes and PAGES[name]:
                takeaway(study, name)


def staying(name: str) -> None:
    """The part that does not. A name of the script itself would hold a visitor's table until another script runs."""
    study, still = st.session_state["study"], getattr(layout(name), "still", None)
    if study and still:
        still(study)


with observability.run(name):
    st.session_state["pages"] = FOUND
    above, below, end = st.container(), st.container(), st.container()
    controls = sidebar.sidebar(name)
    with above:
        moving(name, controls, end)
    with below:
        staying(name)
