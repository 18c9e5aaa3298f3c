"""The page Models: every family, a visitor's config.json, links to other pages, and presets in the sidebar."""

import json

import numpy as np
import pytest

from dashboard.controls import config_upload, links
from dashboard.controls.presets import presets
from dashboard.views.models import claims, numbers
from dashboard.views.models import figures as shapes
from posenc_core import models
from posenc_core.models.layers import LAYERS
from tests.core.configurations import configurations, show
from tests.dashboard.conftest import text

ONE_OF_EACH = (
    "GPT-2",
    "BLOOM 176B",
    "T5 small",
    "M2M-100",
    "Jamba v0.1",
    "XLNet",
    "DETR",
    "Llama 4 Scout",
    "gpt-oss 120B",
)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_model_of_each_family(sketched, figures, name):
    app = sketched(f"model={name}", page="models")
    found = models.model(name)
    assert str(models.describe(found).about[0]).partition(" (")[0].replace("_", "\\_") in text(app)
    assert len(figures(app)) == len(numbers.pictured(found)) + bool(numbers.strip(found))


@pytest.mark.parametrize(
    ("name", "counts", "pictures"),
    [
        # one picture for each kind of layers that rotates
        ("Gemma 3 27B", [52, 10], 2),
        ("Llama 4 Scout", [36, 12], 1),
        ("Qwen3-Next 80B", [36, 12], 1),
        ("ModernBERT base", [8, 14], 2),
        ("Command R7B", [24, 8], 1),
        ("Llama 3.1 8B", [], 1),
        ("T5 small", [], 0),
    ],
)
def test_the_strip_has_every_layer_once_and_each_kind_has_its_look(sketched, figures, name, counts, pictures):
    found = models.model(name)
    order = numbers.strip(found)
    assert [order.count(kind) for kind in sorted({*order})] == counts
    drawn = figures(sketched(f"model={name}&layer=5", page="models"))
    assert len(drawn) == pictures + bool(counts)
    if counts:
        bars = drawn[0]["data"]
        assert sorted(place for each in bars for place in each["x"]) == list(range(sum(counts)))
        assert len({(each["marker"]["color"], each["y"][0]) for each in bars}) == len(counts)
        # the layer of the link is marked
        marked = [
            (place, each)
            for each in bars
            for place, each in zip(each["x"], each["marker"]["line"]["width"], strict=True)
        ]
        assert [place for place, line in marked if line] == [5]


def test_a_layer_beyond_the_last_is_the_last(sketched):
    assert "Layer 61: window of 1,024 tokens, base 10,000, no scaling." in text(
        sketched("model=Gemma 3 27B&layer=99", page="models")
    )


def test_families_differ_in_their_symbols_and_colors():
    assert len({*shapes.SYMBOLS.values()}) == len(shapes.SYMBOLS) == len(shapes.OF_KINDS) + 2
    assert len({height for _, height in shapes.LOOKS.values()}) == len({color for color, _ in shapes.LOOKS.values()})
    assert {*LAYERS.values(), "all", "encoder", "decoder", "nope", "linear"} == {*shapes.LOOKS}


def test_a_model_is_found_by_its_encoding():
    assert config_upload.model_label("BLOOM 176B") == "BLOOM 176B (ALiBi)"
    assert {config_upload.model_label(name).rpartition(" (")[0] for name in models.MODELS} == {*models.MODELS}


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("Llama 4 Scout", ["models-nope-layers", "models-temperature"]),
        ("DeepSeek-V3", ["models-latent"]),
        ("Phi-2", ["models-partial"]),
        ("Ministral 3 3B", ["models-temperature"]),
        ("Command R7B", ["models-nope-layers"]),
        ("Llama 3.1 8B", []),
        ("GPT-2", []),
    ],
)
def test_variants_with_a_picture_and_a_source(sketched, figures, name, ids):
    found = models.model(name)
    assert [each.id for each in claims.variants(found)] == ids
    app = sketched(f"model={name}&tab=variants", page="models")
    others = len(numbers.pictured(found)) + bool(numbers.strip(found))
    assert len(figures(app)) == others + len(ids)
    assert text(app).count("Source: ") == len(ids)


def test_the_temperature_can_be_off_in_a_configuration():
    config = {"model_type": "llama4_text", "max_position_embeddings": 2**20, "num_hidden_layers": 8}
    for change, expected in (({}, True), ({"attn_temperature_tuning": False}, False), ({"attn_scale": 0}, False)):
        assert (models.from_config(config | change).temperature is not None) == expected, change
    with pytest.raises(ValueError, match="floor_scale must be a number"):
        models.from_config(config | {"floor_scale": "x"})


def test_compressed_layers_see_more_than_their_window():
    found = models.from_config({"model_type": "deepseek_v4", "compress_ratios": [0, 4, 128], "num_hidden_layers": 3})
    kinds = {each.which: each for each in found.layers}
    assert kinds["compressed"].window == kinds["sliding"].window == kinds["sliding"].span == 128
    assert kinds["compressed"].span is None
    assert numbers.limit(found, kinds["sliding"])[0] == "window" != numbers.limit(found, kinds["compressed"])[0]
    assert claims.span(kinds["compressed"]) != claims.span(kinds["sliding"])


@pytest.mark.parametrize("tab", ["two", "setup", "timeline", "catalogue", "misconceptions"])
def test_every_tab(sketched, opened, tab):
    app = sketched(f"tab={tab}", page="models")
    if tab == "setup":
        assert "--max-model-len 131072" in app.code[1].value and "factor" not in app.code[1].value
        app = opened("tab=setup", page="models")
        field = next(each for each in app.number_input if each.label == "Length in tokens")
        field.set_value(262144).run()
        assert '"factor": 16' in app.code[1].value
    if tab == "catalogue":
        assert len(app.dataframe[0].value) == len(models.MODELS)


def test_the_links_of_a_model_open_pages_with_its_encoding():
    for name in models.MODELS:
        found = models.model(name)
        for page in numbers.pages(found):
            opened, _, query = numbers.page_link(found, page).partition("?")
            study = links.study(query)
            assert (opened, study.schemes) == (page, (found.main.scheme,)), name


def test_a_visitors_configuration(opened):
    app = opened(page="models")
    config = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "rope_theta": 12345.0}
    for given, said in (
        (json.dumps(config), "base 12,345"),
        ("{", "not valid JSON"),
        ('{"model_type": 5}', "model\\_type"),
    ):
        app.text_area[0].set_value(given)
        app.button[0].click().run()
        assert not app.exception
        words = text(app) + "".join(error.value for error in app.error)
        assert said in words
    next(each for each in app.button if each.key == "config back").click().run()
    assert "Llama 3.1 8B rotates" in text(app)


def test_a_second_configuration_beside_a_first(opened):
    app = opened("tab=two", page="models")
    config = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "rope_theta": 12345.0}
    for place, base in enumerate((12345.0, 54321.0)):
        app.text_area[place].set_value(json.dumps(config | {"rope_theta": base}))
        next(
            each for each in app.button if each.key.startswith("FormSubmitter:pasted config " + "other" * place)
        ).click().run()
        assert not app.exception
    stored = [app.session_state[f"config file{slot}"] for slot in ("", "other")]
    assert [json.loads(each)["rope_theta"] for each in stored] == [12345.0, 54321.0]
    assert any("config.json" in each.value and "nats below" in each.value for each in app.markdown)


def test_a_preset_sets_the_parameters_of_a_model(opened):
    app = opened("scheme=RoPE", page="rotary", unfolded="options RoPE")
    (box,) = [each for each in app.selectbox if each.key == "as in RoPE"]
    box.set_value("Llama 3.1 8B").run()
    assert not app.exception
    assert app.session_state["study"].schemes[0] == models.model("Llama 3.1 8B").main.scheme
    assert app.session_state["as in RoPE"] is None


def test_a_preset_is_offered_only_where_it_is_exact():
    assert "gpt-oss 120B" not in presets("RoPE")
    assert presets("NoPE") == {}


def test_the_page_can_show_random_configurations():
    shown = [show(json.dumps(config)) for config in configurations(400, seed=37)]
    assert sum(shown) > 100


def test_the_largest_configuration_needs_few_cosines():
    # 4,096 pairs at 65,537 distances are 268 million cosines
    frequencies, count, taken = np.geomspace(1, 1e-4, 4096), [], np.cos
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np, "cos", lambda angles, **more: count.append(np.size(angles)) or taken(angles, **more))
        turned = numbers._rotation_loss(frequencies, 65_536)
    assert sum(count) < 5_000_000
    for k in (0, 1, 256, 257, 30_000, 65_536):
        assert turned[k] == pytest.approx((np.cos(frequencies * k) - 1).sum(), abs=1e-8)
