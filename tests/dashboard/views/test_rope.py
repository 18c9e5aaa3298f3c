"""RoPE: numbers and charts. Claims are tested in tests/claims/test_rope.py."""

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.say import say
from dashboard.state.study import Study
from dashboard.views.rope import facts
from posenc_core import RoPE, xPos
from posenc_core.analysis import pairing
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, QUERY
from posenc_core.text.messages import claim
from tests.dashboard.conftest import handle
from tests.data import read

DATA = read("mistakes.json")


def study(*schemes, n=128, d=64, p=40, k=1):
    return Study(schemes or (RoPE(),), n, d, p, k)


# The first screen


def test_p_turns_both_hands_and_leaves_the_wedge_and_the_sum(sketched, figures):
    apps = [sketched(f"scheme=RoPE&p={p}&k=2", "rope") for p in (18, 37)]
    labels = []
    for app, p in zip(apps, (18, 37), strict=True):
        dials, bars, curves = figures(app)[:3]
        for place, w in enumerate((1, 0.1, 0.01)):
            key, query = ([trace[axis][-1] for axis in "xy"] for trace in dials["data"][4 * place + 2 : 4 * place + 4])
            for (x, y), at in ((key, p), (query, p + 2)):
                np.testing.assert_allclose((x - 3.1 * place, y), (np.cos(at * w), np.sin(at * w)), atol=1e-5)
        np.testing.assert_allclose(bars["data"][0]["y"], np.cos(2 * RoPE().frequencies(32)), atol=1e-6)
        *_, marker = curves["data"]
        labels.append((marker["x"][0], marker["y"][0], [m.value for m in app.markdown if m.value.startswith("sum of")]))
    assert labels[0] == labels[1]
    assert labels[0][:2] == (2, pytest.approx(np.cos(2) + np.cos(0.2) + np.cos(0.02)))


# Eight columns


@pytest.mark.parametrize(
    ("n", "p", "k", "at", "of"),
    [(128, 40, 1, 41, 40), (50, 10, 40, 49, 9), (1, 0, 1, 0, 0), (2**17, 9, 2**17, 2**17 - 1, 0)],
)
def test_a_key_is_before_its_query_within_the_sequence(n, p, k, at, of):
    settings = study(n=n, p=p, k=k)
    assert facts.places(settings) == (at, of)
    args = dict(facts.example(settings)[0].args)
    # the score depends on the offset alone
    for name, score in zip(CORRECT_CODE, (args["here"], args["there"]), strict=True):
        assert score == pytest.approx(pairing.scores(CORRECT_CODE[name], QUERY, KEY, [(at - of, 0)])[0], abs=1e-9)


def test_the_table_of_columns_has_the_factors():
    table = facts.example_table(study(n=9, p=5, k=3))
    for name, score in (("interleaved", 0.22554037985742809), ("half", 0.7717484277446552)):
        assert (table[f"q {name}"] * table[f"k {name}"]).sum() == pytest.approx(score, abs=1e-14)


def test_beside_another_rotation_the_scalings_are_those_of_rope():
    schemes = {"RoPE": RoPE(scaling="YaRN", trained_length=99)}
    assert facts.rope(Study((xPos(),), 128, 64, 40, 1, known=schemes)) == schemes["RoPE"]


def test_the_numbers_to_compare_with_run_and_are_the_published_ones():
    names: dict = {}
    for part in facts.reference_values().split("# half")[:1]:
        exec(part, names)
    assert names["score_q5_k2"] == pytest.approx(DATA["right"]["interleaved"]["scores"][0], abs=1e-9)
    exec(facts.reference_values(), names)
    assert names["score_q5_k2"] == pytest.approx(DATA["right"]["half"]["scores"][0], abs=1e-9)
    assert names["scores"][3] == names["score_q5_k2"]
    rope = read("rope.json")
    np.testing.assert_allclose(names["q_at_5"], rope["formula"]["half"]["q_at_5"], rtol=0, atol=1e-9)
    assert (names["q"], names["k"]) == (rope["q"], rope["k"])


# Context extension


def test_each_scaling_has_a_picture_on_one_log_axis_and_the_chosen_one_is_thick(sketched, figures):
    app = sketched("scheme=RoPE&RoPE.scaling=YaRN&d=64&tab=scaling", page="rope")
    charts = {figure["data"][0]["name"]: figure for figure in figures(app)[3:]}
    assert [*charts] == [*facts.every_scaling(RoPE(), 64)]
    thick = [name for name, figure in charts.items() if figure["data"][0]["line"]["width"] > 2]
    assert thick == ["YaRN"]
    assert len({tuple(figure["layout"]["yaxis"]["range"]) for figure in charts.values()}) == 1
    for chart in charts.values():
        low, high = chart["layout"]["yaxis"]["range"]
        assert low < np.log10(np.nanmin(chart["data"][0]["y"])) <= 0 < high
        (shade,) = chart["layout"]["shapes"]
        assert (shade["x0"], shade["x1"]) == (20.5, 31.5), "21 of 32 pairs complete a rotation in 2,048 tokens"
    still = figures(
        sketched("scheme=RoPE&RoPE.factor=1&RoPE.factors=1&RoPE.trained_length=999999&tab=scaling", page="rope")
    )
    assert not any(figure["layout"]["shapes"] for figure in still[3:])


def test_a_button_chooses_a_scaling(opened):
    app = opened("scheme=RoPE&tab=scaling", page="rope")
    handle(app.get("button_group"), "RoPE.scaling choice").set_value("llama3").run()
    assert app.session_state["study"].schemes[0].scaling == "llama3"


# Shown and hidden parts


@pytest.mark.parametrize("query", ["scheme=Index&d=1", "scheme=RoPE&d=1", "scheme=Index"])
def test_the_page_opens_with_a_rotation(sketched, figures, query):
    app = sketched(query, "rope")
    assert len(figures(app)) > 3
    notes = [caption.value for caption in app.caption if "d = " in caption.value][:-1]
    assert notes == [say(claim("shown-even", dim=2, wider=1))] * query.endswith("1")


def test_an_odd_dimension_is_shown_as_the_next_even_one():
    shown, notes = links.study("d=63").shown_on("rope")
    assert (shown.schemes, shown.dim) == ((RoPE(),), 64)
    assert notes == [claim("shown-even", dim=64, wider=63)]
