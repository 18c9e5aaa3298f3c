"""Tabs of a page; only the open one is computed."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from dashboard.controls import state
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.misconceptions import misconceptions
from posenc_core.text.messages import Claim

DRAWN = "tab drawn"


def tabs(
    study: Study,
    page: str,
    sections: Mapping[str, Callable[[], None]],
    corrections: Callable[[], Sequence[Claim]] | None = None,
) -> None:
    """Draw the tabs of a page; the URL has the ID of the open tab, unless it is the first.

    The label of a tab is the message `<page>-tab-<id>`. `corrected` returns the misconceptions of the last tab.
    """
    if corrections:
        sections = {**sections, "misconceptions": lambda: misconceptions(corrections())}
    key, labels = f"tabs of {page}", {id: message(f"{page}-tab-{id}") for id in sections}
    wanted = labels.get(study.options["tab"], next(iter(labels.values())))
    # the tab was changed by a link or a button, not by a click on its label
    if st.session_state.get(DRAWN, study.options["tab"]) != study.options["tab"]:
        st.session_state[key] = wanted
    state.seed(key, wanted)
    boxes = st.tabs(list(labels.values()), key=key, on_change="rerun")
    opened = next((id for id, box in zip(labels, boxes, strict=True) if box.open), "")
    st.session_state[DRAWN] = "" if opened == next(iter(labels)) else opened
    state.choose(tab=st.session_state[DRAWN])
    for box, draw in zip(boxes, sections.values(), strict=True):
        if box.open:
            with box:
                draw()
