"""Models: every family, a visitor's config.json, links to other pages, and presets in the options."""

import json

import numpy as np
import pytest

from dashboard.bar.presets import presets
from dashboard.controls import config_upload, links
from dashboard.say import say
from dashboard.views.models import facts
from dashboard.views.models import figures as shapes
from posenc_tools import models
from tests.dashboard.conftest import text
from tests.data import read
from tests.tools.configurations import configurations, show
from tests.tools.test_gguf import LLAMA, gguf_file, llama3_factors

ONE_OF_EACH = (
    "GPT-2", "BLOOM 176B", "T5 small", "M2M-100", "Jamba v0.1", "XLNet", "DETR", "Llama 4 Scout", "gpt-oss 120B",
)  # fmt: skip


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_model_of_each_family(sketched, figures, name):
    app = sketched(f"model={name}", page="models")
    model = models.model(name)
    assert str(models.describe(model).about[0]).partition(" (")[0].replace("_", "\\_") in text(app)
    assert len(figures(app)) == len(facts.with_pictures(model)) + bool(facts.strip(model))


@pytest.mark.parametrize(("name", "counts", "pictures"), read("model_pages.toml")["strips"])
def test_the_strip_has_every_layer_once_and_each_kind_has_its_look(sketched, figures, name, counts, pictures):
    model = models.model(name)
    order = facts.strip(model)
    assert [order.count(kind) for kind in sorted({*order})] == counts
    charts = figures(sketched(f"model={name}&layer=5", page="models"))
    assert len(charts) == pictures + bool(counts)
    if counts:
        bars = charts[0]["data"]
        assert sorted(place for bar in bars for place in bar["x"]) == list(range(sum(counts)))
        assert len({(bar["marker"]["color"], bar["y"][0]) for bar in bars}) == len(counts)
        # the layer of the link is marked
        marked = [
            (place, bar) for bar in bars for place, bar in zip(bar["x"], bar["marker"]["line"]["width"], strict=True)
        ]
        assert [place for place, line in marked if line] == [5]


def test_a_layer_beyond_the_last_is_the_last(sketched):
    assert "Layer 61: window of 1,024 tokens, base 10,000, no scaling." in text(
        sketched("model=Gemma 3 27B&layer=99", page="models")
    )


def test_a_model_is_found_by_its_encoding():
    assert config_upload.model_label("BLOOM 176B") == "BLOOM 176B (ALiBi)"
    assert {config_upload.model_label(name).rpartition(" (")[0] for name in models.MODELS} == {*models.MODELS}


@pytest.mark.parametrize(("name", "ids"), read("model_pages.toml")["pictures"])
def test_variants_with_a_picture_and_a_source(sketched, figures, name, ids):
    model = models.model(name)
    assert [variant.id for variant in facts.variants(model)] == ids
    app = sketched(f"model={name}&tab=catalogue", page="models")
    # with the timeline
    others = len(facts.with_pictures(model)) + bool(facts.strip(model)) + 1
    assert len(figures(app)) == others + len(ids)
    assert text(app).count("Source: ") == len(ids)


def test_compressed_layers_see_more_than_their_window():
    model = models.from_config({"model_type": "deepseek_v4", "compress_ratios": [0, 4, 128], "num_hidden_layers": 3})
    kinds = {layer.which: layer for layer in model.layers}
    assert kinds["compressed"].window == kinds["sliding"].window == kinds["sliding"].span == 128
    assert kinds["compressed"].span is None
    assert facts.limit(model, kinds["sliding"])[0] == "window" != facts.limit(model, kinds["compressed"])[0]
    assert facts.span(kinds["compressed"]) != facts.span(kinds["sliding"])


@pytest.mark.parametrize("tab", ["two", "setup", "catalogue"])
def test_every_tab(sketched, opened, tab):
    app = sketched(f"tab={tab}", page="models")
    if tab == "setup":
        assert "--max-model-len 131072" in app.code[1].value and "factor" not in app.code[1].value
        app = opened("tab=setup", page="models")
        field = next(field for field in app.number_input if field.label == "Length in tokens")
        field.set_value(262144).run()
        assert '"factor": 16' in app.code[1].value
        # one note for all four programs
        assert sum("by the same factor" in caption.value for caption in app.caption) == 1
    if tab == "catalogue":
        assert len(app.dataframe[0].value) == len(models.MODELS)


def test_the_links_of_a_model_open_pages_with_its_encoding():
    for name in models.MODELS:
        model = models.model(name)
        for page, link in facts.links(model).items():
            opened, _, query = link.partition("?")
            study = links.study(query)
            assert opened == page
            assert page == "images" or study.schemes == (model.main.scheme,), name


@pytest.mark.parametrize(("config", "option", "name"), read("model_pages.toml")["axes"])
def test_a_model_with_several_axes_opens_images_with_its_setting(config, option, name):
    model = models.from_config(config | {"hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 2})
    link = facts.links(model).get("images", "")
    assert bool(link) == bool(name)
    if link:
        assert links.study(link.partition("?")[2]).options[option].startswith(name)


def test_a_model_of_images_has_a_link_to_its_page(opened):
    app = opened("model=DINOv3", page="models")
    assert not app.exception
    assert any("images?axial=DINOv3" in block.proto.body for block in app.get("html"))


def test_a_visitors_configuration(opened):
    app = opened(page="models")
    config = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "rope_theta": 12345.0}
    for keys, expected in (
        (json.dumps(config), "base 12,345"),
        ("{", "not valid JSON"),
        ('{"model_type": 5}', "model\\_type"),
    ):
        app.text_area[0].set_value(keys)
        app.button[0].click().run()
        assert not app.exception
        words = text(app) + "".join(error.value for error in app.error)
        assert expected in words
    next(button for button in app.button if button.key == "config back").click().run()
    assert "Llama 3.1 8B uses RoPE" in text(app)


def test_a_second_configuration_beside_a_first(opened):
    app = opened("tab=two", page="models")
    config = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "rope_theta": 12345.0}
    for place, base in enumerate((12345.0, 54321.0)):
        app.text_area[place].set_value(json.dumps(config | {"rope_theta": base}))
        next(
            button for button in app.button if button.key.startswith("FormSubmitter:pasted config " + "other" * place)
        ).click().run()
        assert not app.exception
    stored = [app.session_state[f"config file{slot}"] for slot in ("", "other")]
    assert [model.main.rope.base for model in stored] == [12345.0, 54321.0]
    assert any("config.json" in paragraph.value and "nats below" in paragraph.value for paragraph in app.markdown)
    words = text(app)
    assert "The frequencies differ. From base 54,321 to 12,345, 63 of 64 pairs change." in words
    assert app.dataframe[0].value.to_numpy().tolist() == [["rope_theta", "54321.0", "12345.0"]]


def test_the_header_of_a_gguf_file(opened):
    """Layers and assumptions as in the catalogue; a truncated header names missing parts, a damaged one the error."""
    scaled = {"rope_freqs.weight": llama3_factors(5e5, 128, 8)}
    whole = gguf_file("llama", LLAMA | {"block_count": 32}, scaled, words=1000)
    app = opened("tab=two&other=Llama 3.1 8B", page="models")
    for content, sentences in (
        (whole, ["(source: GGUF file)", "Both models rotate with the same frequencies in every layer."]),
        (whole[:9000], ["because the scaling of model.gguf was not read. Nothing else differs."]),
        (whole[:200], ["the file ends after"]),
        (b"{}", ["this is not a GGUF file"]),
    ):
        app.session_state["config file"] = config_upload.read_model(content, "model.gguf", is_header=True)
        assert not app.run().exception
        page_text = text(app) + "".join(element.value for element in (*app.error, *app.get("html")))
        assert all(sentence in page_text for sentence in sentences), sentences
    assert config_upload.read_model(b"{}", "model.gguf", is_header=True).startswith("this is not")


def test_text_of_a_file_does_not_turn_the_sentence_around(opened):
    app = opened(page="models")
    config = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "rope\u202e": 1}
    for content, is_header in (
        (json.dumps(config | {"layer_types": ["a\u202eb"], "torch_dtype": "\u2067"}).encode(), False),
        (json.dumps(config | {"model_type": "llama\u202e"}).encode(), False),
        (gguf_file("lla\u202ema", LLAMA), True),
        (gguf_file("llama", LLAMA | {"rope.scaling.type": "\u202e", "rope.\u202e": 1}), True),
    ):
        app.session_state["config file"] = config_upload.read_model(content, "model", is_header=is_header)
        assert not app.run().exception
        shown = [element.value for element in (*app.markdown, *app.error, *app.code, *app.caption)]
        assert "u202e" in "".join(shown) and not {*"".join(shown)} & {*"\u202e\u2067"}


def test_many_kinds_of_layers_have_few_pictures_and_no_legend(opened, figures):
    app = opened(page="models")
    bases = [1e4 + 1e3 * place for place in range(24)]
    config = {"model_type": "step3p5", "num_hidden_layers": 24, "head_dim": 128, "rope_theta": bases}
    app.text_area[0].set_value(json.dumps(config | {"hidden_size": 4096, "num_attention_heads": 32}))
    app.button[0].click().run()
    assert not app.exception
    strip, *pictures = figures(app)
    assert not strip["layout"]["showlegend"] and len(pictures) == 6
    assert "18 more kinds of layers" in text(app)
    # two kinds with the same span are named by their bases
    two = models.from_config(config | {"hidden_size": 4096, "num_attention_heads": 32, "rope_theta": [1e4, 1e6] * 12})
    assert [say(statement) for statement in facts.labels(two.layers)] == [
        say(facts.layers_of(layer)) for layer in two.layers
    ]
    looks = shapes.looks(two.layers)
    assert looks[0] != looks[1]


def test_a_preset_sets_the_parameters_of_a_model(opened):
    app = opened("scheme=RoPE", page="rope", unfolded="options")
    (box,) = [box for box in app.selectbox if box.key == "as in RoPE"]
    box.set_value("Llama 3.1 8B").run()
    assert not app.exception
    assert app.session_state["study"].schemes[0] == models.model("Llama 3.1 8B").main.scheme
    assert app.session_state["as in RoPE"] is None


def test_a_preset_is_offered_only_where_it_is_exact():
    assert "gpt-oss 120B" not in presets("RoPE")
    assert presets("NoPE") == {}


def test_the_page_can_show_random_configurations():
    accepted = [show(json.dumps(config)) for config in configurations(400, seed=37)]
    assert sum(accepted) > 100


def test_the_largest_configuration_needs_few_cosines():
    # 4,096 pairs at 65,537 distances are 268 million cosines
    frequencies, count, cosine = np.geomspace(1, 1e-4, 4096), [], np.cos
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np, "cos", lambda angles, **more: count.append(np.size(angles)) or cosine(angles, **more))
        turned = facts._rotation_loss(frequencies, 65_536)
    assert sum(count) < 5_000_000
    for k in (0, 1, 256, 257, 30_000, 65_536):
        assert turned[k] == pytest.approx((np.cos(frequencies * k) - 1).sum(), abs=1e-8)
