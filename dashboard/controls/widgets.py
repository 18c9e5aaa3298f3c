"""The widget of each kind of parameter, and its words."""

import re
from functools import partial, singledispatch
from typing import Any

import streamlit as st

from dashboard.say import MESSAGES, message
from dashboard.state.parameters import CHOICES, Parameter
from posenc_core import Choice, Numbers, Real, Switch, Text, Whole

MOST_PASTED = 100_000
"""Characters of a pasted text: in UTF-8 fewer bytes than a message to the server may have."""

LINE = 100
"""Letters of a text that stand on one line."""

MOST_SIDE_BY_SIDE = 12
"""Options of a choice that are all in sight; more are in a list that unfolds."""


def widget(parameter: Parameter) -> None:
    """Draw it, under the parameter's key."""
    # the value of now, not the default: a browser that draws a widget anew before it knows the value says this one;
    # but a field that may be empty would return to it
    value = parameter.default
    if value is not None:
        value = st.session_state.get(parameter.key, value)
    look = {"label": label(parameter), "key": parameter.key, "help": help(parameter)}
    _draw(parameter.domain, parameter, look, value)


def label(parameter: Parameter) -> str:
    """What its widget is called; for a scheme without messages of its own the parameter's name."""
    id = f"control-{parameter.message}"
    return message(id) if id in MESSAGES else parameter.key.rpartition(".")[2].capitalize()


def help(parameter: Parameter) -> str:
    """What it does, and which values are allowed."""
    id, domain = f"control-{parameter.message}.help", parameter.domain
    if id in MESSAGES:
        words = message(id)
    else:
        scheme, _, name = parameter.key.partition(".")
        words = next(each.help for each in CHOICES[scheme].parameters() if each.name == name)
    limited = isinstance(domain, Whole | Real | Numbers)
    return message("control-allowed", help=words, allowed=domain.allowed) if limited else words


def option_label(parameter: Parameter, option: Any) -> str:
    """What an option is called: its id, or the message `option-<key>-<id>`."""
    id = f"option-{parameter.message}-{re.sub(r'[^A-Za-z0-9]+', '-', str(option)).strip('-')}"
    return message(id) if id in MESSAGES else str(option)


def choice(parameter: Parameter, widget: dict[str, Any], chosen: Any) -> None:
    """Draw the options of a choice, of which one is chosen: side by side, or as a list where there are many."""
    options = parameter.domain.samples
    widget = widget | {"options": options, "format_func": partial(option_label, parameter)}
    if len(options) > MOST_SIDE_BY_SIDE:
        st.selectbox(index=options.index(chosen), **widget)
    else:
        st.segmented_control(default=chosen, required=True, width="stretch", **widget)


@singledispatch
def _draw(domain: object, parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    raise NotImplementedError(f"no widget for {domain}")


@_draw.register
def _(domain: Choice, parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    choice(parameter, widget, value)


@_draw.register
def _(domain: Whole, parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    # for a length, arrow keys change the second digit: 12, 13 ... 120, 130 ... 120,000, 130,000
    step = 10 ** max(len(str(st.session_state.get("n", 0))) - 2, 0) if parameter.key == "n" else 1
    limits = {"min_value": domain.low, "max_value": domain.high, "value": value, "step": step}
    st.number_input(placeholder=message("control-empty"), **limits, **widget)


@_draw.register
def _(domain: Real, parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    (low, high), step = domain.ends, parameter.default / 10 or 0.1
    st.number_input(min_value=low, max_value=high, value=value, step=step, format="%g", **widget)


@_draw.register
def _(domain: Text, parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    draw = st.text_area if domain.longest > LINE and not isinstance(domain, Numbers) else st.text_input
    draw(value=value, max_chars=domain.longest, **widget)
    try:
        domain.validate(st.session_state[parameter.key])
    except ValueError:
        st.text(message("control-unusable", label=widget["label"], allowed=domain.allowed, shown=parameter.default))


@_draw.register
def _(domain: Switch, parameter: Parameter, widget: dict[str, Any], value: Any) -> None:
    st.toggle(value=value, **widget)


def paste_box(label: str, height: int, help: str) -> str:
    """Draw a box for a pasted text with a sentence about its limit: a browser drops a longer text silently."""
    text: str = st.text_area(label, max_chars=MOST_PASTED, height=height, help=help)
    st.caption(message("control-paste-limit", most=MOST_PASTED))
    return text
