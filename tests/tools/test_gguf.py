"""GGUF headers: read like llama.cpp, from any prefix, with hostile input refused."""

import io
import random
import struct

import numpy as np
import pytest

from posenc_tools import models
from posenc_tools.__main__ import posenc
from posenc_tools.readers.gguf import read_gguf_header

CODES = {bool: (7, "?"), int: (4, "I"), float: (6, "f")}
LLAMA = {
    "block_count": 4, "context_length": 131072, "embedding_length": 4096, "attention.head_count": 32,
    "rope.freq_base": 500000.0, "rope.dimension_count": 128,
}  # fmt: skip


def text(value, order="<"):
    return struct.pack(f"{order}Q", len(value.encode())) + value.encode()


def value(item, order="<"):
    if isinstance(item, str):
        return struct.pack(f"{order}I", 8) + text(item, order)
    if isinstance(item, list):
        kind, code = (8, "") if isinstance(item[0], str) else CODES[type(item[0])]
        items = [text(entry, order) if kind == 8 else struct.pack(order + code, entry) for entry in item]
        return struct.pack(f"{order}IIQ", 9, kind, len(item)) + b"".join(items)
    kind, code = CODES[type(item)]
    return struct.pack(f"{order}I{code}", kind, item)


def gguf_file(architecture, keys, tensors=None, order="<", version=3, words=100):
    """A file: metadata, a vocabulary of some words, float32 vectors, and one weight tensor."""
    metadata = {"general.architecture": architecture} | {
        f"{architecture}.{key}": number for key, number in keys.items()
    }
    metadata["tokenizer.ggml.tokens"] = ["a token"] * words
    header = b"GGUF" + struct.pack(f"{order}IQQ", version, len(tensors or {}) + 1, len(metadata))
    header += b"".join(text(key, order) + value(item, order) for key, item in metadata.items())
    data = b""
    for name, numbers in (tensors or {}).items():
        header += text(name, order) + struct.pack(f"{order}IQIQ", 1, len(numbers), 0, len(data))
        data += np.asarray(numbers, f"{order}f4").tobytes().ljust(-(-4 * len(numbers) // 32) * 32, b"\0")
    header += text("token_embd.weight", order) + struct.pack(f"{order}IQQIQ", 2, 32, 4, 1, len(data))
    return header.ljust(-(-len(header) // 32) * 32, b"\0") + data + b"\0" * 256


def llama3_factors(base, dim, factor, original=8192):
    """Factors as the converter writes them: one number per pair, from its wavelength."""
    wavelengths = 2 * np.pi * base ** (np.arange(0, dim, 2) / dim)
    smooth = (original / wavelengths - 1) / 3
    return np.select(
        [wavelengths < original / 4, wavelengths > original], [1, factor], 1 / ((1 - smooth) / factor + smooth)
    )


LLAMA31 = gguf_file("llama", LLAMA, {"rope_freqs.weight": llama3_factors(5e5, 128, 8)})


def ids(claims):
    return {statement.id for statement in claims}


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("version", [2, 3])
def test_llama_with_its_factors_is_the_model_of_the_catalogue(order, version):
    factors = {"rope_freqs.weight": llama3_factors(5e5, 128, 8)}
    model = models.read_gguf(gguf_file("llama", LLAMA | {"block_count": 32}, factors, order, version))
    assert (model.stated, model.trained_length, model.heads, model.dim) == (131072, 8192, 32, 128)
    assert model.main.scheme.pairing == "interleaved" and model.huggingface is None
    compared = models.differences(model, models.model("Llama 3.1 8B"))
    assert (compared.status, compared.verdict.id, compared.keys) == (0, "difference-none", ())


def test_every_prefix_is_read_or_refused_and_names_missing_parts():
    whole = models.read_gguf(LLAMA31)
    end = LLAMA31.index(b"tokenizer.ggml.tokens") + len("tokenizer.ggml.tokens")
    for size in range(len(LLAMA31)):
        if size < end:
            with pytest.raises(ValueError, match=r"GGUF|vocabulary"):
                models.read_gguf(LLAMA31[:size])
            continue
        model = models.read_gguf(LLAMA31[:size])
        assert model.main.rope.base == 5e5 and model.stated == 131072
        is_complete = model.layers == whole.layers
        assert ("gguf-factors-unseen" in ids(model.unknown)) != is_complete
        # nothing else differs, so the missing part decides
        config = models.model("Llama 3.1 8B")._replace(layers=whole.layers)
        assert models.differences(model, config).status == (0 if is_complete else 2)
    assert is_complete
    early = models.read_gguf(gguf_file("llama", LLAMA | {"rope.freq_base": 1e4})[: end + 99])
    assert models.differences(early, whole).status == 1, "the base differs for any factors"


def test_an_architecture_that_reads_no_factors_needs_none():
    data = gguf_file("qwen3", LLAMA | {"attention.key_length": 128})
    model = models.read_gguf(data[: data.index(b"token_embd")])
    assert not model.unknown and model.main.scheme.pairing == "half"


def rotation(architecture, keys, tensors=None):
    return models.read_gguf(gguf_file(architecture, LLAMA | keys, tensors))


def test_scalings_equal_those_of_llama_cpp():
    yarn = {"rope.scaling.type": "yarn", "rope.scaling.factor": 4.0, "rope.scaling.original_context_length": 32768}
    rope = rotation("qwen3", yarn).main.rope
    assert (rope.scaling, rope.factor, rope.original) == ("YaRN", 4, 32768)
    assert rope.attention == pytest.approx(0.1 * np.log(4) + 1)
    # its betas are read for one architecture only
    betas = yarn | {"rope.scaling.yarn_beta_fast": 64.0}
    assert [rotation(name, betas).main.rope.fast for name in ("qwen3", "mistral3")] == [32, 64]
    latent = yarn | {"attention.key_length_mla": 192, "rope.dimension_count": 64, "attention.key_length": 576}
    deepseek = rotation("deepseek2", latent | {"rope.scaling.factor": 40.0, "rope.scaling.yarn_log_multiplier": 0.1})
    rope = deepseek.main.rope
    assert (deepseek.dim, rope.width, round(rope.softmax, 4), round(rope.attention, 6)) == (192, 64, 1.8739, 1)
    # without a type, a factor is linear; the older key of the factor is read, too
    for keys in ({"rope.scaling.factor": 4.0}, {"rope.scale_linear": 4.0}):
        assert rotation("llama", keys, {}).main.rope.scaling == "linear"
    assert rotation("qwen3", {"rope.scaling.type": "none", "rope.scaling.factor": 4.0}).main.rope.scaling == "none"
    assert rotation("qwen3", {"rope.scaling.type": "new"}).kind == "unknown"
    lists = {"rope_factors_long.weight": np.linspace(2, 60, 64), "rope_factors_short.weight": np.ones(64)}
    keys = {"rope.scaling.attn_factor": 1.19, "rope.scaling.type": "longrope"}
    rope = rotation("phi3", keys | {"rope.scaling.original_context_length": 4096}, lists).main.rope
    assert (rope.original, round(rope.attention, 5)) == (4096, 1.19)
    assert rope.frequencies(4097) == pytest.approx(5e5 ** (-np.arange(64) / 64) / lists["rope_factors_long.weight"])
    assert rope.frequencies(4096) == pytest.approx(5e5 ** (-np.arange(64) / 64))


def test_the_query_scale_equals_that_of_the_configuration():
    """As in llm_graph_input_attn_temp of llama.cpp: scale ln(1 + floor((position + offset) / floor_scale)) + 1."""
    yarn = {"type": "yarn", "factor": 16.0, "original_context_length": 16384, "yarn_log_multiplier": 1.0}
    keys = LLAMA | {
        "block_count": 26, "context_length": 262144, "embedding_length": 3072, "attention.key_length": 128,
        "rope.freq_base": 1e6, **{f"rope.scaling.{key}": setting for key, setting in yarn.items()},
    }  # fmt: skip
    grown, plain = (
        models.read_gguf(gguf_file("mistral3", keys | more)) for more in ({"attention.temperature_scale": 0.1}, {})
    )
    assert grown.temperature.factor(200_000) == pytest.approx(0.1 * np.log(1 + 200_000 // 16384) + 1)
    assert "mistral3.attention.temperature_scale" in grown.read and not grown.unused
    results = [models.differences(model, models.model("Ministral 3 3B")) for model in (grown, plain)]
    assert ["difference-growth" in ids(result.effects) for result in results] == [False, True]
    scout = models.read_gguf(gguf_file("llama4", keys | {"block_count": 48}))
    assert scout.temperature == models.model("Llama 4 Scout").temperature
    assert models.read_gguf(gguf_file("llama4", keys | {"attention.sliding_window": 0})).temperature is None


def test_pairs_with_an_infinite_factor_do_not_rotate():
    keys = {"attention.key_length": 512, "rope.dimension_count": 512, "rope.freq_base": 1e6} | {
        "attention.key_length_swa": 256, "rope.dimension_count_swa": 256, "rope.freq_base_swa": 1e4,
        "attention.sliding_window": 1024, "attention.sliding_window_pattern": [True, True, True, False],
    }  # fmt: skip
    near, far = rotation("gemma4", keys, {"rope_freqs.weight": [1.0] * 64 + [1e30] * 192}).layers
    assert (near.places, near.window, near.rope.width, near.rope.base) == ((0, 1, 2), 1024, 256, 1e4)
    assert far.rope.frequencies() == pytest.approx(1e6 ** (-np.arange(64) / 256))
    # without factors, the rotating share is unknown
    data = gguf_file("gemma4", LLAMA | keys)
    assert not models.read_gguf(data[: data.index(b"token_embd")]).is_known


@pytest.mark.parametrize(
    ("architecture", "keys", "expected"),
    [
        ("llama", {"attention.sliding_window": 4096}, {"all": None}),
        ("gemma3", {"attention.sliding_window": 2, "block_count": 6}, {"sliding": 2, "full": None}),
        ("gpt-oss", {"attention.sliding_window": 128}, {"sliding": 128, "full": None}),
        ("modern-bert", {"attention.sliding_window": 128}, {"full": None, "sliding": 65}),
        ("cohere2", {"attention.sliding_window": 4096}, {"sliding": 4096, "nope": None}),
        ("llama4", {}, {"chunked": 8192, "nope": None}),
        ("llama4", {"attention.sliding_window": 0}, {"all": None}),
        ("smollm3", {}, {"full": None, "nope": None}),
        ("exaone4", {"attention.sliding_window": 4096}, {"all": None}),
        ("exaone4", {"block_count": 64}, {"sliding": 4096, "nope": None}),
        ("qwen3next", {}, {"linear": None, "full": None}),
        ("granitehybrid", {"rope.scaling.finetuned": False}, {"nope": None}),
        ("lfm2", {"attention.head_count_kv": [0, 8, 0, 8]}, {"linear": None, "full": None}),
        ("glm4moe", {"nextn_predict_layers": 1}, {"all": None}),
    ],
)
def test_layers_follow_the_code_of_the_architecture(architecture, keys, expected):
    model = rotation(architecture, keys)
    assert {layers.which: layers.window for layers in model.layers} == expected
    places = [place for layers in model.layers for place in layers.places]
    assert sorted(places) == list(range((LLAMA | keys)["block_count"] - keys.get("nextn_predict_layers", 0)))


def test_encodings_without_rotation_and_architectures_that_are_not_listed():
    kinds = {"gpt2": "learned", "bloom": "alibi", "t5": "buckets", "mamba": "none", "clip": "unknown"}
    assert {name: rotation(name, {}).kind for name in kinds} == kinds
    assert rotation("gpt2", {}).rows == 131072
    assert rotation("baichuan", {"block_count": 40}).kind == "alibi" != rotation("baichuan", {}).kind
    assert [rotation("mpt", {"attention.max_alibi_bias": scale}).kind for scale in (8.0, 0.0)] == ["alibi", "learned"]
    unlisted = rotation("new", {})
    assert unlisted.read["new.rope.freq_base"] == 5e5 and ids(unlisted.unknown) == {"gguf-architecture"}


def test_damaged_files_are_refused_in_one_sentence():
    rng, outcomes = random.Random(39), set()
    sizes = (len(LLAMA31), LLAMA31.index(b"rope_freqs") + 60)
    large = [struct.pack("<Q", number) for number in (0, 2**31, 2**63, 2**64 - 1)]
    for number in range(3000):
        data = bytearray(LLAMA31[: rng.choice(sizes)])
        for _ in range(rng.choice([1, 1, 3])):
            at = rng.randrange(4, len(data) - 8)
            data[at : at + 8] = rng.choice([rng.randbytes(8), *large])
        try:
            model = models.read_gguf(bytes(data), str(number))
            outcomes.add(model.kind)
            "".join(str(statement) for part in models.describe(model, 2**20) for statement in part).encode()
            models.differences(model, models.model("Llama 3.1 8B"))
        except ValueError as error:
            outcomes.add("refused")
            assert "\n" not in str(error) and len(str(error)) < 400
    assert outcomes >= {"refused", "rotation"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not a GGUF"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "version"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**40, 1), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**40), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 2**62), "more than 67,108,864 bytes"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("a") + struct.pack("<IIQ", 9, 9, 1), "not a type of values"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2) + 2 * (text("a") + value(1)), "occurs twice"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("a") + value(1), "general.architecture"),
        (gguf_file("llama", LLAMA | {"attention.head_count": 8000}), "from 2 to 8,192"),
        (gguf_file("llama", LLAMA | {"attention.head_count": 1, "embedding_length": 2**30}), "from 2 to 8,192"),
        (gguf_file("bloom", LLAMA | {"attention.head_count": 2**30}), "from 0 to 8,192"),
        (gguf_file("llama", LLAMA | {"attention.head_count": "32"}), "must be a number"),
    ],
)
def test_headers_that_no_program_writes(data, sentence):
    with pytest.raises(ValueError, match=sentence):
        models.read_gguf(data)


def test_memory_of_a_header_is_bounded():
    """Of 2,000 arrays and 2,000 tensors of 4,096 numbers, 32,768 numbers are kept, and no tensor of another name."""
    array = struct.pack("<IIQ", 9, 0, 4096) + b"\0" * 4096
    header = b"GGUF" + struct.pack("<IQQ", 3, 2000, 2000)
    header += b"".join(text(f"llama.rope.{at}") + array for at in range(2000))
    header += b"".join(text(f"rope_{at}.weight") + struct.pack("<IQIQ", 1, 4096, 0, 0) for at in range(2000))
    gguf = read_gguf_header(io.BytesIO(header + b"\0" * 2**15))
    assert (len(gguf.metadata), len(gguf.tensors), gguf.factors) == (2000, 2000, {})
    assert 0 < sum(len(numbers) for numbers in gguf.metadata.values() if numbers) <= 2**15
    names = b"".join(text(f"{at}" * 1000) + value(1) for at in range(100, 200))
    with pytest.raises(ValueError, match="its keys have more than 65,536 characters"):
        read_gguf_header(io.BytesIO(b"GGUF" + struct.pack("<IQQ", 3, 0, 100) + names))


def test_the_strings_of_all_arrays_are_counted(monkeypatch):
    monkeypatch.setattr("posenc_tools.readers.gguf.MAX_STRINGS", 3)
    assert models.read_gguf(gguf_file("llama", LLAMA, words=3)).is_known
    with pytest.raises(ValueError, match="arrays of this GGUF file have more than 3 strings"):
        models.read_gguf(gguf_file("llama", LLAMA | {"names": ["a", "b"]}, words=2))


def test_of_a_large_file_only_the_beginning_and_the_factors_are_read():
    class Counted(io.BytesIO):
        count = 0

        def read(self, size=-1):
            self.count += size
            return super().read(size)

    file = Counted(LLAMA31 + b"\0" * 2**27)
    assert read_gguf_header(file).factors["rope_freqs.weight"].shape == (64,)
    assert file.count < 2**26 + 1000


def test_the_command_compares_a_conversion(tmp_path, capsys):
    path = tmp_path / "model.gguf"
    path.write_bytes(gguf_file("llama", LLAMA | {"attention.sliding_window": 4096}))
    assert posenc(["model", str(path)]) == 0
    assert "llama.rope.freq_base = 500000" in capsys.readouterr().out
    # the scaling was lost
    assert posenc(["model", str(path), "--against", "Llama 3.1 8B"]) == 1
    assert capsys.readouterr().out.startswith(
        "The frequencies differ. From llama3 scaling by 8 to no scaling, 35 of 64"
    )
    (tmp_path / "other.bin").write_bytes(LLAMA31)
    assert posenc(["model", str(tmp_path / "other.bin"), "--against", "Llama 3.1 8B"]) == 0
    path.write_bytes(b"{}")
    with pytest.raises(SystemExit, match="3"):
        posenc(["model", str(path)])


@pytest.mark.parametrize(
    ("architecture", "sections", "status", "ids"),
    [
        ("qwen2vl", [16, 24, 24, 0], 0, []),
        ("qwen2vl", [24, 20, 20, 0], 1, ["difference-axes-pairs"]),
        ("qwen2vl", [], 1, ["difference-no-axes"]),
        ("qwen2vl", [16, 24, 24, 8], 2, []),
        ("qwen3vl", [16, 24, 24, 0], 1, ["difference-arrangement"]),
    ],
)
def test_pairs_of_the_axes_of_images_are_compared_with_the_configuration(architecture, sections, status, ids):
    keys = LLAMA | {"rope.freq_base": 1e6} | ({"rope.dimension_sections": sections} if sections else {})
    config = {
        "model_type": "qwen2_5_vl", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 4,
        "max_position_embeddings": 131072, "rope_theta": 1e6,
        "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]},
    }  # fmt: skip
    file = models.read_gguf(gguf_file(architecture, keys))
    result = models.differences(file, models.from_config(config))
    assert (result.status, [effect.id for effect in result.effects]) == (status, ids)
    assert ("gguf-no-sections" in {known.id for known in file.unknown}) == (not sections)


def test_axes_change_the_pairing_of_glm4():
    plain, images = (models.read_gguf(gguf_file("glm4", LLAMA | keys)) for keys in ({}, {
        "rope.dimension_count": 64, "rope.dimension_sections": [8, 12, 12, 0],
    }))  # fmt: skip
    assert [dict(side.assumed[0].args)["pairing"] for side in (plain, images)] == ["interleaved", "half"]
    assert images.axes == {"time": 8, "height": 12, "width": 12} and not plain.axes and not plain.unknown
