"""Tokens and embeddings of a sentence, and the effect of positions on attention."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_core import Binary, Index, Normalized, Sinusoidal
from posenc_core.analysis import geometry, sentence
from tests.data import read

DATA = read("reference.json")
SENTENCES = {name: text for name, text in DATA["sentences"].items() if name != "note"}
NOISE, WEIGHTS, SUM = (
    DATA[name] for name in ("signal_to_noise_n128_d64", "attention_of_positions_n128_d64", "sum_and_concatenation_d512")
)
FILLED = {"Sinusoidal": Sinusoidal(), "Index": Index(), "Normalized N-1": Normalized(), "Binary 0/1": Binary()}
SIZES = {"N(0, 1)": 1, "N(0, 1/d)": 1 / 8, "N(0, 0.02²)": 0.02}

words = st.lists(st.sampled_from("abcdef"), max_size=30)


@pytest.mark.parametrize("name", SENTENCES)
def test_tokens_of_the_notes(name):
    published = SENTENCES[name]
    result = sentence.tokens(published["text"])
    assert result.words == tuple(published["text"].split())
    assert len(result.words) == published["count"]
    assert result.ids.tolist() == published["ids"]
    assert [result.vocabulary[row] for row in result.ids] == list(result.words)


@given(words, st.integers(1, 7))
def test_only_the_most_frequent_words_are_known(text_words, size):
    result = sentence.tokens(" ".join(text_words), known=size)
    assert result.vocabulary[:4] == sentence.SPECIAL == ("<pad>", "<unk>", "<bos>", "<eos>")
    assert len(result.vocabulary) == len(set(result.vocabulary)) == 4 + min(size, len(set(text_words)))
    vocabulary = set(result.vocabulary[4:])
    assert result.words == tuple(word if word in vocabulary else sentence.UNKNOWN for word in text_words)
    assert [result.vocabulary[row] for row in result.ids] == list(result.words)
    fewest = min((text_words.count(word) for word in vocabulary), default=0)
    assert all(text_words.count(word) <= fewest for word in set(text_words) - vocabulary)


def test_ends_and_padding():
    result = sentence.tokens("I am", ends=True, length=6)
    assert result.words == ("<bos>", "I", "am", "<eos>", "<pad>", "<pad>")
    assert result.ids.tolist() == [2, 4, 5, 3, 0, 0]
    assert sentence.tokens("a b c", length=2).words == ("a", "b", "c"), "padding does not truncate"
    assert sentence.tokens("", length=1).ids.tolist() == [0]
    empty = sentence.tokens("")
    assert empty.ids.shape == (0,)
    assert empty.ids.dtype == np.int64


@pytest.mark.parametrize("name", SENTENCES)
def test_one_hot_times_the_table_is_a_look_up(name):
    result = sentence.tokens(SENTENCES[name]["text"], ends=True, length=60)
    table = sentence.embeddings(len(result.vocabulary), 16)
    one_hot = sentence.one_hot(result.ids, len(result.vocabulary))
    assert one_hot.shape == (len(result.ids), len(result.vocabulary))
    np.testing.assert_array_equal(one_hot.sum(axis=1), 1)
    np.testing.assert_array_equal(one_hot @ table, table[result.ids])
    assert not (one_hot @ table)[np.array(result.words) == "<pad>"].any()


@pytest.mark.parametrize("scale", SIZES)
def test_embeddings_are_the_same_in_every_run(scale):
    table = sentence.embeddings(200, 64, scale)
    np.testing.assert_array_equal(table, sentence.embeddings(200, 64, scale))
    np.testing.assert_array_equal(table[:50], sentence.embeddings(50, 64, scale))
    assert not table[0].any()
    assert table[1:].std() == pytest.approx(SIZES[scale], rel=0.02)
    assert abs(table[1:].mean() / table[1:].std()) < 0.03
    assert len(np.unique(table[1:])) == 199 * 64


def test_the_seed_is_fixed():
    np.testing.assert_allclose(sentence.embeddings(2, 2)[1], [0.64042265, 0.10490012], atol=5e-9)


def rows(seed, count=7, dim=6):
    return np.random.default_rng(seed).normal(size=(count, dim))


@given(st.integers(0, 50), st.booleans(), st.lists(st.booleans(), min_size=7, max_size=7))
def test_attention_is_a_distribution_over_visible_keys(seed, causal, hidden):
    vectors = rows(seed)
    before = vectors.copy()
    weights = sentence.attention(vectors, causal=causal, hidden=hidden)
    np.testing.assert_array_equal(vectors, before)
    visible = np.tri(7, dtype=bool) if causal else np.ones((7, 7), bool)
    visible = visible & ~np.array(hidden)
    blind = ~visible.any(axis=1)
    assert np.isnan(weights[blind]).all()
    assert (weights[~blind][~visible[~blind]] == 0).all()
    np.testing.assert_allclose(weights[~blind].sum(axis=1), 1)
    raised = np.where(visible, np.exp(vectors @ vectors.T / np.sqrt(6)), 0)[~blind]
    np.testing.assert_allclose(weights[~blind], raised / raised.sum(axis=1, keepdims=True), rtol=1e-12)


def test_causal_and_hidden():
    weights = sentence.attention(rows(0), causal=True)
    assert weights[0].tolist() == [1, 0, 0, 0, 0, 0, 0]
    np.testing.assert_array_equal(weights, np.tril(weights))
    assert (np.tril(weights) > 0).sum() == 28
    padding = np.arange(7) > 4
    weights = sentence.attention(rows(0), hidden=padding)
    assert not weights[:, padding].any()
    assert (weights[:, ~padding] > 0).all()
    assert np.isnan(sentence.attention(rows(0), hidden=[True] * 7)).all()
    assert np.isnan(sentence.attention(rows(0), causal=True, hidden=[True] + [False] * 6)[0]).all()


@given(st.permutations(range(5)))
def test_order_matters_only_with_positions(order):
    result = sentence.tokens("I love you so much")
    content = sentence.embeddings(len(result.vocabulary), 8)[result.ids]
    position = Sinusoidal().encode(range(5), 8)
    order = np.array(order)
    here, there = content, content[order]
    plain = sentence.attention(here)[np.ix_(order, order)]
    np.testing.assert_allclose(sentence.attention(there), plain, rtol=1e-12)
    placed = sentence.attention(here + position)[np.ix_(order, order)]
    if (order != range(5)).any():
        assert np.abs(sentence.attention(there + position) - placed).max() > 1e-3


@pytest.mark.parametrize("name", FILLED)
def test_attention_of_positions_alone(name):
    weights = sentence.attention(geometry.vectors(FILLED[name], length=128, dim=62 if name == "Binary 0/1" else 64))
    logs = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    assert -(weights * logs).sum(axis=1).mean() / np.log(128) == pytest.approx(WEIGHTS[name]["entropy"], rel=1e-9)
    assert weights.diagonal().mean() == pytest.approx(WEIGHTS[name]["self_weight"], rel=1e-9)


@given(st.integers(0, 50))
def test_terms_add_up(seed):
    content, position = rows(seed), rows(seed + 100)
    parts = sentence.terms(content, position)
    together = content + position
    np.testing.assert_allclose(sum(parts), together @ together.T, atol=1e-12)
    beside = np.hstack((content, position))
    np.testing.assert_allclose(parts.content + parts.position, beside @ beside.T, atol=1e-12)
    np.testing.assert_array_equal(parts.content_position, parts.position_content.T)
    assert parts.content_position[1, 2] == pytest.approx(content[1] @ position[2])


def test_sizes_of_the_terms():
    content = sentence.embeddings(129, 512)[1:]
    parts = sentence.terms(content, Sinusoidal().encode(range(128), 512))
    for k in (0, 1, 54):
        np.testing.assert_allclose(np.diagonal(parts.position, k), SUM[f"position_k{k}"], rtol=1e-10)
    assert parts.content[np.triu_indices(128, 1)].std() == pytest.approx(SUM["content_std"], rel=0.05)
    assert parts.content_position.std() == pytest.approx(SUM["content_position_std"], rel=0.05)


@pytest.mark.parametrize("name", FILLED)
@pytest.mark.parametrize("scale", NOISE["Sinusoidal"])
def test_signal_to_noise_of_the_reference(name, scale):
    sampled, _, factor = scale.partition(" · ")
    content = sentence.embeddings(1001, 64, sampled)[1:] * (8 if factor == "√d" else 1)
    ratio = sentence.signal_to_noise(content, FILLED[name].encode(range(128), 64))
    assert ratio == pytest.approx(NOISE[name][scale], abs=0.15)


def test_signal_to_noise_by_hand():
    ten, one = np.full((3, 2), -10.0), np.ones((5, 4))
    assert sentence.signal_to_noise(ten, one) == pytest.approx(20, rel=1e-15)
    assert sentence.signal_to_noise(one, ten) == pytest.approx(-20, rel=1e-15)
    assert sentence.signal_to_noise(np.array([[3.0, 0], [0, 0]]), one) == pytest.approx(20 * np.log10(1.5))
    for content, position in ((0 * one, one), (one, 0 * one), (0 * one, 0 * one)):
        assert np.isnan(sentence.signal_to_noise(content, position))
    assert sentence.signal_to_noise(1e-170 * one, 1e-171 * one) == pytest.approx(20)
    assert sentence.signal_to_noise(1e149 * one, 1e-149 * one) == pytest.approx(20 * 298)
