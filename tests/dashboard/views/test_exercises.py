"""Each tab has the task, the code that checks it, and its tests."""

import pytest

from dashboard.say import message
from posenc_tools.exercises import EXERCISES
from tests.dashboard.conftest import text


@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
def test_a_tab_has_the_signature_and_every_test(opened, number):
    exercise = EXERCISES[number - 1]
    app = opened(f"tab={exercise.name}", page="exercises")
    (code,) = [listing.value for listing in app.code if "check" in listing.value]
    assert exercise.signature in code
    assert f"check({number}, {exercise.signature[4:].partition('(')[0]})" in code
    # the code is complete except for the body of the function
    exec(code.partition("\ncheck(")[0], {})
    assert message(f"exercise-{exercise.name}.task") in text(app)
    for id in exercise.tests:
        assert message(f"exercise-test-{id}.what", name=exercise.name) in text(app)
