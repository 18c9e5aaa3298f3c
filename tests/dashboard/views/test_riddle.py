"""The game of Check: everybody with the same seed sees the same riddle, and one of three choices is right."""

import hashlib
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from dashboard.say import message
from dashboard.views.check import riddle_numbers as numbers
from dashboard.views.check.riddle import choice
from posenc_core.known_bugs import KNOWN_BUGS
from tests.dashboard.conftest import address

SEEDS = range(5 * len(numbers.NAMES))


@pytest.mark.parametrize("seeds", [SEEDS, [999_999]], ids=["many", "last"])
def test_one_choice_is_right_and_no_two_look_the_same(seeds):
    for seed in seeds:
        found = numbers.riddle(seed)
        assert len({*found.choices}) == 3 and found.answer in found.choices
        assert {*found.choices} <= {*numbers.NAMES}
        tables = {**dict(zip(found.choices, found.tables, strict=True)), numbers.NONE: found.formula}
        for one, other in combinations(tables.values(), 2):
            assert np.linalg.norm(one - other) >= numbers.APART * np.linalg.norm(one), seed


def test_as_many_in_a_row_as_there_are_mistakes_have_each_once():
    for turn in range(5):
        count = len(numbers.NAMES)
        seeds = range(turn * count, (turn + 1) * count)
        assert {numbers.riddle(seed).answer for seed in seeds} == {*numbers.NAMES}


def test_the_answer_has_every_place():
    places = Counter((found := numbers.riddle(seed)).choices.index(found.answer) for seed in SEEDS)
    assert min(places[place] for place in range(3)) > len(SEEDS) / 5


def test_a_seed_is_the_same_riddle_in_every_process_and_version():
    found = [numbers.riddle(seed) for seed in range(41)]
    asked = repr([(each.answer, each.choices) for each in found])
    assert hashlib.sha256(asked.encode()).hexdigest()[:16] == "1c10f695de5ef6fd"
    assert "".join(numbers._shuffled(tuple("abcdefgh"), 0)) == "dhfcebga"
    assert "".join(numbers._shuffled(tuple("abcdefgh"), "5 order")) == "hgabdcef"


def test_every_choice_has_its_words():
    assert len({*map(choice, numbers.NAMES)}) == len(numbers.NAMES)


def radio(app):
    (found,) = [each for each in app.radio if each.key.startswith("riddle")]
    return found


def test_a_wrong_choice_shows_its_table_and_the_right_one_its_explanation(opened, figures):
    app = opened("game=1", page="check")
    found = numbers.riddle(1)
    assert not app.exception and radio(app).value is None
    before = len(figures(app))
    wrong = next(name for name in found.choices if name != found.answer)
    radio(app).set_value(choice(wrong)).run()
    (box,) = app.warning
    assert KNOWN_BUGS[wrong].story in box.value
    assert len(figures(app)) == before + 1
    assert KNOWN_BUGS[found.answer].wrong not in [each.value for each in app.code]
    radio(app).set_value(choice(found.answer)).run()
    assert not app.exception
    (box,) = app.success
    assert KNOWN_BUGS[found.answer].what in box.value and KNOWN_BUGS[found.answer].story in box.value
    assert {KNOWN_BUGS[found.answer].wrong, KNOWN_BUGS[found.answer].right} <= {each.value for each in app.code}
    # an answer is in no link
    assert address(app).keys() <= {"game", "tab"}
    app.button(key="check riddle").click().run()
    assert app.session_state["state"]["example"] == found.answer and (app.warning or app.success)


def test_next_is_another_one_and_nothing_is_chosen(opened):
    seed = next(seed for seed in SEEDS if numbers.riddle(seed).answer == numbers.NONE)
    app = opened(f"game={seed}", page="check")
    radio(app).set_value(choice(numbers.NONE)).run()
    assert [each.value for each in app.success] == [message("check-riddle-right.nothing")]
    app.button(key="next riddle").click().run()
    assert address(app)["game"] == [str(seed + 1)]
    assert radio(app).value is None and {*radio(app).options} == {*map(choice, numbers.riddle(seed + 1).choices)}
