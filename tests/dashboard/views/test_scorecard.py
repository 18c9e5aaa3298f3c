"""The page Scorecard: its words and its pictures."""

from dashboard.views.scorecard.notes import NOTES
from posenc_core.criteria import CRITERIA
from tests.dashboard.conftest import check_notes

NUMBERS = {
    "_bits_need_a_fixed_width": ["7 of the 8", "first, 0."],
    "_five_conditions_do_not_decide": ["value is 1,", "e−15", "after k = 37", "after k = 5"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_scorecard_shows_every_condition_with_its_number_and_a_link(opened):
    app = opened("scheme=Binary&scheme=Sinusoidal&n=16&d=4&k=3", page="scorecard")
    overview = app.dataframe[0].value.set_index("Condition")
    assert list(overview.index) == [criterion.title for criterion in CRITERIA]
    assert overview.loc["Equal steps", ["Binary", "Sinusoidal"]].tolist() == ["✗ fails", "✓ holds"]
    details = app.dataframe[1 + [criterion.metric for criterion in CRITERIA].index("M4")].value.set_index("Scheme")
    assert details.loc["Binary", "Positions that decide"] == "7, 8, 0, 1"
    assert "7 → 8 is 2, 0 → 1 is 1" in details.loc["Binary", "Why"]
    assert len(app.get("page_link")) == len(CRITERIA)


def test_scorecard_counts_repeats_in_half_precision(opened):
    table = opened("scheme=Sinusoidal&n=2048&d=64", page="scorecard").dataframe[-1].value
    assert table.loc["Sinusoidal", "positions in bfloat16"] == 1407
    assert table.loc["Sinusoidal", "values in bfloat16"] == 0
