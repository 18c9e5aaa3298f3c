"""Assertions pass for the code of packages, and fail for the code with one wrong line."""

import inspect

import pytest
import torch
from transformers import AutoConfig, AutoModelForCausalLM
from transformers.models.bloom import modeling_bloom as bloom
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.llama import modeling_llama as llama
from transformers.models.mpnet.configuration_mpnet import MPNetConfig
from transformers.models.mpnet.modeling_mpnet import MPNetEncoder
from transformers.models.mpt import modeling_mpt as mpt
from transformers.models.t5 import modeling_t5 as t5
from transformers.models.t5.configuration_t5 import T5Config
from x_transformers import x_transformers

from posenc_tools import assert_alibi, assert_positions, assert_relative_bias


def test_alibi_of_packages():
    mask = torch.ones(3, 40, dtype=torch.int64)
    for heads in (1, 3, 8, 12, 20, 71, 112):
        assert_alibi(bloom.build_alibi_tensor(mask, heads, torch.float32), heads)
        assert_alibi(bloom.build_alibi_tensor(mask, heads, torch.bfloat16), heads)
        assert_alibi(mpt.build_mpt_alibi_tensor(heads, 40), heads)
        # its slopes are rounded to bfloat16 for every type of the biases
        assert_alibi(falcon.build_alibi_tensor(mask, heads, torch.float32), heads, rtol=2.0**-8)
        for queries in (40, 3):
            biases = x_transformers.AlibiPositionalBias(heads)(queries, 40)
            assert_alibi(biases, heads, direction="symmetric")
            assert_alibi(biases, heads)


def with_line_changed(function, before, after):
    """The function with one line changed."""
    source = inspect.cleandoc("\n" + inspect.getsource(function))
    assert before in source
    # a static method, too
    exec(source.removeprefix("@staticmethod\n").replace(before, after), scope := {**vars(inspect.getmodule(function))})
    return scope[function.__name__]


@pytest.mark.parametrize(
    ("before", "after", "cause"),
    [
        ("torch.concat([slopes[:, 1::2, ...], slopes[:, ::2, ...]], dim=1)", "slopes", "first slopes of 16 heads"),
        ("slopes[:, ::2, ...]]", "slopes[:, 1::2, ...]]", "only the last 4 are wrong"),
        ("torch.arange(1, num_heads_power_of_2 + 1", "torch.arange(num_heads_power_of_2", "all are 1.41 times"),
        ("1.0 / torch.pow", "-1.0 / torch.pow", "the sign is reversed"),
        ("torch.arange(1 - sequence_length, 1", "torch.arange(sequence_length - 1, -1, -1", "the sign is reversed"),
    ],
)
def test_mpt_with_a_wrong_line(before, after, cause):
    wrong = with_line_changed(mpt.build_mpt_alibi_tensor, before, after)
    with pytest.raises(AssertionError, match=cause):
        assert_alibi(wrong(12, 20), 12)


def relative_bias(decoder=False, **sizes):
    attention = t5.T5Attention(T5Config(num_heads=4, is_decoder=decoder, **sizes), has_relative_attention_bias=True)
    torch.nn.init.normal_(attention.relative_attention_bias.weight)
    return attention


@pytest.mark.parametrize("decoder", [False, True])
def test_relative_biases_of_t5(decoder):
    for buckets, distance in ((32, 128), (64, 256), (16, 100)):
        sizes = {"buckets": buckets, "max_distance": distance, "bidirectional": not decoder}
        attention = relative_bias(
            decoder, relative_attention_num_buckets=buckets, relative_attention_max_distance=distance
        )
        biases, weights = attention.compute_bias(300, 300), attention.relative_attention_bias.weight
        assert_relative_bias(biases, weights=weights, **sizes)
        assert_relative_bias(biases[:, :, -2:], weights=weights, **sizes)
        assert_relative_bias(biases.bfloat16(), weights=weights, **sizes)
        bucket = attention._relative_position_bucket
        assert_relative_bias(lambda ahead: bucket(torch.tensor(ahead), not decoder, buckets, distance), **sizes)  # noqa: B023
        with pytest.raises(AssertionError, match=f"Right: bidirectional={decoder}"):
            assert_relative_bias(biases, weights=weights, **{**sizes, "bidirectional": decoder})


@pytest.mark.parametrize(
    ("before", "after", "cause"),
    [
        ("num_buckets //= 2", "pass", "not halved for the two sides"),
        ("(relative_position > 0)", "(relative_position >= 0)", "distance 0 is in the second half"),
        ("(relative_position > 0)", "(relative_position < 0)", "query minus key"),
        ("max_exact = num_buckets // 2", "max_exact = num_buckets // 4", "should be in"),
        ("math.log(max_distance / max_exact)", "math.log(max_distance)", "should be in"),
    ],
)
def test_buckets_of_t5_with_a_wrong_line(before, after, cause):
    wrong = with_line_changed(t5.T5Attention._relative_position_bucket, before, after)
    with pytest.raises(AssertionError, match=cause):
        assert_relative_bias(lambda ahead: wrong(torch.tensor(ahead)))


def test_relative_biases_of_other_models():
    encoder = MPNetEncoder(MPNetConfig(num_attention_heads=4, hidden_size=16, num_hidden_layers=1))
    weights = encoder.relative_attention_bias.weight
    assert_relative_bias(encoder.compute_position_bias(torch.zeros(1, 200, 16)), weights=weights)
    for causal in (False, True):
        module = x_transformers.RelativePositionBias(1.0, causal=causal, heads=4)
        weights = module.relative_attention_bias.weight
        assert_relative_bias(module(200, 200), weights=weights, bidirectional=not causal)


SIZES = {
    "vocab_size": 64, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 64, "pad_token_id": 0, "bos_token_id": 1,
    "eos_token_id": 2,
}  # fmt: skip
OLD = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64, "vocab_size": 64}
NO_POSITIONS, ABSOLUTE = ["packing", "shift"], ["shift"]
MODELS = {
    "llama": (SIZES, []),
    "gpt_neox": (SIZES, []),
    "qwen3": (SIZES, []),
    "phi": (SIZES, []),
    "stablelm": (SIZES, []),
    "gptj": ({**OLD, "rotary_dim": 4}, []),
    "gemma3_text": ({**SIZES, "sliding_window": 4, "num_hidden_layers": 6}, []),
    "mistral": ({**SIZES, "sliding_window": 4}, []),
    "cohere2": ({**SIZES, "sliding_window": 4, "num_hidden_layers": 4}, []),
    "gpt2": (OLD, ABSOLUTE),
    "gpt_bigcode": (OLD, ABSOLUTE),
    # packed texts are not recognized by their positions
    "opt": ({**SIZES, "ffn_dim": 64, "word_embed_proj_dim": 32}, NO_POSITIONS),
    "bloom": ({**SIZES, "n_head": 4, "n_layer": 2}, NO_POSITIONS),
    "mpt": ({"d_model": 32, "n_heads": 4, "n_layers": 2, "max_seq_len": 64, "vocab_size": 64}, NO_POSITIONS),
    "falcon": ({**{name: SIZES[name] for name in [*SIZES][:5]}, "alibi": True}, NO_POSITIONS),
}


def tiny(kind):
    """A model with random weights large enough for positions to matter."""
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(AutoConfig.for_model(kind, **MODELS[kind][0])).eval()
    for weights in model.parameters():
        if weights.ndim > 1:
            torch.nn.init.normal_(weights, std=0.2)
    return model


@pytest.mark.parametrize("kind", MODELS)
def test_positions_of_models(kind):
    assert_positions(tiny(kind), without=MODELS[kind][1])


def from_zero(positions, mask):
    return torch.arange(positions.shape[1]).expand_as(positions)


def ignore_the_mask(positions, mask):
    return positions if mask is None else torch.arange(mask.shape[1]).expand_as(mask)[:, -positions.shape[1] :]


def one_more_after_the_prompt(positions, mask):
    return positions + (positions.shape[1] < 8)


def stop_at_the_prompt(positions, mask):
    return positions.clamp(max=8) if positions.shape[1] < 8 else positions


def go_on_in_the_next_text(positions, mask):
    return ignore_the_mask(positions, torch.ones_like(positions)) if mask is None else positions


WRONG_POSITIONS = (
    (from_zero, ["llama", "gpt2", "gemma3_text", "gpt_neox"], "its position is not 8"),
    (one_more_after_the_prompt, ["llama", "gpt2", "gemma3_text", "gpt_neox"], "its position is not 8"),
    (stop_at_the_prompt, ["llama", "gpt2", "gemma3_text", "gpt_neox"], "its position is not 9"),
    (ignore_the_mask, ["gpt2", "opt"], "positions count the padding"),
    (go_on_in_the_next_text, ["llama", "gpt2"], "Packing behind another text changes logits"),
)


@pytest.mark.parametrize(
    ("change", "kind", "cause"), [(change, kind, cause) for change, kinds, cause in WRONG_POSITIONS for kind in kinds]
)
def test_models_with_wrong_positions(change, kind, cause):
    model = tiny(kind)

    def replace(module, inputs, settings):
        positions = change(settings["position_ids"], settings.get("attention_mask"))
        return inputs, {**settings, "position_ids": positions}

    model.register_forward_pre_hook(replace, with_kwargs=True)
    with pytest.raises(AssertionError, match=cause):
        assert_positions(model, without=MODELS[kind][1])


def test_models_with_wrong_code(monkeypatch):
    model = tiny("llama")
    rotate = llama.apply_rotary_pos_emb
    monkeypatch.setattr(llama, "apply_rotary_pos_emb", lambda q, k, cos, sin: (rotate(q, k, cos, sin)[0], k))
    with pytest.raises(AssertionError, match="A shift of all positions changes logits"):
        assert_positions(model)
    model = tiny("bloom")
    # the last key is counted from 0
    right, zero = bloom.build_alibi_tensor, torch.nn.functional.pad
    monkeypatch.setattr(bloom, "build_alibi_tensor", lambda *settings: zero(right(*settings)[:, :, :-1], (0, 1)))
    with pytest.raises(AssertionError, match="changes logits"):
        assert_positions(model, without=NO_POSITIONS)
