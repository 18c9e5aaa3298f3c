"""Differences of two models, recomputed from the definition of RoPE."""

import json

import numpy as np
import pytest

from posenc_tools import models
from posenc_tools.__main__ import posenc
from tests.tools.configurations import configurations

QWEN = {
    "model_type": "qwen3", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128, "num_hidden_layers": 36,
    "rope_theta": 1e6, "max_position_embeddings": 32768,
}  # fmt: skip
GEMMA = QWEN | {"model_type": "gemma3_text", "sliding_window": 1024, "rope_local_base_freq": 1e4}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
GPT2 = {"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_positions": 1024}


def compare(change, before=None):
    before = before or QWEN
    config = {key: value for key, value in (before | change).items() if value != "absent"}
    return models.differences(models.from_config(config), models.from_config(before))


def effects(result):
    return {effect.id.removeprefix("difference-"): dict(effect.args) for effect in result.effects}


def test_a_base_that_was_lost():
    result = compare({"rope_theta": 1e4})
    assert result.status == 1
    assert str(result.verdict) == "The frequencies differ. From base 1,000,000 to 10,000, 63 of 64 pairs change."
    assert [str(key) for key in result.keys] == ["rope_theta: 1000000.0 became 10000.0"]
    changes = effects(result)
    assert changes["pairs"]["factor"] == pytest.approx(100 ** (63 / 64)) and changes["pairs"]["column"] == 63
    ends = [2 * np.pi * base ** (63 / 64) for base in (1e6, 1e4)]
    assert [changes["wavelength"][name] for name in ("value", "high")] == pytest.approx(ends)


def test_equal_positions_in_another_format_and_at_another_length():
    renamed = {"rope_theta": "absent", "rope_parameters": {"rope_type": "default", "rope_theta": 1e6}}
    result = compare(renamed | {"max_position_embeddings": 131072})
    assert (result.status, result.verdict.id) == (0, "difference-none")
    assert effects(result)["stated"] == {"other": 32768, "length": 131072}
    assert not {"rope_theta", "num_hidden_layers"} & {dict(key.args)["name"] for key in result.keys}


def test_an_added_scaling():
    result = compare({"rope_scaling": YARN})
    assert str(result.verdict).startswith("The frequencies differ. From no scaling to YaRN scaling by 4, 40 of 64")
    assert effects(result)["attention"]["factor"] == pytest.approx(0.1 * np.log(4) + 1)
    # a scaling that begins beyond the former length counts, too
    dynamic = compare({"rope_scaling": {"rope_type": "dynamic", "factor": 4.0}})
    assert dynamic.status == 1 and effects(dynamic)["pairs"]["count"] == 63
    # the same scaling with other bounds has another name
    bounds = compare({"rope_scaling": YARN | {"beta_fast": 16}}, QWEN | {"rope_scaling": YARN})
    assert bounds.verdict.id == "difference-pairs-alone"


def test_layers_that_differ_are_counted():
    local = compare({"rope_local_base_freq": 1e5}, GEMMA)
    start = "The frequencies differ in 30 layers. From base 10,000 to 100,000, 63 of 64 pairs change."
    assert str(local.verdict) == start
    window = compare({"sliding_window": 512}, GEMMA)
    assert (window.status, dict(window.verdict.args)) == (1, {"relation": "equal"})
    [effect] = window.effects
    assert str(effect) == ("In 30 layers, the mask was “window of 1,024 tokens” and is now “window of 512 tokens”.")
    # four of 36 layers get no positions
    smol = QWEN | {"model_type": "smollm3"}
    nope = compare({"no_rope_layers": [1] * 36}, smol)
    assert nope.status == 1 and str(nope.effects[0]) == "In 9 layers, queries and keys are now rotated."


def test_other_encodings():
    assert compare({}, GPT2).verdict.id == "difference-same"
    assert effects(compare({"n_positions": 2048}, GPT2))["rows"] == {"other": 1024, "rows": 2048}
    kinds = models.differences(models.from_config(QWEN), models.from_config(GPT2))
    assert (kinds.status, dict(kinds.verdict.args)) == (1, {"first": "learned", "last": "rotation"})
    bloom = {"model_type": "bloom", "hidden_size": 64, "n_head": 8}
    assert effects(compare({"n_head": 16}, bloom))["heads"] == {"other": 8, "heads": 16}
    assert compare({"share": 1, "d_model": 32}, {"model_type": "xlnet", "d_model": 64}).status == 2
    for change in ({"model_type": "new", "rope_theta": "absent"}, {"rope_scaling": {"type": "new"}}):
        assert compare(change).status == 2
    result = compare({"num_hidden_layers": 48})
    assert result.status == 0 and effects(result)["layers"] == {"other": 36, "count": 48}


def test_any_two_configurations_can_be_compared():
    models_read = []
    for config in configurations(300, seed=39):
        try:
            models_read.append(models.from_config(config))
        except ValueError:
            continue
    assert len(models_read) > 50
    for model, before in zip(models_read, [*models_read[1:], models_read[0]], strict=True):
        result, back = models.differences(model, before), models.differences(before, model)
        assert result.status == back.status
        "".join(map(str, (result.verdict, *result.effects, *result.keys)))
        assert models.differences(model, model).status != 1


def test_the_command(tmp_path, capsys):
    paths = [tmp_path / "before.json", tmp_path / "after.json"]
    for path, config in zip(paths, (QWEN, QWEN | {"rope_theta": 1e4}), strict=True):
        path.write_text(json.dumps(config))
    before, after = map(str, paths)
    assert posenc(["model", after, "--against", before]) == 1
    assert capsys.readouterr().out.startswith("The frequencies differ. From base 1,000,000 to 10,000, 63 of 64 pairs")
    assert posenc(["model", after, "--against", after, "--json"]) == 0
    assert (
        json.loads(capsys.readouterr().out)["verdict"] == "Both models rotate with the same frequencies in every layer."
    )
    assert posenc(["model", before, "--against", "GPT-2"]) == 1
    paths[0].write_text(json.dumps({"model_type": "new"}))
    assert posenc(["model", after, "--against", before]) == 2
    for wrong in ("none.json", "none such"):
        with pytest.raises(SystemExit, match="3"):
            posenc(["model", after, "--against", wrong])
    with pytest.raises(SystemExit, match="3"):
        posenc(["model", after, "--against", after, "--at", "3"])


def test_factors_of_positions_and_axes_of_images_are_compared():
    llama = {"model_type": "llama4_text", "num_hidden_layers": 8, "floor_scale": 8192}
    result = compare({"floor_scale": 4096}, llama)
    assert (result.status, [*effects(result)]) == (1, ["growth"])
    vision = {"model_type": "qwen2_vl_vision", "embed_dim": 1280, "num_heads": 16}
    result = compare({"num_heads": 8}, vision)
    assert (result.status, [*effects(result)]) == (1, ["axes"])
    assert compare({}, vision).status == 0
