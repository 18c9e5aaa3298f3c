"""Figures of Bias: reach of heads as bars, curves over the distance, slopes as dots, and T5's buckets."""

from typing import Any

import numpy as np

from dashboard.charts.figures import figure
from dashboard.say import MESSAGES, message
from dashboard.state.study import Study, order
from dashboard.views.bias import facts
from dashboard.views.bias.facts import Ruler
from posenc_core.plot import lines, style
from posenc_core.plot.style import Array, Figure

HEIGHT = 480


def main_figures(study: Study) -> list[Figure]:
    """Return the reach of each head, or the attention if all heads are the same; none for a single position."""
    if study.length == 1:
        return []
    if facts.heads_of(study.schemes[0], study.options["heads"]) > 1:
        return [reach(study)]
    return [falls(study, values="weights", height=HEIGHT)]


def reach_texts(study: Study) -> tuple[str, ...]:
    """Distance at which each head halves its attention, in words."""
    never = message("bias-far", later=study.length - 1)
    halves = facts.halves(study.schemes[0], study.options["heads"], study.length)
    return tuple(never if k is None else MESSAGES.format(k) for k in halves)


def reach(study: Study) -> Figure:
    """Draw a bar per head on a log axis, up to the length for None; a click selects a head."""
    halves, texts = facts.halves(study.schemes[0], study.options["heads"], study.length), reach_texts(study)
    color, length = style.scheme_color(order(study.schemes[0])), study.length
    selected = facts.selected_head(study)
    heads = np.arange(1, len(halves) + 1)
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": heads,
        "x": np.array([length if k is None else k for k in halves], np.float64),
        "customdata": heads,
        "marker": {"color": color, "opacity": [1.0 if head == selected else 0.4 for head in heads.tolist()]},
        "text": texts if len(heads) <= 24 else [],
        "textposition": "outside",
        "textfont": {"size": 12, "color": style.INK},
        "cliponaxis": False,
        "hovertext": texts,
        "hovertemplate": message("bias-reach-hover", y="%{y}", text="%{hovertext}") + "<extra></extra>",
    }
    across = {"type": "log", "range": np.log10([0.5, 4 * length]).tolist(), "dtick": 1, "tickformat": "~s"}
    across |= {"showgrid": True, "gridcolor": style.GRID, "fixedrange": True}
    down = {"range": [len(heads) + 0.6, 0.4], "tick0": 1, "dtick": -(-len(heads) // 16), "fixedrange": True}
    return figure(
        [bars],
        max(HEIGHT, min(14 * len(heads) + 70, 560)),
        margin=(40, 14, 26, 40),
        chooses="customdata",
        meta={"selects": "h", "last": len(heads), "noun": message("bias-head-axis")},
        # a click anywhere in a row selects its bar
        hovermode="y",
        hoverdistance=-1,
        uirevision=f"{len(heads)} {length}",
        bargap=0.25,
        xaxis=style.axis(message("bias-distance"), **across),
        yaxis=style.axis(message("bias-head-axis"), **down),
        annotations=[style.words_above(message("bias-reach"), xshift=-32)],
    )


def falls(study: Study, *, values: str, height: int = 340) -> Figure:
    """Draw "weights" or "curves" (biases) of heads over the distances, the selected one as a thick line."""
    scheme, selected, log, last = study.schemes[0], facts.selected_head(study), study.options["log_k"], study.length - 1
    curves = facts.curves(scheme, study.options["heads"], study.length, log, selected)
    rows = []
    for place, curve in enumerate(curves):
        y = curve.weights
        if values == "curves":
            # NaN for masked keys
            y = np.where(np.isfinite(curve.nats), curve.nats, np.nan)
        if curve.head is None:
            rows.append(lines.Line(scheme.name, y, style.scheme_color(order(scheme))))
            continue
        row = lines.Line(message("bias-head-name", head=curve.head), y, style.step_color(place, len(curves)))
        if curve.head == selected:
            rows.append(row._replace(width=4))
        else:
            rows.append(row._replace(dash=style.DASHES[place]))
    plot = lines.curves(rows, values=message(f"bias-{values}"), along=message("bias-distance"), height=height)
    for curve, row, trace in zip(curves, rows, plot["data"], strict=True):
        # thinned curves have fewer points than distances
        trace |= {"x": curve.k, "y": row.values, **style.curve_style(len(curve.k), row.color, row.dash, row.width)}
    if log:
        air = 0.02 * np.log10(last) if last > 1 else 0.3
        ends: tuple[float, float] = (-air, np.log10(last) + air)
        ticks: dict[str, Any] = {"type": "log", "dtick": 1 if last > 50 else "D1"}
    else:
        ends = (-0.5, last + 0.5)
        ticks = {**style.whole_ticks(last + 1)}
    ticks["tickformat"] = "d" if last < 10_000 else "~s"
    axis = style.axis(message("bias-distance"), range=ends, **ticks)
    plot["layout"] |= {"uirevision": f"{last} {log}", "xaxis": axis}
    return plot


def slopes(code: Array, paper: Array) -> Figure:
    """Slope of every head on a log axis: filled dots by the authors' code, open dots by the paper's formula."""
    rows = [
        lines.Line(message("bias-slopes-code"), code, style.step_color(0, 2)),
        lines.Line(message("bias-slopes-paper"), paper, style.step_color(1, 2)),
    ]
    plot = lines.curves(rows, values=message("bias-slopes-axis"), along=message("bias-head-axis"), start=1)
    shapes = ({"size": 9, "symbol": "circle"}, {"size": 13, "symbol": "circle-open"})
    for row, trace, shape in zip(rows, plot["data"], shapes, strict=True):
        marker = {**shape, "color": row.color, "line": {"width": 2, "color": row.color}}
        trace |= {"mode": "markers", "marker": marker}
    plot["layout"]["xaxis"] |= {"tick0": 1, "dtick": -(-len(code) // 16)}
    low, high = np.log10([min(code.min(), paper.min()), max(code.max(), paper.max())])
    plot["layout"]["yaxis"] |= {"type": "log", "range": [low - 0.15, high + 0.15], "dtick": 1}
    return plot


def ruler(sides: dict[str, Ruler]) -> Figure:
    """Distances of each side divided into colored buckets, with bucket numbers where they fit."""
    names, end = [message(f"bias-ruler-{name}") for name in sides], max(side.end for side in sides.values())
    ticks = {"tickvals": [*range(len(sides))], "ticktext": names}
    return figure(
        [_buckets(place, *side) for place, side in enumerate(sides.items())],
        90 + 70 * len(sides),
        margin=(52, 14, 8, 40),
        hovermode="closest",
        barmode="overlay",
        bargap=0.3,
        xaxis=style.axis(message("bias-distance"), range=[-0.5, end + 0.5], nticks=9),
        yaxis=style.axis("", autorange="reversed", fixedrange=True, **ticks),
    )


def _buckets(place: int, name: str, ruler: Ruler) -> dict[str, Any]:
    firsts, ends = ruler.firsts, np.append(ruler.firsts[1:] - 1, ruler.end)
    widths, start = ends - firsts + 1, firsts[0] - ruler.numbers[0]
    hovers = [
        message("bias-ruler-hover", x=f"{bucket}", start=first, end=end)
        for bucket, first, end in zip(ruler.numbers, firsts.tolist(), ends.tolist(), strict=True)
    ]
    hovers[-1] = message("bias-ruler-hover.last", x=f"{ruler.numbers[-1]}", y=f"{firsts[-1]}")
    labels = np.where(widths >= ruler.end / 60, ruler.numbers.astype(str), "")
    # equal distances have equal colors on both sides
    colors = [style.PASSING[(bucket + start) % len(style.PASSING)] for bucket in ruler.numbers]
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.full(len(firsts), place),
        # centered on whole distances
        "base": firsts - 0.5,
        "x": widths.astype(np.float64),
        "marker": {"color": colors, "opacity": 0.55, "line": {"color": style.PAPER, "width": 1}},
        "text": labels.tolist(),
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {"size": 12, "color": style.INK},
        "hovertext": hovers,
        "hovertemplate": f"%{{hovertext}}<extra>{message(f'bias-ruler-{name}')}</extra>",
    }
