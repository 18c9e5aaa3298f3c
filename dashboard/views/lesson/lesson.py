"""The layout of Lesson: one step, or all of them for a class."""

from collections.abc import Callable, Mapping, MutableMapping
from functools import partial
from html import escape
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

import streamlit as st

from dashboard.charts.chart import HERE
from dashboard.controls import links, state
from dashboard.controls.state import choose
from dashboard.controls.widgets import handle
from dashboard.say import MESSAGES, message, say
from dashboard.sharing import exports, share
from dashboard.state import lesson_answers, session_keys
from dashboard.state.study import Study
from dashboard.views.lesson import facts, steps
from dashboard.views.lesson.worksheet import worksheet
from dashboard.views.page_parts import open_link

LAST, SHEET, CARD = 10, 2, 3
BIG = """:root { font-size: 125% }
.st-key-section { display: none }
.st-key-lesson-reply { gap: 0.3rem }
.st-key-lesson-reply p { line-height: 1.4 !important }"""
# duration of each step in a class
MINUTES = (4, 3, 3, 4, 4, 4, 7, 7, 5, 4)


def page(study: Study) -> None:
    """Draw the step of the link, or all steps with answers and minutes for a teacher, or the worksheet."""
    st.html(HERE / "stage.css")
    if study.options["big"]:
        # every size of the page grows with its text
        st.html(f"<style>{BIG}</style>")
    view = study.options["class"]
    if not view:
        student(study)
        return
    st.title(message("lesson-title"), anchor=False)
    if view == SHEET:
        st.html(worksheet(answered=st.toggle(message("lesson-sheet-show"), key="worksheet answers")))
    elif view == CARD:
        score_card(lesson_answers.read_answers(study.options["answers"]))
    else:
        teacher(study)


def teacher(study: Study) -> None:
    """Draw all steps with answers and minutes, and their links for a class with the sentence of the link."""
    terms = " + ".join(map(str, MINUTES))
    st.markdown(message("lesson-minutes-sum", count=sum(MINUTES), text=terms))
    open_link(f"lesson?class={SHEET}", message("lesson-worksheet"))
    every = st.toggle(message("lesson-reveal-all"), key="class answers")
    for step in range(1, LAST + 1):
        teaching_notes(step, every, study)


def student(study: Study) -> None:
    """Draw the step of the link: its question, its picture, and after a prediction its answer."""
    st.html(Path(__file__).parent / "lesson.css")
    step, stored = study.options["step"], predictions()
    for key, prediction in lesson_answers.read_answers(study.options["answers"]).items():
        stored.setdefault(key, prediction)
    stops(step)
    with st.container(key="lesson"):
        question, picture, reply = (st.container(key=f"lesson-{part}") for part in ("question", "picture", "reply"))
    words, big = study.options["words"], bool(study.options["big"])
    with reply:
        answered = choices(step)
        choose(answers=lesson_answers.join_answers(stored))
    with question:
        # there is no room for the situation and the answer
        ask(step, setup=not answered)
    shown = steps.Shown(answered, study.options["control"], words, big)
    with picture:
        steps.draw(step, shown, pick=_click(step), control=partial(_control, step, words))
        table(step, answered)
        if answered and step == 1:
            own_sentence(words, steps.options(1, words)[0][steps.indices(1, shown.chosen, words)[0]])
    with reply:
        if answered:
            verdict(step)
            answer(step)
        moves(step)
        if answered and not big:
            source_link(step, words)
        if answered and step == LAST:
            end()


def predictions() -> MutableMapping[int, str]:
    """Predictions by step; empty text if the answer was requested without one."""
    stored: MutableMapping[int, str] = st.session_state.setdefault(session_keys.PREDICTIONS, {})
    return stored


def ask(step: int, *, setup: bool) -> None:
    """Draw the question, and the situation before it if `setup`."""
    question = facts.question(step)
    st.title(say(question), anchor=False)
    if setup:
        st.markdown(MESSAGES.say(question, "setup"))
    st.markdown(f"**{MESSAGES.say(question, 'predict')}**")


def choices(step: int) -> bool:
    """Return whether there is a prediction; until then, draw the choices and a button for the answer."""
    stored, key = predictions(), f"prediction {step}"
    if prediction := st.session_state.get(key):
        stored.setdefault(step, prediction)
    if step in stored:
        return True
    st.pills(
        message("lesson-predict"),
        lesson_answers.CHOICES[step],
        key=key,
        format_func=partial(_label, step),
        label_visibility="collapsed",
        wrap=True,
    )
    st.button(message("lesson-reveal"), key="reveal", on_click=partial(_predict, step, -1))
    return False


def _label(step: int, option: str) -> str:
    return message(f"lesson-{step}.choice-{option}")


def _click(step: int) -> Callable[[int], None] | None:
    """Return the callback for a click on a word, which is the prediction."""
    if step in lesson_answers.LAST_PLACE and step not in predictions():
        return partial(_predict, step)
    return None


def _predict(step: int, place: int) -> None:
    """Store a click as the prediction; -1 requests the answer without one."""
    predictions().setdefault(step, "" if place < 0 else str(min(place, lesson_answers.LAST_PLACE[step])))


def _control(step: int, words: str, places: object) -> None:
    """Keep the values of the controls in the address."""
    if isinstance(places, list):
        choose(control=steps.text(step, places, words))


def own_sentence(words: str, order: str) -> None:
    """Draw the field for an own sentence, and the change of its weights in another order."""
    st.text_input(message("lesson-words"), words, key=handle("words", words), max_chars=120)
    if text := facts.own_sentence(words, order):
        st.markdown(say(text))


def verdict(step: int) -> None:
    """Draw whether the prediction is correct, and the misconception behind a wrong one."""
    prediction = predictions().get(step)
    if not prediction:
        return
    is_choice = prediction in lesson_answers.CHOICES[step]
    text = (
        _label(step, prediction)
        if is_choice
        else message("lesson-word", text=facts.words()[int(prediction)], position=int(prediction))
    )
    if lesson_answers.is_right(step, prediction):
        st.success(message("lesson-right", text=text), icon=":material/check:")
    elif is_choice:
        reason = message(f"lesson-{step}.wrong-{prediction}")
        st.warning(message("lesson-wrong", text=text, reason=reason), icon=":material/close:")
    else:
        st.warning(message("lesson-other", text=text), icon=":material/close:")


def answer(step: int) -> None:
    """Draw the answer, and what follows from it."""
    st.markdown(say(facts.answer(step)))
    if step < LAST:
        st.markdown(f"*{MESSAGES.say(facts.question(step), 'bridge')}*")


def table(step: int, answered: bool) -> None:
    """Draw what each encoding so far meets, one more per step; a step adds its own with its answer."""
    shown = facts.COLUMNS[: max(min(step - 2 + answered, len(facts.COLUMNS)), 0)]
    if step not in range(2, 9):
        return
    heads = "".join(
        f'<th class="{"" if column in shown else "later"}">{escape(message(f"lesson-table.{column}"))}</th>'
        for column in facts.COLUMNS
    )
    rows = []
    for id in facts.REQUIREMENTS:
        cells = "".join(_cell(column, id) if column in shown else "<td></td>" for column in facts.COLUMNS)
        rows.append(f"<tr><th>{escape(message(f'lesson-table.{id}'))}</th>{cells}</tr>")
    here = f"here-{shown.index(shown[-1]) + 1}" if shown else ""
    note = message("lesson-table", count=facts.LONGER, value=facts.CLEAR)
    st.html(
        f'<table class="requirements {here}"><caption>{escape(note)}</caption>'
        f"<tr><td></td>{heads}</tr>{''.join(rows)}</table>"
    )


def _cell(column: str, id: str) -> str:
    """Cell of an encoding and a requirement: a tick, or a cross with its reason."""
    if facts.requirements(column)[id]:
        return '<td class="met">✓</td>'
    return f'<td class="unmet">✗ {escape(message(f"lesson-table.{column}-{id}"))}</td>'


def source_link(step: int, words: str = "") -> None:
    """Draw a link to the page that shows the chart of a step; that page has a link back."""
    link = steps.link(step)
    label = message("lesson-show", page=message(f"menu-{link.partition('?')[0]}"))
    own = links.address(state.state(), "lesson")
    if predictions():
        back = {"step": str(step), "answers": lesson_answers.join_answers(predictions()), "words": words}
        link = f"{link}&{urlencode({key: text for key, text in back.items() if text})}"
    with st.container(horizontal=True, gap="small"):
        open_link(link, label)
        share.file_links("lesson", [exports.find("lesson", exports.STEP, f"step={step}")], own)


def stops(step: int) -> None:
    """Draw the ten steps by name; those before the current one are passed."""
    names = {place: message(f"lesson-{place}.name") for place in range(1, LAST + 1)}
    passed = ", ".join(f".st-key-stops button:nth-of-type({place})" for place in range(1, step))
    if passed:
        st.html(f"<style>{passed} {{ border-top-color: light-dark(#0b5fa5, #5cb2f0) !important }}</style>")
    with st.container(key="stops"):
        st.segmented_control(
            message("lesson-stops"),
            [*names],
            default=step,
            key=f"stops {step}",
            on_change=partial(_stop, step),
            format_func=names.__getitem__,
            label_visibility="collapsed",
            required=True,
            width="stretch",
        )


def _stop(step: int) -> None:
    """Open the step that was chosen among the stops."""
    choose(step=st.session_state[f"stops {step}"] or step, control="")


def moves(step: int) -> None:
    """Draw the buttons Next and Back; the arrow keys work, too."""
    with st.container(horizontal=True, vertical_alignment="center", key="moves"):
        back, following = ({"step": min(max(step + way, 1), LAST), "control": ""} for way in (-1, 1))
        if step < LAST:
            words = message("lesson-next", name=message(f"lesson-{step + 1}.name"))
            is_next = step in predictions()
            kind: Literal["primary", "secondary"] = "primary" if is_next else "secondary"
            st.button(words, key="next", type=kind, shortcut="Right", on_click=choose, kwargs=following)
        if step > 1:
            st.button(
                message("lesson-back"), key="back", shortcut="Left", on_click=choose, kwargs=back, type="tertiary"
            )


def end() -> None:
    """Draw the score and links to other pages."""
    right, count = lesson_answers.score(predictions())
    if count:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{message('lesson-score', count=right, most=count)}**", width="content")
            card = f"lesson?answers={lesson_answers.join_answers(predictions())}&class={CARD}"
            open_link(card, message("lesson-card"))
    pages = st.session_state[session_keys.PAGES]
    with st.container(horizontal=True, key="next-steps"):
        for name in ("trained", "compare", "questions", "check"):
            st.page_link(pages[name], label=message(f"lesson-{name}"), icon=":material/arrow_forward:")


def score_card(answers: Mapping[int, str]) -> None:
    """Draw the score of a link, without the answers, the link to copy, and one to the lesson."""
    right, count = lesson_answers.score(answers)
    marks = {
        step: "–" if not answers.get(step) else "✗✓"[lesson_answers.is_right(step, answers[step])]
        for step in lesson_answers.CHOICES
    }
    st.header(message("lesson-card-score", count=right, most=count), anchor=False)
    st.markdown(" &nbsp; ".join(f"{step} **{mark}**" for step, mark in marks.items()))
    share.own_link()
    open_link("lesson", message("lesson-card-start"))


def teaching_notes(step: int, answered: bool, study: Study) -> None:
    """Draw a step for a teacher: its minutes and links; if asked, the answer and misconceptions behind predictions."""
    asks, words = facts.question(step), study.options["words"]
    st.header(f"{step}. {say(asks)}", anchor=f"step-{step}")
    link = f"lesson?{urlencode({'step': step, **({'words': words} if words else {})})}"
    with st.container(horizontal=True):
        st.caption(message("lesson-minutes", count=MINUTES[step - 1]), width="content")
        open_link(link, message("lesson-students"))
        open_link(f"{link}&big=1", message("lesson-projector"))
    text, picture = st.columns([5, 7], gap="large")
    with text:
        st.markdown(MESSAGES.say(asks, "setup"))
        st.markdown(f"**{MESSAGES.say(asks, 'predict')}**")
        options = st.container()
        answered = answered or st.toggle(message("lesson-reveal"), key=f"class answer {step}")
        for option in lesson_answers.CHOICES[step]:
            if not answered:
                options.markdown(f"- **{_label(step, option)}**")
                continue
            right = lesson_answers.is_right(step, option)
            reason = "" if right else message(f"lesson-{step}.wrong-{option}")
            options.markdown(f"- {'✓' if right else '✗'} **{_label(step, option)}** {reason}")
        if answered:
            answer(step)
            source_link(step)
            st.markdown(message("lesson-class-note", text=MESSAGES.say(asks, "class")))
    with picture:
        steps.draw(step, steps.Shown(answered, big=bool(study.options["big"])), key=f"stage {step}")
