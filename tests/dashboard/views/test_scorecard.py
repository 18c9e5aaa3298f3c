"""The page Scorecard: its words and its tables."""

import pytest

from dashboard.views.measurements import repeats
from dashboard.views.notes import random_waves
from dashboard.views.scorecard import words
from dashboard.views.scorecard.notes import NOTES
from posenc_core import Learned, criteria, geometry
from posenc_core.criteria import CRITERIA, Finding
from tests.dashboard.conftest import check_notes, text

FIVE_FIRST = sorted(CRITERIA, key=lambda criterion: "five" not in criterion.asked_by)

NUMBERS = {
    "bits_need_a_fixed_width": ["7 of the 8", "first, 0."],
    "five_conditions_do_not_decide": ["larger than 1,", "after k = 37", "after k = 5 "],
}


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_random_frequencies_pass_what_the_note_says():
    card = criteria.scorecard(random_waves())
    assert {card[metric].verdict for metric in ("M2", "M4", "M5")} == {"holds"}
    assert geometry.first_repeat(random_waves()) is None


def verdicts(app):
    """The sentences of the one table, by the titles of the conditions."""
    table = app.table[0].value["Verdict and reason"]
    return {name.split("**")[1].lstrip("①②③④⑤ "): cell.split("  \n") for name, cell in table.items()}


def test_the_conclusion_comes_first(sketched):
    shown = text(sketched(page="scorecard"))
    assert (
        "Sinusoidal passes all five. Binary fails ④: the step 63 → 64 is 2.65 long, 0 → 1 is 1. "
        "Normalized fails ①: a value of position 63 changes by 0.504 at n = 64."
    ) in shown
    assert (
        "Sinusoidal passes all four. Binary fails equal steps, equal dot products and equally long vectors. "
        "Normalized fails equal dot products and equally long vectors."
    ) in shown
    assert "e-1" not in shown


def test_one_table_has_a_row_a_condition_with_the_reason_in_it(sketched):
    app = sketched("scheme=Binary&scheme=Sinusoidal&n=16&d=4&k=3", page="scorecard")
    found = verdicts(app)
    assert list(found) == [criterion.title for criterion in FIVE_FIRST]
    assert found["Equal steps"] == [
        ":red[✗] **Binary** fails. The step 7 → 8 is 2 long, 0 → 1 is 1.",
        ":green[✓] **Sinusoidal** passes. One step is equally long everywhere, and so is every longer one up to k = 8.",
    ]
    assert found["Values stay small"] == [
        ":green[✓] **Binary and Sinusoidal** pass. No value is larger than 1, up to n = 256."
    ]
    assert {link.proto.label for link in app.get("page_link")} == {
        f"See it on {page.capitalize()}" for page in words.SEEN_ON.values()
    }
    for criterion, name in zip(FIVE_FIRST, app.table[0].value.index, strict=True):
        assert words.SEEN_ON[criterion.metric].capitalize() in name


def test_both_lists_can_be_recognised(sketched):
    rows = list(sketched(page="scorecard").table[0].value.index)
    assert [row[2] for row in rows if "five" in row] == list("①②③④⑤")
    assert sum("four" in row for row in rows) == 4


@pytest.mark.parametrize(
    "query", ["", "&n=2", "&n=3&k=2", "&k=127", "&d=1", "&Index.start=1", "&Index.spread=one column"]
)
def test_index_is_moved_by_no_matrix(sketched, query):
    (found,) = verdicts(sketched(f"scheme=Index{query}", page="scorecard"))["One matrix moves every position"]
    assert found == ":red[✗] **Index** fails. It takes a translation: the same vector is added everywhere."


def test_what_nothing_can_be_said_of(sketched):
    shown = text(sketched("n=1", page="scorecard"))
    assert "Sinusoidal, Binary and Normalized pass ①, ② and ③. Nothing can be said here of ④ and ⑤." in shown
    assert "Sinusoidal passes equally long vectors. Binary and Normalized have no verdict for equally long" in shown


def test_who_passes_in_words():
    called = {"a": "①", "b": "②"}

    def card(*numbers):
        return {m: Finding(number, (), f"{m} is so.") for m, number in zip("ab", numbers, strict=True)}

    nan = float("nan")
    for found, said in (
        ({"X": card(0, 0)}, "X passes all two."),
        ({"X": card(0, 0), "Y": card(0, 1e-9)}, "X and Y pass all two."),
        ({"X": card(0, 0.05)}, "X nearly passes ②: b is so."),
        ({"X": card(1, 0), "Y": card(0, 0)}, "Y passes all two. X fails ①: a is so."),
        ({"X": card(1, 0.02)}, "X fails ①: a is so. X nearly passes ②: b is so."),
        ({"X": card(1, 1), "Y": card(2, 3)}, "X and Y fail ① and ②."),
        ({"X": card(0, nan), "Y": card(0, 0)}, "Y passes all two. X has no verdict for ②."),
        ({"X": card(0, nan)}, "X passes ①. Nothing can be said here of ②."),
        ({"X": card(nan, nan)}, "Nothing can be said here of ① and ②."),
    ):
        assert words.passed(found, called, "all two") == said


def test_half_precision_says_what_repeats(sketched):
    app = sketched("scheme=Sinusoidal&n=2048&d=64", page="scorecard")
    assert (
        "Rounding the positions to bfloat16 makes 1,407 of 2,048 vectors repeat in Sinusoidal. "
        "Rounding the values to bfloat16 makes no vector repeat."
    ) in text(app)
    table = app.dataframe[-1].value.set_index("Scheme")
    assert table.loc["Sinusoidal", "positions in bfloat16"] == 1407
    assert table.loc["Sinusoidal", "values in bfloat16"] == 0
    assert "makes no vector repeat here, be it of positions or of values." in text(sketched(page="scorecard"))
    assert "n up to 2,048" in text(sketched("n=2049", page="scorecard"))


def test_what_repeats_without_rounding_is_not_blamed_on_it(sketched):
    assert (
        "Rounding to bfloat16 makes no further vector repeat here, be it of positions or of values. "
        "Without rounding, 4 vectors repeat in Binary."
    ) in text(sketched("scheme=Binary&scheme=Sinusoidal&n=20&d=4", page="scorecard"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=Binary&n=1024&d=9",
         "Rounding the positions to bfloat16 makes 128 more of 1,024 vectors repeat in Binary. "
         "Rounding the values to bfloat16 makes no further vector repeat. Without rounding, 512 vectors repeat in Bin"),
        ("scheme=Binary&n=1024&d=10",
         "Rounding the positions to bfloat16 makes 512 of 1,024 vectors repeat in Binary. "
         "Rounding the values to bfloat16 makes no vector repeat.  \nMany"),
        ("scheme=Binary&n=3&d=1", "Without rounding, 1 vector repeats in Binary."),
        ("scheme=Binary&scheme=Gray&n=4&d=1", "Without rounding, 2 vectors repeat in Binary and Gray."),
    ],
)  # fmt: skip
def test_rounding_makes_repeat_what_did_not(sketched, query, said):
    assert said in text(sketched(query, page="scorecard"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=Binary&n=3&d=1", "Binary fails ⑤: position 2 has the vector of position 0."),
        (
            "scheme=Binary&n=4&d=1",
            "Binary fails ⑤: 2 of 4 positions have the vector of an earlier one, such as 2 that ",
        ),
    ],
)
def test_a_reason_has_one_colon(sketched, query, said):
    assert said in text(sketched(query, page="scorecard"))


# Without vectors


def test_what_does_not_apply_is_a_verdict_of_its_own(sketched):
    app = sketched("scheme=ALiBi&scheme=NoPE&scheme=Binary&scheme=xPos", page="scorecard")
    found = verdicts(app)
    assert found["Clearly different vectors"] == [
        ":gray[∅] Does not apply to **ALiBi (head 1 of 8) and NoPE**. What adds to the scores has no vectors.",
        ":green[✓] **Binary** passes. All differ, and no pair is nearer than the nearest neighbours.",
        ":gray[∅] Does not apply to **xPos**. xPos turns queries and keys and has no vectors.",
    ]
    assert found["Values stay small"][0] == (
        ":red[✗] **ALiBi (head 1 of 8)** fails. Position changes a score by up to 63.5 nats, content by 1 "
        "(standard deviation)."
    )
    assert found["Equal steps"][0] == (
        ":green[✓] **ALiBi (head 1 of 8), NoPE and xPos** pass. Equal offsets have equal scores everywhere."
    )
    shown = text(app)
    assert "∅ does not apply: the condition asks about vectors, and there are none." in shown
    assert (
        "**Without vectors.** ALiBi, NoPE and xPos have none, so ①, ②, ③ and ④ ask about their scores instead: "
        "in nats, and beside a position's own."
    ) in shown
    assert "NoPE passes ①, ②, ③ and ④." in shown
    assert "⑤ does not apply to ALiBi (head 1 of 8), NoPE and xPos." in shown
    assert "Equal dot products, clearly different vectors and equally long vectors do not apply to ALiBi" in shown
    measured = app.table[1].value["Missed by"]
    assert "Of scores: Position changes a score by no more than content does" in next(
        cell for name, cell in measured.items() if "Values stay small" in name
    )
    assert next(cell for name, cell in measured.items() if "Equally long" in name).endswith(
        "ALiBi (head 1 of 8) :gray[∅]; NoPE :gray[∅]; Binary 100 %; xPos :gray[∅]"
    )
    for words_of_scores in ("∅", "Without vectors", "Of scores"):
        assert words_of_scores not in text(sketched(page="scorecard"))


def test_a_bias_has_nothing_to_round(sketched):
    app = sketched("scheme=ALiBi&n=9000", page="scorecard")
    assert "No chosen scheme has vectors that could become equal." in text(app)
    assert not app.dataframe
    both = sketched("scheme=ALiBi&scheme=Binary", page="scorecard")
    assert [*both.dataframe[0].value["Scheme"]] == ["Binary"]


def test_another_head_is_another_verdict(sketched):
    found = verdicts(sketched("scheme=ALiBi&head=8", page="scorecard"))
    assert found["Values stay small"] == [
        ":green[✓] **ALiBi (head 8 of 8)** passes. Position changes a score by at most 0.496 nats, content by 1 "
        "(standard deviation)."
    ]


def test_a_position_that_is_rounded_beyond_a_table_takes_its_last_row(sketched):
    """In bfloat16, 511 is 512."""
    assert not sketched("scheme=Learned&n=512&d=8", page="scorecard").exception
    found = repeats(Learned(), 512, 8)
    assert found["positions in bfloat16"] == 512 - len({*range(257), *range(258, 511, 2), 511})
