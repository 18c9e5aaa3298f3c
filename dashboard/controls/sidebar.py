"""The sidebar: widgets bound to the URL, read into one Study; `links` says what it cannot use.

Every widget that says something is drawn on every page in the same place, those that a page does not use out of sight:
what is not drawn would leave the address, and Back would stop at states that nobody chose. No limit moves with another
number: a position may be any that the app allows, and where it lies beyond the sequence the page says which one it
shows. The control of the position is turned most: it is drawn with the page, which is then drawn without the others.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import log
from random import randrange
from typing import Any, NamedTuple, NoReturn
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import given, streamlit_internals
from dashboard.controls import links
from dashboard.controls.widgets import MOST_SIDE_BY_SIDE, URL, widget
from dashboard.pages import EVERY_PARAMETER, PAGES, STANDS_IN
from dashboard.parameters import (
    CHOICES,
    DEFAULT_SCHEMES,
    MAX_DIM,
    MAX_SCHEMES,
    OF_SCHEMES,
    OPTIONS,
    PARAMETERS,
    SCHEMES_SHOWN,
    SHARED,
)
from dashboard.study import Study
from posenc_core import SCHEMES, Scheme, Yours
from posenc_core.scheme import FAMILIES

MENU = [*sorted(SCHEMES, key=lambda name: list(FAMILIES).index(SCHEMES[name].family)), Yours.name]
"""The schemes as the menu has them, family by family. A label for it would stand in the address instead of the name."""

FAMILIES_SHOWN = "\n".join(
    (
        *(
            f"- {', '.join(name for name in MENU if name in SCHEMES and SCHEMES[name].family == family)}: {does}"
            for family, does in FAMILIES.items()
        ),
        f"- {Yours.name}: the table that is looked at on the page Check",
    )
)
"""What the menu holds, as a list: the schemes of each family, and what such a scheme does."""


class Controls(NamedTuple):
    """The controls of a page, without that of the position, which is drawn with the page."""

    page: str
    used: dict[str, Any]
    """What each key of the URL came to."""
    said: dict[str, Any]
    """What each control said."""
    place: DeltaGenerator
    """Where that of the position stands."""
    note: DeltaGenerator
    """Where there is room for a line on what lies beyond the sequence."""


def sidebar(page: str) -> Controls:
    """Draw every control but that of the position, those of this page in sight."""
    _follow_handles()
    # a second look would find the controls that are drawn by then, and not what the address said of them
    st.session_state["asked"] = _asked()
    with st.sidebar:
        used, place, note = _controls(page)
        if not any(page in each.pages for each in PARAMETERS.values()):
            st.caption("Nothing to set here: what this page opens brings its own parameters.")
    _out_of_sight(page, used)
    return Controls(page, used, _said(used), place, note)


def chosen(controls: Controls) -> tuple[Study, list[str]]:
    """Draw the control of the position. -> the study, and a line for each unusable value of the link.

    Where another control has moved since the others were drawn, all of them are drawn anew.
    """
    asked = st.session_state.pop("asked", None)
    if asked is None:
        _follow_handles()
        if _said(controls.used) != controls.said:
            st.rerun()
        asked = _asked()
    with controls.place:
        used = controls.used | {"p": widget(PARAMETERS["p"])}
    # always there: what comes and goes moves all that stands below it
    with controls.note, st.container():
        if words := links.beyond(used, controls.page):
            st.caption(words)
    return links.made(used["scheme"], used, given.given() or given.NONE), links.unusable(asked, used)


def choose_position(position: int) -> None:
    """Make a position the chosen one, as if it had been typed; beyond an end it is the end."""
    st.session_state["p"] = min(max(position, 0), st.session_state["n"] - 1)


def choose_column(column: int) -> None:
    """Make a column of the matrix the opened one, as if it had been typed; beyond an end it is the end."""
    st.session_state["column"] = min(max(column, 0), st.session_state["d"] - 1)


def show(first: int, last: int) -> None:
    """Show a stretch of positions, as if its ends had been typed; what lies outside the sequence is cut off."""
    end = st.session_state["n"] - 1
    first, last = sorted((min(max(first, 0), end), min(max(last, 0), end)))
    st.session_state["from"], st.session_state["to"] = first, None if last == end else last


def choose(**values: Any) -> None:
    """Set some controls, as if their values had been typed."""
    for key, value in values.items():
        st.session_state[key] = value


def choose_next(**values: Any) -> NoReturn:
    """Set some controls that are drawn already: all are drawn anew."""
    st.session_state["chosen next"] = values
    st.rerun()


def bring_forward(name: str) -> None:
    """Make a scheme the first of the chosen ones: the one that a page for a single scheme shows."""
    others = [other for other in st.session_state["scheme"] if other != name]
    st.session_state["scheme"] = [name, *others][:MAX_SCHEMES]


BASED = [name for name, make in SCHEMES.items() if any(each.name == "base" for each in make.parameters())]
"""The schemes that have a base."""


def _choose_base(name: str, base: float) -> None:
    choose(**{f"{name}.base": base})


HANDLED = ("mistake", "table", "example")
"""The choices of the sidebar that a page also lets a reader make where it shows what they do."""


def _choose_option(key: str, value: str) -> None:
    choose(**{key: value})


MOVES: dict[str, Callable[[Any], None]] = {
    "position handle": choose_position,
    "scheme in front": bring_forward,
    **{f"base handle of {name}": partial(_choose_base, name) for name in BASED},
    **{f"{key} handle": partial(_choose_option, key) for key in HANDLED},
}
"""What moving a handle does."""


def scheme_in_front(study: Study, page: str) -> Scheme:
    """Let the reader choose which scheme a page for a single one shows. -> the first of the chosen ones."""
    need, length = PAGES[page], study.length_on(page)
    front = study.schemes[0]
    key = _handle("scheme in front", front.name)
    st.segmented_control(
        "Scheme",
        [name for name, scheme in study.known.items() if need and not scheme.lacks(need, length, study.dim)],
        default=front.name,
        key=key,
        label_visibility="collapsed",
        required=True,
    )
    return front


def base_handle(name: str, base: float, bases: Sequence[float]) -> None:
    """Let the reader choose the base of a scheme among some.

    Streamlit keeps a widget's functions as long as the session lives, and with one of a page all numbers of that page.
    """
    nearest = min(bases, key=lambda known: abs(log(known / base)))
    key = _handle(f"base handle of {name}", nearest)
    st.select_slider(
        "Base B",
        bases,
        nearest,
        key=key,
        format_func=lambda known: f"{known:,.0f}",
        help=f"The base of {name}; the sidebar takes any number above 1.",
    )


def choice_handle(key: str, study: Study) -> None:
    """Let the reader make a choice of the sidebar on the page itself: a phone has the sidebar folded away."""
    each, value = PARAMETERS[key], study.options[key]
    name, options = _handle(f"{key} handle", value), each.domain.samples
    if len(options) > MOST_SIDE_BY_SIDE:
        st.selectbox(each.label, options, options.index(value), key=name, help=each.help)
    else:
        st.segmented_control(each.label, options, default=value, key=name, help=each.help, required=True)


def position_handle(study: Study) -> None:
    """Let the reader move the chosen position on the page itself: a phone has the sidebar folded away."""
    last = study.length - 1
    key = _handle("position handle", study.position)
    st.slider(
        "Move position p",
        0,
        max(last, 1),
        study.position,
        key=key,
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


def link() -> str:
    """The address of this page in its present state."""
    query = urlencode({key: st.query_params.get_all(key) for key in st.query_params}, doseq=True)
    return f"{(st.context.url or '').partition('?')[0]}{'?' if query else ''}{query}"


def _asked() -> dict[str, list[str]]:
    """What a link says of each key, before its control is drawn; what Streamlit cannot read is taken away from it."""
    # Back may bring what Streamlit cannot read at any time
    said = streamlit_internals.said_in_address()
    unreadable = links.unreadable(said)
    # a visitor's own key may be one that Streamlit will not hear of
    asked = {
        key: values
        for key, values in said.items()
        if key in unreadable or (key in st.query_params and (key not in links.KEYS or key not in st.session_state))
    }
    streamlit_internals.forget_in_address(unreadable)
    return asked


def _said(keys: Iterable[str]) -> dict[str, Any]:
    return {key: st.session_state.get(key) for key in keys}


def _controls(page: str) -> tuple[dict[str, Any], DeltaGenerator, DeltaGenerator]:
    """Draw them. -> what each key came to, the place of the position, and that of a line."""
    names = st.multiselect(
        "Schemes",
        MENU,
        default=DEFAULT_SCHEMES,
        max_selections=MAX_SCHEMES,
        key="scheme",
        bind=URL,
        help=f"The encodings to look at, 1 to {MAX_SCHEMES}, in the order in which they are chosen. Pages for a "
        f"single scheme show the first.\n\n{FAMILIES_SHOWN}",
    )
    used: dict[str, Any] = {"scheme": names}
    for keys in ROWS:
        # two widgets side by side; where one is out of sight the other takes its place
        with st.container(horizontal=True, key=f"row-{'-'.join(keys)}"):
            if "p" in keys:
                place = st.container(key="place-p")
            used |= {key: widget(PARAMETERS[key]) for key in keys if key != "p"}
    note = st.container()
    used |= {option.key: widget(option) for option in OPTIONS}
    if not given.OPEN:
        used["table"] = "example"
    said = _keys_said()
    for name, scheme in CHOICES.items():
        own = OF_SCHEMES[name]
        with st.container(key=f"parameters-{name}"):
            if name in (*names, *_stand_in(page, names)) or any(each.key in said for each in own):
                # no heading: it would stand before the page's own
                st.markdown(f"**{name}**", help=scheme.summary())
                used |= {parameter.key: widget(parameter) for parameter in own}
            else:
                used |= {parameter.key: parameter.default for parameter in own}
    return used, place, note


def _stand_in(page: str, names: Sequence[str]) -> list[str]:
    """The scheme that a page shows where none of the chosen ones has what it needs."""
    need = PAGES[page]
    if page not in STANDS_IN or not names or any(need in CHOICES[name].abilities for name in names):
        return []
    return [STANDS_IN[page]]


def _keys_said() -> set[str]:
    """The keys of which the address, or a handle, says something; any other is its default, and may be left out."""
    moved = {key for key, each in PARAMETERS.items() if st.session_state.get(key, each.default) != each.default}
    return moved | set(st.query_params)


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


def _follow_handles() -> None:
    """Move what the handles stand for to where they were moved.

    No callback does it: the next message of a browser may end one half-way, and the run would go on without it.
    """
    choose(**st.session_state.pop("chosen next", {}))
    for name, move in MOVES.items():
        count, shown = st.session_state.get(name) or (0, None)
        value = st.session_state.get(f"{name} #{count}")
        if value not in (None, shown):
            move(value)


ROWS = (("n", "d"), ("p", "k"), ("from", "to"))
"""What stands side by side."""


def _out_of_sight(page: str, used: Mapping[str, Any]) -> None:
    """Hide what this page does not use: by style, since what moves in the page or leaves it would lose its value."""
    unused = {each.key for each in (*SHARED, *OPTIONS) if page not in each.pages}
    unused |= set() if page in SCHEMES_SHOWN else {"scheme"}
    hidden = unused | ({"place-p"} if "p" in unused else set())
    hidden |= {"z"} if used["space"] == "2-D" else set()
    hidden |= {"x", "y", "z"} if used["axes"] != "columns" else set()
    hidden |= {"query", "key"} if used["content"] != "yours" else set()
    hidden |= {"example"} if used["table"] != "example" else set()
    hidden |= set() if given.OPEN else {"table"}
    shown = {*used["scheme"], *_stand_in(page, used["scheme"])}
    hidden |= set() if any("heads" in CHOICES[name].abilities for name in shown) else {"head"}
    hidden |= {f"row-{'-'.join(keys)}" for keys in ROWS if unused.issuperset(keys)}
    hidden |= {f"parameters-{name}" for name in CHOICES if "scheme" in unused or name not in shown}
    for name in shown:
        scheme = CHOICES[name](**{own.key.partition(".")[2]: used[own.key] for own in OF_SCHEMES[name]})
        # Streamlit makes a class of the key: what is no letter, digit or hyphen becomes a hyphen
        hidden |= {f"{name}-{idle}" for idle in scheme.idle() if page not in EVERY_PARAMETER}
    selectors = (f".st-key-{key}, [data-testid=stLayoutWrapper]:has(> .st-key-{key})" for key in sorted(hidden))
    st.html(f"<style>[data-testid=stSidebar] :is({', '.join(selectors)}) {{ display: none; }}</style>")
