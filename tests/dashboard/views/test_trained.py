"""Trained: every group, task, and tab."""

import pytest

from dashboard.state.parameters import PARAMETERS
from dashboard.views.trained import figures as trained_figures
from dashboard.views.trained import numbers
from posenc_tools.models import trained
from tests.claims.test_trained import invented
from tests.dashboard.conftest import text

__all__ = ["invented"]


def test_the_groups_and_tasks_are_those_of_links():
    assert PARAMETERS["among"].domain.samples == tuple(numbers.GROUPS)
    assert PARAMETERS["asked"].domain.samples == tuple(trained.facts()["chance"])


@pytest.mark.parametrize("among", numbers.GROUPS)
def test_each_group_draws_its_language_models(sketched, figures, among):
    (figure,) = figures(sketched(f"among={among}", page="trained"))
    names = [trace["name"] for trace in figure["data"] if trace.get("showlegend", True)]
    assert names == [*numbers.GROUPS[among]]
    assert figure["layout"]["yaxis"]["range"][1] > max(max(trace["y"]) for trace in figure["data"])


def test_curves_of_one_picture_differ_in_color():
    for names in (*numbers.GROUPS.values(), *map(trained.names, trained.facts()["chance"])):
        colors = [color for color, _ in trained_figures.styles(names)]
        assert len({*colors}) == len(colors)
        assert len({*colors} & trained_figures.BLUES) <= 1


def test_an_encoding_has_one_color_in_all_pictures():
    assert trained_figures.styles(["T5"]) == trained_figures.styles(["Sinusoidal", "T5"])[1:]


@pytest.mark.parametrize("asked", ["3 back", "index 5"])
def test_each_encoding_that_solves_a_task_is_in_one_picture(invented, sketched, figures, asked):
    app = sketched(f"tab=task&asked={asked}", page="trained")
    drawn = [trace["name"] for figure in figures(app) for trace in figure["data"] if trace.get("showlegend", True)]
    solving = [name for name in trained.names(asked) if numbers.fate(name, asked) != "unsolved"]
    assert sorted(drawn) == sorted(solving)
    (table,) = [element.proto.body for element in app.get("html") if "<table" in element.proto.body]
    assert table.count("<tr>") - 1 == len(trained.names(asked))


def test_the_method_lists_every_encoding_and_study(sketched):
    app = sketched("tab=how", page="trained")
    own = {run["encoding"] for run in trained.facts()["runs"]} & {*trained.facts()["encodings"]}
    tables = [element.proto.body for element in app.get("html") if "<table" in element.proto.body]
    assert [table.count("<tr>") - 1 for table in tables] == [len(own), 8]


@pytest.mark.parametrize("name", ["Learned table", "ALiBi", "NoPE"])
def test_each_encoding_has_its_heads(invented, opened, figures, name):
    app = opened("tab=heads", page="trained")
    (box,) = [box for box in app.selectbox if box.label == "Encoding"]
    box.set_value(name).run()
    assert not app.exception
    assert len(figures(app)) == (1 if name == "Learned table" else 2)
    assert f"{name}, block" in text(app)
