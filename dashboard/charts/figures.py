"""Parts that the figures of several pages share: a figure with its layout, and traces of points or lines."""

from collections.abc import Mapping, Sequence
from typing import Any

from posenc_core.plot import style
from posenc_core.plot.style import Figure

HIDDEN = {"visible": False, "fixedrange": True}
"""Axis without ticks and zoom."""


def figure(
    traces: Sequence[dict[str, Any]],
    height: int,
    *,
    margin: tuple[int, int, int, int] | None = None,
    autoexpand: bool = False,
    chooses: str = "",
    meta: Mapping[str, Any] | None = None,
    **more: Any,
) -> Figure:
    """Return a figure with a margin (left, right, top, bottom), in pixels; `more` are other parts of the layout.

    `chooses` is explained in `style.layout`, `meta` in `chart`.
    """
    layout = style.layout(height, chooses=chooses) | more
    layout["meta"] |= meta or {}
    if margin:
        layout["margin"] = dict(zip("lrtb", margin, strict=True)) | {"autoexpand": autoexpand}
    return {"data": list(traces), "layout": layout}


def scatter(x: Any, y: Any, mode: str, hover: str = "", *, label: str = "", **more: Any) -> dict[str, Any]:
    """Return a trace of points or lines; without a hover text, it does not react to the pointer.

    `label` is a text beside the hover text.
    """
    reaction = {"hovertemplate": f"{hover}<extra>{label}</extra>"} if hover else {"hoverinfo": "skip"}
    return {"type": "scatter", "x": x, "y": y, "mode": mode, **reaction, **more}
