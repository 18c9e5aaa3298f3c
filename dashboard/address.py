"""Does the address go on saying what the page shows, also where the browser was faster than the server?

Streamlit's browser writes what a visitor changes into the address, and the server what follows from it. What the server
sends is a whole address: one that was under way while the visitor changed something more takes that back, and nobody
would say it again. So the server does, for as long as its own words may cross with a change.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

from dashboard import links
from dashboard.options import INTEGERS
from dashboard.study import LIMITS

CROSSING = 10
"""Seconds after which no address of the server is still under way."""


class Address:
    """What is known of the address in the browser of one session."""

    def __init__(self) -> None:
        """Of a session to which the server has not sent one."""
        self.heard = ""
        self.sent = -float(CROSSING)


@contextmanager
def watched() -> Iterator[Address]:
    """Notice that the server sends an address, also in a run that the next one ends half-way."""
    address: Address = st.session_state.setdefault("address", Address())
    ctx = get_script_run_ctx()
    address.heard = ctx.query_string if ctx else ""
    try:
        yield address
    finally:
        if ctx and ctx.query_string != address.heard:
            address.sent = monotonic()


def say_again(address: Address, used: Mapping[str, Any]) -> None:
    """Let the address say the numbers that are used, and say it once more where it may just have been taken back."""
    ctx = get_script_run_ctx()
    if not ctx:
        return
    bounds = links.bounds(used["n"])
    said = parse_qs(ctx.query_string)
    with get_session_state().query_params() as known:
        for key in INTEGERS:
            default = min(LIMITS[key].default, bounds[key][1])
            if said.get(key, [str(default)])[-1] == str(used[key]):
                continue
            if used[key] == default:
                # Streamlit has taken it out already and told nobody: in again, so that its removal is sent
                known.set_with_no_forward_msg(key, str(default))
                known.remove_param(key)
            else:
                known.set_corrected_value(key, used[key], "int_value")
    if ctx.query_string == address.heard and monotonic() - address.sent < CROSSING:
        again = ForwardMsg()
        again.page_info_changed.query_string = address.heard
        ctx.enqueue(again)
        address.sent = monotonic()
