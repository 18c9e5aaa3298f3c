"""The page Heatmap: its words and its pictures."""

import numpy as np
import pytest

from dashboard.views.heatmap.notes import NOTES
from posenc_core import Binary, Index, Sinusoidal
from tests.dashboard.conftest import check_notes, handle, text

NUMBERS = {
    "_bits_count_positions": ["8 positions"],
    "_pairs_count_half": ["0 to 63"],
    "_equal_pictures_prove_little": ["e−06 for 100 × 512"],
    "_smooth_between_integers": ["0.9586", "by 1."],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_heatmap_turns_over(opened, figures):
    across, down = (figures(opened(f"n=20&d=6&p=7&down={way}", page="heatmap"))[0] for way in ("dimension", "position"))
    table = Sinusoidal().encode(range(20), 6).astype(np.float32)
    np.testing.assert_array_equal(across["data"][0]["z"], table.T)
    np.testing.assert_array_equal(down["data"][0]["z"], table)
    assert {shape["x0"] for shape in across["layout"]["shapes"]} == {7}
    assert {shape["y0"] for shape in down["layout"]["shapes"]} == {7}
    assert down["layout"]["yaxis"]["range"] == [19.5, -0.5], "row 0 is on top"


def test_heatmap_shows_the_scheme_in_front_and_lets_choose_another(opened, figures):
    app = opened("scheme=Binary&scheme=Sinusoidal&n=16&d=4", page="heatmap")
    np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], Binary().encode(range(16), 4).T)
    handle(app.get("button_group"), "scheme in front").set_value("Index").run()
    assert app.session_state["scheme"] == ["Index", "Binary", "Sinusoidal"]
    np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], Index().encode(range(16), 4).T)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("x", "“x” is no column"),
        ("64", "There is no such column"),
        ("0-60", "61 columns are too many"),
    ],
)
def test_heatmap_says_which_columns_there_are(opened, columns, said):
    app = opened(f"columns={columns}", page="heatmap")
    assert not app.exception
    assert said in app.main.text[0].value


def test_heatmap_buttons_choose_columns(opened):
    app = opened("Sinusoidal.layout=concatenated&d=20", page="heatmap")
    for label, columns in (("6–9", "6-9"), ("Fastest", "0, 10"), ("Slowest", "9, 19")):
        app.button(key=f"columns {label}").click().run()
        assert app.session_state["columns"] == columns


def test_heatmap_counts_turning_pairs_still_columns_and_unseen_entries(opened):
    shown = text(opened(page="heatmap"))
    assert "11 of 32 pairs complete a turn within n = 128" in shown
    assert "13 of 64 columns hardly change" in shown
    assert "53.5% of its entries lie outside" in shown
    assert "161 of 256 pairs" in text(opened("n=2048&d=512", page="heatmap"))
    assert "distances do not change." in shown
    assert "distances do not change." in text(opened("scheme=Binary", page="heatmap"))
    assert "in another order" not in text(opened("scheme=Index", page="heatmap"))


def test_bits_stand_beside_the_waves_of_the_base_that_the_link_says(opened, figures):
    labels = figures(opened("scheme=Binary&Sinusoidal.base=16&d=4", page="heatmap"))[4]["layout"]["yaxis"]["ticktext"]
    assert "pair 1: 25.1" in labels[-1]
