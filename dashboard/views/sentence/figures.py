"""Figures of Sentence: the four terms of a dot product; the table of its arcs."""

import numpy as np
import pandas as pd

from dashboard.charts.figures import figure
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.sentence import facts
from dashboard.views.sentence.facts import Sizes, Words
from posenc_core.plot.style import SIGNED, Figure, axis, legend
from posenc_core.text.numerals import percent


def headings(words: Words) -> tuple[str, str]:
    """Headings of the figures without and with position."""
    back = "" if words.scheme.unsupported_reason("causal") else ".back"
    return message(f"sentence-without-heading{back}"), message("sentence-with-heading", scheme=words.scheme.name)


def main_figures(study: Study) -> list[Figure] | pd.DataFrame:
    """Return the attention of the selected token to each token, without and with position, as a table."""
    words = facts.embed_sentence(study)
    if not words:
        return []
    selected = min(study.options["word"], len(words.padding) - 1)
    table: dict[str, object] = {message("sentence-token"): words.tokens.words}
    for heading, placed in zip(headings(words), (False, True), strict=True):
        table[heading] = facts.weights(words, study.options, placed=placed)[selected]
    order = facts.reorder_words(words, study.options)
    if order and not order.same:
        name = message(f"sentence-row-{order.name}")
        back = np.argsort(order.places)
        for heading, change in zip(headings(words), (order.without, order.placed), strict=True):
            table[f"{heading}, {name}"] = change.after[back[selected]][back]
    return pd.DataFrame(table)


def terms(sizes_by_name: dict[str, Sizes], selected: str) -> Figure:
    """Stacked bars of the four terms' typical sizes, for each initialization of embeddings."""
    names = [message(f"sentence-term-{place}") for place in range(4)]
    # token·token blue, position·position red, mixed terms pale
    colors = (SIGNED[9], SIGNED[6], SIGNED[4], SIGNED[1])
    sizes = np.array([entry.terms for entry in sizes_by_name.values()])
    shares = sizes / np.where(sizes.sum(axis=1) > 0, sizes.sum(axis=1), 1)[:, None]
    labels = [f"<b>{name}</b>" if name == selected else name for name in sizes_by_name]
    hover = message(
        "sentence-terms-hover", y="%{y}", name="%{fullData.name}", share="%{hovertext}", value="%{customdata:.3g}"
    )
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": names[place],
            "y": np.arange(len(labels)),
            "x": shares[:, place],
            "customdata": sizes[:, place],
            "hovertext": [*map(percent, shares[:, place].tolist())],
            "marker": {"color": colors[place]},
            "hovertemplate": hover + "<extra></extra>",
        }
        for place in range(4)
    ]
    ticks = {"tickvals": [*range(len(labels))], "ticktext": labels}
    return figure(
        traces,
        250,
        margin=(92, 14, 8, 30),
        # the legend has one row, or four on a phone
        autoexpand=True,
        barmode="stack",
        showlegend=True,
        legend=legend(message("sentence-terms")) | {"traceorder": "normal"},
        xaxis=axis("", range=[0, 1], tickformat=".0%", fixedrange=True),
        yaxis=axis("", range=[len(labels) - 0.5, -0.5], fixedrange=True, **ticks),
    )
