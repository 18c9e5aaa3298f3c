"""Sinusoids of rows and columns compared with packages for images."""

import numpy as np
import torch
from diffusers.models import embeddings as diffusers
from hypothesis import given
from hypothesis import strategies as st
from positional_encodings.torch_encodings import PositionalEncoding2D
from timm.layers.pos_embed_sincos import build_sincos2d_pos_embed
from transformers.models.detr.modeling_detr import DetrSinePositionEmbedding
from transformers.models.vit_mae.modeling_vit_mae import build_2d_sinusoidal_position_embedding

from posenc_core import Grid
from tests.crosscheck.agreement import agree, of_float32

FLOAT32 = 2.0**-24
"""Rounding of a number between -1 and 1 from float64 to float32."""

dims = st.integers(1, 32).map(lambda quarter: 4 * quarter)
sides = st.integers(1, 24)
bases = st.floats(10, 1e6)


def compare(scheme: Grid, package: str, call: str, theirs, dim: int, height: int, allowed) -> None:
    count = height * scheme.width
    ours = scheme.encode(range(count), dim, length=count)
    name = f"Grid, {scheme.order}, from {scheme.start}{', normalized' if scheme.normalized else ''}"
    agree(name, package, call, ours, np.asarray(theirs).reshape(ours.shape), allowed)


@given(dims, sides, sides, bases)
def test_vit_mae_of_transformers(dim, height, width, base):
    theirs = build_2d_sinusoidal_position_embedding(height, width, dim, base)
    scheme = Grid(width=width, base=base, order="row first")
    compare(scheme, "transformers", "vit_mae", theirs, dim, height, FLOAT32)


@given(dims, sides)
def test_diffusers(dim, side):
    # by default it stretches all grids to 16 rows and columns
    theirs = diffusers.get_2d_sincos_pos_embed(dim, side, base_size=side)
    scheme = Grid(width=side, order="column first")
    compare(scheme, "diffusers", "get_2d_sincos_pos_embed", theirs, dim, side, 1e-12)


@given(dims, sides, sides, st.integers(10, 10**6))
def test_timm(dim, height, width, base):
    numbers = np.arange(height * width) // width + np.arange(height * width) % width
    for order, interleaved in (("sines first", False), ("row first", True)):
        theirs = build_sincos2d_pos_embed([height, width], dim, float(base), interleave_sin_cos=interleaved)
        scheme = Grid(width=width, base=base, order=order)
        compare(scheme, "timm", "build_sincos2d_pos_embed", theirs, dim, height, of_float32(numbers))


@given(dims, sides, sides)
def test_positional_encodings(dim, height, width):
    theirs = PositionalEncoding2D(dim)(torch.zeros(1, height, width, dim))
    scheme = Grid(width=width, order="interleaved")
    allowed = of_float32(np.full(height * width, max(height, width)))
    compare(scheme, "positional-encodings", "PositionalEncoding2D", theirs, dim, height, allowed)


@given(dims, sides, sides, st.booleans(), st.integers(10, 10**6))
def test_detr_of_transformers(dim, height, width, normalized, base):
    theirs = DetrSinePositionEmbedding.build_sine_position_embedding(
        torch.Size((1, 3, height, width)), "cpu", torch.float32, dim // 2, normalized, 2 * np.pi, base
    )
    scheme = Grid(width=width, base=base, order="interleaved", start=1, normalized=normalized)
    allowed = of_float32(np.full(height * width, 7 if normalized else max(height, width)))
    compare(scheme, "transformers", "DetrSinePositionEmbedding", theirs[0].permute(1, 2, 0), dim, height, allowed)
