"""Diagnosis of lines, codes, biases, random features, random numbers, and other matrices."""

import re
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
    Fourier,
    Gray,
    Index,
    Learned,
    Normalized,
    Sandwich,
    Shaw,
    Sinusoidal,
    TransformerXL,
)
from posenc_core.analysis.precision import round_to
from posenc_core.foundation.domains import Choice, Real
from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.storage import repeated_rows, storage
from posenc_tools.diagnosis.words import evidence, verdict

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


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("float32", round_to(Sinusoidal().encode(range(9), 4), "float32")),
        ("float16", round_to(Sinusoidal().encode(range(9), 4), "float16")),
        ("bfloat16", round_to(Sinusoidal().encode(range(9), 4), "bfloat16")),
        ("float64", Sinusoidal().encode(range(9), 4)),
        ("3 decimals", round_to(np.round(Sinusoidal().encode(range(9), 4), 3), "float32")),
        ("1 decimal", np.round(Sinusoidal().encode(range(9), 4), 1)),
        ("integers", np.zeros((2, 2))),
        ("integers", np.arange(600.0).reshape(30, 20)),
        ("bfloat16", round_to(np.arange(600.0).reshape(30, 20), "bfloat16")),
        ("bfloat16", np.full((2, 2), 2.0**-130)),
        # one bit more than bfloat16 has
        ("float32", np.full((2, 2), 2.0**-60 * (1 + 2.0**-8))),
        ("float64", np.full((2, 2), 1e150)),
    ],
)
def test_the_shortest_format_that_represents_every_number(name: str, table):
    assert storage(table).name == name
    # one number that it cannot represent is enough, at any place
    assert storage(np.vstack((table, [1 / 3] * table.shape[1]))).name == "float64"


def test_runs_of_equal_rows():
    rows = [[0, 0], [0, 0], [1, 2], [0, 3], [0, 3], [0, 3], [0, 0], [1, 2], [0, 3], [1, 2]]
    assert repeated_rows(np.array(rows, float)) == ((4, 5, 3), (7, 7, 2), (8, 8, 5), (9, 9, 7))
    assert repeated_rows(np.ones((1, 3))) == ()


@pytest.mark.parametrize(
    ("table", "state", "name", "parameters"),
    [
        (P + 5, "known", "Index", {"start": 5}),
        (P + 0.5, "known", "Index", {"start": 0.5}),
        (np.float32(0.1 * P), "known", "Index", {"scale": 0.1}),
        (2 * P / 39 - 1, "known", "Normalized", {"from": -1, "to": 1}),
        (round_to(P / N, "bfloat16"), "known", "Normalized", {"divisor": "N"}),
        (np.round(P / 39, 2), "known", "Normalized", {}),
        (P * (np.arange(6) == 0), "known", "Index", {"spread": "one column"}),
        (spoiled(P), "different", "Index", {}),
        (Binary(order="MSB first").encode(range(5, 45), 7), "known", "Binary", {"order": "MSB first", "start": 5}),
        (0.02 * Gray().encode(range(N), 7), "known", "Gray", {"values": "0/0.02"}),
        (1 - Binary().encode(range(N), 7), "known", "Binary", {"values": "1/0"}),
        (spoiled(Gray(values="-1/1").encode(range(N), 7)), "different", "Gray", {"values": "-1/1"}),
        (spoiled(Binary().encode(range(N), 7), 9), "different", "Binary", {}),
        (Gray().encode(range(N), 7).T, "bug", "transposed", {}),
        (np.log1p(P), "unknown", "unknown", {}),
        (Fourier(width=0.03, seed=4711).encode(range(N), 17), "known", "Fourier", {"width": 0.03, "seed": 4711}),
        (round_to(Fourier(seed=7).encode(range(N), 32), "bfloat16"), "known", "Fourier", {"width": 0.1, "seed": 7}),
        (Fourier(seed=10**6).encode(range(N), 32), "unknown", "unknown", {}),
        (Learned().encode(range(100), 60), "known", "Learned", {"model": "all-MiniLM-L6-v2"}),
    ],
)
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


@pytest.mark.parametrize(
    ("table", "name", "parameters"),
    [
        (round_to(-SLOPES[9] * np.abs(BACK), "bfloat16"), "ALiBi", {"direction": "symmetric", "head": 10, "heads": 12}),
        (CAUSAL - ALiBi(slopes="paper").slope(12)[1] * BACK, "ALiBi", {"heads": None}),
        (np.round(CAUSAL - 0.25 * BACK, 3), "ALiBi", HEAD),
        (-0.25 * BACK, "ALiBi", {**HEAD, "ahead": "negative"}),
        (-0.25 * BACK * (BACK > 0), "ALiBi", {**HEAD, "ahead": "0"}),
        (-0.25 * np.abs(BACK[:30]), "ALiBi", {**HEAD, "direction": "symmetric"}),
        (-0.3 * np.abs(BACK), "ALiBi", {"direction": "symmetric", "slope": 0.3}),
        (np.where(WINDOW, -np.inf, -0.25 * BACK), "ALiBi", {**HEAD, "mask": "sliding-window mask 4"}),
        (0.25 * KEYS, "ALiBi", {**HEAD, "counted": "from the first key"}),
        (np.where(BACK < 0, LOWEST, 0.25 * (KEYS - 39)), "ALiBi", {**HEAD, "counted": "from the last key"}),
        (np.tile(0.5 * np.arange(N), (N, 1)), "ALiBi", {"head": 1, "heads": 8, "counted": "from the first key"}),
        (round_to(np.outer(SLOPES, np.arange(99)), "float16"), "ALiBi", {"rows": "heads", "heads": 12}),
        (round_to(np.outer(SLOPES, np.arange(-98, 1)), "bfloat16"), "ALiBi", {"counted": "from the last key"}),
        (Sandwich().bias(range(N), range(N), 8)[2], "Sandwich", {"ratio": 3}),
        (Sandwich(ratio="none").bias(range(N), range(N))[0], "Sandwich", {"ratio": "none"}),
        (BACK, "distances", {"scale": None, "ahead": "negative"}),
        (-BACK, "distances", {"scale": -1, "ahead": "negative"}),
        (T5().bucket(-BACK), "T5", {"sign": "+"}),
        (np.float32(CAUSAL - 0.1 * BACK)[:16, :16], "ALiBi", {"slope": 0.1}),
        (np.float32(CAUSAL - 0.1 * DECODER.bucket(-BACK)), "T5", {"buckets": 16, "step": 0.1}),
    ],
)
def test_biases_as_code_writes_them(table, name: str, parameters: dict):
    state, identified, more = state_of(table)
    assert (identified, {key: more.get(key) for key in parameters}) == (name, parameters)
    assert state == "known"


@pytest.mark.parametrize(
    ("table", "name", "slope"),
    [
        (CAUSAL + 0.5 * BACK, "ALiBi", 0.5),
        (0.5 * np.abs(BACK), "ALiBi", 0.5),
        (0.5 * BACK, "ALiBi", 0.5),
        (CAUSAL + 1.0 * BACK, "ALiBi", 1.0),
        (np.abs(BACK), "ALiBi", 1.0),
        (np.maximum(BACK, 0), "ALiBi", 1.0),
        (np.float32(CAUSAL + 0.37 * BACK), "ALiBi", 0.37),
        (np.outer(-SLOPES, np.arange(50)), "ALiBi", None),
        (np.outer(SLOPES, np.arange(49, -1, -1)), "ALiBi", None),
        (np.tile(-0.25 * np.arange(N), (N, 1)), "ALiBi", 0.25),
        (CAUSAL + 0.5 * np.log1p(np.abs(BACK)), "KERPLE", None),
    ],
)
def test_a_bias_that_rewards_far_keys_is_a_bug(table, name: str, slope: float | None):
    result = diagnose(table)
    parameters = result.best.parameters
    assert (result.state, result.best.name) == ("bug", name)
    assert (parameters["sign"], parameters.get("slope")) == ("reversed", slope)
    assert "far keys are rewarded" in verdict(result)
    assert not any("sign reversed" in sentence or "stores ALiBi" in sentence for sentence in evidence(result))


def test_signed_distances_are_indices_or_a_reversed_bias():
    """DeBERTa's indices of relative positions."""
    assert state_of(BACK)[0] != "bug"
    assert any("sign reversed" in sentence for sentence in evidence(diagnose(BACK)))
    assert any("the distance between query and key" in sentence for sentence in evidence(diagnose(np.abs(BACK))))


def test_unknown_slopes_are_unusual_and_have_no_source():
    table = np.outer(2.0 ** (-8 * np.arange(1, 13) / 12), np.arange(-39, 1))
    result = diagnose(table)
    assert (result.state, result.best.name, result.status) == ("unusual", "ALiBi", 2)
    assert not any("MPT" in sentence or "BLOOM" in sentence for sentence in evidence(result))


@pytest.mark.parametrize("table", [CAUSAL - 0.25 * BACK, -SLOPES[9] * np.abs(BACK), T5().bucket(-BACK), 0.25 * KEYS])
def test_one_wrong_number_changes_neither_the_name_nor_the_parameters(table):
    assert state_of(spoiled(table)) == ("different", *state_of(table)[1:])


@st.composite
def biases(draw):
    scheme = SCHEMES[draw(st.sampled_from(("KERPLE", "FIRE", "Sandwich", "T5")))]
    size = st.sampled_from((0.05, 0.3, 0.5, 1.0, 1.3))
    domains = {p.name: p.domain for p in scheme.parameters()}
    options = {
        name: draw(st.sampled_from(domain.options)) for name, domain in domains.items() if isinstance(domain, Choice)
    }
    return scheme(**options, **{name: draw(size) for name, domain in domains.items() if isinstance(domain, Real)})


@settings(max_examples=12, deadline=None)
@given(biases(), st.sampled_from(("float64", "float32")))
def test_curved_biases_are_identified_with_their_parameters(scheme, format: str):
    matrix = scheme.bias(range(64), range(64))[0]
    result = diagnose(matrix if format == "float64" else np.where(np.isinf(matrix), matrix, round_to(matrix, format)))
    names = {explanation.name for explanation in (result.best, *result.equal)}
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


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (np.float32(CURVE[BACK + N]), "offset from −39 to +39, 79 different numbers"),
        (np.where(BACK < 0, -np.inf, CURVE[BACK + N]), "offset from −39 to 0, 40 different numbers"),
        (CURVE[BACK + N][:30, 5:], "offset from −29 to +34"),
        (CURVE[BACK % N], "the same modulo their number"),
        (CURVE[np.abs(BACK)], "alike ahead and behind"),
        (
            round_to(LEARNED[t5_bucket(-LARGE, 32, 128)], "bfloat16"),
            "equal in T5's buckets (32 of them, up to distance 128)",
        ),
        (np.where(LARGE < 0, -1e9, LEARNED[np.clip(LARGE, 0, 20)]), "equal from −149 to −20"),
        (Shaw().bias(range(150), range(150))[0], "33 different numbers"),
        (TransformerXL().bias(range(N), range(N))[0], "40 different numbers"),
    ],
)
def test_constant_diagonals_are_a_relative_position_bias(table, words: str):
    result = diagnose(table)
    assert (result.state, result.best.kind, result.best.name) == ("known", "bias", "relative position bias")
    assert words in verdict(result)


@pytest.mark.parametrize(
    ("size", "dim", "scheme", "power", "scale"),
    [
        (24, 64, Sinusoidal(), 0, None),
        (48, 100, Sinusoidal(base=500, layout="concatenated"), -0.5, "1/√d"),
        (128, 64, Sinusoidal(), -1, "2/d"),
    ],
)
def test_similarities_of_positions_are_identified_at_every_size(size: int, dim: int, scheme, power: float, scale):
    table = scheme.encode(range(size), dim)
    state, name, more = state_of((2 if power == -1 else 1) * dim**power * table @ table.T)
    assert (state, name, more["d"], more.get("scale")) == ("kind", SIMILAR, dim, scale)


def test_of_similarities_with_other_frequencies_only_general_statements_are_made():
    result = diagnose(np.cos(np.multiply.outer(BACK, [1.0, 0.31, 0.07])).sum(axis=2))
    assert "as similarities of positions (PE·PEᵀ) are" in verdict(result)
    assert result.state == "kind"


@pytest.mark.parametrize(
    ("points", "format"),
    [
        (Sinusoidal().encode(range(N), 32), "float64"),
        (Gray().encode(range(N), 6), "float32"),
        (RANDOM.normal(size=(N, 3)), "float16"),
    ],
)
def test_pairwise_distances_are_no_bias(points, format: str):
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    cosines = points @ points.T / np.outer(*[np.linalg.norm(points, axis=1) + 1e-9] * 2)
    for table in (distances, distances**2, 1 - cosines + np.diag(cosines.diagonal() - 1)):
        state, name, _ = state_of(table.astype(format))
        assert (state, name) == ("kind", "pairwise distances, squared or not")


POINTS = RANDOM.normal(size=(300, 5))
DISTANCES = np.linalg.norm(POINTS[:, None] - POINTS, axis=2)
LATE = np.where(np.add.outer(np.arange(300), np.arange(300)) > 580, 40.0, 1.0)  # a few numbers in the last rows
LONG = np.random.default_rng(3).normal(size=(9000, 128))
STEPS = np.abs(np.subtract.outer(np.arange(300), np.arange(300)))
ELSEWHERE = np.arange(300) >= 280


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (np.vstack((np.zeros((64, 64)), RANDOM.normal(size=(449, 64)))), "numbers are random.*except for rows 0 to 63"),
        (DISTANCES[:250], "matches no known encoding"),
        (DISTANCES * LATE, "symmetric"),
        (np.where(STEPS > 285, 0.5, np.cos(0.1 * STEPS)), "relative position bias"),
        (np.where(np.arange(9000)[:, None] // 600 == 7, np.sin(LONG), LONG), "matches no known encoding"),
        (np.where(ELSEWHERE[:, None], RANDOM.random((300, 300)), np.eye(300)), "matches no known encoding"),
    ],
)
def test_a_kind_needs_the_evidence_of_the_whole_matrix(table, words: str):
    """Each begins as a matrix of another kind."""
    assert re.search(words, verdict(diagnose(table)))


def test_rows_of_zeros_and_copied_rows_are_named():
    table = 0.02 * np.random.default_rng(4).normal(size=(514, 48))
    cases = {
        "Row 1 contains only zeros, as for a padding index.": np.where(np.arange(514)[:, None] == 1, 0, table),
        "Rows 512 to 1,023 repeat rows 0 to 511.": np.vstack((table[:512], table[:512])),
        "Rows 513 to 1,013 are equal.": np.vstack((table, np.repeat(table[-1:], 500, axis=0))),
        "Row 9 repeats row 3.": table[[*range(9), 3, *range(10, 514)]],
        "Rows 400 to 513 contain only zeros.": np.where(np.arange(514)[:, None] > 399, 0, table),
    }
    for sentence, numbers in cases.items():
        # of random numbers, and of a random walk
        for result in (diagnose(numbers), diagnose(np.cumsum(numbers, axis=1))):
            assert sentence in " ".join(evidence(result))
            assert result.state == "unknown" or ", except for row" in verdict(result)


def test_a_learned_bias_may_be_0_for_the_token_itself():
    curve = np.abs(CURVE[np.abs(BACK)]) * (BACK != 0)
    assert state_of(curve)[:2] == ("known", "relative position bias")


def attention(sharp: float, hidden) -> np.ndarray:
    scores = np.exp(np.where(hidden, -np.inf, sharp * np.random.default_rng(0).normal(size=(N, N))))
    return scores / scores.sum(axis=1, keepdims=True)


ORTHOGONAL = np.linalg.qr(NORMAL)[0]
SQUARE = RANDOM.normal(size=(N, N))
CUT = RANDOM.normal(0, 0.02, 9000)


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("causal attention weights", round_to(attention(0.1, BACK < 0), "float16")),
        ("causal attention weights", round_to(attention(5, BACK < 0), "bfloat16")),
        ("causal attention weights", attention(1, WINDOW)),
        ("rows that sum to 1, such as attention weights", attention(0.1, BACK > N)),
        ("rows that sum to 1, such as attention weights", attention(1, BACK > N)),
        ("rows that sum to 1, such as attention weights", attention(30, BACK > N)),
        ("permutation matrix", np.eye(N)[RANDOM.permutation(N)]),
        ("one-hot positions", np.eye(N, 50)),
        ("lower triangular matrix", np.tril(SQUARE)),
        ("upper triangular matrix", np.triu(SQUARE)),
        ("symmetric matrix", SQUARE + SQUARE.T),
        ("equal rows", np.tile(np.arange(32.0), (100, 1))),
        ("unknown", RANDOM.integers(0, 100, (N, N))),
        ("unknown", RANDOM.integers(0, 2, (N, N))),
        ("unknown", np.round(np.cumsum(0.05 * SQUARE, axis=0), 1)),
        ("random|normal", NORMAL),
        ("random|normal", round_to(NORMAL + 3, "float32")),
        ("random|uniform", RANDOM.uniform(-1, 1, (128, 64)) / 8),
        ("random|normal, cut off at 2 σ", CUT[np.abs(CUT) < 0.04][:8192].reshape(128, 64)),
        ("unknown", ORTHOGONAL),
        ("unknown", NORMAL @ ORTHOGONAL[:64, :8] @ ORTHOGONAL[:64, :8].T),
        ("unknown", NORMAL * np.linspace(0.5, 1.5, 64)),
        ("unknown", NORMAL + 0.01 * RANDOM.normal(size=64)),
        ("unknown", NORMAL * (RANDOM.random(NORMAL.shape) < 0.1)),
        ("unknown", np.round(1500 * NORMAL)),
        ("unknown", RANDOM.permutation(Sinusoidal().encode(range(128), 64))),
    ],
)
def test_other_kinds_of_matrices(name: str, table):
    state, identified, parameters = state_of(table)
    assert (identified, state) == (name.split("|")[0], "unknown" if name == "unknown" else "kind")
    assert identified != "random" or parameters["distribution"] == name.split("|")[1]


def test_facts_of_a_trained_table():
    result = diagnose(Learned().encode(range(300), 128)[::-1] + 0.02)
    assert (result.state, result.facts["mean cosine of neighboring rows"] > 0.5) == ("unknown", True)
    assert result.facts["share of the variance in them"] == pytest.approx(0.97, abs=0.03)
