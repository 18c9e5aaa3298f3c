"""Controls with a shape of their own: sliders, and lists of a few choices."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from dashboard.controls.state import choose
from dashboard.controls.widgets import choice, handle, help, label
from dashboard.say import MESSAGES, message
from dashboard.state.parameters import MAX_DIM, PARAMETERS, option_label
from dashboard.state.study import Study
from posenc_core import Whole

NEAR = 32
"""Largest offset of the slider, unless a link has a larger one: a slider over all positions would be too fine."""


def scheme_in_front(study: Study) -> None:
    """Draw the selected encodings, of which the page shows one."""
    names, front = [scheme.name for scheme in study.schemes], study.schemes[0].name
    key = handle("scheme", front)
    st.segmented_control(
        message("control-front"), sorted(names), default=front, key=key, label_visibility="collapsed", required=True
    )


def choice_handle(key: str, study: Study, **look: Any) -> None:
    """Draw the choice of a key, also of a scheme parameter; `look` are arguments of the widget."""
    scheme, _, name = key.partition(".")
    parameter, value = PARAMETERS[key], getattr(study.known[scheme], name) if name else study.options[key]
    # the options have a control of a scheme parameter, too
    widget = {"label": label(parameter), "help": help(parameter), "key": handle(key, value, "choice" if name else "")}
    choice(parameter, widget | look, value)


def list_handle(key: str, study: Study, draw: Callable[..., Any] = st.selectbox, **look: Any) -> None:
    """Draw the choice of a key as a list, by default as a drop-down list; `look` are arguments of the widget."""
    parameter, value = PARAMETERS[key], study.options[key]
    options, format = list(parameter.domain.samples), partial(option_label, parameter)
    draw(label(parameter), options, options.index(value), format, key=handle(key, value), help=help(parameter), **look)


def number_handle(key: str, study: Study) -> None:
    """Draw the slider of a key with a few whole numbers."""
    parameter, value = PARAMETERS[key], study.options[key]
    low, high = parameter.domain.samples[0], parameter.domain.samples[-1]
    st.slider(label(parameter), low, high, value, key=handle(key, value), help=help(parameter))


def field_handle(key: str, study: Study, last: int) -> None:
    """Draw the field of a key with whole numbers from 0 to `last`."""
    parameter, value = PARAMETERS[key], min(study.options[key], last)
    st.number_input(label(parameter), 0, last, value, key=handle(key, value), help=help(parameter), width=180)


def position_handle(study: Study) -> None:
    """Draw the slider of the position, which slider.js finds by its key."""
    last = study.length - 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="position"):
        st.markdown(message("bar-position"), width="content")
        st.slider(
            message("control-p"),
            0,
            max(last, 1),
            study.position,
            key=handle("p", study.position),
            disabled=not last,
            label_visibility="collapsed",
        )


def power_handle(key: str, value: int) -> None:
    """Draw a slider over the powers of two and the current value."""
    domain = PARAMETERS[key].domain
    assert isinstance(domain, Whole)
    powers = [2**i for i in range(domain.high.bit_length()) if domain.low <= 2**i <= domain.high]
    st.select_slider(
        label(PARAMETERS[key]),
        sorted({*powers, value}),
        value,
        key=handle(key, value, "power"),
        format_func=MESSAGES.format,
        label_visibility="collapsed",
    )


def offset_handle(study: Study) -> None:
    """Draw the slider of the offset, up to `NEAR`, or up to the last position if the offset is larger."""
    last = study.length - 1
    high = last if study.offset > NEAR else min(last, NEAR)
    key = handle("k", study.offset, "offset")
    st.slider(
        message("control-k"), 1, max(high, 2), study.offset, key=key, disabled=last < 2, label_visibility="collapsed"
    )


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
