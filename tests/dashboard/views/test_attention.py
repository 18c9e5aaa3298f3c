"""The page Attention: its sentences, its curves on a log axis, its matrices, and what is left out and why."""

import re

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.views.attention import figures, numbers, words
from dashboard.views.attention.notes import NOTES
from dashboard.views.words import number
from posenc_core import ALiBi, Binary, Index, RoPE, Sinusoidal, attention, geometry, xPos
from posenc_core.attention import Drops
from tests.dashboard.conftest import check_notes, drawn, text

NUMBERS = {
    "_rotation_does_not_decay": ["k = 725 (d = 64, B = 10,000), 1,707 (d = 128, B = 10,000) and 18,438 (d = 128, B"],
    "_untrained_tables_prefer_nothing": ["400 draws", "varies by 0.503", "off by 0.0252"],
    "_two_kinds_of_invariance": ["not due to the offset is 0", "over contents of 0.26, 0.827 and 0.94 nats"],
}
FAMILIES = "scheme=Sinusoidal&scheme=RoPE&scheme=ALiBi"


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


@pytest.mark.parametrize(("k", "n"), [(1, 128), (10, 512), (100, 2**17)])
def test_the_claim_is_what_is_left_of_the_attention(sketched, k, n):
    shown = text(sketched(f"{FAMILIES}&k={k}&n={n}&head=4", page="attention"))
    drop = Sinusoidal().mean_logits_at_offset([0, k], 64, length=n)[0]
    left = [words.left(each) for each in (drop[0] - drop[1], 2 * (drop[0] - drop[1]), k / 16)]
    back = f"{k} token{'s' * (k > 1)} back"
    assert (
        f"hold the same content, the key {back} gets this share of the attention of the query's own place: {left[0]} in"
        in shown
    )
    assert f"{left[1]} in RoPE and {left[2]} in ALiBi (head 4 of 8).**" in shown


def test_what_is_left_of_the_attention_in_words():
    for drop, said in (
        (0, "100 %"),
        (1e-9, "more than 99.9 %"),
        (np.log(2), "50 %"),
        (7, "less than 0.1 %"),
        (1e7, "less than 0.1 %"),
        (-1e-9, "just over 100 %"),
        (-np.log(2), "200 %"),
        (-1e7, "more than 100,000 %"),
    ):
        assert words.left(drop) == said


def test_four_things_that_only_scores_show(sketched):
    shown = text(sketched(f"{FAMILIES}&p=40&k=5", page="attention"))
    scores = Sinusoidal().mean_logits_at_offset([0, 5], 64, length=128)[0]
    drop = float(scores[0] - scores[1])
    assert "RoPE loses exactly twice as much as the sinusoid it is made of**" in shown
    assert f"At k = 5 these are {number(2 * drop)} nats and {number(drop)} nats." in shown
    assert "RoPE has a mean score of 0 at every offset.** It prefers no distance" in shown
    assert "One score still has a standard deviation of 1 nat, at every offset." in shown
    assert "the position part of Sinusoidal averages to 0 at every offset.** Of query and key at p = 40" in shown
    assert "it varies by 0.5 nats, up as often as down" in shown
    assert "ALiBi (head 1 of 8) takes 2.5 nats off the score at k = 5" in shown
    distance = geometry.distances_at_offset(Sinusoidal(), 5, 128, 64)[40]
    assert f"In Sinusoidal, 40 and 45 are {number(float(distance))} apart, as on" in shown
    deviation = number(float(distance) * np.sqrt(2 / 64))
    assert f"when query and key move together from 40 to 45, their score changes by 0 ± {deviation} nats." in shown
    assert "they are the identity. Content has |x|² = d = 64" in shown


def test_each_family_has_a_stand_in_for_what_only_it_shows(sketched):
    shown = text(sketched("scheme=Binary&RoPE.base=100&k=3", page="attention"))
    scores = Sinusoidal(base=100).mean_logits_at_offset([0, 3], 64, length=128)[0]
    assert "RoPE loses exactly twice as much as the sinusoid it is made of**, added as a table. At k = 3" in shown
    assert f"and {number(float(scores[0] - scores[1]))} nats." in shown
    assert "the position part of Binary averages to 0" in shown
    assert "ALiBi (head 1 of 8) takes 1.5 nats" in shown
    odd = text(sketched("scheme=Binary&d=7", page="attention"))
    assert "the position part of Binary" in odd
    assert "RoPE loses" not in odd, "an odd d has no rotation"


def test_a_factor_that_is_not_two_is_not_said_to_be(monkeypatch):
    study = links.study("scheme=RoPE")
    assert numbers.twice_its_table(study, RoPE()) is not None
    monkeypatch.setattr(RoPE, "_alike", lambda self, back, dim, length: 2.5 * self._dot_of(back, 0 * back, dim, length))
    assert numbers.twice_its_table(study, RoPE()) is None


def test_the_curves_of_the_chart_are_the_drops(sketched, figures):
    app = sketched(f"{FAMILIES}&scheme=Binary&n=300", page="attention")
    curves = {trace["name"]: trace for trace in figures(app)[0]["data"] if trace.get("showlegend")}
    assert list(curves) == ["Sinusoidal", "RoPE", "ALiBi (head 1 of 8)", "Binary"]
    for name, scheme in (("Sinusoidal", Sinusoidal()), ("RoPE", RoPE()), ("Binary", Binary())):
        np.testing.assert_array_equal(curves[name]["x"], range(1, 300))
        expected = attention.drops(scheme, 300, 64).mean[1:]
        np.testing.assert_allclose(curves[name]["y"], expected, atol=1e-6)
        np.testing.assert_allclose(curves[name]["customdata"], np.exp(-expected), rtol=1e-5)
    bands = [trace for trace in figures(app)[0]["data"] if trace.get("fill") == "toself"]
    assert len(bands) == 1, "only in Binary it matters where the query stands"
    low, high = (getattr(attention.drops(Binary(), 300, 64), end)[1:] for end in ("low", "high"))
    np.testing.assert_allclose(bands[0]["y"], np.concatenate((low, high[::-1])), atol=1e-6)


def test_independent_contents_have_a_band_of_one_deviation(sketched, figures):
    app = sketched("scheme=Sinusoidal&scheme=RoPE&content=independent&n=300", page="attention")
    bands = [trace for trace in figures(app)[0]["data"] if trace.get("fill") == "toself"]
    for band, deviation in zip(bands, (2**0.5, 1), strict=True):
        low, high = band["y"][:299], band["y"][299:][::-1]
        np.testing.assert_allclose(high - low, 2 * deviation, rtol=1e-5)
    assert "at k = 1, 1.41 nats in Sinusoidal and 1 nat in RoPE." in text(app)
    assert "In RoPE, all cells are 0: no place is preferred." in text(app)


def test_the_second_axis_is_what_the_drop_leaves():
    for most in (1, 3, 14):
        labels = figures._labels(-0.1, most)
        assert ("1" in [text for _, text in labels]) and len(labels) > 2
        for drop, said in labels:
            assert float(said.replace(",", "")) == pytest.approx(np.exp(-drop))
        drops = [drop for drop, _ in labels]
        assert min(np.diff(drops)) > most / figures.APART


def test_the_axis_ends_at_a_millionth(sketched, figures):
    app = sketched("scheme=Index&scheme=ALiBi&scheme=Sinusoidal", page="attention")
    low, high = sorted(figures(app)[0]["layout"]["yaxis"]["range"])
    assert -1 < low < 0 and np.log(1e6) < high < 15
    assert figures(app)[0]["layout"]["yaxis2"]["range"] == figures(app)[0]["layout"]["yaxis"]["range"]
    assert "Index first leaves it at k = 1 and ALiBi (head 1 of 8) first leaves it at k = 28." in text(app)
    assert "Cells beyond ±13.8 nats have the strongest colour." in text(app)


@pytest.mark.parametrize("length", [2, 5, 1024, 1025, 5000, 2**20])
def test_a_long_curve_is_few_points_that_hide_no_peak(length):
    curve = np.random.default_rng(0).normal(size=length)
    peaks = [1, length - 1, length // 2]
    curve[peaks] = [50, 60, 70]
    offsets, values = numbers.points(curve)
    assert (np.diff(offsets) > 0).all() and len(offsets) <= 1023 + 256 * 11
    np.testing.assert_array_equal(values, curve[offsets])
    assert {*peaks} <= {*offsets}
    drawn = numbers.drawn(length)
    assert (np.diff(drawn) > 0).all() and drawn[0] == 0 and drawn[-1] < length <= 1024 * (drawn[-1] + 1)


def test_the_matrices_are_scores_above_the_own_one(sketched, figures):
    app = sketched("scheme=Binary&scheme=ALiBi&n=20&d=8&p=7", page="attention")
    first, second = [trace for figure in figures(app) for trace in figure["data"] if trace["type"] == "heatmap"]
    scores = Binary().encode(range(20), 8) @ Binary().encode(range(20), 8).T / 8**0.5
    np.testing.assert_allclose(first["z"], scores - np.diagonal(scores)[:, None], atol=1e-6)
    assert np.isnan(second["z"][np.triu_indices(20, 1)]).all()
    np.testing.assert_allclose(second["z"][7, :8], -0.5 * np.arange(7, -1, -1), atol=1e-6)
    assert first["zmax"] == second["zmax"] == pytest.approx(9.5), "one scale"
    assert "Upper right is empty in ALiBi, which does not look at later tokens." in text(app)
    assert "In ALiBi, every diagonal has one colour" in text(app)
    assert "In Binary, diagonals change their colour" in text(app)


def test_where_the_last_token_looks(sketched):
    app = sketched("scheme=Sinusoidal&scheme=RoPE&scheme=ALiBi&n=512&head=4", page="attention")
    table = app.dataframe[0].value
    assert list(table["scheme"]) == ["Sinusoidal", "RoPE", "ALiBi (head 4 of 8)"]
    published = [(185.46, 0.9654, 0.1397), (88.97, 0.77, 0.4662), (15.51, 0.6048, 0.6321)]
    missed = np.abs(table[["distance", "entropy", "near"]].to_numpy() - published)
    assert (missed < (6e-3, 6e-5, 6e-5)).all(), missed
    said = "the last of 512 tokens looks back 15.5 tokens in ALiBi (head 4 of 8), 89 tokens in RoPE and 185 tokens in"
    assert said in text(app)
    assert "on average.** With equal shares for all, it would be 256 tokens, with 3.12 % of the weight" in text(app)


def test_both_residuals_with_their_names(sketched):
    app = sketched(f"{FAMILIES}&scheme=Binary&k=10&p=3", page="attention")
    table = app.dataframe[1].value.set_index("scheme")
    assert list(table["alone"]) == ["0", "0", "0", "0.909"]
    # 3 is 0011 and 13 is 1101: three bits change, and one more is set
    moved = f"{number(1 / 8)} ± {number(np.sqrt(2 / 64 * 3))}"
    assert list(table["content"]) == ["0 ± 0.827", "0", "0", moved]
    shown = text(app)
    assert "**Averaged over contents, only the offset counts in Sinusoidal, RoPE and ALiBi.** In Binary, where" in shown
    assert f"changes by 0 ± 0.827 nats in Sinusoidal and {moved} nats in Binary (mean ± standard deviation" in shown
    assert "Moved from 3 to 13, every two contents keep their score in RoPE and ALiBi." in shown


def test_a_vector_that_does_not_move_keeps_its_score(sketched):
    shown = text(sketched("scheme=Binary&n=64&d=4&k=16", page="attention"))
    assert "**Averaged over contents, where the query stands counts too in Binary.**" in shown
    assert "Moved from 40 to 56, every two contents keep their score in Binary." in shown


@pytest.mark.parametrize(
    "query",
    [
        "",
        "scheme=Index",
        "scheme=Index&scheme=Binary&scheme=Gray&n=3&d=3&p=1",
        "n=12&d=7&p=5&k=6&scheme=Sinusoidal&scheme=Normalized",
    ],
)
def test_the_change_of_a_score_is_that_of_all_contents(sketched, query):
    app = sketched(query, page="attention")
    study, shown = app.session_state["study"], app.dataframe[1].value.set_index("scheme")["content"]
    p, q = numbers.start(study), numbers.start(study) + study.offset
    # √d times each unit vector and its opposite have the mean and the variance of contents
    units = np.concatenate((np.eye(study.dim), -np.eye(study.dim))) * study.dim**0.5
    for scheme in study.schemes:
        at = (scheme.logits(units, units, *[[place] * len(units)] * 2, length=study.length) for place in (p, q))
        before, after = at
        mean, deviation = float((after - before).mean()), float((after - before).std())
        found = f"{number(mean if abs(mean) > 1e-9 else 0)} ± {number(deviation)}"
        assert shown[scheme.name] == found
        assert f"{found} nats in {scheme.name}" in text(app)
    if query == "scheme=Index":
        assert shown["Index"] == "648 ± 1.41"


def test_a_rotation_that_fades_and_a_bias_that_counts_the_place_are_told_as_they_are(sketched):
    app = sketched("scheme=xPos&scheme=FIRE&FIRE.threshold=5&n=40&d=8&k=3", page="attention")
    shown = text(app)
    far = float(np.sqrt(np.mean(((np.arange(0, 8, 2) / 8 + 0.4) / 1.4) ** (2 * 39 / 512))))
    assert f"changes with the offset: 1 nat at k = 0 and {number(far)} nats at k = 39. A softmax rewards" in shown
    assert "so near tokens get more attention on average" in shown and "prefers no distance" not in shown
    assert app.dataframe[1].value.set_index("scheme")["content"].tolist() == ["0", "the same for all"]
    # drawn at random, near tokens do get more
    draws = np.random.default_rng(0).normal(size=(400, 2, 40, 64))
    weights = np.mean([geometry.shares(xPos().logits(q[-1:], k, [39], range(40))[0, 0]) for q, k in draws], axis=0)
    assert weights[-20:].mean() > weights[:20].mean()
    assert (
        "on average" not in text(sketched("scheme=xPos&n=2", page="attention")).split("With random")[0].split("0 at")[1]
    )


def test_two_tokens_of_the_visitor(sketched, figures):
    app = sketched("scheme=Sinusoidal&content=yours&query=cat&key=sat+down&n=50&d=8&k=4", page="attention")
    x, y = attention.token_content("cat", 8), attention.token_content("sat", 8)
    rows = Sinusoidal().encode(range(50), 8)
    scores = (x + rows) @ (y + rows).T / 8**0.5
    drop = float((np.diagonal(scores)[4:] - np.diagonal(scores, -4)).mean())
    said = "With your two tokens, the key 4 tokens back gets this share of the attention of the query's own place:"
    assert f"{said} {words.left(drop)} in" in text(app)
    heatmap = figures(app)[1]["data"][0]
    np.testing.assert_allclose(heatmap["z"], scores - np.diagonal(scores)[:, None], atol=1e-5)
    for query in ("query=", "key=+", "query=&key="):
        app = sketched(f"content=yours&{query}", page="attention")
        assert words.NO_TOKENS in text(app)
        assert not figures(app) and not app.exception


def test_a_token_is_no_markup(sketched):
    app = sketched("content=yours&query=**bold**&key=<b>&n=9&d=4", page="attention")
    assert not re.search(r"bold|<b>", text(app))


def test_what_has_no_formula_is_named_at_a_great_length(opened, figures):
    app = opened(f"{FAMILIES}&scheme=Binary&n=5000", page="attention")
    assert "Not drawn: Binary. At n = 5,000 and d = 64, only scores with a formula" in text(app)
    assert "This works up to n = 1,024 and d = 512. Here, n = 5,000" in text(app)
    (figure,) = figures(app)
    assert len([trace for trace in figure["data"] if trace.get("showlegend")]) == 3
    alone = opened("scheme=Index&n=5000", page="attention")
    assert "Not drawn: Index." in text(alone) and not figures(alone)
    button = next(button for button in alone.button if button.label.startswith("Use n = 1,024"))
    button.click().run()
    assert "Not drawn" not in text(alone) and len(figures(alone)) == 2


def test_one_and_two_positions(sketched, figures):
    app = sketched("n=1", page="attention")
    assert words.ALONE in text(app) and not figures(app)
    shown = text(sketched("n=2&scheme=Index", page="attention"))
    assert "diagonal" not in shown, "a single cell says nothing"
    assert "where the query stands counts too in Index" in shown


def test_head_and_tokens_stand_in_sight_where_they_do_something(opened):
    keys = {"head", "query", "key"}
    assert not keys & drawn(opened(page="attention"))
    assert keys <= drawn(opened("scheme=ALiBi&content=yours", page="attention"))


def test_a_drop_leaves_the_axis_on_both_sides():
    rising = Drops(*[np.array([0.0, -2.0, -20.0])] * 3)
    assert words.leaves(rising) == 2
    assert words.leaves(Drops(*[np.zeros(3)] * 3)) is None
    assert not words.varies(rising)
    assert words.varies(attention.drops(Index(), 5, 2))
    assert not words.varies(attention.drops(ALiBi(), 5, 2))
