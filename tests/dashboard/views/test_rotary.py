"""The page Rotary: its words, its numbers and its pictures."""

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from dashboard.study import Study
from dashboard.views.rotary import figures, numbers, tables, words
from dashboard.views.rotary.notes import NOTES
from dashboard.views.words import number
from posenc_core import RoPE, precision, xPos
from posenc_core.pairing import MISTAKES
from posenc_core.precision import FORMATS
from tests.dashboard.conftest import check_notes, drawn, handle, text

DATA = json.loads((Path(__file__).parents[2] / "data" / "mistakes.json").read_text())

NUMBERS = {
    "_one_pairing_is_a_mistake": ["0.226 and 0.772 at offset 3", "the half pairing gives 0.226 too"],
    "_half_precision_is_enough": ["2.5 radians at position 2,047", "only 641 stay apart"],
    "_yarn_is_one_formula": ["1.76 times apart", "0.00305 radians a token as printed", "0.0052 in code"],
    "_dynamic_stretches_by_its_factor": ["that is 4 for s = 1", "and 13 for s = 4"],
    "_attention_factor_counts_once": ["1.13863", "1.29648"],
    "_cached_keys_may_stay": ["0.18 with dynamic scaling and 0.261 with LongRoPE"],
}


def study(*schemes, n=128, d=64, p=40, k=1):
    return Study(schemes or (RoPE(),), n, d, p, k)


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_the_page_opens_with_the_two_pairings(sketched):
    shown = text(sketched("scheme=RoPE&n=9&p=5&k=3", page="rotary"))
    assert shown.startswith("A rotation turns the columns of queries and keys in pairs.")
    assert "The same q and k, 3 tokens apart, have the score 0.226 interleaved, 0.772 half." in shown
    assert "The query q stands at position 5, the key k at 2." in shown
    assert "holds column [0, 2, 4, 6, 1, 3, 5, 7][j] of the interleaved one" in shown
    assert "With q and k in this order, the half pairing gives 0.226, the score of the interleaved one." in shown


# Eight columns


@pytest.mark.parametrize(
    ("n", "p", "k", "at", "of"),
    [(128, 40, 1, 40, 39), (50, 10, 40, 40, 0), (1, 0, 1, 0, 0), (2**20, 9, 2**20, 2**20 - 1, 0)],
)
def test_a_key_stands_before_its_query_within_the_sequence(n, p, k, at, of):
    shown = study(n=n, p=p, k=k)
    found = numbers.worked(shown)
    assert (found.at, found.of) == (at, of)
    assert (f"the query at {at:,}" in words.pairing_words(shown)) == (at != p)
    # the score counts the offset alone
    by_offset = numbers.by_offset(shown)
    if at - of < len(by_offset["half"]):
        for name, score in found.scores.items():
            assert score == pytest.approx(by_offset[name][at - of], abs=1e-12)
    assert numbers.reordered(shown, found) == pytest.approx(found.scores["interleaved"], abs=1e-9)


def test_the_table_of_columns_holds_what_is_multiplied():
    table = tables.columns(study(n=9, p=5, k=3))
    for name, score in (("interleaved", 0.22554037985742809), ("half", 0.7717484277446552)):
        assert (table[f"q {name}"] * table[f"k {name}"]).sum() == pytest.approx(score, abs=1e-14)


def test_scores_are_drawn_by_the_offset_as_far_as_there_is_room():
    for k, last in ((1, 8), (30, 30), (64, 64), (65, 8)):
        found = tables.scores(study(k=k))
        assert [*found["offset"]] == [*range(last + 1)]
        assert ("Offset 65 is not drawn." in words.scores_words(study(k=k))) == (k == 65)
    assert [*found.columns] == ["offset", "interleaved", "half"], "RoPE as it is would be drawn twice"


def test_a_chosen_rotation_is_drawn_where_it_differs():
    assert "RoPE" in numbers.by_offset(study(RoPE(scaling="linear")))
    shown = study(RoPE(scaling="YaRN"))
    assert numbers.by_offset(shown)["RoPE"][0] == pytest.approx(0.34 * (1 + 0.1 * np.log(4)) ** 2)
    assert "RoPE multiplies it. RoPE is drawn as chosen in the sidebar." in words.scores_words(shown)
    assert "multiplies" not in words.scores_words(study(RoPE(scaling="linear")))
    assert [*numbers.by_offset(study(RoPE(pairing="half"), xPos()))] == ["interleaved", "half", "xPos"]


def test_beside_another_rotation_the_scalings_are_those_of_rope():
    known = {"RoPE": RoPE(scaling="YaRN", trained=99)}
    shown = Study((xPos(),), 128, 64, 40, 1, known=known)
    assert words.ratios_caption(shown).startswith("Thick is the scaling that RoPE has here: YaRN. Choose RoPE")
    assert "Choose RoPE" not in words.ratios_caption(study())


# Is my code right?


@pytest.mark.parametrize("name", MISTAKES)
def test_the_verdict_on_every_mistake(name):
    said, published = words.verdict(name), DATA["mistakes"][name]
    assert said.startswith(words.WRONG[name])
    passes = np.ptp(published["scores"]) < 1e-9 and abs(published["length"] - 1) < 1e-9
    assert ("Both tests pass, and the code is wrong." in said) == passes
    assert ("times as long" in said) == (abs(published["length"] - 1) > 1e-9)
    assert f"{published['scores'][0]:.3f}".rstrip("0") in said
    assert ("with the mistake" in words.walk_alt(name)) and ("up and down" in words.walk_alt(name)) != passes


def test_a_mistake_is_chosen_on_the_page_or_in_the_sidebar(opened, figures):
    app = opened("scheme=RoPE&mistake=q alone", page="rotary")
    assert "**Caught by its place.** The score changes with the place: 0.421, −0.0211 and 0.752." in text(app)
    handle(app.get("button_group"), "mistake handle").set_value("degrees").run()
    assert app.session_state["mistake"] == "degrees"
    assert "every pair turns 57.3 times too slowly. **Both tests pass" in text(app)
    (walk,) = [figure for figure in figures(app) if "radians taken for degrees" in str(figure["data"])]
    right, wrong = (trace["y"] for trace in walk["data"])
    np.testing.assert_allclose(right, DATA["right"]["interleaved"]["scores"][0], atol=1e-6)
    np.testing.assert_allclose(wrong, DATA["mistakes"]["degrees"]["scores"][0], atol=1e-6)
    assert walk["layout"]["yaxis"]["range"][0] < -0.5, "rounding is not drawn as waves"


def test_the_table_of_mistakes_says_what_catches_each():
    table = tables.mistakes().set_index("code")
    assert [*table["caught"]] == ["–"] * 2 + ["length, place"] * 2 + ["place"] + ["neither"] * 5
    assert words.mistakes_words().startswith("The two tests catch 3 of 8 mistakes.")
    assert table.loc[words.NAMES["degrees"], "score at (5, 2)"] == pytest.approx(0.3293245604819049, abs=1e-14)


def test_the_numbers_to_compare_with_run_and_are_the_published_ones():
    names: dict = {}
    for part in words.reference().split("# half")[:1]:
        exec(part, names)
    assert names["score_q5_k2"] == pytest.approx(DATA["right"]["interleaved"]["scores"][0], abs=1e-9)
    exec(words.reference(), names)
    assert names["score_q5_k2"] == pytest.approx(DATA["right"]["half"]["scores"][0], abs=1e-9)
    assert names["scores"][3] == names["score_q5_k2"]
    rope = json.loads((Path(__file__).parents[2] / "data" / "rope.json").read_text())
    np.testing.assert_allclose(names["q_at_5"], rope["formula"]["half"]["q_at_5"], rtol=0, atol=1e-9)
    assert (names["q"], names["k"]) == (rope["q"], rope["k"])


class Halved(RoPE):
    """Keys stay as they are."""

    name = "Halved"

    def _rotated(self, x, positions, length, keys):
        return x if keys else super()._rotated(x, positions, length, keys)


def test_what_the_tests_say_of_chosen_rotations():
    assert words.chosen_words(study()) == "RoPE as chosen in the sidebar: both tests pass."
    assert words.chosen_words(study(RoPE(scaling="YaRN"))).startswith("RoPE as chosen makes every vector 1.14 times")
    assert "xPos as chosen changes lengths on purpose" in words.chosen_words(study(xPos()))
    assert words.chosen_words(study(Halved())) == "In Halved as chosen, the score changes with the place."
    # what reads the length has one length everywhere
    assert "both tests pass" in words.chosen_words(study(RoPE(scaling="dynamic", trained=4)))


# How are turns stretched?


@pytest.mark.parametrize(
    ("d", "base", "length", "pairs"),
    [
        (128, 1e4, 4096, 46),
        (128, 5e5, 8192, 35),
        (64, 1e4, 2048, 21),
        (64, 1e4, 128, 11),
        (64, 1e4, 6, 0),
        (8, 2, 99, 4),
    ],
)
def test_how_many_pairs_a_length_has_seen(d, base, length, pairs):
    found = numbers.seen(RoPE(base=base, trained=length), d, length)
    assert (found.whole, found.turning, found.formula) == (pairs, d // 2, pairs)
    place = numbers.boundary(RoPE(base=base), d, length)
    assert place is None or np.ceil(place) == pairs


def test_words_of_the_pairs_a_length_has_seen():
    said = words.seen_words(study())
    assert "2,048 tokens, the trained length, show 21 of 32 pairs a whole turn.** The other 11 pairs" in said
    assert "128 tokens, the n of this page, show 11. Without" in said
    assert said.endswith("21 and 11 for these two lengths.")
    assert "rounded up" not in words.seen_words(study(RoPE(share=0.5))), "the formula counts all columns"
    assert "This pair needs more tokens for one" in words.seen_words(study(RoPE(trained=5), d=2))
    assert "new" not in words.seen_words(study(RoPE(trained=7), d=2)), "whole tokens never come to one angle twice"
    assert "1 token, the trained length, shows 0 of 32 pairs" in words.seen_words(study(RoPE(trained=1)))
    for scaling, length in product(("linear", "dynamic", "YaRN", "LongRoPE"), (1, 128, 8192)):
        rope = RoPE(scaling=scaling)
        turns = (length * each / (2 * np.pi) for each in (RoPE().frequencies(64), rope.frequencies(64, length)))
        plain, scaled = (int((each >= 1).sum()) for each in turns)
        said = words.seen_words(study(rope, n=length))
        assert re.search(rf"of this page, shows? {plain}, and {scaled} with the scaling chosen here, {scaling}\.", said)


def test_words_of_every_scaling():
    said = words.scalings_words(study())
    assert "With linear, every pair turns 4 times as slowly." in said
    assert (
        "With NTK-aware, YaRN, YaRN as printed and llama3, the fastest pair turns as before, and the slowest 4" in said
    )
    assert "With dynamic, the fastest pair turns as before, and the slowest 13 times as slowly." in said
    assert said.endswith("counts in dynamic and LongRoPE: drawn is a sequence of 8,192 tokens.")
    assert "YaRN and YaRN as printed by 1.14, so scores by 1.3;" in words.attention_words(study())
    still = study(RoPE(factor=1.0, factors="0.5"))
    assert words.scalings_words(still).endswith(
        "With linear, NTK-aware, dynamic, YaRN, YaRN as printed, llama3 and LongRoPE, no pair is slowed."
    )
    assert not words.attention_words(still)
    fast = study(RoPE(factors="1, 0.5"))
    assert "With LongRoPE, the fastest pair turns as before, and the slowest 2 times as fast." in words.scalings_words(
        fast
    )


def test_all_scalings_are_drawn_on_one_log_axis():
    found = tables.ratios(study(RoPE(share=0.5, exponent="all columns")))
    assert found["linear"][:16].tolist() == [0.25] * 16
    assert found["linear"][16:].isna().all(), "what does not turn is not slowed"
    ratios = {name: np.array(values) for name, values in found.items() if name != "pair"}
    figure = figures.ratios(ratios, front="YaRN", values="v", mark=3.0, marked="m")
    assert figure["data"][-1]["name"] == "YaRN"
    assert sorted(trace["legendrank"] for trace in figure["data"]) == [*range(1, 9)]
    low, high = figure["layout"]["yaxis"]["range"]
    assert low < np.log10(min(np.nanmin(values) for values in ratios.values())) < 0 < high
    assert {0.5, 1} <= {*figure["layout"]["yaxis"]["tickvals"]}
    flat = figures.ratios({"none": np.ones(1)}, front="none", values="v", mark=None, marked="")
    assert flat["layout"]["yaxis"]["tickvals"] == [1.0]


def test_a_scaling_can_be_set_up_before_it_is_chosen(opened):
    keys, query = {"RoPE.factor", "RoPE.trained"}, "scheme=RoPE&RoPE.base=500"
    assert keys <= drawn(opened(query, "rotary"))
    assert not keys & drawn(opened(query, "shift"))


# What does half precision leave?


def test_published_errors_of_rounded_frequencies_and_positions():
    found = numbers.rounded(tuple(RoPE().frequencies(128).tolist()), 2048)
    expected = {"bfloat16": 2.5038425819462353, "float16": 0.4946925743037647, "float32": 6.084604917111491e-05}
    for name in FORMATS:
        assert found[name].by_frequency == pytest.approx(expected[name], rel=1e-6)
        assert found[name].published == (641 if name == "bfloat16" else 2049)
    assert numbers.first_lost("bfloat16") == (256, 257, 258, 256)
    assert words.first_moved(found["bfloat16"]) == "257 → 256"


def test_words_of_half_precision():
    said = words.bits_words(study(n=2048, d=128))
    assert "no whole number between 256 and 258: position 257 becomes 256." in said
    assert "it keeps only 641 apart; of the n = 2,048 here, 641." in said
    assert "At position 2,047, frequencies in bfloat16 turn pair" in said
    assert "more than half a turn" not in said
    for scaling in ("dynamic", "LongRoPE"):
        turns = (rope := RoPE(scaling=scaling)).frequencies(64, 8192)
        missed = np.abs(precision.rounded(turns, "bfloat16") - turns) * 8191
        said = words.bits_words(study(rope, n=8192))
        assert f"turn pair {missed.argmax()} wrong by {number(float(missed.max()))} radians" in said
    assert "of the n = 1 here, all. Frequencies in bfloat16 lose nothing" in words.bits_words(study(n=1))
    long = study(n=2**20)
    assert "more than half a turn" in words.bits_words(long)
    assert "no number" in [*tables.formats(long)["position"]], "float16 ends at 65,504"


# What is shown, and what is not


def test_the_page_says_why_it_shows_another_rotation_or_none(sketched, figures):
    assert "Your encodings do not rotate queries and keys, so this page shows RoPE." in text(
        sketched("scheme=Index", "rotary")
    )
    app = sketched("scheme=RoPE&d=7", page="rotary")
    assert "RoPE rotates pairs of dimensions, so d must be even, not 7." in text(app)
    assert not figures(app)


@pytest.mark.parametrize("name", ["base", "share", "factor", "trained", "factors"])
def test_every_sentence_is_said_at_the_ends_of_every_parameter(name):
    (parameter,) = (each for each in RoPE.parameters() if each.name == name)
    for value in parameter.domain.samples:
        for scaling, n, d in (
            ("none", 1, 2), ("none", 300, 8), ("LongRoPE", 1, 2), ("LongRoPE", 300, 8), ("LongRoPE", 2**17, 64),
        ):  # fmt: skip
            shown = study(replace(RoPE(scaling=scaling, share=0.5), **{name: value}), n=n, d=d)
            said = [
                each(shown)
                for each in (
                    words.claim, words.pairing_words, words.example_words, words.permutation_words,
                    words.scores_words, words.chosen_words, words.scalings_words, words.attention_words,
                    words.ratios_caption, words.seen_words, words.ratios_alt, words.bits_words,
                )
            ]  # fmt: skip
            assert not {"nan", "inf", "None"} & {*" ".join(said).replace(",", " ").replace(".", " ").split()}
            assert len(tables.scalings(shown)) == 8
