"""One figure with a column per encoding: its matrix, and two curves below it, over the same positions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.analysis.criteria import EQUAL
from posenc_core.plot import style
from posenc_core.plot.style import Array, Figure
from posenc_core.text.messages import message
from posenc_core.text.numerals import number

MOST_IN_A_ROW = 4
"""Largest number of columns beside each other; more columns are in rows of three."""

HEIGHTS = (80, 182, 45, 82, 27, 126, 48)
"""Heights in pixels, from the top: name and verdicts, matrix, gap, first curve, gap, second curve, ticks and title."""

LINE = 17
"""Height in pixels of a line below the headings."""

LEFT, RIGHT, GAP = 46, 12, 0.045
"""Margins of the figure in pixels, and the share of its width between two columns, for the numbers of an axis."""

MOST_DOTS = 64
"""Largest number of positions with a dot each."""

FLAT, PALE = 8, 4
"""Ratio to the largest curve, or matrix, below which a column has a separate scale."""

TINY = 1e-3
"""Color limit below which a number needs an exponent."""

NO_LABELS = ("", "", "")
"""Labels of a column that has none."""

Ends = tuple[float, float]
"""Smallest and largest value."""


class Curve(NamedTuple):
    """Curve below a matrix."""

    heading: str
    """Text above the curve."""
    hover: str
    """Plotly's template of the text at a point."""
    empty: str
    """Text where the curve has no points."""
    x: ArrayLike
    y: Array
    reach: Ends | None
    """Range of the values that the axis has to show; None if there are none."""
    here: Array
    """Value at the selected position, shape (1,); shape (0,) if it is undefined."""
    beside: ArrayLike | None = None
    """Other position of each pair, for the text at a point."""


class Column(NamedTuple):
    """Encoding in a figure with several."""

    name: str
    color: str
    verdicts: Sequence[str]
    """Short texts below the name."""
    heading: str
    """Text above the matrix."""
    matrix: dict[str, Any]
    """Heatmap without colors: cells, their places, and the text at a cell."""
    down: Ends
    """Ends of the axis of the matrix, from the bottom to the top."""
    largest: float
    """Largest absolute value of the matrix."""
    curves: tuple[Curve, Curve]
    group: str = "vectors"
    """Columns of one group have values in the same unit, and share scales."""
    marks_row: bool = False
    """Whether a row of the matrix is marked, too: matrices of all pairs of positions."""
    labels: Sequence[str] = NO_LABELS
    """What to see in the matrix and in both curves; the figure has those of one column of each group."""


class Scale(NamedTuple):
    """Limits of the colors and of both curves of a column, and what its headings say below them."""

    colors: float
    """Value of the darkest colors."""
    curves: tuple[Ends, Ends]
    """Limits of the axes of both curves."""
    lines: Sequence[str]
    """Texts below the headings: magnifications relative to the shared scales, and labels."""
    has_color_bar: bool


def vector_labels(rows: int = 1) -> tuple[str, str, str]:
    """Return the labels of a matrix of vectors, whose cells combine up to `rows` positions, and of its curves."""
    return message("plot-label", rows=rows), message("plot-label.steps"), message("plot-label.peak")


def side_by_side(columns: Sequence[Column], *, position: int, shown: tuple[int, int]) -> Figure:
    """Draw encodings beside each other, with one dotted line at the selected position.

    Parameters
    ----------
    columns : sequence of Column
        Encodings. Columns of one group share their scales, unless a curve or a matrix would look flat or pale: then it
        has its own, which a line below its heading says.
    position : int
        Selected position.
    shown : tuple of int
        First and last position of the axes.

    Returns
    -------
    Figure
        Plotly figure as a dictionary.
    """
    in_a_row = len(columns) if len(columns) <= MOST_IN_A_ROW else 3
    rows = -(-len(columns) // in_a_row)
    scales = scales_of(columns)
    below = LINE if any(any(scale.lines) for scale in scales) else 0
    # headings stand at the end of every second part
    heights = [height + below * (part in (0, 2, 4)) for part, height in enumerate(HEIGHTS)]
    height = rows * sum(heights)
    wide = (1 - GAP * (in_a_row - 1)) / in_a_row
    figure: Figure = {"data": [], "layout": style.layout(height, chooses="x", zooms=True)}
    layout = figure["layout"]
    layout |= {
        "margin": {"l": LEFT, "r": RIGHT, "t": 0, "b": 0, "autoexpand": False},
        "hovermode": "x",
        "hoverdistance": -1,
        "uirevision": f"{shown[0]} {shown[1]} {len(columns)}",
        "annotations": [],
        "shapes": [],
    }
    for place, column in enumerate(columns):
        row, across = divmod(place, in_a_row)
        left = across * (wide + GAP)
        edges = [1 - (row * sum(heights) + sum(heights[:count])) / height for count in range(len(heights) + 1)]
        _draw(figure, column, scales[place], place, (left, left + wide), edges, position, shown, below)
    return figure


def _draw(
    figure: Figure,
    column: Column,
    scale: Scale,
    place: int,
    across: tuple[float, float],
    edges: Sequence[float],
    position: int,
    shown: tuple[int, int],
    below: int,
) -> None:
    """Add a column to a figure.

    `edges` are the heights between its parts as shares of the figure, and `below` is the height of the lines below the
    headings, in pixels.
    """
    layout = figure["layout"]
    x = f"x{place + 1}" if place else "x"
    names = [f"y{number}" if number > 1 else "y" for number in range(3 * place + 1, 3 * place + 4)]
    domains = [(edges[2], edges[1]), (edges[4], edges[3]), (edges[6], edges[5])]
    linked: dict[str, Any] = {"matches": "x"} if place else {}
    layout[x.replace("x", "xaxis")] = style.position_axis(*shown, anchor=names[2], domain=across, **linked)
    share = {"fixedrange": True, "anchor": x}
    ticks = style.whole_ticks(round(abs(column.down[1] - column.down[0])))
    matrix_axis = style.axis("", domain=domains[0], range=column.down, tickformat="d", **share, **ticks)
    axes = [matrix_axis, *(style.value_axis(domain=domain, **share) for domain in domains[1:])]
    for axis, reach in zip(axes[1:], scale.curves, strict=True):
        axis |= {"range": reach, "nticks": 4}
    layout |= {name.replace("y", "yaxis"): axis for name, axis in zip(names, axes, strict=True)}
    layout["meta"]["linked"] += [f"{x}{name}" for name in names[1:]]
    heatmap = {"type": "heatmap", "name": column.name, "xaxis": x, "yaxis": names[0], **column.matrix}
    heatmap |= _colors(scale.colors, across[1], edges[2], visible=scale.has_color_bar)
    figure["data"].append(heatmap)
    left, right = {"x": across[0]}, {"x": sum(across) / 2}
    title = {"text": column.name, "font": {"size": 19, "color": column.color, "weight": 700}}
    notes = [style.words_above("", **left, y=edges[0], yanchor="top") | title]
    verdicts = {"text": "<br>".join(column.verdicts), "font": {"size": 13, "color": style.INK}}
    notes.append(style.words_above("", **left, y=edges[0], yanchor="top", yshift=-24) | verdicts)
    headings = (column.heading, *(curve.heading for curve in column.curves))
    for heading, text, domain in zip(headings, scale.lines, domains, strict=True):
        # two annotations, as a text with markup is not replaced in place
        muted, plain = ({"size": 12, "color": color} for color in (style.MUTED, style.INK))
        notes.append(style.words_above(heading, **left, y=domain[1], yshift=2 + below, font=muted))
        if text:
            notes.append(style.words_above(text, **left, y=domain[1], yshift=3, font=plain, bgcolor=style.GRID))
    # bits: between two positions there is nothing
    cells = column.matrix["z"]
    whole = bool(cells.size and cells.min() < cells.max() and (cells == np.round(cells)).all())
    for curve, name, domain in zip(column.curves, names[1:], domains[1:], strict=True):
        look = _curve_style(curve, column.color, steps=whole)
        beside = {} if curve.beside is None else {"customdata": curve.beside}
        line = {"type": "scatter", "x": curve.x, "y": curve.y, "xaxis": x, "yaxis": name}
        line["name"] = f"{column.name}: {curve.heading}"
        figure["data"].append(line | {"hovertemplate": f"{curve.hover}<extra></extra>"} | beside | look)
        if not np.isfinite(curve.y).any():
            notes.append(style.note(curve.empty, **right, y=sum(domain) / 2))
    for curve, name in zip(column.curves, names[1:], strict=True):
        figure["data"].append(style.dot([position] * len(curve.here), curve.here, xaxis=x, yaxis=name))
    layout["annotations"] += notes
    # the halo on the matrix only: on the curves it would hide them
    lines = style.rule(position, *domains[0], halo=True) + style.rule(position, domains[2][0], domains[0][0])
    if column.marks_row:
        lines += [line | {"xref": f"{x} domain", "yref": names[0]} for line in style.stripe("y", position)]
    layout["shapes"] += [{"xref": x, **line} for line in lines]


def _curve_style(curve: Curve, color: str, *, steps: bool) -> dict[str, Any]:
    """Style of a curve: dots where they have room, joined by lines, or by steps."""
    look = style.curve_style(len(curve.y), color)
    if len(curve.y) <= MOST_DOTS:
        look |= {"mode": "lines+markers", "marker": {"size": 4, "color": color}}
    if steps:
        look["line"] |= {"shape": "hvh", "width": 1.5}
    return look


def scales_of(columns: Sequence[Column]) -> list[Scale]:
    """Choose scales that the columns of a group share, and separate ones for flat curves and pale matrices."""
    scales: dict[int, Scale] = {}
    for group in dict.fromkeys(column.group for column in columns):
        members = [place for place, column in enumerate(columns) if column.group == group]
        own = [columns[place] for place in members]
        curves = [_axes([column.curves[row].reach for column in own], shares=not row) for row in (0, 1)]
        largest = [column.largest for column in own]
        common = max(largest) or style.SHARED_LIMIT
        if group == "vectors" and common * PALE >= style.SHARED_LIMIT:
            common = style.SHARED_LIMIT
        colors = [value if value > common or 0 < value * PALE < common else common for value in largest]
        magnified = [
            (common / limit if limit < common else None, *(row[order][1] for row in curves))
            for order, limit in enumerate(colors)
        ]
        labelled = next((order for order, factors in enumerate(magnified) if not any(factors)), 0)
        for order, place in enumerate(members):
            (first, _), (second, _) = curves[0][order], curves[1][order]
            lines = [message("plot-magnified", factor=factor) if factor else "" for factor in magnified[order]]
            if order == labelled:
                lines = [" · ".join(filter(None, both)) for both in zip(lines, columns[place].labels, strict=True)]
            is_first = colors[order] != common or colors.index(colors[order]) == order
            scales[place] = Scale(colors[order], (first, second), lines, is_first)
    return [scales[place] for place in range(len(columns))]


def _axes(ends: Sequence[Ends | None], *, shares: bool) -> list[tuple[Ends, float | None]]:
    """Limits of one row for each column, and the magnification relative to the shared limits.

    Columns that do not share an axis show the form of their curves: none is magnified relative to another.
    """
    if not shares:
        return [(_limits([reach]), None) for reach in ends]
    large = max((max(map(abs, reach)) for reach in ends if reach), default=0)
    apart = [reach is not None and _is_flat(*reach, large) for reach in ends]
    common = _limits([reach for reach, flat in zip(ends, apart, strict=True) if not flat])
    axes: list[tuple[Ends, float | None]] = []
    for reach, flat in zip(ends, apart, strict=True):
        if flat:
            limits = _limits([reach])
            axes.append((limits, (common[1] - common[0]) / (limits[1] - limits[0])))
        else:
            axes.append((common, None))
    return axes


def _is_flat(low: float, high: float, large: float) -> bool:
    """Return True for a curve that looks flat beside a large one; a constant curve does not count."""
    size = max(abs(low), abs(high))
    return 0 < size * FLAT < large and high - low > EQUAL * size


def _limits(ends: Sequence[Ends | None]) -> Ends:
    """Limits of an axis: from 0, if no value is below it."""
    rows = [np.array(reach) for reach in ends if reach]
    return style.limits(rows or [np.empty(0)], from_zero=all((row >= 0).all() for row in rows))


def _colors(limit: float, right: float, top: float, *, visible: bool) -> dict[str, Any]:
    """Colors of a matrix, with a short color bar below it, which has a title where the labels leave room."""
    unit, letter = next((unit for unit in ((1e6, "M"), (1e3, "k")) if limit >= unit[0]), (1, ""))
    digits = 2 if limit < 1 else 3
    end = f"{limit / unit:.{digits}g}{letter}" if TINY < limit < 1e9 else number(limit, 2)
    bar = {
        "x": right,
        "xanchor": "right",
        "y": top,
        "yanchor": "top",
        "ypad": 3,
        "xpad": 0,
        "orientation": "h",
        "thickness": 7,
        "lenmode": "pixels",
        "len": 96,
        "outlinewidth": 0,
        "tickvals": [-limit, 0, limit],
        "ticktext": [f"−{end}", message("chart-value") if len(end) < 3 else "", end],
        "tickfont": {"size": 11, "color": style.MUTED},
        "ticklabeloverflow": "allow",
        "tickangle": 0,
        "ticks": "",
    }
    scale = style.color_scale(style.SIGNED)
    return {"zmin": -limit, "zmax": limit, "colorscale": scale, "showscale": visible, "colorbar": bar}
