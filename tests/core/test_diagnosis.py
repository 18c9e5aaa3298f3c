"""What a table is said to be, examined with tables of known origin: how often that is right, unknown and wrong."""

import itertools
from collections import Counter

import numpy as np
import pytest

from posenc_core import Sinusoidal
from posenc_core.diagnosis import MISTAKES, diagnose, written
from posenc_core.diagnosis.words import evidence, verdict
from tests.core import diagnosis_cases as cases

CELLS = tuple(itertools.product(cases.STORAGES, cases.NOISES))

SMALL = cases.SIZES[:3]


def answers(asked):
    """Of every case: the case, what was said, and whether that is right, unknown or wrong."""
    for case in asked:
        found = diagnose(case.table)
        yield case, cases.said(found), cases.verdict(case, found)


def spread(group, sizes, share):
    """The cases of a group at some sizes, each in some cells of storage and noise, so that all cells come up."""
    for at, size in enumerate(sizes):
        for number, case in enumerate(cases.GROUPS[group](*size)):
            for turn in range(share):
                # 7 and the number of cells have no divisor in common
                yield cases.seen(case, *CELLS[((number + at) * share + turn) * 7 % len(CELLS)])


def in_turns(asked):
    """Of the cases at several sizes every one at one size."""
    for at, at_one_size in enumerate(asked):
        yield from itertools.islice(at_one_size, at, None, len(asked))


def listed(results, *verdicts):
    return "\n".join(f"{verdict}: {case.name}: {said}" for case, said, verdict in results if verdict in verdicts)


@pytest.mark.parametrize(("group", "sizes", "share"), [("mistakes", SMALL, 2), ("right formulas", SMALL[::2], 1)])
def test_at_least_98_of_100_are_right_and_wrong_ones_are_fewer_than_unknown_ones(group, sizes, share):
    results = list(answers(spread(group, sizes, share)))
    counted = Counter(verdict for _, _, verdict in results)
    by_name = Counter((case.name.split(", ")[0], group, verdict) for case, _, verdict in results)
    told = f"{cases.confusions(by_name)}\n{listed(results, 'unknown', 'wrong')}"
    assert counted["right"] >= 0.98 * len(results), told
    assert counted["wrong"] <= counted["unknown"], told


@pytest.mark.parametrize("name", ["exponent j/d", "bfloat16 positions", "half table", "transposed"])
def test_mistakes_in_a_large_table(name):
    case = cases.seen(cases.mistake(name, 512, 512), "bfloat16", 0.01)
    ((_, said, verdict),) = answers([case])
    assert verdict == "right", said


def test_codes_lines_biases_and_chance():
    results = list(
        answers(
            itertools.islice(in_turns([spread("codes", [(20, 20)], 1), spread("codes", [(64, 64)], 1)]), 0, None, 2)
        )
    )
    counted = Counter(verdict for _, _, verdict in results)
    assert not counted["wrong"], listed(results, "wrong")
    assert counted["unknown"] <= 0.05 * len(results), listed(results, "unknown")


def test_what_has_no_name_gets_none():
    results = list(answers(itertools.islice(cases.nameless(24, 20), 0, None, 3)))
    assert all(verdict == "right" for _, _, verdict in results), listed(results, "wrong")


def test_a_mistake_among_other_choices():
    results = list(answers(itertools.islice(in_turns([cases.others(30, 10), cases.others(64, 63)]), 0, None, 3)))
    assert all(verdict != "wrong" for _, _, verdict in results), listed(results, "wrong")
    assert sum(verdict == "right" for _, _, verdict in results) >= 0.9 * len(results), listed(results, "unknown")


def test_a_number_that_was_changed_is_found_however_small():
    table = cases.paper(512, 64).astype(np.float32)
    table[100, 7] += 0.01
    found = diagnose(table)
    assert (found.best.name, found.status) == ("Sinusoidal", 2)
    assert [(cell.row, cell.column) for cell in found.cells] == [(100, 7)]
    assert found.cells[0].off == pytest.approx(0.01, rel=1e-5)
    assert verdict(found).endswith("rounded to float32, but for 1 number of 32,768.")
    assert "It stands in row 100, column 7: it is off by 0.01, which is no rounding." in evidence(found)
    noisy = cases.paper(50, 128) + np.random.default_rng(0).normal(0, 0.007, (50, 128))
    assert not diagnose(noisy).cells
    noisy[3, 5] -= 0.5
    assert [(cell.row, cell.column) for cell in diagnose(noisy).cells] == [(3, 5)]


def test_a_whole_column_that_is_off_is_no_exception():
    table = cases.paper(128, 256)
    table[:, 9] *= 1.01
    assert diagnose(table).best.kind == "unknown"


def test_a_mistake_of_the_catalogue_is_found_as_it_is_written(monkeypatch):
    def squared(length, dim, base):
        return np.square(cases.paper(length, dim, base=base))

    name = "everything squared"
    new = MISTAKES["degrees"]._replace(name=name, table=squared)
    monkeypatch.setattr(written, "MISTAKES", {name: new})
    found = diagnose(squared(40, 16, 500000.0))
    assert (found.best.kind, found.best.name, found.best.parameters) == ("mistake", name, {"base": 500000.0})


def test_a_table_that_training_made():
    found = diagnose(cases.minilm())
    assert found.best.kind == "learned"
    assert found.storage.name == "float16"


# what is given


def test_what_is_given_stays_as_it_is():
    table = cases.paper(20, 16)
    kept = table.copy()
    diagnose(table)
    np.testing.assert_array_equal(table, kept)
    table.flags.writeable = False
    diagnose(table)


@pytest.mark.parametrize(
    "given",
    [np.asfortranarray, np.ndarray.tolist, lambda table: table[::-1][::-1], lambda table: table.astype(">f8")],
    ids=["Fortran order", "lists", "a view", "big-endian"],
)
def test_the_numbers_count_not_how_they_lie_in_memory(given):
    table = cases.paper(50, 32)
    assert cases.said(diagnose(given(table))) == cases.said(diagnose(table))


@pytest.mark.parametrize("kind", ["f4", "f2", "i8", "u1"])
def test_any_kind_of_real_number(kind):
    table = cases.paper(50, 16) if kind[0] == "f" else cases.bits(50, 16)
    found = diagnose(table.astype(kind))
    assert found.best.name == ("Sinusoidal" if kind[0] == "f" else "Binary")
    assert found.status == 0


REFUSED = {
    "nan": (np.array([[0.0, np.nan]]), "finite"),
    "infinity": (np.array([[0.0, 1.0], [np.inf, 2.0]]), "finite"),
    "negative infinity that is no mask": (np.array([[0.0, 1.0], [-np.inf, 2.0]]), "finite"),
    "complex": (np.ones((2, 2), complex), "complex"),
    "truth values": (np.ones((2, 2), bool), "bool"),
    "text": ([["a", "b"]], "real numbers"),
    "rows of several lengths": ([[1, 2], [3]], "equally long"),
    "no rows": (np.ones((0, 4)), "at least one row"),
    "no columns": (np.ones((4, 0)), "at least one row"),
    "a list of numbers": (np.ones(4), "2 dimension"),
    "three dimensions": (np.ones((2, 2, 2)), "2 dimension"),
    "a scheme": (Sinusoidal(), "real numbers"),
    "nothing": (None, "real numbers"),
    "masked": (np.ma.masked_less(np.ones((2, 2)), 0), "masked"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_one_sentence(name):
    table, words = REFUSED[name]
    with pytest.raises(ValueError, match=words) as refusal:
        diagnose(table)
    assert 10 < len(str(refusal.value)) < 200
    assert "\n" not in str(refusal.value)


ODD = {
    "one number": np.ones((1, 1)),
    "one zero": np.zeros((1, 1)),
    "one row": cases.paper(1, 16),
    "two rows": cases.paper(2, 16),
    "one column": cases.paper(30, 1),
    "two columns": cases.paper(30, 2),
    "one row of chance": np.random.default_rng(0).normal(size=(1, 9)),
    "one column of chance": np.random.default_rng(0).normal(size=(9, 1)),
    "zeros": np.zeros((20, 16)),
    "constant": np.full((20, 16), 3.7),
    "constant columns": np.tile(np.random.default_rng(0).normal(size=16), (20, 1)),
    "constant rows": np.tile(np.random.default_rng(0).normal(size=(20, 1)), (1, 16)),
    "one entry": np.eye(20, 16) * np.eye(20, 1),
    "huge": cases.paper(20, 16, scale=1e150),
    "tiny": cases.paper(20, 16, scale=1e-300),
    "subnormal": cases.paper(20, 16, scale=5e-324),
    "huge and tiny": np.where(cases.bits(20, 16) > 0, 1e150, 1e-300),
    "chance": np.random.default_rng(0).normal(size=(3, 3)),
    "whole numbers": np.arange(12).reshape(3, 4),
}


@pytest.mark.parametrize("name", ODD)
def test_any_table_gets_an_answer(name):
    table = ODD[name]
    found = diagnose(table)
    assert found.size == table.shape
    assert found.status in (0, 1, 2)
    assert found.best.kind != "learned"
    n, d = table.shape[::-1] if found.transposed else table.shape
    assert (found.rows.shape, found.columns.shape) == ((n,), (d,))
    if found.best.kind in ("scheme", "mistake"):
        # what it is said to be made of is what it is
        made = found.best.numbers()
        given = table.T if found.transposed else table
        assert made.shape == given.shape
        assert np.abs(made - given).max() <= 1e-6 * np.abs(given).max()


def test_a_causal_mask_hides_the_future_of_a_bias():
    ahead = np.subtract.outer(np.arange(32.0), np.arange(32.0))
    found = diagnose(np.where(ahead >= 0, -0.25 * ahead, -np.inf))
    assert (found.best.kind, found.best.name) == ("bias", "ALiBi")
    assert found.status == 0


def test_an_answer_names_its_evidence():
    table = cases.mistake_table("exponent j/d", 50, 32)
    table[7] += 0.1
    found = diagnose(table)
    # one row that is off may be too much for a name
    nearest, next_one = (found.runner_up, None) if found.best.kind == "unknown" else (found.best, found.runner_up)
    assert nearest.name == "exponent j/d"
    assert next_one is None or next_one.misfit > 3 * nearest.misfit
    assert found.rows.argmax() == 7


def test_the_examiner_knows_the_published_numbers():
    """Values of reference implementations, so that what is examined with is right itself."""
    t2t = [0.841470957, 0.046399228, 0.002154433, 0.0001, 0.540302336, 0.998922944, 0.999997675, 1]
    np.testing.assert_allclose(cases.paper(2, 8, layout="concatenated", counted=6)[1], t2t, atol=1e-6)
    distilbert = [0.841470957, 0.540302277, 0.681561351, 0.731760979]
    np.testing.assert_allclose(cases.paper(2, 64)[1, :4], distilbert, atol=1e-6)
    slowed, size = cases.yarn(128)
    assert (slowed[32], size) == (pytest.approx(0.0052), pytest.approx(1.1386294))
    found = cases.llama3(128)[[28, 29, 32, 63]]
    np.testing.assert_allclose(found, [0.003211446, 0.002166571, 0.000524846, 3.0689e-7], rtol=1e-4)
    np.testing.assert_array_equal(cases.bfloat16([256, 257, 258, 259, 1 / 3]), [256, 256, 258, 260, 0.333984375])
    vit = [0, 0, 1, 1, 0.8415, 0.01, 0.5403, 0.99995]
    np.testing.assert_allclose(cases.grid(2, 8, 4, "row first")[1], vit, atol=1e-4)


@pytest.mark.parametrize("name", cases.MISTAKE_NAMES)
def test_every_mistake_of_the_catalogue_is_what_it_says(name):
    """Written a second time from the description, a mistake makes the same numbers."""
    for n, d, base in ((20, 16, 1e4), (300, 6, 500.0)):
        np.testing.assert_allclose(MISTAKES[name].table(n, d, base), cases.mistake_table(name, n, d, base), atol=1e-12)


def test_every_mistake_of_the_catalogue_is_examined():
    assert {*cases.MISTAKE_NAMES, "minus forgotten"} == set(MISTAKES)


@pytest.mark.parametrize("storage", cases.STORAGES)
@pytest.mark.parametrize("noise", cases.NOISES)
def test_a_forgotten_minus_is_told_as_it_is_written(storage, noise):
    made = cases.table_of(50, 10_000.0 ** (np.arange(64) // 2 / 32), np.arange(64) % 2 == 1)
    found = diagnose(cases.seen(cases.right("minus", made), storage, noise).table)
    assert (found.best.name, found.best.parameters) == ("minus forgotten", {"base": 10_000.0})
