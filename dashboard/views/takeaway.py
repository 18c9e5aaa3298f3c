"""The end of every page, to take along: the link, the data behind the pictures, the matrix, and code that makes it."""

from html import escape

import streamlit as st

from dashboard.controls import links, sidebar
from dashboard.study import Study
from dashboard.views import files
from posenc_core.presentation import LIBRARIES


def takeaway(study: Study, page: str) -> None:
    """The end of every page: what it shows, to keep."""
    with st.expander("Take it along: link, data, code", icon=":material/download:"):
        own_link()
        st.caption("Each chart has buttons for PNG and SVG at its lower right.")
        offered, refused = [], []
        for name in files.names(page, study):
            try:
                offered.append(files.file(page, name, study))
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
            st.caption(f"Not offered as files here: {'; '.join(dict.fromkeys(refused))}.")
        length = files.offer(page).length(study)
        for scheme, tab in zip(study.schemes, st.tabs([scheme.name for scheme in study.schemes]), strict=True):
            with tab:
                left, right = st.columns(2)
                for column, library in zip((left, right), LIBRARIES, strict=True):
                    # a box that scrolls sideways is out of reach without a mouse
                    column.code(scheme.code(library, length, study.dim), language="python", wrap_lines=True)


def own_link() -> None:
    """The address of the page as it is now, to copy."""
    st.caption("The link to this page as it is now:")
    st.code(sidebar.link(), language=None, wrap_lines=True)
