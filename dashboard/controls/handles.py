"""Controls on a page itself, beside what they change: a phone has the sidebar folded away."""

from collections.abc import Sequence
from functools import partial
from random import randrange
from typing import Any

import streamlit as st

from dashboard.controls.state import choose
from dashboard.controls.widgets import choice, help, label, option_label
from dashboard.say import MESSAGES, message
from dashboard.state.pages import PAGES
from dashboard.state.parameters import MAX_DIM, PARAMETERS
from dashboard.state.study import Study
from posenc_core import Scheme


def scheme_in_front(study: Study, page: str) -> Scheme:
    """Let the reader choose which scheme a page for a single one shows. -> the first of the chosen ones."""
    need, length = PAGES[page], study.length_on(page)
    front = study.schemes[0]
    st.segmented_control(
        message("control-front"),
        [
            name
            for name, scheme in study.known.items()
            if need and not scheme.unsupported_reason(need, length, study.dim)
        ],
        default=front.name,
        key=_handle("scheme", front.name),
        label_visibility="collapsed",
        required=True,
    )
    return front


def base_handle(name: str, base: float, bases: Sequence[float]) -> None:
    """Let the reader choose the base of a scheme among some, and its own."""
    st.select_slider(
        message("control-base-handle"),
        sorted({*bases, base}),
        base,
        key=_handle(f"{name}.base", base),
        # Streamlit keeps a widget's functions as long as the session lives: one of a page would keep its numbers
        format_func=MESSAGES.shown,
        help=message("control-base-handle.help", name=name),
    )


def choice_handle(key: str, study: Study, **look: Any) -> None:
    """Let the reader make a choice of the sidebar, also that of a scheme; `look` is for the widget."""
    scheme, _, name = key.partition(".")
    each, value = PARAMETERS[key], getattr(study.known[scheme], name) if name else study.options[key]
    choice(each, {"label": label(each), "help": help(each), "key": _handle(key, value), **look}, value)


def list_handle(key: str, study: Study, captions: Sequence[str]) -> None:
    """Let the reader choose from a list, in which each option has a line below it."""
    each, value = PARAMETERS[key], study.options[key]
    options = list(each.domain.samples)
    st.radio(
        label(each),
        options,
        options.index(value),
        partial(option_label, each),
        key=_handle(key, value),
        captions=captions,
        label_visibility="collapsed",
    )


def position_handle(study: Study) -> None:
    """Let the reader move the chosen position."""
    last = study.length - 1
    st.slider(
        message("control-position-handle"),
        0,
        max(last, 1),
        study.position,
        key=_handle("p", study.position),
        disabled=not last,
        label_visibility="collapsed",
    )


def fits(study: Study, length: int, dim: int = MAX_DIM) -> bool:
    """Whether a study is small enough for some work; if not, the page says the limit and offers what would fit."""
    if study.length <= length and study.dim <= dim:
        return True
    n, d = min(study.length, length), min(study.dim, dim)
    with st.container(border=True):
        st.markdown(message("control-too-large", length=length, dim=dim, longer=study.length, wider=study.dim))
        words = message("control-too-large.fit", length=n, dim=d)
        st.button(words, key=f"fit {length} × {dim}", on_click=choose, kwargs={"n": n, "d": d})
    return False


def _handle(key: str, value: Any) -> str:
    """The name of a widget that shows the value of a key, and moves it.

    A value that came by another way makes it another widget: a browser that has not heard of the value yet says again
    where the handle stands, and that would be taken for a move, back to where it was. Nor does one count that comes
    from another process, so the numbers begin anywhere.
    """
    handles: dict[str, tuple[str, Any]] = st.session_state.setdefault("handles", {})
    name, _ = handles.get(key, ("", None))
    if not name or st.session_state.get(name, value) != value:
        name = f"{key} handle #{randrange(10**9)}"
    handles[key] = (name, value)
    return name
