"""What a diagnosis says of codes, biases, grids, draws, trained tables and chance, beyond a scheme's own table."""

import json
from pathlib import Path

import numpy as np
import pytest
from posenc_core.diagnosis.reading import Seen

from posenc_core import T5, ALiBi, Binary, Fourier, Gray, Grid, Learned, Sinusoidal, trained
from posenc_core.diagnosis import codes, diagnosis, fourier, grids, learned, offsets, storage
from posenc_core.precision import rounded

LEARNED = json.loads((Path(__file__).parents[1] / "data" / "tables.json").read_text())["learned"]
CHANCE = np.random.default_rng(5)
NORMAL = CHANCE.normal(size=9000)


def seen(table) -> Seen:
    numbers = np.asarray(table, np.float64)
    hidden = offsets.hidden(numbers)
    numbers = numbers if hidden is None else np.where(hidden, 0, numbers)
    zeros, repeated = storage.zero_rows(numbers), storage.repeated_rows(numbers)
    return Seen(numbers, storage.storage(numbers), float(np.linalg.norm(numbers)), zeros, repeated, hidden)


def told(module, table) -> tuple[str, dict]:
    """The name and the parameters of the account that leaves least, the plainest of several."""
    table = seen(table)
    best = min(module.readings(table), key=lambda each: (max(each.misfit, table.floor), each.cost))
    assert best.misfit <= 1.2 * max(0.01, table.floor)
    return best.name, dict(best.parameters)


SINUSOID = Sinusoidal().encode(range(64), 32)


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("float64", SINUSOID),
        *((format, rounded(SINUSOID, format)) for format in ("float32", "float16", "bfloat16")),
        ("3 decimals", np.round(SINUSOID, 3)),
        ("3 decimals", rounded(np.round(SINUSOID, 3), "float32")),
        ("1 decimal", np.round(SINUSOID, 1)),
        ("integers", Binary().encode(range(64), 8)),
        ("integers", np.zeros((2, 2))),
        # an exact count has odd numbers beyond 256, and one in bfloat16 has not
        ("integers", np.arange(600.0).reshape(30, 20)),
        ("bfloat16", rounded(np.arange(600.0).reshape(30, 20), "bfloat16")),
        ("bfloat16", np.full((2, 2), 2.0**-130)),
        ("float64", np.full((2, 2), 1e150)),
        ("bfloat16", rounded(0.25 * np.arange(300.0).reshape(30, 10), "bfloat16")),
    ],
)
def test_the_coarsest_format_that_holds_every_number(name: str, table):
    found = storage.storage(table)
    assert found.name == name
    np.testing.assert_array_equal(storage.stored(table, found), table) if "decimal" not in name else None
    # one number that it does not hold is enough, wherever it stands
    spoiled = np.array(table)
    spoiled[1, -1] += 1 / 3
    assert storage.storage(spoiled).name == "float64"


def test_rows_of_zeros_and_rows_that_stand_twice():
    rows = np.array([[0, 0], [0, 0], [1, 2], [0, 3], [0, 3], [0, 3], [0, 0]], float)
    assert storage.zero_rows(rows) == (0, 1, 6)
    assert storage.repeated_rows(rows) == ((0, 1), (3, 5))
    assert storage.repeated_rows(np.ones((1, 3))) == ()


P = np.arange(50.0)[:, None] * np.ones(6)


@pytest.mark.parametrize("noise", [0, 0.01])
@pytest.mark.parametrize(
    ("table", "name", "parameters"),
    [
        (P + 5, "Index", {"start": 5}),
        (0.1 * P, "Index", {"scale": 0.1}),
        (P / 500, "Normalized", {"divisor": 500}),
        ((P + 1) / 50, "Normalized", {"divisor": 50, "start": 1}),
        (2 * P / 49 - 1, "Normalized", {"from": -1, "to": 1}),
        (1 - P / 49, "Normalized", {"from": 1, "to": 0}),
        (P * (np.arange(6) == 0) / 500, "Normalized", {"divisor": 500, "spread": "one column"}),
        (np.eye(50, 60, 3), "one-hot", {"start": 3}),
        (np.eye(50)[::-1], "one-hot", {"order": "from the last column"}),
        (Binary(order="MSB first").encode(range(5, 55), 7), "Binary", {"order": "MSB first", "start": 5}),
        (0.02 * Gray().encode(range(50), 7), "Gray", {"values": "0/0.02"}),
        (1 - Binary().encode(range(50), 7), "Binary", {"values": "1/0"}),
    ],
)
def test_lines_and_codes_with_parameters_that_no_scheme_has(table, name: str, parameters: dict, noise: float):
    size = noise * np.sqrt(np.mean(table**2))
    assert told(codes, table + size * np.random.default_rng(0).normal(size=table.shape)) == (name, parameters)


def test_a_half_is_told_from_none_and_one_in_few_digits():
    assert told(codes, np.round(P / 49, 2)) == ("Normalized", {})
    assert told(codes, rounded(P / 50, "bfloat16")) == ("Normalized", {"divisor": "N"})
    assert told(codes, P + 0.5) == ("Index", {"start": 0.5})


BACK = np.subtract.outer(np.arange(40.0), np.arange(40.0))
MASK = np.where(BACK < 0, -np.inf, 0)
NARROW = Sinusoidal().encode(range(40), 48)


@pytest.mark.parametrize(
    ("table", "name", "parameters"),
    [
        (ALiBi().bias(range(40), range(40), 12)[9], "ALiBi", {"head": 10, "heads": 12, "slope": 0.3536}),
        (np.where(BACK < 0, -1e9, -0.25 * BACK), "ALiBi", {"head": 2, "heads": 8, "slope": 0.25}),
        (-0.25 * BACK, "ALiBi", {"head": 2, "heads": 8, "slope": 0.25, "ahead": "negative"}),
        (-0.25 * BACK * (BACK > 0), "ALiBi", {"head": 2, "heads": 8, "slope": 0.25, "ahead": "0"}),
        (-0.3 * np.abs(BACK), "ALiBi", {"direction": "symmetric", "slope": 0.3}),
        # BLOOM's code adds the slope times the number of the key, and MPT's counts from the last one
        (
            0.25 * np.arange(40) * np.ones((40, 1)),
            "ALiBi",
            {"head": 2, "heads": 8, "slope": 0.25, "counted": "from the first key"},
        ),
        (
            0.25 * np.arange(-39, 1) + MASK,
            "ALiBi",
            {"head": 2, "heads": 8, "slope": 0.25, "counted": "from the last key"},
        ),
        (np.abs(BACK), "distances", {}),
        (-0.25 * np.abs(BACK[:30]), "ALiBi", {"direction": "symmetric", "head": 2, "heads": 8, "slope": 0.25}),
        (-0.25 * np.abs(BACK[:, :30]), "ALiBi", {"direction": "symmetric", "head": 2, "heads": 8, "slope": 0.25}),
        (1.0 * (BACK >= 0), "causal mask", {"seen": 1, "hidden": 0}),
        (MASK, "NoPE", {}),
        (T5().bucket(-BACK), "T5", {"sign": "+"}),
        (NARROW @ NARROW.T, "offsets", {}),
        (CHANCE.normal(size=90)[(BACK + 40).astype(int)], "offsets", {}),
    ],
)
def test_matrices_of_biases_as_code_writes_them(table, name: str, parameters: dict):
    found, more = told(offsets, table)
    assert (found, {key: pytest.approx(value) for key, value in more.items()}) == (name, parameters)


def test_a_mask_is_one_number_far_below_zero_above_the_diagonal():
    chance = np.random.default_rng(5)
    assert offsets.hidden(MASK).sum() == 40 * 39 / 2
    for table in (MASK.T, MASK[:, 1:], np.triu(np.ones((9, 9)), 1) * chance.normal(-1e9, 1, (9, 9)), -1e9 * np.eye(9)):
        assert offsets.hidden(table) is None


def test_a_picture_with_a_class_token():
    table = np.vstack((np.zeros((1, 16)), Grid(width=14, order="column first", start=1).encode(range(196), 16)))
    expected = {"width": 14, "order": "column first", "start": 1, "class token": "row 0, of zeros"}
    assert told(grids, table) == ("Grid", expected)


def test_the_width_of_a_grid_is_found_in_noise():
    grid = Grid(width=4, order="interleaved", start=1, normalized=True)
    table = grid.encode(range(512), 256)
    assert told(grids, table + np.random.default_rng(5).normal(0, 0.007, table.shape)) == (
        "Grid",
        {"width": 4, "order": "interleaved", "start": 1, "normalized": True},
    )


def test_a_draw_is_named_only_where_it_cannot_be_another():
    chance = np.random.default_rng(5)
    assert told(fourier, Fourier(seed=4711, width=0.03).encode(range(40), 16)) == (
        "Fourier",
        {"width": 0.03, "seed": 4711},
    )
    # a seed beyond those that are tried, and few frequencies, which 10,000 seeds can nearly give
    assert told(fourier, Fourier(seed=10**6).encode(range(40), 64))[1].keys() == {"width"}
    few = Fourier(seed=10**6).encode(range(40), 4)
    assert not fourier.readings(seen(few + chance.normal(0, 0.001, few.shape)))
    assert not fourier.readings(seen(Sinusoidal(layout="concatenated").encode(range(40), 16)))


def test_the_trained_table_and_its_facts():
    table = Learned().encode(range(512), 384)
    (found,) = learned.known(seen(np.round(table, 3)[:100, :60]))
    assert (found.kind, found.scheme) == ("learned", Learned())
    assert found.misfit < 0.02
    # as if it were not known
    ((told, facts),) = learned.readings(seen(table))
    assert (told.kind, told.parameters) == ("learned", {})
    assert facts["norm of row 0"] == pytest.approx(2.362, abs=5e-4)
    ends = [facts["norm of row 510"], facts["norm of row 511"]]
    np.testing.assert_allclose(ends, LEARNED["largest other norms"], atol=5e-4)
    assert facts["share in directions"] == pytest.approx(0.98, abs=5e-4)
    assert facts["share in directions by chance"] == pytest.approx(0.116, abs=1e-3)
    assert facts["rows next to their nearest"] > 0.99
    waves = [facts[f"wavelength {place}"] for place in range(1, 6)]
    np.testing.assert_allclose(waves, LEARNED["wavelengths"], rtol=2e-3)
    assert facts["mean ratio of wavelengths"] == pytest.approx(3, abs=0.02)


def test_rows_that_were_never_trained():
    chance = np.random.default_rng(5)
    table = np.vstack((Learned().encode(range(256), 128), chance.normal(0, 0.02, (100, 128))))
    ((told, facts),) = learned.readings(seen(table))
    assert told.kind == "learned"
    assert 256 <= facts["first row like chance"] <= 272


@pytest.mark.parametrize(
    ("table", "parameters"),
    [
        (CHANCE.normal(0, 0.02, (128, 64)), {"distribution": "normal", "std": 0.02}),
        (CHANCE.normal(3, 1, (512, 64)), {"distribution": "normal", "std": 1, "mean": 3}),
        (CHANCE.uniform(-0.05, 0.05, (512, 64)), {"distribution": "uniform", "from": -0.05, "to": 0.05}),
        (np.round(CHANCE.normal(0, 0.02, (20, 16)), 3), {"distribution": "normal", "std": 0.02}),
        # of the drawn numbers those within 2 σ, as code fills the tables of pictures
        (NORMAL[np.abs(NORMAL) < 2][:8192].reshape(128, 64), {"distribution": "normal, cut off at 2 σ", "std": 0.88}),
    ],
)
def test_chance_and_how_it_was_drawn(table, parameters: dict):
    ((told, facts),) = learned.readings(seen(table))
    assert told.kind == "random"
    assert told.parameters.keys() == parameters.keys()
    for name, value in parameters.items():
        assert told.parameters[name] == (value if isinstance(value, str) else pytest.approx(value, rel=0.05))
    assert abs(facts["cosine of neighbours"]) < 0.05


def test_what_cannot_be_told_is_not():
    chance = np.random.default_rng(5)
    shuffled = chance.permutation(SINUSOID)
    phases = np.sin(np.arange(128)[:, None] * 1e4 ** (-np.arange(64) / 64) + chance.uniform(0, 6, 64))
    others = (
        trained.controls(128, 64)["random walk"],
        trained.controls(128, 64)["smoothed random"],
        shuffled,
        shuffled[:, chance.permutation(32)],
        phases,
        Sinusoidal().encode(range(512), 16)[:, chance.permutation(16)],
        SINUSOID + chance.normal(0, 0.3, SINUSOID.shape),
        np.sign(chance.normal(size=(128, 64))),
        chance.laplace(size=(128, 64)),
        chance.integers(-1, 2, (40, 40)),
        chance.normal(size=(8, 8)),
    )
    for table in others:
        assert learned.readings(seen(table)) == []


def test_no_table_is_too_odd_for_an_account():
    chance = np.random.default_rng(5)
    tables = (
        np.full((20, 16), 1e150),
        1e-300 * chance.normal(size=(20, 16)),
        10.0 ** chance.integers(-300, 149, (20, 16)),
        np.where(chance.random((20, 16)) > 0.01, 0, 1e150),
        np.full((20, 16), 5e-324),
        np.sign(chance.normal(size=(40, 40))),
        np.where(np.triu(np.ones((9, 9)), 1), -np.inf, 1e150 * chance.random((9, 9))),
        *(np.ones(size) for size in ((1, 1), (1, 9), (9, 1), (2, 2), (4, 4))),
    )
    for table in map(seen, tables):
        with np.errstate(all="ignore"):
            found = [each for account in diagnosis.PLAIN for each in account(table)]
            found += [each for each, _ in learned.readings(table)]
        assert all(np.isnan(each.misfit) or each.misfit >= 0 for each in found)
