"""Check: how a visitor uploads a table, and removes it.

A file is let go once its numbers are read, and with it the widget that it was given to, so that no run reads it again.
What could not be read is said until something else is given.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn
from weakref import ref

import numpy as np
import streamlit as st

from dashboard import streamlit_internals
from dashboard.controls import handles, state
from dashboard.controls.widgets import option_label, paste_box
from dashboard.say import message
from dashboard.server import uploads
from dashboard.state import uploaded_table
from dashboard.state.parameters import PARAMETERS
from dashboard.state.study import Study
from posenc_core import CustomTable, readers
from posenc_core.arrays import Array
from posenc_core.diagnosis import resized
from posenc_core.known_bugs import EXAMPLES

MIB = 2**20

RESIZED = "table resized"
"""Where a session has the result of a comparison, and the table that was compared."""

COUNT, REFUSED, NEW = "tables given", "table refused", "table new"
"""Where a session has the number of its widgets, what is said of what could not be read, and whether one just was."""


def table(study: Study) -> CustomTable | None:
    """Let a visitor upload a table or choose an example. -> it, None where there is none yet."""
    chosen, yours = study.options["table"], study.known["Yours"]
    assert isinstance(yours, CustomTable)
    if chosen == "example":
        st.session_state.pop(REFUSED, None)
        with st.container(horizontal=True):
            handles.choice_handle("example", study, label_visibility="collapsed")
            if uploaded_table.OPEN:
                st.button(message("check-own"), key="own table", on_click=state.choose, kwargs={"table": "own"})
        return yours
    found = uploaded_table.given() if chosen == "own" else None
    if found:
        taken(found.file)
        return found
    st.markdown(message("check-claim" if uploaded_table.OPEN else "check-claim.closed"))
    refused = st.session_state.get(REFUSED)
    if not uploaded_table.OPEN:
        example()
    elif file := uploaded_table.opened():
        taken(file.name)
        choose(file)
    else:
        if chosen == "own" and not refused:
            st.markdown(message("check-request"))
        ways()
    if refused:
        with st.container(border=True):
            st.markdown(message("check-refused"))
            # it may repeat a visitor's words: text, never markdown
            st.text(refused)
    return None


def taken(name: str) -> None:
    """What was given, by its name, and how to take it back."""
    with st.container(horizontal=True, vertical_alignment="center", border=True):
        # a visitor's words: text, never markdown
        st.text(name)
        st.caption(message("check-kept"))
        label = message("check-remove")
        st.button(label, key="take back", icon=":material/close:", on_click=uploaded_table.take_back)


def choose(file: uploaded_table.File) -> None:
    """Which of the tables of a file it is."""
    tables = {
        message("check-tensor", name=each.name, shown=" × ".join(map(str, each.shape)), text=each.kind): each
        for each in file.tables()
    }
    chosen: str | None = st.selectbox(message("check-which"), tables, None, key=f"table #{st.session_state[COUNT]}")
    if chosen:
        tensor = tables[chosen]
        _take(lambda: _read(tensor, message("check-tensor.taken", name=tensor.name, source=file.name)))


def ways() -> None:
    """A file, pasted numbers, or an example."""
    number = st.session_state.setdefault(COUNT, 0)
    left, middle, right = st.columns(3, gap="medium")
    with left:
        label, help = message("check-file"), " ".join([message("check-file.help"), message("check-kept")])
        file = st.file_uploader(
            label, uploads.TABLE, key=f"file #{number}", max_upload_size=readers.MAX_BYTES // MIB, help=help
        )
    with middle, st.form(f"pasted #{number}", border=False):
        label, help = message("check-paste"), message("check-paste.help")
        text = paste_box(label, 120, help)
        asked = st.form_submit_button(message("check-paste.button"))
    with right:
        example()
    if file:
        _read_file(file)
    elif asked:
        _take(lambda: _read(readers.pasted(text), message("check-paste")))


def comparison(yours: uploaded_table.Given) -> tuple[str, ...]:
    """Let a visitor upload the table that theirs was resized from. -> the result in sentences, empty before that

    The other table is read once and not kept.
    """
    number = st.session_state.setdefault(COUNT, 0)
    label, help = message("check-resized-file"), message("check-file.help")
    file = st.file_uploader(
        label, uploads.TABLE, key=f"other #{number}", max_upload_size=readers.MAX_BYTES // MIB, help=help
    )
    if file:
        rows, columns = yours.own_size or (1, 1)
        try:
            tables = readers.tensors(file, file.name)
            other = next((each for each in tables if each.shape[1] == columns), tables[0])
            claims = resized(yours.encode(range(rows), columns), other.read()).claims()
            result = tuple(map(str, claims))
        except ValueError as error:
            result = (str(error),)
        streamlit_internals.forget_file(file)
        st.session_state[COUNT] += 1
        st.session_state[RESIZED] = ref(yours), result
        st.rerun()
    compared, result = st.session_state.get(RESIZED, (lambda: None, ()))
    return result if compared() is yours else ()


def example() -> None:
    """Let a visitor try an example."""
    tried = st.selectbox(
        message("check-try"),
        EXAMPLES,
        None,
        partial(option_label, PARAMETERS["example"]),
        key="try",
        placeholder=message("check-try.placeholder"),
        width=360,
    )
    if tried:
        state.choose_next(table="example", example=tried)


def is_new() -> bool:
    """Whether the table was given by the last message of the visitor; asked once."""
    return bool(st.session_state.pop(NEW, False))


def _read_file(file: Any) -> None:
    """Read the table of a file; of one with several the session keeps the file, and lets the visitor choose."""
    try:
        first, *others = readers.tensors(file, file.name)
        if others:
            uploaded_table.hold(uploaded_table.File(file.name, file.getvalue()))
    except ValueError as error:
        _end(str(error), file)
    if others:
        _end("", file)
    _take(lambda: _read(first, file.name), file)


def _read(tensor: readers.Tensor, name: str) -> tuple[Array, str]:
    """The numbers, and a name that says what was left out of them."""
    rows = tensor.read()
    return rows, message("check-tensor.noted", name=name, text=tensor.note) if tensor.note else name


def _take(read: Callable[[], tuple[Array, str]], file: Any = None) -> None:
    """Let the session hold a table, or say why not."""
    try:
        table, name = read()
        if np.isneginf(table).any():
            raise ValueError(message("check-masked"))
        uploaded_table.give(table, name)
    except ValueError as error:
        _end(str(error), file)
    st.session_state[NEW] = True
    _end("", file)


def _end(refused: str, file: Any) -> NoReturn:
    """Let a file go, and the widgets that a table was given to, and draw the page with what came of it."""
    if file:
        streamlit_internals.forget_file(file)
    st.session_state[COUNT] += 1
    st.session_state[REFUSED] = refused
    state.choose_next(table="own")
