"""State of the app: the value of every key of a link.

The URL sets the state when a page is opened and on Back and Forward; in other runs the widgets set it, so that a stale
URL undoes no quick change. At the end of each run the browser receives the new URL. It keeps the URL so that a new
process can restore the session: a click on an entry sends no query, and the session of another process is new.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from dashboard import say, streamlit_internals
from dashboard.controls import links
from dashboard.controls.widgets import is_allowed
from dashboard.say import message, use_language
from dashboard.state import session_keys
from dashboard.state.parameters import OPTIONS
from posenc_core import Text

STEPS = 10
"""Steps of the lesson."""

SET_BY_PAGES = ("tab", "task", "answers")
"""Keys that a page sets when it is drawn."""

PAGE_LINK = re.compile(r"(?<=\]\()[a-z]+\?[^)]+")
"""Relative URL of a page in a Markdown link."""

TYPED = [option.key for option in OPTIONS if isinstance(option.domain, Text)]
"""Keys of typed text."""


def state() -> dict[str, Any]:
    """Values of all keys of a link."""
    values: dict[str, Any] = st.session_state[session_keys.STATE]
    return values


def link() -> str:
    """URL of the page in its current state."""
    query = links.address(state(), st.session_state.get(session_keys.PAGE, ""))
    return f"{(st.context.url or '').partition('?')[0]}?{query}".removesuffix("?")


ADDRESS = Path(__file__).with_name("address.js").read_text()
"""Script of the component that shows the URL."""


def tell_address(page: str) -> None:
    """Show the URL of the state in the browser, and links to the same page in the other languages."""
    # with the page: another page with the same values has another URL
    values = state()
    query = links.address(values, page)
    if len(say.LANGUAGES) > 1:
        st.html(_language_links(query))
    data = {
        "q": with_language(f"?{query}").strip("?&"),
        "page": page,
        "lost": st.session_state.pop(session_keys.IS_RESTART, False),
        "caption": _caption(values),
        "file": f"{page}-n{values['n']}-d{values['d']}",
    }
    # the callback makes the component report; its value is read here, where controls can be set
    kept = _address()(key="address", data=data, on_kept_change=lambda: None).kept
    with suppress(ValueError):
        if isinstance(kept, str):
            st.session_state[session_keys.LANGUAGE] = dict(parse_qsl(kept)).get("lang", "")
            choose_next(**links.parse(links.fields(kept))[0] | {"tab": ""})


def _language_links(query: str) -> str:
    """Links to this page in every language, by the name of the language in itself."""
    items = []
    for code in say.LANGUAGES:
        href = escape("?" + "&".join(filter(None, (query, f"lang={code}"))))
        current = ' aria-current="true"' if code == say.current_language() else ""
        name = escape(say.in_language(code, "language-name"))
        items.append(f'<a href="{href}" target="_self" lang="{code}" hreflang="{code}"{current}>{name}</a>')
    return f'<nav class="languages" aria-label="{escape(message("language-switch"))}">{" · ".join(items)}</nav>'


def _caption(values: Mapping[str, Any]) -> str:
    """Caption of saved charts: encodings, sizes, and settings that differ from the defaults."""
    fields = parse_qsl(links.address(values), keep_blank_values=True)
    # typed text is excluded, as a caption may end up as markup
    changed = ", ".join(f"{key} = {text}" for key, text in fields if key not in ("scheme", "n", "d", "tab", *TYPED))
    args = {"schemes": tuple(values["scheme"]), "length": values["n"], "dim": values["d"]}
    if changed:
        return message("chart-caption.changed", **args, changed=changed)
    return message("chart-caption", **args)


@st.cache_resource(show_spinner=False)
def _address() -> Callable[..., Any]:
    return st.components.v2.component("address", html="<i data-drawn></i>", js=ADDRESS, isolate_styles=False)


def choose_position(position: int) -> None:
    """Select a position, clamped to the sequence."""
    choose(p=_within("n", position))


def choose_column(column: int) -> None:
    """Open a column of the matrix, clamped to its width."""
    choose(column=_within("d", column))


def show(first: int, last: int) -> None:
    """Show a range of positions, clamped to the sequence."""
    first, last = sorted((_within("n", first), _within("n", last)))
    choose(**{"from": first, "to": None if last == state()["n"] - 1 else last})


def _within(size: str, place: int) -> int:
    """Clamp a position or column."""
    return min(max(place, 0), int(state()[size]) - 1)


def choose(**values: Any) -> None:
    """Set values as if their controls had been moved; lines about the link stay until one of them changes."""
    values_now = state()
    if any(values_now.get(key) != value for key, value in values.items() if key not in SET_BY_PAGES):
        st.session_state[session_keys.LINK_LINES] = []
    values_now.update(values)


def choose_next(**values: Any) -> NoReturn:
    """Rerun the script and set controls, which may be rendered already."""
    st.session_state[session_keys.PENDING] = values
    st.rerun()


def with_language(link: str) -> str:
    """Add the language of the URL to a link, which opens a new session."""
    language = st.session_state.get(session_keys.LANGUAGE)
    if not language:
        return link
    return f"{link}{'&' if '?' in link else '?'}{urlencode({'lang': language})}"


def with_languages(text: str) -> str:
    """Add the language of the URL to the links to pages in a Markdown text."""
    return PAGE_LINK.sub(lambda link: with_language(link[0]), text)


def read_language() -> None:
    """Use the language of the URL, or of an earlier URL of the session; else that of the browser."""
    # a click on an entry sends no query
    language = st.query_params.get("lang", st.session_state.get(session_keys.LANGUAGE, ""))
    st.session_state[session_keys.LANGUAGE] = language
    use_language(language, st.context.locale)


def read_address(page: str) -> None:
    """Set the state from the URL if the page was opened or restored by the browser; a new page opens its first tab."""
    is_new, back = session_keys.STATE not in st.session_state, streamlit_internals.is_history_navigation()
    if is_new or back:
        st.session_state[session_keys.IS_RESTART] = is_new and not back and not st.query_params
        fields = {key: st.query_params.get_all(key) for key in st.query_params if key not in links.OTHERS}
        values, lines = links.parse(fields)
        st.session_state.setdefault(session_keys.STATE, dict(links.DEFAULTS))
        choose(**values)
        st.session_state[session_keys.LINK_LINES] = lines
    elif st.session_state.get(session_keys.PAGE) != page:
        # after the last answer, there is no step to go back to
        if state()["answers"].count(".") == STEPS - 1:
            choose(answers="")
        choose(tab="", task="")
        st.session_state[session_keys.LINK_LINES] = []
    st.session_state[session_keys.PAGE] = page


def read_widgets() -> None:
    """Set the state from the widgets, and from the handles that were moved.

    This is no callback, because the next client message may interrupt a callback, and the run would go on without it.
    """
    # a clicked tab, before the page draws it, so that the URL has it in this run
    label = st.session_state.get(f"tabs of {st.session_state.get(session_keys.PAGE)}")
    clicked = st.session_state.get(session_keys.TAB_IDS, {}).get(label)
    if clicked not in (None, st.session_state.get(session_keys.OPEN_TAB)):
        choose(tab=clicked)
    choose(**st.session_state.pop(session_keys.PENDING, {}))
    for (key, _), (name, shown) in st.session_state.get(session_keys.HANDLES, {}).items():
        moved = st.session_state.get(name)
        if moved not in (None, shown) and is_allowed(key, moved):
            if key == "scheme":
                moved = [moved, *(other for other in state()["scheme"] if other != moved)]
            choose(**{key: links.clamp(key, moved)})


def seed(key: str, value: Any) -> None:
    """Initialize a widget, unless the browser already sent a value for it."""
    # on Back and Forward the URL takes precedence
    is_reported = not streamlit_internals.is_history_navigation() and key in streamlit_internals.reported_widgets()
    if key not in st.session_state and not is_reported:
        st.session_state[key] = value
