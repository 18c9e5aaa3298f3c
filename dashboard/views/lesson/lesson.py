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
# the last word, or the last step between words, that a click on a picture can choose
LAST_PLACE = {1: 11, 2: 11, 4: 10, 5: 11, 6: 10, 9: 11}
# how long each step takes in a class
MINUTES = (4, 3, 3, 4, 4, 4, 7, 7, 5, 4)


def page(study: Study) -> None:
    """The step of the link; or all steps with answers, misconceptions, and minutes for a teacher; or the worksheet."""
    st.title(message("lesson-title"), anchor=False)
    if study.options["class"] == SHEET:
        st.html(worksheet())
        return
    if study.options["class"]:
        open_link(f"lesson?class={SHEET}", message("lesson-worksheet"))
        for step in range(1, LAST + 1):
            taught(step)
        return
    step = study.options["step"]
    text, picture = st.columns([5, 7], gap="large")
    with text:
        answered = asked(step)
        place = st.container()
    with picture:
        charts = st.container()
        value = control(step) if answered else steps.STARTS[step]
        with charts:
            steps.drawn(step, steps.Shown(value, answered, _click(step), ""))
    with place:
        if answered:
            told(step)
        moves(step, answered)
    if step == LAST and answered:
        with picture:
            end()


def predictions() -> MutableMapping[int, str]:
    """What the visitor has predicted, by step; nothing where the answer was asked for."""
    found: MutableMapping[int, str] = st.session_state.setdefault(session_keys.PREDICTIONS, {})
    return found


def asked(step: int) -> bool:
    """The question, its setup, and the choices. -> whether a prediction has been made, or the answer asked for."""
    asks, found, key = claims.question(step), predictions(), f"prediction {step}"
    st.caption(message("lesson-progress", count=step))
    st.header(say(asks), anchor=False)
    st.markdown(MESSAGES.say(asks, "setup"))
    st.markdown(f"**{MESSAGES.say(asks, 'predict')}**")
    options = list(claims.CHOICES[step])
    if made := st.session_state.get(f"{key} None"):
        found.setdefault(step, made)
    made = found.get(step)
    st.pills(
        message("lesson-predict"),
        options,
        default=made if made in options else None,
        # once there is a prediction, wherever it was made, it is another widget, which shows it
        key=f"{key} {made}",
        format_func=partial(_label, step),
        disabled=made is not None,
        label_visibility="collapsed",
        wrap=True,
    )
    return made is not None


def _label(step: int, option: str) -> str:
    return message(f"lesson-{step}.choice-{option}")


def _click(step: int) -> partial[None] | None:
    """What takes a click on a word or a bar: as the prediction, then on a word of the clocks as their position."""
    if step in LAST_PLACE and step not in predictions():
        return partial(_predict, step)
    return partial(_move) if step == 7 else None


def _predict(step: int, place: int) -> None:
    """Take a click on a picture as the prediction; -1 asks for the answer alone."""
    predictions().setdefault(step, "" if place < 0 else str(min(place, LAST_PLACE[step])))


def _move(place: int) -> None:
    """Set the position of the clocks."""
    st.session_state["lesson control 7"] = min(max(place, 0), steps.CONTROLS[7][-1])


def control(step: int) -> object:
    """The one control of a step, below what it changes. -> its value."""
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
    return message(f"lesson-{step}.option-{value}") if isinstance(value, str) else MESSAGES.shown(value)


def verdict(step: int) -> None:
    """Whether the prediction came true, and what may have misled."""
    made = predictions().get(step)
    if not made:
        return
    known = made in claims.CHOICES[step]
    text = _label(step, made) if known else _named(step, int(made))
    if claims.is_right(step, made):
        st.success(message("lesson-right", text=text), icon=":material/check:")
    elif known:
        reason = message(f"lesson-{step}.wrong-{made}")
        st.warning(message("lesson-wrong", text=text, reason=reason), icon=":material/close:")
    else:
        st.warning(message("lesson-other", text=text), icon=":material/close:")


def _named(step: int, place: int) -> str:
    """A word, or in steps about distances the step to the next word."""
    if LAST_PLACE[step] == numbers.N - 1:
        return message("lesson-word", text=numbers.WORDS[place], position=place)
    return message("lesson-gap", position=place, later=place + 1)


def told(step: int) -> None:
    """The verdict, the answer, what it leads to, which conditions are met, and where the chart is from."""
    verdict(step)
    answer(step)


def answer(step: int) -> None:
    """The answer, what it leads to, which conditions are met, and where the chart is from."""
    st.markdown(say(claims.answer(step)))
    st.markdown(f"*{MESSAGES.say(claims.question(step), 'bridge')}*")
    if met := numbers.conditions(step):
        names = {each: message(f"lesson-condition-{each}") for each in met}
        marks = [message(f"lesson-{'met' if holds else 'unmet'}", text=names[each]) for each, holds in met.items()]
        st.caption(message("lesson-conditions", text=" · ".join(marks)))
    link = steps.link(step)
    label = message("lesson-show", page=message(f"menu-{link.partition('?')[0]}"))
    open_link(link, label)


def moves(step: int, answered: bool) -> None:
    """Back, the answer, and on; the arrow keys do so, too."""
    with st.container(horizontal=True, key="moves"):
        back, following = {"step": max(step - 1, 1)}, {"step": min(step + 1, LAST)}
        words = message("lesson-back"), message("lesson-next")
        st.button(words[0], key="back", disabled=step == 1, shortcut="Left", on_click=choose, kwargs=back)
        if not answered:
            st.button(message("lesson-reveal"), key="reveal", on_click=partial(_predict, step, -1))
        st.button(
            words[1],
            key="next",
            disabled=step == LAST,
            shortcut="Right",
            on_click=choose,
            kwargs=following,
        )


def end() -> None:
    """What was predicted right, and where to go next."""
    made = {step: choice for step, choice in predictions().items() if choice}
    right = sum(claims.is_right(step, choice) for step, choice in made.items())
    if made:
        st.markdown(f"**{message('lesson-score', count=right, most=len(made))}**")
    pages = st.session_state[session_keys.PAGES]
    with st.container(horizontal=True, gap="large", key="next-steps"):
        for name in ("trained", "compare", "experiments", "check"):
            st.page_link(pages[name], label=message(f"lesson-{name}"), icon=":material/arrow_forward:")
        open_link("lesson?class=1", message("lesson-class"))


def taught(step: int) -> None:
    """A step as a teacher reads it: with its answer, its minutes, and the misconceptions behind wrong predictions."""
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
        steps.drawn(step, steps.Shown(steps.STARTS[step], True, None, " class"))
