"""Bias: charts, files, and links. Claims are tested in tests/claims."""

import numpy as np
import pytest

from dashboard.charts import chart as charts
from dashboard.controls import links
from dashboard.views.bias import facts
from posenc_core import FIRE, KERPLE, T5, ALiBi, NoPE, Sandwich
from posenc_core.text.messages import claim
from tests.dashboard.conftest import text

BIASES = (ALiBi(), ALiBi(direction="symmetric"), T5(), KERPLE(), KERPLE(kind="power"), FIRE(), Sandwich(), NoPE())

every_bias = pytest.mark.parametrize("scheme", BIASES, ids=repr)


@every_bias
@pytest.mark.parametrize("log", [False, True])
def test_a_curve_of_few_points_hides_no_peak(scheme, log):
    length, heads = 6000, 12
    curves = facts.curves(scheme, heads, length, log, 1)
    # the selected head, and four from the shortest reach: ALiBi's steepest slopes are not its first
    shown = {"ALiBi": [1, 4, 8, 9, 11], "Sandwich": [1, 5, 8, 12]}
    assert [curve.head for curve in curves] == shown.get(scheme.name, [None])
    for curve in curves:
        whole = scheme.bias([length - 1], range(length - 1, -1, -1), heads)[(curve.head or 1) - 1, 0]
        np.testing.assert_allclose(curve.nats, whole[curve.k], rtol=1e-12)
        assert (np.diff(curve.k) > 0).all()
        assert len(curve.k) <= 2048
        assert (curve.k[0] == (1 if log else 0)) and curve.k[-1] >= length - 10
        part = whole[log:]
        assert (curve.nats.min(), curve.nats.max()) == pytest.approx((part.min(), part.max()))
        np.testing.assert_allclose(curve.weights, np.exp(whole[curve.k] - whole[0]))


def test_three_signs_and_one_attention():
    signs = facts.signs(0.5)
    np.testing.assert_array_equal(np.isnan(signs[2]), ~np.tri(8, dtype=bool))
    for row in range(8):
        weights = [np.exp(sign[row, : row + 1]) for sign in signs]
        raised = np.exp(-0.5 * np.arange(row, -1, -1.0))
        for weight in weights:
            np.testing.assert_allclose(weight / weight.sum(), raised / raised.sum(), rtol=1e-12)


def test_reach_in_the_order_of_the_heads_and_the_selected_one_over_the_distance(sketched, figures):
    app = sketched("scheme=ALiBi&heads=12&n=300&log_k=true&h=3", page="bias")
    reach, weights, nats = figures(app)
    (bars,) = reach["data"]
    slope = ALiBi().slope(12)
    np.testing.assert_array_equal(bars["y"], range(1, 13))
    np.testing.assert_array_equal(bars["x"], np.ceil(np.log(2) / slope * (1 - 1e-12)))
    assert [bar == 1 for bar in bars["marker"]["opacity"]] == [head == 3 for head in range(1, 13)]
    assert reach["layout"]["meta"]["selects"] == "h"
    (thick,) = [trace for trace in weights["data"] if trace["line"]["width"] > 2]
    assert thick["name"] == "head 3"
    np.testing.assert_allclose(thick["y"], np.exp(-slope[2] * thick["x"]), rtol=1e-6)
    assert [trace["name"] for trace in nats["data"]] == [f"head {head}" for head in (3, 4, 8, 9, 11)]
    for trace in nats["data"]:
        np.testing.assert_allclose(trace["y"], -slope[int(trace["name"][5:]) - 1] * trace["x"], rtol=1e-6)
    assert bars["text"][2] == "6"


@pytest.mark.parametrize(("reported", "head"), [(3, 3), (0, 1), (10**400, 64), ("x", 5), (None, 5)])
def test_a_click_on_a_bar_selects_its_head(monkeypatch, reported, head):
    state = {"n": 128, "p": 40, "h": 5}
    monkeypatch.setattr("streamlit.session_state", {"state": state, "chart reach": {"position": reported}})
    charts._on_click("chart reach", opens=False, selects="h")
    assert (state["h"], state["p"]) == (head, 40)


def test_a_reach_beyond_the_sequence_is_labeled(sketched, figures):
    (bars,) = figures(sketched("scheme=ALiBi&heads=12&n=128", page="bias"))[0]["data"]
    assert bars["text"][7] == "over 127"
    assert bars["x"][7] == 128


def test_slopes_ruler_and_signs_in_their_tabs(sketched, figures):
    *_, slopes, ruler = figures(sketched("scheme=ALiBi&heads=12&tab=slopes", page="bias"))
    assert [trace["mode"] for trace in slopes["data"]] == ["markers"] * 2
    np.testing.assert_allclose(slopes["data"][0]["y"], ALiBi().slope(12))
    ends = np.array(ruler["data"][0]["base"]) + ruler["data"][0]["x"]
    distances = np.arange(145)
    np.testing.assert_array_equal(np.searchsorted(ends, distances), T5().bucket(-distances))
    signs = figures(sketched("tab=signs", page="bias"))[-3:]
    assert [trace["zmax"] for figure in signs for trace in figure["data"]] == [3.5] * 3, "one color scale"


def test_another_encoding_in_front(sketched, figures):
    app = sketched("scheme=FIRE&FIRE.threshold=30&scheme=ALiBi&n=40&d=7", page="bias")
    assert claim("bias-query", scheme="FIRE", position=39) in facts.limits(FIRE(threshold=30), links.study("n=40"))
    assert figures(app)[0]["data"][0]["name"] == "FIRE"
    assert "A model learns a small network for each head." in text(app)
    assert "The heads of ALiBi look at different distances" in text(sketched("scheme=Index", page="bias"))
