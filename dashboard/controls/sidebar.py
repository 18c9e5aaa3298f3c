"""The sidebar: the controls that a page uses.

The position is changed most: its control is drawn with the page, which is then drawn without the others.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple, get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.controls import links
from dashboard.controls.presets import preset
from dashboard.controls.state import read_address, read_widgets, seed, state
from dashboard.controls.widgets import label, option_label, widget
from dashboard.say import message
from dashboard.state import uploaded_table
from dashboard.state.pages import EVERY_PARAMETER, PAGES, STANDS_IN
from dashboard.state.parameters import (
    CHOICES,
    MATTERS,
    MAX_SCHEMES,
    OF_SCHEMES,
    OPTIONS,
    PARAMETERS,
    RARE,
    SCHEMES_SHOWN,
)
from dashboard.state.study import Study
from posenc_core import SCHEMES, CustomTable, Scheme
from posenc_core.foundation.base import Family

FAMILIES = {family: [name for name in SCHEMES if SCHEMES[name].family == family] for family in get_args(Family)}
FAMILIES["yours"] = [CustomTable.name]
"""The schemes as their menu has them, family by family."""

ROWS = (("n", "d"), ("p", "k"))
"""Controls that stand side by side."""

IN_FRAGMENT = {"p", "tab"}
"""Keys whose controls are drawn with the page."""


class Controls(NamedTuple):
    """The sidebar of a page, without the control of the position."""

    values: dict[str, Any]
    """The state that they were drawn with."""
    place: DeltaGenerator | None
    """Where the control of the position stands, on a page that has one."""


def sidebar(page: str) -> Controls:
    """Draw every control of a page but that of the position."""
    read_address(page)
    read_widgets()
    with st.sidebar:
        place = _draw_controls(page)
    return Controls(_others(), place)


def chosen(controls: Controls) -> tuple[Study, list[str]]:
    """Draw the control of the position. -> the study, and a line for each unusable value of the link.

    Where another control has moved since the others were drawn, all of them are drawn anew.
    """
    read_widgets()
    if _others() != controls.values:
        st.rerun()
    if controls.place:
        with controls.place:
            _control("p")
    study = links.made(state()["scheme"], state(), uploaded_table.given() or uploaded_table.NONE)
    return study, st.session_state.pop("lines", [])


def _others() -> dict[str, Any]:
    """The state, without what is drawn with the page."""
    return {key: value for key, value in state().items() if key not in IN_FRAGMENT}


def _control(key: str) -> None:
    """Draw the control of a key, and read it."""
    seed(key, state()[key])
    _schemes() if key == "scheme" else widget(PARAMETERS[key])
    state()[key] = links.hold(key, st.session_state[key])


def _draw_controls(page: str) -> DeltaGenerator | None:
    """Draw those of a page. -> the place of the position"""
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
    shown = _shown(page)
    options = [key for key in ("from", "to", *(each.key for each in OPTIONS)) if page in PARAMETERS[key].pages]
    for key in options:
        if key not in RARE and _matters(key, shown):
            _control(key)
    for name in shown:
        idle = _known(name).inactive_parameters() if page not in EVERY_PARAMETER else ()
        _fold(name, [each.key for each in OF_SCHEMES[name]], {f"{name}.{each}" for each in idle})
    _fold(message("control-more"), [key for key in options if key in RARE])
    return place


def _schemes() -> None:
    """The choice of schemes."""
    does = [f"- {message(f'control-family-{family}', names=tuple(names))}" for family, names in FAMILIES.items()]
    st.multiselect(
        message("control-scheme"),
        [*chain(*FAMILIES.values())],
        default=state()["scheme"],
        max_selections=MAX_SCHEMES,
        key="scheme",
        help="\n".join([message("control-scheme.help", most=MAX_SCHEMES), "", *does]),
    )


def _shown(page: str) -> list[str]:
    """The schemes whose parameters a page uses: the chosen ones that it can show, or the one that stands in."""
    names, need = state()["scheme"], PAGES[page]
    able = [name for name in names if need in CHOICES[name].abilities]
    return able or [STANDS_IN[page] for _ in names[:1] if page in STANDS_IN]


def _known(name: str) -> Scheme:
    """A scheme with the parameters of the sidebar."""
    return CHOICES[name](**{each.name: state()[f"{name}.{each.name}"] for each in CHOICES[name].parameters()})


def _matters(key: str, shown: Iterable[str]) -> bool:
    """Whether a control changes anything as the others stand."""
    if key in ("head", "h"):
        return any(_known(name).unsupported_reason("heads") is None for name in shown)
    return all(state()[other] in values for other, values in MATTERS.get(key, ()))


def _fold(name: str, keys: Sequence[str], idle: Iterable[str] = ()) -> None:
    """Controls in a box, drawn when it is open: at first where one of them is not its default."""
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
    """A value that is not the default."""
    parameter, value = PARAMETERS[key], state()[key]
    shown = option_label(parameter, value) if isinstance(value, str) else f"{value:,.6g}"
    return message("control-changed", label=label(parameter).lower(), shown=shown)
