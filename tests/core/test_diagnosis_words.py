"""What is said of a diagnosis: true of every one, in whole sentences, with no more digits than it has."""

import re
from dataclasses import replace

import numpy as np
import pytest

from posenc_core import ALiBi, Sinusoidal
from posenc_core.diagnosis import MISTAKES, Diagnosis, Pairs, Reading, Storage, diagnose
from posenc_core.diagnosis.words import advice, evidence, share, verdict

FLOAT32, EXACT = Storage("float32", None, 2.0**-24), Storage("float64", None, 2.0**-53)
PAPER = Reading("scheme", "Sinusoidal", {"base": 10000.0}, 1e-8, Sinusoidal())
ZEROS = np.zeros(2)


def found(best: Reading, **more) -> Diagnosis:
    usual = {
        "size": (128, 64), "storage": EXACT, "equal": (), "runner_up": None, "transposed": False, "noise": 0.0,
        "rows": ZEROS, "columns": ZEROS, "zero_rows": (), "repeated_rows": (),
    }  # fmt: skip
    return Diagnosis(best=best, **(usual | more))


def mistaken(name: str, length: int = 128, dim: int = 64, **parameters) -> Reading:
    def numbers():
        return MISTAKES[name].table(length, dim, 10000.0)

    return Reading("mistake", name, {"base": 10000.0, **parameters}, 1e-12, Sinusoidal(), numbers)


UNKNOWN = Reading("unknown", "unknown", {}, 0.37)
NEAREST = replace(PAPER, misfit=0.37)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (found(PAPER), "Sinusoidal, interleaved, base 10,000: every number agrees."),
        (found(PAPER, storage=FLOAT32), "Sinusoidal, interleaved, base 10,000, rounded to float32."),
        (
            found(PAPER, storage=Storage("3 decimals", 3, 5e-4)),
            "Sinusoidal, interleaved, base 10,000, rounded to 3 decimals.",
        ),
        (found(PAPER, noise=0.01), "Sinusoidal, interleaved, base 10,000, with 1 % of noise."),
        (
            found(replace(PAPER, parameters={"base": 13459.6, "layout": "concatenated"}, scheme=None)),
            "Sinusoidal, base 13,459.6, concatenated: every number agrees.",
        ),
        (
            found(mistaken("cosine of the next pair")),
            "A known mistake: each cosine has the exponent of the next pair; the rest is Sinusoidal, interleaved, "
            "base 10,000.",
        ),
        (
            found(mistaken("degrees", start=1), noise=0.0005),
            "A known mistake: the angles are taken for degrees; the rest is Sinusoidal, interleaved, base 10,000, "
            "start 1, with less than 0.1 % of noise.",
        ),
        (
            found(Reading("bias", "ALiBi", {"slope": 0.5}, 0, ALiBi())),
            "A matrix of attention biases: ALiBi, slope 0.5.",
        ),
        (
            # multiples of 0.5, which nobody rounded
            found(Reading("bias", "ALiBi", {"slope": 0.5}, 0, ALiBi()), storage=Storage("1 decimal", 1, 0.05)),
            "A matrix of attention biases: ALiBi, slope 0.5.",
        ),
        (
            found(Reading("learned", "Learned", {"model": "all-MiniLM-L6-v2"}, 1e-5), storage=FLOAT32),
            "A trained table: that of all-MiniLM-L6-v2.",
        ),
        (
            found(Reading("learned", "learned", {}, np.nan)),
            "A trained table: its rows are in order, and no formula makes them.",
        ),
        (
            found(Reading("random", "random", {"distribution": "uniform", "from": -0.5, "to": 0.5}, np.nan)),
            "Random numbers, each drawn for itself: uniform from −0.5 to 0.5.",
        ),
        (
            found(UNKNOWN, runner_up=NEAREST),
            "I do not know this table: the nearest is Sinusoidal, interleaved, base 10,000, and it misses 37 % of it.",
        ),
        (
            found(UNKNOWN, runner_up=replace(mistaken("degrees"), misfit=0.2)),
            "I do not know this table: the nearest is the mistake “degrees” in Sinusoidal, interleaved, base 10,000, "
            "and it misses 20 % of it.",
        ),
        (
            found(UNKNOWN, runner_up=replace(NEAREST, misfit=0.9)),
            "I do not know this table: nothing that I know comes near it.",
        ),
        (found(UNKNOWN), "I do not know this table: nothing that I know comes near it."),
        (
            found(UNKNOWN, runner_up=replace(NEAREST, misfit=np.nan)),
            "I do not know this table: nothing that I know comes near it.",
        ),
    ],
)
def test_the_verdict_is_one_sentence(given, said):
    assert verdict(given) == said


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"base": 500000.0}, "base 500,000"),
        ({"base": 54.6}, "base 54.6"),
        ({"base": 40889.94}, "base 40,889.9"),
        ({"base": 13459.60324155}, "base 13,459.6"),
        ({"head": 2, "heads": 8}, "head 2 of 8"),
        ({"base": 1e12}, "base 1 × 10¹²"),
        ({"scale": 0.0001234}, "scale 0.0001234"),
        ({"start": -1}, "start −1"),
        ({"exponent": "exponent i/d"}, "exponent i/d"),
        ({"order": "MSB first"}, "MSB first"),
        ({"first": "cos"}, "cos first"),
        ({"positions": "bfloat16"}, "positions bfloat16"),
    ],
)
def test_a_parameter_has_the_digits_that_tell_which_one_it_is(parameters, said):
    assert verdict(found(Reading("scheme", "Index", parameters, 0))) == f"Index, {said}: every number agrees."


def test_the_evidence_names_all_that_shows_it():
    turns = np.array([1.0, 0.1])
    given = found(
        PAPER,
        storage=FLOAT32,
        transposed=True,
        equal=(Reading("mistake", "exponent i/d", {"base": 1e8}, 1e-8, Sinusoidal(base=1e8)),),
        runner_up=replace(PAPER, parameters={"base": 9000.0}, misfit=0.123),
        zero_rows=(1,),
        repeated_rows=((256, 257), (258, 260)),
        pairs=Pairs(np.zeros((2, 2), np.int64), turns, ZEROS, turns, ZEROS),
    )
    assert evidence(given) == [
        "Its rows are columns: turned over, a row is a position.",
        "This explains every number of the table, but for rounding.",
        "Base 10,000 with the paper's exponent 2i/d is base 100,000,000 with the exponent i/d: the same numbers.",
        "The next nearest is Sinusoidal, interleaved, base 9,000, which misses 12.3 % of it.",
        "2 pairs of columns turn: the fastest by 1, the slowest by 0.1 radians a token.",
        "Row 1 holds nothing but zeros.",
        "Rows 256 and 257 are the same; 2 more rows repeat the one before.",
        "Every number fits into float32 exactly.",
    ]


def test_many_accounts_are_counted_and_a_far_one_is_not_named():
    others = tuple(replace(PAPER, parameters={"base": 10000.0, "start": start}) for start in range(1, 6))
    told = evidence(found(PAPER, equal=others, runner_up=replace(PAPER, misfit=0.8)))
    assert told[:-1] == [
        *(f"The same numbers: Sinusoidal, interleaved, base 10,000, start {start}." for start in (1, 2, 3)),
        "2 more explanations give the same numbers.",
        "Nothing else comes near it.",
    ]
    trained = Reading("learned", "learned", {}, np.nan)
    assert evidence(found(trained, runner_up=replace(PAPER, misfit=0.8)))[0] == "No formula comes near it."
    for misfit, said in (
        (0.6, "No formula comes near it: the next misses 60 %."),
        (0.2, "The nearest that I know is "),
    ):
        assert evidence(found(trained, runner_up=replace(PAPER, misfit=misfit)))[0].startswith(said)


def test_what_is_told_with_the_same_words_is_told_once():
    told = evidence(found(PAPER, equal=(PAPER, PAPER)))
    assert not any("same numbers" in sentence for sentence in told)


def test_the_next_nearest_of_the_paper_says_what_a_grid_is():
    told = evidence(diagnose(Sinusoidal().encode(range(64), 32)))
    assert any(sentence.startswith("The next nearest is Grid (rows and columns of an image)") for sentence in told)


def test_a_table_without_positions_is_told_as_one():
    zeros, same = diagnose(np.zeros((3, 2))), diagnose(np.full((40, 8), 3.0))
    assert "Every number is 0, so the table holds no position." in evidence(zeros)
    assert "Every row is the same, so the table holds no position." in evidence(same)
    # no pair of constant columns turns, and no other order of them would help
    assert not any(word in sentence for word in ("turn", "To try") for sentence in evidence(same))


def test_what_a_mask_hides_is_no_zero():
    offsets = np.subtract.outer(np.arange(12.0), np.arange(12.0))
    masked = diagnose(np.where(offsets >= 0, -0.25 * offsets, -np.inf))
    assert masked.zero_rows == () and masked.best.name == "ALiBi"

    assert not any("zeros" in sentence for sentence in evidence(diagnose(np.where(offsets >= 0, 0.0, -np.inf))))


def test_the_facts_of_a_trained_table_are_told():
    facts = {
        "usual norm of a row": 0.5, "norm of row 0": 2.362, "rows next to their nearest": 0.998,
        "first row like chance": 400.0, "directions": 10.0, "share in directions": 0.98,
        "share in directions by chance": 0.116, "wavelength 1": 6.14, "wavelength 2": 18.26, "wavelength 3": 54.8,
        "mean ratio of wavelengths": 2.99,
    }  # fmt: skip
    assert evidence(found(Reading("learned", "learned", {}, np.nan), facts=facts)) == [
        "A usual row has the norm (length) 0.5; row 0 has 2.36.",
        "For 99.8 % of the rows that were looked at, the most alike other row is a neighbour.",
        "From row 400 on, rows have nothing to do with each other, as before training.",
        "10 directions hold 98 % of the variance of the middle rows; of random numbers, 11.6 %.",
        "In them a step of one token is 3 turns, with wavelengths of 6.14, 18.3, 54.8 tokens.",
        "Each is about 2.99 times the one before: a series, as in a formula.",
        "The numbers have all the digits of float64.",
    ]


def test_random_numbers_are_told_as_they_were_drawn():
    best = Reading("random", "random", {"distribution": "normal", "std": 0.02}, np.nan)
    given = found(best, facts={"mean": 0.0, "standard deviation": 0.0199, "cosine of neighbours": -0.00123})
    assert verdict(given) == "Random numbers, each drawn for itself: normal, standard deviation 0.02."
    assert evidence(given)[:-1] == [
        "Less the usual row, neighbours have a mean cosine of −0.001: the rows are in no order.",
        "The tables of BERT and GPT begin with this standard deviation.",
    ]


def test_the_evidence_of_an_unknown_table_is_where_the_nearest_fails():
    given = found(UNKNOWN, runner_up=NEAREST, rows=np.array([0.1, 0.9]), columns=np.array([0.4, 0.2]))
    assert evidence(given) == [
        "At most 5 % would be taken for noise, so the nearest is not enough.",
        "It misses most in row 1 and in column 0.",
        "The numbers have all the digits of float64.",
        "To try: give the table alone, before tokens or anything else is added to it.",
    ]
    nothing = found(replace(UNKNOWN, misfit=np.nan), rows=ZEROS * np.nan, columns=ZEROS * np.nan)
    assert evidence(nothing)[-1].startswith("To try: give rows in the order of positions")
    assert evidence(replace(nothing, size=(1, 512)))[-1].startswith("To try: give more rows")
    close = found(UNKNOWN, runner_up=replace(PAPER, misfit=0.01))
    assert evidence(close)[0] == "What the nearest misses does not look like chance."
    few = replace(close, facts={"too few numbers": 1.0})
    assert evidence(few)[0] == "It may be that one, but one number that is not 0 is too few to tell."


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "cosine of the next pair",
            ["32 of 64 columns are right; a number is off by up to 2.", "Column 15 and row 117 are farthest"],
        ),
        ("positions from 1", ["No column is right; a number is off by up to 0.959.", "Column 1 is farthest"]),
    ],
)
def test_of_a_mistake_the_columns_and_rows_that_decide_are_named(name, said):
    given = mistaken(name)
    told = evidence(found(given))[1:3]
    assert all(each.startswith(start) for each, start in zip(told, said, strict=True))
    # where all rows are equally far off, none is named
    rows = np.square(given.numbers() - Sinusoidal().encode(range(128), 64)).sum(axis=1)
    assert ("row" in told[1]) == (rows.max() > 1.001 * rows.min())


def test_where_a_mistake_changes_nothing_no_column_decides():
    told = evidence(found(mistaken("bfloat16 positions", 200)))
    assert not any("right" in each or "farthest" in each for each in told)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_comes_with_advice(name):
    told, mistake = advice(found(mistaken(name))), MISTAKES[name]
    assert told == (mistake.story, mistake.seen, mistake.wrong, mistake.right, "")


def test_the_lines_of_code_have_the_base_of_the_table():
    told = advice(found(replace(mistaken("exponent j/d"), parameters={"base": 500000.0})))
    assert told and told.wrong == "pe[pos, i + 1] = math.cos(pos / 500000 ** ((i + 1) / d_model))"
    assert "500000" in told.right


def test_a_formula_that_is_another_one_with_a_mistake_has_advice_on_condition():
    given = diagnose(MISTAKES["exponent i/d"].table(128, 64, 10000.0))
    told = advice(given)
    assert given.status == 0
    assert told and (told.wrong, told.meant) == (MISTAKES["exponent i/d"].wrong, "base 10,000")


def test_advice_has_the_base_of_the_table_and_says_where_its_layout_is_another():
    told = advice(found(mistaken("cosine first", base=13459.6, layout="concatenated")))
    first, *lines = told.wrong.splitlines()
    assert first.startswith("# ") and first.endswith(" in this table sines and cosines stand in two halves")
    assert lines == MISTAKES["cosine first"].wrong.splitlines()
    for told in (
        advice(diagnose(MISTAKES[name].table(128, 64, 500.0))) for name in ("wrong logarithm", "exponent j/d")
    ):
        for lines in (told.wrong, told.right):
            assert "500" in lines and "10000" not in lines
        assert "halves" not in told.wrong


def test_what_is_no_mistake_needs_none():
    assert advice(found(PAPER)) is None and advice(found(UNKNOWN)) is None


@pytest.mark.parametrize(
    ("part", "said"),
    [(0, "0 %"), (1e-9, "less than 0.1 %"), (0.0123, "1.23 %"), (1, "100 %"), (0.99999, "more than 99.9 %")],
)
def test_only_nothing_is_0_percent(part, said):
    assert share(part) == said


KINDS = ("scheme", "mistake", "bias", "learned", "random", "unknown")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("misfit", [0.0, 0.37, np.nan])
@pytest.mark.parametrize("empty", [True, False])
def test_everything_that_can_be_found_is_said_in_sentences(kind, misfit, empty):
    best = mistaken("exponent j/d") if kind == "mistake" else Reading(kind, kind, {}, misfit)
    none = np.empty((0, 2), np.int64), *(np.empty(0) for _ in range(4))
    more = {} if empty else {
        "runner_up": replace(PAPER, misfit=misfit), "equal": (PAPER,), "noise": 0.02, "zero_rows": (0, 1),
        "repeated_rows": ((0, 5),), "transposed": True, "pairs": Pairs(*none), "facts": {"norm": np.nan},
    }  # fmt: skip
    told = [verdict(found(best, **more)), *evidence(found(best, **more))]
    for sentence in told:
        assert re.fullmatch(r"[^a-z].*[.]", sentence) and "nan" not in sentence and "None" not in sentence, sentence
        assert "  " not in sentence and ".." not in sentence


@pytest.mark.parametrize(
    "table",
    [
        np.zeros((5, 4)),
        np.ones((1, 1)),
        np.ones((2, 3)),
        np.array([[0.0, 1.0, 0.0, 1.0]]),
        1e150 * np.sin(np.arange(12.0)).reshape(4, 3),
        np.arange(40.0).reshape(4, 10) % 7,
    ],
    ids=["zeros", "a single one", "ones", "one row", "huge", "whole"],
)
def test_what_hardly_holds_anything_is_told_in_sentences_too(table):
    told = diagnose(table)
    for sentence in [verdict(told), *evidence(told)]:
        assert re.fullmatch(r"[^a-z].*[.]", sentence) and "nan" not in sentence and "inf" not in sentence, sentence
