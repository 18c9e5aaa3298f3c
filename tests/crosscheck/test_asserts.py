"""`assert_rotary` passes for rotary code of packages: no false alarms."""

import json

import pytest
import torch
from diffusers.models import embeddings as diffusers
from rotary_embedding_torch import RotaryEmbedding, apply_rotary_emb
from timm.layers import pos_embed_sincos as timm
from transformers import AutoConfig, AutoModel, LlamaConfig
from transformers.models.deepseek_v3 import modeling_deepseek_v3 as deepseek
from transformers.models.glm import modeling_glm as glm
from transformers.models.gpt_oss import modeling_gpt_oss as gpt_oss
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.nanochat import modeling_nanochat as nanochat
from x_transformers import x_transformers

from posenc_tools import assert_rotary, models
from posenc_tools.models.conventions import is_listed
from tests.crosscheck.model_types import config_classes, modeling, read_dict, rotary_classes


def modules() -> list[tuple[str, type]]:
    """Rotary modules of the supported model types, except those of images and other axes."""
    return [
        (name, kind)
        for name, cls in config_classes().items()
        for kind in (rotary_classes(modeling(cls)) if modeling(cls) else [])
        if "Vision" not in kind.__name__ and name != "musicflamingo"
    ]


SCALINGS = {
    "default": {"rope_type": "default"},
    "linear": {"rope_type": "linear", "factor": 3.0},
    "dynamic": {"rope_type": "dynamic", "factor": 4.0},
    "yarn": {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 1024},
    "llama3": {
        "rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 1024, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
    },
    "longrope": {
        "rope_type": "longrope", "factor": 8.0, "original_max_position_embeddings": 1024,
        "short_factor": [1.0 + 0.01 * i for i in range(32)], "long_factor": [1.5 + i for i in range(32)],
    },
}  # fmt: skip


REQUIRED = {
    "glm4_moe": {"head_dim": 128}, "glm4v_moe_text": {"head_dim": 128}, "qwen3_omni_moe_text": {"head_dim": 128},
    "granitemoehybrid": {
        "position_embedding_type": "rope", "num_hidden_layers": 2, "layer_types": ["attention", "mamba"]
    },
}  # fmt: skip
"""Required values: without them a configuration has no rotation, or a fractional number of dimensions."""


OTHER_FORWARD = {
    ("hunyuan_vl_text", "HunYuanVLRotaryEmbedding"),
    ("glm4v_text", "Glm4vTextRotaryEmbedding"),
    ("glm_image_text", "GlmImageTextRotaryEmbedding"),
    ("qwen2_5_omni_dit", "Qwen2_5OmniRotaryEmbedding"),
}
"""Types whose `forward` has other arguments, or fails with the defaults; `test_model_types` tests their frequencies."""


@pytest.mark.parametrize(("name", "kind"), modules())
def test_every_class_of_transformers_passes(name, kind):
    config = config_classes()[name](**REQUIRED.get(name, {}))
    try:
        module = kind(config)
    except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError):
        pytest.skip("not made from a configuration alone")
    model = models.from_config({"model_type": name, **json.loads(json.dumps(read_dict(config), default=str))})
    if model.kind != "rotation":
        pytest.skip(f"the configuration describes {model.kind}")
    if (name, kind.__name__) in OTHER_FORWARD:
        with pytest.raises(ValueError, match="Cannot be called like this"):
            assert_rotary(module, model)
        return
    assert_rotary(module, model)
    if model.huggingface == "interleaved":
        # tables that have all pairs in each half fail unless the code of the type reorders them
        if is_listed(name, "tables", "halves"):
            with pytest.raises(AssertionError, match="are paired"):
                assert_rotary(module, model, pairing="interleaved")
        else:
            assert_rotary(module, model, pairing="interleaved")


SCALED = [(name, scaling) for name in ("llama", "cohere", "deepseek_v3", "gpt_oss") for scaling in SCALINGS]
SCALED += [("phi3", "longrope"), ("gpt_neox", "yarn"), ("gpt_neox", "dynamic"), ("gpt_neox", "llama3")]


@pytest.mark.parametrize(("name", "scaling"), SCALED)
def test_every_scaling_of_transformers_passes(name, scaling):
    wide = {"head_dim": 64, "qk_rope_head_dim": 64} if name == "deepseek_v3" else {"head_dim": 64}
    parameters = SCALINGS[scaling] | {"rope_theta": 50000.0}
    sizes = {"hidden_size": 256, "num_attention_heads": 4, "max_position_embeddings": 8192, **wide}
    config = AutoConfig.for_model(name, rope_parameters=parameters, **sizes)
    (kind,) = rotary_classes(modeling(type(config)))
    assert_rotary(kind(config), config)


def test_a_dynamic_module_that_has_seen_a_longer_text_passes():
    config = LlamaConfig(head_dim=64, rope_parameters=SCALINGS["dynamic"] | {"rope_theta": 1e4})
    module = llama.LlamaRotaryEmbedding(config)
    module(torch.zeros(1), torch.arange(3000)[None])
    assert_rotary(module, config)


def test_a_whole_model_passes():
    config = LlamaConfig(hidden_size=64, num_attention_heads=4, num_hidden_layers=1, vocab_size=9, intermediate_size=8)
    assert_rotary(AutoModel.from_config(config), config)


COSINES, SINES = llama.LlamaRotaryEmbedding(LlamaConfig(head_dim=64))(torch.zeros(1), torch.arange(4096)[None])
ONCE = COSINES[..., :32], SINES[..., :32]


def of_tables(rotate, cosines, sines):
    """Function of two arrays and positions from one of two arrays, cosines, and sines."""
    return lambda q, k, positions: rotate(q, k, cosines[:, positions], sines[:, positions])


def test_functions_of_other_orders_and_directions_pass():
    sizes = {"hidden_size": 256, "num_attention_heads": 4, "qk_rope_head_dim": 64}
    config = {"model_type": "nanochat", **sizes}
    assert_rotary(of_tables(nanochat.apply_rotary_pos_emb, COSINES, SINES), config)
    rotate = of_tables(deepseek.apply_rotary_pos_emb_interleave, COSINES, SINES)
    assert_rotary(rotate, {"model_type": "deepseek_v3", **sizes})


SINES_AND_COSINES = gptj.create_sinusoidal_positions(4096, 64)


def rotate_by_gptj(x, positions):
    sine, cosine = SINES_AND_COSINES[positions][None].chunk(2, dim=-1)
    return gptj.apply_rotary_pos_emb(x.transpose(1, 2), sine, cosine).transpose(1, 2)


def rotate_by_x_transformers(x, positions):
    return x_transformers.apply_rotary_pos_emb(x, *x_transformers.RotaryEmbedding(64)(positions))


def rotate_by_meta(q, k, positions):
    angles = torch.outer(positions.float(), 10000.0 ** (-torch.arange(0, 64, 2) / 64))
    turns = torch.polar(torch.ones_like(angles), angles)
    q, k = (torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2)) for x in (q, k))
    return tuple(torch.view_as_real(x * turns).flatten(-2) for x in (q, k))


def rotate_by_diffusers(x, positions):
    waves = diffusers.get_1d_rotary_pos_embed(64, positions, use_real=True)
    return diffusers.apply_rotary_emb(x, waves)


def rotate_by_lucidrains(x, positions):
    return apply_rotary_emb(RotaryEmbedding(64)(positions), x)


SINE, COSINE = timm.build_rotary_pos_embed([4096], dim=128, temperature=10000.0, in_pixels=False)


def rotate_by_timm(x, positions):
    return timm.apply_rot_embed(x, SINE[positions], COSINE[positions])


@pytest.mark.parametrize(
    ("rotary", "pairing"),
    [
        (of_tables(llama.apply_rotary_pos_emb, COSINES, SINES), "half"),
        (of_tables(gpt_oss.apply_rotary_pos_emb, *ONCE), "half"),
        (of_tables(glm.apply_rotary_pos_emb, COSINES, SINES), "interleaved"),
        (rotate_by_meta, "interleaved"),
        (rotate_by_gptj, "interleaved"),
        (gptj.create_sinusoidal_positions(300, 64), None),
        (rotate_by_x_transformers, "interleaved"),
        (x_transformers.RotaryEmbedding(64)(torch.arange(300))[0], "interleaved"),
        (x_transformers.RotaryEmbedding(64).inv_freq, None),
        (rotate_by_lucidrains, "interleaved"),
        (RotaryEmbedding(64)(torch.arange(300)), "interleaved"),
        (rotate_by_diffusers, "interleaved"),
        (diffusers.get_1d_rotary_pos_embed(64, 300), None),
        (diffusers.get_1d_rotary_pos_embed(64, 300, use_real=True), "interleaved"),
        (diffusers.get_1d_rotary_pos_embed(64, 300, use_real=True, repeat_interleave_real=False), "half"),
        (rotate_by_timm, "interleaved"),
        ((COSINE, SINE), "interleaved"),
    ],
)
def test_other_packages_pass(rotary, pairing):
    assert_rotary(rotary, dim=64, pairing=pairing)
    if pairing:
        with pytest.raises(AssertionError, match=r"are paired|cosines of different pairs"):
            assert_rotary(rotary, dim=64, pairing="half" if pairing == "interleaved" else "interleaved")


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_cosines_in_half_precision_pass_but_frequencies_do_not(dtype):
    config = LlamaConfig(head_dim=64)
    module = llama.LlamaRotaryEmbedding(config)
    assert_rotary([waves.to(dtype) for waves in module(torch.zeros(1), torch.arange(2048)[None])], config)
    with pytest.raises(AssertionError, match=r"frequencies are rounded to b?float16"):
        assert_rotary(module.to(dtype), config)
