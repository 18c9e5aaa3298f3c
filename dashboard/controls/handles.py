"""Controls with a shape of their own: sliders, and lists of a few choices."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from dashboard.controls.state import choose
from dashboard.controls.widgets import control, handle, labelled
from dashboard.say import message
from dashboard.state.parameters import MAX_DIM, PARAMETERS, option_label
from dashboard.state.study import Study

NEAR = 128
"""Largest last position for which the offset has a slider: over more, it would be too fine."""


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
    if name:
        # the options have a control of a scheme parameter, too
        control(key, getattr(study.known[scheme], name), "choice", **look)
    else:
        control(key, study.options[key], **look)


def list_handle(key: str, study: Study, draw: Callable[..., Any] = st.selectbox, **look: Any) -> None:
    """Draw the choice of a key as a list, by default as a drop-down list; `look` are arguments of the widget."""
    parameter, value = PARAMETERS[key], study.options[key]
    options, format = list(parameter.domain.samples), partial(option_label, parameter)
    draw(options=options, index=options.index(value), format_func=format, **labelled(key, value), **look)


def number_handle(key: str, study: Study) -> None:
    """Draw the slider of a key with a few whole numbers."""
    value, ends = study.options[key], PARAMETERS[key].domain.samples
    st.slider(min_value=ends[0], max_value=ends[-1], value=value, **labelled(key, value))


def field_handle(key: str, study: Study, last: int) -> None:
    """Draw the field of a key with whole numbers from 0 to `last`."""
    value = min(study.options[key], last)
    st.number_input(min_value=0, max_value=last, value=value, width=180, **labelled(key, value))


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


def size_handle(key: str, value: int, study: Study) -> None:
    """Draw the field of a size, or the slider of an offset in a short sequence."""
    last = study.length - 1
    if key == "k" and last <= NEAR:
        st.slider(min_value=1, max_value=max(last, 2), value=value, disabled=last < 2, **labelled(key, value))
    else:
        control(key, value)


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
