"""Attention: curves, matrices, and tables. Claims are tested in tests/claims."""

import numpy as np
import pytest

from dashboard.say import MESSAGES, message, say
from dashboard.views.attention import facts, figures
from posenc_core import Binary, RoPE, Sinusoidal
from posenc_core.analysis import attention
from posenc_core.text.messages import claim
from tests.dashboard.conftest import text

FAMILIES = "scheme=Sinusoidal&scheme=RoPE&scheme=ALiBi"


def test_the_curves_of_the_chart_are_the_drops(sketched, figures):
    app = sketched(f"{FAMILIES}&scheme=Binary&n=300&d=64", page="attention")
    curves = {trace["name"]: trace for trace in figures(app)[0]["data"] if trace.get("showlegend")}
    assert list(curves) == ["Sinusoidal", "RoPE", "ALiBi (head 1 of 8)", "Binary"]
    for name, scheme in (("Sinusoidal", Sinusoidal()), ("RoPE", RoPE()), ("Binary", Binary())):
        np.testing.assert_array_equal(curves[name]["x"], range(1, 300))
        expected = attention.drops(scheme, length=300, dim=64).mean[1:]
        np.testing.assert_allclose(curves[name]["y"], expected, atol=1e-6)
        np.testing.assert_allclose(curves[name]["customdata"], np.exp(-expected), rtol=1e-5)
    bands = [trace for trace in figures(app)[0]["data"] if trace.get("fill") == "toself"]
    assert len(bands) == 1, "only Binary depends on the query position"
    low, high = (getattr(attention.drops(Binary(), length=300, dim=64), end)[1:] for end in ("low", "high"))
    np.testing.assert_allclose(bands[0]["y"], np.concatenate((low, high[::-1])), atol=1e-6)


def test_independent_contents_have_a_band_of_one_deviation(sketched, figures):
    app = sketched("scheme=Sinusoidal&scheme=RoPE&content=independent&n=300", page="attention")
    bands = [trace for trace in figures(app)[0]["data"] if trace.get("fill") == "toself"]
    for band, deviation in zip(bands, (2**0.5, 1), strict=True):
        low, high = band["y"][:299], band["y"][299:][::-1]
        np.testing.assert_allclose(high - low, 2 * deviation, rtol=1e-5)


def test_the_second_axis_is_what_the_drop_leaves():
    for most in (1, 3, 14):
        labels = figures.share_labels(-0.1, most)
        assert "1" in labels.values() and len(labels) > 2
        for drop, expected in labels.items():
            assert float(expected.replace(",", "")) == pytest.approx(np.exp(-drop))
        assert min(np.diff([*labels])) > most / figures.APART


def test_the_axis_ends_at_a_millionth(sketched, figures):
    app = sketched("scheme=Index&scheme=ALiBi&scheme=Sinusoidal", page="attention")
    low, high = sorted(figures(app)[0]["layout"]["yaxis"]["range"])
    assert -1 < low < 0 and np.log(1e6) < high < 15
    assert say(claim("attention-beyond", schemes=("Index", "ALiBi"))) in text(app)
    assert "Cells beyond ±13.8 nats have the strongest color." in text(app)


@pytest.mark.parametrize("length", [2, 5, 1024, 1025, 5000, 2**17])
def test_a_long_curve_is_few_points_that_hide_no_peak(length):
    curve = np.random.default_rng(0).normal(size=length)
    peaks = [1, length - 1, length // 2]
    curve[peaks] = [50, 60, 70]
    offsets, values = facts.points(curve)
    assert (np.diff(offsets) > 0).all() and len(offsets) <= 1023 + 256 * 11
    np.testing.assert_array_equal(values, curve[offsets])
    assert {*peaks} <= {*offsets}


def test_the_matrices_are_scores_above_the_own_one(sketched, figures):
    app = sketched("scheme=Binary&scheme=ALiBi&n=20&d=8&p=7", page="attention")
    first, second = [trace for figure in figures(app) for trace in figure["data"] if trace["type"] == "heatmap"]
    scores = Binary().encode(range(20), 8) @ Binary().encode(range(20), 8).T / 8**0.5
    np.testing.assert_allclose(first["z"], scores - np.diagonal(scores)[:, None], atol=1e-6)
    assert np.isnan(second["z"][np.triu_indices(20, 1)]).all()
    np.testing.assert_allclose(second["z"][7, :8], -0.5 * np.arange(7, -1, -1), atol=1e-6)
    assert first["zmin"] == second["zmin"] == pytest.approx(-9.5), "one color scale"
    assert [trace["showscale"] for trace in (first, second)] == [False, True]


def test_two_tokens_of_the_visitor(sketched, figures):
    app = sketched("scheme=Sinusoidal&content=yours&query=cat&key=sat+down&n=50&d=8&k=4", page="attention")
    x, y = attention.token_content("cat", 8), attention.token_content("sat", 8)
    rows = Sinusoidal().encode(range(50), 8)
    scores = (x + rows) @ (y + rows).T / 8**0.5
    drop = float((np.diagonal(scores)[4:] - np.diagonal(scores, -4)).mean())
    arguments = {"scheme": "Sinusoidal", "offset": 4, "content": "yours", "share": float(np.exp(-drop))}
    assert text(app).startswith(MESSAGES.say(claim("attention-left", **arguments), "claim"))
    heatmap = figures(app)[1]["data"][0]
    np.testing.assert_allclose(heatmap["z"], scores - np.diagonal(scores)[:, None], atol=1e-5)
    for query in ("query=", "key=+", "query=&key="):
        app = sketched(f"content=yours&{query}", page="attention")
        assert message("attention-no-tokens") in text(app)
        assert not figures(app) and not app.exception


def test_encodings_without_a_formula_are_named_at_a_great_length(opened, figures):
    app = opened(f"{FAMILIES}&scheme=Binary&n=5000", page="attention")
    assert say(claim("attention-not-drawn", schemes=("Binary",), length=5000, dim=32)) in text(app)
    (figure,) = figures(app)
    assert len([trace for trace in figure["data"] if trace.get("showlegend")]) == 3
    alone = opened("scheme=Index&n=5000", page="attention")
    assert "It leaves out Index." in text(alone) and not figures(alone)


def test_a_tiny_share_is_written_out(sketched):
    # e^−30, with the slope 1/2 of head 1
    assert "the token 60 back less than 0.0001% of the attention" in text(
        sketched("scheme=ALiBi&k=60", page="attention")
    )


def test_one_and_two_positions(sketched, figures):
    app = sketched("n=1", page="attention")
    assert message("attention-single") in text(app) and not figures(app)
    page_text = text(sketched("n=2&scheme=Index", page="attention"))
    assert "diagonal" not in page_text, "a single cell says nothing"
