"""RoPE and xPos compared with the rotations of packages."""

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st
from rotary_embedding_torch import RotaryEmbedding
from transformers import LlamaConfig
from transformers.models.llama import modeling_llama as llama

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


@given(evens.filter(lambda dim: dim > 2), bases, counts, st.integers(0, 1000), seeds)
def test_rotary_embedding_torch(dim, base, count, first, seed):
    x = content(seed, count, dim)
    theirs = RotaryEmbedding(dim, theta=base).rotate_queries_or_keys(batch(x), offset=first)
    compare(RoPE(base=base), "rotary-embedding-torch", "rotate_queries_or_keys", x, theirs[0, 0].detach(), first)


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
