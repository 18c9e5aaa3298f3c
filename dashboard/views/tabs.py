"""The tabs of a page: one question each, of which only the open one is computed."""

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard.say import message
from dashboard.study import Study


def tabs(study: Study, page: str, drawn: Mapping[str, Callable[[], None]]) -> None:
    """Draw the tabs of a page by their ids, of which the open one stands in the address as `tab`.

    The label of a tab is the message `<page>-tab-<id>`.
    """
    labels = {id: message(f"{page}-tab-{id}") for id in drawn}
    boxes = st.tabs(list(labels.values()), key=f"tabs of {page}", on_change="rerun")
    for box, draw in zip(boxes, drawn.values(), strict=True):
        if box.open:
            with box:
                draw()
