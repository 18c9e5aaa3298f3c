"""The page Shift: its words and its pictures."""

from dashboard.views.shift.notes import NOTES
from dashboard.views.shift.numbers import move as moved
from posenc_core import Binary, Sinusoidal, shift
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "_both_signs_are_right": ["0.888", "e−1"],
    "_sines_alone": ["1.3e−07", "42 of 40,000", "0.139", "0.137", "0.47"],
    "_one_step_is_large": ["57.3°", "0.970"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_a_move_is_exact_where_it_is_known():
    move, how = moved(Sinusoidal(), 3, 20, 6)
    assert how == "closed form"
    assert shift.residual(move, Sinusoidal().encode(range(20), 6), 3) < 1e-14
    assert moved(Binary(), 3, 20, 6)[1] == "fitted blocks"


def test_an_odd_dimension_has_its_turns(opened):
    assert "it turns by w k = 1 rad = 57.3°" in text(opened("scheme=Sinusoidal&n=40&d=7", page="shift"))
