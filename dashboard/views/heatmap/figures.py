"""Figures of Heatmap: matrix with a selected cell, bars, columns over the positions, and bits beside sines."""

from typing import Any

import numpy as np

from dashboard.charts.chart import Followed
from dashboard.charts.figures import figure, scatter
from dashboard.numbers import measurements
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.heatmap import facts
from posenc_core.analysis.pictures import Picture
from posenc_core.plot import lines, matrices, style
from posenc_core.plot.style import GRID, INK, PAPER, Array, Figure, scheme_color

MOST_BARS = 512
"""Maximum number of bars; more columns are drawn as a line, because bars would be too thin."""

APART, TALL = 1.4, 76
"""Distance between strips in strip heights, and in pixels."""


def main_figures(study: Study) -> list[Figure]:
    """Return the matrix, with positions downwards or across, and the selected position and cell marked."""
    picture, position, limit = shown_picture(study), study.position, color_limit(study)
    titles = (message("heatmap-position"), message("heatmap-column", columns=study.schemes[0].text("columns")))
    by_position = study.options["down"] == "position"
    cells, start, size = picture.means, (picture.start, 0), (picture.rows, picture.columns)
    x, y, places = "%{y}", "%{x}", dict[str, Any](chooses="y", marked_row=position)
    if not by_position:
        cells, start, size = cells.T, start[::-1], size[::-1]
        x, y, places = "%{x}", "%{y}", dict[str, Any](chooses="x", marked_column=position)
    hover = "heatmap-hover.mean" if picture.rows * picture.columns > 1 else "heatmap-hover"
    plot = matrices.matrix(
        cells,
        heading=message("heatmap-heading", scheme=study.schemes[0].name, length=study.length),
        across=titles[by_position],
        down=titles[not by_position],
        limit=limit,
        signed=True,
        hover=message(hover, x=x, y=y, z="%{z:.3f}"),
        origin=start,
        size=size,
        height=540,
        **places,
    )
    layout = plot["layout"]
    layout["meta"]["opens"] = "x" if by_position else "y"
    if not by_position:
        # a zoom sets the shown positions
        layout["meta"]["zooms"] = True
        layout["yaxis"]["fixedrange"] = True
        layout["uirevision"] = f"{study.shown}"
    row, place = (position - picture.start) // picture.rows, selected_column(study) // picture.columns
    if 0 <= row < len(picture.means):
        ends = [
            (place * picture.columns - 0.5, picture.columns),
            (picture.start + row * picture.rows - 0.5, picture.rows),
        ]
        (x0, width), (y0, height) = ends if by_position else ends[::-1]
        outline = {"type": "rect", "x0": x0, "x1": x0 + width, "y0": y0, "y1": y0 + height}
        # a halo, for contrast
        layout["shapes"] += [outline | {"line": {"color": PAPER, "width": 5}}]
        layout["shapes"] += [outline | {"line": {"color": INK, "width": 2}}]
    return [plot]


def followed(study: Study) -> list[list[Followed]]:
    """Return no curves: a line follows the pointer over the matrix."""
    return [[]]


def shown_picture(study: Study) -> Picture:
    """Heatmap of the shown positions."""
    return measurements.picture(study.schemes[0], study.length, study.dim, *study.shown)


def color_limit(study: Study) -> float:
    """Upper end of the color scale."""
    return max(style.SHARED_LIMIT, float(np.abs(shown_picture(study).means).max()))


def selected_column(study: Study) -> int:
    """Return the selected column, at most the last one."""
    return min(int(study.options["column"]), study.dim - 1)


def vector(study: Study) -> Figure:
    """Vector of the selected position as bars."""
    means = shown_picture(study).means
    values = study.schemes[0].encode([study.position], study.dim, length=study.length)[0]
    low, limit = min(means.min(), values.min()), max(color_limit(study), np.abs(values).max())
    return _bars(values, study, message("heatmap-vector", position=study.position), (-limit if low < 0 else 0, limit))


def beyond(shares: Array, study: Study) -> Figure:
    """Share of later values outside the range seen in the sequence, by column."""
    return _bars(shares, study, message("heatmap-beyond-axis"), (0, 1))


def _bars(values: Array, study: Study, heading: str, ends: tuple[float, float]) -> Figure:
    """Bars of one value per column, shape (d,), with the selected column marked."""
    count, color, marked = len(values), scheme_color(order(study.schemes[0])), selected_column(study)
    bar_style: dict[str, Any] = {"type": "scatter", "mode": "lines", "line": {"color": color, "width": 1.5}}
    if count <= MOST_BARS:
        bar_style = {"type": "bar", "marker": {"color": [INK if j == marked else color for j in range(count)]}}
    bar_style["hovertemplate"] = message("heatmap-hover-column", x="%{x}", y="%{y:.4f}") + "<extra></extra>"
    # the dot marks bars of height 0, too
    traces = [{"x": np.arange(count), "y": values, **bar_style}, style.dot([marked], values[[marked]])]
    along = message("heatmap-column", columns=study.schemes[0].text("columns"))
    return figure(
        traces,
        240,
        margin=(46, 10, 26, 40),
        bargap=0.15,
        hovermode="closest",
        xaxis=style.axis(along, range=[-0.5, count - 0.5], **style.whole_ticks(count)),
        yaxis=style.value_axis(
            range=[1.05 * ends[0], 1.05 * ends[1]], zeroline=True, zerolinecolor=GRID, fixedrange=True
        ),
        annotations=[style.words_above(heading, xshift=-36)],
    )


def strips(study: Study, columns: list[int]) -> Figure:
    """Draw columns below each other, one strip per pair or column, over the first of the shown positions.

    Encodings with values between positions are drawn as lines, others as bars.
    """
    scheme, first, color = study.schemes[0], study.shown[0], scheme_color(order(study.schemes[0]))
    last = min(study.shown[1], first + facts.STRIP - 1)
    x = np.arange(first, last + 1)
    values = fine = scheme.encode(x, study.dim, length=study.length)
    along = np.linspace(first, last, facts.FINEST * (last - first) + 1)
    has_lines = scheme.real_positions and first < last
    if has_lines:
        fine = scheme.encode(along, study.dim, length=study.length)
    half = 2 * max(float(np.abs(part[:, columns]).max()) for part in (values, fine)) or 1.0
    groups = facts.strips(scheme, study.length, study.dim, columns)
    middles = [-APART * row for row in range(len(groups))]
    traces: list[dict[str, Any]] = []
    for middle, (names, _) in zip(middles, groups, strict=True):
        for place, column in enumerate(names):
            hover = message("heatmap-strip-hover", column=column, x="%{x}", z="%{customdata:.3f}")
            height = values[:, column] / half
            point = {"x": x, "customdata": values[:, column], "hovertemplate": f"{hover}<extra></extra>"}
            if not has_lines:
                traces.append({"type": "bar", "y": height, "base": middle, "marker": {"color": color}} | point)
                continue
            # the second of a pair is dashed, with hollow dots
            line = {"color": color, "width": 2 - 0.5 * place, "dash": "3px,3px" if place else "solid"}
            dots = {"size": 6, "color": PAPER if place else color, "line": {"color": color, "width": 1.5}}
            traces.append(scatter(along, middle + fine[:, column] / half, "lines", line=line))
            traces.append({"type": "scatter", "y": middle + height, "mode": "markers", "marker": dots} | point)
    labels = [
        message("heatmap-strip.pair" if period else "heatmap-strip", column=min(names), other=max(names), period=period)
        for names, period in groups
    ]
    zeros = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "layer": "below", "line": {"color": GRID, "width": 1}}
    shapes = [{**zeros, "y0": middle, "y1": middle} for middle in middles]
    if first <= study.position <= last:
        shapes += style.rule(study.position)
    ends = [middles[-1] - 0.6, 0.6]
    return figure(
        traces,
        TALL * len(groups) + 56,
        margin=(110, 10, 8, 40),
        chooses="x",
        bargap=0.3,
        barmode="overlay",
        hovermode="closest",
        uirevision=f"{first} {last}",
        xaxis=style.position_axis(first, last),
        yaxis=style.axis("", tickvals=middles, ticktext=labels, ticks="", range=ends, fixedrange=True),
        shapes=shapes,
    )


def sine(study: Study, heading: str) -> Figure:
    """Draw a single wave over the positions."""
    values = facts.wave(study.options["amplitude"], study.options["frequency"], study.length)
    return lines.curves(
        [lines.Line("sine", values, scheme_color(order(study.known["Sinusoidal"])), width=1.5)],
        values=heading,
        along=message("heatmap-position"),
        position=study.position,
        shown=study.shown,
        height=180,
    )


def counting(cells: Array, kind: str, position: int) -> Figure:
    """Bits or sines of the first positions as a matrix with digits, shape (n, c), slowest first."""
    digits = ".0f" if kind == "bit" else ".3f"
    args = {"base": facts.DOUBLING.base, "dim": facts.DOUBLING_DIM}
    plot = matrices.matrix(
        cells,
        heading=message(f"heatmap-table-{kind}", **args),
        across="",
        down=message("heatmap-position"),
        limit=1.0,
        signed=kind == "sine",
        hover=message("heatmap-counting-hover", x="%{x}", y="%{y}", z=f"%{{z:{digits}}}"),
        columns=[message(f"heatmap-table-{kind}.name", count=count) for count in reversed(range(facts.BITS))],
        marked_row=position if position < len(cells) else None,
        bar=False,
        chooses="y",
        height=430,
    )
    (trace,) = plot["data"]
    trace |= {"texttemplate": "%{z:.0f}" if kind == "bit" else "%{z:.2f}", "textfont": {"size": 12}}
    plot["layout"]["margin"] |= {"r": 10, "b": 34}
    return plot
