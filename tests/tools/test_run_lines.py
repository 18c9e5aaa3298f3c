"""Command lines that run a model at a length: preserved keys, factors, and refusals."""

import json
import math
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_tools import models
from posenc_tools.__main__ import posenc
from posenc_tools.models.run_programs import lengths
from tests.data import read

OPTIONS = {"vLLM": "--hf-overrides", "SGLang": "--json-model-override-args"}
LLAMA = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "max_position_embeddings": 4096}


def overrides(lines, name="vLLM"):
    """JSON in the command line of a server, after shell parsing; {} without one."""
    words = shlex.split(lines.lines[name])
    return json.loads(words[words.index(OPTIONS[name]) + 1]) if OPTIONS[name] in words else {}


def at(name, length):
    return models.run_at(models.model(name), length)


def test_settings_published_by_qwen():
    for name in ("Qwen3 8B", "Qwen2 7B"):
        lines = at(name, 131072)
        yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
        assert lines.basis == "published"
        for server in OPTIONS:
            assert overrides(lines, server) == {
                "rope_parameters": yarn | {"rope_theta": 1000000},
                "max_position_embeddings": 131072,
            }
        assert "--max-model-len 131072" in lines.lines["vLLM"] and "--context-length 131072" in lines.lines["SGLang"]
        assert lines.lines["llama.cpp"].endswith("-c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768")
        rope = lines.layers[0].rope
        assert rope.attention == pytest.approx(0.1 * math.log(4) + 1)
        assert rope.frequencies()[-1] == pytest.approx(1e6 ** (-126 / 128) / 4)
    assert at("Qwen3 8B", 65536).layers[0].rope.factor == 2
    assert at("Qwen3 8B", 262144).basis == "computed"
    # models that the authors do not extend: the 0.6B has 16 heads
    small = models.run_at(models.model("Qwen3 8B")._replace(heads=16), 131072)
    assert small.basis == "computed"


@pytest.mark.parametrize("name", ["Gemma 3 27B", "DeepSeek-V3", "Phi-4 mini", "Llama 3.1 8B", "Phi-3.5 mini"])
def test_models_that_need_nothing_at_131072(name):
    lines = at(name, 131072)
    assert lines.basis == "shipped" and lines.layers == models.model(name).layers
    assert overrides(lines) == {} and "config" not in lines.lines["transformers"].partition("\n")[2]
    assert lines.lines["llama.cpp"] == "llama-server -m FILE.gguf -c 131072"
    assert any(source.startswith("config:") for source in lines.sources)


def test_every_key_is_kept_at_a_longer_length():
    deepseek = overrides(at("DeepSeek-V3", 262144))["rope_parameters"]
    published = models.model("DeepSeek-V3").read["rope_scaling"]
    assert deepseek == {key: value for key, value in published.items() if key != "type"} | {
        "rope_type": "yarn", "rope_theta": 10000, "factor": 64.0,
    }  # fmt: skip
    for name, share in (("Pythia 6.9B", 0.25), ("Phi-2", 0.4), ("StableLM 3B", 0.25), ("Qwen3-Next 80B", 0.25)):
        longer = 4 * models.model(name).stated
        assert overrides(at(name, longer))["rope_parameters"]["partial_rotary_factor"] == share, name
    gemma = models.model("Gemma 3 27B").read
    nested = models.run_at({"model_type": "gemma3", "text_config": gemma}, 262144)
    assert overrides(nested) == {
        "text_config": {
            "rope_parameters": {
                "full_attention": {"rope_type": "linear", "rope_theta": 1000000, "factor": 16.0},
                "sliding_attention": {"rope_type": "default", "rope_theta": 10000},
            },
            "max_position_embeddings": 262144,
        }
    }
    assert at("Gemma 3 27B", 262144).lines == nested.lines
    assert 'config.text_config.rope_parameters["full_attention"] |= {"factor": 16.0}' in nested.lines["transformers"]
    assert "--override-kv gemma3.context_length=int:262144" in nested.lines["llama.cpp"]
    # its code in SGLang has no scaling
    assert "SGLang" not in nested.lines and nested.defaults["SGLang"][0].id == "run-ignored"


def test_kinds_of_layers_that_have_null_and_keys_that_are_unknown():
    full = {"rope_type": "default", "rope_theta": 5e4, "x": [1, True]}
    config = LLAMA | {
        "model_type": "qwen3", "layer_types": ["linear_attention", "full_attention"],
        "rope_parameters": {"full_attention": full, "sliding_attention": None},
    }  # fmt: skip
    override = overrides(models.run_at(config, 16384))["rope_parameters"]
    assert override["sliding_attention"] is None and override["full_attention"]["x"] == [1, True]
    assert override["full_attention"]["factor"] == 4


def test_a_stored_attention_factor():
    """The one of the formula follows the new factor; a different one is the authors' choice and is kept."""
    for stored, expected in ((0.1 * math.log(8) + 1, 0.1 * math.log(16) + 1), (1.5, 1.5)):
        scaling = {"rope_type": "yarn", "factor": 8, "original_max_position_embeddings": 512}
        config = LLAMA | {"rope_scaling": scaling | {"attention_factor": stored}}
        lines = models.run_at(config, 8192)
        assert overrides(lines)["rope_parameters"]["attention_factor"] == pytest.approx(expected)
        assert lines.layers[0].rope.attention == pytest.approx(expected)


@given(st.integers(4097, 2**22), st.integers(1000, 4096))
def test_the_length_that_vllm_derives_is_enough(length, original):
    """For YaRN, the original length times the factor, rounded down."""
    lines = models.run_at(LLAMA | {"max_position_embeddings": original}, length)
    parameters = overrides(lines)["rope_parameters"]
    assert length <= int(parameters["original_max_position_embeddings"] * parameters["factor"]) <= length + 1
    assert parameters["factor"] == pytest.approx(length / original)


@pytest.mark.parametrize("name", ["Mistral 7B v0.1", "Command R7B", "Phi-3 mini 4k", "Command R"])
def test_models_without_a_layer_to_scale_only_need_a_larger_limit(name):
    model = models.model(name)
    lines = models.run_at(model, 131072)
    # the authors of Command R state this length, but its file has 8,192
    assert lines.basis == ("shipped" if name.startswith("Command R") else "computed") and lines.layers == model.layers
    assert overrides(lines) == {"max_position_embeddings": 131072}


@pytest.mark.parametrize(("name", "length", "id"), read("run_lines.toml")["unsound"])
def test_lengths_without_a_sound_setting(name, length, id):
    lines = at(name, length)
    assert (lines.basis, [claim.id for claim in lines.about], lines.lines) == ("none", [id], {})
    assert posenc(["model", name, "--length", str(length)]) == 2


def test_a_file_with_yarn_and_the_earlier_limit():
    """Qwen3 with the authors' setting in its file needs no change at that length, except the limit of programs."""
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
    config = LLAMA | {"model_type": "qwen3", "max_position_embeddings": 40960, "rope_scaling": yarn}
    lines = models.run_at(config, 131072)
    assert lines.basis == "shipped" and overrides(lines) == {"max_position_embeddings": 131072}
    assert models.run_at(config, 262144).layers[0].rope.factor == 8


def test_null_is_not_the_default_of_the_class():
    for changed in ({"model_type": "mistral", "sliding_window": None}, {"model_type": "gemma", "head_dim": None}):
        lines = models.run_at(LLAMA | changed, 16384)
        assert [(layer.which, layer.window, layer.rope.head) for layer in lines.layers] == [("all", None, 128)]
        assert lines.layers[0].rope.factor == 4 and "inv_freq[[0, 1, 2, 63]]" in lines.check


def test_unknown_types_scalings_and_lengths():
    config = LLAMA | {"rope_theta": 1e4}
    scaling = {"rope_type": "new", "factor": 2}
    for changed, length, id in (
        ({"model_type": "nobody"}, 8192, "run-type"),
        ({"rope_scaling": scaling}, 8192, "run-scaling"),
        ({"rope_scaling": {"rope_type": "dynamic", "alpha": 1000, "factor": 1}}, 8192, "run-scaling"),
    ):
        assert [claim.id for claim in models.run_at(config | changed, length).about] == [id]
    for length in (0, -1, 2**31, 1.5, True, "8192"):
        with pytest.raises(ValueError, match="length must be a whole number from 1 to"):
            models.run_at(config, length)


def test_models_without_rope():
    for name, id in (("BLOOM 176B", "run-alibi"), ("T5 small", "run-buckets"), ("Jamba v0.1", "run-none")):
        lines = at(name, 2**20)
        assert (lines.basis, [claim.id for claim in lines.about]) == ("shipped", [id])
    assert at("GPT-2", 1024).basis == "shipped"
    # two rows of OPT's table are not for positions
    assert (at("OPT 125M", 2048).basis, at("OPT 125M", 2049).basis) == ("shipped", "none")


def test_dynamic_scaling_is_for_transformers_alone():
    lines = models.run_at(LLAMA | {"rope_scaling": {"rope_type": "dynamic", "factor": 4}}, 8192)
    assert list(lines.lines) == ["transformers"] and "max_position" not in lines.lines["transformers"]


def test_the_command(capsys):
    assert posenc(["model", "Qwen3 8B", "--length", "131072"]) == 0
    assert str(at("Qwen3 8B", 131072)) in capsys.readouterr().out
    assert posenc(["model", "Qwen3 8B", "--length", "131072", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["lines"] == at("Qwen3 8B", 131072).lines and report["basis"] == "published"
    with pytest.raises(SystemExit) as stopped:
        posenc(["model", "Qwen3 8B", "--length", "0"])
    assert stopped.value.code == 3


def test_every_setting_has_a_source_with_a_date():
    for source in [*lengths()["sources"].values(), *(entry["source"] for entry in lengths()["published"])]:
        assert "read on 2026-" in source
    for name in models.MODELS:
        for length in (131072, 2**22):
            lines = at(name, length)
            assert len(lines.sources) >= len(lines.lines)
            for text in lines.lines.values():
                assert "…" not in text and "None" not in text


@pytest.mark.parametrize("config", [{"model_type": "modernbert"}, LLAMA | {"is_causal": False}])
def test_encoders_have_no_lines_of_servers_that_generate_text(config):
    lines = models.run_at(config, 100)
    assert list(lines.lines) == ["transformers"] and "AutoModel." in lines.lines["transformers"]
