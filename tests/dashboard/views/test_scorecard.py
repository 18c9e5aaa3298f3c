"""Scorecard: tabs and links. Claims are tested in tests/claims."""

import pytest

from dashboard.controls import links
from dashboard.say import MESSAGES, message, say
from dashboard.views.scorecard import facts, figures
from posenc_core import Normalized
from posenc_core.analysis.criteria import scorecard
from posenc_core.text.messages import claim
from tests.dashboard.conftest import set_values, text


def test_the_claim_comes_first(sketched):
    page_text = text(sketched(page="scorecard"))
    five = claim("scorecard-five"), claim("scorecard-meets", schemes=("Sinusoidal",), count=1)
    assert say(*five, claim("scorecard-misses", schemes=("Binary", "Normalized"), count=2)) in page_text
    assert say(*facts.legend([])) in page_text
    reason = scorecard(Normalized(), length=64, dim=32)["M1"].reason
    assert message("criterion-M1.summary") in page_text
    assert f"**Normalized**: {say(reason)}" in page_text


@pytest.mark.parametrize("query", ["scheme=ALiBi&scheme=Binary&scheme=xPos", "scheme=Learned&n=1"])
def test_every_condition_can_be_asked_about(opened, query):
    app = opened(query, page="scorecard")
    for place, title in enumerate(app.selectbox[0].options):
        app.selectbox[0].select_index(place).run()
        assert not app.exception, title


def test_the_condition_is_in_the_address_and_without_one_it_follows_the_encodings(opened):
    app = opened("scheme=Sinusoidal&scheme=Binary&scheme=Normalized", page="scorecard")
    assert app.selectbox[0].value == "length-independent-vectors"
    # Binary never depends on the length
    app = set_values(app, scheme=["Sinusoidal", "Binary"])
    assert app.selectbox[0].value == "constant-distance"
    app.selectbox[0].select("linear-shift").run()
    address = links.address(app.session_state["state"], "scorecard")
    assert address == "scheme=Sinusoidal&scheme=Binary&condition=linear-shift"
    app = opened(address, page="scorecard")
    assert app.selectbox[0].value == "linear-shift"
    assert message("criterion-M8.summary") in text(app)


def test_encodings_without_vectors_are_named(sketched):
    app = sketched("scheme=ALiBi&scheme=Binary", page="scorecard")
    without = claim("scorecard-logits", schemes=("ALiBi (head 1 of 8)",), count=1)
    assert say(without) in text(app)
    assert message("criterion-M2.summary-logits") in text(app)


def test_the_screen_reader_text_names_the_encoding_of_a_verdict():
    cards = {"A <b>": scorecard(Normalized(), length=8, dim=2)}
    assert f"A &lt;b&gt;: {say(facts.of_verdict('holds'))}. " in figures.row(cards, "M2")
    assert MESSAGES.say(facts.of_verdict("holds"), "sign") in figures.row(cards, "M2")
