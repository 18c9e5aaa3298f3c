"""Widgets of the kinds of parameters, with their labels and help texts."""

from functools import partial
from typing import Any

import streamlit as st

from dashboard.say import MESSAGES, message
from dashboard.state.parameters import CHOICES, Parameter, option_label
from posenc_core import Choice, Numbers, Real, Switch, Text, Whole
from posenc_core.text.messages import slug, translate

MOST_PASTED = 100_000
"""Characters of a pasted text: fewer UTF-8 bytes than the limit of a client message."""

LINE = 100
"""Characters up to which a text gets a field of one line."""

MOST_SIDE_BY_SIDE = 12
"""Options up to which a choice shows all side by side; more are in a drop-down list."""


def widget(parameter: Parameter) -> None:
    """Draw the widget of a parameter, under its key."""
    # the current value, as a browser that remounts the widget first reports this one; but an optional field would
    # return to it when cleared
    value = parameter.default
    if value is not None:
        value = st.session_state.get(parameter.key, value)
    look = {"label": label(parameter), "key": parameter.key, "help": help(parameter)}
    _draw(parameter, look, value)


def label(parameter: Parameter) -> str:
    """Label of the widget: its message, or the name of the parameter for a scheme without messages."""
    id = f"control-{parameter.message}"
    return message(id) if id in MESSAGES else parameter.key.rpartition(".")[2].capitalize()


def help(parameter: Parameter) -> str:
    """Help text of the widget, with the allowed values of numbers."""
    id, domain = f"control-{parameter.message}.help", parameter.domain
    if id in MESSAGES:
        words = message(id)
    else:
        scheme, _, name = parameter.key.partition(".")
        own = next(parameter for parameter in CHOICES[scheme].parameters() if parameter.key == name)
        words = translate(f"parameter-{slug(f'{scheme} {own.name}')}", own.help)
    limited = isinstance(domain, Whole | Real | Numbers)
    return message("control-allowed", help=words, allowed=domain.allowed_text) if limited else words


def choice(parameter: Parameter, widget: dict[str, Any], chosen: Any) -> None:
    """Draw the options of a choice: side by side, or as a drop-down list if there are many."""
    options = parameter.domain.samples
    widget = {"format_func": partial(option_label, parameter)} | widget | {"options": options}
    if len(options) > MOST_SIDE_BY_SIDE:
        st.selectbox(index=options.index(chosen), **widget)
    else:
        st.segmented_control(default=chosen, required=True, width="stretch", **widget)


def _draw(parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    match domain := parameter.domain:
        case Choice():
            choice(parameter, widget, value)
        case Switch():
            st.toggle(value=value, **widget)
        case Whole():
            # steps of a length change its second digit: 12, 13 ... 120, 130 ... 120,000, 130,000
            step = 10 ** max(len(str(st.session_state.get("n", 0))) - 2, 0) if parameter.key == "n" else 1
            limits = {"min_value": domain.low, "max_value": domain.high, "value": value, "step": step}
            st.number_input(placeholder=message("control-empty"), **limits, **widget)
        case Real():
            (low, high), decimal_step = domain.ends, parameter.default / 10 or 0.1
            st.number_input(min_value=low, max_value=high, value=value, step=decimal_step, format="%g", **widget)
        case Text():
            _draw_text(domain, parameter, widget, value)


def _draw_text(domain: Text, parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    draw = st.text_area if domain.longest > LINE and not isinstance(domain, Numbers) else st.text_input
    draw(value=value, max_chars=domain.longest, **widget)
    try:
        domain.validate(st.session_state[parameter.key])
    except ValueError:
        st.text(
            message("control-unusable", label=widget["label"], allowed=domain.allowed_text, shown=parameter.default)
        )


def paste_box(label: str, height: int, help: str) -> str:
    """Draw a box for a pasted text with a sentence about its limit: a browser drops a longer text silently."""
    text: str = st.text_area(label, max_chars=MOST_PASTED, height=height, help=help)
    st.caption(message("control-paste-limit", most=MOST_PASTED))
    return text
