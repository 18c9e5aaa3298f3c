"""The foot of every page: its link, the data behind the pictures, the matrix, and code that makes it."""

from html import escape

import streamlit as st

from dashboard.controls import links, state
from dashboard.say import message
from dashboard.sharing import exports
from dashboard.state.study import Study
from posenc_core import CustomTable
from posenc_core.foundation.presentation import LIBRARIES


def takeaway(study: Study, page: str) -> None:
    """Share and download what a page shows. It is drawn when opened: code takes a browser much to load."""
    with st.expander(message("share"), icon=":material/download:", key="takeaway", on_change="rerun") as box:
        if box.open:
            own_link()
            embedded()
            said = study.in_links()
            if said.schemes != study.schemes:
                st.caption(message("share.own-table", name=CustomTable.name))
            st.caption(message("share.charts"))
            if said.schemes:
                data(said, page)
                code(said, page)


def data(study: Study, page: str) -> None:
    """The data behind the pictures, and the matrices, as links."""
    offered, refused = [], []
    for name in exports.names(page, study):
        try:
            offered.append(exports.file(page, name, study))
        except ValueError as error:
            refused.append(str(error))
    query, base = links.query(study), st.config.get_option("server.baseUrlPath").strip("/")
    place = f"{'/' * bool(base)}{base}/take/{page}"
    anchors = (
        f'<a class="open" href="{escape(f"{place}/{file.name}?{query}")}" download title="{escape(file.help)}">'
        f"{escape(file.label)}</a>"
        for file in offered
    )
    st.html(f'<div class="links">{"".join(anchors)}</div>')
    if refused:
        st.caption(message("share.refused", reasons="; ".join(dict.fromkeys(refused))))


def code(study: Study, page: str) -> None:
    """The program that makes each matrix."""
    length = exports.offer(page).length(study)
    for scheme, tab in zip(study.schemes, st.tabs([scheme.name for scheme in study.schemes]), strict=True):
        with tab:
            for column, library in zip(st.columns(2), LIBRARIES, strict=True):
                # a box that scrolls sideways is out of reach without a mouse
                column.code(scheme.code(library, length, study.dim), language="python", wrap_lines=True)


def own_link() -> None:
    """The address of the page in its current state, to copy."""
    st.caption(message("share.link"))
    st.code(state.link(), language=None, wrap_lines=True)


def embedded() -> None:
    """The line of an article that shows the page as it is now."""
    st.caption(message("share.embed"))
    link = state.link()
    address = escape(f"{link}{'&' if '?' in link else '?'}embed=true")
    frame = f'<iframe src="{address}" title="Positional Encoding Lab" width="100%" height="900"></iframe>'
    st.code(frame, language="html", wrap_lines=True)
