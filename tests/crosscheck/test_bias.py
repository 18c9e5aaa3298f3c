"""Slopes, buckets, and biases compared with packages."""

from types import SimpleNamespace

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st
from positional_encodings.torch_encodings import PositionalEncoding1D
from transformers.models.bloom import modeling_bloom as bloom
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.mpnet.modeling_mpnet import MPNetEncoder
from transformers.models.mpt import modeling_mpt as mpt
from transformers.models.t5.modeling_t5 import T5Attention
from transformers.models.wav2vec2_bert import modeling_wav2vec2_bert as wav2vec2_bert
from transformers.models.xlnet.configuration_xlnet import XLNetConfig
from transformers.models.xlnet.modeling_xlnet import XLNetModel, XLNetRelativeAttention
from x_transformers import x_transformers

from posenc_core import T5, ALiBi, Sandwich, Shaw, TransformerXL
from tests.crosscheck.agreement import agree, of_float32

heads = st.integers(1, 200)
counts = st.integers(1, 600)

FLOAT32 = 1e-5
"""Relative error of a slope: in float32 it is a rounded number to the power of its head."""


@given(heads, counts)
def test_bloom_of_transformers(heads, count):
    theirs = bloom.build_alibi_tensor(torch.ones(1, count, dtype=torch.int64), heads, torch.float32)[:, 0].numpy()
    last = ALiBi().bias([count - 1], range(count), heads)[:, 0]
    # Bloom counts from the first token, the paper back from the query: they differ by a constant per row
    agree("ALiBi, code", "transformers", "bloom", last - last[:, :1], theirs, FLOAT32 * theirs)


@given(heads, counts)
def test_mpt_of_transformers(heads, count):
    theirs = mpt.build_mpt_alibi_tensor(heads, count)[:, 0]
    last = ALiBi().bias([count - 1], range(count), heads)[:, 0]
    agree("ALiBi, code", "transformers", "mpt", last, theirs, FLOAT32 * -last)


@given(heads)
def test_falcon_of_transformers(heads):
    theirs = falcon.build_alibi_tensor(torch.ones(1, 2, dtype=torch.int64), heads, torch.float32)[:, 0, 1]
    slopes = ALiBi().slope(heads)
    agree("ALiBi, code", "transformers", "falcon (slopes in bfloat16)", slopes, theirs, 2.0**-8 * slopes)


@given(heads, st.integers(1, 40), st.integers(0, 40))
def test_alibi_of_x_transformers(heads, queries, before):
    keys = before + queries
    theirs = x_transformers.AlibiPositionalBias(heads)(queries, keys)
    ours = ALiBi(direction="symmetric").bias(range(before, keys), range(keys), heads)
    agree("ALiBi, symmetric", "x-transformers", "AlibiPositionalBias", ours, theirs, FLOAT32 * np.abs(ours))


RELATIVE = np.arange(-1200, 1201)
schemes = st.builds(
    T5,
    direction=st.sampled_from(["bidirectional", "causal"]),
    buckets=st.sampled_from([8, 16, 32, 64]),
    distance=st.integers(64, 1024),
)


def compare(scheme: T5, package: str, call: str, theirs: torch.Tensor) -> None:
    """Compare buckets; float32 may differ by one only if a group ends within 1e-5 of an integer distance."""
    away = np.maximum(np.abs(RELATIVE), scheme.exact)
    groups = (scheme.side - scheme.exact) * np.log(away / scheme.exact) / np.log(scheme.distance / scheme.exact)
    from_whole = np.abs(groups - np.round(groups))
    rounded = (from_whole > 1e-9) & (from_whole < 1e-5)
    agree(f"T5, {scheme.direction}", package, call, scheme.bucket(RELATIVE), theirs, rounded)


@given(schemes)
def test_t5_of_transformers(scheme):
    both = scheme.direction == "bidirectional"
    bucket = T5Attention._relative_position_bucket
    theirs = bucket(torch.tensor(RELATIVE), both, scheme.buckets, scheme.distance)
    compare(scheme, "transformers", "T5Attention", theirs)


@given(schemes.filter(lambda scheme: scheme.direction == "bidirectional"))
def test_mpnet_of_transformers(scheme):
    theirs = MPNetEncoder.relative_position_bucket(torch.tensor(RELATIVE), scheme.buckets, scheme.distance)
    compare(scheme, "transformers", "MPNetEncoder", theirs)


@given(schemes)
def test_t5_of_x_transformers(scheme):
    bucket = x_transformers.RelativePositionBias._relative_position_bucket
    theirs = bucket(torch.tensor(RELATIVE), scheme.direction == "causal", scheme.buckets, scheme.distance)
    compare(scheme, "x-transformers", "RelativePositionBias", theirs)


@given(st.sampled_from([32, 64, 128, 256, 512]), st.integers(1, 400))
def test_sandwich_is_the_dot_product_of_two_rows_of_positional_encodings(width, count):
    rows = PositionalEncoding1D(width)(torch.zeros(1, count, width))[0].double().numpy()
    last = Sandwich(width=width, index="from 0", ratio="none").bias([count - 1], range(count))[0, 0]
    allowed = width * of_float32([count])[0]
    agree("Sandwich, from 0", "positional-encodings", "PositionalEncoding1D", last, rows @ rows[-1], allowed)


@given(st.sampled_from([32, 64, 128, 256, 512]), st.integers(1, 32), st.integers(1, 200))
def test_sandwich_divides_by_the_ratio_of_each_head_as_nemo(width, heads, count):
    """The arithmetic of NeMo's SandwichRelativePositionEmbedding, in its order: NeMo itself is too large to install."""
    away = torch.arange(count, dtype=torch.float64)
    wave = 1.0 / 10000 ** (2 * torch.arange(1, width // 2 + 1, dtype=torch.float64) / width)
    bias = torch.cos(away[:, None] * wave).sum(dim=1).repeat(heads, 1)
    scales = torch.arange(1, heads + 1)[:, None]
    theirs = ((bias - width / 2) / (scales * 8 / heads)).numpy()
    last = Sandwich(width=width).bias(count - 1, range(count - 1, -1, -1), heads)
    # NeMo forms the ratio in float32
    np.testing.assert_allclose(last, theirs, rtol=1e-6, atol=1e-9)


@given(st.integers(1, 40), st.integers(1, 60), st.integers(0, 9))
def test_shaw_of_transformers(clip, count, seed):
    """The relative keys of Wav2Vec2-BERT, with the query and the vectors of the scheme."""
    scheme = Shaw(clip=clip, seed=seed)
    vectors, query = (torch.from_numpy(array) for array in (scheme.vectors, scheme.query))
    module = SimpleNamespace(
        left_max_position_embeddings=clip,
        right_max_position_embeddings=clip,
        distance_embedding=torch.nn.Embedding.from_pretrained(vectors),
        scaling=64**-0.5,
    )
    queries = query.expand(1, 1, count, 64)
    _, theirs = wav2vec2_bert._apply_relative_key_position_encoding(module, queries, queries)
    ours = scheme.bias(range(count), range(count))
    agree("Shaw", "transformers", "wav2vec2_bert (relative_key)", ours, theirs[0], 1e-12)


@given(st.sampled_from([16, 32, 64, 128]), st.integers(1, 60), st.integers(0, 9))
def test_transformer_xl_of_transformers(width, count, seed):
    """XLNet's attention between tokens without content, with the amplitudes of the scheme as vector and matrix."""
    scheme = TransformerXL(width=width, seed=seed)
    config = XLNetConfig(d_model=width, n_head=1, d_head=width, n_layer=1, vocab_size=8, attn_type="uni")
    attention, model = XLNetRelativeAttention(config).double().eval(), XLNetModel(config)
    rows = model.relative_positional_encoding(count, count)[:, 0].double()
    for parameter in (attention.r_w_bias, attention.r_s_bias, attention.r_r_bias, attention.r):
        torch.nn.init.zeros_(parameter)
    with torch.no_grad():
        attention.r_r_bias[0, 0] = 1
        attention.r[:, 0, 0] = torch.from_numpy(scheme.amplitudes().ravel()) * width**0.5
        keys = torch.einsum("ih,hnd->ind", rows, attention.r)[:, None]
        nothing = torch.zeros(count, 1, 1, width, dtype=torch.float64)
        later = torch.triu(torch.ones(count, count, dtype=torch.float64), 1)[..., None, None]
        _, theirs = attention.rel_attn_core(nothing, nothing, nothing, keys, attn_mask=later, output_attentions=True)
    bias = scheme.bias(range(count), range(count))[0]
    weights = np.exp(bias) / np.exp(bias).sum(axis=1, keepdims=True)
    agree("TransformerXL", "transformers", "XLNetRelativeAttention", weights, theirs[..., 0, 0], 1e-4)
