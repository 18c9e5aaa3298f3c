"""Worksheet of the lesson: two sheets of questions with room to draw, and on request one with answers."""

from base64 import b64encode
from html import escape

import numpy as np

from dashboard.say import MESSAGES, message, say
from dashboard.state import lesson_answers
from dashboard.views.lesson import facts
from dashboard.views.lesson.facts import FINE, N

DIALS = (7, 8)
"""Steps whose drawing is hands of clocks; the others have arcs, bars, or dots over the words."""

WAVES = {5: 0, 6: 1}
"""Pairs whose sine wave is printed over the words, by step."""

LINE = 3
"""Step with two lines from 0 to 1: after five words, and after twelve."""

AXES = {LINE: ("0", "1"), 10: ("0", "200", "400", "600")}
"""Ticks of the axes to draw on."""

SHEETS = (range(1, 6), range(6, 11))


def worksheet(*, answered: bool) -> str:
    """Return the sheets as HTML."""
    sheets = [
        (message("lesson-sheet", count=place), "".join(map(_question, steps)))
        for place, steps in enumerate(SHEETS, start=1)
    ]
    if answered:
        answers = "".join(f"<li>{escape(say(facts.answer(step)))}</li>" for steps in SHEETS for step in steps)
        sheets.append((message("lesson-sheet-answers"), f"<ol>{answers}</ol>"))
    return "".join(f'<section class="sheet"><h2>{escape(title)}</h2>{body}</section>' for title, body in sheets)


def _question(step: int) -> str:
    question = facts.question(step)
    lines = [f"<h3>{step}. {escape(say(question))}</h3>", f"<p>{escape(MESSAGES.say(question, 'setup'))}</p>"]
    options = " ".join(
        f"<span>☐ {escape(message(f'lesson-{step}.choice-{choice}'))}</span>" for choice in lesson_answers.CHOICES[step]
    )
    lines.append(f"<p><b>{escape(MESSAGES.say(question, 'predict'))}</b> {options}</p>")
    room = "<td></td>" * N
    if step in WAVES:
        room = f'<td colspan="{N}">{_wave(WAVES[step])}</td>'
    words = "".join(f"<td>{word} {place}</td>" for place, word in enumerate(facts.words()))
    drawing = _dials() if step in DIALS else f"<table><tr>{room}</tr><tr>{words}</tr></table>"
    if step in AXES:
        ticks = "".join(f"<span>{tick}</span>" for tick in AXES[step])
        drawing = f'<div class="axis">{ticks}</div>' * 2 if step == LINE else f'<div class="axis shares">{ticks}</div>'
    lines.append(f"<p><i>{escape(message(f'lesson-{step}.draw'))}</i></p>")
    return f"<div>{''.join(lines)}{drawing}</div>"


def _dials() -> str:
    """Empty dials, each with the rotation of its hand per word."""
    angles = np.degrees(facts.PAIRS.frequencies(2 * facts.BITS)).tolist()
    names = [message("lesson-7.clock", angle=angle) for angle in angles]
    return "".join(f'<span class="dial"></span><small>{escape(name)}</small>' for name in names)


def _wave(pair: int) -> str:
    """Image of the sine wave of a pair, with the middle of each word's column at its position."""
    heights = facts.drawn_waves(pair + 1)[pair, 0]
    points = " ".join(f"{x / FINE + 0.5:.2f},{1.1 - y:.3f}" for x, y in enumerate(heights))
    line = f'<polyline points="{points}" fill="none" stroke="gray" vector-effect="non-scaling-stroke"/>'
    view = f'viewBox="0 0 {N} 2.2" preserveAspectRatio="none"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{line}</svg>'
    # an image, as Streamlit removes SVG elements
    return f'<img alt="" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
