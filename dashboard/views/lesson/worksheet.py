"""Worksheet of the lesson: two sheets of questions with room to draw, and on request one with answers."""

from html import escape

from dashboard.say import MESSAGES, message, say
from dashboard.state import lesson_answers
from dashboard.views.lesson import claims, numbers
from dashboard.views.lesson.numbers import N

DIALS = (7, 8)
"""Steps whose drawing is hands of clocks; the others have arcs, bars, or dots over the words."""

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
        answers = "".join(f"<li>{escape(say(claims.answer(step)))}</li>" for steps in SHEETS for step in steps)
        sheets.append((message("lesson-sheet-answers"), f"<ol>{answers}</ol>"))
    return "".join(f'<section class="sheet"><h2>{escape(title)}</h2>{body}</section>' for title, body in sheets)


def _question(step: int) -> str:
    question = claims.question(step)
    lines = [f"<h3>{step}. {escape(say(question))}</h3>", f"<p>{escape(MESSAGES.say(question, 'setup'))}</p>"]
    options = " ".join(
        f"<span>☐ {escape(message(f'lesson-{step}.choice-{choice}'))}</span>" for choice in lesson_answers.CHOICES[step]
    )
    lines.append(f"<p><b>{escape(MESSAGES.say(question, 'predict'))}</b> {options}</p>")
    dials, room = '<span class="dial"></span>' * 4, "<td></td>" * N
    words = "".join(f"<td>{word} {place}</td>" for place, word in enumerate(numbers.words()))
    drawing = dials if step in DIALS else f"<table><tr>{room}</tr><tr>{words}</tr></table>"
    if step in AXES:
        ticks = "".join(f"<span>{tick}</span>" for tick in AXES[step])
        drawing = f'<div class="axis">{ticks}</div>' * (2 if step == LINE else 1)
    lines.append(f"<p><i>{escape(message(f'lesson-{step}.draw'))}</i></p>")
    return f"<div>{''.join(lines)}{drawing}</div>"
