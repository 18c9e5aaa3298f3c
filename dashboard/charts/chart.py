"""Chart component: a Plotly figure with alternative text, clicks, and downloads, updated in place.

`st.plotly_chart` removes and rebuilds its chart at every change. This component updates the existing chart, with the
plotly.js of the installed package, which `dashboard/app.py` serves.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.charts.wire import pack_cells, to_wire
from dashboard.controls.state import choose, choose_column, choose_position, show, state
from dashboard.say import message
from dashboard.state import session_keys
from dashboard.state.parameters import MAX_LENGTH, PARAMETERS
from posenc_core import Choice
from posenc_core.analysis.geometry import Kind
from posenc_core.plot.style import DARK, Figure

HERE = Path(__file__).parent
HTML = '<div class="chart"></div>'
JS = """export default (args) => {
let end;
const { script, parts, failed, alt } = args.data;
(window.chartScript ??= import(location.origin + script)).then(
({ keep, draw }) => { keep(parts); end ??= draw(args) },
() => { const chart = args.parentElement.querySelector(".chart");
chart.textContent = `${failed} ${alt}`; chart.dataset.drawn = "" });
return () => { end?.(); end = () => {} } }"""
"""Loader stub, short because it is sent with every update; it loads drawing.js once."""

SCRIPTS = ("drawing", "following", "parts", "plotly_internals", "saving", "similarity", "screen_reader", "slider")
"""Modules of the client-side script."""

WORDS = ("position", "dimension", "at", "other", "itself", "all", "png", "svg")
"""Texts of the client-side script, attributes of the message `chart-client`."""

LIBRARY = Path(str(files("plotly"))) / "package_data" / "plotly.min.js"
CONFIG = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "showTips": False,
    "toImageButtonOptions": {"format": "svg"},
}

MIN_PART_LENGTH = 120
"""Maximum length, in characters, of a part that is sent in full instead of being cached."""

CACHE_LENGTH = 2**25
"""Capacity of the client-side cache that the server assumes, in characters; the browser keeps twice as many."""

MAX_PARTS = 500
"""Maximum number of cached parts per session; a page has about 200."""

_served: tuple[str, str] | None = None


class Vectors(NamedTuple):
    """Data with which the browser computes similarities: values by offset, or else the distinct columns."""

    of: Literal["dot", "distance"]
    """Quantity in `at_offset`."""
    at_offset: NDArray[np.floating[Any]] | None
    """Values by offset, shape (n,), if the offset suffices."""
    columns: NDArray[np.floating[Any]] | None
    """Distinct columns, shape (m, n)."""
    which: NDArray[np.int64] | None
    """Index into `columns` for each component of a vector, shape (d,)."""
    length: int
    dim: int
    ahead: NDArray[np.floating[Any]] | None = None
    """Values for later positions, shape (n,), if they differ from those for earlier ones."""
    causal: bool = False
    """Whether later positions are masked."""


class Followed(NamedTuple):
    """A curve updated on hover: similarity of the hovered position to all others."""

    name: str
    color: str
    kind: Kind = "dot"
    vectors: Vectors | None = None
    axis: str = "y"
    """Name of the value axis."""
    along: Literal["positions", "offsets", "entries", "hands"] = "positions"
    """Quantity along the axis; "entries" shows the vector itself, "hands" the hands of clocks."""
    source: str = ""
    """Key of the chart whose heatmap contains the vector, for "entries"."""
    entry: int | None = None
    """Index of the entry to read out."""
    hands: Sequence[tuple[float, ...]] = ()
    """Angle at position 0 and angle per position in radians, the center of the dial, and optionally the angle of a
    wedge."""
    last: int | None = None
    """Largest position of the curve, which also shows the later ones; None for the last position."""


def serve_from(library: str, scripts: str) -> None:
    """Set the URLs of plotly.js and of the scripts."""
    global _served
    _served = (library, scripts)


def served() -> tuple[str, str] | None:
    """Return the URLs of plotly.js and of the scripts; None until the server serves them."""
    return _served


def chart(
    figure: Figure,
    *,
    key: str,
    alt: str,
    position: int = 0,
    followed: Sequence[Followed] = (),
    choose: Callable[[int], None] | None = None,
) -> None:
    """Draw a figure; a click or an arrow key selects a position where the figure shows positions.

    Keys of the figure's `meta`: "opens" names the coordinate of a point that a click selects as the column; "selects"
    names the parameter that a click sets instead of the position, with `position` as its value and "last" as its
    maximum. If `choose` is given, a click calls it instead.
    Curves in `followed` show the hovered position, of this or another chart, without a request to the server. They use
    the axes of the chart, so the chart must show the same quantity on the same scale.
    """
    # prefix: a control may have the same key
    name, key = key, f"chart {key}"
    library, scripts = _served or ("", "")
    meta = figure["layout"]["meta"]
    _component()(
        key=key,
        data={
            **_encode(
                key, figure, followed, {"name": name.replace(" ", "-").lower(), "source": library, "words": words()}
            ),
            "alt": alt,
            # by which the browser knows that the position of the slider has arrived
            "p": state()["p"],
            # charts without selection show no selected position
            **({"position": position} if meta["chooses"] else {}),
            "last": meta.get("last", state()["n"] - 1),
            "script": f"{scripts}/drawing.js",
        },
        height=figure["layout"]["height"],
        on_position_change=partial(
            _on_click, key, opens="opens" in meta, selects=meta.get("selects", "p"), choose=choose
        ),
        on_shown_change=partial(_on_zoom, key),
        on_lacking_change=_on_missing_parts,
    )


def words() -> dict[str, str]:
    """Texts of the client-side script, with names of its values in braces."""
    names = {"text": "{position}", "key": "{other}", "shown": "{value}", "own": "{own}"}
    return {id: message(f"chart-client.{id}", **names) for id in WORDS} | {"failed": message("chart-failed")}


def encode(
    figure: Figure, followed: Sequence[Followed], settings: Mapping[str, Any], part: Callable[[Any], dict[str, Any]]
) -> dict[str, Any]:
    """Encode a figure in parts, each by a function of the caller."""
    layout = figure["layout"]
    # what changes with the position: marks, and the axes of values
    moving = [name for name in layout if name == "shapes" or name.startswith("yaxis")]
    return {
        "traces": [part(pack_cells(trace)) for trace in figure["data"]],
        "fixed": part({name: value for name, value in layout.items() if name not in (*moving, "annotations")}),
        "moving": {name: part(layout[name]) for name in moving},
        "annotations": [part(annotation) for annotation in layout.get("annotations", [])],
        "curves": [part(curve._asdict()) for curve in followed],
        "settings": part({"dark": DARK, "config": CONFIG, **settings}),
    }


def _encode(key: str, figure: Figure, followed: Sequence[Followed], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Encode a figure as parts; parts that the browser has cached are sent by hash only."""
    sent: dict[str, int] = st.session_state.setdefault(session_keys.CHART_PARTS, {})
    parts: dict[str, Any] = {}

    def part(value: Any) -> dict[str, Any]:
        value = to_wire(value)
        text = json.dumps(value)
        if len(text) < MIN_PART_LENGTH:
            return {"is": value}
        # the key is part of the hash: another chart may be drawn before the message that contains the part
        name = blake2b(f"{key} {text}".encode(), digest_size=6).hexdigest()
        if name not in sent:
            parts[name] = value
        # order of last use, for the eviction below
        sent.pop(name, None)
        sent[name] = len(text)
        return {"part": name}

    encoded = encode(figure, followed, settings, part)
    while len(sent) > MAX_PARTS or sum(sent.values()) > CACHE_LENGTH:
        del sent[next(iter(sent))]
    return {"figure": encoded, "parts": parts}


def _on_missing_parts() -> None:
    """Forget what was sent: the browser is missing cached parts, because a later update replaced a message."""
    st.session_state[session_keys.CHART_PARTS] = {}


@st.cache_resource(show_spinner=False)
def _component() -> Callable[..., Any]:
    return st.components.v2.component("chart", html=HTML, js=JS, isolate_styles=False)


def _event_value(key: str, event: str) -> object:
    """Component event value, or None if the component type changed meanwhile."""
    return st.session_state.get(key, {}).get(event)


def _on_click(key: str, *, opens: bool, selects: str = "p", choose: Callable[[int], None] | None = None) -> None:
    reported = _event_value(key, "position")
    # row and column arrive as one event: two events would cause two reruns
    numbers = [_number(value) for value in (reported if isinstance(reported, list) else [reported])][:2]
    if numbers and numbers[0] is not None:
        (choose or partial(_select, selects))(int(numbers[0]))
        if opens and numbers[-1] is not None and len(numbers) == 2:
            choose_column(int(numbers[-1]))


def _select(key: str, value: int) -> None:
    """Set a position, or another parameter, from a click."""
    if key == "p":
        choose_position(value)
    else:
        domain = PARAMETERS[key].domain
        # for a choice, the click gives the index of the option
        options = domain.samples if isinstance(domain, Choice) else None
        choose(**{key: PARAMETERS[key].clamp(options[value] if options and 0 <= value < len(options) else value)})


def _on_zoom(key: str) -> None:
    ends = _event_value(key, "shown")
    if ends == "all":
        show(0, MAX_LENGTH)
    elif isinstance(ends, list) and len(ends) == 2:
        first, last = map(_number, ends)
        if first is not None and last is not None:
            show(round(first), round(last))


def _number(reported: object) -> float | None:
    """Validate a number from the browser, clamped to the range of positions."""
    if isinstance(reported, bool) or not isinstance(reported, int | float):
        return None
    # clamp first: a JSON integer may be too large for a float
    return max(min(reported, MAX_LENGTH), -MAX_LENGTH) if reported == reported else None
