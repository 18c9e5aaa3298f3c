"""Sinusoids of one and two dimensions and the Gray code, compared with tables of packages."""

import numpy as np
import pytest
import torch
from diffusers.models import embeddings as diffusers
from hypothesis import given
from hypothesis import strategies as st
from positional_encodings.torch_encodings import PositionalEncoding1D
from sympy.combinatorics.graycode import bin_to_gray
from transformers.models.distilbert import modeling_distilbert as distilbert
from transformers.models.m2m_100 import modeling_m2m_100 as m2m_100
from transformers.models.musicgen import modeling_musicgen as musicgen
from transformers.models.whisper import modeling_whisper as whisper
from x_transformers import x_transformers

from posenc_core import Fourier, Gray, Sinusoidal
from tests.crosscheck.agreement import agree, of_float32

dims = st.integers(1, 128)
evens = st.integers(1, 64).map(lambda half: 2 * half)
bases = st.floats(10, 1e6)
counts = st.integers(1, 300)
times = st.lists(st.integers(0, 1000), min_size=1, max_size=100)


def rows(scheme: Sinusoidal, dim: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The table, and its float32 tolerance. -> (n, d), (n, 1)."""
    return scheme.encode(range(count), dim), of_float32(range(count))


@given(evens, counts)
def test_distilbert_of_transformers(dim, count):
    theirs = distilbert.create_sinusoidal_embeddings(count, dim, torch.empty(count, dim))
    # computed in float64, then rounded
    agree("Sinusoidal", "transformers", "distilbert", Sinusoidal().encode(range(count), dim), theirs, 2.0**-24)


@given(dims, counts)
def test_positional_encodings(dim, count):
    theirs = PositionalEncoding1D(dim)(torch.zeros(1, count, dim))[0]
    ours, allowed = rows(Sinusoidal(odd="cut"), dim, count)
    agree("Sinusoidal, odd d cut", "positional-encodings", "PositionalEncoding1D", ours, theirs, allowed)


@given(evens, bases, counts)
def test_x_transformers(dim, base, count):
    theirs = x_transformers.ScaledSinusoidalEmbedding(dim, theta=base)(torch.zeros(1, count, dim)).detach() * dim**0.5
    ours, allowed = rows(Sinusoidal(layout="concatenated", base=base), dim, count)
    agree("Sinusoidal, concatenated", "x-transformers", "ScaledSinusoidalEmbedding", ours, theirs, allowed)


@given(evens, times)
def test_the_grid_of_diffusers(dim, times):
    theirs = diffusers.get_1d_sincos_pos_embed_from_grid(dim, torch.tensor(times))
    ours = Sinusoidal(layout="concatenated").encode(times, dim)
    agree("Sinusoidal, concatenated", "diffusers", "get_1d_sincos_pos_embed_from_grid", ours, theirs, 1e-12)


@pytest.mark.parametrize("schedule", ["paper", "Tensor2Tensor"])
@pytest.mark.parametrize("first", ["sin", "cos"])
@given(st.integers(4, 128), times, st.integers(100, 10**6))
def test_the_timesteps_of_diffusers(schedule, first, dim, times, period):
    shift = int(schedule == "Tensor2Tensor")
    theirs = diffusers.get_timestep_embedding(torch.tensor(times), dim, first == "cos", shift, max_period=period)
    scheme = Sinusoidal(layout="concatenated", schedule=schedule, first=first, base=period, odd="padded")
    ours, allowed = scheme.encode(times, dim), of_float32(times)
    agree(f"Sinusoidal, {schedule}, {first} first", "diffusers", "get_timestep_embedding", ours, theirs, allowed)


@given(evens.filter(lambda dim: dim > 2), counts, bases)
def test_whisper_of_transformers(dim, count, base):
    theirs = whisper.sinusoids(count, dim, base)
    ours, allowed = rows(Sinusoidal(layout="concatenated", schedule="Tensor2Tensor", base=base), dim, count)
    agree("Sinusoidal, Tensor2Tensor, sin first", "transformers", "whisper.sinusoids", ours, theirs, allowed)


@given(st.integers(4, 128), counts)
def test_m2m100_of_transformers(dim, count):
    # row 0 is for padding, so the first token reads row 1
    module = m2m_100.M2M100SinusoidalPositionalEmbedding(count, dim, padding_idx=0)
    theirs = module(torch.ones(1, count, dtype=torch.int64))[0]
    scheme = Sinusoidal(layout="concatenated", schedule="Tensor2Tensor", odd="padded", start=1)
    ours, allowed = scheme.encode(range(count), dim), of_float32(range(1, count + 1))
    agree(
        "Sinusoidal, Tensor2Tensor, from 1",
        "transformers",
        "M2M100SinusoidalPositionalEmbedding",
        ours,
        theirs,
        allowed,
    )


@given(st.integers(4, 128), counts)
def test_musicgen_of_transformers(dim, count):
    theirs = musicgen.MusicgenSinusoidalPositionalEmbedding.get_embedding(count, dim)
    scheme = Sinusoidal(layout="concatenated", schedule="Tensor2Tensor", first="cos", odd="padded")
    ours, allowed = rows(scheme, dim, count)
    agree("Sinusoidal, Tensor2Tensor, cos first", "transformers", "musicgen", ours, theirs, allowed)


@given(evens, st.floats(0.001, 1), st.integers(0, 2**32 - 1), times)
def test_random_fourier_features_of_diffusers(dim, width, seed, times):
    scheme, module = Fourier(width=width, seed=seed), diffusers.GaussianFourierProjection(dim // 2, log=False)
    sampled = scheme.frequencies(dim)
    module.weight.data = torch.tensor(sampled / (2 * np.pi), dtype=torch.float32)
    theirs = module(torch.tensor(times, dtype=torch.float32))
    # the angle is multiplied once more, by 2π
    allowed = 4 / 3 * of_float32(np.multiply(times, max(1, np.abs(sampled).max())))
    agree("Fourier", "diffusers", "GaussianFourierProjection", scheme.encode(times, dim), theirs, allowed)


@given(st.integers(1, 29).flatmap(lambda bits: st.tuples(st.just(bits), st.integers(0, 2**bits - 1))))
def test_the_gray_code_of_sympy(number):
    bits, position = number
    theirs = [int(bit) for bit in bin_to_gray(format(position, f"0{bits}b"))]
    for order, of_it in (("MSB first", theirs), ("LSB first", theirs[::-1])):
        ours = Gray(order=order).encode([position], bits)[0]
        agree(f"Gray, {order}", "sympy", "bin_to_gray", ours, of_it)
