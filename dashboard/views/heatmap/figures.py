"""Figures of Heatmap: matrix with a selected cell, bars, strips of columns, and bits beside sines."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import figure
from dashboard.numbers import measurements
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.heatmap.numbers import Strip
from posenc_core.analysis.pictures import Picture
from posenc_core.plot import matrices, style
from posenc_core.plot.style import GRID, INK, PAPER, Array, Figure

MOST_BARS = 512
"""Maximum number of bars; more columns are drawn as a line, because bars would be too thin."""

APART, TALL = 1.4, 76
"""Distance between strips in strip heights, and in pixels."""


def main_figures(study: Study) -> list[Figure]:
    """Return the matrix."""
    return [encoding(study)]


def shown_picture(study: Study) -> Picture:
    """Heatmap of the shown positions."""
    return measurements.picture(study.schemes[0], study.length, study.dim, *study.shown)


def color_limit(study: Study) -> float:
    """Upper end of the color scale."""
    return max(style.SHARED_LIMIT, float(np.abs(shown_picture(study).means).max()))


def selected_column(study: Study) -> int:
    """Return the selected column, at most the last one."""
    return min(int(study.options["column"]), study.dim - 1)


def encoding(study: Study) -> Figure:
    """Matrix with positions downwards or across, with the selected position and cell marked."""
    picture, column, limit = shown_picture(study), selected_column(study), color_limit(study)
    titles = (message("heatmap-position"), message("heatmap-column", columns=study.schemes[0].text("columns")))
    by_position, position = study.options["down"] == "position", study.position
    hover = "heatmap-hover.mean" if picture.rows * picture.columns > 1 else "heatmap-hover"
    x, y = ("%{y}", "%{x}") if by_position else ("%{x}", "%{y}")
    start, size = (picture.start, 0), (picture.rows, picture.columns)
    if by_position:
        places: dict[str, Any] = {"origin": start, "size": size, "chooses": "y", "marked_row": position}
    else:
        places = {"origin": start[::-1], "size": size[::-1], "chooses": "x", "marked_column": position}
    plot = matrices.matrix(
        picture.means if by_position else picture.means.T,
        heading=message("heatmap-heading", scheme=study.schemes[0].name, length=study.length),
        across=titles[by_position],
        down=titles[not by_position],
        limit=limit,
        signed=True,
        hover=message(hover, x=x, y=y, z="%{z:.3f}"),
        height=540,
        **places,
    )
    plot["layout"]["meta"]["opens"] = "x" if by_position else "y"
    if not by_position:
        # a zoom sets the shown positions
        plot["layout"]["meta"]["zooms"] = True
        plot["layout"]["yaxis"]["fixedrange"] = True
        plot["layout"]["uirevision"] = f"{study.shown}"
    row, place = (position - picture.start) // picture.rows, column // picture.columns
    if 0 <= row < len(picture.means):
        down = picture.start + row * picture.rows - 0.5
        ends = [(place * picture.columns - 0.5, picture.columns), (down, picture.rows)]
        plot["layout"]["shapes"] += _outline(*(ends if by_position else ends[::-1]))
    return plot


def _outline(x: tuple[float, float], y: tuple[float, float]) -> list[dict[str, Any]]:
    """Outline of a rectangle (start and size), with a halo for contrast."""
    ends = {"type": "rect", "x0": x[0], "x1": x[0] + x[1], "y0": y[0], "y1": y[0] + y[1]}
    return [{**ends, "line": {"color": color, "width": width}} for color, width in ((PAPER, 5), (INK, 2))]


def bars(values: Array, *, heading: str, along: str, color: str, limit: float, signed: bool, marked: int) -> Figure:
    """Bars of one value per column, shape (d,), with one column `marked`; from 0 if not `signed`."""
    count = len(values)
    bar_style: dict[str, Any] = {"type": "scatter", "mode": "lines", "line": {"color": color, "width": 1.5}}
    if count <= MOST_BARS:
        bar_style = {"type": "bar", "marker": {"color": [INK if j == marked else color for j in range(count)]}}
    bar_style["hovertemplate"] = message("heatmap-hover-column", x="%{x}", y="%{y:.4f}") + "<extra></extra>"
    # the dot marks bars of height 0, too
    traces = [{"x": np.arange(count), "y": values, **bar_style}, style.dot([marked], values[[marked]])]
    ends = [-1.05 * limit * signed, 1.05 * limit]
    return figure(
        traces,
        240,
        margin=(46, 10, 26, 40),
        bargap=0.15,
        hovermode="closest",
        xaxis=style.axis(along, range=[-0.5, count - 0.5], **style.whole_ticks(count)),
        yaxis=style.value_axis(range=ends, zeroline=True, zerolinecolor=GRID, fixedrange=True),
        annotations=[style.words_above(heading, xshift=-36)],
    )


def strips(
    strips: Sequence[Strip], values: Array, fine: Array | None, *, first: int, position: int, color: str
) -> Figure:
    """Draw the strips of columns, one per pair or column, from the position `first` on; values (n, d).

    `fine` are values at interpolated positions, shape (m, d); without them, bars are drawn.
    """
    last = first + len(values) - 1
    columns = [column for names, _ in strips for column in names]
    every = [values[:, columns], *([] if fine is None else [fine[:, columns]])]
    half = 2 * max(float(np.abs(part).max()) for part in every) or 1.0
    x, traces = np.arange(first, last + 1), []
    middles = [-APART * row for row in range(len(strips))]
    for middle, (names, _) in zip(middles, strips, strict=True):
        for order, column in enumerate(names):
            place: dict[str, Any] = {"x": x, "customdata": values[:, column]}
            hover = message("heatmap-strip-hover", column=column, x="%{x}", z="%{customdata:.3f}")
            place["hovertemplate"] = f"{hover}<extra></extra>"
            height = values[:, column] / half
            if fine is None:
                traces.append({"type": "bar", "y": height, "base": middle, "marker": {"color": color}, **place})
                continue
            along = np.linspace(first, last, len(fine))
            line = {"color": color, "width": 2 - 0.5 * order, "dash": "3px,3px" if order else "solid"}
            curve = {"x": along, "y": middle + fine[:, column] / half, "mode": "lines", "line": line}
            traces.append({"type": "scatter", "hoverinfo": "skip", **curve})
            # hollow dots for a cosine, as its line is dashed
            dots = {"size": 6, "color": PAPER if order else color, "line": {"color": color, "width": 1.5}}
            traces.append({"type": "scatter", "y": middle + height, "mode": "markers", "marker": dots, **place})
    labels = [
        message("heatmap-strip.pair" if period else "heatmap-strip", column=min(names), other=max(names), period=period)
        for names, period in strips
    ]
    ends = [middles[-1] - 0.6, 0.6]
    zeros = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "layer": "below", "line": {"color": GRID, "width": 1}}
    marked = style.rule(position) if first <= position <= last else []
    return figure(
        traces,
        TALL * len(strips) + 56,
        margin=(110, 10, 8, 40),
        chooses="x",
        bargap=0.3,
        barmode="overlay",
        hovermode="closest",
        uirevision=f"{first} {last}",
        xaxis=style.position_axis(first, last),
        yaxis=style.axis("", tickvals=middles, ticktext=labels, ticks="", range=ends, fixedrange=True),
        shapes=[*({**zeros, "y0": middle, "y1": middle} for middle in middles), *marked],
    )


def count_table(
    cells: Array, names: Sequence[str], *, heading: str, signed: bool, marked: int, position: int
) -> Figure:
    """Bits or sines of the first positions as a matrix with digits, shape (n, c), one column outlined."""
    plot = matrices.matrix(
        cells,
        heading=heading,
        across="",
        down=message("heatmap-position"),
        limit=1.0,
        signed=signed,
        hover=message("heatmap-counting-hover", x="%{x}", y="%{y}", z=f"%{{z:{'.3f' if signed else '.0f'}}}"),
        columns=names,
        marked_row=position if position < len(cells) else None,
        bar=False,
        chooses="y",
        height=430,
    )
    (trace,) = plot["data"]
    trace |= {"texttemplate": f"%{{z:{'.2f' if signed else '.0f'}}}", "textfont": {"size": 12}}
    plot["layout"]["margin"] |= {"r": 10, "b": 34}
    plot["layout"]["shapes"] += _outline((marked - 0.5, 1), (-0.5, len(cells)))
    return plot
