"""The page Models: every family, a visitor's config.json, links to other pages, and presets in the sidebar."""

import json

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.controls.presets import presets
from dashboard.views.models import numbers
from posenc_core import models
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
    assert len(figures(app)) == (numbers.waves(found) is not None or numbers.reach(found) is not None)


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
