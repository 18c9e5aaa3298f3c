"""RoPE and xPos compared with the rotations of packages."""

import numpy as np
import pytest
import torch
from diffusers.models import embeddings as diffusers
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator
from rotary_embedding_torch import RotaryEmbedding
from transformers import LlamaConfig
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from x_transformers import x_transformers

from posenc_core import RoPE, xPos
from tests.crosscheck.agreement import agree, of_float32
from tests.crosscheck.content import batch, content

evens = st.integers(2, 64).map(lambda half: 2 * half)
bases = st.floats(10, 1e6)
counts = st.integers(1, 300)
seeds = st.integers(0, 2**32 - 1)


def compare(scheme: RoPE, package: str, call: str, x: np.ndarray, theirs, first: int = 0, **rotate) -> None:
    positions = np.arange(first, first + len(x))
    ours = scheme.rotate(x, positions, **rotate)
    agree(f"RoPE, {scheme.pairing}", package, call, ours, theirs, 2 * of_float32(positions))


@given(evens, bases, counts, st.integers(0, 1000), seeds)
def test_llama_of_transformers(dim, base, count, first, seed):
    config = LlamaConfig(head_dim=dim, rope_parameters={"rope_type": "default", "rope_theta": base})
    x = content(seed, count, dim)
    cosine, sine = llama.LlamaRotaryEmbedding(config)(batch(x), torch.arange(first, first + count)[None])
    theirs, _ = llama.apply_rotary_pos_emb(batch(x), batch(x), cosine, sine)
    compare(RoPE(pairing="half", base=base), "transformers", "LlamaRotaryEmbedding", x, theirs[0, 0], first)


@given(evens, counts, seeds)
def test_gptj_of_transformers(dim, count, seed):
    x = content(seed, count, dim)
    sine, cosine = gptj.create_sinusoidal_positions(count, dim)[None].chunk(2, dim=-1)
    theirs = gptj.apply_rotary_pos_emb(batch(x).transpose(1, 2), sine, cosine)
    compare(RoPE(), "transformers", "gptj.apply_rotary_pos_emb", x, theirs[0, :, 0])


@pytest.mark.parametrize("pairing", ["interleaved", "half"])
@given(evens, bases, counts, seeds)
def test_the_operator_of_onnx(pairing, dim, base, count, seed):
    names = ["x", "cosine", "sine"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.DOUBLE, None) for name in names]
    output = helper.make_tensor_value_info("turned", TensorProto.DOUBLE, None)
    node = helper.make_node("RotaryEmbedding", names, ["turned"], interleaved=int(pairing == "interleaved"))
    graph = helper.make_graph([node], "rotary", inputs, [output])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])
    angles = np.outer(np.arange(count), base ** (-np.arange(0, dim, 2) / dim))
    x = content(seed, count, dim)
    given_ = {"x": x[None, None], "cosine": np.cos(angles)[None], "sine": np.sin(angles)[None]}
    (theirs,) = ReferenceEvaluator(model).run(None, given_)
    # in float64, and with the same angles: only the pairing is compared
    agree(
        f"RoPE, {pairing}",
        "onnx",
        "RotaryEmbedding",
        RoPE(pairing=pairing, base=base).rotate(x, range(count)),
        theirs[0, 0],
        1e-12,
    )


@given(evens.filter(lambda dim: dim > 2), bases, counts, seeds)
def test_x_transformers(dim, base, count, seed):
    x = content(seed, count, dim)
    angles, scale = x_transformers.RotaryEmbedding(dim, base=base).forward_from_seq_len(count)
    theirs = x_transformers.apply_rotary_pos_emb(batch(x), angles, scale)
    compare(RoPE(base=base), "x-transformers", "RotaryEmbedding", x, theirs[0, 0])


@given(evens.filter(lambda dim: dim > 2), bases, counts, st.integers(0, 1000), seeds)
def test_rotary_embedding_torch(dim, base, count, first, seed):
    x = content(seed, count, dim)
    theirs = RotaryEmbedding(dim, theta=base).rotate_queries_or_keys(batch(x), offset=first)
    compare(RoPE(base=base), "rotary-embedding-torch", "rotate_queries_or_keys", x, theirs[0, 0].detach(), first)


@pytest.mark.parametrize("pairing", ["interleaved", "half"])
@given(evens, bases, counts, seeds)
def test_diffusers(pairing, dim, base, count, seed):
    x, woven = content(seed, count, dim), pairing == "interleaved"
    waves = diffusers.get_1d_rotary_pos_embed(dim, count, base, use_real=True, repeat_interleave_real=woven)
    theirs = diffusers.apply_rotary_emb(batch(x), waves, use_real_unbind_dim=-1 if woven else -2)
    compare(RoPE(pairing=pairing, base=base), "diffusers", "get_1d_rotary_pos_embed", x, theirs[0, 0])


def scores(scheme: xPos, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    """Scores of all queries with all keys, and their float32 tolerance, which grows with distant keys."""
    positions = range(len(x))
    products = scheme.rotate(x, positions) @ scheme.rotate(y, positions, keys=True).T
    grown = scheme.decay(x.shape[1])[0] ** (-len(x) / 512)
    return products, 0.5 * x.shape[1] ** 0.5 * grown * float(of_float32([len(x)])[0, 0])


@given(evens.filter(lambda dim: dim > 2), bases, counts, seeds)
def test_xpos_of_rotary_embedding_torch(dim, base, count, seed):
    x, y = content(seed, count, dim), content(seed + 1, count, dim)
    queries, keys = RotaryEmbedding(dim, theta=base, use_xpos=True).rotate_queries_and_keys(batch(x), batch(y))
    theirs = (queries[0, 0].detach().double() @ keys[0, 0].detach().double().T).numpy()
    ours, allowed = scores(xPos(base=base), x, y)
    agree("xPos: scores", "rotary-embedding-torch", "rotate_queries_and_keys", ours, theirs, allowed)


@given(evens.filter(lambda dim: dim > 2), bases, counts, seeds)
def test_xpos_of_x_transformers(dim, base, count, seed):
    x, y = content(seed, count, dim), content(seed + 1, count, dim)
    angles, scale = x_transformers.RotaryEmbedding(dim, use_xpos=True, base=base).forward_from_seq_len(count)
    queries = x_transformers.apply_rotary_pos_emb(batch(x), angles, scale)
    keys = x_transformers.apply_rotary_pos_emb(batch(y), angles, scale**-1)
    theirs = (queries[0, 0].double() @ keys[0, 0].double().T).numpy()
    ours, allowed = scores(xPos(base=base), x, y)
    agree("xPos: scores", "x-transformers", "RotaryEmbedding", ours, theirs, allowed)
