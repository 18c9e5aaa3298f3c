"""Models: the catalogue, every format of config.json, descriptions, and hostile files."""

import json
import math
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import get_args
from unicodedata import category

import numpy as np
import pytest

from posenc_core import RoPE, data_files
from posenc_core.text.messages import claim
from posenc_tools import models
from posenc_tools.__main__ import posenc
from posenc_tools.models import conventions
from posenc_tools.models.catalogue import is_path
from posenc_tools.models.rope import ROPE_TYPES
from posenc_tools.models.stored import reasons_of
from tests import data
from tests.tools.configurations import configurations

TINY = {"hidden_size": 512, "num_attention_heads": 4, "max_position_embeddings": 4096}


def read(**config) -> models.Model:
    return models.from_config(TINY | config)


CATALOGUE = Path(models.__file__).parents[1] / "data" / "models.toml"
DATA = tomllib.loads(CATALOGUE.read_text("utf-8"))
READ = "".join(
    path.read_text("utf-8")
    for path in (*Path(models.__file__).parent.glob("*.py"), CATALOGUE.with_name("model_types.toml"))
)
"""Code and data that name the fields of config.json that are read."""

UNREAD = {
    *("d_kv", "llama_4_scaling_beta", "long_factor", "max_target_positions", "position_buckets", "relative_attention"),
    "short_factor",
}
"""Fields about positions in the catalogue that no code reads by name."""

UNDATED = {"all-MiniLM-L6-v2", "Marian", "Stable Diffusion time steps"}
"""Models whose year has no known source."""


def field_names(config: dict) -> set[str]:
    """All keys of a configuration, including those of nested objects."""
    nested = [field_names(value) for value in config.values() if isinstance(value, dict)]
    return {*config}.union(*nested)


def mistakes(entry: dict) -> list[str]:
    """Mistakes in an entry of the catalogue, each as an instruction."""
    facts, config, quoted = entry.get("facts", {}), entry.get("config", {}), entry.get("sources", {})
    # the source of a scheme includes its sizes
    implied = {"dim", "heads"} if "scheme" in entry else set()
    needed = {*facts, *(entry.keys() & {"year", "config", "scheme"})} - implied
    parts = {"name", "year", "config", "scheme", "facts", "sources"}
    instructions = [
        f"rename {key}: an entry has name, year, config or scheme, facts, and sources" for key in entry.keys() - parts
    ]
    if ("config" in entry) == ("scheme" in entry):
        instructions.append("add [model.config], or [model.scheme] for a model without a config.json")
    if [model_entry["name"] for model_entry in DATA["model"]].count(entry["name"]) > (entry in DATA["model"]):
        instructions.append("choose another name: the catalogue has this one already")
    unknown = facts.keys() - {"release", "trained", "stated"} - implied
    instructions += [f"rename the fact {key}: it must be release, trained, or stated" for key in unknown]
    if facts.get("release", "half") not in ("half", "interleaved"):
        instructions.append('release must be "half" or "interleaved"')
    unread = {key for key in field_names(config) if f'"{key}"' not in READ} - UNREAD
    instructions += [
        f"correct the spelling of {key}, or omit it: neither posenc_tools/models nor data/model_types.toml reads it"
        for key in unread
    ]
    if missing := needed - quoted.keys():
        instructions.append(f"add the sources of {missing} to [model.sources]; without a source, omit the value")
    if extra := quoted.keys() - needed - implied - field_names(config):
        instructions.append(f"remove the sources of {extra}, which the entry does not have")
    for text in "; ".join(quoted.values()).split("; "):
        if not re.match("|".join(rf"{re.escape(key)}( |:)\S" for key in DATA["sources"]), text):
            instructions.append(
                f"source {text!r}: begin with a key of [sources], with its commit or date, and name the place"
            )
    year = entry.get("year")
    if year is None and entry["name"] not in UNDATED:
        instructions.append(
            "add year and its source; if none has it, add the name to UNDATED in tests/tools/test_models.py"
        )
    if year is not None and not (isinstance(year, int) and 2000 < year < 2100):
        instructions.append("year must be a number such as 2023")
    return instructions


def test_the_entries_of_the_catalogue_are_read_and_have_all_sources():
    for entry in DATA["model"]:
        assert not mistakes(entry), f"{entry['name']} in {CATALOGUE}: {'; '.join(mistakes(entry))}"
        model = models.model(entry["name"])
        unknown = f"{entry['name']}: add its model_type to posenc_tools/data/model_types.toml, or correct it"
        assert model.main.scheme or model.kind == "relative", unknown
        assert models.describe(model, 5000).about, entry["name"]


MISTAKES = data.read("model_cases.toml")["mistakes"]


@pytest.mark.parametrize("right", MISTAKES)
def test_a_mistake_in_an_entry_is_refused_with_an_instruction(right):
    wrong, instruction = MISTAKES[right]
    (text,) = [part for part in CATALOGUE.read_text("utf-8").split("[[model]]") if 'name = "Pythia 6.9B"' in part]
    assert right in text
    entry = tomllib.loads(text.replace(right, wrong).replace("[model.", "["))
    assert any(instruction in mistake for mistake in mistakes(entry)), mistakes(entry)


def test_a_trained_length_has_a_source_or_is_unknown():
    entries = {entry["name"]: entry for entry in DATA["model"]}
    for name in models.MODELS:
        model, facts = models.model(name), entries[name].get("facts", {})
        original = model.main.rope.original if model.main.rope else 0
        assert model.trained_length == (facts.get("trained") or original or None), name
        ids = [statement.id for statement in model.unknown]
        assert ("model-no-trained" in ids) == bool(model.stated and not model.trained_length), name
        # the length in a configuration may be untrained
        has_source = any(source.startswith("trained: ") for source in model.sources)
        assert model.trained_length is None or original or has_source, f"add trained to [model.sources] of {name}"
    for name, lengths in {
        "Qwen3 8B": [32768, 40960],
        "Qwen3 4B Instruct 2507": [262144, 262144],
        "Mistral 7B v0.1": [8192, 32768],
        "Gemma 3 27B": [32768, 131072],
        "Command R": [None, 131072],
        "Command R7B": [None, 131072],
        "Granite 4.0 H Small": [524288, 131072],
        "Qwen2 7B": [None, 32768],
        "BLOOM 176B": [2048, 2048],
    }.items():
        assert [models.model(name).trained_length, models.model(name).stated] == lengths, name
    for config in ({"model_type": "qwen3"}, {"model_type": "gpt2"}, {"model_type": "bloom", "seq_length": 2048}):
        assert read(**config).trained_length is None


def test_pairs_without_a_full_rotation_and_bands_of_a_scaling():
    for name, (count, whole) in data.read("model_cases.toml")["incomplete"].items():
        model = models.model(name)
        rope = model.main.rope
        assert (rope.incomplete(model.trained_length or model.stated), rope.width // 2) == (count, whole), name
    for name, bands in data.read("model_cases.toml")["bands"].items():
        assert models.model(name).main.rope.bands() == tuple(bands), name
    assert models.model("Llama 2 7B").main.rope.bands() is None


def test_attention_factors():
    for factor, expected in {4: 1.1386, 8: 1.2079, 16: 1.2773, 32: 1.3466, 40: 1.3689}.items():
        scaling = {"type": "yarn", "factor": factor, "original_max_position_embeddings": 4096}
        assert read(model_type="llama", rope_scaling=scaling).main.rope.attention == pytest.approx(expected, abs=5e-5)
    assert models.model("Phi-3.5 mini").main.rope.attention == pytest.approx(1.1902, abs=5e-5)
    softmax = {"DeepSeek-V3": 1.8739, "DeepSeek-V2 Lite": 1.5896}
    for name, expected in softmax.items():
        rope = models.model(name).main.rope
        assert (rope.attention, rope.softmax) == (1, pytest.approx(expected, abs=5e-5))


CONFIGURATIONS = data.read("configurations.json")


@pytest.mark.parametrize(("config", "expected"), CONFIGURATIONS["formats"], ids=str)
def test_every_format_of_a_configuration_is_read(config, expected):
    model = read(**config)
    for key, value in expected.items():
        assert getattr(model if hasattr(model, key) else model.main.rope, key) == value


def test_kinds_of_layers():
    def layers(name: str) -> list[tuple]:
        return [(layer.which, layer.number, layer.window) for layer in models.model(name).layers]

    assert layers("Gemma 3 27B") == [("sliding", 52, 1024), ("full", 10, None)]
    assert layers("gpt-oss 120B") == [("sliding", 18, 128), ("full", 18, None)]
    assert layers("Llama 4 Scout") == [("chunked", 36, 8192), ("nope", 12, None)]
    assert layers("SmolLM3") == [("all", 27, None), ("nope", 9, None)]
    assert layers("Qwen3-Next") == [("linear", 36, None), ("full", 12, None)]
    assert layers("ModernBERT") == [("full", 8, None), ("sliding", 14, 65)]
    # null in a published file is not the default of the class
    assert layers("Mistral 7B v0.3") == [("all", 32, None)]
    assert layers("Phi-3 mini 4k") == [("sliding", 32, 2047)]
    # modeling_modernbert: layer i has full attention if i % global_attn_every_n_layers == 0
    every_second = read(model_type="modernbert", num_hidden_layers=5, global_attn_every_n_layers=2)
    assert [layer.places for layer in every_second.layers] == [(0, 2, 4), (1, 3)]
    listed = read(model_type="smollm3", no_rope_layers=[1, 0, 1, 0])
    assert [layer.which for layer in listed.layers] == ["all", "nope"]


def t5_bucket(back: int, *, decoder: bool, buckets: int = 32, distance: int = 128) -> int:
    """Bucket of a key before its query, in the order of steps of transformers' T5Attention."""
    side = buckets if decoder else buckets // 2
    exact = side // 2
    if back < exact:
        return back
    return min(exact + int(math.log(back / exact) / math.log(distance / exact) * (side - exact)), side - 1)


def test_buckets_of_the_encoder_and_of_the_decoder():
    first = {
        decoder: next(k for k in range(200) if t5_bucket(k, decoder=decoder) == (31 if decoder else 15))
        for decoder in (False, True)
    }
    t5, mpnet = models.model("T5 small"), read(model_type="mpnet", pad_token_id=1)
    (statement,) = models.describe(t5).about
    assert dict(statement.args) == {"name": "T5 small", "count": 32, "offset": first[False], "later": first[True]}
    at = [dict(statement.args) for statement in models.describe(t5, 100).at]
    assert at == [
        {"where": side, "offset": 100, "other": t5_bucket(100, decoder=side == "decoder"), "count": 32}
        for side in ("encoder", "decoder")
    ]
    assert claim("model-buckets-too", count=32, offset=first[False]) in models.describe(mpnet).about


@pytest.mark.parametrize("position", [256, 511, 512, 65_535, 65_536, 131_071, 131_072, 2**24 + 1])
def test_the_spacing_of_float_formats_at_a_position(position):
    (statement,) = [
        dict(statement.args)
        for statement in models.describe(models.model("Llama 3.1 8B"), position).at
        if "resol" in statement.id
    ]
    # bfloat16 is the upper half of float32
    bits = np.array([statement["start"], statement["end"]], np.float32).view(np.uint32)
    start, after, before, end = np.array([bits[0], bits[0] + 2**16, bits[1] - 2**16, bits[1]], np.uint32).view(
        np.float32
    )
    assert start <= position < end
    assert after - start == statement["other"] == end - before
    assert np.spacing(np.float32(position)) == statement["value"]


def test_mpt_has_the_slopes_of_the_authors_code_for_any_number_of_heads():
    """Its code takes the slopes of the next power of 2, every second one first."""
    slopes = 2.0 ** (-8 * np.arange(1, 17) / 16)
    mpt = read(model_type="mpt", n_heads=12)
    np.testing.assert_allclose(mpt.main.scheme.slope(12), np.concatenate((slopes[1::2], slopes[::2]))[:12])
    assert [statement.id for statement in mpt.unknown] == ["model-no-trained"]


def test_defaults_of_the_class_are_stated_as_assumptions():
    inner = {
        "model_type": "gemma3_text",
        "rope_scaling": {"factor": 8.0, "rope_type": "linear"},
        "sliding_window": 1024,
    }
    model = models.from_config({"model_type": "gemma3", "text_config": inner | {"num_hidden_layers": 34}})
    assert (model.heads, model.dim, model.main.rope.base) == (8, 256, 1e6)
    assumptions = [str(statement) for statement in model.assumed]
    assert "The file has no head_dim, so transformers 5.23.0 takes 256." in assumptions
    assert any("one layer in 6" in assumption for assumption in assumptions)
    assert any("layers with a window" in assumption for assumption in assumptions)
    assert [layer.window for layer in models.from_config({"model_type": "mistral"}).layers] == [4096]
    whole = models.from_config({"model_type": "exaone4", "sliding_window": None})
    assert [layer.which for layer in whole.layers] == ["all"]


def test_facts_that_engineers_asked_for():
    statements = map(str, models.about(models.model("SmolLM3")))
    assert "9 layers (3, 7, 11, …, 35, counted from 0) get no positions (NoPE)." in statements
    # sizes that would exhaust the memory
    for kind, sizes in (("bloom", {"n_head": 2**30}), ("m2m_100", {"d_model": 2**20}), ("gemma", {"head_dim": 2**20})):
        with pytest.raises(ValueError, match="must be a number from"):
            models.from_config({"model_type": kind, **sizes})
    gemma = {"model_type": "gemma2", "hidden_size": 2304, "num_attention_heads": 8, "num_hidden_layers": 4}
    assumptions = models.from_config(gemma).assumed
    assert len(assumptions) == len({*assumptions})
    with pytest.raises(ValueError, match="multiple of num_attention_heads"):
        read(model_type="llama", num_attention_heads=33)
    with pytest.raises(ValueError, match="text_config must be a JSON object"):
        read(model_type="gemma3", text_config="none")


def test_names_are_case_insensitive_and_a_wrong_one_lists_the_names():
    assert models.model("llama3.18b").name == "Llama 3.1 8B"
    assert not [name for name in (*models.MODELS, *models.IMAGE_MODELS, "openai/gpt-oss-120b") if is_path(name)]


@pytest.mark.parametrize(
    ("function", "arguments", "sentence"),
    [
        (models.model, ["llama"], r"several models.*Llama 3\.1 8B, and 4 more"),
        (models.model, ["x"], r"several models.*XLNet, XGLM$"),
        (models.model, [""], r"matches no model of the catalogue. Choose one of ([^,]+, ){4}.*, and \d+ more$"),
        (models.model, ["owner/none"], r"repositories are not downloaded.* and \d+ more$"),
        (models.model, ["nofile.json"], "name = 'nofile.json' is a path.*use from_config"),
        (models.model, [5], "name = 5 must be a text"),
        (models.from_config, [5], "source = 5 must be a mapping, or the path of a config.json"),
        (models.from_config, [""], "source = '' must be a mapping, or the path of a config.json"),
        (models.run_at, [None, 5], "source = None must be a mapping"),
        (models.about, [{}], "model = {} must be a Model"),
        (models.describe, ["GPT-2"], "model = 'GPT-2' must be a Model, from model, from_config, or read_gguf"),
        (models.describe, [models.model("GPT-2"), -1], "position = -1 must be a whole number from 0"),
        (models.differences, [models.model("GPT-2"), None], "before = None must be a Model"),
    ],
)
def test_wrong_arguments_are_refused_in_one_short_sentence(function, arguments, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        function(*arguments)
    assert len(str(error.value)) < 300


CRASHED = [
    {"model_type": "llama", "hidden_size": 10**400, "num_attention_heads": 1},
    {"model_type": "olmo3", **TINY, "rope_parameters": {"sliding_attention": 1}},
    {"model_type": "gptj", **TINY, "rotary_dim": 1},
    {"model_type": "llama", "hidden_size": 4, "num_attention_heads": 4},
    {"model_type": "llama", "head_dim": 1},
    {"model_type": "\ud800"},
    {"model_type": "llama", **TINY, "rope_scaling": {"rope_type": "\ud800"}},
    {"model_type": "llama", **TINY, "rope_scaling": {"factor": json.loads("[" * 30 + "]" * 30)}},
]


def test_random_configurations_are_read_or_refused_in_one_sentence(tmp_path, capsys):
    path, refused, words = tmp_path / "config.json", 0, ""
    for config in (*CRASHED, *configurations(500, seed=36)):
        path.write_text(json.dumps(config))
        try:
            words = "".join(
                str(statement) for part in models.describe(models.from_config(path), 2**20) for statement in part
            )
        except ValueError as error:
            words, refused = str(error), refused + 1
            assert type(error) is ValueError and "\n" not in words and len(words) < 1000, config
        words.encode()
    assert 100 < refused < 400
    for config in CRASHED:
        path.write_text(json.dumps(config))
        with pytest.raises(SystemExit, match="3"):
            posenc(["model", str(path)])


@pytest.mark.parametrize(("config", "expected"), CONFIGURATIONS["layers"], ids=str)
def test_every_kind_of_layers_has_its_numbers(config, expected):
    model = read(**config)
    numbers = []
    for layer in model.layers:
        rope = (layer.rope.base, layer.rope.width, layer.rope.head) if layer.rope else (None, None, None)
        numbers.append([layer.which, layer.number, layer.window, *rope])
    assert numbers == expected
    headline = models.about(model)[0]
    alike = len({base for *_, base, _, _ in expected}) == 1
    assert (headline.id == "model-rotation") == alike
    if not alike:
        assert dict(headline.args)["count"] == model.main.number


def test_a_scaling_names_its_layers_and_its_length():
    gemma = models.model("Gemma 3 27B")
    scaled = [dict(statement.args) for statement in models.about(gemma) if "scaled" in statement.id]
    assert scaled == [{"text": "linear", "factor": 8.0, "count": 10, "whole": 62}]
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
    qwen = read(model_type="qwen3", max_position_embeddings=40960, rope_scaling=yarn)
    assert (qwen.trained_length, qwen.stated) == (32768, 131072)
    assert not [statement for statement in models.about(read(model_type="gemma4_text")) if "scaled" in statement.id]


def test_a_key_selects_the_encoding_of_some_types():
    # rows of the classes of transformers 5.23.0, for 14 x 14 patches and one or two more tokens
    for model_type, rows in (("vit", 197), ("deit", 198)):
        assert read(model_type=model_type, image_size=224, patch_size=16).rows == rows
    assert read(model_type="vit", image_size=[224, 448], patch_size=[16, 32]).rows == 197
    chatglm = read(model_type="chatglm", position_encoding_2d=True)
    assert (chatglm.kind, chatglm.unused) == ("unknown", ("position_encoding_2d",))
    for name, id in (("mamba", "model-recurrent"), ("rwkv", "model-recurrent"), ("zamba", "model-none")):
        assert [claim.id for claim in models.about(models.from_config({"model_type": name}))] == [id]
    # one key of an unknown type
    for key in ({"position_embedding_type": "alibi"}, {"alibi": True}, {"relative_attention_num_buckets": 32}):
        assert not read(model_type="nobody", **key).is_known, key
    roberta = read(model_type="roberta-prelayernorm", max_position_embeddings=514, pad_token_id=1)
    assert (roberta.is_known, roberta.rows, roberta.offset, roberta.stated) == (True, 514, 2, 512)
    assert not read(model_type="nobody", position_embedding_type="absolute").is_known
    # custom code under the name of a type with a table
    assert not read(model_type="xlm-roberta", position_embedding_type="rotary").is_known
    assert "a learned vector for each distance" in str(models.about(read(position_embedding_type="relative_key"))[0])


def test_numbers_of_single_types():
    sizes = {"hidden_size": 2560, "num_attention_heads": 32, "num_hidden_layers": 54}
    zamba = {"model_type": "zamba2", "use_mem_rope": True, **sizes}
    for more in ({}, {"attention_head_dim": 160, "kv_channels": 80}):
        assert models.from_config(zamba | more).main.rope.width == 160
    scaling = {"type": "longrope", "short_factor": [1.0] * 64, "long_factor": [2.0] * 64, "long_mscale": 1.243}
    phi = {"model_type": "phimoe", "max_position_embeddings": 131072, "original_max_position_embeddings": 4096}
    phi |= {"hidden_size": 4096, "num_attention_heads": 32, "rope_scaling": scaling}
    assert models.from_config(phi).main.rope.attention == 1.243
    only = {"model_type": "gemma3_text", "hidden_size": 256, "num_attention_heads": 4, "num_hidden_layers": 6}
    assert "1 layer (5, counted from 0) sees all tokens" in " ".join(map(str, models.about(models.from_config(only))))


def test_layers_without_attention_do_not_rotate():
    lost = [
        {"attention": {"no_op": True}},
        {"attention": {"replace_with_linear": True}},
        {"attention": {"no_op": False}},
    ]
    for config in (
        {"model_type": "nemotron-nas", "block_configs": lost},
        {"model_type": "zamba2", "use_mem_rope": True, "layers_block_type": ["mamba", "mamba", "hybrid"]},
        {"model_type": "zamba2", "use_mem_rope": True, "hybrid_layer_ids": [2]},
        {"model_type": "bailing_hybrid", "layer_group_size": 3},
    ):
        layers = read(num_hidden_layers=3, **config).layers
        assert [(layer.which, layer.places) for layer in layers] == [("linear", (0, 1)), ("full", (2,))], config


def test_a_scaling_by_1_is_not_mentioned():
    full = {"rope_type": "proportional", "rope_theta": 1e6, "partial_rotary_factor": 0.25}
    sliding = {"rope_type": "default", "rope_theta": 1e4}
    gemma = read(
        model_type="gemma4_text", num_hidden_layers=6, max_position_embeddings=131072, head_dim=256,
        rope_parameters={"full_attention": full, "sliding_attention": sliding},
    )  # fmt: skip
    scaled = gemma._replace(layers=tuple(
        layer._replace(rope=replace(layer.rope, scaling="linear", factor=8.0)) for layer in gemma.layers
    ))  # fmt: skip
    texts = [*map(str, models.about(gemma)), str(models.run_at(gemma, 65536)), str(models.differences(scaled, gemma))]
    assert not [text for text in texts if "proportional scaling" in text or "scales by" in text]
    # beyond its length, with the head size of the class in each kind of layers
    longer = models.run_at(read(model_type="gemma4_text", num_hidden_layers=6), 2**20)
    assert [(layer.which, layer.rope.head, layer.rope.width) for layer in longer.layers] == [
        ("sliding", 256, 256), ("full", 512, 128),
    ]  # fmt: skip
    assert "From no scaling to linear scaling by 8" in str(models.differences(scaled, gemma).verdict)
    gemma3 = [str(statement) for statement in models.about(models.model("Gemma 3 27B"))]
    assert "It uses linear scaling by a factor of 8 in 10 of 62 layers." in gemma3


def test_several_axes_are_named_without_wavelengths_in_tokens():
    dino = models.from_config({"model_type": "dinov3_vit", "hidden_size": 768, "num_attention_heads": 12})
    assert (dino.kind, dict(dino.axes), dino.axes_turns) == ("axes", {"row": 16, "column": 16}, True)
    assert not models.describe(dino, 5000).at
    vision = {"model_type": "qwen3_vl", "hidden_size": 1152, "num_heads": 16}
    qwen = models.from_config(
        {"model_type": "qwen3_vl", "text_config": {"model_type": "qwen3_vl_text"}, "vision_config": vision}
    )
    assert dict(qwen.axes) == {"time": 24, "height": 20, "width": 20}
    assert [dict(part.axes) for part in qwen.parts] == [{"row": 18, "column": 18}]


def test_queries_that_grow_with_the_position_and_dynamic_scaling_in_powers_of_2():
    llama, ministral = models.model("Llama 4 Scout"), models.model("Ministral 3 3B")
    assert llama.temperature.factor(50_000) == pytest.approx(1 + 0.1 * math.log(7))
    assert ministral.temperature.factor(50_000) == pytest.approx(1 + 0.1 * math.log(1 + 50_000 // 16_384))
    qwen = read(model_type="qwen", seq_length=2048, use_dynamic_ntk=True, use_logn_attn=True, rotary_emb_base=1e4)
    for length, alpha in ((2048, 1), (2049, 3), (4096, 3), (50_001, 63)):
        base = 1e4 * alpha ** (128 / 126)
        np.testing.assert_allclose(qwen.main.rope.frequencies(length), base ** (-np.arange(64) / 64))


def test_an_unknown_type_or_scaling_exits_2_without_claims_about_layers(tmp_path, capsys):
    path = tmp_path / "config.json"
    config = TINY | {"model_type": "new", "rope_theta": 1e5, "sliding_window": 64, "extra": {"rope_x": [1], "y": 2}}
    config |= {"routed_scaling_factor": 2.5, "text": {"quantization_config": {"pattern": "x"}}}
    path.write_text(json.dumps(config))
    model = models.from_config(path)
    assert (model.is_known, model.huggingface, model.trained_length) == (False, None, None)
    assert [statement.id for statement in models.about(model)] == ["model-rotation"]
    assert model.unused == ("sliding_window", "extra.rope_x")
    assert posenc(["model", str(path)]) == 2
    assert (
        "Keys about positions that were not used here:\n  sliding_window\n  extra.rope_x\n" in capsys.readouterr().out
    )
    for config in (
        {"model_type": "llama", "rope_scaling": {"rope_type": "new", "factor": 2}},
        {"model_type": "qwen3", "layer_types": ["new_attention"]},
        {"model_type": "phi3small", "rope_embedding_base": 1e6},
        {"model_type": "step3p7"},
    ):
        path.write_text(json.dumps(TINY | config))
        assert posenc(["model", str(path)]) == 2


def test_all_errors_of_a_file_are_reported_each_with_its_key():
    inner = {
        "model_type": "llama",
        "hidden_size": "x",
        "num_attention_heads": -4,
        "rope_scaling": {"type": "yarn", "factor": "b"},
    }
    with pytest.raises(ValueError) as caught:
        models.from_config({"text_config": inner})
    for key in ("text_config.hidden_size", "text_config.num_attention_heads", "text_config.rope_scaling.factor"):
        assert f"{key} must be a number" in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 10_000, '{"a": "' + "b" * 2**22 + '"}'], ids=range(5))
def test_invalid_configurations_are_refused(text, tmp_path, capsys):
    with pytest.raises(ValueError, match="configuration"):
        models.parse_config(text)
    path = tmp_path / "config.json"
    path.write_text(text)
    with pytest.raises(SystemExit, match="3"):
        posenc(["model", str(path)])


def differences(model, stored):
    """Ids of the differences, without their prefix."""
    return " ".join(reason.id.removeprefix("rope-bug-") for reason in reasons_of(models.comparison(model, stored)))


def reason(model, stored):
    """Arguments of the only difference."""
    (only,) = reasons_of(models.comparison(model, stored))
    return dict(only.args)


def test_a_buffer_is_compared_with_its_own_layers_factors_and_part():
    """Frequencies by the definition, at the defaults of the classes."""

    def fast(pairs, base):
        return base ** (-np.arange(pairs) / pairs)

    def said(values, stored, name=""):
        parts = models.parts_of(values)
        return str(models.comparison(models.from_config(values, "config.json"), stored[None], name, parts))

    gemma = {"model_type": "gemma3_text", "head_dim": 256, "num_attention_heads": 4, "num_hidden_layers": 12}
    for base, which in ((1e6, "full attention"), (1e4, "a sliding window")):
        stored = fast(128, base)
        name = "sliding_attention_inv_freq" if "sliding" in which else "full_attention_inv_freq"
        assert "those of the configuration" in said(gemma, stored, name)
        for wrong in (np.where(np.arange(128) == 3, 2 * stored, stored), 1.3 * stored):
            answer = said(gemma, wrong, name)
            assert "differ from the configuration" in answer
            assert answer.endswith(f"It was compared with its layers with {which}.") == (base == 1e4)
    # its name is unknown, and one pair differs
    assert "sliding" in said(gemma, np.where(np.arange(128) == 3, 2.0, fast(128, 1e4)))
    deepseek = {"model_type": "deepseek_v4"}
    assert "those of the configuration" in said(deepseek, fast(32, 1e4), "rotary_emb.main_inv_freq")
    wrong = said(deepseek, fast(32, 2e4), "rotary_emb.main_inv_freq")
    assert "the base is 20,000, not 10,000" in wrong and "layers with a sliding window" in wrong
    qwen = {"model_type": "qwen2_vl", "vision_config": {"embed_dim": 1280, "num_heads": 16, "model_type": "qwen2_vl"}}
    assert said(qwen, fast(20, 1e4), "visual.rotary_pos_emb.inv_freq").endswith("They belong to its vision_config.")
    assert said(qwen, fast(20, 500.0), "visual.inv_freq").endswith("It was compared with its vision_config.")
    ernie = {"model_type": "ernie4_5_vl_moe"}
    order = [*range(0, 44, 2), *range(1, 44, 2), *range(44, 64)]
    for stored in (fast(64, 5e5)[order], fast(64, 5e5)):
        assert "those of the configuration" in said(ernie, stored, "language_model.rotary_emb.inv_freq")
    assert "1 of 64 pairs differs: 20." in said(ernie, np.where(np.arange(64) == 10, 9.0, fast(64, 5e5)[order]))
    pixtral = {"model_type": "pixtral", "hidden_size": 1024, "num_attention_heads": 16}
    assert "those of the configuration" in said(pixtral, fast(32, 1e4)[[*range(0, 32, 2), *range(1, 32, 2)]])
    long = [1.0 + place for place in range(48)]
    phi = {"model_type": "phi3", "hidden_size": 3072, "num_attention_heads": 32, "max_position_embeddings": 131072}
    phi |= {"original_max_position_embeddings": 4096, "rope_theta": 1e4}
    phi |= {"rope_scaling": {"type": "longrope", "short_factor": [1.0] * 48, "long_factor": long}}
    for factors, words in ((1.0, "short factors, for texts of up to 4,096"), (long, "long factors, for texts of more")):
        assert words in said(phi, fast(48, 1e4) / np.array(factors))


def test_a_stored_buffer_is_compared_with_its_configuration(tmp_path, capsys):
    model = models.model("Llama 3.1 8B")
    rope = model.main.rope
    scaled, plain = rope.frequencies(), rope.plain()
    assert models.comparison(model, scaled[None].astype(np.float16)).id == "model-frequencies-same"
    assert differences(model, plain[None]) == "unscaled"
    assert reason(model, scaled[None] * 2) == {"x": "2"}
    assert differences(model, scaled[None] * 0) == "zero"
    damaged = np.where(np.isin(np.arange(64), (0, 6, 7, 63)), 3.0, scaled)
    wrong = reason(model, damaged[None])
    assert wrong | {"pairs": str(wrong["pairs"])} == {"count": 4, "whole": 64, "pairs": "0, 6 to 7, 63"}
    angles = np.outer(np.arange(50), scaled)
    for table, is_equal in ((np.tile(np.sin(angles), 2), True), (np.sin(angles), False), (scaled[None], False)):
        same = models.comparison(model, table)
        assert same.id.endswith("-same")
        assert is_equal != str(same).endswith("They do not show which dimensions are paired.")
    assert reason(model, np.cos(angles * 1.01)) == {"x": "1.01"}
    assert differences(model, np.cos(np.outer(np.arange(50), plain))) == "unscaled"
    times = np.cos(angles) * (0.1 * np.log(8) + 1)
    assert differences(model, times) == "attention"
    assert {"x": "1.20794", "formula": " = 0.1 ln 8 + 1", "y": "1"}.items() <= reason(model, times).items()
    glm = models.from_config({"model_type": "glm4", "head_dim": 128, "partial_rotary_factor": 0.5, "rope_theta": 1e4})
    assert differences(glm, 1e4 ** (-np.arange(0, 64, 2)[None] / 128)) == "divisor"
    hunyuan = {"model_type": "hunyuan_v1_dense", "head_dim": 128, "num_attention_heads": 32, "rope_theta": 1e4}
    hunyuan = models.from_config(hunyuan | {"rope_scaling": {"type": "dynamic", "factor": 1.0, "alpha": 1000.0}})
    # transformers 5.24: the last frequency
    assert hunyuan.main.rope.frequencies()[-1] == pytest.approx(1.15e-7, rel=5e-3)
    assert differences(hunyuan, 1e4 ** (-np.arange(64)[None] / 64)) == "base"
    # llama pairs halves, so cosines repeated for neighbors rotate the wrong dimensions
    assert reason(model, np.repeat(np.cos(angles), 2, axis=1)) == {"pairing": "interleaved"}
    gemma = {"model_type": "gemma3_text", "head_dim": 256, "num_attention_heads": 4, "num_hidden_layers": 12}
    gemma |= {"rope_theta": 1e6, "rope_local_base_freq": 1e4, "sliding_window": 512}
    for base, id in ((1e6, "model-frequencies-same"), (1e4, "model-layers-same"), (1e5, "rope-bugs")):
        stored = base ** (-np.arange(0, 256, 2)[None] / 256)
        assert models.comparison(models.from_config(gemma), stored).id == id
    olmo = {"model_type": "olmo3", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 4}
    olmo |= {"rope_theta": 5e5, "max_position_embeddings": 65536, "sliding_window": 4096}
    olmo |= {"rope_scaling": {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 8192}}
    sliding = np.outer(np.arange(50), 5e5 ** (-np.arange(64) / 64))
    assert models.comparison(models.from_config(olmo), np.tile(np.cos(sliding), 2)).id == "model-layers-same"
    assert "pairing" in differences(models.from_config(olmo), np.repeat(np.cos(sliding), 2, axis=1)).split()
    assert models.comparison(model, np.ones((3, 5))).id == "model-size-other"
    gpt2 = models.model("GPT-2")
    assert models.comparison(gpt2, np.ones((1024, 768))).id == "model-table-same"
    assert "1,024 × 768" in str(models.comparison(gpt2, np.ones((1000, 768))))
    marian = models.model("Marian")
    table = marian.main.scheme.encode(range(64), 1024)
    assert models.comparison(marian, table).id == "model-sinusoids-same"
    assert models.comparison(marian, table[::-1]).id == "model-sinusoids-other"
    assert models.comparison(marian, table[:, :512]).id == "model-size-other"
    with pytest.raises(ValueError, match="does not describe a table"):
        models.comparison(models.model("BLOOM"), table)
    path, config = tmp_path / "x.npy", tmp_path / "config.json"
    np.save(path, scaled[None])
    config.write_text(json.dumps(dict(model.read)))
    assert posenc(["check", str(path), "--config", str(config)]) == 0
    assert "64 stored frequencies" in capsys.readouterr().out
    # a table of another size differs for any encoding of the configuration
    for name in ("meta-llama", "gpt2", "marian"):
        settings = dict(model.read) if name == "meta-llama" else {"model_type": name, "n_embd": 8, "d_model": 8}
        config.write_text(json.dumps(settings | {"n_positions": 16, "max_position_embeddings": 16}))
        np.save(path, np.ones((12, 5)))
        assert posenc(["check", str(path), "--config", str(config)]) == 1


def test_learned_buffers_and_rotations_that_are_not_known_are_not_called_wrong():
    """Mistral Large 4 multiplies its frequencies by exp(alpha); Music Flamingo also rotates by seconds."""
    mistral = models.from_config({"model_type": "mistral_large4_text"})
    assert "model-learned-factors" in [fact.id for fact in mistral.unknown]
    with pytest.raises(ValueError, match=r"rotary_emb\.alpha has learned numbers"):
        models.comparison(mistral, np.zeros((1, 32)), "rotary_emb.alpha")
    for head in (128, 256):
        flamingo = {"model_type": "musicflamingo", "text_config": {"model_type": "qwen2", "head_dim": head}}
        model, parts = models.from_config(flamingo), models.parts_of(flamingo)
        with pytest.raises(ValueError, match="does not describe a table of 1 × 128"):
            models.comparison(model, 1200.0 ** (-np.arange(128) / 128)[None], "pos_emb.inv_freq", parts)
        text = 10000.0 ** (-np.arange(head // 2) / (head // 2))
        assert models.comparison(model, text[None], "rotary_emb.inv_freq", parts).id == "model-frequencies-same"
        assert models.comparison(model, 2 * text[None], "language_model.inv_freq", parts).id == "rope-bugs"


def test_an_unknown_key_of_a_convention_is_refused():
    with pytest.raises(ValueError, match=r"llama has unknown keys \['rotary_dims'\]; Conventions has .*'rotary_dim'"):
        conventions.record(conventions.Conventions, "llama", {"rotary_dims": True})


def test_a_value_that_toml_lacks_is_named_with_its_line(tmp_path):
    (tmp_path / "added.toml").write_text("hidden_size = 64\nsliding_window = null\n")
    with pytest.raises(ValueError, match=r"added\.toml: .*line 2.*'null' in quotes"):
        data_files.read_toml(tmp_path / "added.toml")


def test_the_command_describes_a_position(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    assert posenc(["model", "Llama 3.1 8B", "--at", "131072"]) == 0
    out = capsys.readouterr().out
    for words in (
        "base 500,000",
        "8,192 tokens before the scaling",
        "29 of 64 pairs",
        "keeps the frequency of 29 pairs, blends that of 6",
        "bfloat16 numbers are 1,024 tokens apart",
    ):
        assert words in out
    assert posenc(["model", "GPT-2", "--at", "1024", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["at"] == [
        "The table has no row for position 1,024, because its last position is 1,023."
    ]
    for wrong in (["model", "none such"], ["model", "GPT-2", "--at", "-1"], ["model", "none.json"]):
        with pytest.raises(SystemExit, match="3"):
            posenc(wrong)


def test_the_scheme_of_a_model_gives_its_numbers():
    for name in models.MODELS:
        if rope := models.model(name).main.rope:
            exact = rope.scaling in ("none", "linear", "dynamic", "LongRoPE") or name in ("Llama 3.1 8B", "OLMo 3 7B")
            assert rope.exact(8192) or not exact, name
    assert isinstance(models.model("Llama 2 7B").main.scheme, RoPE)


def test_a_configuration_with_a_byte_order_mark_is_read(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model_type": "llama", **TINY}), encoding="utf-8-sig")
    assert models.from_config(path).type == "llama"


def test_untrusted_text_does_not_control_the_terminal(tmp_path, capsys):
    hostile = "\x1b[31m\x9b2J\x07\x7f\u202e\u2028\U000e0041"
    path = tmp_path / f"{hostile}.json"
    config = {"model_type": "llama", "layer_types": [hostile], "rope_theta": 1e4, f"rope {hostile}": 1} | TINY
    path.write_text(json.dumps(config))
    np.savez(tmp_path / "several.npz", **{hostile: np.ones((4, 4)), "b": np.ones((4, 4))})
    np.savez(tmp_path / "one.npz", **{f"{hostile}\nnext": np.ones((1, 64))})
    assert posenc(["model", str(path)]) == 2
    assert posenc(["model", str(path), "--json"]) == 2
    *_, line = capsys.readouterr().out.splitlines()
    assert json.loads(line)["read"]["layer_types"] == [hostile]
    posenc(["check", str(tmp_path / "one.npz"), "--config", str(path)])
    posenc([hostile])
    for wrong in (["model", hostile], ["model", f"{hostile}.json"], ["check", hostile], ["check", "a", hostile]):
        with pytest.raises(SystemExit, match="3"):
            posenc(wrong)
    with pytest.raises(SystemExit, match="3"):
        posenc(["check", str(tmp_path / "several.npz")])
    posenc(["model", str(path)])
    output = "".join(capsys.readouterr())
    assert "\\u001b[31m\\u009b2J" in output and "\\udb40\\udc41" in output
    assert not any(category(letter) in ("Cc", "Cf", "Zl") and letter != "\n" for letter in output)


def test_scalings_have_the_ids_of_rope_in_any_case():
    yarn = models.Rope(128, 128, 1e6, "yarn", 4.0, 32768)
    assert yarn == models.Rope(128, 128, 1e6, "YaRN", 4.0, 32768)
    assert {rope_type: scaling for scaling, rope_type in ROPE_TYPES.items()}["yarn"] == yarn.scaling
    assert {*ROPE_TYPES} - {*get_args(RoPE.__annotations__["scaling"])} == {"proportional"}
    with pytest.raises(ValueError, match=r"scaling = 'yarnn' must be one of .*; did you mean 'YaRN'\?"):
        models.Rope(128, 128, 1e6, "yarnn")


BOTH = "use_bidirectional_attention"


@pytest.mark.parametrize(
    ("config", "mask", "visible", "before"),
    [
        ({"model_type": "modernbert"}, "two-sided window", 129, 64),
        ({"model_type": "ultrabert", "sliding_window": 64}, "two-sided window", 129, 64),
        ({"model_type": "openai_privacy_filter"}, "two-sided window", 257, 128),
        ({"model_type": "gemma3_text", "sliding_window": 512}, "window", 512, 511),
        ({"model_type": "gemma3_text", "sliding_window": 512, BOTH: True}, "two-sided window", 513, 256),
        ({"model_type": "gemma4_text", "sliding_window": 512, BOTH: "all"}, "two-sided window", 515, 257),
        ({"model_type": "gemma4_text", "sliding_window": 512, BOTH: "vision"}, "window", 512, 511),
        ({"model_type": "t5gemma2_text", "sliding_window": 512}, "two-sided window", 512, 255),
        ({"model_type": "mistral", "sliding_window": 512, "is_causal": False}, "two-sided window", 1025, 512),
        ({"model_type": "modernbert-decoder"}, "window", 64, 63),
        ({"model_type": "llama4_text"}, "chunk", 8192, 8191),
    ],
)  # fmt: skip
def test_windows_before_the_query_on_both_sides_and_chunks_are_told_apart(config, mask, visible, before):
    model = models.from_config(config)
    [layers] = [layers for layers in model.layers if layers.window]
    assert (layers.mask, layers.visible, layers.window - 1) == (mask, visible, before)
    text = " ".join(map(str, models.about(model)))
    assert f" a {mask} of {visible:,} tokens" in text and ("ends with the query" in text) == (mask == "window")


def test_repositories_are_names_of_the_catalogue():
    for size in ("20B", "120B"):
        model = models.model(f"openai/gpt-oss-{size}")
        assert model.name == f"gpt-oss {size}" and model.assumed[0].id == "model-repository"
    for name in ("openai/gpt-oss-safeguard-20b", "Qwen/Qwen3-8B-Base", "meta-llama/Llama"):
        with pytest.raises(ValueError, match=r"config\.json"):
            models.model(name)


def test_the_stated_length_of_a_file_is_not_called_missing():
    yarn = {"type": "yarn", "factor": 30.5, "original_max_position_embeddings": 4096}
    llama = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_scaling": yarn}
    for given, words in (
        ({"max_position_embeddings": 4096}, "The file states 4,096 tokens"),
        ({}, "The file states no length"),
    ):
        model = models.from_config(llama | given)
        [text] = [str(fact) for fact in model.assumed if fact.id == "model-stated"]
        assert words in text and "extends 4,096 tokens 30.5 times, to 124,928" in text
    assert any("by 1.3418" in str(fact) for fact in models.about(model)), "0.1 ln 30.5 + 1"


LLAMA = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "max_position_embeddings": 4096}


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"use_scaled_rope": True}, "use_scaled_rope"),
        ({"sliding_window": 512}, "sliding_window"),
        ({"rope_settings": {"rope_theta": 1e6}}, "rope_settings.rope_theta"),
        ({"rope_scaling": {"rope_type": "linear", "factor": 2, "rope_offset": 3}}, "rope_scaling.rope_offset"),
        ({"use_rope_layers": [1, 0]}, "use_rope_layers"),
        ({"use_bidirectional_attention": True}, "use_bidirectional_attention"),
        ({"use_mrope": False, "max_window_layers": 28, "use_sliding_window": False, "sliding_window": 512}, ""),
        ({"rope_scaling": {"rope_type": "linear", "factor": 2, "beta_fast": 32}}, ""),
        ({"rope_parameters": {"rope_type": "default", "rope_theta": 1e6}, "rope_theta": 1e4}, ""),
        ({"vision_config": {"window_size": 8}, "rope_parameters": {"rope_theta": 1e6}}, ""),
    ],
)
def test_keys_that_may_decide_are_named_and_leave_the_encoding_open(keys, named, tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(LLAMA | keys))
    model = models.from_config(path)
    assert model.is_known
    assert [dict(fact.args)["names"] for fact in model.unknown if fact.id == "model-unread"] == [named] * bool(named)
    assert posenc(["model", str(path)]) == (2 if named else 0)
    assert models.differences(model, model).status == (2 if named else 0)


def test_scaling_of_step_3_concerns_the_kinds_that_are_named():
    config = {
        "model_type": "step3p5", "hidden_size": 256, "num_attention_heads": 4, "head_dim": 64, "num_hidden_layers": 4,
        "layer_types": ["full_attention", "sliding_attention"] * 2, "sliding_window": 16, "rope_theta": 1e4,
        "max_position_embeddings": 8192, "rope_scaling": {"rope_type": "linear", "factor": 4},
    }  # fmt: skip
    for kinds, scaled in ((None, ["full"]), (["full_attention"], ["full"]), (["sliding_attention"], ["sliding"])):
        model = models.from_config(config | {"yarn_only_types": kinds})
        assert [layers.which for layers in model.layers if layers.rope.scaling == "linear"] == scaled
        assert model.is_complete


def test_bert_with_alibi_has_no_table():
    model = models.from_config(LLAMA | {"model_type": "bert", "alibi_starting_size": 512})
    assert model.kind == "alibi" and model.main.scheme.direction == "symmetric" and model.is_complete


@pytest.mark.parametrize(("name", "known"), [("gemma3", False), ("llava", False), ("qwen2_5_vl", True)])
def test_keys_outside_of_text_config_are_not_taken_for_granted(name, known):
    """transformers gives the language model of most types its defaults then."""
    assert models.from_config(LLAMA | {"model_type": name, "rope_theta": 123456.0}).is_known is known


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"a": [[]] * 300_000}, "600,005 commas and opening brackets, but at most 262,144"),
        ({"a": {"b" * 1001: 1}}, "a key of the configuration has 1,001 characters, but at most 1,000"),
        ({"rope_scaling": {"factor": "1" * 20_000}}, "have 20,[0-9]+ characters, but at most 16,384"),
        ({f"rope_{place}": 1 for place in range(5000)}, "unknown keys .* at most 16,384 characters"),
        ({"layer_rope_theta": [*range(1, 102)], "num_hidden_layers": 101}, "101 kinds of layers .* at most 100"),
        ({"num_hidden_layers": 1001}, "num_hidden_layers must be a number from 1 to 1,000, got 1001"),
        ({"model_type": "llama\u202e"}, r"printable ASCII characters, got 'llama\\u202e'"),
    ],
)
def test_a_configuration_beyond_a_limit_is_refused(keys, sentence):
    with pytest.raises(ValueError, match=sentence):
        models.from_config(models.parse_config(json.dumps({"model_type": "llama", **TINY, **keys})))


def test_a_key_that_concerns_positions_makes_the_keys_below_it_listed():
    keys = {"rope_extra": {"a": {"b": 1}}, "quantization_config": {"rope_x": 1}, "other": {"a": 1, "window_x": 2}}
    assert models.from_config({"model_type": "llama", **TINY, **keys}).unused == ("rope_extra.a.b", "other.window_x")
