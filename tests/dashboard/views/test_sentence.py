"""The page Sentence: its words and its pictures."""

import pytest

from dashboard.views.sentence.notes import NOTES
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "_scale_is_the_matter": ["−37.3 dB", "+3.0 dB"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


@pytest.mark.parametrize("name", ["RoPE", "ALiBi"])
def test_sentence_shows_attention_by_what_a_scheme_does_to_the_scores(opened, figures, name):
    app = opened(f"scheme={name}&text=a+b+c+d&d=8", page="sentence")
    assert "and adds nothing to a token: there is no sum to draw" in text(app)
