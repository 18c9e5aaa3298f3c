"""Rotations by several axes, and the positions of prompts, as transformers, timm, and diffusers compute them."""

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from diffusers.models.embeddings import apply_rotary_emb
from diffusers.models.transformers.transformer_flux import FluxPosEmbed
from diffusers.models.transformers.transformer_wan import WanRotaryPosEmbed
from hypothesis import given, settings
from hypothesis import strategies as st
from timm.layers import RotaryEmbeddingCat, apply_rot_embed_cat
from transformers import (
    DINOv3ViTConfig,
    Ernie4_5_VLMoeTextConfig,
    Gemma4VisionConfig,
    Glm4vMoeTextConfig,
    Glm4vTextConfig,
    Llama4VisionConfig,
    PixtralVisionConfig,
    Qwen2VLTextConfig,
    Qwen3_5TextConfig,
    Qwen3VLTextConfig,
)  # fmt: skip
from transformers.models.dinov3_vit import modeling_dinov3_vit as dinov3
from transformers.models.ernie4_5_vl_moe import modeling_ernie4_5_vl_moe as ernie
from transformers.models.gemma4 import modeling_gemma4 as gemma4
from transformers.models.glm4v import modeling_glm4v as glm4v
from transformers.models.glm4v_moe import modeling_glm4v_moe as glm4v_moe
from transformers.models.kimi_k25 import modeling_kimi_k25 as kimi
from transformers.models.llama4 import modeling_llama4 as llama4
from transformers.models.pixtral import modeling_pixtral as pixtral
from transformers.models.qwen2_5_vl import modeling_qwen2_5_vl as qwen2_5
from transformers.models.qwen2_vl import modeling_qwen2_vl as qwen2
from transformers.models.qwen3_5 import modeling_qwen3_5 as qwen3_5
from transformers.models.qwen3_vl import modeling_qwen3_vl as qwen3

from posenc_core import AxialRoPE, MRoPE, images, mrope_positions
from posenc_core.analysis.images import Image, Text, Video
from posenc_tools import models
from posenc_tools.models.conventions import axial_settings, classes, conventions
from tests.crosscheck.agreement import agree
from tests.crosscheck.content import batch, content
from tests.crosscheck.model_types import config_class, config_classes, modeling, rotary_classes

sides = st.integers(1, 20)
seeds = st.integers(0, 2**32 - 1)
fewer = settings(max_examples=20)
AXIAL, MULTIMODAL = AxialRoPE.published(), MRoPE.published()


def grid(scheme, rows: int, columns: int, dim: int, seed: int):
    """Scheme for this grid, positions, and queries."""
    positions = images.grid_positions(rows, columns)
    return replace(scheme, height=rows, width=columns), positions, content(seed, rows * columns, dim)


def compare(scheme, package: str, call: str, x, positions, theirs) -> None:
    agree(type(scheme).__name__, package, call, scheme.rotate(x, positions), theirs, 2e-6 + 1e-6 * positions.max())


@given(sides, sides, seeds)
@fewer
def test_dinov3_of_transformers(rows, columns, seed):
    scheme, positions, x = grid(AXIAL["DINOv3"], rows, columns, 64, seed)
    rotary = dinov3.DINOv3ViTRopePositionEmbedding(DINOv3ViTConfig(hidden_size=768, num_attention_heads=12)).eval()
    waves = rotary(torch.zeros(1, 3, 16 * rows, 16 * columns))
    theirs, _ = dinov3.apply_rotary_pos_emb(batch(x), batch(x), *waves)
    compare(scheme, "transformers", "DINOv3ViTRopePositionEmbedding", x, positions, theirs[0, 0])


@given(sides, sides, seeds)
@fewer
def test_gemma4_of_transformers(rows, columns, seed):
    scheme, positions, x = grid(AXIAL["Gemma 4, vision"], rows, columns, 64, seed)
    at = torch.tensor(positions)[None].long()
    waves = gemma4.Gemma4VisionRotaryEmbedding(Gemma4VisionConfig())(batch(x)[0], at)
    theirs = gemma4.apply_multidimensional_rope(batch(x).transpose(1, 2), *waves, at)
    compare(scheme, "transformers", "Gemma4VisionRotaryEmbedding", x, positions, theirs[0, :, 0])


@pytest.mark.parametrize(
    ("name", "module", "rotary"),
    [
        ("Qwen2-VL to Qwen3.5, vision", qwen2, lambda: qwen2.Qwen2VLVisionRotaryEmbedding(qwen2.Qwen2VLVisionConfig())),
        ("Kimi K2.5, vision", kimi, lambda: kimi.Kimi_K25VisionRotaryEmbedding(kimi.Kimi_K25VisionConfig())),
        ("Pixtral", pixtral, lambda: pixtral.PixtralVisionRotaryEmbedding(PixtralVisionConfig())),
    ],
)
@given(sides, sides, seeds)
@fewer
def test_vision_of_transformers(name, module, rotary, rows, columns, seed):
    made = rotary()
    dim = 4 * len(made.inv_freq) if "Pixtral" not in name else 2 * len(made.inv_freq)
    scheme, positions, x = grid(AXIAL[name], rows, columns, dim, seed)
    cosine, sine = made(batch(x), torch.tensor(positions))
    theirs = batch(x)[0, 0] * cosine + module.rotate_half(batch(x)[0, 0]) * sine
    compare(scheme, "transformers", type(made).__name__, x, positions, theirs)


@given(sides, seeds)
@fewer
def test_llama4_of_transformers(side, seed):
    scheme, positions, x = grid(AXIAL["Llama 4, vision"], side, side, 64, seed)
    config = Llama4VisionConfig(hidden_size=128, num_attention_heads=2, image_size=14 * side, patch_size=14)
    # class token at the end, and rows and columns from 1
    waves = llama4.Llama4VisionRotaryEmbedding(config).freqs_ci[:-1]
    theirs, _ = llama4.vision_apply_rotary_emb(*[batch(x).transpose(1, 2)] * 2, waves)
    compare(scheme, "transformers", "Llama4VisionRotaryEmbedding", x, positions + 1, theirs[0, :, 0])


@given(sides, sides, st.integers(1, 20), seeds)
@fewer
def test_eva_of_timm(rows, columns, trained, seed):
    scheme, positions, x = grid(AXIAL["EVA-02"], rows, columns, 64, seed)
    shapes = {"feat_shape": [rows, columns], "ref_feat_shape": [trained, trained]}
    theirs = apply_rot_embed_cat(batch(x), RotaryEmbeddingCat(64, in_pixels=False, **shapes).get_embed())
    compare(replace(scheme, trained_side=trained), "timm", "RotaryEmbeddingCat", x, positions, theirs[0, 0])


@given(sides, sides, seeds)
@fewer
def test_axial_rope_vit_of_timm(rows, columns, seed):
    scheme, positions, x = grid(AxialRoPE(pairing="interleaved", base=100), rows, columns, 64, seed)
    rotary = RotaryEmbeddingCat(64, temperature=100, in_pixels=False, feat_shape=[rows, columns])
    theirs = apply_rot_embed_cat(batch(x), rotary.get_embed())
    compare(scheme, "timm", "RotaryEmbeddingCat, temperature 100", x, positions, theirs[0, 0])


@given(st.lists(st.tuples(*[st.integers(0, 100)] * 3), min_size=1, max_size=30), seeds)
@fewer
def test_flux_of_diffusers(at, seed):
    positions, x = np.array(at, float), content(seed, len(at), 128)
    waves = FluxPosEmbed(10000, [16, 56, 56])(torch.tensor(positions))
    theirs = apply_rotary_emb(batch(x), waves)
    compare(AXIAL["Flux"], "diffusers", "FluxPosEmbed", x, positions, theirs[0, 0])


@given(st.integers(1, 5), st.integers(1, 8), st.integers(1, 8), seeds)
@fewer
def test_wan_of_diffusers(frames, rows, columns, seed):
    at = np.stack(np.meshgrid(np.arange(frames), np.arange(rows), np.arange(columns), indexing="ij"), -1)
    positions, x = at.reshape(-1, 3).astype(float), content(seed, frames * rows * columns, 128)
    made = WanRotaryPosEmbed(128, (1, 2, 2), 1024)(torch.zeros(1, 16, frames, 2 * rows, 2 * columns))
    waves = tuple(wave[0, :, 0] for wave in made)
    theirs = apply_rotary_emb(batch(x), waves)
    compare(AXIAL["Wan"], "diffusers", "WanRotaryPosEmbed", x, positions, theirs[0, 0])


TEXT = {
    "Qwen2-VL, Qwen2.5-VL": (qwen2, qwen2.Qwen2VLRotaryEmbedding, Qwen2VLTextConfig, {"hidden_size": 512}, 4),
    "Qwen3-VL": (qwen3, qwen3.Qwen3VLTextRotaryEmbedding, Qwen3VLTextConfig, {"head_dim": 128}, 0),
    "Qwen3.5": (qwen3_5, qwen3_5.Qwen3_5TextRotaryEmbedding, Qwen3_5TextConfig, {"head_dim": 256}, 0),
    "GLM-4.1V": (glm4v, glm4v.Glm4vTextRotaryEmbedding, Glm4vTextConfig, {"hidden_size": 512}, 4),
    "GLM-4.5V": (glm4v_moe, glm4v_moe.Glm4vMoeTextRotaryEmbedding, Glm4vMoeTextConfig, {"hidden_size": 512}, 4),
    "ERNIE 4.5": (ernie, ernie.Ernie4_5_VLMoeTextRotaryEmbedding, Ernie4_5_VLMoeTextConfig, {"hidden_size": 512}, 4),
}


@pytest.mark.parametrize("name", TEXT)
@given(st.lists(st.tuples(*[st.integers(0, 2000)] * 3), min_size=1, max_size=30), seeds)
@fewer
def test_text_of_transformers(name, at, seed):
    module, rotary, config, sizes, heads = TEXT[name]
    scheme, positions = MULTIMODAL[name], np.array(at, float)
    rope = {"rope_type": "default", "rope_theta": scheme.base, "partial_rotary_factor": scheme.share}
    made = config(**sizes, **({"num_attention_heads": heads} if heads else {}), rope_parameters=rope)
    x = content(seed, len(at), 256 if name == "Qwen3.5" else 128)
    waves = rotary(made)(batch(x)[0], torch.tensor(positions.T.copy())[:, None])
    theirs, _ = module.apply_rotary_pos_emb(batch(x), batch(x), *waves)
    compare(scheme, "transformers", rotary.__name__, x, positions, theirs[0, 0])


def columns(scheme, positions: np.ndarray, dim: int, pairs: np.ndarray) -> np.ndarray:
    """Cosines of the angles of each column. (n, d)"""
    angles = np.zeros((len(positions), dim))
    angles[:, pairs] = scheme.angles(positions, dim)[..., None]
    return np.cos(angles)


def module(name: str, **parameters):
    """Rotary embeddings of a type with its defaults and these RoPE parameters."""
    config = config_classes()[name](**({"rope_parameters": {"rope_theta": 1e4, **parameters}} if parameters else {}))
    rotary = rotary_classes(modeling(type(config)))
    # some parts have the class of the whole model
    own = [module for module in rotary if config_class(module) is type(config)]
    return (own or [module for module in rotary if not re.search("Vision|DiT", module.__name__)])[0](config)


@pytest.mark.parametrize("name", [name for name, rule in conventions().items() if rule.mrope])
def test_the_order_of_the_pairs_of_every_type_with_mrope(name):
    sections = [int(number) for number in conventions()[name].mrope.split()]
    cls = config_classes()[name]()
    head = getattr(cls, "head_dim", None) or cls.hidden_size // cls.num_attention_heads
    share = 2 * sum(sections) / head
    if name in ("qwen3_omni_moe_text", "cohere_compass_text"):
        pytest.skip("its default head has an odd number of dimensions, or it has a rotation for each kind of layers")
    rotary = module(name, rope_type="default", partial_rotary_factor=share, mrope_section=sections)
    positions = np.random.default_rng(0).integers(0, 50, (20, 3)).astype(float)
    theirs = rotary(torch.zeros(1, 20, 8), torch.tensor(positions.T.copy())[:, None])[0][0].numpy()
    model = models.from_config({"model_type": name, "head_dim": 2 * sum(sections)})
    order = [model.axes[axis] for axis in ("time", "height", "width")]
    scheme = MRoPE(sections=", ".join(map(str, order)), arrangement=model.arrangement, base=1e4)
    dim = 2 * sum(sections)
    pairs = scheme.pairs(dim)
    # columns with equal angles
    if np.array_equal(theirs[:, ::2], theirs[:, 1::2]):
        pairs = np.arange(dim).reshape(-1, 2)
    agree("M-RoPE of types", "transformers", name, columns(scheme, positions, dim, pairs), theirs, 1e-5)


@pytest.mark.parametrize("name", [name for name in classes() if name in axial_settings() and "dino" not in name])
def test_the_layout_of_every_type_of_images(name):
    if name in ("sapiens2", "gemma4_vision", "llama4_vision_model"):
        pytest.skip("its class has other arguments; above, it is compared with the settings of its family")
    scheme, rotary = AXIAL[axial_settings()[name]], module(name)
    positions = np.random.default_rng(0).integers(0, 50, (20, 2)).astype(float)
    theirs = rotary(torch.zeros(1, 20, 8, 64), torch.tensor(positions))[0].reshape(20, -1).numpy()
    dim = theirs.shape[1]
    agree("layout of types", "transformers", name, columns(scheme, positions, dim, scheme.pairs(dim)), theirs, 1e-5)


even = st.integers(1, 6).map(lambda half: 2 * half)
segments = st.lists(
    st.one_of(
        st.builds(Image, even, even),
        st.builds(Video, even, even, even, st.sampled_from([0.5, 1.0, 2.0]), st.integers(1, 9)),
    ),
    min_size=1,
    max_size=4,
)
INDEXES = {
    "Qwen2-VL": (qwen2.Qwen2VLModel, 1),
    "Qwen2.5-VL": (qwen2_5.Qwen2_5_VLModel, 1),
    "Qwen3-VL": (qwen3.Qwen3VLModel, 1),
    "GLM-4.1V": (glm4v.Glm4vModel, 1),
    "ERNIE 4.5": (ernie.Ernie4_5_VLMoeModel, 2),
}


@pytest.mark.parametrize("name", INDEXES)
@given(segments, st.lists(st.integers(1, 30), min_size=5, max_size=5))
@fewer
def test_positions_of_prompts_of_transformers(name, parts, texts):
    """Transformers of version 5 continues after the longer side of a video, even if its time reaches further."""
    kind, merged = INDEXES[name]
    prompt = [Text(texts[0])]
    for part, text in zip(parts, texts[1:], strict=False):
        prompt += [part, Text(text)]
    types, pictures, videos, seconds = [], [], [], []
    for part in prompt:
        if isinstance(part, Text):
            types += [0] * part.tokens
        elif isinstance(part, Image):
            pictures.append([1, *part])
            types += [1] * (part.rows * part.columns // 4)
        else:
            split = name in images.SPLIT
            for _ in range(part.frames if split else 1):
                frames = 1 if split else part.frames
                types += [0] * (part.timestamp if split else 0)
                types += [2] * (frames // merged * part.rows * part.columns // 4)
                # the models split the grid of a video by themselves
                videos += [[frames, part.rows, part.columns]] if not split else []
            videos += [[part.frames, part.rows, part.columns]] if split else []
            seconds.append(part.seconds)
    vision = SimpleNamespace(spatial_merge_size=2, temporal_merge_size=2, tokens_per_second=2)
    model = SimpleNamespace(config=SimpleNamespace(vision_config=vision))
    model.get_vision_position_ids = lambda *more, **named: kind.get_vision_position_ids(model, *more, **named)
    tokens = torch.zeros(1, len(types), dtype=torch.long)
    grids = {
        "image_grid_thw": torch.tensor(pictures) if pictures else None,
        "video_grid_thw": torch.tensor(videos) if videos else None,
    }
    if name == "Qwen2.5-VL":
        grids["second_per_grid_ts"] = torch.tensor(seconds)
    theirs, deltas = kind.get_rope_index(model, tokens, torch.tensor([types]), **grids)
    ours = mrope_positions(prompt, name, after="longer side")
    agree("positions of prompts", "transformers", f"{kind.__name__}.get_rope_index", ours.positions, theirs[:, 0].T)
    largest = int(ours.positions.max()) + 1
    assert largest - len(ours.positions) == int(deltas)
