"""Charts of each step of Lesson, for the value of its control and its prediction."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np

from dashboard.charts.chart import Followed, chart
from dashboard.charts.clocks import APART, clocks
from dashboard.charts.tokens import Sentence, arcs
from dashboard.say import message
from dashboard.state.study import order
from dashboard.views.lesson import facts
from dashboard.views.lesson.facts import AND, BITES, DOG, N
from dashboard.views.lesson.figures import bars, circle, codes, labels, ruler, waves
from posenc_core import ALiBi, Binary, Index, Learned, Normalized, RoPE, Scheme, Sinusoidal
from posenc_core.analysis import sentence
from posenc_core.arrays import Array
from posenc_core.plot import lines
from posenc_core.plot.style import INK, MUTED, Figure, scheme_color, scheme_style

CONTROLS: Mapping[int, Sequence[Any]] = {
    1: [*facts.ORDERS],
    2: range(3, N + 1),
    3: range(5, N + 1),
    4: range(1, facts.BITS + 1),
    5: range(1, 5),
    6: (0.0, 0.25, 0.5, 0.75, 1.0),
    7: range(9),
    8: range(-4, 5),
    9: (1, 2, 3, 4, 8),
    10: range(0, 601, 100),
}
"""Values of the control of each step."""

STARTS: Mapping[int, Any] = {1: "swapped", 2: N, 3: N, 4: facts.BITS, 5: 1, 6: 1.0, 7: 8, 8: 0, 9: 1, 10: 0}
"""Initial value of each control."""

LINKS: Mapping[int, str] = {
    1: "sentence?scheme=Sinusoidal&{text}&scale=N(0,+1)&order=shuffled",
    2: "sentence?scheme=Index&{text}&scale=N(0,+1)",
    3: "equidistance?scheme=Normalized&n=5&n2=12&d=1&p=2&tab=lengths",
    4: "equidistance?scheme=Binary&n=12&d=4&p=7",
    5: "heatmap?scheme=Sinusoidal&scheme=Binary&{pairs}&p=5&columns=0,2,4,6",
    6: "clocks?scheme=Sinusoidal&{pairs}&tab=space&space=2-D&axes=columns&x=2&y=3&p=2",
    7: "clocks?scheme=Sinusoidal&{pairs}&p=8&k=3&pair=1",
    8: "similarity?scheme=Sinusoidal&{pairs}&p=2&similarity=cosine",
    9: "sentence?scheme=Sinusoidal&{text}&scale=N(0,+1/d)",
    10: "attention?scheme=Sinusoidal&scheme=RoPE&scheme=ALiBi&n=128&d=64",
}


QUESTIONS: Mapping[int, int] = {6: 2, 7: 1, 8: 1, 9: 1}
"""Number of charts before the answer, of the steps in which a chart shows nothing else."""

CLOCKS = (7, 0)
"""Step and index of the chart whose hands follow the pointer."""

GAPS = [f"{place}|{place + 1}" for place in range(N - 1)]
"""Labels of the steps between words."""

_SPEEDS = facts.PAIRS.frequencies(8).tolist()
"""Radians per position of each clock."""


def link(step: int) -> str:
    """URL of the page that shows the chart of a step."""
    text = urlencode({"text": " ".join(facts.words())})
    return LINKS[step].format(text=text, pairs="n=12&d=8&Sinusoidal.base=16")


class Shown(NamedTuple):
    """State of a step."""

    value: Any
    """Value of its control."""
    answered: bool
    """Whether the answer is visible."""
    choose: Callable[[int], None] | None
    """Callback for a click on a word: as the prediction, or after the answer as the value of the control."""
    key: str
    words: str = ""
    """Own sentence of the first step."""
    big: bool = False
    """Whether charts are for a projector."""


PROJECTED = 16
"""Font size of charts for a projector, in pixels."""


def _enlarge(figure: Figure) -> None:
    """Enlarge all texts of a figure, and the figure with them."""
    plot = figure["layout"]
    plot["font"] = plot["font"] | {"size": PROJECTED}
    plot["height"] = round(plot["height"] * 1.2)
    plot["margin"] = plot["margin"] | {side: 1.35 * plot["margin"][side] for side in "lrtb"}
    plot["annotations"] = [
        note | {"font": note.get("font", {}) | {"size": PROJECTED}} for note in plot.get("annotations", [])
    ]
    for name in ("xaxis", "yaxis"):
        plot[name] = plot[name] | {"tickfont": {"size": PROJECTED}}
    if "title" in plot.get("legend", {}):
        plot["legend"]["title"]["font"] = {"size": PROJECTED}


def draw(step: int, state: Shown) -> None:
    """Draw the charts of a step; one that shows only the answer appears with it."""
    charts = _CHARTS[step - 1](state)
    for place, (figure, heading) in enumerate(charts if state.answered else charts[: QUESTIONS.get(step)]):
        words = message("lesson-alt", heading=heading, name=" ".join(facts.words()))
        # hands at the hovered position
        turns = [(0.0, speed, APART * order, 0.0) for order, speed in enumerate(_SPEEDS)]
        followed = [Followed(heading, INK, along="hands", hands=turns)] if (step, place) == CLOCKS else []
        if state.big:
            _enlarge(figure)
        chart(figure, key=f"lesson {step} {place}{state.key}", alt=words, choose=state.choose, followed=followed)


def _color(scheme: type[Scheme]) -> str:
    return scheme_color(order(scheme()))


def _arcs(
    rows: Sequence[tuple[str, Array, Sequence[int]]],
    at: int,
    answered: bool,
    color: str,
    words: Sequence[str] = (),
) -> tuple[Figure, str]:
    """Words with arcs, without weights before the answer."""
    words = words or facts.words()
    heading = message("lesson-attention", text=escape(words[at]), position=at)
    sentences = [
        Sentence(
            name,
            [words[place] for place in places],
            places,
            shares if answered else np.full(len(shares), np.nan),
            [False] * len(shares),
        )
        for name, shares, places in rows
    ]
    return arcs(
        sentences, at, heading=heading, color=color, most=max(float(shares.max()) for _, shares, _ in rows)
    ), heading


def _first(state: Shown) -> list[tuple[Figure, str]]:
    own = facts.own_words(state.words) if state.answered else None
    words, content, orders = own or (facts.words(), facts.CONTENT, facts.ORDERS)
    shares = sentence.attention(content)[DOG]
    rows = [("", shares[orders["written"]], orders["written"].tolist())]
    if state.answered:
        rows = [
            (message(f"lesson-1.option-{name}"), shares[orders[name]], orders[name].tolist())
            for name in dict.fromkeys(["written", state.value])
        ]
    return [_arcs(rows, DOG, state.answered, MUTED, words)]


def _second(state: Shown) -> list[tuple[Figure, str]]:
    count, color = state.value, _color(Index)
    top = _arcs([("", facts.prefix_attention(count, BITES), range(count))], BITES, state.answered, color)
    rows = {
        message("lesson-2.word"): np.linalg.norm(facts.CONTENT[:count], axis=1),
        message("lesson-2.position"): np.linalg.norm(facts.index(count), axis=1),
    }
    heading = message("lesson-2.lengths")
    return [top, (bars(rows, (MUTED, color), labels(count), heading), heading)]


def _third(state: Shown) -> list[tuple[Figure, str]]:
    count, before = 5, facts.normalized_index(5)
    ghost = None
    if state.answered:
        count, ghost = state.value, np.column_stack((before, np.full(5, -0.35)))
    # alternating heights keep names apart
    points = np.column_stack((facts.normalized_index(count), np.arange(count) % 2 * 0.45))
    heading = message("lesson-3.heading")
    return [(ruler(points, facts.words()[:count], _color(Normalized), heading, ghost), heading)]


def _fourth(state: Shown) -> list[tuple[Figure, str]]:
    color, heading = _color(Binary), message("lesson-4.steps")
    steps = facts.steps(facts.bits()[:, : state.value])
    look: dict[str, Any] = {"clicks": True, "between": True}
    if state.answered:
        below = bars({"": steps}, [color], GAPS, heading, marked=7, **look)
    else:
        below = bars({"": 0 * steps}, [color], GAPS, heading, **look)
    above = message("lesson-4.matrix")
    return [(codes(facts.bits()[:, : state.value], color, above), above), (below, heading)]


def _fifth(state: Shown) -> list[tuple[Figure, str]]:
    table, heading = facts.sines(state.value), message("lesson-5.distances")
    apart = np.linalg.norm(table - table[AND], axis=1) * state.answered
    below = bars({"": apart}, [_color(Sinusoidal)], labels(N), heading, marked=AND, clicks=True)
    names = [_period(speed, "lesson-5.wave") for speed in _SPEEDS[: state.value]]
    above, drawn = message("lesson-5.matrix"), facts.drawn_waves(state.value)[:, 0]
    return [(waves(drawn, above, _color(Sinusoidal), names=names, marked=AND), above), (below, heading)]


def _period(speed: float, id: str) -> str:
    """Words of a full turn, also as a multiple of π."""
    return message(id, period=2 * np.pi / speed, count=round(2 / speed))


def _sixth(state: Shown) -> list[tuple[Figure, str]]:
    share, drawn = state.value, facts.drawn_waves(2)[1]
    points, heading, below = facts.circle(share), message("lesson-6.steps"), message("lesson-6.circle")
    above, drawn = message("lesson-6.waves"), drawn * [[1], [share]]
    if not state.answered:
        above, drawn = message("lesson-6.wave"), drawn[:1]
    # normals of the ellipse, so that no number covers another on the line of share 0
    normals = facts.circle(1) * (share, 1)
    outside = points + 0.2 * normals / np.linalg.norm(normals, axis=1, keepdims=True)
    steps, color = facts.steps(points) * state.answered, _color(Sinusoidal)
    charts = [
        (waves(drawn, above, color), above),
        (bars({"": steps}, [color], GAPS, heading, clicks=True, between=True, height=138), heading),
        (circle(points, outside, color, below), below),
    ]
    for figure, _ in charts:
        figure["layout"]["transition"] = {"duration": 700, "easing": "cubic-in-out"}
    return charts


def _dials(position: float, step: float) -> Figure:
    """Four clocks at a position, with hands some words later."""
    names = [
        (message("lesson-7.clock", angle=float(np.degrees(speed))), _period(speed, "lesson-7.turn"))
        for speed in _SPEEDS
    ]
    return clocks([(position * speed, step * speed) for speed in _SPEEDS], names, _color(Sinusoidal))


def _seventh(state: Shown) -> list[tuple[Figure, str]]:
    position, heading = state.value, message("lesson-7.clocks", position=state.value)
    below, along = message("lesson-7.steps"), message("lesson-along")
    line = lines.Line(below, facts.steps(facts.pairs(), 3), *scheme_style(order(Sinusoidal())))
    ends = {"shown": (0, N - 4), "position": position}
    figure = _remove_note(lines.curves([line], values=below, along=along, from_zero=True, height=220, **ends))
    figure["layout"]["meta"] |= {"last": N - 4, "zooms": False}
    figure["layout"]["xaxis"]["title"] = {"text": along}
    return [(_dials(position, 3 * state.answered), heading), (figure, below)]


def _remove_note(figure: Figure) -> Figure:
    """Remove the "no values" note in the middle of a plot, and raise the heading above the highest tick."""
    plot = figure["layout"]
    plot["annotations"] = [
        note | {"yshift": 8} for note in plot["annotations"] if note.get("yref") != "paper" or note["y"] != 0.5
    ]
    plot["margin"] |= {"t": plot["margin"]["t"] + 8}
    return figure


def _eighth(state: Shown) -> list[tuple[Figure, str]]:
    heading = message("lesson-8.agreement")
    line = lines.Line(heading, facts.agreement(BITES, state.value), *scheme_style(order(Sinusoidal())))
    figure = _remove_note(lines.curves([line], values=heading, along=message("lesson-along"), chosen=BITES, height=220))
    figure["layout"]["yaxis"] |= {"range": [-0.5, 1.1]}
    return [(_dials(BITES, state.value), message("lesson-7.clocks", position=BITES)), (figure, heading)]


def _ninth(state: Shown) -> list[tuple[Figure, str]]:
    weights, shares = facts.sum_attention(state.value)
    above = _arcs([("", weights[DOG], range(N))], DOG, state.answered, _color(Sinusoidal))
    names, heading = (
        [message(f"lesson-9.{part}") for part in ("words", "cross", "positions")],
        message("lesson-9.shares"),
    )
    return [above, (bars({"": np.array(shares)}, [_color(Sinusoidal)], names, heading, height=170), heading)]


def _tenth(state: Shown) -> list[tuple[Figure, str]]:
    weights, heading = facts.later(), message("lesson-10.itself")
    kinds = (Sinusoidal, RoPE, ALiBi, Learned)
    curves = [
        lines.Line(
            kind.name,
            weights[kind.name] if state.answered else np.full(len(facts.STARTS), np.nan),
            *scheme_style(order(kind())),
        )
        for kind in kinds
    ]
    along = message("lesson-10.along")
    figure = _remove_note(lines.curves(curves, values=heading, along=along, chosen=state.value, height=270))
    figure["layout"]["yaxis"] |= {"range": [0.5, 1.05]}
    return [(figure, heading)]


_CHARTS = (_first, _second, _third, _fourth, _fifth, _sixth, _seventh, _eighth, _ninth, _tenth)
