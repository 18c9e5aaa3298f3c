"""Figures of Models: wavelengths, reach of heads, logits over the distance, and the catalogue."""

from collections.abc import Sequence
from html import escape
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import HIDDEN, figure, scatter
from dashboard.say import message
from dashboard.state.study import order
from posenc_core import T5, ALiBi, Learned, NoPE, RoPE, Sinusoidal
from posenc_core.plot import style
from posenc_core.plot.style import Array, Figure
from posenc_tools.models import Layers, Model

OF_KINDS = {"rotation": RoPE, "learned": Learned, "alibi": ALiBi, "buckets": T5, "sinusoidal": Sinusoidal, "none": NoPE}
"""Scheme of each model family, if there is one."""

SYMBOLS = {
    "rotation": "circle",
    "learned": "square",
    "alibi": "diamond",
    "buckets": "triangle-up",
    "sinusoidal": "cross",
    "none": "star",
    "relative": "x",
    "axes": "hexagon",
}
"""Symbols that distinguish families without color."""

LOOKS = {
    **dict.fromkeys(("all", "full", "encoder", "decoder"), (style.PALETTE[5], 1.0)),
    **dict.fromkeys(("sliding", "chunked"), (style.PALETTE[7], 0.7)),
    "compressed": (style.PALETTE[1], 0.85),
    "nope": (style.PALETTE[4], 0.45),
    "linear": (style.MUTED, 0.2),
}
"""Color and height of a kind of layers in the strip, by `Layers.which`."""

HEIGHT, SMALL = 480, 400

MAX_LABELS = 4
"""Kinds of layers in a legend; those of more are in the text of each layer."""


def color(kind: str) -> str:
    """Color of a family: that of its scheme on every page."""
    return style.scheme_color(order(OF_KINDS[kind]())) if kind in OF_KINDS else style.MUTED


def looks(kinds: Sequence[Layers]) -> list[tuple[str, float]]:
    """Color and height of each kind of layers in the strip."""
    spare, styles = cycle(style.PALETTE[8:]), []
    for place, layers in enumerate(kinds):
        shade, height = LOOKS[layers.which]
        is_repeated = layers.which in [other.which for other in kinds[:place]]
        styles.append((next(spare) if is_repeated else shade, height))
    return styles


def strip(kinds: Sequence[tuple[Layers, str]], order: Sequence[int], selected: int) -> Figure:
    """Layers as bars with the color and height of their kind: pairs of (kind, its label), and the kind of each layer.

    A click selects a layer.
    """
    traces, labels = [], [label for _, label in kinds]
    for kind, (shade, height) in enumerate(looks([layers for layers, _ in kinds])):
        own, label = [place for place, other in enumerate(order) if other == kind], labels[kind]
        bars = {"x": own, "y": [height] * len(own), "customdata": own, "name": escape(label), "width": 0.8}
        lines = [2 if place == selected else 0 for place in own]
        marker = {"color": shade, "line": {"color": style.INK, "width": lines}}
        hover = f"{message('models-layer-axis')} %{{x}}<extra>%{{fullData.name}}</extra>"
        traces.append({"type": "bar", **bars, "marker": marker, "hovertemplate": hover})
    return figure(
        traces,
        144,
        margin=(12, 12, 30, 48),
        autoexpand=True,
        chooses="customdata",
        meta={"selects": "layer", "last": len(order) - 1, "noun": message("models-layer-axis")},
        hovermode="x",
        barmode="overlay",
        showlegend=len(kinds) <= MAX_LABELS,
        legend=style.LEGEND,
        xaxis=style.axis(message("models-layer-axis"), range=[-0.7, len(order) - 0.3], fixedrange=True),
        yaxis=HIDDEN | {"range": [0, 1.05]},
    )


def waves(
    wavelengths: tuple[Array, Array],
    shade: str,
    lengths: Sequence[tuple[str, int]],
    most: float = 1.0,
    height: int = HEIGHT,
) -> Figure:
    """Wavelength of each pair on a log axis, before scaling (rings) and after (dots), with lines at given lengths.

    The axis ends above `most`. Pairs that do not rotate have no mark.
    """
    hover, turns = message("models-wave-hover", x="%{x}", y="%{y:,.4g}"), np.isfinite(wavelengths[1])
    pairs, (plain, scaled) = np.arange(len(turns)), (lengths_of[turns] for lengths_of in wavelengths)
    traces = [_marks(pairs[turns], scaled, hover, message("models-scaled-name"), size=7, color=shade)]
    if not np.allclose(plain, scaled):
        name = message("models-plain-name")
        traces.insert(0, _marks(pairs[turns], plain, hover, name, size=9, color=style.MUTED, symbol="circle-open"))
    most = max(float(scaled.max(initial=1)), *(length for _, length in lengths), most)
    # with a legend in each of several pictures, their plots have the same height
    several = len(traces) > 1 or height == SMALL
    shortest = min((length for _, length in lengths), default=0) if len(lengths) > 1 else 0
    across = {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1}
    dotted = {"line": {"color": style.INK, "width": 1.5, "dash": "dot"}}
    look = {"showarrow": False, "font": {"size": 12, "color": style.INK}, "bgcolor": style.PAPER}
    beside = {"x": 0, "xref": "paper", "xanchor": "left"}
    return _plot(
        traces,
        message("models-waves"),
        several=several,
        height=height,
        notes=[
            # lines may be close: one label is below its line
            {"text": words, "y": float(np.log10(length)), "yanchor": "top" if length == shortest else "bottom"}
            | beside
            | look
            for words, length in lengths
        ],
        xaxis=style.axis(message("models-pair"), range=[-0.7, len(pairs) - 0.3], fixedrange=True),
        yaxis=_log_axis(4, 3 * most),
        shapes=[{**across, "y0": length, "y1": length, **dotted} for _, length in lengths],
    )


def reach(distances: Array, shade: str) -> Figure:
    """Distance at which attention halves in each head, on a log axis."""
    hover = message("models-reach-hover", x="%{x}", y="%{y:,.3g}")
    return _plot(
        [_marks(np.arange(1, len(distances) + 1), distances, hover, "", size=8, color=shade)],
        message("models-reach"),
        xaxis=style.axis(message("models-axis-head"), fixedrange=True),
        yaxis=_log_axis(float(distances.min()) / 2, 2 * float(distances.max())),
    )


def falls(back: NDArray[np.int64], rows: Sequence[tuple[str, Array, str, str]], distance: int | None) -> Figure:
    """Mean logits relative to distance 0, in nats, over a log axis; rows of (name, values, color, dash)."""
    hover = message("models-falls-hover", x="%{x:,}", y="%{y:.3g}")
    return _plot(
        [
            # escaped: Plotly renders markup
            scatter(back, values, "lines", hover, name=escape(name), line={"color": shade, "dash": dash, "width": 2})
            for name, values, shade, dash in rows
        ],
        message("models-falls"),
        several=True,
        hovermode="x",
        xaxis=style.axis(message("models-distance"), type="log", tickformat="~s", dtick=1, fixedrange=True),
        yaxis=style.value_axis(fixedrange=True),
        shapes=style.rule(distance) if distance is not None else [],
    )


def temperature(positions: NDArray[np.int64], factors: Array) -> Figure:
    """Factor of the attention logits over the position of the query."""
    hover = message("models-temperature-hover", x="%{x:,}", y="%{y:.3g}")
    return _plot(
        [scatter(positions, factors, "lines", hover, line={"color": color("rotation"), "shape": "hv"})],
        message("models-temperature-values"),
        height=SMALL,
        xaxis=style.axis(message("models-temperature-along"), tickformat="~s", nticks=6, fixedrange=True),
        yaxis=style.value_axis(fixedrange=True),
    )


def timeline(models: Sequence[Model], selected: Model | None) -> Figure:
    """Stated length of each model over its year, by family; the selected one is larger."""
    traces, places = [], _spread(models)
    for kind in SYMBOLS:
        if not (family := [model for model in models if model.kind == kind]):
            continue
        sizes = [15 if model == selected else 10 for model in family]
        x, y = [places[model.name] for model in family], [model.stated for model in family]
        marker = {"size": sizes, "color": color(kind), "symbol": SYMBOLS[kind]}
        trace = _marks(x, y, "%{hovertext}", message("models-cell-family", family=kind), **marker)
        traces.append(trace | {"hovertext": [_hover_text(model) for model in family]})
    most, years = max(model.stated or 1 for model in models), [model.year for model in models if model.year]
    return _plot(
        traces,
        message("models-time"),
        several=True,
        height=420,
        xaxis=style.axis(
            message("models-year"), range=[min(years) - 0.2, max(years) + 1], dtick=1, tickformat="d", fixedrange=True
        ),
        yaxis=_log_axis(128, 3 * most),
    )


def _hover_text(model: Model) -> str:
    """Hover text of a model: year, length, and the base of a rotation."""
    facts = {"name": model.name, "length": model.stated or 0, "text": str(model.year)}
    if rope := model.main.rope:
        return message("models-time-hover.base", **facts, base=rope.base)
    return message("models-time-hover", **facts)


def _spread(models: Sequence[Model]) -> dict[str, float]:
    """Spread the models of a year evenly within it."""
    places: dict[str, float] = {}
    for year in {model.year or 0 for model in models}:
        own = [model.name for model in models if model.year == year]
        places |= {name: year + (place + 0.5) / len(own) * 0.8 for place, name in enumerate(own)}
    return places


def _marks(x: Any, y: Any, hover: str, name: str, **marker: Any) -> dict[str, Any]:
    return scatter(x, y, "markers", hover, name=name, marker={"line": {"color": style.PAPER, "width": 1}} | marker)


def _log_axis(low: float, high: float) -> dict[str, Any]:
    ends = np.log10([low, high]).tolist()
    return style.value_axis() | {"type": "log", "range": ends, "dtick": 1, "tickformat": "~s", "fixedrange": True}


def _plot(
    traces: Sequence[dict[str, Any]],
    values: str,
    *,
    several: bool = False,
    height: int = HEIGHT,
    notes: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Figure:
    """Figure with a heading for its values, in the legend if there are `several` traces."""
    top, headings = 8, []
    if not several:
        top, headings = 26, [style.words_above(values, xshift=-36)]
    return figure(
        traces,
        height,
        margin=(52, 12, top, 40),
        autoexpand=several,
        hoverdistance=30,
        showlegend=several,
        legend=style.legend(values),
        annotations=[*headings, *notes],
        **{"hovermode": "closest", **more},
    )
