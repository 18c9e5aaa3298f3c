"""The tabs of a page: one question each, of which only the open one is computed."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from dashboard.controls import state
from dashboard.say import message
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.misconceptions import misconceptions
from posenc_core.text.messages import Claim


def tabs(
    study: Study,
    page: str,
    drawn: Mapping[str, Callable[[], None]],
    corrected: Callable[[], Sequence[Claim]] | None = None,
) -> None:
    """Draw the tabs of a page by their ids; the address has the open one as `tab`, unless it is the first.

    The label of a tab is the message `<page>-tab-<id>`. `corrected` are the misconceptions of the last tab.
    """
    if corrected:
        drawn = {**drawn, "misconceptions": lambda: misconceptions(corrected())}
    key, labels = f"tabs of {page}", {id: message(f"{page}-tab-{id}") for id in drawn}
    wanted = labels.get(study.options["tab"], next(iter(labels.values())))
    # a link or a button has opened it, and not a click on its label
    if st.session_state.get(session_keys.OPEN_TAB, study.options["tab"]) != study.options["tab"]:
        st.session_state[key] = wanted
    state.seed(key, wanted)
    boxes = st.tabs(list(labels.values()), key=key, on_change="rerun")
    found = next((id for id, box in zip(labels, boxes, strict=True) if box.open), "")
    st.session_state[session_keys.OPEN_TAB] = "" if found == next(iter(labels)) else found
    state.choose(tab=st.session_state[session_keys.OPEN_TAB])
    for box, draw in zip(boxes, drawn.values(), strict=True):
        if box.open:
            with box:
                draw()
