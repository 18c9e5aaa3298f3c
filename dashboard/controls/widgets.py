"""The control of a parameter: a widget by its domain, with its label and help text."""

from functools import partial
from random import randrange
from typing import Any

import streamlit as st

from dashboard.say import MESSAGES, message
from dashboard.state import session_keys
from dashboard.state.parameters import PARAMETERS, Parameter, option_label
from posenc_core import Choice, Numbers, Real, Switch, Text, Whole
from posenc_core.text.messages import slug, translate

MOST_PASTED = 100_000
"""Characters of a pasted text: fewer UTF-8 bytes than the limit of a client message."""

LINE = 100
"""Characters up to which a text gets a field of one line."""

MOST_SIDE_BY_SIDE = 12
"""Options up to which a choice shows all side by side; more are in a drop-down list."""


def control(key: str, value: Any, kind: str = "", **look: Any) -> None:
    """Draw the control of a parameter at its current value; `look` are arguments of the widget."""
    parameter = PARAMETERS[key]
    widget = {**labelled(key, value, kind), **look}
    match domain := parameter.domain:
        case Choice():
            options, format = domain.samples, partial(option_label, parameter)
            widget = {"options": options, "format_func": format, **widget}
            if len(options) > MOST_SIDE_BY_SIDE:
                st.selectbox(index=options.index(value), **widget)
            else:
                st.segmented_control(default=value, required=True, width="stretch", **widget)
        case Switch():
            st.toggle(value=value, **widget)
        case Whole():
            # steps of a length change its second digit: 12, 13 ... 120, 130 ... 120,000, 130,000
            step = 10 ** max(len(str(value)) - 2, 0) if key == "n" else 1
            st.number_input(min_value=domain.low, max_value=domain.high, value=value, step=step, **widget)
        case Real():
            (low, high), decimal_step = domain.ends, parameter.default / 10 or 0.1
            st.number_input(min_value=low, max_value=high, value=value, step=decimal_step, format="%g", **widget)
        case Text():
            is_long = domain.longest > LINE and not isinstance(domain, Numbers)
            draw = st.text_area if is_long else st.text_input
            typed = draw(value=value, max_chars=domain.longest, **widget)
            if not is_allowed(key, typed):
                st.text(message("control-unusable", label=widget["label"], allowed=domain.allowed_text, shown=value))


def labelled(key: str, value: Any, kind: str = "") -> dict[str, Any]:
    """Label, widget key, and help text of the control of a parameter."""
    parameter = PARAMETERS[key]
    return {"label": label(parameter), "key": handle(key, value, kind), "help": help(parameter)}


def handle(key: str, value: Any, kind: str = "") -> str:
    """Widget key of the control that shows and sets the value of `key`; another `kind` is another control of it.

    If the value changed elsewhere, use a new widget key: otherwise the browser would report the stale value as user
    input. The key is random, as the browser may report a widget of another process.
    """
    handles: dict[tuple[str, str], tuple[str, Any]] = st.session_state.setdefault(session_keys.HANDLES, {})
    name, _ = handles.get((key, kind), ("", None))
    shown = st.session_state.get(name, value) if name else value
    if not name or (shown != value and is_allowed(key, shown)):
        name = f"{key} {kind or 'handle'} #{randrange(10**9)}"
    handles[key, kind] = (name, value)
    return name


def is_allowed(key: str, value: Any) -> bool:
    """Return False for typed text that a parameter does not allow: it stays in its field until it is corrected."""
    parameter = PARAMETERS.get(key)
    if parameter is None or not isinstance(parameter.domain, Text):
        return True
    try:
        parameter.domain.validate(value)
    except ValueError:
        return False
    return True


def label(parameter: Parameter) -> str:
    """Label of the widget: its message, or the name of the parameter for a scheme without messages."""
    id = f"control-{parameter.message}"
    return message(id) if id in MESSAGES else parameter.key.rpartition(".")[2].capitalize()


def help(parameter: Parameter) -> str:
    """Help text of the widget, with the allowed values of numbers."""
    if parameter.text:
        words = translate(f"parameter-{slug(parameter.key)}", parameter.text)
    else:
        words = message(f"control-{parameter.message}.help")
    if isinstance(parameter.domain, Whole | Real | Numbers):
        return message("control-allowed", help=words, allowed=parameter.domain.allowed_text)
    return words


def paste_box(label: str, height: int, help: str) -> str:
    """Draw a box for a pasted text with a sentence about its limit: a browser drops a longer text silently."""
    text: str = st.text_area(label, max_chars=MOST_PASTED, height=height, help=help)
    st.caption(message("control-paste-limit", most=MOST_PASTED))
    return text
