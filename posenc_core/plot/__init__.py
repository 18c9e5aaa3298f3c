"""Plotly figures of encodings, for notebooks.

They need Plotly: `pip install 'posenc-core[plot]'`. An encoding is a scheme with a length and a dim, or an array of
shape (n, d).

>>> from posenc_core import Sinusoidal, plot
>>> figure = plot.similarity(Sinusoidal(), position=40, length=128, dim=64)  # figure.show() in a notebook
>>> [trace.name for trace in figure.data][:1]
['Sinusoidal']
"""

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np

from posenc_core.analysis import attention as logits
from posenc_core.analysis import geometry
from posenc_core.analysis.geometry import Kind
from posenc_core.analysis.source import Encoding
from posenc_core.arrays import Array, match_option, whole
from posenc_core.foundation.base import Scheme
from posenc_core.plot import lines, matrices, style
from posenc_core.plot.columns import NO_LABELS, Column, Curve, side_by_side, vector_labels
from posenc_core.plot.lines import Line
from posenc_core.schemes import SCHEMES
from posenc_core.text.messages import message

try:
    import plotly.graph_objects as go
except ModuleNotFoundError:
    raise ModuleNotFoundError("posenc_core.plot needs Plotly: pip install 'posenc-core[plot]'") from None

__all__ = ["attention", "compare", "distances", "heatmap", "pairs", "reach", "similarity", "wavelengths"]

MOST_HEADS = 128
"""Largest number of heads of `reach`."""


def heatmap(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> go.Figure:
    """Draw the matrix of an encoding: positions across, dimensions down.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    plotly.graph_objects.Figure
        Heatmap, red below and blue above zero.

    Raises
    ------
    ValueError
        If the size is invalid, or the encoding does not support it.

    Examples
    --------
    >>> heatmap([[0.0, 1.0], [0.5, -1.0]]).data[0].z.tolist()
    [[0.0, 0.5], [1.0, -1.0]]
    """
    table = geometry.vectors(encoding, length=length, dim=dim)
    return _matrix(table.T, _name(encoding, 0), message("plot-dimension"))


def distances(*encodings: Encoding, offset: int = 1, length: int | None = None, dim: int | None = None) -> go.Figure:
    """Draw the distance between positions p and p + offset, for every p.

    Parameters
    ----------
    *encodings : Scheme or array_like, shape (n, d)
        Encodings, one curve each.
    offset : int, default 1
        Offset in tokens.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    plotly.graph_objects.Figure
        One curve per encoding.

    Raises
    ------
    ValueError
        If the size or the offset is invalid, or there is no encoding.

    Examples
    --------
    >>> distances([[0.0], [1.0], [3.0]]).data[0].y.tolist()
    [1.0, 2.0]
    """
    curves = [geometry.distances_at_offset(encoding, offset, **_size(encoding, length, dim)) for encoding in encodings]
    return _curves(encodings, curves, message("plot-distance", offset=offset), from_zero=True)


def similarity(
    *encodings: Encoding, position: int, kind: Kind = "dot", length: int | None = None, dim: int | None = None
) -> go.Figure:
    """Draw the similarity of every position to one position.

    Parameters
    ----------
    *encodings : Scheme or array_like, shape (n, d)
        Encodings, one curve each.
    position : int
        Position.
    kind : {"dot", "cosine", "min-max", "softmax", "attention", "distance"}, default "dot"
        Measure, as for `posenc_core.geometry.similarity`; in upper or lower case.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    plotly.graph_objects.Figure
        One curve per encoding.

    Raises
    ------
    ValueError
        If the size, the position, or the kind is invalid, or there is no encoding.

    Examples
    --------
    >>> similarity([[1.0], [2.0]], position=1).data[0].y.tolist()
    [2.0, 4.0]
    """
    curves = [
        geometry.similarity(encoding, position, kind=kind, **_size(encoding, length, dim)) for encoding in encodings
    ]
    title = message("plot-similarity", measure=match_option(kind, get_args(Kind)), position=position)
    return _curves(encodings, curves, title, position=position)


def pairs(
    encoding: Encoding, *, distance: bool = False, length: int | None = None, dim: int | None = None
) -> go.Figure:
    """Draw the dot products or distances of all pairs of positions.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    distance : bool, default False
        Distances instead of dot products.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    plotly.graph_objects.Figure
        Heatmap.

    Raises
    ------
    ValueError
        If the size is invalid, or the encoding does not support it.

    Examples
    --------
    >>> pairs([[1.0], [2.0]]).data[0].z.tolist()
    [[1.0, 2.0], [2.0, 4.0]]
    """
    values = (geometry.distances if distance else geometry.dots)(encoding, length=length, dim=dim)
    return _matrix(values, _name(encoding, 0), message("chart-position"), square=True)


def wavelengths(*schemes: Scheme, dim: int) -> go.Figure:
    """Draw the wavelength of each pair of dimensions on a log axis.

    Parameters
    ----------
    *schemes : Scheme
        Schemes, one curve each.
    dim : int
        Number of columns, d.

    Returns
    -------
    plotly.graph_objects.Figure
        One curve per scheme.

    Raises
    ------
    ValueError
        If a scheme has no wavelengths, or there is no scheme.

    Examples
    --------
    >>> from posenc_core import RoPE
    >>> wavelengths(RoPE(), dim=4).data[0].y.round(1).tolist()
    [6.3, 628.3]
    """
    curves = []
    for scheme in schemes:
        waves = scheme.wavelengths(dim)
        if waves is None or not waves.size:
            raise ValueError(f"{scheme.name} has no wavelengths")
        curves.append(waves)
    figure = _curves(schemes, curves, message("plot-wavelength"), along=message("plot-pair"))
    return figure.update_yaxes(type="log", range=None, autorange=True, dtick=1)


def attention(*schemes: Scheme, dim: int, length: int, heads: int = 1, head: int = 0) -> go.Figure:
    """Draw the attention weight by offset of the key, relative to that of the query's position, on a log axis.

    Parameters
    ----------
    *schemes : Scheme
        Schemes, one curve each.
    dim : int
        Number of columns, d.
    length : int
        Number of positions, n.
    heads, head : int, default 1 and 0
        Number of heads, and the head, from 0.

    Returns
    -------
    plotly.graph_objects.Figure
        One curve per scheme: mean over queries, for equal contents.

    Raises
    ------
    ValueError
        If a scheme has no logits at this size, the head is invalid, or there is no scheme.

    Examples
    --------
    >>> from posenc_core import ALiBi
    >>> attention(ALiBi(), dim=8, length=4, heads=8).data[0].y.round(3).tolist()
    [1.0, 0.607, 0.368, 0.223]
    """
    curves = [np.exp(-logits.drops(scheme, length=length, dim=dim, heads=heads, head=head).mean) for scheme in schemes]
    figure = _curves(schemes, curves, message("plot-attention"), along=message("plot-offset"))
    return figure.update_yaxes(type="log", range=None, autorange=True, automargin=True)


def reach(scheme: Scheme, *, heads: int, length: int) -> go.Figure:
    """Draw the distance at which the bias of each head halves attention.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    heads : int
        Number of heads, at most 128.
    length : int
        Number of positions, n.

    Returns
    -------
    plotly.graph_objects.Figure
        One bar per head, without those that do not halve attention within the length.

    Raises
    ------
    ValueError
        If the scheme has no bias, or there are too many heads.

    Examples
    --------
    >>> from posenc_core import ALiBi
    >>> reach(ALiBi(), heads=4, length=100).data[0].y.tolist()
    [3.0, 12.0, 45.0, nan]
    """
    heads, length = whole("heads", heads), whole("length", length)
    if heads > MOST_HEADS:
        raise ValueError(f"heads = {heads} must be at most {MOST_HEADS}")
    back = np.asarray(scheme.bias(length - 1, range(length - 1, -1, -1), heads), np.float64)
    # up to rounding: a slope of ln 2 / k halves attention at distance k
    is_halved = back - back[:, :1] <= -np.log(2) * (1 - 1e-9)
    halving = np.where(is_halved.any(axis=1), is_halved.argmax(axis=1), np.nan)
    trace = {"type": "bar", "x": np.arange(1, len(halving) + 1), "y": halving, "marker": {"color": _color(scheme, 0)}}
    plot = style.layout(300) | {
        "paper_bgcolor": style.PAPER,
        "margin": {"l": 52, "r": 12, "t": 30, "b": 40},
        "xaxis": style.axis(message("plot-head"), dtick=1),
        "yaxis": style.value_axis(),
        "annotations": [style.words_above(f"{scheme.name}: {message('plot-reach')}")],
    }
    return go.Figure({"data": [trace], "layout": plot})


def compare(
    *encodings: Encoding,
    position: int = 0,
    offset: int = 1,
    length: int | None = None,
    dim: int | None = None,
    labels: bool = True,
) -> go.Figure:
    """Draw encodings side by side: the matrix of each, and below it distances and dot products.

    Parameters
    ----------
    *encodings : Scheme or array_like, shape (n, d)
        Encodings, one column each.
    position : int, default 0
        Position of the dot products.
    offset : int, default 1
        Offset of the distances.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.
    labels : bool, default True
        Whether one column says what to see in its matrix and in its curves.

    Returns
    -------
    plotly.graph_objects.Figure
        One column per encoding, with its name, and two verdicts: equal steps, and most similar to itself.

    Raises
    ------
    ValueError
        If the size, the position, or the offset is invalid, or there is no encoding.

    Examples
    --------
    >>> figure = compare([[0.0], [1.0]], [[1.0], [1.0]])
    >>> figure.layout.annotations[1].text
    '✓ equal steps<br>✗ ties with other positions'
    """
    if not encodings:
        raise ValueError("compare needs at least one encoding")
    columns = []
    for place, encoding in enumerate(encodings):
        size = _size(encoding, length, dim)
        table = geometry.vectors(encoding, **size)
        position = whole("position", position, 0, len(table) - 1)
        steps = geometry.distances_at_offset(encoding, offset, **size)
        similar = geometry.similarity(encoding, position, **size)
        dots = table @ table.T
        spread = geometry.spread(steps) if steps.size else None
        words = (
            message("plot-distance", offset=offset),
            message("plot-similarity", measure="dot", position=position),
        )
        empty = message("chart-undefined")
        reaches = ((spread.smallest, spread.largest) if spread else None, (float(dots.min()), float(dots.max())))
        curves = [
            Curve(text, "%{x}: %{y:.4g}", empty, np.arange(len(y)), y, reach, y[position : position + 1])
            for text, y, reach in zip(words, (steps, similar), reaches, strict=True)
        ]
        verdicts = []
        if spread:
            equal = "equal" if spread.is_constant else "unequal"
            verdicts.append(message(f"plot-steps-{equal}"))
        if len(table) > 1:
            verdicts.append(message(f"plot-winner-{geometry.winner(encoding, **size)}"))
        matrix = {"z": table.T, "hovertemplate": "%{x}, %{y}: %{z:.4g}<extra></extra>"}
        column = Column(
            _name(encoding, place), _color(encoding, place), verdicts, message("plot-dimension"), matrix,
            down=(table.shape[1] - 0.5, -0.5), largest=float(np.abs(table).max(initial=0)),
            curves=(curves[0], curves[1]), labels=vector_labels() if labels else NO_LABELS,
        )  # fmt: skip
        columns.append(column)
    shown = (0, max(len(column.curves[1].y) for column in columns) - 1)
    figure = go.Figure(side_by_side(columns, position=position, shown=shown))
    return figure.update_layout(paper_bgcolor=style.PAPER)


def _size(encoding: Encoding, length: int | None, dim: int | None) -> dict[str, Any]:
    """Size of a scheme; empty for an array, which has its own."""
    return {"length": length, "dim": dim} if isinstance(encoding, Scheme) else {}


def _name(encoding: Encoding, place: int) -> str:
    return encoding.name if isinstance(encoding, Scheme) else message("plot-array", count=place + 1)


def _order(encoding: Encoding, place: int) -> int:
    """Index of the color: that of the scheme in the registry, otherwise the given place."""
    names = [*SCHEMES]
    if isinstance(encoding, Scheme) and encoding.name in names:
        return names.index(encoding.name)
    return place


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
) -> go.Figure:
    if not encodings:
        raise ValueError("a figure needs at least one encoding")
    styled = [
        Line(_name(encoding, place), curve, *style.scheme_style(_order(encoding, place)))
        for place, (encoding, curve) in enumerate(zip(encodings, curves, strict=True))
    ]
    along = along or message("chart-position")
    plot = lines.curves(styled, values=values, along=along, chosen=position, from_zero=from_zero, height=340)
    return go.Figure(plot).update_layout(paper_bgcolor=style.PAPER)


def _matrix(cells: Array, heading: str, down: str, *, square: bool = False) -> go.Figure:
    """Heatmap with positions across."""
    across = message("chart-position")
    # an axis title is a name and a symbol, such as "Position, p"
    names = [title.partition(",")[0] for title in (across, down)]
    plot = matrices.matrix(
        cells, heading=heading, across=across, down=down, limit=float(np.abs(cells).max(initial=0)) or 1.0,
        signed=bool((cells < 0).any()), hover=f"{names[0]} %{{x}}<br>{names[1]} %{{y}}<br>%{{z:.4g}}", square=square,
    )  # fmt: skip
    return go.Figure(plot).update_layout(paper_bgcolor=style.PAPER)
