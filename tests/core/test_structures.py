"""Diagnosis of lines, codes, biases, random features, random numbers, and other matrices."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_core import (
    SCHEMES,
    T5,
    ALiBi,
    Binary,
    Fourier,  # noqa: F401
    Gray,
    Index,
    Learned,
    Normalized,
    Sandwich,  # noqa: F401
    Shaw,  # noqa: F401
    Sinusoidal,
    TransformerXL,  # noqa: F401
)
from posenc_core.analysis.precision import round_to
from posenc_core.diagnosis import diagnose
from posenc_core.diagnosis.storage import repeated_rows, storage
from posenc_core.diagnosis.words import evidence, verdict
from posenc_core.foundation.domains import Choice, Real
from tests.data import cases

N = 40
P = np.arange(N)[:, None] * np.ones(6)
BACK = np.subtract.outer(np.arange(N), np.arange(N))
CAUSAL = np.where(BACK < 0, -np.inf, 0)
KEYS = np.arange(N) * np.ones((N, 1))
LOWEST = float(np.finfo(np.float32).min)
RANDOM = np.random.default_rng(5)
NORMAL = RANDOM.normal(0, 0.02, (128, 64))
HEAD = {"head": 2, "heads": 8, "slope": 0.25}


@cache
def diagnose_bytes(numbers: bytes, dim: int):
    return diagnose(np.frombuffer(numbers).reshape(-1, dim))


def state_of(table) -> tuple[str, str, dict]:
    table = np.asarray(table, float)
    result = diagnose_bytes(table.tobytes(), table.shape[1])
    return result.state, result.best.name, dict(result.best.parameters)


def spoiled(table, by: float = 0.4):
    table = np.array(table, float)
    table[5, 2] += by
    return table


@pytest.mark.parametrize(("name", "table"), cases("structures.toml", "formats", globals()))
def test_the_shortest_format_that_represents_every_number(name: str, table):
    assert storage(table).name == name
    # one number that it cannot represent is enough, at any place
    assert storage(np.vstack((table, [1 / 3] * table.shape[1]))).name == "float64"


def test_runs_of_equal_rows():
    assert repeated_rows(np.array([[0, 0], [0, 0], [1, 2], [0, 3], [0, 3], [0, 3], [0, 0]])) == ((0, 1), (3, 5))
    assert repeated_rows(np.ones((1, 3))) == ()


@pytest.mark.parametrize(("table", "state", "name", "parameters"), cases("structures.toml", "lines", globals()))
def test_lines_codes_and_draws(table, state: str, name: str, parameters: dict):
    assert state_of(table) == (state, name, parameters)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from((Binary, Gray)), st.integers(0, 10**6), st.sampled_from(("LSB first", "MSB first")), st.data())
def test_a_code_is_identified_from_any_start_in_noise(code: type, start: int, order: str, data: st.DataObject):
    table = code(order=order).encode(range(start, start + N), 24)
    size = data.draw(st.sampled_from((0, 0.01)))
    result = diagnose(table + size * np.random.default_rng(start).normal(size=table.shape))
    assert (result.best.name, result.best.parameters.get("start", 0)) == (code.name, start)
    assert result.best.parameters.get("order", "LSB first") == order


@settings(max_examples=12, deadline=None)
@given(st.sampled_from((Index(), Index(start=1), Normalized(), Normalized(divisor="N"))), st.integers(8, 100))
def test_a_line_is_identified_in_noise(scheme, length: int):
    table = scheme.encode(range(length), 8)
    result = diagnose(table + 0.01 * table.std() * np.random.default_rng(length).normal(size=table.shape))
    assert result.best.scheme == scheme or (result.state == "unknown" and length > 30), result.best


WINDOW = (BACK < 0) | (BACK > 3)


@pytest.mark.parametrize(
    ("hidden", "name", "parameters"),
    [
        (BACK < 0, "causal mask", {}),
        (BACK[-12:] < 0, "causal mask", {}),
        (WINDOW, "sliding-window mask", {"window": 4}),
        (WINDOW[-12:], "sliding-window mask", {"window": 4}),
        (np.abs(BACK) > 3, "sliding-window mask", {"window": 3, "direction": "both sides"}),
        (KEYS > 30, "padding mask", {"keys": 31}),
        ((BACK < 0) | (KEYS < 3), "mask", {}),
    ],
)
def test_masks(hidden, name: str, parameters: dict):
    for lowest in (-np.inf, LOWEST, -1e4, -1e9):
        assert state_of(np.where(hidden, lowest, 0)) == ("known", name, parameters), lowest
        # a bias may be added to a finite mask
        if name == "causal mask" and len(hidden) == N:
            assert state_of(np.where(hidden, lowest, 0) - 0.25 * BACK) == ("known", "ALiBi", HEAD), lowest


def test_masks_of_two_values():
    for visible, hidden in ((1, 0), (0, 1)):
        values = {"visible": visible, "hidden": hidden}
        assert state_of(np.where(BACK < 0, hidden, visible)) == ("known", "causal mask", values)
        assert state_of(np.where(WINDOW, hidden, visible)) == ("known", "sliding-window mask", {"window": 4, **values})
    # one huge wrong number does not change the answer
    assert state_of(spoiled(Sinusoidal().encode(range(64), 16), -1e6))[0] != "known"


SLOPES = ALiBi().slope(12)
DECODER = T5(direction="causal", buckets=16)


@pytest.mark.parametrize(("table", "name", "parameters"), cases("structures.toml", "biases", globals()))
def test_biases_as_code_writes_them(table, name: str, parameters: dict):
    state, identified, more = state_of(table)
    assert (identified, {key: more.get(key) for key in parameters}) == (name, parameters)
    assert state == "known"


@pytest.mark.parametrize(("table", "name", "slope"), cases("structures.toml", "reversed", globals()))
def test_a_bias_that_rewards_far_keys_is_a_bug(table, name: str, slope: float | None):
    state, identified, more = state_of(table)
    assert (state, identified, more["sign"], more.get("slope")) == ("bug", name, "reversed", slope)
    text = verdict(diagnose(table))
    assert "far keys are rewarded" in text
    assert not any("sign reversed" in sentence for sentence in evidence(diagnose(table)))
    assert not any("stores ALiBi" in each for each in evidence(diagnose(table)))


def test_signed_distances_are_indices_or_a_reversed_bias():
    """DeBERTa's indices of relative positions."""
    assert state_of(BACK)[0] != "bug"
    assert any("sign reversed" in sentence for sentence in evidence(diagnose(BACK)))
    assert any("the distance between query and key" in sentence for sentence in evidence(diagnose(np.abs(BACK))))


def test_unknown_slopes_are_unusual_and_have_no_source():
    table = np.outer(2.0 ** (-8 * np.arange(1, 13) / 12), np.arange(-39, 1))
    result = diagnose(table)
    assert (result.state, result.best.name, result.status) == ("unusual", "ALiBi", 2)
    assert not any("MPT" in each or "BLOOM" in each for each in evidence(result))


@pytest.mark.parametrize("table", [CAUSAL - 0.25 * BACK, -SLOPES[9] * np.abs(BACK), T5().bucket(-BACK), 0.25 * KEYS])
def test_one_wrong_number_changes_neither_the_name_nor_the_parameters(table):
    assert state_of(spoiled(table)) == ("different", *state_of(table)[1:])


@st.composite
def biases(draw):
    scheme = SCHEMES[draw(st.sampled_from(("KERPLE", "FIRE", "Sandwich", "T5")))]
    size = st.sampled_from((0.05, 0.3, 0.5, 1.0, 1.3))
    domains = {p.name: p.domain for p in scheme.parameters()}
    options = {name: draw(st.sampled_from(each.options)) for name, each in domains.items() if isinstance(each, Choice)}
    return scheme(**options, **{name: draw(size) for name, each in domains.items() if isinstance(each, Real)})


@settings(max_examples=12, deadline=None)
@given(biases(), st.sampled_from(("float64", "float32")))
def test_curved_biases_are_identified_with_their_parameters(scheme, format: str):
    matrix = scheme.bias(range(64), range(64))[0]
    result = diagnose(matrix if format == "float64" else np.where(np.isinf(matrix), matrix, round_to(matrix, format)))
    names = {each.name for each in (result.best, *result.equal)}
    assert (result.state, result.best.kind) == ("known", "bias")
    assert scheme.name in names, names
    finite = np.where(np.isinf(matrix), 0, matrix)
    np.testing.assert_allclose(result.best.numbers(), finite, atol=1e-6 * np.abs(finite).max())


def t5_bucket(ahead, buckets: int, distance: int):
    """Buckets of a T5 encoder, from the code in Mesh TensorFlow."""
    half = buckets // 2
    away, exact = np.abs(ahead), half // 2
    far = exact + (np.log(np.maximum(away, 1) / exact) / np.log(distance / exact) * (half - exact)).astype(int)
    return half * (ahead > 0) + np.where(away < exact, away, np.minimum(far, half - 1))


LEARNED, CURVE = (np.random.default_rng(7).normal(size=size) for size in (64, 2 * N))
SIMILAR = "similarities (PE·PEᵀ) of Sinusoidal"
LARGE = np.subtract.outer(np.arange(150), np.arange(150))


@pytest.mark.parametrize(("table", "words"), cases("structures.toml", "diagonals", globals()))
def test_constant_diagonals_are_a_relative_position_bias(table, words: str):
    result = diagnose(table)
    assert (result.state, result.best.kind, result.best.name) == ("known", "bias", "relative position bias")
    assert words in verdict(result)


@pytest.mark.parametrize("size", [24, 48, 128])
def test_similarities_of_positions_are_identified_at_every_size(size: int):
    for dim, scheme in ((64, Sinusoidal()), (100, Sinusoidal(base=500, layout="concatenated"))):
        table = scheme.encode(range(size), dim)
        for factor, scale in ((1, None), (dim**-0.5, "1/√d"), (2 / dim, "2/d")):
            state, name, more = state_of(factor * table @ table.T)
            assert (state, name, more["d"], more.get("scale")) == ("kind", SIMILAR, dim, scale)
    # with other frequencies, only general statements are made
    table = np.cos(np.multiply.outer(BACK, [1.0, 0.31, 0.07])).sum(axis=2)
    assert "as similarities of positions (PE·PEᵀ) are" in verdict(diagnose(table))
    assert diagnose(table).state == "kind"


@pytest.mark.parametrize("format", ["float64", "float32", "float16"])
@pytest.mark.parametrize(
    "points", [Sinusoidal().encode(range(N), 32), Gray().encode(range(N), 6), RANDOM.normal(size=(N, 3))]
)
def test_pairwise_distances_are_no_bias(points, format: str):
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    cosines = points @ points.T / np.outer(*[np.linalg.norm(points, axis=1) + 1e-9] * 2)
    for table in (distances, distances**2, distances[:30], 1 - cosines + np.diag(cosines.diagonal() - 1)):
        state, name, _ = state_of(table.astype(format))
        assert (state, name) == ("kind", "pairwise distances, squared or not")
    # a learned bias may also be 0 for the token itself
    curve = np.abs(CURVE[np.abs(BACK)]) * (BACK != 0)
    assert state_of(curve)[:2] == ("known", "relative position bias")


def attention(sharp: float, hidden) -> np.ndarray:
    scores = np.exp(np.where(hidden, -np.inf, sharp * np.random.default_rng(0).normal(size=(N, N))))
    return scores / scores.sum(axis=1, keepdims=True)


ORTHOGONAL = np.linalg.qr(NORMAL)[0]
SQUARE = RANDOM.normal(size=(N, N))
CUT = RANDOM.normal(0, 0.02, 9000)


@pytest.mark.parametrize(("name", "table"), cases("structures.toml", "kinds", globals()))
def test_other_kinds_of_matrices(name: str, table):
    state, identified, parameters = state_of(table)
    assert (identified, state) == (name.split("|")[0], "unknown" if name == "unknown" else "kind")
    assert identified != "random" or parameters["distribution"] == name.split("|")[1]


def test_facts_of_a_trained_table():
    result = diagnose(Learned().encode(range(300), 128)[::-1] + 0.02)
    assert (result.state, result.facts["mean cosine of neighboring rows"] > 0.5) == ("unknown", True)
    assert result.facts["share of the variance in them"] == pytest.approx(0.97, abs=0.03)
