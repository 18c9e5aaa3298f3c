"""Partial and scaled RoPE compared with the frequencies and rotations of packages."""

import numpy as np
import pytest
import torch
from diffusers.models import embeddings as diffusers
from hypothesis import given
from hypothesis import strategies as st
from rotary_embedding_torch import RotaryEmbedding
from transformers import GPTNeoXConfig, LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.gpt_neox import modeling_gpt_neox as neox
from transformers.models.llama import modeling_llama as llama
from x_transformers import x_transformers

from posenc_core import RoPE
from tests.crosscheck.agreement import agree, of_float32
from tests.crosscheck.content import batch, content

evens = st.integers(2, 64).map(lambda half: 2 * half)
bases = st.floats(10, 1e6)
stretches = st.floats(1, 100)
lengths = st.integers(16, 2**17)
seeds = st.integers(0, 2**32 - 1)

parts = st.sampled_from([16, 32, 64, 128]).flatmap(
    lambda dim: st.tuples(st.just(dim), st.integers(2, dim // 2).map(lambda turned: turned / (dim // 2)))
)
"""A d, and a share of its columns that is a whole number of pairs."""

TYPES = {
    "linear": ("linear", {}),
    "dynamic": ("dynamic", {}),
    "YaRN": ("yarn", {}),
    "llama3": ("llama3", {"low_freq_factor": 1.0, "high_freq_factor": 4.0}),
    # the printed YaRN blends by rotations like Llama 3, but between 32 and 1 of them
    "YaRN as printed": ("llama3", {"low_freq_factor": 1.0, "high_freq_factor": 32.0}),
    "LongRoPE": ("longrope", {}),
}
"""Scaling -> its name and other required keys in transformers."""


def config(scheme: RoPE, dim: int, factors: list[float], share: float = 1.0) -> LlamaConfig:
    """The equivalent configuration of transformers."""
    name, more = TYPES[scheme.scaling]
    if name == "longrope":
        more = {"long_factor": factors, "short_factor": [1.0] * len(factors)}
    parameters = {"rope_type": name, "rope_theta": scheme.base, "factor": scheme.factor, **more}
    if name in ("yarn", "llama3", "longrope"):
        parameters["original_max_position_embeddings"] = scheme.trained_length
    if share < 1:
        parameters["partial_rotary_factor"] = share
    return LlamaConfig(head_dim=dim, max_position_embeddings=scheme.trained_length, rope_parameters=parameters)


def of_frequencies(scheme: RoPE, dim: int, length: int) -> np.ndarray:
    """Tolerance of frequencies computed in float32: relative to themselves, and to those that they blend."""
    plain = RoPE(base=scheme.base, share=scheme.share, exponent=scheme.exponent).frequencies(dim)
    return 1e-5 * scheme.frequencies(dim, length) + 4 * 2.0**-24 * plain


def factors_of(seed: int, pairs: int) -> list[float]:
    """Plausible searched factors. -> (pairs,)."""
    return np.round(np.random.default_rng(seed).uniform(1, 60, pairs), 2).tolist()


@pytest.mark.parametrize("scaling", TYPES)
@given(parts, bases, stretches, lengths, lengths, seeds)
def test_the_scalings_of_transformers(scaling, part, base, factor, trained, length, seed):
    dim, share = part
    turned = round(share * dim / 2)
    factors = factors_of(seed, turned)
    scheme = RoPE(
        scaling=scaling,
        base=base,
        factor=factor,
        trained_length=trained,
        share=share,
        factors=", ".join(map(str, factors)),
    )
    name, _ = TYPES[scaling]
    theirs, attention = ROPE_INIT_FUNCTIONS[name](config(scheme, dim, factors, share), "cpu", seq_len=length)
    call, allowed = f"ROPE_INIT_FUNCTIONS[{name!r}]", of_frequencies(scheme, dim, length)[:turned]
    ours = scheme.frequencies(dim, length)
    agree(f"RoPE, {scaling}: frequencies", "transformers", call, ours[:turned], theirs, allowed)
    assert not ours[turned:].any()
    if scaling != "YaRN as printed":
        agree(f"RoPE, {scaling}: attention factor", "transformers", call, scheme.attention_factor(), attention, 1e-14)


@given(parts, bases, stretches)
def test_the_proportional_scaling_of_transformers(part, base, factor):
    dim, share = part
    parameters = {"rope_type": "proportional", "rope_theta": base, "partial_rotary_factor": share, "factor": factor}
    theirs, _ = ROPE_INIT_FUNCTIONS["proportional"](LlamaConfig(head_dim=dim, rope_parameters=parameters), "cpu")
    scheme = RoPE(base=base, share=share, exponent="all columns", scaling="linear", factor=factor)
    ours, allowed = scheme.frequencies(dim), of_frequencies(scheme, dim, 1)
    agree(
        "RoPE, all columns: frequencies", "transformers", "ROPE_INIT_FUNCTIONS['proportional']", ours, theirs, allowed
    )


@given(evens, bases, stretches)
def test_a_larger_base(dim, base, factor):
    scheme = RoPE(scaling="NTK-aware", base=base, factor=factor)
    ours, allowed = scheme.frequencies(dim), of_frequencies(scheme, dim, 1)
    theirs = x_transformers.RotaryEmbedding(dim, base=base, base_rescale_factor=factor).inv_freq
    agree("RoPE, NTK-aware: frequencies", "x-transformers", "RotaryEmbedding", ours, theirs, allowed)
    theirs = RotaryEmbedding(dim, theta=base, theta_rescale_factor=factor).freqs.detach()
    agree("RoPE, NTK-aware: frequencies", "rotary-embedding-torch", "RotaryEmbedding", ours, theirs, allowed)


@pytest.mark.parametrize("scaling", [scaling for scaling in TYPES if scaling != "YaRN as printed"])
@given(evens, bases, stretches, st.integers(16, 1000), st.integers(1, 100), st.integers(0, 2000), seeds)
def test_llama_of_transformers(scaling, dim, base, factor, trained, count, first, seed):
    factors = factors_of(seed, dim // 2)
    scheme = RoPE(
        pairing="half",
        scaling=scaling,
        base=base,
        factor=factor,
        trained_length=trained,
        factors=", ".join(map(str, factors)),
    )
    x, positions = content(seed, count, dim), np.arange(first, first + count)
    rotary = llama.LlamaRotaryEmbedding(config(scheme, dim, factors))
    cosine, sine = rotary(batch(x), torch.tensor(positions)[None])
    theirs, _ = llama.apply_rotary_pos_emb(batch(x), batch(x), cosine, sine)
    ours = scheme.rotate(x, positions)
    allowed = 4 * scheme.attention_factor() * of_float32(positions)
    agree(f"RoPE, half, {scaling}", "transformers", "LlamaRotaryEmbedding", ours, theirs[0, 0], allowed)


@given(evens, bases, stretches, st.integers(1, 300), seeds)
def test_divided_positions(dim, base, factor, count, seed):
    x = content(seed, count, dim)
    scheme, allowed = RoPE(scaling="linear", base=base, factor=factor), 4 * of_float32(range(count))
    theirs = RotaryEmbedding(dim, theta=base, interpolate_factor=factor).rotate_queries_or_keys(batch(x)).detach()
    ours = scheme.rotate(x, range(count))
    agree("RoPE, interleaved, linear", "rotary-embedding-torch", "rotate_queries_or_keys", ours, theirs[0, 0], allowed)
    waves = diffusers.get_1d_rotary_pos_embed(dim, count, base, use_real=True, linear_factor=factor)
    theirs = diffusers.apply_rotary_emb(batch(x), waves)
    agree("RoPE, interleaved, linear", "diffusers", "get_1d_rotary_pos_embed", ours, theirs[0, 0], allowed)


@given(parts, bases, st.integers(1, 100), st.integers(0, 1000), seeds)
def test_neox_of_transformers_rotates_a_share(part, base, count, first, seed):
    dim, share = part
    x, positions = content(seed, count, dim), np.arange(first, first + count)
    parameters = {"rope_type": "default", "rope_theta": base, "partial_rotary_factor": share}
    rotary = neox.GPTNeoXRotaryEmbedding(
        GPTNeoXConfig(hidden_size=dim, num_attention_heads=1, rope_parameters=parameters)
    )
    theirs, _ = neox.apply_rotary_pos_emb(batch(x), batch(x), *rotary(batch(x), torch.tensor(positions)[None]))
    ours = RoPE(pairing="half", share=share, base=base).rotate(x, positions)
    agree("RoPE, half, share", "transformers", "GPTNeoXRotaryEmbedding", ours, theirs[0, 0], 2 * of_float32(positions))


@given(parts, bases, st.integers(1, 300), seeds)
def test_x_transformers_rotates_a_share(part, base, count, seed):
    dim, share = part
    x = content(seed, count, dim)
    angles, scale = x_transformers.RotaryEmbedding(round(share * dim), base=base).forward_from_seq_len(count)
    theirs = x_transformers.apply_rotary_pos_emb(batch(x), angles, scale)
    ours = RoPE(share=share, base=base).rotate(x, range(count))
    agree(
        "RoPE, interleaved, share",
        "x-transformers",
        "RotaryEmbedding",
        ours,
        theirs[0, 0],
        2 * of_float32(range(count)),
    )
