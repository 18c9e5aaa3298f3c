"""Upload of a table on the page Check.

The file and its upload widget are discarded after reading. Errors stay visible until the next upload.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn
from weakref import ref

import numpy as np
import streamlit as st

from dashboard import streamlit_internals
from dashboard.controls import state
from dashboard.controls.widgets import handle, paste_box
from dashboard.say import message, safe_text
from dashboard.server import uploads
from dashboard.state import session_keys, uploaded_table
from dashboard.state.parameters import PARAMETERS, option_label
from dashboard.state.study import Study
from posenc_core import CustomTable
from posenc_core.arrays import Array
from posenc_tools import readers
from posenc_tools.diagnosis import find_resizing
from posenc_tools.known_bugs import EXAMPLES

MIB = 2**20


def table(study: Study) -> CustomTable | None:
    """Draw the controls of the table, and return the example or the uploaded one, if any."""
    if study.options["table"] == "example":
        st.session_state.pop(session_keys.TABLE_ERROR, None)
        upload_controls(study)
        example = study.known["Yours"]
        assert isinstance(example, CustomTable)
        return example
    if own := uploaded_table.current_table():
        file_row(own.file)
        return own
    error = st.session_state.get(session_keys.TABLE_ERROR)
    if file := uploaded_table.pending_file():
        file_row(file.name)
        table_selector(file)
    else:
        if not error:
            st.markdown(message("check-request"))
        upload_controls(study)
    if error:
        with st.container(border=True):
            st.markdown(message("check-refused"))
            # may quote the visitor: text, never Markdown
            st.text(error)
    return None


def file_row(name: str) -> None:
    """Draw the name of the upload, and the button that removes it."""
    with st.container(horizontal=True, vertical_alignment="center", border=True):
        # from the visitor: text, never Markdown
        st.text(safe_text(name, uploads.MAX_NAME))
        st.caption(message("check-kept"))
        label = message("check-remove")
        st.button(label, key="take back", icon=":material/close:", on_click=uploaded_table.remove)


def table_selector(file: uploaded_table.File) -> None:
    """Draw the selector of a table in a file of several tables."""
    key = f"table #{st.session_state[session_keys.TABLE_UPLOADS]}"
    options, label = range(len(file.labels)), file.labels.__getitem__
    shown = message("check-which.placeholder")
    chosen: int | None = st.selectbox(message("check-which"), options, None, label, key=key, placeholder=shown)
    if chosen is not None:
        tensor = file.tables()[chosen]
        _store(lambda: _table_and_name(tensor, message("check-tensor.taken", name=tensor.name, source=file.name)))


def upload_controls(study: Study) -> None:
    """Draw the file uploader, the box for pasted numbers, and the examples."""
    if not uploaded_table.UPLOADS_ALLOWED:
        example_selector(study)
        return
    number = st.session_state.setdefault(session_keys.TABLE_UPLOADS, 0)
    with st.container(key="table-inputs"):
        left, middle, right = st.columns([5, 2, 4], gap="medium", vertical_alignment="bottom")
    with left:
        label, help = message("check-file"), " ".join([message("check-file.help"), message("check-kept")])
        file = st.file_uploader(
            label, uploads.TABLE, key=f"file #{number}", max_upload_size=readers.MAX_BYTES // MIB, help=help
        )
    # another key after each upload, so that the box closes
    label, box = message("check-paste"), f"paste box #{number}"
    with middle.popover(label, icon=":material/content_paste:", key=box), st.form(f"pasted #{number}", border=False):
        text = paste_box(label, 120, message("check-paste.help"))
        is_submitted = st.form_submit_button(message("check-paste.button"))
    with right:
        example_selector(study)
    if file:
        _read_file(file)
    elif is_submitted:
        _store(lambda: _table_and_name(readers.parse_text(text), message("check-paste")))


def comparison(yours: uploaded_table.UploadedTable) -> tuple[str, ...]:
    """Draw the uploader of the table that theirs was resized from, and return the result in sentences, if any.

    The other table is read once and not stored.
    """
    number = st.session_state.setdefault(session_keys.TABLE_UPLOADS, 0)
    label, help = message("check-resized-file"), message("check-file.help")
    file = st.file_uploader(
        label, uploads.TABLE, key=f"other #{number}", max_upload_size=readers.MAX_BYTES // MIB, help=help
    )
    if file:
        rows, columns = yours.own_size or (1, 1)
        try:
            tables = readers.tensors(file, file.name)
            other = next((tensor for tensor in tables if tensor.shape[1] == columns), tables[0])
            claims = find_resizing(yours.encode(range(rows), columns), other.read()).claims()
            result = tuple(map(str, claims))
        except ValueError as error:
            result = (str(error),)
        streamlit_internals.discard_read_file(file)
        st.session_state[session_keys.TABLE_UPLOADS] += 1
        st.session_state[session_keys.COMPARISON] = ref(yours), result
        st.rerun()
    compared, result = st.session_state.get(session_keys.COMPARISON, (lambda: None, ()))
    return result if compared() is yours else ()


def example_selector(study: Study) -> None:
    """Draw the selector of an example, without a value while a table of the visitor is asked for."""
    names, index, key = list(EXAMPLES), None, "try"
    if study.options["table"] == "example":
        index, key = names.index(study.options["example"]), handle("example", study.options["example"])
    example = st.selectbox(
        message("check-try" if uploaded_table.UPLOADS_ALLOWED else "check-try.closed"),
        names,
        index,
        partial(option_label, PARAMETERS["example"]),
        key=key,
        placeholder=message("check-try.placeholder"),
    )
    if example and index is None:
        state.choose_next(table="example", example=example)


def _read_file(file: Any) -> None:
    """Store the table of a file; of a file of several tables store the file, so that the visitor can select one."""
    problem = ""
    try:
        tables = readers.tensors(file, file.name)
        if len(tables) == 1:
            _store(lambda: _table_and_name(tables[0], file.name), file)
        uploaded_table.store(uploaded_table.File(file.name, file.getvalue(), tuple(map(_label, tables))))
    except ValueError as error:
        problem = str(error)
    _rerun(problem, file)


def _label(tensor: readers.Tensor) -> str:
    """Name, size, and number format of a table."""
    sizes = " × ".join(map(str, tensor.shape))
    return message("check-tensor", name=safe_text(tensor.name, uploads.MAX_NAME), shown=sizes, text=tensor.kind)


def _table_and_name(tensor: readers.Tensor, name: str) -> tuple[Array, str]:
    """Read the numbers of a tensor; the name notes what was omitted."""
    if tensor.note:
        name = message("check-tensor.noted", name=name, text=tensor.note)
    return tensor.read(), name


def _store(read: Callable[[], tuple[Array, str]], file: Any = None) -> NoReturn:
    """Read and store a table, or show why that fails."""
    problem = ""
    try:
        table, name = read()
        if np.isneginf(table).any():
            raise ValueError(message("check-masked"))
        uploaded_table.store_table(table, name)
        st.session_state[session_keys.IS_TABLE_NEW] = True
    except ValueError as error:
        problem = str(error)
    _rerun(problem, file)


def _rerun(problem: str, file: Any) -> NoReturn:
    """Discard the file and the upload widgets, and rerun the script with the result."""
    if file:
        streamlit_internals.discard_read_file(file)
    st.session_state[session_keys.TABLE_UPLOADS] += 1
    st.session_state[session_keys.TABLE_ERROR] = problem
    state.choose_next(table="own")
