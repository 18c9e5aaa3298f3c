"""Controls on the page itself, as the sidebar is hidden on phones."""

from collections.abc import Callable, Sequence
from functools import partial
from random import randrange
from typing import Any

import streamlit as st

from dashboard.controls.state import choose
from dashboard.controls.widgets import choice, help, label
from dashboard.say import MESSAGES, message
from dashboard.state import session_keys
from dashboard.state.pages import PAGES
from dashboard.state.parameters import MAX_DIM, PARAMETERS, option_label
from dashboard.state.study import Study
from posenc_core import Scheme

NEAR = 32
"""Largest offset of the slider, unless a link has a larger one: a slider over all positions would be too fine."""


def scheme_in_front(study: Study, page: str, *, listed: bool = False) -> Scheme:
    """Draw the selector of the scheme on a page for one scheme, as buttons or a list; return the selected scheme."""
    need, length, front = PAGES[page], study.length_on(page), study.schemes[0]
    names = [
        name for name, scheme in study.known.items() if need and not scheme.unsupported_reason(need, length, study.dim)
    ]
    title, key = message("control-front"), _handle("scheme", front.name)
    if listed:
        st.selectbox(title, names, names.index(front.name), key=key, label_visibility="collapsed", width=240)
    else:
        st.segmented_control(title, names, default=front.name, key=key, label_visibility="collapsed", required=True)
    return front


def base_handle(name: str, base: float, bases: Sequence[float]) -> None:
    """Draw a slider over some bases and the current base of a scheme."""
    st.select_slider(
        message("control-base-handle"),
        sorted({*bases, base}),
        base,
        key=_handle(f"{name}.base", base),
        # Streamlit keeps a widget's functions for the session: a closure of a page would keep its arrays
        format_func=MESSAGES.format,
        help=message("control-base-handle.help", name=name),
    )


def choice_handle(key: str, study: Study, **look: Any) -> None:
    """Draw the choice of a key, also of a scheme parameter; `look` are arguments of the widget."""
    scheme, _, name = key.partition(".")
    parameter, value = PARAMETERS[key], getattr(study.known[scheme], name) if name else study.options[key]
    choice(parameter, {"label": label(parameter), "help": help(parameter), "key": _handle(key, value), **look}, value)


def list_handle(key: str, study: Study, draw: Callable[..., Any] = st.selectbox, **look: Any) -> None:
    """Draw the choice of a key as a list, by default as a drop-down list; `look` are arguments of the widget."""
    parameter, value = PARAMETERS[key], study.options[key]
    options, format = list(parameter.domain.samples), partial(option_label, parameter)
    draw(label(parameter), options, options.index(value), format, key=_handle(key, value), help=help(parameter), **look)


def number_handle(key: str, study: Study) -> None:
    """Draw the slider of a key with a few whole numbers."""
    parameter, value = PARAMETERS[key], study.options[key]
    low, high = parameter.domain.samples[0], parameter.domain.samples[-1]
    st.slider(label(parameter), low, high, value, key=_handle(key, value), help=help(parameter))


def position_handle(study: Study, title: str = "") -> None:
    """Draw the slider of the position, which slider.js finds by its key; without a title, its label is hidden."""
    last = study.length - 1
    st.slider(
        title or message("control-position-handle"),
        0,
        max(last, 1),
        study.position,
        key=_handle("p", study.position),
        disabled=not last,
        label_visibility="visible" if title else "collapsed",
    )


def offset_handle(study: Study, title: str) -> None:
    """Draw the slider of the offset, up to `NEAR`, or up to the last position if the offset is larger."""
    last = study.length - 1
    high = last if study.offset > NEAR else min(last, NEAR)
    st.slider(title, 1, max(high, 2), study.offset, key=_handle("k", study.offset), disabled=last < 2)


def fits(study: Study, length: int, dim: int = MAX_DIM) -> bool:
    """Return True if a study is small enough; else show the limit and a button that sets sizes that fit."""
    if study.length <= length and study.dim <= dim:
        return True
    n, d = min(study.length, length), min(study.dim, dim)
    with st.container(border=True):
        st.markdown(message("control-too-large", length=length, dim=dim, longer=study.length, wider=study.dim))
        words = message("control-too-large.fit", length=n, dim=d)
        st.button(words, key=f"fit {length} × {dim}", on_click=choose, kwargs={"n": n, "d": d})
    return False


def _handle(key: str, value: Any) -> str:
    """Widget key of the handle that shows and sets the value of `key`.

    If the value changed elsewhere, use a new widget key: otherwise the browser would report the stale value as user
    input. The key is random, as the browser may report a widget of another process.
    """
    handles: dict[str, tuple[str, Any]] = st.session_state.setdefault(session_keys.HANDLES, {})
    name, _ = handles.get(key, ("", None))
    if not name or st.session_state.get(name, value) != value:
        name = f"{key} handle #{randrange(10**9)}"
    handles[key] = (name, value)
    return name
