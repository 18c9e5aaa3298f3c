"""The ten steps of the lesson: predictions, on request, for a class, and on paper."""

import re
from base64 import b64decode
from html import unescape
from urllib.parse import parse_qs

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.say import MESSAGES, message, say
from dashboard.state import lesson_answers
from dashboard.views.lesson import facts, lesson, steps
from tests.dashboard.conftest import handle, text

STEPS = range(1, 11)


def numbers_of(figure) -> np.ndarray:
    """All values in a figure."""
    return np.concatenate([np.ravel(trace[key]) for trace in figure["data"] for key in ("y", "z") if key in trace])


@pytest.mark.parametrize("step", STEPS)
def test_a_step_answers_after_the_prediction_and_its_control_moves_its_picture(opened, figures, step):
    app = opened(f"step={step}", page="lesson")
    assert app.header[0].value == say(facts.question(step))
    assert say(facts.answer(step)) not in text(app)
    assert len(app.get("button_group")) == 1
    wrong = next(choice for choice in lesson_answers.CHOICES[step] if not lesson_answers.is_right(step, choice))
    app.get("button_group")[0].set_value(wrong).run()
    assert say(facts.answer(step)) in text(app)
    assert message(f"lesson-{step}.wrong-{wrong}") in app.warning[0].value
    before = [*map(numbers_of, figures(app))]
    other = next(value for value in steps.CONTROLS[step] if value != steps.STARTS[step])
    app.get("button_group")[0].set_value(str(other)).run()
    after = [*map(numbers_of, figures(app))]
    marks = [str(figure["layout"]["shapes"]) for figure in figures(app) if "shapes" in figure["layout"]]
    same = all(len(a) == len(b) and np.array_equal(a, b, equal_nan=True) for a, b in zip(before, after, strict=True))
    assert not same or any(f"'x0': {other}" in mark for mark in marks)
    assert not app.exception


@pytest.mark.parametrize("share", steps.CONTROLS[6])
def test_numbers_of_step_6_move_with_their_dots(share):
    (waves, _), _, (circle, _) = steps._CHARTS[5](steps.Shown(share, True, None, ""))
    # the coordinates of a dot are the heights of its waves
    assert np.allclose(waves["data"][1]["y"], circle["data"][0]["x"])
    assert np.allclose(waves["data"][3]["y"], circle["data"][0]["y"])
    dots, names = ([*zip(trace["x"], trace["y"], strict=True)] for trace in circle["data"])
    assert np.allclose(np.linalg.norm(np.subtract(dots, names), axis=1), 0.2)


def test_the_control_of_a_step_is_in_the_address_and_another_step_starts_anew(opened):
    app = opened("step=8&answers=.......equal", page="lesson")
    app.get("button_group")[0].set_value("-1").run()
    address = links.address(app.session_state["state"], "lesson")
    assert address == "step=8&answers=.......equal&control=-1"
    app = opened(address, page="lesson")
    assert app.get("button_group")[0].value == "-1"
    app.button(key="back").click().run()
    assert links.address(app.session_state["state"], "lesson") == "step=7&answers=.......equal"


def test_answers_in_a_link_are_those_that_were_given_and_others_are_ignored():
    answers = {1: "11", 3: "less", 4: "", 9: "0", 10: "all"}
    assert lesson_answers.join_answers(answers) == "11..less.-.....0.all"
    assert lesson_answers.read_answers("11..less.-.....0.all") == answers
    assert lesson_answers.read_answers("99.١.<b>.11....-1...2.3") == {}
    assert lesson_answers.join_answers({}) == ""


def test_answers_survive_a_reload_and_a_page_that_a_step_opens(opened):
    app = opened("step=4&answers=11.-.less&words=one+two&p=89", page="lesson")
    app.get("button_group")[0].set_value("7").run()
    assert links.address(app.session_state["state"], "lesson") == "step=4&answers=11.-.less.7&words=one+two"
    (link,) = [block.proto.body for block in app.get("html") if "equidistance?" in block.proto.body]
    page, query = unescape(re.search('href="(.*?)"', link)[1]).split("?")
    other = opened(query, page=page)
    assert "step=4&answers=11.-.less.7&words=one+two" in links.address(other.session_state["state"], page)
    (link,) = [block.proto.body for block in other.get("html") if message("lesson-return", count=4) in block.proto.body]
    app = opened(unescape(re.search('href="lesson[?](.*?)"', link)[1]), page="lesson")
    assert say(facts.answer(4)) in text(app)
    assert app.session_state["state"]["words"] == "one two"
    assert app.session_state["predictions"] == {1: "11", 2: "", 3: "less", 4: "7"}


@pytest.mark.parametrize("page", ["compare", "models", "check"])
def test_an_address_has_keys_of_the_lesson_only_while_it_leads_back(page):
    lesson = links.DEFAULTS | {"p": 40, "k": 3, "bug": "cache", "step": 4, "class": 1}
    assert links.address(lesson, "lesson") == "step=4&class=1"
    assert not {"step", "answers", "class"} & parse_qs(links.address(lesson, page)).keys()
    lesson |= {"answers": "11"}
    assert {"step", "answers"} < parse_qs(links.address(lesson, page)).keys()
    # files and figures of a page do not depend on the lesson
    assert links.query(links.build_study(lesson["scheme"], lesson), page) == "p=40&k=3&bug=cache"


def test_a_click_on_a_word_is_a_prediction_and_the_first_one_counts(opened):
    app = opened("step=1", page="lesson")
    app.session_state["predictions"] = {1: "11", 9: "0"}
    app.run()
    assert "“dog” (11)" in app.success[0].value
    app.button(key="next").click().run()
    assert app.session_state["state"]["step"] == 2
    app.button(key="reveal").click().run()
    assert say(facts.answer(2)) in text(app)
    assert not app.warning
    assert not app.success
    app.session_state["state"]["step"] = 9
    app.session_state["predictions"] = {1: "11", 9: "0", 10: "all", 2: ""}
    app.run()
    assert "“the” (0)" in app.success[0].value
    app.button(key="next").click().run()
    assert "2 of 3 steps" in text(app)


def test_a_class_gets_all_steps_with_answers_minutes_and_misconceptions(sketched, figures):
    app = sketched("class=1&step=4&words=we+met", page="lesson")
    page_text = text(app)
    assert "45 minutes: 4 + 3 + 3 + 4 + 4 + 4 + 7 + 7 + 5 + 4" in page_text
    for label, more in (("lesson-students", ""), ("lesson-projector", "&amp;big=1")):
        for step in STEPS:
            link = f'href="lesson?step={step}&amp;words=we+met{more}" target="_self">{message(label)}<'
            assert any(link in html.proto.body for html in app.get("html"))
    # the row of the section leads here, and from the worksheet
    for address in ("lesson?class=1", "lesson?class=2"):
        assert any(f'href="{address}"' in html.proto.body for html in app.get("html"))
    assert not [step for step in STEPS if say(facts.answer(step)) in page_text]
    assert "✓" not in page_text
    app.toggle(key="class answer 2").set_value(True).run()
    assert [step for step in STEPS if say(facts.answer(step)) in text(app)] == [2]
    app.toggle(key="class answers").set_value(True).run()
    page_text = text(app)
    for step in STEPS:
        assert say(facts.answer(step)) in page_text
        assert MESSAGES.say(facts.question(step), "class") in page_text
        for choice in lesson_answers.CHOICES[step]:
            assert lesson_answers.is_right(step, choice) or message(f"lesson-{step}.wrong-{choice}") in page_text
    assert len(figures(app)) == 18


def test_charts_for_a_projector_have_texts_of_16_pixels(opened, figures):
    app = opened("step=8&answers=.......equal&big=1", page="lesson")
    for figure in figures(app):
        plot = figure["layout"]
        assert plot["font"]["size"] == plot["xaxis"]["tickfont"]["size"] == 16
        assert {note["font"]["size"] for note in plot["annotations"]} == {16}
    # all other text is as large as that of the page
    assert any(":root { font-size: 125% }" in block.proto.body for block in app.get("html"))
    assert links.address(app.session_state["state"], "lesson") == "step=8&answers=.......equal&big=1"


def test_an_own_sentence_is_on_the_picture_and_in_the_address(opened, figures):
    app = opened("answers=11", page="lesson")
    handle(app.text_input, "words handle").set_value("we <b>met</b> where we met").run()
    assert not app.exception
    assert say(facts.own_sentence("we <b>met</b> where we met", "shuffled")) in text(app)
    assert links.address(app.session_state["state"], "lesson").startswith("answers=11&words=we+")
    assert "swapped" not in app.get("button_group")[0].options[-1]
    assert len(figures(app)) == 1


def test_a_score_card_shows_the_score_of_a_link_without_answers(opened):
    app = opened("answers=11.-.same.7&class=3", page="lesson")
    assert app.header[0].value == message("lesson-card-score", count=2, most=3)
    assert app.code[0].value.endswith("answers=11.-.same.7&class=3")
    assert "1 **✓** &nbsp; 2 **–** &nbsp; 3 **✗** &nbsp; 4 **✓** &nbsp; 5 **–**" in text(app)
    assert "predictions" not in app.session_state or not app.session_state["predictions"]


def test_the_worksheet_asks_on_two_sheets_and_answers_on_a_third_if_asked(opened):
    app = opened("class=2", page="lesson")
    (before,) = [block.proto.body for block in app.get("html") if "☐" in block.proto.body]
    app.toggle(key="worksheet answers").set_value(True).run()
    (sheets,) = [block.proto.body for block in app.get("html") if "☐" in block.proto.body]
    *questions, answers = sheets.split('<section class="sheet">')[1:]
    assert len(questions) == 2
    assert before == sheets.removesuffix(f'<section class="sheet">{answers}')
    assert all(say(facts.question(step)) in questions[step > 5] for step in STEPS)
    assert sheets.count("☐") == sum(map(len, lesson_answers.CHOICES.values()))
    assert answers.count("<li>") == 10
    assert all(message(f"lesson-{step}.draw") in questions[step > 5] for step in STEPS)
    assert questions[0].count('class="axis"><span>0</span><span>1</span>') == 2
    assert "99.9%" not in "".join(questions)
    # the clocks rotate by 1, 1/2, 1/4, and 1/8 radians per word
    assert re.findall(r"<small>([\d.]+)°", questions[1]) == ["57.3", "28.6", "14.3", "7.16"] * 2
    for step, sheet in zip((5, 6), questions, strict=True):
        (wave,) = re.findall('base64,(.*?)"', sheet)
        points = [point.split(",") for point in re.search('points="(.*?)"', b64decode(wave).decode())[1].split()]
        heights = {float(x) - 0.5: 1.1 - float(y) for x, y in points}
        assert np.allclose([heights[word] for word in range(12)], np.sin(np.arange(12) / (step - 4)), atol=1e-3)


@pytest.mark.parametrize("step", STEPS)
def test_a_step_leads_to_its_chart_on_another_page(opened, step):
    page, _, query = steps.link(step).partition("?")
    for key, texts in parse_qs(query).items():
        assert links.parse_value(key, texts) is not None
    app = opened(query, page=page)
    assert not app.exception
    assert not [line.value for line in app.text if line.value.startswith("The link")]


@pytest.mark.parametrize(("reported", "named"), [(10**9, "10 to 11"), (3, "3 to 4"), (7, "7 to 8")])
def test_any_reported_click_is_a_place_on_the_picture(opened, monkeypatch, reported, named):
    state = {"predictions": {}, "state": {}}
    with monkeypatch.context() as patch:
        patch.setattr("streamlit.session_state", state)
        lesson._predict(4, reported)
        for place, expected in ((-5, 0), (10**9, 8), (3, 3)):
            lesson._move(place)
            assert state["state"]["control"] == str(expected)
    app = opened("step=4", page="lesson")
    app.session_state["predictions"] = state["predictions"]
    app.run()
    assert named in [*app.success, *app.warning][0].value
    assert not app.exception
