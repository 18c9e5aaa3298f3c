"""Trained: every group, task, and tab; hidden results before a prediction; the table of links."""

import re
from html import unescape

import pytest

from dashboard.controls import links
from dashboard.state.parameters import PARAMETERS
from dashboard.views.trained import figures as trained_figures
from dashboard.views.trained import numbers
from posenc_tools.models import trained
from tests.claims.test_trained import invented
from tests.dashboard.conftest import text

__all__ = ["invented"]


def test_the_groups_are_those_of_links():
    assert PARAMETERS["among"].domain.samples == tuple(numbers.GROUPS)


@pytest.mark.parametrize("among", numbers.GROUPS)
def test_each_group_draws_its_trained_encodings(invented, sketched, figures, among):
    task = list(trained.results().tasks)[list(numbers.GROUPS).index(among) % 7]
    app = sketched(f"among={among}&asked={task}", page="trained")
    names = [trace["name"] for trace in figures(app)[1]["data"] if "name" in trace]
    assert names == [name for name in numbers.GROUPS[among] if trained.reach(name, task) is not None]


def test_curves_of_one_picture_differ_in_color():
    for names in numbers.GROUPS.values():
        colors = [color for color, _ in trained_figures.styles(names)]
        assert len({*colors}) == len(colors)
        assert len({*colors} & trained_figures.BLUES) <= 1


TABS = {"task": 4, "heads": 3, "how": 2}
"""Number of charts with a tab open."""


@pytest.mark.parametrize("tab", TABS)
def test_every_tab(invented, sketched, figures, tab):
    app = sketched(f"tab={tab}&asked=1+back", page="trained")
    assert len(figures(app)) == TABS[tab]
    tables = [element.proto.body for element in app.get("html") if "<table" in element.proto.body]
    rows = {"task": [len(trained.results().encodings)], "how": [len(trained.ENCODINGS), 6]}
    assert [table.count("<tr>") - 1 for table in tables] == rows.get(tab, [])
    if tab == "task":
        links_of_cells = re.findall(r'href="trained\?([^"]*)"', tables[0])
        opened = links.study(unescape(links_of_cells[-1])).options
        assert (opened["among"], opened["asked"]) == ("biases", "order")


def test_a_prediction_hides_results_beyond_the_trained_length(invented, opened, figures):
    app = opened("predict=first&asked=1+back", page="trained")
    assert max(max(trace["x"]) for trace in figures(app)[1]["data"]) == 32
    assert "solves it up to" not in text(app)
    (pills,) = [group for group in app.get("button_group") if group.label.startswith("Which falls first")]
    pills.set_value("ALiBi").run()
    assert not app.exception
    assert max(max(trace["x"]) for trace in figures(app)[1]["data"]) == 512
    assert app.warning or app.success


@pytest.mark.parametrize("name", ["Learned table", "ALiBi", "NoPE"])
def test_each_encoding_has_its_heads(invented, opened, figures, name):
    app = opened("tab=heads", page="trained")
    (box,) = [box for box in app.selectbox if box.label == "Encoding"]
    box.set_value(name).run()
    assert not app.exception
    assert len(figures(app)) == (2 if name == "Learned table" else 3)
    assert f"{name}, block" in text(app)
