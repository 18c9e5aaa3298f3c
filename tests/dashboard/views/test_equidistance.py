"""The page Equidistance: its words and its pictures."""

import numpy as np
import pytest

from dashboard.views.equidistance.notes import NOTES
from posenc_core import Binary, geometry
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "_equal_at_one_offset": ["0.9600, 1.6855, 1.9998, 1.8280", "2.5392, 1.5795, 1.0003, 1.3291"],
    "_pairs_make_it_equal": ["e−15"],
    "_increments_grow_again": ["3.714, 3.252, 2.441, 1.484, 0.633, 0.116, 0.033, 0.246, 0.454, 0.450:", "at k = 8",
                               "from k = 43 to 44, 15.5719 to 15.5711"],
    "_normalized_moves_with_the_length": ["0.091 among 12", "0.018 among 56", "5 times", "0.502"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_equidistance_names_the_worst_offset_and_the_deciding_positions(opened):
    shown = text(opened("scheme=Binary&n=16&d=4", page="equidistance"))
    assert "k = 1 is the worst, 0 → 1 is 1 and 7 → 8 is 2" in shown
    assert "no k is uneven" in text(opened("scheme=Sinusoidal", page="equidistance"))


def test_equidistance_draws_mean_and_band_of_every_offset(opened, figures):
    app = opened("scheme=Binary&n=40&d=6", page="equidistance")
    band, mean = figures(app)[1]["data"][:2]
    found = geometry.distances_by_offset(Binary().encode(range(40), 6), 20)
    np.testing.assert_allclose(mean["y"], found.mean)
    np.testing.assert_allclose(band["y"], [*found.smallest, *found.largest[::-1]])
    growth = figures(app)[2]["data"][0]
    np.testing.assert_allclose(np.cumsum(growth["y"]), found.mean)
    np.testing.assert_allclose(figures(app)[3]["data"][0]["z"], geometry.distances(Binary(), 40, 6), atol=1e-6)


def test_equidistance_marks_where_the_growth_turns(opened):
    assert "Sinusoidal at k = 8" in text(opened("scheme=Sinusoidal&d=512&n=64", page="equidistance"))


def test_equidistance_compares_two_lengths_position_by_position(opened):
    shown = text(opened("scheme=Binary&scheme=Normalized&scheme=Sinusoidal", page="equidistance"))
    assert "in both sequences in Binary and Sinusoidal. It changes with the length in Normalized." in shown


def test_own_scales_divide_by_the_mean(opened, figures):
    for trace in figures(opened("own=true", page="equidistance"))[0]["data"]:
        if trace["mode"].startswith("lines"):
            assert np.mean(trace["y"]) == pytest.approx(1)
