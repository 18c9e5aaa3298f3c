"""The sidebar: the controls that a page uses, and the state of the app, which they change and the address holds.

The state is the value of every key of a link. The address sets it when a page is opened and on Back and Forward; in any
other run the widgets do, so that an address which is behind hurried changes undoes none. The browser is told the
address that belongs to the state at the end of each run. The control of the position is changed most: it is drawn with
the page, which is then drawn without the others.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import log
from random import randrange
from typing import Any, NamedTuple, NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import given, streamlit_internals
from dashboard.controls import links
from dashboard.controls.widgets import choice, help, label, option_label, widget
from dashboard.pages import EVERY_PARAMETER, PAGES, STANDS_IN
from dashboard.parameters import (
    CHOICES,
    DEFAULT_SCHEMES,
    MATTERS,
    MAX_DIM,
    MAX_SCHEMES,
    OF_SCHEMES,
    OPTIONS,
    PARAMETERS,
    RARE,
    SCHEMES_SHOWN,
)
from dashboard.say import message
from dashboard.study import Study
from posenc_core import SCHEMES, Scheme, Yours
from posenc_core.scheme import FAMILIES

MENU = [*sorted(SCHEMES, key=lambda name: list(FAMILIES).index(SCHEMES[name].family)), Yours.name]
"""The schemes as their menu has them, family by family."""

ROWS = (("n", "d"), ("p", "k"))
"""Controls that stand side by side."""

SHORT = 5
"""Letters of an option that does not say by itself what it is about."""

IN_FRAGMENT = {"p", "tab"}
"""Keys whose controls are drawn with the page."""


class Controls(NamedTuple):
    """The sidebar of a page, without the control of the position."""

    values: dict[str, Any]
    """The state that they were drawn with."""
    place: DeltaGenerator | None
    """Where the control of the position stands, on a page that has one."""


def state() -> dict[str, Any]:
    """The value of every key of a link."""
    values: dict[str, Any] = st.session_state["state"]
    return values


def sidebar(page: str) -> Controls:
    """Draw every control of a page but that of the position."""
    _read_address(page)
    _read_widgets()
    with st.sidebar:
        place = _draw_controls(page)
    return Controls(_others(), place)


def chosen(controls: Controls) -> tuple[Study, list[str]]:
    """Draw the control of the position. -> the study, and a line for each unusable value of the link.

    Where another control has moved since the others were drawn, all of them are drawn anew.
    """
    # only a run that has drawn the others has lines
    lines = st.session_state.pop("lines", None)
    if lines is None:
        _read_widgets()
        if _others() != controls.values:
            st.rerun()
    if controls.place:
        with controls.place:
            _control("p")
    return links.made(state()["scheme"], state(), given.given() or given.NONE), lines or []


def link() -> str:
    """The address of this page in its present state."""
    query = links.address(state())
    return f"{(st.context.url or '').partition('?')[0]}{'?' if query else ''}{query}"


ADDRESS = """export default ({ data }) => {
const q = new URLSearchParams(data.q), { pathname, search, hash } = location;
for (const [k, v] of new URLSearchParams(search)) if (k.startsWith("embed")) q.append(k, v);
history.replaceState(history.state, "", pathname + (q.size ? "?" + q : "") + hash) }"""
"""It replaces the entry of the history: a page is one step of Back, a change of a value is none."""


def tell_address(page: str) -> None:
    """Let the browser show the address of the state."""
    # the name of the page: another page in the same state has another address to be changed
    _address()(key="address", data={"q": links.address(state()), "page": page})


@st.cache_resource(show_spinner=False)
def _address() -> Callable[..., Any]:
    return st.components.v2.component("address", html="<i data-drawn></i>", js=ADDRESS, isolate_styles=False)


def choose_position(position: int) -> None:
    """Make a position the chosen one, as if it had been typed; beyond an end it is the end."""
    choose(p=min(max(position, 0), _now("n") - 1))


def choose_column(column: int) -> None:
    """Make a column of the matrix the opened one, as if it had been typed; beyond an end it is the end."""
    choose(column=min(max(column, 0), _now("d") - 1))


def show(first: int, last: int) -> None:
    """Show a range of positions, as if its ends had been typed; what lies outside the sequence is cut off."""
    end = _now("n") - 1
    first, last = sorted((min(max(first, 0), end), min(max(last, 0), end)))
    choose(**{"from": first, "to": None if last == end else last})


def choose(**values: Any) -> None:
    """Set some controls, as if their values had been typed."""
    state().update(values)
    # what is not drawn takes its value from the state when it is
    st.session_state.update({key: value for key, value in values.items() if key in _drawn()})


def choose_next(**values: Any) -> NoReturn:
    """Set some controls that are drawn already: all are drawn anew."""
    st.session_state["chosen next"] = values
    st.rerun()


def bring_forward(name: str) -> None:
    """Make a scheme the first of the chosen ones: the one that a page for a single scheme shows."""
    choose(scheme=[name, *(other for other in _now("scheme") if other != name)][:MAX_SCHEMES])


BASED = [name for name, make in SCHEMES.items() if any(each.name == "base" for each in make.parameters())]
"""The schemes that have a base."""

HANDLED = ("mistake", "table", "example")
"""The choices of the sidebar that a page also lets a reader make where it shows what they do."""


def _choose_one(key: str, value: Any) -> None:
    choose(**{key: value})


MOVES: dict[str, Callable[[Any], None]] = {
    "position handle": choose_position,
    "scheme in front": bring_forward,
    **{f"base handle of {name}": partial(_choose_one, f"{name}.base") for name in BASED},
    **{f"{key} handle": partial(_choose_one, key) for key in HANDLED},
}
"""What moving a handle does."""


def scheme_in_front(study: Study, page: str) -> Scheme:
    """Let the reader choose which scheme a page for a single one shows. -> the first of the chosen ones."""
    need, length = PAGES[page], study.length_on(page)
    front = study.schemes[0]
    st.segmented_control(
        message("control-front"),
        [name for name, scheme in study.known.items() if need and not scheme.lacks(need, length, study.dim)],
        default=front.name,
        key=_handle("scheme in front", front.name),
        label_visibility="collapsed",
        required=True,
    )
    return front


def base_handle(name: str, base: float, bases: Sequence[float]) -> None:
    """Let the reader choose the base of a scheme among some."""
    nearest = min(bases, key=lambda known: abs(log(known / base)))
    st.select_slider(
        message("control-base-handle"),
        bases,
        nearest,
        key=_handle(f"base handle of {name}", nearest),
        # Streamlit keeps a widget's functions as long as the session lives: one of a page would keep its numbers
        format_func=lambda known: f"{known:,.0f}",
        help=message("control-base-handle.help", name=name),
    )


def choice_handle(key: str, study: Study) -> None:
    """Let the reader make a choice of the sidebar on the page itself: a phone has the sidebar folded away."""
    each, value = PARAMETERS[key], study.options[key]
    choice(each, {"label": label(each), "help": help(each), "key": _handle(f"{key} handle", value)}, value)


def position_handle(study: Study) -> None:
    """Let the reader move the chosen position on the page itself: a phone has the sidebar folded away."""
    last = study.length - 1
    st.slider(
        message("control-position-handle"),
        0,
        max(last, 1),
        study.position,
        key=_handle("position handle", study.position),
        disabled=not last,
        label_visibility="collapsed",
    )


def fits(study: Study, what: str, length: int, dim: int = MAX_DIM) -> bool:
    """Whether a study is small enough for some work; if not, the page says the limit and offers what would fit."""
    if study.length <= length and study.dim <= dim:
        return True
    limit = f"n up to {length:,}" + (f" and d up to {dim:,}" if dim < MAX_DIM else "")
    with st.container(border=True):
        st.markdown(f"{what} takes {limit}; here n = {study.length:,} and d = {study.dim:,}.")
        values = {"n": min(study.length, length), "d": min(study.dim, dim)}
        words = f"Use n = {values['n']:,}, d = {values['d']:,}"
        st.button(words, key=f"fit {what}", on_click=choose, kwargs=values)
    return False


def _now(key: str) -> Any:
    """What a key is in a callback, which comes before the widgets are read."""
    return links.hold(key, st.session_state.get(key, state()[key]))


def _others() -> dict[str, Any]:
    """The state, without what is drawn with the page."""
    return {key: value for key, value in state().items() if key not in IN_FRAGMENT}


def _read_address(page: str) -> None:
    """Take the state from the address where that sets it; on another page no tab is open yet."""
    back = streamlit_internals.is_history_navigation()
    st.session_state["drawn before"], st.session_state["drawn"] = st.session_state.get("drawn", set()), set()
    # on a step back the address counts, also in a process that has not known the session
    st.session_state["reported"] = set() if back else streamlit_internals.reported_widgets()
    st.session_state["lines"] = []
    if back or "state" not in st.session_state:
        asked = {key: st.query_params.get_all(key) for key in st.query_params}
        values, st.session_state["lines"] = links.read(asked)
        st.session_state.setdefault("state", {})
        choose(**values)
    elif st.session_state.get("page") != page:
        choose(tab="")
    st.session_state["page"] = page


def _read_widgets() -> None:
    """Take the state from the widgets, and from the handles that were moved.

    No callback does it: the next message of a browser may end one half-way, and the run would go on without it.
    """
    for key in links.DEFAULTS:
        if key in st.session_state and key in _drawn():
            state()[key] = links.hold(key, st.session_state[key])
    choose(**st.session_state.pop("chosen next", {}))
    for name, move in MOVES.items():
        count, shown = st.session_state.get(name) or (0, None)
        value = st.session_state.get(f"{name} #{count}")
        if value not in (None, shown):
            move(value)


def seed(key: str, value: Any) -> None:
    """Give a widget that was not there its value, unless the browser says one, to a process that had not known it."""
    if (key not in _drawn() or key not in st.session_state) and key not in st.session_state.get("reported", ()):
        st.session_state[key] = value
    st.session_state.setdefault("drawn", set()).add(key)


def _drawn() -> set[str]:
    """The keys of the widgets of this run and of the one before: Streamlit keeps no others."""
    drawn: set[str] = st.session_state.get("drawn", set()) | st.session_state.get("drawn before", set())
    return drawn


def _control(key: str) -> None:
    """Draw the control of a key, and read it."""
    seed(key, state()[key])
    widget(PARAMETERS[key])
    state()[key] = links.hold(key, st.session_state[key])


def _draw_controls(page: str) -> DeltaGenerator | None:
    """Draw those of a page. -> the place of the position"""
    if page in SCHEMES_SHOWN:
        _schemes()
    place = None
    for keys in ROWS:
        if here := [key for key in keys if page in PARAMETERS[key].pages]:
            with st.container(horizontal=True, key=f"row-{'-'.join(here)}"):
                if "p" in here:
                    place = st.container(key="place-p")
                for key in here:
                    if key != "p":
                        _control(key)
    shown = _shown(page)
    options = [each.key for each in (PARAMETERS["from"], PARAMETERS["to"], *OPTIONS) if page in each.pages]
    for key in options:
        if key not in RARE and _matters(key, shown):
            _control(key)
    for name in shown:
        own = [each.key for each in OF_SCHEMES[name]]
        _fold(name, _summary(name, own), own, idle=page not in EVERY_PARAMETER)
    _fold("more", message("control-more"), [key for key in options if key in RARE])
    return place


def _schemes() -> None:
    """The choice of schemes."""
    seed("scheme", state()["scheme"])
    families = {family: tuple(name for name in SCHEMES if SCHEMES[name].family == family) for family in FAMILIES}
    does = [
        message(f"control-family-{key}", names=names) for key, names in (families | {"yours": (Yours.name,)}).items()
    ]
    st.multiselect(
        message("control-scheme"),
        MENU,
        default=DEFAULT_SCHEMES,
        max_selections=MAX_SCHEMES,
        key="scheme",
        help="\n".join([message("control-scheme.help", most=MAX_SCHEMES), "", *(f"- {each}" for each in does)]),
    )
    state()["scheme"] = links.hold("scheme", st.session_state["scheme"])


def _shown(page: str) -> list[str]:
    """The schemes whose parameters a page uses: the chosen ones that it can show, or the one that stands in."""
    names, need = state()["scheme"], PAGES[page]
    able = [name for name in names if need in CHOICES[name].abilities]
    return able or [STANDS_IN[page] for _ in names[:1] if page in STANDS_IN]


def _matters(key: str, shown: Iterable[str]) -> bool:
    """Whether a control changes anything as the others stand."""
    if key == "head":
        return any("heads" in CHOICES[name].abilities for name in shown)
    if key == "table":
        return given.OPEN
    return all(state()[other] == value for other, value in MATTERS.get(key, ()))


def _fold(name: str, words: str, keys: Sequence[str], *, idle: bool = False) -> None:
    """Controls in a box, drawn when it is open: at first where one of them is not its default."""
    if not keys:
        return
    key = f"options {name}"
    seed(key, any(state()[each] != links.DEFAULTS[each] for each in keys))
    is_open = bool(st.session_state.get(key))
    # an open box is called by its name alone: to Streamlit another label is another box, which would be drawn anew, and
    # take the focus from the control that is being changed
    words = name if is_open and name in CHOICES else words
    if st.session_state.get(f"label of {key}") != words:
        st.session_state[f"label of {key}"], st.session_state[key] = words, is_open
    with st.expander(words, key=key, on_change="rerun") as box:
        if box.open:
            for each in keys:
                if not idle or each.partition(".")[2] not in _scheme(name).idle():
                    _control(each)


def _scheme(name: str) -> Scheme:
    return CHOICES[name](**{each.key.partition(".")[2]: state()[each.key] for each in OF_SCHEMES[name]})


def _summary(name: str, keys: Sequence[str]) -> str:
    """The name of a scheme, and what of it is not the default."""
    words = [name]
    for parameter in map(PARAMETERS.__getitem__, keys):
        value = state()[parameter.key]
        if value != parameter.default:
            shown = option_label(parameter, value) if isinstance(value, str) else f"{value:,.6g}"
            clear = len(shown) > SHORT and isinstance(value, str)
            words.append(shown if clear else message("control-changed", label=label(parameter).lower(), shown=shown))
    return " · ".join(words)


def _handle(name: str, value: object) -> str:
    """The key of a widget that shows the value of another one, and moves it.

    A value that came by another way makes it another widget: a browser that has not heard of the value yet says again
    where the handle stands, and that would be taken for a move, back to where it was. Nor does one count that comes
    from another process, so the numbers begin anywhere.
    """
    count, _ = st.session_state.get(name) or (randrange(10**6), value)
    if st.session_state.get(f"{name} #{count}", value) != value:
        count += 1
    st.session_state[name] = (count, value)
    return f"{name} #{count}"
