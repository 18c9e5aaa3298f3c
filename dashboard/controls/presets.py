"""The parameters of an encoding as published models have them."""

from functools import cache, partial
from typing import Any

import streamlit as st

from dashboard.controls.state import choose
from dashboard.say import message
from posenc_core import models


@cache
def presets(name: str) -> dict[str, dict[str, Any]]:
    """By model, the value of every parameter of a scheme; only models that it shows exactly."""
    found = {}
    for each in map(models.model, models.MODELS):
        scheme, rope = each.main.scheme, each.main.rope
        if scheme and scheme.name == name and (not rope or rope.exact(each.stated or 1)):
            found[each.name] = {f"{name}.{own.name}": getattr(scheme, own.name) for own in scheme.parameters()}
    return found if len({str(values) for values in found.values()}) > 1 else {}


def preset(name: str) -> None:
    """Let the reader take the parameters of a model, where models differ in them."""
    if found := presets(name):
        key = f"as in {name}"
        st.selectbox(
            message("control-as-in"),
            list(found),
            None,
            key=key,
            help=message("control-as-in.help"),
            placeholder=message("control-as-in.placeholder"),
            on_change=partial(_take, name, key),
        )


def _take(name: str, key: str) -> None:
    """Set the parameters; the list is empty again, as they may be changed from there."""
    if chosen := st.session_state[key]:
        choose(**presets(name)[chosen])
        st.session_state[key] = None
