"""Assertions pass for the code of packages, and fail for it with a wrong line."""

import inspect

import pytest
import torch
from transformers.models.bloom import modeling_bloom as bloom
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.mpnet.configuration_mpnet import MPNetConfig
from transformers.models.mpnet.modeling_mpnet import MPNetEncoder
from transformers.models.mpt import modeling_mpt as mpt
from transformers.models.t5 import modeling_t5 as t5
from transformers.models.t5.configuration_t5 import T5Config
from x_transformers import x_transformers

from posenc_core import assert_alibi, assert_relative_bias


def test_alibi_of_packages():
    mask = torch.ones(3, 40, dtype=torch.int64)
    for heads in (1, 3, 8, 12, 20, 71, 112):
        assert_alibi(bloom.build_alibi_tensor(mask, heads, torch.float32), heads)
        assert_alibi(bloom.build_alibi_tensor(mask, heads, torch.bfloat16), heads)
        assert_alibi(mpt.build_mpt_alibi_tensor(heads, 40), heads)
        # its slopes are rounded to bfloat16, whatever the type of the biases
        assert_alibi(falcon.build_alibi_tensor(mask, heads, torch.float32), heads, rtol=2.0**-8)
        for queries in (40, 3):
            biases = x_transformers.AlibiPositionalBias(heads)(queries, 40)
            assert_alibi(biases, heads, direction="symmetric")
            assert_alibi(biases, heads)


def altered(function, before, after):
    """The same function with one line changed."""
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
    wrong = altered(mpt.build_mpt_alibi_tensor, before, after)
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
        with pytest.raises(AssertionError, match=f"right: bidirectional={decoder}"):
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
    wrong = altered(t5.T5Attention._relative_position_bucket, before, after)
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
