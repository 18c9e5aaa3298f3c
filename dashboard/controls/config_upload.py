"""Models: how a visitor gives a config.json. Its session holds the text; no link carries it."""

from typing import Any

import streamlit as st

from dashboard import streamlit_internals
from dashboard.controls.widgets import paste_box
from dashboard.say import message, said
from dashboard.server import uploads
from dashboard.state import uploaded_table
from posenc_core import models

TEXT, NAME, COUNT = "config text", "config name", "configs given"
"""Where a session has the text, its name, and the number of its widgets."""


def given() -> models.Model | None:
    """The model of the visitor's config.json, None without one. ValueError where it is none."""
    text = st.session_state.get(TEXT)
    return models.from_config(models.parse_config(text), st.session_state[NAME]) if text else None


def ways() -> None:
    """A file, pasted text, and the way back to the catalogue."""
    number = st.session_state.setdefault(COUNT, 0)
    with st.popover(message("models-own"), icon=":material/upload_file:"):
        file = None
        if uploaded_table.OPEN:
            label = message("models-file")
            file = st.file_uploader(
                label,
                uploads.CONFIGURATION,
                key=f"config #{number}",
                max_upload_size=1,
                help=message("models-kept"),
            )
        with st.form(f"pasted config #{number}", border=False):
            text = paste_box(message("models-paste"), 160, message("models-kept"))
            asked = st.form_submit_button(message("models-paste.button"))
    if file:
        # of more letters a configuration is refused
        content = file.getvalue()[: models.MOST_BYTES + 1].decode("utf-8", "replace")
        _hold(content, file.name, file)
    elif asked and text.strip():
        _hold(text, message("models-pasted"), None)
    if st.session_state.get(TEXT):
        st.button(message("models-back"), key="config back", icon=":material/close:", on_click=forget)


def forget() -> None:
    """Return to the catalogue."""
    st.session_state.pop(TEXT, None)


def _hold(text: str, name: str, file: Any) -> None:
    """Keep the text, let the file go, and draw the page anew."""
    if file:
        streamlit_internals.forget_file(file)
    st.session_state[TEXT], st.session_state[NAME] = text, said(name, 60)
    st.session_state[COUNT] += 1
    st.rerun()
