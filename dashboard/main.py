"""Script of every rerun: entries, the row of a section, and the page.

A change of the position reruns only the fragment of the page.
"""

from base64 import b64encode
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

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

from dashboard.bar import bar
from dashboard.controls import links, state
from dashboard.numbers.measurements import work
from dashboard.say import MESSAGES, message, say
from dashboard.server import observability
from dashboard.sharing import previews
from dashboard.sharing.share import link_to_page
from dashboard.state import session_keys
from dashboard.state.pages import ENTRIES, FIRST, PAGES, SECTIONS
from dashboard.views import tasks
from dashboard.views.page_parts import open_link

HERE = Path(__file__).parent
# inlined, as another process may serve the next request
ICON = f"data:image/png;base64,{b64encode((HERE / 'favicon.png').read_bytes()).decode()}"
# pages without an expander for their link: the first page, and pages with links to their steps and questions
WITHOUT_LINK = (FIRST, "lesson", "questions")


# Streamlit marks the open page only, and not the entry of its section
OPEN_ENTRY = "[data-testid=stTopNavLink][href$='/{page}'] {{ font-weight: 600 }}"


def section_page(section: str) -> str:
    """Page that the entry of a section opens."""
    return next(page for page in SECTIONS[section] if page in ENTRIES)


def section_row(section: str) -> None:
    """Draw links to the pages of a section with several."""
    if len(SECTIONS[section]) > 1:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="section"):
            for page in SECTIONS[section]:
                label = message(f"menu-{page}.row" if f"menu-{page}.row" in MESSAGES else f"menu-{page}")
                st.page_link(MENU_PAGES[page], label=label)
            if section == "learn":
                open_link("lesson?class=1", message("start-teachers"))


def no_script() -> None:
    """Do nothing: `draw_page` draws every page. Streamlit would look up the path of a script in every run."""


state.read_language()

MENU_PAGES = {
    page: st.Page(
        no_script,
        title=message(f"entry-{ENTRIES[page]}" if page in ENTRIES else f"menu-{page}"),
        url_path=page,
        default=page == FIRST,
        visibility="visible" if page in ENTRIES else "hidden",
    )
    for page in PAGES
}

st.html(HERE / "charts" / "chart.css")
st.html(HERE / "style.css")
st.logo(ICON, size="large")
selected = st.navigation(
    [MENU_PAGES[page] for pages in SECTIONS.values() for page in pages], position="top", expanded=True
)
name = next(name for name, known in MENU_PAGES.items() if known == selected)
section = next(section for section, pages in SECTIONS.items() if name in pages)
st.html(f"<style>{bar.chip_colors()}{OPEN_ENTRY.format(page=section_page(section))}</style>")
st.set_page_config(
    page_title=previews.title(name), page_icon=ICON, layout="wide", menu_items={"About": message("menu-about")}
)
if not chart.served():
    # the words of the pages, without pictures
    st.error("Start this app with: streamlit run dashboard/app.py")


def layout(name: str) -> ModuleType:
    """Import the module of a page: `page` reruns when the position changes; `still`, below it, does not."""
    return import_module(f"dashboard.views.{name}.{name}")


@st.fragment
def draw_page(name: str, values: dict[str, Any], end: DeltaGenerator) -> None:
    """Fragment with the part of a page that depends on the position, which changes most often."""
    # its reruns begin here
    state.read_language()
    with observability.run(name) as run:
        selected, unused = bar.current_study(values)
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
            st.info(message("control-none-shown"))
            bar.draw_bar(selected, name)
        with end:
            # after the page, which may open a tab; always, as fragments cannot fill a container that was empty at first
            state.tell_address(name)
            if not PAGES[name] and name not in WITHOUT_LINK:
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
    section_row(section)
    above, below, end = st.container(key=f"page-{name}"), st.container(), st.container()
    values = bar.read(name)
    with above:
        draw_page(name, values, end)
    with below:
        draw_still(name)
