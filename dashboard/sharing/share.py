"""Foot of every page: link, data of the charts, and matrices."""

import os
from collections.abc import Sequence
from html import escape

import streamlit as st

from dashboard.controls import links, state
from dashboard.say import message
from dashboard.server.downloads import File
from dashboard.sharing import exports
from dashboard.state.study import Study
from posenc_core import CustomTable

AROUND = 150
"""Height in pixels of the slider and the caption in the file of a figure."""


def takeaway(study: Study, page: str) -> None:
    """Draw the link of the page, the code that embeds it, and its files."""
    own_link()
    shared = study.in_links()
    if shared.schemes != study.schemes:
        st.caption(message("share.own-table", name=CustomTable.name))
    if shared.schemes:
        data(shared, page)
        if exports.followed(page, shared):
            embed_file(shared, page)
    st.caption(message("share.charts"))
    # by default, browsers show this server's pages in no other page
    if os.environ.get("POSENC_FRAME_ANCESTORS"):
        embed_page()


def link_to_page() -> None:
    """Draw the expander with the link of a page that has no downloads."""
    with st.expander(message("share.link-only"), icon=":material/download:"):
        own_link()


def data(study: Study, page: str) -> None:
    """Draw links to the data of the charts and to the matrices."""
    files, reasons = [], []
    for name in exports.names(page, study):
        try:
            files.append(exports.file(page, name, study))
        except ValueError as error:
            reasons.append(str(error))
    file_links(page, files, links.query(study, page))
    if reasons:
        st.caption(message("share.refused", reasons="; ".join(dict.fromkeys(reasons))))


def file_links(page: str, files: Sequence[File], query: str) -> None:
    """Draw links to files of a page at a query."""
    query = state.with_language(f"?{query}")
    base = st.config.get_option("server.baseUrlPath").strip("/")
    folder = f"/{base}/take/{page}" if base else f"/take/{page}"
    anchors = (
        f'<a class="open" href="{escape(f"{folder}/{file.name}{query}")}" download title="{escape(file.help)}">'
        f"{escape(file.label)}</a>"
        for file in files
    )
    st.html(f'<div class="links">{"".join(anchors)}</div>')


def own_link() -> None:
    """Draw the URL of the page in its current state, to copy."""
    st.caption(message("share.link"))
    st.code(state.link(), language=None, wrap_lines=True)


def embed_file(study: Study, page: str) -> None:
    """Draw the HTML that shows the file of the figure in an article, on any site."""
    st.caption(message("share.embed-file"))
    saved = exports.file(page, "figure.html", study).saved
    high = sum(figure["layout"]["height"] for figure in exports.live_figures(page, study)) + AROUND
    title = escape(message(f"menu-{page}"))
    frame = f'<iframe src="{escape(saved)}" title="{title}" width="100%" height="{high}"></iframe>'
    st.code(frame, language="html", wrap_lines=True)


def embed_page() -> None:
    """Draw the HTML that embeds the page in its current state."""
    st.caption(message("share.embed"))
    link = state.link()
    address = escape(f"{link}{'&' if '?' in link else '?'}embed=true")
    frame = f'<iframe src="{address}" title="Positional Encoding Lab" width="100%" height="900"></iframe>'
    st.code(frame, language="html", wrap_lines=True)
