"""Verdicts of Scorecard, as HTML and as a table."""

from collections.abc import Sequence
from html import escape

import pandas as pd

from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import MESSAGES, say
from dashboard.state.study import Study, order
from dashboard.views.scorecard import facts
from posenc_core import Scheme
from posenc_core.analysis.criteria import CRITERIA
from posenc_core.plot.style import DARK, scheme_color


def heading(schemes: Sequence[Scheme], names: Sequence[str]) -> str:
    """HTML of the encodings' names above their verdicts, in their colors."""
    colors = [scheme_color(order(scheme)) for scheme in schemes]
    cells = [
        f'<b style="border-color: light-dark({color}, {DARK[color]})">{escape(name)}</b>'
        for color, name in zip(colors, names, strict=True)
    ]
    return f'<div class="verdicts">{"".join(cells)}</div>'


def row(cards: facts.Found, metric: str) -> str:
    """HTML of one sign per encoding; the hidden text for screen readers includes the encoding."""
    cells = []
    for name, card in cards.items():
        verdict = facts.of_verdict(card[metric].verdict)
        spoken = f'<span class="spoken">{escape(name)}: {escape(say(verdict))}. </span>'
        sign = MESSAGES.say(verdict, "sign")
        cells.append(f'<span>{spoken}<span class="{verdict.id}" aria-hidden="true">{sign}</span></span>')
    return f'<div class="verdicts">{"".join(cells)}</div>'


def main_figures(study: Study) -> pd.DataFrame:
    """Return the findings of all schemes and criteria, one row each; none if the study is too large."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return pd.DataFrame()
    rows = []
    for name, card in facts.cards(study).items():
        for criterion in CRITERIA:
            found = card[criterion.key]
            where = " ".join(map(str, found.where))
            rows.append((name, criterion.code, found.verdict, found.number, where, say(found.reason)))
    return pd.DataFrame(rows, columns=["scheme", "metric", "verdict", "number", "positions", "why"])
