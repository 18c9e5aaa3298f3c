"""The page Trajectory: its words and its pictures."""

from dashboard.views.trajectory.notes import NOTES
from tests.dashboard.conftest import check_notes

NUMBERS = {
    "_odd_dimensions_wobble": ["1 to 1.3398 at d = 3", "1.4142 to 1.4493 at d = 5", "5.5678 to 5.5681 at d = 63"],
    "_old_drawing_code": ["79.4 turns", "0.8796"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)
