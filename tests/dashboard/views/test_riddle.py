"""Riddles of Check: equal for equal seeds, with one right choice of three."""

import hashlib
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from dashboard.say import message
from dashboard.views.check import facts
from dashboard.views.check.riddle import choice
from posenc_tools.known_bugs import KNOWN_BUGS
from tests.dashboard.conftest import address

APART = 0.15
"""Relative difference from which two tables look different."""


@pytest.mark.parametrize("seed", range(len(facts.RIDDLES)))
def test_one_choice_is_right_and_no_two_look_the_same(seed):
    riddle = facts.riddle(seed)
    assert len({*riddle.choices}) == 3 and riddle.answer in riddle.choices
    tables = {**dict(zip(riddle.choices, riddle.tables, strict=True)), facts.NONE: riddle.formula}
    for one, other in combinations(tables.values(), 2):
        assert np.linalg.norm(one - other) >= APART * np.linalg.norm(one)


def test_every_answer_occurs_once_and_in_every_place():
    answers = [answer for answer, _ in facts.RIDDLES]
    assert len({*answers}) == len(answers) and facts.NONE in answers
    places = Counter(choices.index(answer) for answer, choices in facts.RIDDLES)
    assert min(places[place] for place in range(3)) > len(answers) / 5


def test_the_riddle_of_a_link_does_not_change():
    questions = repr([(riddle.answer, riddle.choices) for riddle in map(facts.riddle, range(len(facts.RIDDLES)))])
    assert hashlib.sha256(questions.encode()).hexdigest()[:16] == "5d8e8bd1ba8071e7"
    assert facts.riddle(999_999).answer == facts.RIDDLES[999_999 % len(facts.RIDDLES)][0], "an old link"


def radio(app):
    (radio_,) = [box for box in app.radio if box.key.startswith("riddle")]
    return radio_


def test_a_wrong_choice_shows_its_table_and_the_right_one_its_explanation(opened, figures):
    app = opened("game=1", page="check")
    riddle = facts.riddle(1)
    assert not app.exception and radio(app).value is None
    before = len(figures(app))
    wrong = next(name for name in riddle.choices if name != riddle.answer)
    radio(app).set_value(choice(wrong)).run()
    (box,) = app.warning
    assert KNOWN_BUGS[wrong].story in box.value
    assert len(figures(app)) == before + 1
    assert KNOWN_BUGS[riddle.answer].wrong not in [listing.value for listing in app.code]
    radio(app).set_value(choice(riddle.answer)).run()
    assert not app.exception
    (box,) = app.success
    assert KNOWN_BUGS[riddle.answer].what in box.value and KNOWN_BUGS[riddle.answer].story in box.value
    assert {KNOWN_BUGS[riddle.answer].wrong, KNOWN_BUGS[riddle.answer].right} <= {listing.value for listing in app.code}
    # links contain no answer
    assert address(app).keys() <= {"game"}
    app.button(key="check riddle").click().run()
    assert app.session_state["state"]["example"] == riddle.answer and (app.warning or app.success)


def test_next_is_another_one_and_nothing_is_chosen(opened):
    seed = next(seed for seed in range(1, 19) if facts.riddle(seed).answer == facts.NONE)
    app = opened(f"game={seed}", page="check")
    radio(app).set_value(choice(facts.NONE)).run()
    assert [success.value for success in app.success] == [message("check-riddle-right.nothing")]
    app.button(key="next riddle").click().run()
    assert address(app)["game"] == [str(seed + 1)]
    assert radio(app).value is None and {*radio(app).options} == {*map(choice, facts.riddle(seed + 1).choices)}
    app.button(key="leave riddle").click().run()
    assert app.text_area and not app.radio
    app.button(key="open riddle").click().run()
    assert address(app) == {"game": ["1"]}
