"""The bar above a figure: encodings, sizes, position, options, and what a visitor can take away.

It belongs to the fragment of the page, which reruns alone when the position changes. A value has one control.
"""

from collections.abc import Iterable
from functools import cache, partial
from html import escape
from typing import Any, Literal, get_args

import streamlit as st

from dashboard import streamlit_internals
from dashboard.bar.presets import preset
from dashboard.controls import handles, links, state
from dashboard.controls.widgets import control, label
from dashboard.say import MESSAGES, message
from dashboard.sharing.share import takeaway
from dashboard.state import session_keys, uploaded_table
from dashboard.state.pages import EVERY_PARAMETER, ONE_ENCODING, PAGES
from dashboard.state.parameters import (
    CHOICES,
    IN_FRAGMENT,
    MAX_LENGTH,
    MAX_SCHEMES,
    OF_SCHEMES,
    PARAMETERS,
    option_label,
)
from dashboard.state.study import Study, order
from posenc_core import SCHEMES, CustomTable, Scheme
from posenc_core.foundation.base import Family
from posenc_core.plot.style import DARK, scheme_color

FAMILIES = {family: [name for name in SCHEMES if SCHEMES[name].family == family] for family in get_args(Family)}
"""Encodings by family, in the order of their list."""

WHOLE = (0, MAX_LENGTH)
"""Range that shows all positions."""

MOST_NAMED = 2
"""Changed options that the button of the options names."""

streamlit_internals.identify_boxes_by_key()


def read(page: str) -> dict[str, Any]:
    """Read address and controls; return the state without the keys that change within the page's fragment."""
    state.read_address(page)
    state.read_widgets()
    return _others()


def current_study(values: dict[str, Any]) -> tuple[Study, list[str]]:
    """Return the study, with a line for each unusable value of the link.

    Rerun the whole script if another control has changed since `values` were read.
    """
    state.read_widgets()
    if _others() != values:
        st.rerun()
    now = state.state()
    study = links.build_study(now["scheme"], now, uploaded_table.current_table() or uploaded_table.NO_TABLE)
    return study, st.session_state.get(session_keys.LINK_LINES, [])


def _others() -> dict[str, Any]:
    return {key: value for key, value in state.state().items() if key not in IN_FRAGMENT}


def draw_bar(study: Study, page: str) -> None:
    """Draw the controls of a page in one row."""
    row = partial(st.container, horizontal=True, vertical_alignment="center", gap="small")
    with row(key="bar"):
        with row(width="content", key="bar-encodings"):
            if page in ONE_ENCODING:
                handles.scheme_in_front(study)
            else:
                _chips(study)
            _add(study, page)
        with row(key="bar-sizes"):
            _sizes(study, page)


def _sizes(study: Study, page: str) -> None:
    """Draw sizes, position, options, and what a visitor can take away."""
    for key, value in (("n", study.length), ("d", study.dim), ("k", study.offset)):
        if page in PARAMETERS[key].pages:
            _number(key, value, study)
    if page in PARAMETERS["p"].pages:
        handles.position_handle(study)
    if page in PARAMETERS["from"].pages and study.shown != (0, study.length - 1):
        first, last = study.shown
        text = message("bar-shown", first=first, end=last)
        st.button(text, key="shown", icon=":material/close:", icon_position="right", on_click=state.show, args=WHOLE)
    _options(study, page)
    with _box(message("bar-take"), "take", ":material/download:") as box:
        if box.open:
            takeaway(study, page)


def _box(label: str, key: str, icon: str | None = None, type: Literal["secondary", "tertiary"] = "secondary") -> Any:
    """Open a box below a label. It stays open, and keeps its focus, when the label changes."""
    return st.popover(label, key=key, icon=icon, type=type, on_change="rerun")


@cache
def chip_colors() -> str:
    """Style sheet with the color of every encoding, for its chip."""
    rules = []
    for name in SCHEMES:
        color = scheme_color(order(SCHEMES[name]()))
        rules.append(f".st-key-chip-{name} {{ --chip: light-dark({color}, {DARK[color]}) }}")
    return escape("\n".join(rules), quote=False)


def _chips(study: Study) -> None:
    """Draw a button for each encoding, which removes it; the last one stays."""
    for scheme in study.schemes:
        st.button(
            scheme.name,
            key=f"chip {scheme.name}",
            icon=":material/close:",
            icon_position="right",
            help=message("bar-remove", name=scheme.name),
            on_click=_remove,
            args=(scheme.name,),
            disabled=len(study.schemes) == 1,
        )


def _remove(name: str) -> None:
    state.choose(scheme=[other for other in state.state()["scheme"] if other != name])


def _add(study: Study, page: str) -> None:
    """Draw the list of the other encodings that the page can show, by family, each with its summary."""
    shown = [scheme.name for scheme in study.schemes]
    need, length = PAGES[page], study.length_on(page)
    able = [
        name
        for name, scheme in study.known.items()
        if name not in shown and need and not scheme.unsupported_reason(need, length, study.dim)
    ]
    is_full = len(shown) >= MAX_SCHEMES and page not in ONE_ENCODING
    # another box after each change of them: a browser may report this one as open when it has been closed
    with _box(message("bar-add"), f"add to {' '.join(shown)}", ":material/add:", "tertiary") as box:
        if not box.open:
            return
        if is_full:
            st.caption(message("bar-full", most=MAX_SCHEMES))
            return
        for family, names in (FAMILIES | {"yours": [CustomTable.name]}).items():
            offered = [name for name in names if name in able]
            if offered:
                st.markdown(message(f"control-family-{family}"))
            for name in offered:
                # one button each: the arrow keys of a list would add what they pass
                st.button(
                    f"**{name}** {CHOICES[name].summary()}",
                    key=f"add {name}",
                    type="tertiary",
                    wrap=True,
                    on_click=_added,
                    args=(name, page),
                )


def _added(name: str, page: str) -> None:
    """Add an encoding: at the front on a page with one encoding, else at the end."""
    others = [other for other in state.state()["scheme"] if other != name]
    if page in ONE_ENCODING:
        state.choose(scheme=[name, *others][:MAX_SCHEMES])
        return
    need = PAGES[page]
    kept = [other for other in others if need in CHOICES[other].abilities]
    # encodings that this page does not show make room
    state.choose(scheme=[*(others if len(others) < MAX_SCHEMES else kept)[: MAX_SCHEMES - 1], name])


def _number(key: str, value: int, study: Study) -> None:
    """Draw the value of a size, which opens a slider and a field."""
    text = message("bar-number", name=key, number=value)
    with _box(text, f"size {key}") as box:
        if box.open:
            handles.size_handle(key, value, study)


def _options(study: Study, page: str) -> None:
    """Draw the options of the page and of its encodings; the button names those that were changed."""
    schemes = _schemes_with_options(study, page)
    own = [key for key, one in PARAMETERS.items() if one.place == "options" and page in one.pages and "." not in key]
    own = [key for key in own if _matters(key, schemes)]
    blocks = {scheme.name: _active(scheme, page) for scheme in schemes}
    keys = [*own, *(key for keys in blocks.values() for key in keys)]
    if not keys:
        return
    changed = [key for key in keys if state.state()[key] != links.DEFAULTS[key]]
    named = ", ".join(map(_changed, changed[:MOST_NAMED])) + (", …" if len(changed) > MOST_NAMED else "")
    title = message("bar-options.changed", changed=named) if changed else message("bar-options")
    with _box(title, "options", ":material/tune:") as box:
        if not box.open:
            return
        for key in own:
            control(key, state.state()[key])
        for name, parameters in blocks.items():
            if parameters:
                st.markdown(f"**{name}**")
                preset(name)
                for key in parameters:
                    control(key, state.state()[key])
        if changed:
            st.button(message("bar-options.reset"), on_click=partial(_reset, changed), icon=":material/restart_alt:")


def _reset(keys: Iterable[str]) -> None:
    state.choose(**{key: links.DEFAULTS[key] for key in keys})


def _schemes_with_options(study: Study, page: str) -> list[Scheme]:
    """Return the encodings whose parameters the page uses."""
    if page in ONE_ENCODING:
        return list(study.schemes[:1])
    return list(study.schemes)


def _active(scheme: Scheme, page: str) -> list[str]:
    """Keys of the parameters of an encoding that have an effect."""
    idle = () if page in EVERY_PARAMETER else scheme.inactive_parameters()
    return [one.key for one in OF_SCHEMES[scheme.name] if one.key.rpartition(".")[2] not in idle]


def _matters(key: str, schemes: Iterable[Scheme]) -> bool:
    """Return True if a control has an effect at the current values of the others."""
    if key in ("head", "h"):
        return any(scheme.unsupported_reason("heads") is None for scheme in schemes)
    return all(state.state()[other] in values for other, values in PARAMETERS[key].when.items())


def _changed(key: str) -> str:
    """Name and value of a parameter that differs from its default."""
    parameter, value = PARAMETERS[key], state.state()[key]
    if key in state.TYPED:
        # typed text, which a label would read as Markdown
        return label(parameter).lower()
    shown = option_label(parameter, value) if isinstance(value, str) else MESSAGES.format(value)
    return message("control-changed", label=label(parameter).lower(), shown=shown)
