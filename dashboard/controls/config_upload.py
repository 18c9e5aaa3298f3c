"""Upload of a config.json on the page Models. The session keeps the text; links do not contain it."""

from typing import Any

import streamlit as st

from dashboard import streamlit_internals
from dashboard.controls.widgets import paste_box
from dashboard.say import message, safe_text
from dashboard.server import uploads
from dashboard.state import session_keys, uploaded_table
from posenc_core import models


def uploaded_model() -> models.Model | None:
    """Model of the uploaded config.json, if any; ValueError if it is invalid."""
    text = st.session_state.get(session_keys.CONFIG_TEXT)
    return models.from_config(models.parse_config(text), st.session_state[session_keys.CONFIG_NAME]) if text else None


def upload_controls() -> None:
    """Draw the file uploader, the box for pasted text, and the button that returns to the catalogue."""
    number = st.session_state.setdefault(session_keys.CONFIG_UPLOADS, 0)
    with st.popover(message("models-own"), icon=":material/upload_file:"):
        file = None
        if uploaded_table.UPLOADS_ALLOWED:
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
            is_submitted = st.form_submit_button(message("models-paste.button"))
    if file:
        # one character above the limit, so that a longer file is refused
        content = file.getvalue()[: models.MOST_BYTES + 1].decode("utf-8", "replace")
        _store(content, file.name, file)
    elif is_submitted and text.strip():
        _store(text, message("models-pasted"), None)
    if st.session_state.get(session_keys.CONFIG_TEXT):
        st.button(message("models-back"), key="config back", icon=":material/close:", on_click=remove)


def remove() -> None:
    """Return to the catalogue."""
    st.session_state.pop(session_keys.CONFIG_TEXT, None)


def _store(text: str, name: str, file: Any) -> None:
    """Store the text, discard the file, and rerun the script."""
    if file:
        streamlit_internals.discard_read_file(file)
    st.session_state[session_keys.CONFIG_TEXT] = text
    st.session_state[session_keys.CONFIG_NAME] = safe_text(name, 60)
    st.session_state[session_keys.CONFIG_UPLOADS] += 1
    st.rerun()
