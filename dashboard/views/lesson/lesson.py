"""The layout of Lesson: one step, or all of them for a class."""

from collections.abc import MutableMapping
from functools import partial

import streamlit as st

from dashboard.controls.state import choose
from dashboard.say import MESSAGES, message, say
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.lesson import claims, numbers, steps
from dashboard.views.lesson.worksheet import worksheet
from dashboard.views.tasks import open_link

LAST, SHEET = 10, 2
# last word, or last step between words, that a click can select
LAST_PLACE = {1: 11, 2: 11, 4: 10, 5: 11, 6: 10, 9: 11}
# duration of each step in a class
MINUTES = (4, 3, 3, 4, 4, 4, 7, 7, 5, 4)


def page(study: Study) -> None:
    """Draw the step of the link, or all steps with answers and minutes for a teacher, or the worksheet."""
    st.title(message("lesson-title"), anchor=False)
    if study.options["class"] == SHEET:
        st.html(worksheet())
        return
    if study.options["class"]:
        open_link(f"lesson?class={SHEET}", message("lesson-worksheet"))
        for step in range(1, LAST + 1):
            teaching_notes(step)
        return
    step = study.options["step"]
    text, picture = st.columns([5, 7], gap="large")
    with text:
        answered = ask(step)
        place = st.container()
    with picture:
        charts = st.container()
        value = control(step) if answered else steps.STARTS[step]
        with charts:
            steps.draw(step, steps.Shown(value, answered, _click(step), ""))
    with place:
        if answered:
            verdict(step)
            answer(step)
        moves(step, answered)
    if step == LAST and answered:
        with picture:
            end()


def predictions() -> MutableMapping[int, str]:
    """Predictions by step; empty text if the answer was requested without one."""
    stored: MutableMapping[int, str] = st.session_state.setdefault(session_keys.PREDICTIONS, {})
    return stored


def ask(step: int) -> bool:
    """Draw the question, its setup, and the choices; return whether there is a prediction."""
    question, stored, key = claims.question(step), predictions(), f"prediction {step}"
    st.caption(message("lesson-progress", count=step))
    st.header(say(question), anchor=False)
    st.markdown(MESSAGES.say(question, "setup"))
    st.markdown(f"**{MESSAGES.say(question, 'predict')}**")
    options = list(claims.CHOICES[step])
    if prediction := st.session_state.get(f"{key} None"):
        stored.setdefault(step, prediction)
    prediction = stored.get(step)
    st.pills(
        message("lesson-predict"),
        options,
        default=prediction if prediction in options else None,
        # a prediction changes the widget key, since it may come from a click on the chart
        key=f"{key} {prediction}",
        format_func=partial(_label, step),
        disabled=prediction is not None,
        label_visibility="collapsed",
        wrap=True,
    )
    return prediction is not None


def _label(step: int, option: str) -> str:
    return message(f"lesson-{step}.choice-{option}")


def _click(step: int) -> partial[None] | None:
    """Return the callback for a click on a chart: the prediction, then the position of the clocks in step 7."""
    if step in LAST_PLACE and step not in predictions():
        return partial(_predict, step)
    return partial(_move) if step == 7 else None


def _predict(step: int, place: int) -> None:
    """Store a click as the prediction; -1 requests the answer without one."""
    predictions().setdefault(step, "" if place < 0 else str(min(place, LAST_PLACE[step])))


def _move(place: int) -> None:
    """Set the position of the clocks."""
    st.session_state["lesson control 7"] = min(max(place, 0), steps.CONTROLS[7][-1])


def control(step: int) -> object:
    """Draw the control of a step; return its value."""
    key, values = f"lesson control {step}", steps.CONTROLS[step]
    name = message(f"lesson-{step}.control")
    st.segmented_control(
        name,
        list(values),
        default=st.session_state.get(key, steps.STARTS[step]),
        key=key,
        format_func=partial(_value, step),
        required=True,
        wrap=True,
    )
    return st.session_state[key]


def _value(step: int, value: object) -> str:
    return message(f"lesson-{step}.option-{value}") if isinstance(value, str) else MESSAGES.format(value)


def verdict(step: int) -> None:
    """Draw whether the prediction is correct, and the misconception behind a wrong one."""
    prediction = predictions().get(step)
    if not prediction:
        return
    is_choice = prediction in claims.CHOICES[step]
    text = _label(step, prediction) if is_choice else _place_name(step, int(prediction))
    if claims.is_right(step, prediction):
        st.success(message("lesson-right", text=text), icon=":material/check:")
    elif is_choice:
        reason = message(f"lesson-{step}.wrong-{prediction}")
        st.warning(message("lesson-wrong", text=text, reason=reason), icon=":material/close:")
    else:
        st.warning(message("lesson-other", text=text), icon=":material/close:")


def _place_name(step: int, place: int) -> str:
    """Name of a word, or, in steps about distances, of the step to the next word."""
    if LAST_PLACE[step] == numbers.N - 1:
        return message("lesson-word", text=numbers.WORDS[place], position=place)
    return message("lesson-gap", position=place, later=place + 1)


def answer(step: int) -> None:
    """Draw the answer, its consequence, the conditions that are met, and a link to the source of the chart."""
    st.markdown(say(claims.answer(step)))
    st.markdown(f"*{MESSAGES.say(claims.question(step), 'bridge')}*")
    if conditions := numbers.conditions(step):
        names = {each: message(f"lesson-condition-{each}") for each in conditions}
        marks = [
            message(f"lesson-{'met' if is_met else 'unmet'}", text=names[each]) for each, is_met in conditions.items()
        ]
        st.caption(message("lesson-conditions", text=" · ".join(marks)))
    link = steps.link(step)
    label = message("lesson-show", page=message(f"menu-{link.partition('?')[0]}"))
    open_link(link, label)


def moves(step: int, answered: bool) -> None:
    """Draw the buttons Back, Show the answer, and Next; the arrow keys work, too."""
    with st.container(horizontal=True, key="moves"):
        back, following = {"step": max(step - 1, 1)}, {"step": min(step + 1, LAST)}
        words = message("lesson-back"), message("lesson-next")
        st.button(words[0], key="back", disabled=step == 1, shortcut="Left", on_click=choose, kwargs=back)
        if not answered:
            st.button(message("lesson-reveal"), key="reveal", on_click=partial(_predict, step, -1))
        st.button(words[1], key="next", disabled=step == LAST, shortcut="Right", on_click=choose, kwargs=following)


def end() -> None:
    """Draw the score and links to other pages."""
    answers = {step: choice for step, choice in predictions().items() if choice}
    right = sum(claims.is_right(step, choice) for step, choice in answers.items())
    if answers:
        st.markdown(f"**{message('lesson-score', count=right, most=len(answers))}**")
    pages = st.session_state[session_keys.PAGES]
    with st.container(horizontal=True, gap="large", key="next-steps"):
        for name in ("trained", "compare", "experiments", "check"):
            st.page_link(pages[name], label=message(f"lesson-{name}"), icon=":material/arrow_forward:")
        open_link("lesson?class=1", message("lesson-class"))


def teaching_notes(step: int) -> None:
    """Draw a step for a teacher: with its answer, its minutes, and the misconceptions behind wrong predictions."""
    asks = claims.question(step)
    st.header(f"{step}. {say(asks)}", anchor=f"step-{step}")
    st.caption(message("lesson-minutes", count=MINUTES[step - 1]))
    text, picture = st.columns([5, 7], gap="large")
    with text:
        st.markdown(MESSAGES.say(asks, "setup"))
        st.markdown(f"**{MESSAGES.say(asks, 'predict')}**")
        for option in claims.CHOICES[step]:
            right = claims.is_right(step, option)
            reason = "" if right else message(f"lesson-{step}.wrong-{option}")
            st.markdown(f"- {'✓' if right else '✗'} **{_label(step, option)}** {reason}")
        answer(step)
        st.markdown(message("lesson-class-note", text=MESSAGES.say(asks, "class")))
    with picture:
        steps.draw(step, steps.Shown(steps.STARTS[step], True, None, " class"))
