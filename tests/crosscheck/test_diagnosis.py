"""Diagnosis of tables built by the code of packages, mostly in float32."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
import torch
from diffusers.models import embeddings as diffusers
from diffusers.models.transformers.transformer_flux import FluxPosEmbed
from diffusers.models.transformers.transformer_longcat_audio_dit import AudioDiTSinusPositionEmbedding
from diffusers.models.transformers.transformer_wan import WanRotaryPosEmbed
from diffusers.models.transformers.transformer_z_image import TimestepEmbedder
from positional_encodings.torch_encodings import PositionalEncoding1D, PositionalEncoding2D, PositionalEncoding3D
from rotary_embedding_torch import RotaryEmbedding
from timm.layers.pos_embed_sincos import build_rotary_pos_embed, build_sincos2d_pos_embed
from transformers import GPTNeoXConfig, LlamaConfig, T5Config, Wav2Vec2ConformerConfig, XLNetConfig
from transformers.models.aimv2 import modeling_aimv2 as aimv2
from transformers.models.bloom import modeling_bloom as bloom
from transformers.models.codegen import modeling_codegen as codegen
from transformers.models.conditional_detr import modeling_conditional_detr as conditional_detr
from transformers.models.deberta_v2 import modeling_deberta_v2 as deberta
from transformers.models.detr.modeling_detr import DetrSinePositionEmbedding
from transformers.models.distilbert import modeling_distilbert as distilbert
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.flaubert import modeling_flaubert as flaubert
from transformers.models.fsmt import modeling_fsmt as fsmt
from transformers.models.fun_asr_nano import modeling_fun_asr_nano as fun_asr
from transformers.models.gemma4 import modeling_gemma4 as gemma4
from transformers.models.gpt_neox import modeling_gpt_neox as neox
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.informer import modeling_informer as informer
from transformers.models.kosmos2 import modeling_kosmos2 as kosmos2
from transformers.models.llama import modeling_llama as llama
from transformers.models.m2m_100 import modeling_m2m_100 as m2m_100
from transformers.models.marian import modeling_marian as marian
from transformers.models.mpt import modeling_mpt as mpt
from transformers.models.musicgen import modeling_musicgen as musicgen
from transformers.models.pegasus import modeling_pegasus as pegasus
from transformers.models.pegasus_x import modeling_pegasus_x as pegasus_x
from transformers.models.perceiver import modeling_perceiver as perceiver
from transformers.models.qwen2_5_omni import modeling_qwen2_5_omni as qwen_omni
from transformers.models.roformer import modeling_roformer as roformer
from transformers.models.rt_detr_v2 import modeling_rt_detr_v2 as rt_detr
from transformers.models.sam.modeling_sam import SamPositionalEmbedding
from transformers.models.seamless_m4t import modeling_seamless_m4t as seamless
from transformers.models.speech_to_text import modeling_speech_to_text as speech_to_text
from transformers.models.speecht5 import modeling_speecht5 as speecht5
from transformers.models.t5 import modeling_t5 as t5
from transformers.models.table_transformer.modeling_table_transformer import TableTransformerSinePositionEmbedding
from transformers.models.videoprism import modeling_videoprism as videoprism
from transformers.models.vit_mae import modeling_vit_mae as vit_mae
from transformers.models.wav2vec2_conformer import modeling_wav2vec2_conformer as conformer
from transformers.models.whisper import modeling_whisper as whisper
from transformers.models.xlm import modeling_xlm as xlm
from transformers.models.xlnet import modeling_xlnet as xlnet
from x_transformers import x_transformers

from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.words import verdict
from tests.tools import battery

N, D = 128, 64
STEPS = torch.arange(N)


@dataclass(frozen=True)
class Builder:
    """A table of a package, and its properties according to the package's source."""

    make: Callable[[], torch.Tensor]
    names: frozenset[str]
    base: float = 1e4
    """Base passed to the package; 0 if there is none, or several."""
    reach: float = 300.0
    """Largest angle, which scales the error of float32."""
    known: bool = True
    """True if the table should be identified; else it may be unknown, but not misnamed."""


BUILDERS: dict[str, Builder] = {}


def builder(name, *names, **more):
    def add(make):
        BUILDERS[name] = Builder(make, frozenset(names or ("Sinusoidal", "RoPE")), **more)
        return make

    return add


# series of sines and cosines, as models add them

builder("Whisper")(lambda: whisper.sinusoids(N, D))
builder("Whisper, 1500 × 384", reach=1500)(lambda: whisper.sinusoids(1500, 384))
builder("DistilBERT")(lambda: distilbert.create_sinusoidal_embeddings(N, D, torch.empty(N, D)))
builder("FlauBERT")(lambda: flaubert.create_sinusoidal_embeddings(N, D, torch.empty(N, D)))
builder("XLM")(lambda: xlm.create_sinusoidal_embeddings(N, D, torch.empty(N, D)))
builder("M2M100, no padding")(lambda: m2m_100.M2M100SinusoidalPositionalEmbedding.get_embedding(N, D, None))
builder("M2M100, row 1 for padding")(lambda: m2m_100.M2M100SinusoidalPositionalEmbedding.get_embedding(N, D, 1))
builder("M2M100, odd d")(lambda: m2m_100.M2M100SinusoidalPositionalEmbedding.get_embedding(N, D + 1, 1))
builder("FSMT")(lambda: fsmt.SinusoidalPositionalEmbedding.get_embedding(N, D, 1))
builder("Kosmos-2")(lambda: kosmos2.Kosmos2TextSinusoidalPositionalEmbedding.get_embedding(N, D, 1))
builder("Speech2Text")(lambda: speech_to_text.Speech2TextSinusoidalPositionalEmbedding.get_embedding(N, D, 1))
builder("SeamlessM4T")(lambda: seamless.SeamlessM4TSinusoidalPositionalEmbedding.get_embedding(N, D, 0))
builder("SpeechT5")(lambda: speecht5.SpeechT5SinusoidalPositionalEmbedding.get_embedding(N, D, 1))
builder("SpeechT5, scaled")(lambda: speecht5.SpeechT5ScaledPositionalEncoding(0.0, D, N).pe[0])
builder("MusicGen")(lambda: musicgen.MusicgenSinusoidalPositionalEmbedding.get_embedding(N, D))
builder("Marian")(lambda: marian.MarianSinusoidalPositionalEmbedding(N, D).create_weight())
builder("Pegasus")(lambda: pegasus.PegasusSinusoidalPositionalEmbedding(N, D).create_weight())
builder("RoFormer, added")(lambda: roformer.RoFormerSinusoidalPositionalEmbedding(N, D).create_weight())
builder("Informer")(lambda: informer.InformerSinusoidalPositionalEmbedding(N, D).create_weight())
builder("PEGASUS-X")(lambda: pegasus_x.PegasusXSinusoidalPositionalEmbedding(D)(torch.zeros(1, N, D))[0])
builder("VideoPrism")(lambda: videoprism.create_sinusoidal_positions(N, D))
builder("GPT-J")(lambda: gptj.create_sinusoidal_positions(N, D))
builder("CodeGen")(lambda: codegen.create_sinusoidal_positions(N, D))
builder("Qwen2.5-Omni, audio")(lambda: qwen_omni.SinusoidsPositionEmbedding(N, D).positional_embedding)
builder("FunASR, from 1")(lambda: fun_asr.FunAsrNanoPositionEmbedding(N + 1, D).positional_embedding[1:])
builder("positional-encodings, 1-D")(lambda: PositionalEncoding1D(D)(torch.zeros(1, N, D))[0])
builder("positional-encodings, odd d")(lambda: PositionalEncoding1D(D - 1)(torch.zeros(1, N, D - 1))[0])
builder("x-transformers, 1/√d")(lambda: x_transformers.ScaledSinusoidalEmbedding(D)(torch.zeros(1, N, D)))
builder("diffusers, SinusoidalPositionalEmbedding")(lambda: diffusers.SinusoidalPositionalEmbedding(D, N).pe[0])
builder("CodeGen in bfloat16")(lambda: codegen.create_sinusoidal_positions(N, D).bfloat16())
builder("Whisper in float16")(lambda: whisper.sinusoids(N, D).half())


@builder("XLNet, from n to 1 − n")
def _():
    inverse = 1 / torch.pow(10000, torch.arange(0, D, 2.0) / D)
    return xlnet.XLNetModel.positional_embedding(torch.arange(N, -N, -1.0), inverse)[:, 0]


@builder("XLNet, its own positions")
def _():
    model = xlnet.XLNetModel(XLNetConfig(vocab_size=8, d_model=D, n_layer=1, n_head=2, d_inner=8))
    return model.relative_positional_encoding(N // 2, N // 2)[:, 0]


@builder("Wav2Vec2-Conformer, from n − 1 to 1 − n")
def _():
    config = Wav2Vec2ConformerConfig(hidden_size=D, num_attention_heads=2, max_source_positions=N)
    return conformer.Wav2Vec2ConformerRelPositionalEmbedding(config).pe[0]


@builder("Transformer-XL")
def _():
    """As in its authors' PyTorch code: positions from n − 1 down to 0."""
    angles = torch.outer(torch.arange(N - 1, -1, -1.0), 1 / (10000 ** (torch.arange(0.0, D, 2.0) / D)))
    return torch.cat([angles.sin(), angles.cos()], dim=-1)


@builder("Gemma 4, audio")
def _():
    class Config:
        hidden_size, attention_chunk_size, attention_context_left, attention_context_right = D, 64, 65, 0

    return gemma4.Gemma4AudioRelPositionalEncoding(Config())(torch.zeros(1))[0]


# time steps


def times(shift=1.0, steps=STEPS, **more):
    return lambda: diffusers.get_timestep_embedding(steps, D, downscale_freq_shift=shift, **more)


builder("diffusers, DDPM time steps")(times())
builder("diffusers, Stable Diffusion", reach=1000)(times(0.0, flip_sin_to_cos=True))
builder("diffusers, Stable Diffusion, 1000 steps", reach=1000)(times(0.0, torch.arange(1000), flip_sin_to_cos=True))
builder("diffusers, DDIM's 981, 961, …", reach=1000)(times(0.0, torch.arange(981, 0, -20), flip_sin_to_cos=True))
builder("diffusers, linspace(0, 1000, 50)", reach=1000)(times(0.0, torch.linspace(0, 1000, 50), flip_sin_to_cos=True))
builder("diffusers, base 1000", base=1000)(times(0.0, max_period=1000))
builder("diffusers, scale 1000 of shares", reach=1000)(times(1.0, torch.linspace(0, 1, N), scale=1000))
builder("Z-Image")(lambda: TimestepEmbedder.timestep_embedding(STEPS, D))
builder("LongCat, audio", reach=1000)(lambda: AudioDiTSinusPositionEmbedding(D)(torch.arange(N) / N))
builder("Qwen2.5-Omni, DiT", reach=1000)(lambda: qwen_omni.SinusPositionEmbedding(D)(torch.arange(N) / N))


# grids

GRID = ("Grid",)

builder("ViT-MAE", *GRID)(lambda: vit_mae.build_2d_sinusoidal_position_embedding(8, 16, D))
builder("ViT-MAE, class token", *GRID)(
    lambda: vit_mae.build_2d_sinusoidal_position_embedding(14, 14, D, cls_token=True)
)
builder("AIMv2", *GRID)(lambda: aimv2.build_2d_sinusoidal_position_embedding(12, 12, 2 * D))
builder("RT-DETR", *GRID)(lambda: rt_detr.build_2d_sinusoidal_position_embedding(20, 20, D))
builder("timm", *GRID)(lambda: build_sincos2d_pos_embed([8, 16], D))
builder("timm, interleaved", *GRID)(lambda: build_sincos2d_pos_embed([8, 16], D, interleave_sin_cos=True))
builder("timm, column first", *GRID)(lambda: build_sincos2d_pos_embed([8, 8], D, reverse_coord=True))
builder("diffusers, 2-D, default base_size", *GRID)(lambda: diffusers.get_2d_sincos_pos_embed(D, 12))
builder("diffusers, 2-D, base_size = grid", *GRID)(lambda: diffusers.get_2d_sincos_pos_embed(D, 12, base_size=12))
builder("diffusers, PixArt: scale 2", *GRID)(
    lambda: diffusers.get_2d_sincos_pos_embed(D, 32, base_size=16, interpolation_scale=2)
)
builder("diffusers, extra rows", *GRID)(
    lambda: diffusers.get_2d_sincos_pos_embed(D, 12, cls_token=True, extra_tokens=1)
)
builder("diffusers, CogVideoX", *GRID)(
    lambda: diffusers.get_3d_sincos_pos_embed(D, (6, 5), 4, 1.875, 1.0).flatten(0, 1)
)
builder("diffusers, 3-D", *GRID)(lambda: diffusers.get_3d_sincos_pos_embed(D, (8, 8), 4).flatten(0, 1))
builder("positional-encodings, 2-D", *GRID)(lambda: PositionalEncoding2D(D)(torch.zeros(1, 8, 16, D)).reshape(N, D))
builder("positional-encodings, 3-D", *GRID)(
    lambda: PositionalEncoding3D(60)(torch.zeros(1, 4, 6, 8, 60)).reshape(-1, 60)
)


@builder("diffusers, SD3 cropped", *GRID)
def _():
    embed = diffusers.PatchEmbed(64, 64, 2, 4, D, pos_embed_max_size=48)
    return embed.cropped_pos_embed(48, 40)[0]


def detr(normalize):
    size = torch.Size((1, 3, 10, 12))
    encode = DetrSinePositionEmbedding(D // 2, normalize=normalize)(size, "cpu", torch.float32)
    return encode.permute(0, 2, 3, 1).reshape(-1, D)


builder("DETR", *GRID)(lambda: detr(False))
builder("DETR, to 2π", *GRID)(lambda: detr(True))


@builder("Table Transformer, to 2π", *GRID)
def _():
    encode = TableTransformerSinePositionEmbedding(D // 2, normalize=True)(torch.zeros(1), torch.ones(1, 10, 12))
    return encode.permute(0, 2, 3, 1).reshape(-1, D)


@builder("Conditional DETR, anchors on a line", "Sinusoidal", "Grid")
def _():
    centers = torch.stack([torch.arange(N) / N, torch.arange(N) / N], dim=1)
    return conditional_detr.encode_sinusoidal_position_embedding(centers, D // 2)


# cosines and sines of rotations


def rotary(theta=1e4, dim=D, count=512, dtype=torch.float32, trained=131072, **scaling):
    parameters = {"rope_type": "default", **scaling, "rope_theta": theta}
    config = LlamaConfig(head_dim=dim, max_position_embeddings=trained, rope_parameters=parameters)
    return llama.LlamaRotaryEmbedding(config)(torch.zeros(1, 1, dtype=dtype), torch.arange(count)[None])


def caches(name, base, is_known=True, **more):
    """Both tables of one configuration, cosines and sines."""
    for number, wave in enumerate(("cos", "sin")):
        builder(f"{name}, {wave}", "RoPE", "Sinusoidal", base=base, reach=512, known=is_known)(
            lambda number=number: rotary(base, **more)[number][0]
        )


LLAMA3 = {
    "rope_type": "llama3",
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}
YARN = {"rope_type": "yarn", "original_max_position_embeddings": 4096}

caches("Llama 2", 1e4, dim=128)
caches("Llama 3", 5e5, dim=128)
caches("Llama 3 in bfloat16", 5e5, dim=128, dtype=torch.bfloat16)
caches("Llama 3.1", 5e5, dim=128, factor=8.0, **LLAMA3)
caches("Llama 3.2", 5e5, dim=64, factor=32.0, **LLAMA3)
caches("Llama 3.1 in bfloat16", 5e5, dim=128, factor=8.0, dtype=torch.bfloat16, **LLAMA3)
caches("Qwen 2.5", 1e6, dim=128)
caches(
    "Qwen 2.5, YaRN", 1e6, dim=128, trained=131072, factor=4.0, **(YARN | {"original_max_position_embeddings": 32768})
)
caches("YaRN of Llama 2, factor 16", 1e4, dim=128, trained=65536, factor=16.0, **YARN)
caches("DeepSeek-V3", 1e4, dim=64, trained=163840, factor=40.0, mscale=1.0, mscale_all_dim=1.0, **YARN)
caches("gpt-oss", 150_000.0, dim=64, trained=131072, factor=32.0, truncate=False, **YARN)
caches("DeepSeek Coder, linear 4", 1e5, dim=128, rope_type="linear", factor=4.0)
caches("Gemma 3, linear 8", 1e6, dim=256, count=256, rope_type="linear", factor=8.0)
caches("Mistral Nemo", 1e6, dim=128, count=256)
caches("Phi-3, LongRoPE", 1e4, False, dim=32, rope_type="longrope", short_factor=[1.0] * 16,
       long_factor=[1.0 + 3 * k for k in range(16)], original_max_position_embeddings=128, factor=32.0)  # fmt: skip
caches("theta 5 · 10⁶", 5e6, dim=128)
caches("Code Llama", 1e6, dim=128)
caches("theta 5 · 10⁷", 5e7, dim=128)
caches("theta 10⁸", 1e8, dim=128)


# 512 positions are four times the trained length: the base grows by (2 · 4 − 1)^(d / (d − 2))
@builder("dynamic NTK beyond its length, cos", "RoPE", "Sinusoidal", base=1e4 * 7 ** (128 / 126), reach=512)
def _():
    return rotary(1e4, 128, trained=128, rope_type="dynamic", factor=2.0)[0][0]


@builder("GPT-NeoX, a quarter of the columns", "RoPE", "Sinusoidal", reach=512)
def _():
    parameters = {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.25}
    config = GPTNeoXConfig(hidden_size=256, num_attention_heads=2, rope_parameters=parameters)
    return neox.GPTNeoXRotaryEmbedding(config)(torch.zeros(1), torch.arange(512)[None])[0][0]


@builder("vLLM's cos_sin_cache")
def _():
    cos, sin = rotary(1e4, 64)
    return torch.cat([cos[0, :, :32], sin[0, :, :32]], dim=1)


builder("diffusers, Lumina: flattened freqs_cis")(
    lambda: torch.view_as_real(diffusers.get_1d_rotary_pos_embed(D, N)).flatten(1)
)
builder("diffusers, cos of repeated pairs", "RoPE")(lambda: diffusers.get_1d_rotary_pos_embed(D, N, use_real=True)[0])
builder("diffusers, sin in halves", "RoPE")(
    lambda: diffusers.get_1d_rotary_pos_embed(D, N, use_real=True, repeat_interleave_real=False)[1]
)
builder("diffusers, NTK 2", "RoPE", "Sinusoidal", base=2e4)(
    lambda: diffusers.get_1d_rotary_pos_embed(D, N, use_real=True, ntk_factor=2.0)[0]
)
builder("diffusers, linear 2", "RoPE", "Sinusoidal")(
    lambda: diffusers.get_1d_rotary_pos_embed(D, N, use_real=True, linear_factor=2.0)[0]
)
builder("rotary-embedding-torch, angles", "RoPE")(lambda: RotaryEmbedding(D)(STEPS).detach())
builder("rotary-embedding-torch, cos", "RoPE", "Sinusoidal")(lambda: RotaryEmbedding(D)(STEPS).detach().cos())
builder("x-transformers, sin of RoPE", "RoPE", "Sinusoidal")(
    lambda: x_transformers.RotaryEmbedding(D)(STEPS)[0][0].detach().sin()
)
builder("Wav2Vec2-Conformer, rotary", "RoPE", "Sinusoidal")(
    lambda: conformer.Wav2Vec2ConformerRotaryPositionalEmbedding(
        Wav2Vec2ConformerConfig(hidden_size=2 * D, num_attention_heads=2)
    )(torch.zeros(1, N, 2 * D))[0, :, 0, 0]
)
builder("Wan, cos of three axes", "Grid", "RoPE", base=0)(
    lambda: WanRotaryPosEmbed(128, (1, 2, 2), 64)(torch.zeros(1, 1, 4, 16, 16))[0][0, :, 0]
)


@builder("Flux, sin of three axes", "Grid", "RoPE", base=0)
def _():
    ids = torch.zeros(12 * 12, 3)
    ids[:, 1], ids[:, 2] = torch.arange(144) // 12, torch.arange(144) % 12
    return FluxPosEmbed(10000, [16, 56, 56])(ids)[1]


builder("diffusers, HunyuanDiT: cos of two axes", "Grid", "RoPE", base=0)(
    lambda: diffusers.get_2d_rotary_pos_embed(64, ((0, 0), (16, 16)), (16, 16))[0]
)
builder("timm, cos of two axes", "Grid", "RoPE", base=0)(
    lambda: build_rotary_pos_embed([8, 16], dim=64, in_pixels=False)[1]
)


# biases

ALIBI = ("ALiBi",)

builder("BLOOM", *ALIBI, base=0, reach=0)(lambda: bloom.build_alibi_tensor(torch.ones(1, N), 16, torch.float32)[:, 0])
builder("BLOOM in bfloat16", *ALIBI, base=0, reach=0)(
    lambda: bloom.build_alibi_tensor(torch.ones(1, N), 32, torch.bfloat16)[:, 0]
)
builder("BLOOM, 12 heads", *ALIBI, base=0, reach=0)(
    lambda: bloom.build_alibi_tensor(torch.ones(1, N), 12, torch.float32)[:, 0]
)
builder("Falcon", *ALIBI, base=0, reach=0)(lambda: falcon.build_alibi_tensor(torch.ones(1, N), 8, torch.float32)[:, 0])
builder("MPT", *ALIBI, base=0, reach=0)(lambda: mpt.build_mpt_alibi_tensor(16, N)[:, 0])
builder("MPT, 12 heads", *ALIBI, base=0, reach=0)(lambda: mpt.build_mpt_alibi_tensor(12, N)[:, 0])
builder("x-transformers, a head of ALiBi", *ALIBI, base=0, reach=0)(
    lambda: x_transformers.AlibiPositionalBias(8)(N, N)[2]
)
builder("DeBERTa, relative positions", "ALiBi", "Toeplitz", "offsets", "distances", base=0, reach=0)(
    lambda: deberta.build_relative_position(torch.zeros(1, N, 8), torch.zeros(1, N, 8))[0]
)


@builder("T5, a head", "T5", "Toeplitz", "offsets", base=0, reach=0)
def _():
    torch.manual_seed(0)
    layer = t5.T5Attention(T5Config(num_heads=4, d_model=32, d_kv=8), has_relative_attention_bias=True)
    torch.nn.init.normal_(layer.relative_attention_bias.weight)
    return layer.compute_bias(N, N)[0, 1]


builder("T5, bucket numbers", "T5", "Toeplitz", "offsets", base=0, reach=0)(
    lambda: t5.T5Attention._relative_position_bucket(STEPS[None] - STEPS[:, None])
)


# tables that need not be identified


@builder("SAM, random features of two coordinates", "Fourier", base=0, known=False)
def _():
    from transformers import SamVisionConfig

    torch.manual_seed(0)
    places = torch.stack([STEPS % 16 / 16, STEPS // 16 / 8], dim=1)
    return SamPositionalEmbedding(SamVisionConfig(num_pos_feats=32))(places)


builder("Perceiver, of two coordinates", "Fourier", base=0, known=False)(
    lambda: perceiver.generate_fourier_features(
        perceiver.build_linear_positions((16, 16)).reshape(1, 256, 2), 12, (16, 16), concat_pos=False
    )
)


@cache
def answer(name: str) -> tuple[str, str]:
    """Grade (right, unknown, or wrong) and reason."""
    builder_ = BUILDERS[name]
    tensor = builder_.make().detach()
    table = tensor.double().numpy()
    last = {torch.bfloat16: 2.0**-7, torch.float16: 2.0**-10}.get(tensor.dtype, 2.0**-23)
    tolerance = last * np.abs(table) + 2e-6 + 1.2e-6 * builder_.reach
    result = diagnose(table)
    case = battery.Case(
        name, "right" if builder_.known else "near", table, builder_.names, tolerance, own=(builder_.base,)
    )
    mark, why = battery.grade(case, result, verdict(result))
    base = result.best.parameters.get("base")
    if (
        mark == "right"
        and builder_.base
        and isinstance(base, (int, float))
        and not np.isclose(base, builder_.base, rtol=1e-3)
    ):
        return "wrong", f"{why}: the base is {builder_.base:g}"
    return mark, why


@pytest.mark.parametrize("name", BUILDERS)
def test_no_table_of_a_package_is_misnamed(name):
    mark, why = answer(name)
    assert mark != "wrong", why


def test_95_percent_of_the_tables_of_packages_are_identified():
    answers = {name: answer(name) for name, case in BUILDERS.items() if case.known}
    unknown = [f"{name}: {why}" for name, (mark, why) in answers.items() if mark != "right"]
    assert len(answers) >= 60
    assert len(unknown) <= 0.05 * len(answers), "\n".join(unknown)
