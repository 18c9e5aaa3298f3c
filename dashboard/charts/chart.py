"""Charts: a component that draws a Plotly figure in place, with a key, alternative text, clicks, and downloads.

`st.plotly_chart` removes and rebuilds its chart at every change. This component updates the chart that is there, with
the plotly.js of the installed package, which `dashboard/app.py` serves.
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

from dashboard.charts.wire import packed, wired
from dashboard.controls.state import choose, choose_column, choose_position, show, state
from dashboard.say import message
from dashboard.state import session_keys
from dashboard.state.parameters import MAX_LENGTH, PARAMETERS
from posenc_core import Choice
from posenc_core.analysis.geometry import Kind
from posenc_core.plot.style import DARK, Figure

HERE = Path(__file__).parent
HTML = '<div class="chart"></div><div class="following"></div><div class="spoken" aria-live="polite"></div>'
JS = """export default (told) => {
let end, ended;
const { script, parts, failed, alt } = told.data;
(window.chartScript ??= import(new URL(script, location.origin))).then(
({ keep, draw }) => { keep(parts); if (!ended) end = draw(told) },
() => { const place = told.parentElement.querySelector(".chart");
place.textContent = `${failed} ${alt}`; place.dataset.drawn = "" });
return () => { ended = true; end?.() } }"""
"""Loader stub, sent with every update; it loads drawing.js once."""

SCRIPTS = ("drawing", "following", "parts", "plotly_internals", "saving", "similarity", "screen_reader")
"""The parts of the script that a page loads."""

LIBRARY = Path(str(files("plotly"))) / "package_data" / "plotly.min.js"
CONFIG = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "showTips": False,
    "toImageButtonOptions": {"format": "svg"},
}

MOVING = ("shapes", "yaxis", "yaxis2", "yaxis3")
"""What of a layout changes with a position, besides its annotations."""

SMALL = 200
"""Letters of a part of a figure that is not worth a name."""

ROOM = 2**25
"""Letters of the parts that a browser is counted on to have kept; it keeps twice as many."""

NAMES = 500
"""How many parts these are at most, or a session would grow with every change: a page has some two hundred."""

_served: tuple[str, str] | None = None
"""Addresses of plotly.js and of the folder with the scripts beside this file; None until the server serves them."""


class Vectors(NamedTuple):
    """What a browser needs of some vectors, to compare them itself.

    Where it is known, what they have by their offset alone; else every column that differs from the others.
    """

    of: Literal["dot", "distance"]
    """What `at_offset` is."""
    at_offset: NDArray[np.floating[Any]] | None
    """(n,)"""
    columns: NDArray[np.floating[Any]] | None
    """(m, n)"""
    which: NDArray[np.int64] | None
    """Which of them stands where in a vector. (d,)"""
    length: int
    dim: int
    ahead: NDArray[np.floating[Any]] | None = None
    """The same for what stands ahead, where that is another; (n,)."""
    causal: bool = False
    """Whether what stands ahead is not seen."""


class Followed(NamedTuple):
    """A curve that follows the pointer: what a position under it is to all others."""

    name: str
    color: str
    kind: Kind = "dot"
    vectors: Vectors | None = None
    """What is compared."""
    axis: str = "y"
    """The axis of its values."""
    along: Literal["positions", "offsets", "entries", "hands"] = "positions"
    """What runs along the chart; of entries the vector itself is shown, of hands where they stand."""
    source: str = ""
    """Where the vector is shown, the key of the chart that has the matrix."""
    entry: int | None = None
    """Which of its entries is read out."""
    divisor: float = 1.0
    """What the values of the chart are divided by."""
    hands: Sequence[tuple[float, float, float, float]] = ()
    """Each one's angle at position 0 and from one position to the next, in radians, and the middle of its dial."""


def serve_from(library: str, scripts: str) -> None:
    """Set the addresses of plotly.js and of the scripts."""
    global _served
    _served = (library, scripts)


def served() -> bool:
    """Whether the server of this process serves what charts need."""
    return _served is not None


def chart(
    figure: Figure,
    *,
    key: str,
    alt: str,
    position: int = 0,
    followed: Sequence[Followed] = (),
    choose: Callable[[int], None] | None = None,
) -> None:
    """Draw a figure; where it shows positions, a click, or an arrow key on it, chooses one.

    Where the figure's meta has "opens", the name of what of a point is its column, a click chooses that too. Where it
    has "selects", a click sets this key instead of the position; `position` is its value, and "last" the largest. A
    click calls `choose` instead, where there is one.
    What is `followed` is shown of the position under the pointer, in this chart or another, without asking the server:
    on the chart's own axis, so the chart must show the same, on the same scale.
    """
    # a chart may be called what a control is called
    name, key = key, f"chart {key}"
    assert _served, "the server serves plotly.js: see serve_from"
    meta = figure["layout"]["meta"]
    _component()(
        key=key,
        data={
            **_on_the_wire(key, figure, followed, {"name": name.replace(" ", "-").lower(), "source": _served[0]}),
            "alt": alt,
            "failed": message("chart-failed"),
            # one that chooses none marks none
            **({"position": position} if meta["chooses"] else {}),
            "last": meta.get("last", state()["n"] - 1),
            "script": f"{_served[1]}/drawing.js",
        },
        height=figure["layout"]["height"],
        on_position_change=partial(
            _clicked, key, opens="opens" in meta, selects=meta.get("selects", "p"), choose=choose
        ),
        on_shown_change=partial(_zoomed, key),
        on_lacking_change=_lacking,
    )


def _on_the_wire(key: str, figure: Figure, followed: Sequence[Followed], settings: Mapping[str, str]) -> dict[str, Any]:
    """A figure in parts, of which those that the browser has are only named: a change sends what has changed."""
    sent: dict[str, int] = st.session_state.setdefault(session_keys.CHART_PARTS, {})
    parts: dict[str, Any] = {}

    def part(value: Any) -> dict[str, Any]:
        value = wired(value)
        text = json.dumps(value)
        if len(text) < SMALL:
            return {"is": value}
        # another chart may be drawn before the one with whose message a part came along
        name = blake2b(f"{key} {text}".encode(), digest_size=6).hexdigest()
        if name not in sent:
            parts[name] = value
        # what is used last stands last
        sent.pop(name, None)
        sent[name] = len(text)
        return {"part": name}

    layout = figure["layout"]
    named = {
        "traces": [part(packed(trace)) for trace in figure["data"]],
        "fixed": part({name: value for name, value in layout.items() if name not in (*MOVING, "annotations")}),
        "moving": {name: part(layout[name]) for name in MOVING if name in layout},
        "annotations": [part(each) for each in layout.get("annotations", [])],
        "curves": [part(each._asdict()) for each in followed],
        "settings": part({"dark": DARK, "config": CONFIG, **settings}),
    }
    while len(sent) > NAMES or sum(sent.values()) > ROOM:
        del sent[next(iter(sent))]
    return {"figure": named, "parts": parts}


def _lacking() -> None:
    """A browser has not got what it was counted on to have: a message that another change overtook was never sent."""
    st.session_state[session_keys.CHART_PARTS] = {}


@st.cache_resource(show_spinner=False)
def _component() -> Callable[..., Any]:
    return st.components.v2.component("chart", html=HTML, js=JS, isolate_styles=False)


def _said(key: str, event: str) -> object:
    """What a chart reports; nothing where one of the other kind has taken its place before the report came."""
    return st.session_state.get(key, {}).get(event)


def _clicked(key: str, *, opens: bool, selects: str = "p", choose: Callable[[int], None] | None = None) -> None:
    reported = _said(key, "position")
    # a cell of a matrix that opens is reported with its column, in one report: two would be two reruns
    numbers = [_number(each) for each in (reported if isinstance(reported, list) else [reported])][:2]
    if numbers and numbers[0] is not None:
        (choose or partial(_select, selects))(int(numbers[0]))
        if opens and numbers[-1] is not None and len(numbers) == 2:
            choose_column(int(numbers[-1]))


def _select(key: str, value: int) -> None:
    """Choose a position, or the value of another key."""
    if key == "p":
        choose_position(value)
    else:
        domain = PARAMETERS[key].domain
        # of a choice, a chart selects the option by its order
        options = domain.samples if isinstance(domain, Choice) else None
        choose(**{key: PARAMETERS[key].clamp(options[value] if options and 0 <= value < len(options) else value)})


def _zoomed(key: str) -> None:
    ends = _said(key, "shown")
    if ends == "all":
        show(0, MAX_LENGTH)
    elif isinstance(ends, list) and len(ends) == 2:
        first, last = map(_number, ends)
        if first is not None and last is not None:
            show(round(first), round(last))


def _number(reported: object) -> float | None:
    """What a browser reports, where it is a number."""
    if isinstance(reported, bool) or not isinstance(reported, int | float):
        return None
    # beyond these ends it makes no difference, and an integer may have more digits than a float has room for
    return max(min(reported, MAX_LENGTH), -MAX_LENGTH) if reported == reported else None
