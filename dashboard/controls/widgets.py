"""The widget of each kind of parameter, bound to the URL."""

from functools import singledispatch
from typing import Any, Literal

import streamlit as st

from dashboard.parameters import Parameter
from posenc_core import Choice, Numbers, Real, Switch, Text, Whole

URL: Literal["query-params"] = "query-params"

LINE = 100
"""Letters of a text that stand on one line."""

MOST_SIDE_BY_SIDE = 12
"""Options of a choice that all are in sight; more are in a list that unfolds."""


def widget(parameter: Parameter) -> Any:
    """Draw it. -> an allowed value, or None where there is no default and nothing is said."""
    return _drawn(parameter.domain, parameter)


@singledispatch
def _drawn(domain: object, parameter: Parameter) -> Any:
    raise NotImplementedError(f"no widget for {domain}")


@_drawn.register
def _(domain: Choice, parameter: Parameter) -> Any:
    if len(domain.options) > MOST_SIDE_BY_SIDE:
        return st.selectbox(
            parameter.label,
            domain.options,
            domain.options.index(parameter.default),
            key=parameter.key,
            bind=URL,
            help=parameter.help,
        )
    value = st.segmented_control(
        parameter.label,
        domain.options,
        default=parameter.default,
        key=parameter.key,
        bind=URL,
        required=True,
        width="stretch",
        help=parameter.help,
    )
    return parameter.default if value is None else value


@_drawn.register
def _(domain: Whole, parameter: Parameter) -> Any:
    # for a length, arrow keys change the second digit: 12, 13 ... 120, 130 ... 120,000, 130,000
    step = 10 ** max(len(str(st.session_state.get("n", 0))) - 2, 0) if parameter.key == "n" else 1
    return st.number_input(
        parameter.label,
        domain.low,
        domain.high,
        parameter.default,
        step=step,
        key=parameter.key,
        bind=URL,
        placeholder="end",
        help=f"{parameter.help} From {domain.low:,} to {domain.high:,}.",
    )


@_drawn.register
def _(domain: Real, parameter: Parameter) -> Any:
    low, high = domain.ends
    return st.number_input(
        parameter.label,
        low,
        high,
        parameter.default,
        step=parameter.default / 10 or 0.1,
        format="%g",
        key=parameter.key,
        bind=URL,
        help=f"{parameter.help} Allowed: {domain.allowed}.",
    )


@_drawn.register
def _(domain: Text, parameter: Parameter) -> Any:
    draw = st.text_area if domain.longest > LINE else st.text_input
    return draw(
        parameter.label,
        parameter.default,
        key=parameter.key,
        bind=URL,
        max_chars=domain.longest,
        help=parameter.help,
    )


@_drawn.register
def _(domain: Numbers, parameter: Parameter) -> Any:
    value = st.text_input(
        parameter.label,
        parameter.default,
        key=parameter.key,
        bind=URL,
        max_chars=domain.longest,
        help=f"{parameter.help} Allowed: {domain.allowed}.",
    )
    try:
        return domain.checked(value)
    except ValueError:
        st.text(f"{parameter.label} must be {domain.allowed}. Used: {parameter.default}.")
        return parameter.default


@_drawn.register
def _(domain: Switch, parameter: Parameter) -> Any:
    return st.toggle(parameter.label, parameter.default, key=parameter.key, bind=URL, help=parameter.help)
