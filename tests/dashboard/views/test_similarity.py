"""Similarity: charts, tabs, and handles."""

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.say import say
from dashboard.views.similarity import facts
from posenc_core import Binary, Index, Normalized, Sinusoidal
from posenc_core.analysis import criteria, geometry
from tests.dashboard.conftest import text


def test_similarity_lays_the_law_and_the_closed_form_over(sketched, figures):
    app = sketched("scheme=Sinusoidal&n=200&d=512&p=0&similarity=cosine&tab=base", page="similarity")
    lines = {trace["name"]: trace for trace in figures(app)[1]["data"] if trace.get("showlegend")}
    assert set(lines) == {"Sinusoidal", "closed form", "log approximation"}
    np.testing.assert_allclose(lines["closed form"]["y"], lines["Sinusoidal"]["y"], atol=1e-12)
    law = lines["log approximation"]["y"]
    assert law[100] == pytest.approx(0.4373, abs=5e-5)
    assert law[10] == pytest.approx(0.6873, abs=5e-5)
    alone = sketched("scheme=Binary&scheme=ALiBi&tab=base", page="similarity")
    assert "The dot product in Sinusoidal has a closed form" in text(alone)


def test_the_ring_marks_the_rise_of_the_dot_product(sketched, figures):
    figure = figures(sketched("scheme=Sinusoidal&n=128&d=512&p=40&similarity=softmax", page="similarity"))[0]
    rings = [trace for trace in figure["data"] if trace.get("mode") == "markers" and len(trace["x"]) == 1]
    assert 83 in [trace["x"][0] for trace in rings]


def test_a_diagonal_is_of_one_colour_only_where_all_its_cells_are_equal():
    assert facts.diagonal_range(Sinusoidal(), 30, 8, "dot") <= criteria.EQUAL
    assert facts.diagonal_range(Sinusoidal(), 30, 1, "dot") > criteria.NEAR
    assert facts.diagonal_range(Index(), 30, 8, "distance") <= criteria.EQUAL
    assert np.isnan(facts.diagonal_range(Normalized(), 30, 8, "cosine"))
    assert facts.diagonal_range(Index(), 1, 8, "cosine") is None


@pytest.mark.parametrize("measure", ["dot", "cosine", "min-max", "softmax", "attention", "distance"])
def test_similarity_in_every_measure(sketched, figures, measure):
    app = sketched(f"scheme=Binary&p=9&similarity={measure}&n=30&d=5", page="similarity")
    curve = figures(app)[0]["data"][0]["y"]
    np.testing.assert_allclose(curve, geometry.similarity(Binary().encode(range(30), 5), 9, kind=measure))


@pytest.mark.parametrize(
    ("query", "name", "base"),
    [
        ("scheme=RoPE&RoPE.base=500", "RoPE", 500),
        ("scheme=RoPE&scheme=Sinusoidal", "RoPE", 10_000),
        ("scheme=RoPE&RoPE.scaling=YaRN&Sinusoidal.base=1e300", "Sinusoidal", 1e300),
        ("scheme=Index", "Sinusoidal", 10_000),
    ],
)
def test_the_encoding_whose_waves_are_shown_has_its_own_base(sketched, query, name, base):
    app = sketched(f"{query}&tab=base", page="similarity")
    assert say(*facts.base(facts.at_bases(app.session_state["study"])[1], name)) in text(app)
    assert facts.base_scheme(app.session_state["study"]).base == base


def test_pairs_that_are_never_negative_have_a_scale_from_zero_and_one_color_bar(sketched, figures):
    pairs = [figure["data"][0] for figure in figures(sketched(page="similarity"))[1:]]
    assert [pair["zmin"] for pair in pairs] == [0, 0, 0]
    assert [pair["showscale"] for pair in pairs] == [False, False, True]
    own = figures(sketched("d=8&similarity=cosine&scheme=Sinusoidal&Sinusoidal.base=2", page="similarity"))[1]
    assert own["data"][0]["zmin"] < 0, "cosines of both signs"


def test_logits_have_a_chart_of_their_own(sketched, figures):
    app = sketched("scheme=ALiBi&scheme=Sinusoidal&scheme=T5&n=40&p=10", page="similarity")
    dots, logits = figures(app)[:2]
    assert [trace["name"] for trace in logits["data"] if trace.get("showlegend")] == ["ALiBi (head 1 of 8)", "T5"]
    assert "ALiBi" not in str([trace.get("name") for trace in dots["data"]])
    np.testing.assert_allclose(logits["data"][0]["y"][:11], (np.arange(11) - 10) / 2)


def test_bases_have_the_published_cosines():
    rows, _ = facts.at_bases(links.study("n=128&d=64"))
    assert [row.longest for row in rows] == pytest.approx(
        [2 * np.pi * row.base ** (62 / 64) for row in rows], rel=1e-12
    )
    assert [round(float(row.cosine[-1]), 3) for row in rows] == [0.004, -0.183, 0.115, 0.332, 0.550, 0.611]
