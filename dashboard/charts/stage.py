"""Stage component: an SVG picture of named marks, whose numbers glide from one frame to the next in the browser."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from dashboard.charts import chart
from posenc_core.plot.style import DARK, INK, Array

HTML = '<div class="stage"></div>'
JS = """export default (args) => {
let end;
import(location.origin + args.data.script).then(({ draw }) => { end ??= draw(args) });
return () => { end?.(); end = () => {} } }"""
"""Loader stub, which is sent with every update; it loads stage.js once."""

Mark = dict[str, Any]
"""Attributes of an SVG element, besides "key", its name, "tag", "text", and "pick", the value that a click chooses."""

Frame = list[Mark]


class Control(NamedTuple):
    """A choice below the picture."""

    label: str
    values: Sequence[str]


class Picture(NamedTuple):
    """Frames of a picture, one for each combination of the values of its controls, and their width and height."""

    size: tuple[int, int]
    frames: Sequence[Frame]


def stage(
    data: dict[str, Any],
    *,
    key: str,
    pick: Callable[[int], None] | None = None,
    control: Callable[[object], None] | None = None,
) -> None:
    """Draw a picture.

    Parameters
    ----------
    data : dict
        Result of `content`.
    key : str
        Key of the component: a picture with the same key glides to the next one.
    pick, control : callable, optional
        Called with the value of a clicked mark, and with the indices of the values that a visitor chose.
    """
    _, scripts = chart.served() or ("", "")
    _component()(
        key=key,
        data={**data, "script": f"{scripts}/stage.js"},
        on_pick_change=partial(_call, key, "pick", pick),
        on_control_change=partial(_call, key, "control", control),
    )


def content(
    pictures: Sequence[Picture],
    *,
    alts: Sequence[str],
    captions: Sequence[str] = (),
    controls: Sequence[Control] = (),
    chosen: Sequence[int] = (),
    drags: bool = False,
) -> dict[str, Any]:
    """Return what the script draws, as JSON data.

    Parameters
    ----------
    pictures : sequence
        The picture for a wide and for a narrow page.
    alts, captions : sequence
        Alternative text and caption of each frame, or one text for all.
    controls, chosen : sequence
        Controls, and the index of the value of each.
    drags : bool
        Whether the pointer on the picture moves the first control.
    """
    return {
        "pictures": [{"size": picture.size, "frames": _packed(picture.frames)} for picture in pictures],
        "alts": [*alts],
        "captions": [*captions],
        "controls": [each._asdict() for each in controls],
        "chosen": [*chosen],
        "drags": drags,
        "dark": DARK,
    }


def _packed(frames: Sequence[Frame]) -> list[Frame]:
    """Frames after the first, with only what differs from it."""
    first = {mark["key"]: mark for mark in frames[0]}
    packed = [[*frames[0]]]
    for frame in frames[1:]:
        marks = []
        for mark in frame:
            same = first.get(mark["key"], {})
            marks.append({name: value for name, value in mark.items() if name == "key" or same.get(name) != value})
        packed.append(marks)
    return packed


def _call(key: str, event: str, callback: Callable[[Any], None] | None) -> None:
    """Pass on a number, or a list of numbers, from the browser."""
    reported = st.session_state.get(key, {}).get(event)
    numbers = reported if isinstance(reported, list) else [reported]
    if callback and numbers and all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
        callback(reported)


@st.cache_resource(show_spinner=False)
def _component() -> Callable[..., Any]:
    return st.components.v2.component("stage", html=HTML, js=JS, isolate_styles=False)


def text(key: str, x: float, y: float, words: str, color: str = INK, **more: Any) -> Mark:
    """Return a text centered at x, on the line y."""
    place = {"x": x, "y": y, "text_anchor": "middle"}
    return _mark("text", key, {**place, "text": words, "fill": color, **more})


def dot(key: str, x: float, y: float, radius: float, color: str, **more: Any) -> Mark:
    """Return a filled circle."""
    return _mark("circle", key, {"cx": x, "cy": y, "r": radius, "fill": color, **more})


def box(key: str, x: float, y: float, width: float, height: float, color: str, **more: Any) -> Mark:
    """Return a filled rectangle."""
    return _mark("rect", key, {"x": x, "y": y, "width": max(width, 0), "height": max(height, 0), "fill": color, **more})


def path(key: str, points: Array | str, color: str, width: float = 2, **more: Any) -> Mark:
    """Return a line through points, shape (n, 2), or along the commands of an SVG path."""
    commands = points if isinstance(points, str) else "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return _mark("path", key, {"d": commands, "fill": "none", "stroke": color, "stroke_width": width, **more})


def bow(key: str, start: float, end: float, y: float, height: float, color: str, width: float, **more: Any) -> Mark:
    """Return an arc between two places of a line, below it if the height is negative; a loop at one place."""
    if start == end:
        start, end = start - 9, end + 9
        left, right = start - 26, end + 26
    else:
        left, right = start, end
    # the curve reaches three quarters of the height of its control points
    top = y - height * 4 / 3
    commands = f"M{start:.1f},{y:.1f}C{left:.1f},{top:.1f},{right:.1f},{top:.1f},{end:.1f},{y:.1f}"
    return path(key, commands, color, width, **more)


def _mark(tag: str, key: str, attributes: Mapping[str, Any]) -> Mark:
    numbers = {
        name.replace("_", "-"): round(float(value), 2) if isinstance(value, float) else value
        for name, value in attributes.items()
    }
    return {"key": key, "tag": tag, **numbers}
