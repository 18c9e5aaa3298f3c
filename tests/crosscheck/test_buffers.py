"""The command `posenc buffers` with the installed transformers."""

import json

import numpy as np
import pytest
from transformers.models.auto.modeling_auto import MODEL_MAPPING_NAMES

from posenc_core import RoPE
from posenc_tools import models
from posenc_tools.__main__ import posenc
from posenc_tools.models.conventions import classes
from posenc_tools.models.layers import COUNTS
from posenc_tools.readers import tensors
from tests.crosscheck.model_types import config_classes, read_dict

LLAMA3 = {
    "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "rope_theta": 500000.0,
    "original_max_position_embeddings": 8192,
}  # fmt: skip
GEMMA3 = {
    "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
    "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
}


def command(tmp_path, values, *more):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(values))
    return posenc(["buffers", str(path), *more])


def test_buffers_have_the_frequencies_of_the_formula(tmp_path, capsys):
    out = tmp_path / "buffers.npz"
    assert command(tmp_path, {"model_type": "llama", "rope_parameters": LLAMA3}, "--out", str(out)) == 0
    assert "rotary_emb.inv_freq: 64 numbers, 1 to " in capsys.readouterr().out
    buffers = np.load(out)
    expected = RoPE(base=500000, scaling="llama3", factor=8, trained_length=8192).frequencies(128)
    np.testing.assert_allclose(buffers["rotary_emb.inv_freq"], expected, rtol=1e-6)
    assert buffers["rotary_emb.attention_scaling"] == 1
    config = str(tmp_path / "config.json")
    assert posenc(["check", str(out), "--tensor", "rotary_emb.inv_freq", "--config", config]) == 0


def test_each_kind_of_layers_has_its_own(tmp_path):
    out = tmp_path / "buffers.npz"
    values = {"model_type": "gemma3_text", "head_dim": 256, "rope_parameters": GEMMA3}
    assert command(tmp_path, values, "--out", str(out)) == 0
    buffers = np.load(out)
    for kind, base, factor in (("full", 1e6, 8), ("sliding", 1e4, 1)):
        expected = base ** (-np.arange(128) / 128) / factor
        np.testing.assert_allclose(buffers[f"rotary_emb.{kind}_attention_inv_freq"], expected, rtol=1e-6)


def test_a_buffer_that_ends_with_zeros(tmp_path):
    """Gemma 4 rotates a quarter of the pairs."""
    out = tmp_path / "buffers.npz"
    full = {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6}
    parameters = GEMMA3 | {"full_attention": full}
    values = {"model_type": "gemma4_text", "global_head_dim": 512, "rope_parameters": parameters}
    assert command(tmp_path, values, "--out", str(out)) == 0
    expected = np.where(np.arange(256) < 64, 1e6 ** (-np.arange(256) / 256), 0)
    np.testing.assert_allclose(np.load(out)["rotary_emb.full_attention_inv_freq"], expected, rtol=1e-6)


def test_weights_need_no_memory(tmp_path):
    """An embedding of 400 GB."""
    assert command(tmp_path, {"model_type": "llama", "vocab_size": 10**8, "hidden_size": 1024}) == 0


def test_models_without_rotary_buffers_and_unknown_models(tmp_path, capsys):
    assert command(tmp_path, {"model_type": "gpt2"}) == 2
    assert capsys.readouterr().out == "transformers computes no rotary buffers for gpt2.\n"
    for values, sentence in (({"model_type": "mind"}, "no model_type that"), ([], "must be a JSON object")):
        with pytest.raises(SystemExit) as error:
            command(tmp_path, values)
        assert error.value.code == 3
        assert sentence in capsys.readouterr().err


def with_few_layers(values, most=2):
    """Configuration with at most so many layers, whose buffers are the same."""
    if isinstance(values, dict):
        counts = {*COUNTS, "encoder_layers", "decoder_layers"}
        few = {key: min(value, most) for key, value in values.items() if key in counts and isinstance(value, int)}
        return {key: with_few_layers(value, most) for key, value in values.items()} | few
    return values


def place(result) -> dict:
    """Part or kind of layers with which a buffer was compared."""
    return {key: value for key, value in dict(result.args).items() if key in ("which", "name")}


@pytest.mark.parametrize("name", sorted({*classes()} & {*MODEL_MAPPING_NAMES}))
def test_each_buffer_is_accepted_and_a_wrong_one_is_compared_with_its_own_rotation(name, tmp_path):
    values, out = read_dict(config_classes()[name]()), tmp_path / "buffers.npz"
    for tried in (with_few_layers(values), values):
        try:
            status = command(tmp_path, tried, "--out", str(out))
            break
        except SystemExit:
            status = None
    if status is None:
        pytest.skip("transformers builds no model from the defaults of this class")
    if status:
        return
    path = tmp_path / "config.json"
    model, parts = models.from_config(path), models.parts_of(path)
    with out.open("rb") as file:
        stored = tensors(file, out.name, most_bytes=2**30, most_numbers=2**23)
        for tensor in stored:
            try:
                table = tensor.read()
                result = models.comparison(model, table, tensor.name, parts)
            except ValueError as error:
                # such as the rotation by seconds of Music Flamingo, or half a pair in the defaults of GLM
                known = ("complex", "has learned numbers", "does not describe a table")
                assert any(words in str(error) for words in known), (tensor.name, error)
                continue
            assert result.id.endswith("-same"), (tensor.name, str(result))
            # of GPT-J and CodeGen the buffer is a table of sines and cosines
            wrongs = [1.3 * table, np.where(np.arange(table.size) == 3, 2 * table, table)] if len(table) == 1 else []
            for wrong in wrongs:
                other = models.comparison(model, wrong, tensor.name, parts)
                assert not other.id.endswith("-same") and place(other) == place(result), (tensor.name, str(other))
