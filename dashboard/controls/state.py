"""The state of the app: the value of every key of a link.

The address sets it when a page is opened and on Back and Forward; in any other run the widgets do, so that an address
which is behind hurried changes undoes none. At the end of each run the browser is told the new address. It keeps that
for a process which has not known the session: a click on the menu says no address, and only the widgets of the sidebar.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NoReturn
from urllib.parse import parse_qsl

import streamlit as st

from dashboard import streamlit_internals
from dashboard.controls import links
from dashboard.say import message
from dashboard.state.parameters import MAX_LENGTH, OPTIONS
from posenc_core import Text

TYPED = [each.key for each in OPTIONS if isinstance(each.domain, Text)]
"""The keys whose values are a visitor's words."""


def state() -> dict[str, Any]:
    """The value of every key of a link."""
    values: dict[str, Any] = st.session_state["state"]
    return values


def link() -> str:
    """The address of this page in its present state."""
    query = links.address(state(), st.session_state.get("page", ""))
    return f"{(st.context.url or '').partition('?')[0]}{'?' if query else ''}{query}"


ADDRESS = """export default ({ data, parentElement, setTriggerValue }) => {
const kept = window.posencAddress;
if (data.lost && kept && kept !== data.q) return setTriggerValue("kept", kept);
if (window.posencShown && window.posencShown.page !== data.page)
  document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
window.posencAddress = data.q;
window.posencShown = data;
const q = new URLSearchParams(data.q), { pathname, search, hash } = location;
for (const [k, v] of new URLSearchParams(search)) if (k.startsWith("embed")) q.append(k, v);
history.replaceState(history.state, "", pathname + (q.size ? "?" + q : "") + hash);
parentElement.querySelector("i").textContent = location.href }"""
"""It replaces the entry of the history: a page is one step of Back, a change of a value is none."""


def tell_address(page: str) -> None:
    """Let the browser show the address of the state."""
    # the name of the page: another page in the same state has another address to be changed
    values = state()
    data = {
        "q": links.address(values, page),
        "page": page,
        "lost": st.session_state.pop("lost", False),
        "caption": _caption(values),
        "file": f"{page}-n{values['n']}-d{values['d']}",
    }
    kept = _address()(key="address", data=data, on_kept_change=_kept).kept
    with suppress(ValueError):
        if isinstance(kept, str):
            choose_next(**links.read(links.fields(kept))[0] | {"tab": ""})


def _caption(values: Mapping[str, Any]) -> str:
    """What the charts show, as they say when they are saved: encodings, sizes, and what differs from the defaults."""
    more = parse_qsl(links.address(values), keep_blank_values=True)
    # what a visitor has typed stays in the address, where it cannot be anything but words
    shown = [(key, text) for key, text in more if key not in ("scheme", "n", "d", "tab", *TYPED)]
    changed = tuple(f"{key} = {text}" for key, text in shown)
    args = {"schemes": tuple(values["scheme"]), "length": values["n"], "dim": values["d"]}
    return message("chart-caption.changed", **args, changed=changed) if changed else message("chart-caption", **args)


def _kept() -> None:
    """What has been kept is read where it can be used."""


@st.cache_resource(show_spinner=False)
def _address() -> Callable[..., Any]:
    return st.components.v2.component("address", html="<i data-drawn></i>", js=ADDRESS, isolate_styles=False)


def choose_position(position: int) -> None:
    """Make a position the chosen one; beyond an end it is the end."""
    choose(p=_within("n", position))


def choose_column(column: int) -> None:
    """Make a column of the matrix the opened one; beyond an end it is the end."""
    choose(column=_within("d", column))


def show(first: int, last: int) -> None:
    """Show a range of positions; what lies outside the sequence is cut off."""
    first, last = sorted((_within("n", first), _within("n", last)))
    choose(**{"from": first, "to": None if last == _within("n", MAX_LENGTH) else last})


def _within(size: str, place: int) -> int:
    """The nearest position or column that there is; callbacks ask before the widgets are read."""
    count: int = links.hold(size, st.session_state.get(size, state()[size]))
    return min(max(place, 0), count - 1)


def choose(**values: Any) -> None:
    """Set some controls, as if their values had been typed."""
    state().update(values)
    for key, value in values.items():
        # what is not drawn takes its value from the state when it is; what is drawn in this run can take no other
        if key in st.session_state and st.session_state[key] != value:
            st.session_state[key] = value


def choose_next(**values: Any) -> NoReturn:
    """Set some controls that are drawn already: all are drawn anew."""
    st.session_state["chosen next"] = values
    st.rerun()


def read_address(page: str) -> None:
    """Take the state from the address where that sets it; on another page no tab is open yet."""
    is_new, back = "state" not in st.session_state, streamlit_internals.is_history_navigation()
    if is_new or back:
        st.session_state["lost"] = is_new and not back and not st.query_params
        values, lines = links.read({key: st.query_params.get_all(key) for key in st.query_params})
        if "tab" not in st.query_params:
            values["tab"] = links.tab(page, st.query_params)
        st.session_state.setdefault("state", dict(links.DEFAULTS))
        st.session_state["lines"] = lines
        choose(**values)
    elif st.session_state.get("page") != page:
        choose(tab="", task="")
    st.session_state["page"] = page


def read_widgets() -> None:
    """Take the state from the widgets, and from the handles that were moved.

    No callback does it: the next message of a browser may end one half-way, and the run would go on without it.
    """
    for key in links.DEFAULTS:
        if key in st.session_state:
            state()[key] = links.hold(key, st.session_state[key])
    choose(**st.session_state.pop("chosen next", {}))
    for key, (name, shown) in st.session_state.get("handles", {}).items():
        moved = st.session_state.get(name)
        if moved not in (None, shown):
            rest = [other for other in state()["scheme"] if other != moved]
            choose(**{key: links.hold(key, [moved, *rest] if key == "scheme" else moved)})


def seed(key: str, value: Any) -> None:
    """Give a widget that was not there its value, unless the browser says one, to a process that had not known it."""
    # on a step back the address counts, also in such a process
    said = set() if streamlit_internals.is_history_navigation() else streamlit_internals.reported_widgets()
    if key not in st.session_state and key not in said:
        st.session_state[key] = value
