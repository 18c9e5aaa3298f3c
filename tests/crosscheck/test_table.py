"""Sinusoids of one and two dimensions, and the Gray code, as packages make tables of them."""

import numpy as np
import torch
from diffusers.models import embeddings as diffusers
from hypothesis import given
from hypothesis import strategies as st
from positional_encodings.torch_encodings import PositionalEncoding1D
from sympy.combinatorics.graycode import bin_to_gray
from transformers.models.distilbert import modeling_distilbert as distilbert
from x_transformers import x_transformers

from posenc_core import Gray, Sinusoidal
from tests.crosscheck.agreement import agree, of_float32

dims = st.integers(1, 128)
evens = st.integers(1, 64).map(lambda half: 2 * half)
bases = st.floats(10, 1e6)
counts = st.integers(1, 300)
times = st.lists(st.integers(0, 1000), min_size=1, max_size=100)


def rows(scheme: Sinusoidal, dim: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The table, and what one in float32 may be off by. -> (n, d), (n, 1)."""
    return scheme.encode(range(count), dim), of_float32(range(count))


@given(evens, counts)
def test_distilbert_of_transformers(dim, count):
    theirs = distilbert.create_sinusoidal_embeddings(count, dim, torch.empty(count, dim))
    # worked out in float64, and rounded
    agree("Sinusoidal", "transformers", "distilbert", Sinusoidal().encode(range(count), dim), theirs, 2.0**-24)


@given(dims, counts)
def test_positional_encodings(dim, count):
    theirs = PositionalEncoding1D(dim)(torch.zeros(1, count, dim))[0]
    # of an odd d it has the frequencies of one column more
    ours, allowed = rows(Sinusoidal(), dim + dim % 2, count)
    agree("Sinusoidal", "positional-encodings", "PositionalEncoding1D", ours[:, :dim], theirs, allowed)


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


@given(evens, times, st.integers(100, 10**6))
def test_the_timesteps_of_diffusers(dim, times, period):
    theirs = diffusers.get_timestep_embedding(torch.tensor(times), dim, downscale_freq_shift=0, max_period=period)
    ours = Sinusoidal(layout="concatenated", base=period).encode(times, dim)
    agree("Sinusoidal, concatenated", "diffusers", "get_timestep_embedding", ours, theirs, of_float32(times))


@given(st.integers(1, 29).flatmap(lambda bits: st.tuples(st.just(bits), st.integers(0, 2**bits - 1))))
def test_the_gray_code_of_sympy(number):
    bits, position = number
    theirs = [int(bit) for bit in bin_to_gray(format(position, f"0{bits}b"))]
    for order, of_it in (("MSB first", theirs), ("LSB first", theirs[::-1])):
        ours = Gray(order=order).encode([position], bits)[0]
        agree(f"Gray, {order}", "sympy", "bin_to_gray", ours, of_it)
