"""Which numbers move with the length, and what of them may a browser not have heard yet?"""

from time import monotonic

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

from dashboard import links
from dashboard.address import CROSSING
from dashboard.study import LIMITS, MAX_LENGTH

MOVING = {"p": "Position p", "k": "Offset k", "from": "First shown", "to": "Last shown"}
"""The numbers whose limits move with the length."""

REMEMBERED = 1000
"""Lengths that a held key may go through before the browser hears of the first."""


def keep_inside() -> None:
    """Where the length moved, what ends with it moves too, and the reader is told.

    Looked after in every run, and by no callback: a browser that has not heard of it says the old numbers once more,
    with whatever changes next, and Streamlit would put the defaults in place of those that no longer fit.
    """
    context = get_script_run_ctx()
    if "length" not in st.session_state or (context and context.is_history_navigation):
        # the address decides
        return
    last, before = st.session_state["n"] - 1, st.session_state["length"] - 1
    moved, bounds = last != before, links.bounds(last + 1)
    if moved:
        st.session_state["moved"] = monotonic()
    st.session_state["known ends"] = ends = _ends(last, before)
    asked = {key: _asked(key, *bounds[key]) for key in MOVING}
    kept = {key: max(min(value, bounds[key][1]), bounds[key][0]) for key, value in asked.items()}
    if asked["from"] > last or (moved and asked["from"] == last):
        kept["from"] = 0
    follows = asked["to"] in ends
    if follows:
        kept["to"] = last
    for key, value in kept.items():
        # after a move also what stays: its default may have moved, and the URL must go on saying what is shown
        if moved or {asked[key], st.session_state[key]} != {value} or (key == "to" and follows and len(ends) > 1):
            st.session_state[key] = value
        if value != asked[key] and not (key == "to" and follows):
            st.toast(f"{MOVING[key]} = {asked[key]:,} does not fit into n = {last + 1:,}: it is {value:,} now.")


def drawn(length: int) -> None:
    """The controls are drawn for this length."""
    st.session_state["length"] = length


def choose_end() -> None:
    """The last position shown will be chosen: whatever was the end of the sequence, it does not follow."""
    st.session_state["known ends"] = []


def _ends(last: int, before: int) -> list[int]:
    """What the browser may take for the last position: after a move also those of the lengths before."""
    if last == before and "to" in st.query_params:
        # the last position would not be said: another one is chosen
        return []
    known = st.session_state.get("known ends", ()) if _just_moved() else ()
    return list(dict.fromkeys((*known, before, last)))[-REMEMBERED:]


def _just_moved() -> bool:
    """Whether the browser may not have heard yet that the length moved."""
    at: float = st.session_state.get("moved", -CROSSING)
    return monotonic() - at < CROSSING


def _asked(key: str, low: int, high: int) -> int:
    """What a number was asked to be: of one that no longer fits Streamlit says the default, and the address says it."""
    said, known = links.finite(st.query_params.get(key, "")), int(st.session_state[key])
    if said is None or get_session_state().is_new_state_value(key):
        # a click has just set it
        return known
    if low <= said <= high and not (_just_moved() and known == min(LIMITS[key].default, high)):
        return known
    return int(max(min(said, MAX_LENGTH), -1))
