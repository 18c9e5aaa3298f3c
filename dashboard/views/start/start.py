"""The layout of Start, the first page."""

from base64 import b64encode
from dataclasses import replace
from html import escape
from pathlib import Path

import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import links
from dashboard.controls.state import with_language
from dashboard.controls.widgets import handle, label
from dashboard.say import message, say
from dashboard.sharing import exports
from dashboard.state import session_keys
from dashboard.state.parameters import PARAMETERS
from dashboard.state.study import Study
from dashboard.views.start import facts, figures
from posenc_core import SCHEMES

# inlined, as another process may serve the next request
ICONS = {path.stem: b64encode(path.read_bytes()).decode() for path in Path(__file__).parent.glob("*.svg")}

# page that each card opens
CARDS = {"learn": "lesson", "compare": "compare", "check": "check"}

LINKS = {"teachers": "lesson?class=1", "questions": "questions", "models": "models", "bugs": "bugs"}

# the figure of Compare, which is an invitation
SMALL = "n=32&d=16&labels=false"


def page(study: Study) -> None:
    """Draw the question with its picture, and the links to the main pages."""
    with st.container(key="start"):
        text, picture = st.columns([5, 8], gap="large", vertical_alignment="center")
        with text:
            question(study)
        with picture.container(key="start-picture"):
            selected = facts.focus(study)
            chart(figures.arcs(study), key="start", alt=say(*facts.row_claims(study)), position=selected)
            st.caption(message("start-use", text=facts.words()[selected]))
    with st.container(key="start-cards"):
        for card in CARDS:
            draw_card(card)
    st.markdown(message("start-why"))
    anchors = (
        f'<a href="{escape(with_language(link))}" target="_self">{escape(message(f"start-{id}"))}</a>'
        for id, link in LINKS.items()
    )
    st.html(f'<p class="start-links">{"".join(anchors)}</p>')
    invitation(study)


def question(study: Study) -> None:
    """Draw the question, the switches, and what they change."""
    st.container(key="start-name").caption(message("preview-site"))
    st.title(message("start-title"), anchor=False)
    st.container(key="start-claim").markdown(message("start-claim"))
    with st.container(horizontal=True):
        for key in ("swap", "positions"):
            st.toggle(label(PARAMETERS[key]), study.options[key], key=handle(key, study.options[key]))
    verdict = facts.verdict(study)
    # the key sets the color of the border
    st.container(key=verdict.id).markdown(say(verdict))


def invitation(study: Study) -> None:
    """Draw the figure of Compare, small."""
    # a click on it selects a position, as on Compare
    shown = replace(links.study(SMALL), position=min(study.position, 31))
    (figure,), curves = exports.live_figures("compare", shown), exports.followed("compare", shown)
    st.markdown(message("start-figure"))
    with st.container(key="columns-3"):
        alt = message("start-figure.alt", schemes=tuple(scheme.name for scheme in shown.schemes))
        chart(figure, key="start compare", alt=alt, position=shown.position, followed=curves[0] if curves else ())


def draw_card(card: str) -> None:
    """Draw a card with a picture, a title, and a sentence; as a whole it is a link."""
    pages = st.session_state[session_keys.PAGES]
    with st.container(border=True, key=f"card-{card}", height="stretch"):
        st.html(f'<img src="data:image/svg+xml;base64,{ICONS[card]}" alt="">')
        st.page_link(pages[CARDS[card]], label=message(f"start-{card}"))
        st.caption(message(f"start-{card}.text", count=len(SCHEMES)))
