"""Sidebar: the controls that a page uses.

The position changes most often: its control belongs to the page's fragment, which reruns without the other controls.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple, get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.controls import links
from dashboard.controls.presets import preset
from dashboard.controls.state import read_address, read_widgets, seed, state
from dashboard.controls.widgets import label, widget
from dashboard.say import message
from dashboard.state import session_keys, uploaded_table
from dashboard.state.pages import EVERY_PARAMETER, PAGES, STANDS_IN
from dashboard.state.parameters import (
    CHOICES,
    MATTERS,
    MAX_SCHEMES,
    OF_SCHEMES,
    OPTIONS,
    PARAMETERS,
    PATCH,
    RARE,
    SCHEMES_SHOWN,
    START,
    option_label,
)
from dashboard.state.study import Study
from posenc_core import SCHEMES, CustomTable, Scheme
from posenc_core.foundation.base import Family

FAMILIES = {family: [name for name in SCHEMES if SCHEMES[name].family == family] for family in get_args(Family)}
FAMILIES["yours"] = [CustomTable.name]
"""Schemes by family, in the order of their menu."""

ROWS = (("n", "d"), ("p", "k"))
"""Controls that are side by side."""

IN_FRAGMENT = {"p", "tab", *START, *PATCH}
"""Keys whose controls belong to the page's fragment."""


class Controls(NamedTuple):
    """Sidebar of a page. The position control is rendered separately, inside the page fragment."""

    values: dict[str, Any]
    """State when the sidebar was rendered."""
    place: DeltaGenerator | None
    """Container of the position control, if the page has one."""


def sidebar(page: str) -> Controls:
    """Draw the controls of a page, except the position control."""
    read_address(page)
    read_widgets()
    with st.sidebar:
        place = _draw_controls(page)
    return Controls(_others(), place)


def current_study(controls: Controls) -> tuple[Study, list[str]]:
    """Draw the position control, and return the study with a line for each unusable value of the link.

    Rerun the whole script if another control has changed since the sidebar was rendered.
    """
    read_widgets()
    if _others() != controls.values:
        st.rerun()
    if controls.place:
        with controls.place:
            _control("p")
    study = links.build_study(state()["scheme"], state(), uploaded_table.current_table() or uploaded_table.NO_TABLE)
    return study, st.session_state.pop(session_keys.LINK_LINES, [])


def _others() -> dict[str, Any]:
    """State without the keys whose controls belong to the page's fragment."""
    return {key: value for key, value in state().items() if key not in IN_FRAGMENT}


def _control(key: str) -> None:
    """Draw the control of a key, and store its value."""
    seed(key, state()[key])
    _schemes() if key == "scheme" else widget(PARAMETERS[key])
    state()[key] = links.clamp(key, st.session_state[key])


def _draw_controls(page: str) -> DeltaGenerator | None:
    """Draw the controls of a page, and return the container of the position control."""
    if page in SCHEMES_SHOWN:
        _control("scheme")
    place = None
    for keys in ROWS:
        if here := [key for key in keys if page in PARAMETERS[key].pages]:
            with st.container(horizontal=True, key=f"row-{'-'.join(here)}"):
                for key in here:
                    if key == "p":
                        place = st.container(key="place-p")
                    else:
                        _control(key)
    names = _schemes_with_controls(page)
    options = [key for key in ("from", "to", *(option.key for option in OPTIONS)) if page in PARAMETERS[key].pages]
    for key in options:
        if key not in RARE and _matters(key, names):
            _control(key)
    for name in names:
        idle = _scheme(name).inactive_parameters() if page not in EVERY_PARAMETER else ()
        hidden = {f"{name}.{parameter.key}" for parameter in CHOICES[name].parameters() if parameter.name in idle}
        _fold(name, [parameter.key for parameter in OF_SCHEMES[name]], hidden)
    _fold(message("control-more"), [key for key in options if key in RARE])
    return place


def _schemes() -> None:
    """Draw the selection of schemes."""
    families = [f"- {message(f'control-family-{family}', names=tuple(names))}" for family, names in FAMILIES.items()]
    st.multiselect(
        message("control-scheme"),
        [*chain(*FAMILIES.values())],
        default=state()["scheme"],
        max_selections=MAX_SCHEMES,
        key="scheme",
        help="\n".join([message("control-scheme.help", most=MAX_SCHEMES), "", *families]),
    )


def _schemes_with_controls(page: str) -> list[str]:
    """Schemes whose parameters a page uses: the selected ones that it can show, or their stand-in."""
    names, need = state()["scheme"], PAGES[page]
    able = [name for name in names if need in CHOICES[name].abilities]
    if not able and names and page in STANDS_IN:
        return [STANDS_IN[page]]
    return able


def _scheme(name: str) -> Scheme:
    """Scheme with the parameters of the state."""
    parameters = CHOICES[name].parameters()
    return CHOICES[name](**{parameter.name: state()[f"{name}.{parameter.key}"] for parameter in parameters})


def _matters(key: str, names: Iterable[str]) -> bool:
    """Return True if a control has an effect at the current values of the others."""
    if key in ("head", "h"):
        return any(_scheme(name).unsupported_reason("heads") is None for name in names)
    return all(state()[other] in values for other, values in MATTERS.get(key, ()))


def _fold(name: str, keys: Sequence[str], idle: Iterable[str] = ()) -> None:
    """Draw controls in an expander, which is open at first if one of them differs from its default."""
    changed = [key for key in keys if state()[key] != links.DEFAULTS[key]]
    if keys:
        seed(f"options {name}", bool(changed))
        with st.expander(name, key=f"options {name}", on_change="rerun") as box:
            if box.open:
                preset(name)
            for key in keys:
                if box.open and key not in idle:
                    _control(key)
        if not box.open and changed:
            st.caption(" · ".join(map(_summary, changed)))


def _summary(key: str) -> str:
    """Name and value of a parameter that differs from its default."""
    parameter, value = PARAMETERS[key], state()[key]
    shown = option_label(parameter, value) if isinstance(value, str) else f"{value:,.6g}"
    return message("control-changed", label=label(parameter).lower(), shown=shown)
