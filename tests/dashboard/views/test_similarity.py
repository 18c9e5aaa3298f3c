"""The page Similarity: its words and its pictures."""

import numpy as np
import pytest

from dashboard.views.similarity.notes import NOTES
from posenc_core import Binary, geometry
from tests.dashboard.conftest import check_notes, handle, text

NUMBERS = {
    "_equal_is_not_independent": ["0.846"],
    "_one_and_zero_need_a_scale": ["0.333 to 1", "at position 0", "0.769", "0.114"],
    "_not_all_the_way_down": ["47 of the 127", "k = 11 to 12, 0.66163 to 0.66221"],
    "_base_is_no_length": ["628", "47,117", "60,611", "62,832", "7.80", "23.34", "1.47 and 3.71", "k = 1 comes"],
    "_every_base_is_length_free": ["largest change is 0.", "1.952"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_similarity_lays_the_law_and_the_closed_form_over(opened, figures):
    app = opened("scheme=Sinusoidal&n=200&d=512&p=0&similarity=cosine", page="similarity")
    lines = {trace["name"]: trace for trace in figures(app)[0]["data"] if trace.get("showlegend")}
    assert set(lines) == {"Sinusoidal", "closed form", "log law"}
    np.testing.assert_allclose(lines["closed form"]["y"], lines["Sinusoidal"]["y"], atol=1e-12)
    law = lines["log law"]["y"]
    assert law[100] == pytest.approx(0.4373, abs=5e-5)
    assert law[10] == pytest.approx(0.6873, abs=5e-5)
    app = opened("scheme=Sinusoidal&law=false", page="similarity")
    assert len([trace for trace in figures(app)[0]["data"] if trace.get("showlegend")]) == 1


@pytest.mark.parametrize("measure", ["dot", "cosine", "min-max", "softmax", "distance"])
def test_similarity_in_every_measure(opened, figures, measure):
    app = opened(f"scheme=Binary&p=9&similarity={measure}&n=30&d=5", page="similarity")
    curve = figures(app)[0]["data"][0]["y"]
    np.testing.assert_allclose(curve, geometry.similarity(Binary().encode(range(30), 5), 9, kind=measure))
    assert "itself" in text(app).splitlines()[0]


def test_similarity_looks_far(opened):
    shown = text(opened("far=10000", page="similarity"))
    assert "Position 40 and position 10,040 are 7.8 in Sinusoidal, where a neighbour is 1.472 away" in shown
    assert "at k = 1, 1.472 away: the neighbour itself" in shown
    assert "nearer than the neighbour" in text(opened("d=8", page="similarity"))


def test_base_slider_is_a_handle_of_the_base(opened):
    app = opened(page="similarity")
    handle(app.select_slider, "base handle").set_value(100.0).run()
    assert app.session_state["Sinusoidal.base"] == 100
    assert "At B = 100 the similarity" in text(app)


def test_an_odd_dimension_has_its_closed_form(opened):
    shown = text(opened("scheme=Sinusoidal&n=40&d=7", page="similarity"))
    assert "closed form differs from the measured curve by at most" in shown
    assert "For odd d it is Σ cos(w k) + sin(w p) sin(w q)" in shown
