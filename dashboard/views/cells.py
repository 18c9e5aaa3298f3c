"""Cells below the main figure: the same few facts about each encoding."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from dashboard.say import message, say
from dashboard.state.study import order
from posenc_core import Scheme
from posenc_core.plot.style import DARK, scheme_color
from posenc_core.text.messages import Claim


def cells(facts: Sequence[tuple[Scheme, Sequence[Claim]]]) -> None:
    """Draw the claims of each encoding; a message's attribute `.cell` is the label, its text the value."""
    columns([(scheme.name, scheme_color(order(scheme)), claims) for scheme, claims in facts])


def columns(facts: Sequence[tuple[str, str, Sequence[Claim]]]) -> None:
    """Draw claims in columns, each with a name and a color.

    The name is no heading, since the figures above already have it as theirs.
    """
    sections = []
    for name, color, claims in facts:
        rows = "".join(
            f"<dt>{escape(message(f'{each.id}.cell', **dict(each.args)))}</dt><dd>{escape(say(each))}</dd>"
            for each in claims
        )
        border = f"border-color: light-dark({color}, {DARK[color]})"
        sections.append(f'<section style="{border}"><b>{escape(name)}</b><dl>{rows}</dl></section>')
    st.html(f'<div class="cells">{"".join(sections)}</div>')
