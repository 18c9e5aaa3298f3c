"""Script of every rerun: menu, sidebar, and page; a change of the position reruns only the fragment of the page."""

from base64 import b64encode
from importlib import import_module
from pathlib import Path
from types import ModuleType

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

try:
    from dashboard.charts import chart
except ModuleNotFoundError as error:
    if error.name != "dashboard":
        raise
    # app.py adds the parent folder to the path
    st.error("Start this app with: streamlit run dashboard/app.py")
    st.stop()

from dashboard.controls import links, sidebar, state
from dashboard.numbers.measurements import work
from dashboard.say import message, say
from dashboard.server import observability
from dashboard.sharing import previews
from dashboard.sharing.share import link_to_page, takeaway
from dashboard.state import session_keys
from dashboard.state.pages import FIRST, GROUPS, PACKAGES, PAGES
from dashboard.state.parameters import START, WITH_CONTROLS
from dashboard.views import tasks

HERE = Path(__file__).parent
# inlined, as another process may serve the next request
ICON = f"data:image/png;base64,{b64encode((HERE / 'favicon.png').read_bytes()).decode()}"
# style of a page without controls, where Streamlit keeps an empty sidebar; a phone has the menu there. It is not in
# style.css, because `:has()` on the whole page takes 0.1 s of a first visit: it is checked for each new element
WITHOUT_CONTROLS = """@media (min-width: 768px) {
  [data-testid="stSidebar"], [data-testid="stExpandSidebarButton"] { display: none }
}"""


# pages without an expander for their link: the first page, and pages with links to their steps and questions
WITHOUT_LINK = (FIRST, "lesson", "experiments")


def no_script() -> None:
    """Do nothing: `draw_page` draws every page. Streamlit would look up the path of a script in every run."""


state.read_language()

MENU_PAGES = {
    page: st.Page(no_script, title=message(f"menu-{page}"), url_path=page, default=not index)
    for index, page in enumerate(PAGES)
}

st.html(HERE / "style.css")
st.logo(ICON, size="large")
menu = {message(f"menu-group-{group}"): [MENU_PAGES[page] for page in pages] for group, pages in GROUPS.items()}
selected = st.navigation(menu, position="top", expanded=True)
name = next(name for name, known in MENU_PAGES.items() if known == selected)
# always sent: a style that is left out would stay until the end of the run
st.html(f"<style>{'' if name in WITH_CONTROLS else WITHOUT_CONTROLS}</style>")
if name == FIRST and session_keys.STATE not in st.session_state:
    keys = st.query_params.keys() - links.OTHERS
    if keys and not START & keys:
        # an unknown path: its parameters are not those of the first page, and the server cannot redirect it
        st.switch_page(
            MENU_PAGES["compare"], query_params={key: st.query_params.get_all(key) for key in st.query_params}
        )
st.set_page_config(
    page_title=previews.title(name), page_icon=ICON, layout="wide", menu_items={"About": message("menu-about")}
)
if not chart.is_served():
    # the words of the pages, without pictures
    st.error("Start this app with: streamlit run dashboard/app.py")


def layout(name: str) -> ModuleType:
    """Import the module of a page: `page` reruns when the position changes; `still`, below it, does not."""
    package = PACKAGES.get(name, name)
    return import_module(f"dashboard.views.{package}.{package}")


@st.fragment
def draw_page(name: str, controls: sidebar.Controls, end: DeltaGenerator) -> None:
    """Fragment with the part of a page that depends on the position, which changes most often."""
    # its reruns begin here
    state.read_language()
    with observability.run(name) as run:
        selected, unused = sidebar.current_study(controls)
        study, notes = selected.shown_on(name)
        run.admit(selected.log_fields(name), work(study, name))
        # always present: otherwise all charts would change places, and be rebuilt, when the lines disappear
        with st.container(key="notes"):
            for line in unused:
                # from the visitor: text, never Markdown
                st.text(line)
            for note in [*notes, *links.positions_beyond(state.state(), name)]:
                st.caption(say(note))
        shows = study.schemes or not PAGES[name]
        st.session_state[session_keys.STUDY] = study if shows else None
        if shows:
            if tasks.strip(study, name):
                layout(name).page(study)
        else:
            st.title(message(f"menu-{name}"), anchor=False)
            st.info(message("control-none-shown" if selected.schemes else "control-none-chosen"))
        with end:
            # after the page, which may open a tab; always, as fragments cannot fill a container that was empty at first
            state.tell_address(name)
            if study.schemes and PAGES[name]:
                takeaway(study, name)
            elif not PAGES[name] and name not in WITHOUT_LINK:
                link_to_page()


def draw_still(name: str) -> None:
    """Draw the part of a page that does not depend on the position.

    A module-level variable would keep the uploaded table alive until the next run.
    """
    study, still = st.session_state[session_keys.STUDY], getattr(layout(name), "still", None)
    if study and still:
        still(study)


with observability.run(name):
    st.session_state[session_keys.PAGES] = MENU_PAGES
    above, below, end = st.container(), st.container(), st.container()
    controls = sidebar.sidebar(name)
    with above:
        draw_page(name, controls, end)
    with below:
        draw_still(name)
