"""Compare in every state that a link can request."""

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.numbers import scores
from dashboard.numbers.measurements import hover_curves as followed_by_pointer
from dashboard.say import say
from dashboard.sharing.exports import names as page_files
from dashboard.sharing.tables import figure_table
from dashboard.state.parameters import MAX_SCHEMES
from dashboard.state.study import Study
from dashboard.views.compare import compare as page
from dashboard.views.compare import facts
from dashboard.views.compare.figures import main_figures
from dashboard.views.formula import letters
from posenc_core import FIRE, SCHEMES, ALiBi, Binary, CustomTable, Index, Normalized, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.plot.style import scheme_color
from posenc_core.text.messages import Claim, claim
from tests.dashboard.conftest import text


@pytest.fixture(autouse=True)
def open_tabs(monkeypatch):
    """Draw every tab, not only the open one."""
    monkeypatch.setattr(page, "tabs", lambda study, page, drawn: [draw() for draw in drawn.values()])


def page_claims(query: str) -> list[Claim]:
    """Claims of the page."""
    study, _ = links.study(query).shown_on("compare")
    return facts.opening(facts.measured(study))


@pytest.fixture
def columns(figures):
    """Return the columns of the page's figure, each as a figure of its own."""

    def split(app) -> list[dict]:
        (figure,) = figures(app)
        return [*columns_of(figure)]

    return split


def columns_of(figure):
    layout = figure["layout"]
    for place in range(sum(trace["type"] == "heatmap" for trace in figure["data"])):
        x = f"x{place + 1}" if place else "x"
        rows = [f"yaxis{number}" if number > 1 else "yaxis" for number in range(3 * place + 1, 3 * place + 4)]
        domain = layout[x.replace("x", "xaxis")]["domain"]
        top = layout[rows[0]]["domain"][1] + 98 / layout["height"]
        bottom = layout[rows[2]]["domain"][0]
        own = {"xaxis": layout[x.replace("x", "xaxis")]}
        own |= {f"yaxis{order if order > 1 else ''}": layout[row] for order, row in enumerate(rows, 1)}
        own["rows"] = {row.replace("axis", ""): layout[row] for row in rows}
        own["shapes"] = [shape for shape in layout["shapes"] if shape["xref"].split()[0] == x]
        own["annotations"] = [
            note
            for note in layout["annotations"]
            if domain[0] <= note["x"] < domain[1] and bottom <= note["y"] <= top + 1e-9
        ]
        yield {"data": [trace for trace in figure["data"] if trace["xaxis"] == x], "layout": own}


def headings(figure) -> list[str]:
    """Texts of a column: its name, its verdicts, and what is above each part."""
    return [note["text"] for note in figure["layout"]["annotations"]]


def test_first_visit(opened, columns):
    app = opened()
    assert not app.exception
    assert [headings(figure)[0] for figure in columns(app)] == ["Sinusoidal", "Binary", "Normalized"]
    assert app.title[0].value == "Sinusoidal, Binary, Normalized: what makes a good position?"
    sinusoidal, binary, normalized = (scheme().encode(range(64), 32) for scheme in (Sinusoidal, Binary, Normalized))
    for figure, table in zip(columns(app), (sinusoidal, binary, normalized), strict=True):
        heatmap, steps, similarity, step_here, similar_here = figure["data"]
        np.testing.assert_array_equal(heatmap["z"], table.T)
        assert (heatmap["zmin"], heatmap["zmax"]) == (-1, 1)
        np.testing.assert_allclose(steps["y"], geometry.distances_at_offset(table, 1))
        np.testing.assert_array_equal(steps["customdata"], steps["x"] + 1)
        np.testing.assert_allclose(similarity["y"], table @ table[20])
        assert step_here["x"] == similar_here["x"] == [20]
        assert {shape["x0"] for shape in figure["layout"]["shapes"]} == {20}
        assert figure["layout"]["yaxis"]["range"] == (31.5, -0.5), "dimension 0 is at the top"
    statements = [
        claim("compare-both-only", schemes=("Sinusoidal",), count=1, offset=1, measure="dot"),
    ]
    assert page_claims("") == statements
    assert say(*statements) in text(app)
    assert len(say(*statements).split()) <= 40


def test_portraits_share_scales(opened, columns):
    def ranges(app, axis):
        return {tuple(figure["layout"][axis]["range"]) for figure in columns(app)}

    app = opened("scheme=Sinusoidal&scheme=Gray&scheme=Normalized&measure=cosine")
    for axis in ("yaxis2", "xaxis"):
        assert len(ranges(app, axis)) == 1


def test_every_curve_lies_within_its_axes(sketched, columns):
    for query in ("", "scheme=Index&scheme=Sinusoidal", "n=1", "n=2&d=1", "measure=cosine"):
        for figure in columns(sketched(query)):
            for trace in figure["data"][1:3]:
                low, high = figure["layout"]["rows"][trace["yaxis"]]["range"]
                finite = trace["y"][np.isfinite(trace["y"])]
                assert ((low <= finite) & (finite <= high)).all()


@pytest.mark.parametrize("measure", ["dot", "cosine"])
def test_the_axis_contains_the_hover_curve_of_every_position(sketched, columns, measure):
    query = f"n=24&d=7&measure={measure}"
    for figure, scheme in zip(columns(sketched(query)), (Sinusoidal(), Binary(), Normalized()), strict=True):
        low, high = figure["layout"]["yaxis3"]["range"]
        for position in range(24):
            curve = geometry.similarity(scheme, position, length=24, dim=7, kind=measure)
            assert not ((curve < low) | (curve > high)).any(), position


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e148, 1e-148])
def test_numbers_beyond_32_bits_are_drawn_and_followed(size):
    scheme = CustomTable(size * np.arange(1.0, 13).reshape(4, 3))
    study = Study((scheme,), 4, 3, 2, 1)
    (figure,) = main_figures(study)
    heatmap = figure["data"][0]
    table = scheme.encode(range(4), 3)
    np.testing.assert_array_equal(heatmap["z"], table.T)
    (followed,) = followed_by_pointer(scheme, study, "dot")
    np.testing.assert_array_equal(followed.vectors.columns[followed.vectors.which].T, table)
    assert "value %{z:.4g}" in heatmap["hovertemplate"]


def test_a_flat_encoding_has_its_own_scale_and_states_its_factor(sketched, columns):
    index, binary, sinusoidal = columns(sketched("scheme=Index&scheme=Binary&scheme=Sinusoidal&n=128&d=64"))
    heatmaps = [figure["data"][0] for figure in (index, binary, sinusoidal)]
    assert [(h["zmin"], h["zmax"], h["showscale"]) for h in heatmaps] == [
        (-127, 127, True), (-1, 1, True), (-1, 1, False),
    ]  # fmt: skip
    for figure in (binary, sinusoidal):
        low, high = figure["layout"]["yaxis2"]["range"]
        wide = np.ptp(index["layout"]["yaxis2"]["range"])
        assert (low, high) == tuple(index["layout"]["yaxis2"]["range"]) and wide == high - low
    assert not any("own scale" in text for figure in columns(sketched("n=128&d=64")) for text in headings(figure))
    index, _, learned = columns(sketched("scheme=Index&scheme=ALiBi&scheme=Learned"))
    assert learned["data"][0]["zmax"] < 0.2, "the chart is not empty"
    _, above_steps = (text for text in headings(learned) if "own scale" in text)
    factor = float(above_steps.removeprefix("own scale, × ").replace(",", ""))
    wide, narrow = (np.ptp(figure["layout"]["yaxis2"]["range"]) for figure in (index, learned))
    assert factor == pytest.approx(wide / narrow, rel=0.05)


LABELS = {
    "each column of colors is one position",
    "a flat line means equal steps",
    "the peak should be at the dotted line",
}


def test_labels_say_once_what_to_see_and_can_be_switched_off(sketched, columns):
    def labels(query):
        return [LABELS & {*headings(figure)} for figure in columns(sketched(query))]

    assert labels("") == [LABELS, set(), set()]
    assert labels("labels=false") == [set()] * 3
    index, alibi, fire = columns(sketched("scheme=Index&scheme=ALiBi&scheme=FIRE"))
    assert {*headings(index)} >= LABELS
    assert {"each row is one query", "a flat line means equal drops"} <= {*headings(alibi)} - {*headings(fire)}
    # at this length a column of the picture is the mean of several positions
    assert "each column of colors is up to 128 positions" in headings(columns(sketched("n=131072&d=8"))[0])
    # beside no larger encoding, Learned has no separate scale, whose line would be in the way
    assert labels("scheme=Learned") == [LABELS]
    assert labels("scheme=Learned&scheme=Sinusoidal") == [set(), LABELS]


# Without vectors


def test_a_portrait_of_scores(sketched, columns):
    app = sketched("scheme=ALiBi&n=50&p=30&k=3&d=8")
    heatmap, loss, similarity, loss_here, seen_here = columns(app)[0]["data"]
    assert "✓ equal drops<br>✓ highest logit at itself" in headings(columns(app)[0])
    i, j = np.mgrid[:50, :50]
    np.testing.assert_allclose(heatmap["z"].reshape(50, 50), np.where(j <= i, (j - i) / 2, np.nan))
    assert (heatmap["zmin"], heatmap["zmax"]) == (-24.5, 24.5)
    assert loss["x"].tolist() == list(range(3, 50))
    np.testing.assert_allclose(loss["y"], 1.5)
    np.testing.assert_allclose(similarity["y"][:31], (np.arange(31) - 30) / 2)
    assert np.isnan(similarity["y"][31:]).all(), "a causal scheme hides later positions"
    assert (loss_here["x"], loss_here["y"].tolist(), seen_here["x"]) == ([30], [1.5], [30])
    eighth = columns(sketched("scheme=ALiBi&n=50&head=8"))[0]["data"][1]
    np.testing.assert_allclose(eighth["y"], 1 / 256)


def test_nats_are_on_no_scale_of_dot_products(sketched, columns):
    query = "scheme=Index&scheme=ALiBi&scheme=NoPE&n=40"
    index, alibi, nope = columns(sketched(query))
    (alone,) = columns(sketched("scheme=Index&n=40"))
    assert index["layout"]["yaxis2"]["range"] == alone["layout"]["yaxis2"]["range"]
    assert alibi["layout"]["yaxis2"]["range"] == nope["layout"]["yaxis2"]["range"] != index["layout"]["yaxis2"]["range"]


def test_scores_of_a_long_sequence(sketched, columns):
    app = sketched("n=131072&scheme=ALiBi&scheme=FIRE&p=100000&k=5")
    for figure, scheme in zip(columns(app), (ALiBi(), FIRE()), strict=True):
        heatmap, loss, similarity = figure["data"][:3]
        cells = heatmap["z"].reshape(512, 512)
        assert (heatmap["x0"], heatmap["dx"], heatmap["dy"]) == (0, 256, 256)
        expected = scheme.mean_logits(300 * 256, [200 * 256, 300 * 256], 64, heads=8)[0]
        assert cells[300, 200] == pytest.approx(expected[0] - expected[1], rel=1e-6)
        assert max(len(loss["x"]), len(similarity["x"])) <= 2048
        p = int(loss["x"][len(loss["x"]) // 2])
        own, back = scheme.mean_logits(p, [p, p - 5], 64, heads=8)[0]
        assert loss["y"][len(loss["x"]) // 2] == pytest.approx(own - back)
    assert "every 256 positions" in str(columns(app)[0]["layout"]["annotations"])


def test_the_file_has_the_curves_of_every_encoding_at_full_precision():
    study = links.study("scheme=ALiBi&scheme=Binary&scheme=Sinusoidal&n=20&k=2&p=7")
    table = figure_table(main_figures(study)).set_index("position p, from 0")
    assert table["ALiBi (head 1 of 8): drop in logit at offset 2, nats"].tolist()[2:] == [1.0] * 18
    vectors = Sinusoidal().encode(range(20), 32)
    np.testing.assert_allclose(
        table["Sinusoidal: similarity with position 7 (dot product)"], vectors @ vectors[7], rtol=0, atol=1e-13
    )
    files = ["figure.csv", "figure.html", "figure-online.html", "Binary.npy", "Sinusoidal.npy"]
    assert page_files("compare", study) == files, "a bias has no vectors"


def test_a_single_step_is_a_point(sketched, columns):
    app = sketched("n=60&k=59&scheme=Binary&scheme=Sinusoidal")
    for figure in columns(app):
        steps = figure["data"][1]
        assert len(steps["y"]) == 1
        assert "markers" in steps["mode"]


@pytest.mark.parametrize(("query", "axis"), [("n=2", "xaxis"), ("n=5", "xaxis"), ("d=2", "yaxis"), ("d=1", "yaxis")])
def test_few_positions_or_dimensions_have_whole_labels(sketched, columns, query, axis):
    for figure in columns(sketched(query)):
        assert figure["layout"][axis]["dtick"] == 1


def test_the_longest_sequence(sketched, columns):
    app = sketched("n=131072&d=8&p=62500&k=3&scheme=Sinusoidal&scheme=Binary&scheme=Normalized&scheme=Index")
    for figure, scheme in zip(columns(app), (Sinusoidal(), Binary(), Normalized(), Index()), strict=True):
        heatmap, steps, similarity = figure["data"][:3]
        assert heatmap["z"].shape == (8, 1024)
        block = scheme.encode(range(500 * 128, 501 * 128), 8, length=2**17).mean(axis=0)
        np.testing.assert_allclose(heatmap["z"][:, 500], block, atol=1e-6 * max(1, abs(block).max()))
        assert (heatmap["x0"], heatmap["dx"]) == (63.5, 128)
        assert "mean of up to 128 × 1 cells" in str(figure["layout"]["annotations"])
        whole = geometry.similarity(scheme, 62500, length=2**17, dim=8)
        assert len(similarity["x"]) <= 2048
        np.testing.assert_allclose(similarity["y"], whole[similarity["x"].astype(int)])
        assert (similarity["y"].min(), similarity["y"].max()) == (whole.min(), whole.max()), "every peak is drawn"
        assert steps["y"].max() == geometry.distances_at_offset(scheme, 3, length=2**17, dim=8).max()


ABLE = [name for name, scheme in SCHEMES.items() if "vectors" in scheme.abilities]


def test_a_measure_of_another_page_is_the_dot_product_here(opened, columns):
    app = opened("scheme=Binary&n=30&d=5&p=9&similarity=distance&measure=distance")
    assert app.text[0].value.startswith("The link sets measure = distance")
    table = Binary().encode(range(30), 5)
    np.testing.assert_allclose(columns(app)[0]["data"][2]["y"], table @ table[9])
    assert "similarity with position 9 (dot product)" in headings(columns(app)[0])


def test_undefined_numbers_are_named(sketched, columns):
    assert "undefined" in headings(columns(sketched("p=0&measure=cosine"))[1])
    assert "no two positions here are 1 apart" in headings(columns(sketched("n=1"))[0])


def test_one_portrait_a_scheme_in_the_order_chosen(sketched, columns):
    for names in (ABLE[:2], ABLE[::-1][:MAX_SCHEMES], ABLE[1::2]):
        app = sketched("&".join(f"scheme={name}" for name in names))
        assert [headings(figure)[0] for figure in columns(app)] == [*names]
        colors = [figure["data"][1]["line"]["color"] for figure in columns(app)]
        assert len(set(colors)) == len(names)
        assert colors == [scheme_color(list(SCHEMES).index(name)) for name in names], "a scheme keeps its color"


def test_formula_and_source_are_one_click_away(sketched):
    for scheme in (Sinusoidal(), Binary(), Normalized()):
        captions = text(sketched())
        assert scheme.source in captions
        assert scheme.summary() in captions


def test_encodings_without_hover_preview_are_named():
    def names(query):
        study, _ = links.study(query).shown_on("compare")
        return {statement.id: dict(statement.args)["schemes"] for statement in scores.hover_notes(study)}

    uneven = {"compare-logits-not-followed": ("FIRE",)}
    assert names("scheme=ALiBi&scheme=FIRE&n=128&FIRE.threshold=126") == uneven
    assert names("scheme=ALiBi&scheme=FIRE&scheme=T5&scheme=xPos&n=128&FIRE.threshold=127") == {}
    assert names("n=131072&d=8&scheme=Sinusoidal&scheme=Binary") == {"compare-not-followed": ("Binary",)}


def test_the_letters_of_a_formula_are_explained_for_this_formula():
    study = Study((), 128, 64, 40, 1)
    assert "N = 128" not in letters(SCHEMES["Fourier"](), study), "the N of a normal distribution is not a length"
    grid = letters(SCHEMES["Grid"](), study)
    assert "$i$ counts the waves of each axis, from 0." in grid
    assert "pairs of columns" not in grid


@pytest.mark.parametrize(("n", "d"), [(128, 64), (1, 1), (512, 384)])
def test_the_shown_part_of_a_trained_table_is_stated(n, d):
    _, claims = links.study(f"scheme=Learned&n={n}&d={d}").shown_on("compare")
    part = claim("shown-part", name="Learned", rows=512, width=384, length=n, dim=d)
    assert claims == ([] if (n, d) == (512, 384) else [part])


SOURCES = {
    "sentence": (5, 6, ["0.96"]),
    "original": (50, 128, []),
    "small": (4, 4, []),
    "sum": (64, 4, ["0.841", "0.995"]),
    "middle": (256, 128, []),
    "lengths": (10, 512, ["3.714", "6.967", "12.37"]),
}
"""Length and dimension of the figures of the source texts, and numbers that they print, by preset."""


@pytest.mark.parametrize("name", page.PRESETS)
def test_links_lead_to_the_figures_of_the_source_texts(sketched, name):
    where, _, query = page.PRESETS[name].partition("?")
    query += "I am a Robot" * (name == "sum")
    study, (length, dim, numbers) = links.study(query), SOURCES[name]
    assert (study.length, study.dim) == (length, dim)
    app = sketched(query, page=where)
    tables = [frame.value.to_string() for frame in (*app.dataframe, *app.table)]
    shown = "\n".join([text(app), *(element.proto.body for element in app.get("html")), *tables])
    assert not [number for number in numbers if number not in shown]
