"""Models of the page Models: labels of the catalogue, and upload of a config.json or of the header of a GGUF file.

The session keeps the model, not the file; links contain neither.
"""

from typing import Any

import streamlit as st

from dashboard import streamlit_internals
from dashboard.controls.widgets import paste_box
from dashboard.say import message, plain, safe_text
from dashboard.server import uploads
from dashboard.state import session_keys, uploaded_table
from posenc_tools import models

MOST_MIB = uploads.MAX_BYTES // 2**20
"""Size of an upload in MiB; that of a header is nearly all vocabulary."""


def model_label(name: str) -> str:
    """Label of a model in the catalogue, so that a search for its encoding lists it."""
    kind = "axes" if name in models.IMAGE_MODELS else models.model(name).kind
    return message("models-option", name=name, text=message("models-cell-family", family=kind))


def chosen_model(name: str | None, slot: str = "") -> models.Model | None:
    """Model of the uploaded file, or else of the catalogue; draw the error of an invalid file.

    `slot` is "other" for the second model.
    """
    stored: str | models.Model | None = st.session_state.get(session_keys.CONFIG_FILE + slot)
    if isinstance(stored, str):
        st.error(plain(stored))
        return None
    return stored or (models.model(name) if name else None)


def read_model(content: bytes, name: str, *, is_header: bool = False) -> models.Model | str:
    """Model of a configuration, or of a GGUF file with `is_header`; or the reason why it cannot be read."""
    try:
        if is_header:
            return models.read_gguf(content, name)
        # one byte above the limit, so that a longer configuration is refused
        text = content[: models.MOST_BYTES + 1].decode("utf-8", "replace")
        return models.from_config(models.parse_config(text), name)
    except ValueError as error:
        return str(error)


def is_uploaded(slot: str = "") -> bool:
    """Return True if a file takes the place of the catalogue."""
    return bool(st.session_state.get(session_keys.CONFIG_FILE + slot))


def upload_controls(slot: str = "") -> None:
    """Draw the file uploader, the box for pasted text, and the button that returns to the catalogue."""
    number = st.session_state.setdefault(session_keys.CONFIG_UPLOADS + slot, 0)
    label = message(f"models-own.{slot}".rstrip("."))
    # another key after each upload, so that the box closes
    with st.popover(label, icon=":material/upload_file:", key=f"config box {slot}#{number}"):
        file = None
        if uploaded_table.UPLOADS_ALLOWED:
            label = message("models-file")
            file = st.file_uploader(
                label,
                uploads.CONFIGURATION,
                key=f"config {slot}#{number}",
                max_upload_size=MOST_MIB,
                help=message("models-kept"),
            )
            st.caption(message("models-header", text=f"`head -c {MOST_MIB}M model.gguf > header.gguf`"))
        with st.form(f"pasted config {slot}#{number}", border=False):
            text = paste_box(message("models-paste"), 160, message("models-kept"))
            is_submitted = st.form_submit_button(message("models-paste.button"))
    if file:
        _store(file.getvalue(), file.name, file, slot)
    elif is_submitted and text.strip():
        _store(text.encode(errors="replace"), message("models-pasted"), None, slot)
    if is_uploaded(slot):
        key = f"config back {slot}".strip()
        st.button(message("models-back"), key=key, icon=":material/close:", on_click=remove, args=(slot,))


def remove(slot: str) -> None:
    """Return to the catalogue."""
    st.session_state.pop(session_keys.CONFIG_FILE + slot, None)


def _store(content: bytes, name: str, file: Any, slot: str) -> None:
    """Store the model of a configuration or GGUF file, discard the uploaded file, and rerun the script."""
    if file:
        streamlit_internals.discard_read_file(file)
    model = read_model(content, safe_text(name, 60), is_header=name.lower().endswith(".gguf"))
    st.session_state[session_keys.CONFIG_FILE + slot] = model
    st.session_state[session_keys.CONFIG_UPLOADS + slot] += 1
    st.rerun()
