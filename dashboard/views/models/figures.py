"""Figures of Models: wavelengths, reach of heads, logits over the distance, and the catalogue."""

from collections.abc import Sequence
from html import escape
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.say import message
from dashboard.state.study import order
from dashboard.views.models.numbers import Waves
from posenc_core import T5, ALiBi, Learned, NoPE, RoPE, Sinusoidal
from posenc_core.models import Layers, Model
from posenc_core.plot import style
from posenc_core.plot.style import Array, Figure

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

HEIGHT, SMALL = 340, 260

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
    plot = style.layout(144, chooses="customdata")
    plot["meta"] |= {"selects": "layer", "last": len(order) - 1, "noun": message("models-layer-axis")}
    return {
        "data": traces,
        "layout": plot
        | {
            "hovermode": "x",
            "barmode": "overlay",
            "margin": {"l": 12, "r": 12, "t": 30, "b": 48, "autoexpand": True},
            "showlegend": len(kinds) <= MAX_LABELS,
            "legend": style.LEGEND,
            "xaxis": style.axis(message("models-layer-axis"), range=[-0.7, len(order) - 0.3], fixedrange=True),
            "yaxis": {"visible": False, "range": [0, 1.05], "fixedrange": True},
        },
    }


def waves(
    lengths_of: Waves, shade: str, lengths: Sequence[tuple[str, int]], most: float = 1.0, height: int = HEIGHT
) -> Figure:
    """Wavelength of each pair on a log axis, before scaling (rings) and after (dots), with lines at given lengths.

    The axis ends above `most`. Pairs that do not rotate have no mark.
    """
    hover, turns = message("models-wave-hover", x="%{x}", y="%{y:,.4g}"), np.isfinite(lengths_of.scaled)
    pairs, plain, scaled = np.arange(len(turns)), lengths_of.plain[turns], lengths_of.scaled[turns]
    traces = [_marks(pairs[turns], scaled, hover, message("models-scaled-name"), size=7, color=shade)]
    if not np.allclose(plain, scaled):
        name = message("models-plain-name")
        traces.insert(0, _marks(pairs[turns], plain, hover, name, size=9, color=style.MUTED, symbol="circle-open"))
    most = max(float(scaled.max(initial=1)), *(length for _, length in lengths), most)
    # with a legend in each of several pictures, their plots have the same height
    several = len(traces) > 1 or height == SMALL
    figure = _logarithmic(traces, message("models-waves"), message("models-pair"), (4, 3 * most), several=several)
    figure["layout"]["height"] = height
    shortest = min((length for _, length in lengths), default=0) if len(lengths) > 1 else 0
    for words, length in lengths:
        line = {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": length, "y1": length}
        figure["layout"]["shapes"].append(line | {"line": {"color": style.INK, "width": 1.5, "dash": "dot"}})
        place = {"x": 0, "xref": "paper", "xanchor": "left", "y": float(np.log10(length))}
        # lines may be close: one label is below its line
        place["yanchor"] = "top" if length == shortest else "bottom"
        look = {"showarrow": False, "font": {"size": 12, "color": style.INK}, "bgcolor": style.PAPER}
        figure["layout"]["annotations"].append({"text": words, **place, **look})
    figure["layout"]["xaxis"] |= {"range": [-0.7, len(pairs) - 0.3]}
    return figure


def reach(distances: Array, shade: str) -> Figure:
    """Distance at which attention halves in each head, on a log axis."""
    hover = message("models-reach-hover", x="%{x}", y="%{y:,.3g}")
    traces = [_marks(np.arange(1, len(distances) + 1), distances, hover, "", size=8, color=shade)]
    ends = float(distances.min()) / 2, 2 * float(distances.max())
    return _logarithmic(traces, message("models-reach"), message("models-axis-head"), ends, several=False)


def falls(back: NDArray[np.int64], rows: Sequence[tuple[str, Array, str, str]], distance: int | None) -> Figure:
    """Mean logits relative to distance 0, in nats, over a log axis; rows of (name, values, color, dash)."""
    hover = message("models-falls-hover", x="%{x:,}", y="%{y:.3g}") + "<extra></extra>"
    traces = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": back,
            "y": values,
            # escaped: Plotly renders markup
            "name": escape(name),
            "line": {"color": shade, "dash": dash, "width": 2},
            "hovertemplate": hover,
        }
        for name, values, shade, dash in rows
    ]
    figure = _plot(traces, message("models-falls"), several=True)
    across = {"type": "log", "tickformat": "~s", "dtick": 1, "fixedrange": True}
    figure["layout"] |= {
        "hovermode": "x",
        "xaxis": style.axis(message("models-distance"), **across),
        "yaxis": style.value_axis(fixedrange=True),
        "shapes": style.rule(distance) if distance is not None else [],
    }
    return figure


def temperature(positions: NDArray[np.int64], factors: Array) -> Figure:
    """Factor of the attention logits over the position of the query."""
    rows = [{"type": "scatter", "mode": "lines", "x": positions, "y": factors}]
    hover = message("models-temperature-hover", x="%{x:,}", y="%{y:.3g}") + "<extra></extra>"
    rows[0] |= {"line": {"color": color("rotation"), "shape": "hv"}, "hovertemplate": hover}
    figure = _plot(rows, message("models-temperature-values"), several=False)
    across = {"tickformat": "~s", "nticks": 6, "fixedrange": True}
    figure["layout"] |= {
        "height": SMALL,
        "xaxis": style.axis(message("models-temperature-along"), **across),
        "yaxis": style.value_axis(fixedrange=True),
    }
    return figure


def timeline(models: Sequence[Model], selected: str) -> Figure:
    """Stated length of each model over its year, by family; the selected one is larger."""
    traces, places = [], _spread(models)
    for kind in SYMBOLS:
        if not (family := [model for model in models if model.kind == kind]):
            continue
        sizes = [15 if model.name == selected else 10 for model in family]
        x, y = [places[model.name] for model in family], [model.stated for model in family]
        marker = {"size": sizes, "color": color(kind), "symbol": SYMBOLS[kind]}
        trace = _marks(x, y, "%{hovertext}", message(f"models-family-{kind}"), **marker)
        traces.append(trace | {"hovertext": [_hover_text(model) for model in family]})
    most, years = max(model.stated or 1 for model in models), [model.year for model in models if model.year]
    figure = _logarithmic(traces, message("models-time"), message("models-year"), (128, 3 * most), several=True)
    figure["layout"]["xaxis"] |= {"dtick": 1, "tickformat": "d", "range": [min(years) - 0.2, max(years) + 1]}
    figure["layout"]["height"] = 420
    return figure


def _hover_text(model: Model) -> str:
    """Hover text of a model: year, length, and the base of a rotation."""
    facts = {"name": model.name, "length": model.stated or 0, "text": str(model.year)}
    rope = model.main.rope
    return message("models-time-hover.base", **facts, base=rope.base) if rope else message("models-time-hover", **facts)


def _spread(models: Sequence[Model]) -> dict[str, float]:
    """Spread the models of a year evenly within it."""
    places: dict[str, float] = {}
    for year in {model.year or 0 for model in models}:
        own = [model.name for model in models if model.year == year]
        places |= {name: year + (place + 0.5) / len(own) * 0.8 for place, name in enumerate(own)}
    return places


def _marks(x: Any, y: Any, hover: str, name: str, **marker: Any) -> dict[str, Any]:
    marker = {"line": {"color": style.PAPER, "width": 1}} | marker
    template = f"{hover}<extra></extra>"
    return {"type": "scatter", "mode": "markers", "x": x, "y": y, "name": name, "marker": marker} | {
        "hovertemplate": template
    }


def _logarithmic(
    traces: list[dict[str, Any]], values: str, along: str, ends: tuple[float, float], *, several: bool
) -> Figure:
    """Draw the marks over integers, with a log axis of values, and a legend if there are `several` traces."""
    figure = _plot(traces, values, several=several)
    down = {"type": "log", "range": np.log10(ends).tolist(), "dtick": 1, "tickformat": "~s", "fixedrange": True}
    figure["layout"] |= {"xaxis": style.axis(along, fixedrange=True), "yaxis": style.value_axis() | down}
    return figure


def _plot(traces: list[dict[str, Any]], values: str, *, several: bool) -> Figure:
    """Figure with a heading for its values, in the legend if there are `several` traces."""
    return {
        "data": traces,
        "layout": style.layout(HEIGHT)
        | {
            "hovermode": "closest",
            "hoverdistance": 30,
            "margin": {"l": 52, "r": 12, "t": 8 if several else 26, "b": 40, "autoexpand": several},
            "showlegend": several,
            "legend": {**style.LEGEND, "title": {"text": values, "side": "top", "font": {"size": 12}}},
            "annotations": [] if several else [style.words_above(values, xshift=-36)],
            "shapes": [],
        },
    }
