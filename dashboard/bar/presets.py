"""Presets: the parameters of an encoding in published models."""

from functools import cache, partial
from typing import Any

import streamlit as st

from dashboard.controls.state import choose
from dashboard.say import message
from posenc_tools import models


@cache
def presets(name: str) -> dict[str, dict[str, Any]]:
    """Parameters of a scheme by model, for models that the scheme represents exactly."""
    by_model = {}
    for model in map(models.model, models.MODELS):
        scheme, rope = model.main.scheme, model.main.rope
        if scheme and scheme.name == name and (not rope or rope.exact(model.stated or 1)):
            by_model[model.name] = {f"{name}.{own.name}": getattr(scheme, own.name) for own in scheme.parameters()}
    return by_model if len({str(values) for values in by_model.values()}) > 1 else {}


def preset(name: str) -> None:
    """Draw the selector of a model whose parameters to use, if models differ in them."""
    if by_model := presets(name):
        key = f"as in {name}"
        st.selectbox(
            message("control-as-in"),
            list(by_model),
            None,
            key=key,
            help=message("control-as-in.help"),
            placeholder=message("control-as-in.placeholder"),
            on_change=partial(_apply, name, key),
        )


def _apply(name: str, key: str) -> None:
    """Set the parameters and clear the selector, as the visitor may change them from there."""
    if model := st.session_state[key]:
        choose(**presets(name)[model])
        st.session_state[key] = None
