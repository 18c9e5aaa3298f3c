"""Figure of Sentence: the four terms of a dot product."""

import numpy as np

from dashboard.charts.figures import figure
from dashboard.say import message
from dashboard.views.sentence.numbers import Sizes
from posenc_core.plot.style import SIGNED, Figure, axis, legend
from posenc_core.text.numerals import percent


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
