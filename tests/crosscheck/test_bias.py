"""Slopes, buckets and what is added to the scores, as packages work them out."""

from importlib import import_module

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from positional_encodings.torch_encodings import PositionalEncoding1D
from transformers.models.bloom import modeling_bloom as bloom
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.mpt import modeling_mpt as mpt
from x_transformers import x_transformers

from posenc_core import T5, ALiBi, Sandwich
from tests.crosscheck.agreement import agree, of_float32

heads = st.integers(1, 200)
counts = st.integers(1, 600)

FLOAT32 = 1e-5
"""What a number may be off by, relative to itself, that is worked out in float32: a slope there is a rounded base to the power of its head."""


@given(heads, counts)
def test_bloom_of_transformers(heads, count):
    theirs = bloom.build_alibi_tensor(torch.ones(1, count, dtype=torch.int64), heads, torch.float32)[:, 0].numpy()
    last = ALiBi().bias([count - 1], range(count), heads)[:, 0]
    # it counts from the first token where the paper counts back from the query: one number more for a whole row
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


MODELS = {
    "t5": "T5Attention",
    "longt5": "LongT5Attention",
    "mt5": "MT5Attention",
    "switch_transformers": "SwitchTransformersAttention",
    "pop2piano": "Pop2PianoAttention",
    "udop": "UdopAttention",
    "pix2struct": "Pix2StructTextAttention",
}
away = st.lists(st.integers(-5000, 5000), min_size=1, max_size=200)
sizes = st.sampled_from([8, 16, 32, 64])
ends = st.integers(64, 1024)


@pytest.mark.parametrize("model", MODELS)
@given(away, st.booleans(), sizes, ends)
def test_t5_of_transformers(model, relative, bidirectional, buckets, distance):
    attention = getattr(import_module(f"transformers.models.{model}.modeling_{model}"), MODELS[model])
    theirs = attention._relative_position_bucket(torch.tensor(relative), bidirectional, buckets, distance)
    direction = "bidirectional" if bidirectional else "causal"
    ours = T5(direction=direction, buckets=buckets, distance=distance).bucket(relative)
    agree(f"T5, {direction}", "transformers", MODELS[model], ours, theirs)


@given(away, sizes, ends)
def test_mpnet_of_transformers(relative, buckets, distance):
    encoder = import_module("transformers.models.mpnet.modeling_mpnet").MPNetEncoder
    theirs = encoder.relative_position_bucket(torch.tensor(relative), buckets, distance)
    agree("T5, bidirectional", "transformers", "MPNetEncoder", T5(buckets=buckets, distance=distance).bucket(relative),
          theirs)  # fmt: skip


@given(away, st.booleans(), sizes, ends)
def test_t5_of_x_transformers(relative, causal, buckets, distance):
    bucket = x_transformers.RelativePositionBias._relative_position_bucket
    theirs = bucket(torch.tensor(relative), causal, buckets, distance)
    direction = "causal" if causal else "bidirectional"
    ours = T5(direction=direction, buckets=buckets, distance=distance).bucket(relative)
    agree(f"T5, {direction}", "x-transformers", "RelativePositionBias", ours, theirs)


@given(st.sampled_from([32, 64, 128, 256, 512]), st.integers(1, 400))
def test_sandwich_is_the_dot_product_of_two_rows_of_positional_encodings(width, count):
    rows = PositionalEncoding1D(width)(torch.zeros(1, count, width))[0].double().numpy()
    last = Sandwich(width=width, index="from 0").bias([count - 1], range(count))[0, 0]
    allowed = width * of_float32([count])[0]
    agree("Sandwich, from 0", "positional-encodings", "PositionalEncoding1D", last, rows @ rows[-1], allowed)
