"""The page Trained: every group, task, and tab; what a prediction hides; the matrix of links."""

import re
from html import unescape

import pytest

from dashboard.controls import links
from dashboard.state.parameters import PARAMETERS
from dashboard.views.trained import numbers
from posenc_core.models import trained
from tests.dashboard.conftest import text


def test_the_groups_are_those_of_links():
    assert PARAMETERS["among"].domain.samples == tuple(numbers.GROUPS)


@pytest.mark.parametrize("among", numbers.GROUPS)
def test_each_group_has_its_curves(sketched, figures, among):
    task = list(trained.results().tasks)[list(numbers.GROUPS).index(among) % 7]
    app = sketched(f"among={among}&asked={task}", page="trained")
    names = [each["name"] for each in figures(app)[0]["data"] if "name" in each]
    assert names == [*numbers.GROUPS[among]]


@pytest.mark.parametrize("tab", ["position", "matrix", "heads", "norm", "how", "misconceptions"])
def test_every_tab(sketched, figures, tab):
    app = sketched(f"tab={tab}", page="trained")
    assert len(figures(app)) == {"position": 2, "heads": 3, "norm": 2}.get(tab, 1)
    if tab == "matrix":
        (table,) = [each.proto.body for each in app.get("html") if "<table" in each.proto.body]
        hrefs = re.findall(r'href="trained\?([^"]*)"', table)
        assert len(hrefs) == len(trained.results().encodings) * len(trained.results().tasks)
        opened = links.study(unescape(hrefs[-1])).options
        assert (opened["among"], opened["asked"]) == ("biases", "order")


def test_a_prediction_hides_what_lies_beyond_the_trained_length(opened, figures):
    app = opened("predict=first", page="trained")
    assert max(max(each["x"]) for each in figures(app)[0]["data"]) == 32
    assert "stays above" not in text(app)
    (pills,) = [each for each in app.get("button_group") if each.label.startswith("Which falls first")]
    pills.set_value("RoPE").run()
    assert not app.exception
    assert max(max(each["x"]) for each in figures(app)[0]["data"]) == 512
    assert any("RoPE reaches farther" in each.value for each in app.warning)


@pytest.mark.parametrize("name", ["Learned table", "ALiBi", "NoPE"])
def test_each_encoding_has_its_heads(opened, figures, name):
    app = opened("tab=heads", page="trained")
    (box,) = [each for each in app.selectbox if each.label == "Encoding"]
    box.set_value(name).run()
    assert not app.exception
    assert len(figures(app)) == (2 if name == "Learned table" else 3)
    assert f"{name}, head" in text(app)
