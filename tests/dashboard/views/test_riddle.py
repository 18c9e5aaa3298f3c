"""The game of Check: everybody with the same seed sees the same riddle, and one of three choices is right."""

import hashlib
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from dashboard.views.check import riddle_numbers as numbers
from dashboard.views.check import riddle_words as words
from dashboard.views.check.words import plain
from posenc_core.mistakes import MISTAKES
from tests.dashboard.conftest import address, text

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


def test_the_answer_stands_in_every_place():
    places = Counter((found := numbers.riddle(seed)).choices.index(found.answer) for seed in SEEDS)
    assert min(places[place] for place in range(3)) > len(SEEDS) / 5


def test_a_seed_is_the_same_riddle_in_every_process_and_version():
    found = [numbers.riddle(seed) for seed in range(41)]
    asked = repr([(each.answer, each.choices) for each in found])
    assert hashlib.sha256(asked.encode()).hexdigest()[:16] == "1c10f695de5ef6fd"
    assert "".join(numbers._shuffled(tuple("abcdefgh"), 0)) == "dhfcebga"
    assert "".join(numbers._shuffled(tuple("abcdefgh"), "5 order")) == "hgabdcef"


def test_every_choice_has_its_words():
    assert len({words.choice(name) for name in numbers.NAMES}) == len(numbers.NAMES)
    for name in numbers.NAMES[:-1]:
        assert MISTAKES[name].story in words.wrong(name) and MISTAKES[name].what in words.right(name)


@pytest.mark.parametrize("seed", range(len(numbers.NAMES)))
def test_check_says_of_the_table_what_the_answer_is(seed):
    answer, (verdict, evidence) = numbers.riddle(seed).answer, numbers.account(seed)
    if answer == numbers.NONE:
        assert verdict == "Sinusoidal, interleaved, base 10,000: every number agrees."
    else:
        # where a correct formula gives the same numbers, the bug is named in the evidence
        named = f"The same numbers: the bug “{answer}” in Sinusoidal, interleaved, base 10,000"
        assert MISTAKES[answer].what in verdict or any(sentence.startswith(named) for sentence in evidence)
    assert all(plain(sentence) in words.check_says(verdict, evidence) for sentence in (verdict, *evidence))


def radio(app):
    (found,) = [each for each in app.radio if each.key.startswith("riddle")]
    return found


def test_a_wrong_choice_says_what_it_would_look_like_and_the_right_one_why(opened, figures):
    app = opened("game=1", page="check")
    found = numbers.riddle(1)
    assert not app.exception and radio(app).value is None
    before = len(figures(app))
    wrong = next(name for name in found.choices if name != found.answer)
    radio(app).set_value(words.choice(wrong)).run()
    assert [MISTAKES[wrong].story in each.value for each in app.warning if "Not this one" in each.value] == [True]
    assert len(figures(app)) == before + 1
    assert MISTAKES[found.answer].wrong not in [each.value for each in app.code]
    radio(app).set_value(words.choice(found.answer)).run()
    assert not app.exception
    assert any(each.value.startswith(f"Right: {MISTAKES[found.answer].what}.") for each in app.success)
    assert {MISTAKES[found.answer].wrong, MISTAKES[found.answer].right} <= {each.value for each in app.code}
    assert "Check says of it:" in text(app)
    # an answer is in no link
    assert address(app).keys() <= {"game"}


def test_next_is_another_one_and_nothing_is_chosen(opened):
    seed = next(seed for seed in SEEDS if numbers.riddle(seed).answer == numbers.NONE)
    app = opened(f"game={seed}", page="check")
    radio(app).set_value(words.choice(numbers.NONE)).run()
    assert any("nothing is wrong" in each.value for each in app.success)
    (button,) = [each for each in app.button if each.label == "Next riddle"]
    button.click().run()
    assert address(app) == {"game": [str(seed + 1)]}
    assert radio(app).value is None and {*radio(app).options} == {*map(words.choice, numbers.riddle(seed + 1).choices)}
