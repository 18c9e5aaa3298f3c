"""Figures of Images: heatmaps over the patches, rulers of dimensions, similarity on two grids, and the prompt."""

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from posenc_core.plot import style
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import Array, Figure, axis

COLORS = {"row": style.PALETTE[3], "column": style.PALETTE[2], "time": style.PALETTE[1], "none": style.GRID}
"""Color of each axis; style.css has them, too."""

AXES = ("time", "row", "column")
"""Axes of a position, in their order."""

FEW = 6
"""Rows and columns of an image that are all drawn."""

LARGE, SMALL, RULER = 500, 280, 24
"""Heights of a large and of a small heatmap, and of one ruler, in pixels."""


def patches(shares: Array, own: tuple[int, int], height: int, *, clicks: bool = True) -> Figure:
    """Heatmap of attention over the patches on a log scale, with a frame around the selected one."""
    most = float(shares.max())
    drawn = matrix(
        shares,
        heading=message("images-row"),
        across=message("images-column"),
        down="",
        limit=most,
        signed=False,
        hover=message("images-hover", y="%{y}", x="%{x}", z="%{z:.2~p}"),
        bar=False,
        square=True,
        chooses="customdata" if clicks else "",
        height=height,
    )
    (cells,) = drawn["data"]
    # a click sends the cells again
    del cells["colorbar"]
    # colors in equal ratios
    stops = np.geomspace(max(float(shares.min()) / most, 1e-6), 1, len(style.RISING)).round(6).tolist()
    cells["colorscale"] = [[0, style.RISING[0]], *map(list, zip(stops, style.RISING, strict=True))]
    cells["customdata"] = np.arange(shares.size, dtype=np.uint8).reshape(shares.shape)
    # keys and the pointer find points, not cells
    down, across = (places.ravel() for places in np.indices(shares.shape, np.uint8))
    points = scatter(across, down, "markers", customdata=np.arange(shares.size), marker={"opacity": 0})
    drawn["data"].insert(0, points)
    frame = {"type": "rect", "x0": own[1] - 0.5, "x1": own[1] + 0.5, "y0": own[0] - 0.5, "y1": own[0] + 0.5}
    plot = drawn["layout"]
    plot["shapes"] = [
        frame | {"line": {"color": color, "width": width}} for color, width in ((style.PAPER, 5), (style.INK, 2))
    ]
    plot["margin"] |= {"l": 30, "r": 8, "t": 20}
    plot["annotations"][0]["xshift"] = -22
    plot["meta"] |= {"noun": message("images-patch"), "last": shares.size - 1}
    return drawn


def rulers(axes: Mapping[str, Sequence[str]]) -> Figure:
    """Strip of dimensions for each encoding, colored by axis, from 0 to d."""
    names, order = list(axes), list(COLORS)
    scale = [[place / len(order), color] for i, color in enumerate(COLORS.values()) for place in (i, i + 1)]
    look = {"type": "heatmap", "zmin": -0.5, "zmax": 3.5, "colorscale": scale, "showscale": False}
    look["hovertemplate"] = "%{hovertext}<extra></extra>"
    traces = []
    for place, dimensions in enumerate(axes.values()):
        labels = [message(f"images-{name}") for name in dimensions]
        texts = [message("images-dimension", column=i, name=label) for i, label in enumerate(labels)]
        cells = np.array([[float(order.index(name)) for name in dimensions]])
        size = {"x0": 0.5 / len(labels), "dx": 1 / len(labels), "y0": place, "dy": 0.7}
        traces.append(look | size | {"z": cells, "hovertext": [texts]})
    ticks = {"tickvals": [0, 0.25, 0.5, 0.75, 1], "ticktext": ["0", "d/4", "d/2", "3d/4", "d"]}
    return figure(
        traces,
        len(names) * RULER + 36,
        margin=(84, 12, 4, 32),
        hovermode="closest",
        xaxis=axis("", range=[0, 1], fixedrange=True, **ticks),
        yaxis=axis("", range=[len(names) - 0.5, -0.5], fixedrange=True, ticks="")
        | {"tickvals": [*range(len(names))], "ticktext": names},
    )


def resized(before: Array, after: Array, low: float) -> Figure:
    """Cosine over the distance on the trained and on the larger grid."""
    traces = []
    # the dotted line is above the other one, which it may cover
    for values, color, dash in ((after, style.PALETTE[3], "solid"), (before, style.INK, "dot")):
        name = message("images-grid-size", rows=len(values))
        hover = message("images-resized-hover", x="%{x}", y="%{y:.3f}")
        line = {"color": color, "width": 3, "dash": dash}
        traces.append(scatter(np.arange(len(values)), values, "lines", hover, name=name, line=line))
    return figure(
        traces,
        170,
        margin=(40, 8, 34, 38),
        hovermode="closest",
        showlegend=True,
        legend=style.LEGEND | {"x": 1, "xanchor": "right"},
        xaxis=axis(message("images-apart"), range=[0, len(after)], fixedrange=True),
        yaxis=style.value_axis(range=[low, 1.03], fixedrange=True),
        annotations=[style.words_above(message("images-cosine"), xshift=-32)],
    )


def strip(positions: NDArray[np.int64], segments: NDArray[np.int64], size: tuple[int, int], *, alt: str) -> str:
    """HTML of the tokens of a prompt with their positions, shape (n, axes); style.css marks the one after an image."""
    parts = []
    for segment in range(segments[-1] + 1):
        kind, tokens = ("text", "image")[segment % 2], positions[segments == segment]
        # text has the same position on all axes
        tokens = tokens.reshape(*size, -1) if segment % 2 else tokens[None, :, :1]
        rows, columns = map(_visible_places, tokens.shape[:2])
        tiles = ""
        for row in rows:
            for column in columns:
                places = "…"
                if row is not None and column is not None:
                    numbers = zip(AXES, tokens[row, column].tolist(), strict=False)
                    places = "".join(f'<i class="{name}">{place}</i>' for name, place in numbers)
                tiles += f"<span>{places}</span>"
        label = escape(message(f"images-{kind}"))
        parts.append(f'<div class="{kind}" style="--columns: {len(columns)}"><b>{label}</b>{tiles}</div>')
    return f'<div class="prompt" role="img" aria-label="{escape(alt)}">{"".join(parts)}</div>'


def _visible_places(count: int) -> list[int | None]:
    """Rows or columns that are drawn: all of a few, else the first and the last; None for those between."""
    return [*range(count)] if count <= FEW else [0, 1, None, count - 1]
