"""Figures of encodings for a notebook: what a table looks like, how far apart and how similar its positions are.

Plotly draws them, which the library does without otherwise: `pip install 'posenc-core[plot]'`. An encoding is a scheme,
which needs a length and a dim, or an (n, d) array, which has its own. The pages of the dashboard draw theirs from the
same curves and matrices.

>>> from posenc_core import Sinusoidal, plot
>>> figure = plot.similarity(Sinusoidal(), position=40, length=128, dim=64)  # figure.show() in a notebook
>>> [trace.name for trace in figure.data][:1]
['Sinusoidal']
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from posenc_core.analysis import attention as logits
from posenc_core.analysis import geometry
from posenc_core.analysis.geometry import Kind
from posenc_core.analysis.source import Encoding
from posenc_core.arrays import Array, whole
from posenc_core.foundation.base import Scheme
from posenc_core.plot import lines, matrices, style
from posenc_core.plot.lines import Line
from posenc_core.schemes import SCHEMES
from posenc_core.text.messages import english

try:
    from plotly.graph_objects import Figure
    from plotly.subplots import make_subplots
except ModuleNotFoundError:
    raise ModuleNotFoundError("posenc_core.plot needs Plotly: pip install 'posenc-core[plot]'") from None

__all__ = ["attention", "compare", "distances", "heatmap", "pairs", "reach", "similarity", "wavelengths"]

MOST_HEADS = 128
"""Heads whose reach is drawn."""


def heatmap(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Figure:
    """The matrix, a position a column, a dimension a row: red below zero, blue above. ValueError as for `vectors`.

    >>> heatmap([[0.0, 1.0], [0.5, -1.0]]).data[0].z.tolist()
    [[0.0, 0.5], [1.0, -1.0]]
    """
    table = geometry.vectors(encoding, length=length, dim=dim)
    return _matrix(table.T, _name(encoding, 0), _text("chart-position"), _text("plot-dimension"), table)


def distances(*encodings: Encoding, offset: int = 1, length: int | None = None, dim: int | None = None) -> Figure:
    """How far each position is from the one `offset` tokens on, a curve for each encoding. ValueError as in `geometry`.

    >>> distances([[0.0], [1.0], [3.0]]).data[0].y.tolist()
    [1.0, 2.0]
    """
    curves = [geometry.distances_at_offset(each, offset, **_size(each, length, dim)) for each in encodings]
    return _curves(encodings, curves, _text("plot-distance", offset=offset), from_zero=True)


def similarity(
    *encodings: Encoding, position: int, kind: Kind = "dot", length: int | None = None, dim: int | None = None
) -> Figure:
    """How similar every position is to the chosen one, a curve for each encoding. ValueError as in `geometry`.

    >>> similarity([[1.0], [2.0]], position=1).data[0].y.tolist()
    [2.0, 4.0]
    """
    curves = [geometry.similarity(each, position, kind=kind, **_size(each, length, dim)) for each in encodings]
    title = _text("plot-similarity", measure=_text(f"plot-measure-{kind}"), position=position)
    return _curves(encodings, curves, title, position=position)


def pairs(encoding: Encoding, *, distance: bool = False, length: int | None = None, dim: int | None = None) -> Figure:
    """Every position against every other: dot products, or each `distance`. ValueError as in `geometry`.

    >>> pairs([[1.0], [2.0]]).data[0].z.tolist()
    [[1.0, 2.0], [2.0, 4.0]]
    """
    found = (geometry.distances if distance else geometry.dots)(encoding, length=length, dim=dim)
    return _matrix(found, _name(encoding, 0), _text("chart-position"), _text("chart-position"), found, square=True)


def wavelengths(*schemes: Scheme, dim: int) -> Figure:
    """The wavelength of each pair of dimensions, on a log axis. ValueError for a scheme without waves.

    >>> from posenc_core import RoPE
    >>> wavelengths(RoPE(), dim=4).data[0].y.round(1).tolist()
    [6.3, 628.3]
    """
    curves = []
    for scheme in schemes:
        found = scheme.wavelengths(dim)
        if found is None or not found.size:
            raise ValueError(f"{scheme.name} has no wavelengths")
        curves.append(found)
    figure = _curves(schemes, curves, _text("plot-wavelength"), along=_text("plot-pair"))
    return figure.update_yaxes(type="log", range=None, autorange=True, dtick=1)


def attention(*schemes: Scheme, dim: int, length: int, heads: int = 1, head: int = 0) -> Figure:
    """The share of attention that a key k tokens back gets, beside the query itself, where both hold the same content.

    On average over queries, on a log axis. ValueError for a scheme that has no logits at this size.

    >>> from posenc_core import ALiBi
    >>> attention(ALiBi(), dim=8, length=4, heads=8).data[0].y.round(3).tolist()
    [1.0, 0.607, 0.368, 0.223]
    """
    curves = [np.exp(-logits.drops(scheme, length=length, dim=dim, heads=heads, head=head).mean) for scheme in schemes]
    figure = _curves(schemes, curves, _text("plot-attention"), along=_text("plot-offset"))
    return figure.update_yaxes(type="log", range=None, autorange=True, automargin=True)


def reach(scheme: Scheme, *, heads: int, length: int) -> Figure:
    """The distance at which each head's bias halves attention, a bar a head; none where it does so beyond `length`.

    ValueError for a scheme without a bias.

    >>> from posenc_core import ALiBi
    >>> reach(ALiBi(), heads=4, length=100).data[0].y.tolist()
    [3.0, 12.0, 45.0, nan]
    """
    heads, length = whole("heads", heads), whole("length", length)
    if heads > MOST_HEADS:
        raise ValueError(f"heads = {heads} must be at most {MOST_HEADS}")
    back = np.asarray(scheme.bias(length - 1, range(length - 1, -1, -1), heads), np.float64)
    low = back - back[:, :1] <= -np.log(2) * (1 - 1e-9)
    found = np.where(low.any(axis=1), low.argmax(axis=1), np.nan)
    trace = {"type": "bar", "x": np.arange(1, len(found) + 1), "y": found, "marker": {"color": _color(scheme, 0)}}
    plot = style.layout(300) | {
        "paper_bgcolor": style.PAPER,
        "margin": {"l": 52, "r": 12, "t": 30, "b": 40},
        "xaxis": style.axis(_text("plot-head"), dtick=1),
        "yaxis": style.value_axis(),
        "annotations": [style.words_above(f"{scheme.name}: {_text('plot-reach')}")],
    }
    return Figure({"data": [trace], "layout": plot})


def compare(
    *encodings: Encoding, position: int = 0, offset: int = 1, length: int | None = None, dim: int | None = None
) -> Figure:
    """Encodings side by side: the matrix, the distance to the next position, the dot products with one position.

    ValueError as for the three figures, and for no encoding.

    >>> figure = compare([[0.0], [1.0]], [[1.0], [1.0]])
    >>> len(figure.data)
    6
    """
    if not encodings:
        raise ValueError("compare needs at least one encoding")
    names = [_name(each, place) for place, each in enumerate(encodings)]
    figure = make_subplots(
        rows=3, cols=len(encodings), row_heights=[0.5, 0.25, 0.25], column_titles=names, vertical_spacing=0.08,
        shared_xaxes=True, shared_yaxes=True,
    )  # fmt: skip
    for place, each in enumerate(encodings):
        size = _size(each, length, dim)
        parts = (
            heatmap(each, **size),
            distances(each, offset=offset, **size),
            similarity(each, position=position, **size),
        )
        for row, part in enumerate(parts, 1):
            for trace in part.data:
                trace.update(showlegend=False, **({"showscale": False} if row == 1 else {}))
                if row > 1 and trace.mode != "markers":
                    trace.line.color = _color(each, place)
                figure.add_trace(trace, row=row, col=place + 1)
    titles = (
        _text("plot-dimension"),
        _text("plot-distance", offset=offset),
        _text("plot-similarity", measure=_text("plot-measure-dot"), position=position),
    )
    for row, title in enumerate(titles, 1):
        figure.update_yaxes(title={"text": style.broken(title, 20), "font": {"size": 12}}, row=row, col=1)
    figure.update_yaxes(autorange="reversed", row=1).update_yaxes(rangemode="tozero", row=2)
    figure.update_xaxes(title_text=_text("chart-position"), row=3)
    return figure.update_layout(height=700, template="plotly_white", hovermode="x")


def _text(id: str, **args: Any) -> str:
    return english().text(id, args)


def _size(encoding: Encoding, length: int | None, dim: int | None) -> dict[str, Any]:
    """The size of a scheme; an array has its own."""
    return {"length": length, "dim": dim} if isinstance(encoding, Scheme) else {}


def _name(encoding: Encoding, place: int) -> str:
    return encoding.name if isinstance(encoding, Scheme) else _text("plot-array", count=place + 1)


def _order(encoding: Encoding, place: int) -> int:
    """The place that gives an encoding its color: that of its scheme everywhere."""
    names = [*SCHEMES]
    return names.index(encoding.name) if isinstance(encoding, Scheme) and encoding.name in names else place


def _color(encoding: Encoding, place: int) -> str:
    return style.scheme_color(_order(encoding, place))


def _curves(
    encodings: Sequence[Encoding],
    curves: Sequence[Array],
    values: str,
    *,
    along: str = "",
    position: int | None = None,
    from_zero: bool = False,
) -> Figure:
    if not encodings:
        raise ValueError("a figure needs at least one encoding")
    drawn = [
        Line(_name(each, place), curve, *style.scheme_style(_order(each, place)))
        for place, (each, curve) in enumerate(zip(encodings, curves, strict=True))
    ]
    plot = lines.curves(
        drawn, values=values, along=along or _text("chart-position"), chosen=position, from_zero=from_zero, height=340
    )
    return Figure(plot).update_layout(paper_bgcolor=style.PAPER)


def _matrix(cells: Array, heading: str, across: str, down: str, values: Array, *, square: bool = False) -> Figure:
    limit, signed = float(np.abs(values).max(initial=0)) or 1.0, bool((values < 0).any())
    plot = matrices.matrix(
        cells, heading=heading, across=across, down=down, limit=limit, signed=signed,
        hover=f"{across.partition(',')[0]} %{{x}}<br>{down.partition(',')[0]} %{{y}}<br>%{{z:.4g}}", square=square,
    )  # fmt: skip
    return Figure(plot).update_layout(paper_bgcolor=style.PAPER)
