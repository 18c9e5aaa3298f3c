"""The ten steps of the lesson: predictions, on request, for a class, and on paper."""

import json
import re
from base64 import b64decode
from html import unescape
from itertools import product
from urllib.parse import parse_qs

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.say import MESSAGES, message, say
from dashboard.state import lesson_answers
from dashboard.views.lesson import facts, lesson, steps
from dashboard.views.lesson.pictures import PAIR_COLORS, PICTURES, SIZES, Scene
from posenc_core.analysis import sentence
from tests.dashboard.conftest import handle, text

STEPS = range(1, 11)


def stages(app) -> list[dict]:
    """Return what the browser gets to draw the pictures."""
    return [
        json.loads(block.proto.json) for block in app.get("bidi_component") if block.proto.component_name == "stage"
    ]


def marks(step: int, *values: int, answered: bool = True, size=SIZES["wide"]) -> dict[str, dict]:
    """Marks of a picture by name, for values of its controls."""
    frame = PICTURES[step - 1](Scene(*size, answered, values))
    assert len({mark["key"] for mark in frame}) == len(frame)
    return {mark["key"]: mark for mark in frame}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_answers_after_the_prediction_and_its_controls_move_its_picture(opened, step):
    app = opened(f"step={step}", page="lesson")
    assert app.title[0].value == say(facts.question(step))
    assert say(facts.answer(step)) not in text(app)
    (before,) = stages(app)
    # something to look at, and to ask about
    assert len(before["pictures"][0]["frames"][0]) > 20
    assert not before["controls"]
    wrong = next(choice for choice in lesson_answers.CHOICES[step] if not lesson_answers.is_right(step, choice))
    (choices,) = [group for group in app.get("button_group") if group.key == f"prediction {step}"]
    choices.set_value(wrong).run()
    assert say(facts.answer(step)) in text(app)
    assert message(f"lesson-{step}.wrong-{wrong}") in app.warning[0].value
    (after,) = stages(app)
    wide, narrow = after["pictures"]
    count = np.prod([len(control["values"]) for control in after["controls"]])
    assert len(wide["frames"]) == len(narrow["frames"]) == count > 1
    # all but the first have only what changes
    assert all(any(len(mark) > 1 for mark in frame) for frame in wide["frames"])
    assert after["chosen"] == steps.indices(step, steps.STARTS[step], "")
    assert not app.exception


def test_the_pictures_show_the_numbers_of_their_steps():
    weights = sentence.attention(facts.CONTENT)[1]
    arcs = [marks(1, order)[f"arc 1 {word}"]["stroke-width"] for order in range(4) for word in (1, 11, 3)]
    assert np.allclose(arcs, [max(26 * weights[word], 0.6) for word in (1, 11, 3)] * 4, atol=0.01)
    # bars are as long as the vectors
    bars = marks(2, 9)
    ratio = bars["bar position 11"]["height"] / bars["bar word 11"]["height"]
    assert np.isclose(ratio, 88 / np.linalg.norm(facts.CONTENT[11]), rtol=0.01)
    # words slide to their share
    x = [marks(3, count)["dot 2"]["cx"] for count in (0, 7)]
    ends = [marks(3, 7)[f"dot {word}"]["cx"] for word in (0, 11)]
    assert np.allclose((np.array(x) - ends[0]) / (ends[1] - ends[0]), [1 / 2, 2 / 11], atol=1e-3)
    flipped = {key for key, mark in marks(4, 7).items() if key.startswith("bit") and mark["stroke-width"]}
    assert flipped == {f"bit {row} {place}" for row in range(4) for place in (7, 8)}
    # the seats of the wheel are at the heights of the wave
    for value, share in enumerate(facts.SHARES):
        wheel = marks(6, value)
        ring = np.array([[wheel[f"seat {word}"]["cx"], wheel[f"seat {word}"]["cy"]] for word in range(12)])
        assert [wheel[f"dot 1 {word}"]["cy"] for word in range(12)] == ring[:, 1].tolist()
        steps_of_ring = np.linalg.norm(np.diff(ring, axis=0), axis=1)
        assert (np.ptp(steps_of_ring) < 0.1) == (share == 1)
    turns = [
        re.search(r"rotate\((.*?) ", marks(7, word)[f"hand clock {pair}"]["transform"])[1]
        for word in (0, 8)
        for pair in range(4)
    ]
    assert np.allclose(
        [float(turn) for turn in turns], [0] * 4 + [np.degrees(8 / 2**pair) for pair in range(4)], atol=0.01
    )
    for word in (0, 5, 11):
        hill = marks(8, word)
        heights = np.array([-hill[f"peak {place}"]["cy"] for place in range(12)])
        assert heights.argmax() == word
        assert np.isclose(np.corrcoef(heights, facts.agreement(word))[0, 1], 1)
    parts = [
        [marks(9, 1, times)[f"part {name}"]["width"] for name in ("words", "cross", "positions")] for times in (0, 1)
    ]
    assert np.allclose(np.array(parts) / 860, [facts.sum_attention(times)[1] for times in (1, 8)], atol=1e-3)
    bars = marks(10, 1)
    heights = [bars[f"RoPE {back}"]["height"] for back in range(9)]
    assert np.argmax(heights) == 3


def test_a_name_is_of_one_kind_of_mark_in_all_steps():
    """The browser keeps the element of a name from step to step."""
    kinds = {}
    for step, answered in product(STEPS, (False, True)):
        for values in product(*(range(len(values)) for values in steps.CONTROLS[step].values())):
            for mark in PICTURES[step - 1](Scene(*SIZES["wide"], answered, values)):
                assert kinds.setdefault(mark["key"], mark["tag"]) == mark["tag"]


def test_a_word_keeps_its_place_and_a_pair_its_color_from_step_to_step():
    places = [
        {
            key: mark["x"]
            for key, mark in marks(step, *([0] * len(steps.CONTROLS[step])), answered=False).items()
            if key.startswith("word ")
        }
        for step in (1, 2, 4, 5, 7, 8, 9)
    ]
    assert all(each == places[0] for each in places)
    second = {
        marks(5, 3)["wave 1"]["stroke"],
        marks(6, 4)["ring"]["stroke"],
        marks(7, 0)["hand clock 1"]["stroke"],
        marks(4, 0)["bit 1 2"]["fill"],
    }
    assert second == {PAIR_COLORS[1]}


def test_the_controls_of_a_step_are_in_the_address_and_another_step_starts_anew(opened, monkeypatch):
    app = opened("step=9&answers=........2&control=16.8", page="lesson")
    assert stages(app)[0]["chosen"] == [0, 1]
    address = links.address(app.session_state["state"], "lesson")
    assert address == "step=9&answers=........2&control=16.8"
    app.button(key="back").click().run()
    assert links.address(app.session_state["state"], "lesson") == "step=8&answers=........2"
    # from the browser: indices; anything else changes nothing
    assert steps.text(9, [2, 0], "") == "100000000.1"
    assert steps.text(9, [2], "") == steps.text(9, [3, 0], "") == steps.text(9, [-1, 0], "") == ""
    assert opened("step=9&answers=........2&control=x", page="lesson").exception == []


def test_a_stop_opens_its_step(opened):
    app = opened("step=2", page="lesson")
    (stops,) = [group for group in app.get("button_group") if group.key.startswith("stops")]
    stops.set_value(7).run()
    assert app.title[0].value == say(facts.question(7))
    assert links.address(app.session_state["state"], "lesson") == "step=7"


def test_the_table_grows_by_the_encoding_of_each_answer(opened):
    def ticks(step, answers=""):
        app = opened(f"step={step}&answers={answers}", page="lesson")
        tables = [
            block.proto.body
            for block in app.get("html")
            if "requirements" in block.proto.body and "<table" in block.proto.body
        ]
        return [table.count('class="met"') + table.count('class="unmet"') for table in tables]

    assert ticks(1) == ticks(9) == ticks(10) == []
    assert ticks(2) == [0] and ticks(2, ".11") == [4] and ticks(6) == [16] and ticks(7, "......315") == ticks(8) == [24]


def test_answers_in_a_link_are_those_that_were_given_and_others_are_ignored():
    answers = {1: "11", 3: "less", 4: "", 9: "0", 10: "all"}
    assert lesson_answers.join_answers(answers) == "11..less.-.....0.all"
    assert lesson_answers.read_answers("11..less.-.....0.all") == answers
    assert lesson_answers.read_answers("99.١.<b>.11....-1...2.3") == {}
    assert lesson_answers.join_answers({}) == ""


def test_answers_survive_a_reload_and_a_page_that_a_step_opens(opened):
    app = opened("step=4&answers=11.-.less&words=one+two&p=89", page="lesson")
    app.get("button_group")[-1].set_value("7").run()
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


def test_a_class_gets_all_steps_with_answers_minutes_and_misconceptions(sketched):
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
    assert len(stages(app)) == 10


def test_a_projector_has_large_text_and_no_setup_beside_the_answer(opened):
    app = opened("step=8&answers=.......equal&big=1", page="lesson")
    assert stages(app)[0]["pictures"][0]["size"][0] < SIZES["wide"][0]
    assert any(":root { font-size: 125% }" in block.proto.body for block in app.get("html"))
    assert links.address(app.session_state["state"], "lesson") == "step=8&answers=.......equal&big=1"
    assert MESSAGES.say(facts.question(8), "setup") not in text(app)
    assert MESSAGES.say(facts.question(8), "setup") in text(opened("step=8&big=1", page="lesson"))


def test_an_own_sentence_is_on_the_picture_and_in_the_address(opened):
    app = opened("answers=11", page="lesson")
    handle(app.text_input, "words handle").set_value("we <b>met</b> where we met").run()
    assert not app.exception
    assert say(facts.own_sentence("we <b>met</b> where we met", "shuffled")) in text(app)
    assert links.address(app.session_state["state"], "lesson").startswith("answers=11&words=we+")
    (stage,) = stages(app)
    assert message("lesson-1.option-swapped") not in stage["controls"][0]["values"]
    words = [mark["text"] for mark in stage["pictures"][0]["frames"][0] if mark["key"].startswith("word ")]
    assert words == ["we", "<b>met</b>", "where", "we", "met"]


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


def test_a_reported_click_is_a_word_on_the_picture(opened, monkeypatch):
    state = {"predictions": {}, "state": {}}
    with monkeypatch.context() as patch:
        patch.setattr("streamlit.session_state", state)
        lesson._predict(5, 10**9)
        # a list of numbers only, as many as there are controls
        for reported, expected in ((None, {}), ([10**9], {"control": ""}), ([3], {"control": "4"})):
            lesson._control(5, "", reported)
            assert state["state"] == expected
    app = opened("step=5", page="lesson")
    app.session_state["predictions"] = state["predictions"]
    app.run()
    assert "“dog” (11)" in app.success[0].value
    assert not app.exception
