"""Parts that most pages share: cells, tabs, code side by side, and links."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

import pandas as pd
import streamlit as st

from dashboard.controls import state
from dashboard.say import message, say
from dashboard.state import session_keys
from dashboard.state.pages import PAGES, QUESTIONS, TOPICS
from dashboard.state.study import Study, order
from posenc_core import CustomTable, Scheme
from posenc_core.foundation.presentation import LIBRARIES
from posenc_core.plot.style import DARK, scheme_color
from posenc_core.text.messages import Claim


def static_table(table: pd.DataFrame, heading: str) -> None:
    """Draw a table without a grid, which would be a third of the download of a first visit.

    `heading` is above the names of the rows.
    """
    # escaped: a table renders Markdown
    names = [name.replace("|", "\\|") for name in table.index]
    st.table(table.set_axis(pd.Index(names, name=heading)), width="content")


def cells(facts: Sequence[tuple[Scheme, Sequence[Claim]]]) -> None:
    """Draw the claims of each encoding; a message's attribute `.cell` is the label, its text the value."""
    columns([(scheme.name, scheme_color(order(scheme)), claims) for scheme, claims in facts])


def columns(facts: Sequence[tuple[str, str, Sequence[Claim]]], tops: Sequence[str] = ()) -> None:
    """Draw claims in columns, each with a name, a color, and below the name the HTML of `tops`, if any.

    The name is no heading, since the figures above already have it as theirs.
    """
    sections = []
    for (name, color, claims), top in zip(facts, tops or [""] * len(facts), strict=True):
        rows = "".join(
            f"<div><dt>{escape(message(f'{fact.id}.cell', **dict(fact.args)))}</dt><dd>{escape(say(fact))}</dd></div>"
            for fact in claims
        )
        border = f"border-color: light-dark({color}, {DARK[color]})"
        sections.append(f'<section style="{border}"><b>{escape(name)}</b>{top}<dl>{rows}</dl></section>')
    st.html(f'<div class="cells">{"".join(sections)}</div>')


def tabs(study: Study, page: str, sections: Mapping[str, Callable[[], None]]) -> None:
    """Draw the tabs of a page; the URL has the ID of the open tab, unless it is the first.

    The label of a tab is the message `<page>-tab-<id>`.
    """
    if not sections:
        return
    key, labels = f"tabs of {page}", {id: message(f"{page}-tab-{id}") for id in sections}
    wanted = labels.get(study.options["tab"], next(iter(labels.values())))
    # the tab was changed by a link or a button, not by a click on its label
    if st.session_state.get(session_keys.OPEN_TAB, study.options["tab"]) != study.options["tab"]:
        st.session_state[key] = wanted
    state.seed(key, wanted)
    boxes = st.tabs(list(labels.values()), key=key, on_change="rerun")
    first, *others = labels
    st.session_state[session_keys.TAB_IDS] = {labels[first]: ""} | {labels[id]: id for id in others}
    opened = next((id for id, box in zip(labels, boxes, strict=True) if box.open), first)
    st.session_state[session_keys.OPEN_TAB] = "" if opened == first else opened
    state.choose(tab=st.session_state[session_keys.OPEN_TAB])
    for box, draw in zip(boxes, sections.values(), strict=True):
        if box.open:
            with box:
                draw()


def side_by_side(wrong: str, right: str) -> None:
    """Draw the incorrect lines beside the correct ones."""
    for place, title, code in zip(
        st.columns(2, gap="large"), ("bugs-wrong", "bugs-right"), (wrong, right), strict=True
    ):
        with place:
            _lines(title, code)


def _lines(title: str, code: str) -> None:
    st.markdown(f"**{message(title)}**")
    # wrapped, because horizontal scrolling needs a mouse
    st.code(code, language="python", wrap_lines=True)


def code(study: Study) -> None:
    """Draw the program of each matrix, and a PyTorch module that adds it."""
    shared, n, d = study.in_links(), study.length, study.dim
    if shared.schemes != study.schemes:
        st.caption(message("share.own-table", name=CustomTable.name))
    for scheme in shared.schemes:
        st.header(scheme.name, anchor=False)
        for column, library in zip(st.columns(2), LIBRARIES, strict=True):
            # horizontal scrolling needs a mouse
            column.code(scheme.code(library, n, d), language="python", wrap_lines=True)
        if scheme.family == "table":
            st.caption(message("code-module"))
            st.code(scheme.module(n, d), language="python", wrap_lines=True)


def open_link(link: str, label: str) -> None:
    """Draw a plain link: it adds one history entry, where setting every control would add one each."""
    href = escape(state.with_language(link))
    st.html(f'<a class="open" href="{href}" target="_self">{escape(label)}</a>', width="content")


def next_steps(page: str, follow_up: str) -> None:
    """Draw links to the next page and to the page that answers the obvious next question.

    The labels are the messages `menu-<next page>.next` and `<page>-follow-up`.
    """
    names, pages = list(PAGES), st.session_state[session_keys.PAGES]
    following = names[(names.index(page) + 1) % len(names)]
    with st.container(horizontal=True, gap="large", key="next-steps"):
        st.page_link(pages[following], label=message(f"menu-{following}.next"), icon=":material/arrow_forward:")
        st.page_link(pages[follow_up], label=message(f"{page}-follow-up"), icon=":material/arrow_forward:")
        if page in TOPICS:
            open_link(f"{QUESTIONS}?topic={page}", message("questions-of-page"))
