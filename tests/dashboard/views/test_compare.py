"""The Compare page in every state that a link can ask for."""

import csv
import io
import re
from itertools import pairwise
from urllib.parse import urlencode

import numpy as np
import pytest

from dashboard.charts.style import scheme_color, scheme_style
from dashboard.controls import links
from dashboard.parameters import MAX_SCHEMES
from dashboard.study import Study
from dashboard.views.compare import words
from dashboard.views.compare.compare import both
from dashboard.views.measurements import STILL
from posenc_core import FIRE, SCHEMES, ALiBi, Binary, Index, Normalized, Sinusoidal, geometry
from tests.dashboard.conftest import text


def said_of_encodings(query: str) -> str:
    study, _ = links.study(query).shown_on("compare")
    return words.encodings(both(study)[0], study)


def test_first_visit(opened, figures):
    app = opened()
    assert not app.exception
    assert [heading.value for heading in app.main.header] == ["Sinusoidal", "Binary", "Normalized", "In figures"]
    sinusoidal, binary, normalized = (scheme().encode(range(128), 64) for scheme in (Sinusoidal, Binary, Normalized))
    for figure, table in zip(figures(app), (sinusoidal, binary, normalized), strict=True):
        heatmap, steps, similarity, step_here, similar_here = figure["data"]
        np.testing.assert_array_equal(heatmap["z"], table.T.astype(np.float32))
        assert (heatmap["zmin"], heatmap["zmax"]) == (-1, 1)
        np.testing.assert_allclose(steps["y"], geometry.distances_at_offset(table, 1))
        np.testing.assert_allclose(similarity["y"], table @ table[40])
        assert step_here["x"] == similar_here["x"] == [40]
        assert {shape["x0"] for shape in figure["layout"]["shapes"]} == {40}
        assert figure["layout"]["yaxis"]["range"] == [63.5, -0.5], "dimension 0 is on top"
    shown = text(app)
    assert f"{words.opening(links.study(''))} Move over a chart" in shown
    assert (
        "**Encoding.** In Sinusoidal, 51 of 64 dimensions change, 13 hardly. "
        "In Binary, 7 of 64 dimensions change, 57 stay at 0. "
        "In Normalized, all dimensions are equal."
    ) in shown
    assert (
        "One step is equally long everywhere in Sinusoidal and Normalized. "
        "In Binary, the step 63 → 64 is 2.65 times as long as 0 → 1."
    ) in shown
    assert "Position 40 is most similar to itself in Sinusoidal." in shown


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=Sinusoidal", "In Sinusoidal, 51 of 64 dimensions change, 13 hardly."),
        ("scheme=Sinusoidal&scheme=RoPE", "In Sinusoidal and RoPE, 51 of 64 dimensions change, 13 hardly."),
        ("scheme=Sinusoidal&n=4096", "In Sinusoidal, all 64 dimensions change."),
        ("scheme=Sinusoidal&d=2", "In Sinusoidal, both dimensions change."),
        ("scheme=Sinusoidal&d=4&n=4096&Sinusoidal.base=10", "In Sinusoidal, all 4 dimensions change."),
        ("scheme=Index&d=2", "In Index, both dimensions are equal."),
        ("scheme=Binary&n=1&d=2", "A sequence of one position has one vector a scheme."),
        ("scheme=Binary&n=2&d=2", "In Binary, 1 of 2 dimensions changes, 1 stays at 0."),
        (
            "scheme=Sinusoidal&n=128&d=4&Sinusoidal.base=1e300",
            "In Sinusoidal, 2 of 4 dimensions change, 2 hardly.",
        ),
        (
            "scheme=Sinusoidal&n=128&d=3&Sinusoidal.base=1e300",
            "In Sinusoidal, 2 of 3 dimensions change, 1 hardly.",
        ),
        ("scheme=Sinusoidal&n=9&d=1", "In Sinusoidal, the only dimension changes."),
        ("scheme=Binary&n=2", "In Binary, 1 of 64 dimensions changes, 63 stay at 0."),
        ("scheme=Binary&n=8&d=4", "In Binary, 3 of 4 dimensions change, 1 stays at 0."),
        ("scheme=Binary&Binary.values=-1/1", "In Binary, 7 of 64 dimensions change, 57 stay at −1."),
        ("scheme=Index&n=1048576&d=8", "In Index, all 8 dimensions change."),
        ("scheme=Index&Index.spread=one column", "In Index, 1 of 64 dimensions changes, 63 stay at 0."),
        ("n=1", "A sequence of one position has one vector a scheme."),
    ],
)
def test_how_many_columns_move(query, said):
    assert said_of_encodings(query).startswith(said)


@pytest.mark.parametrize(("length", "dim"), [(128, 64), (50, 128), (100, 512), (2049, 7), (5000, 512)])
def test_columns_that_move_are_those_of_the_other_pages(length, dim):
    moving = int((Sinusoidal().encode(range(length), dim).std(axis=0) >= STILL).sum())
    said = f"{moving} of {dim}" if moving < dim else f"all {dim}"
    assert f"In Sinusoidal, {said} dimensions change" in said_of_encodings(f"scheme=Sinusoidal&n={length}&d={dim}")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            "",
            "Normalized writes one number into 64 dimensions: where it grows by 0.00787, the step of the vector is √64",
        ),
        ("scheme=Index", "where it grows by 1, the step of the vector is √64 = 8 times as long."),
        ("scheme=Index&d=2", "where it grows by 1, the step of the vector is √2 ≈ 1.41 times as long."),
        ("scheme=Normalized&d=63", "where it grows by 0.00787, the step of the vector is √63 ≈ 7.94 times as long."),
        ("scheme=Index&k=3", "where it grows by 3, the step of the vector is √64 = 8 times as long."),
        ("scheme=Index&d=1", ""),
        ("scheme=Index&n=1", ""),
        ("scheme=Index&Index.spread=one column", ""),
        ("scheme=Sinusoidal&scheme=Binary", ""),
    ],
)
def test_a_step_of_a_repeated_number_is_explained(sketched, query, said):
    shown = text(sketched(query))
    assert said in shown if said else "writes one number" not in shown


def test_rounding_is_no_number_on_the_page(sketched):
    for query in ("", "n=1024&d=512", "scheme=Index&scheme=Normalized&n=700"):
        table = sketched(query).table[0].value
        spreads = table.loc[["Spread of the step", "Spread of the norm"]]
        assert not re.search(r"10⁻|e-", spreads.to_string())


def test_letters_of_a_formula_are_sentences(sketched):
    assert (
        "p is the position. i counts pairs of columns, from 0. d = 64 is the number of columns. B = 10,000 is the base."
    ) in text(sketched("scheme=Sinusoidal", unfolded="formula Sinusoidal"))


def test_portraits_share_their_scales_until_told_otherwise(opened, figures):
    def ranges(app, axis):
        return {tuple(figure["layout"][axis]["range"]) for figure in figures(app)}

    app = opened()
    for axis in ("yaxis2", "yaxis3", "xaxis"):
        assert len(ranges(app, axis)) == 1
    app.toggle(key="own").set_value(True).run()
    for axis in ("yaxis2", "yaxis3"):
        assert len(ranges(app, axis)) == 3
    assert len(ranges(app, "xaxis")) == 1


def test_every_curve_lies_within_its_axes(sketched, figures):
    for query in ("", "own=true", "scheme=Index&scheme=Sinusoidal", "n=1", "n=2&d=1", "similarity=cosine"):
        for figure in figures(sketched(query)):
            for trace in figure["data"][1:3]:
                low, high = figure["layout"][trace["yaxis"].replace("y", "yaxis")]["range"]
                finite = trace["y"][np.isfinite(trace["y"])]
                assert ((low <= finite) & (finite <= high)).all()


def test_colours_are_explained_once_and_index_has_its_own(sketched, figures):
    app = sketched("scheme=Index&scheme=Binary&scheme=Sinusoidal")
    heatmaps = [figure["data"][0] for figure in figures(app)]
    assert [(h["zmin"], h["zmax"], h["showscale"]) for h in heatmaps] == [
        (-127, 127, True), (-1, 1, True), (-1, 1, False),
    ]  # fmt: skip
    assert "Index reaches 127 and has a colour scale of its own." in text(app)
    assert (
        "Beside Index, the line of the similarity looks flat in Binary and Sinusoidal: “Own scales” shows its shape."
    ) in text(app)
    assert "Beside Index" not in text(sketched("scheme=Index&scheme=Binary&own=true"))
    assert "colour scale" not in text(sketched())


@pytest.mark.parametrize(
    ("query", "flat"),
    [
        ("n=1025", ""),
        ("n=512", ""),
        ("scheme=Index&scheme=Normalized", "Beside Index, the line of the similarity looks flat in Normalized"),
        ("scheme=Index&scheme=Normalized&k=127", "Beside Index, the line of the similarity looks flat in Normalized"),
        ("scheme=Index&scheme=Normalized&k=126", "Beside Index, the line of the similarity looks flat in Normalized"),
        ("scheme=Index&scheme=Binary&d=512&k=60", "Beside Index, the line of the step looks flat in Binary"),
    ],
)
def test_a_line_that_is_flat_has_no_shape_to_show(sketched, query, flat):
    shown = text(sketched(query))
    assert flat in shown
    assert ("shows its shape" in shown) == bool(flat)
    assert ("line of the step" in shown) == ("of the step" in flat)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "A scheme of positional encoding makes a vector, {} for each position, and adds it to the token."),
        ("scheme=RoPE", "A scheme of positional encoding makes a vector, {} for each position."),
        (
            "scheme=RoPE&scheme=Binary",
            "A scheme of positional encoding makes a vector, {} for each position; in Binary it is added to the token.",
        ),
        (
            "scheme=RoPE&scheme=ALiBi",
            "RoPE makes a vector, {} for each position. A score says how much one token attends to another. "
            "ALiBi adds to the scores and has no vectors.",
        ),
        (
            "scheme=ALiBi&scheme=Binary&scheme=Index",
            "Binary and Index make a vector, {} for each position, and add it to the token. A score says how much one "
            "token attends to another. ALiBi adds to the scores and has no vectors.",
        ),
        (
            "scheme=ALiBi&scheme=NoPE",
            "does not see their order. A score says how much one token attends to another. "
            "ALiBi adds to the scores and has no vectors. NoPE adds nothing to scores and has no vectors.",
        ),
    ],
)
def test_the_first_line_is_true_of_every_family(query, said):
    assert words.opening(links.study(query)).endswith(said.format("a list of 64 numbers,"))


# Without vectors


def test_a_portrait_of_scores(sketched, figures):
    app = sketched("scheme=ALiBi&n=50&p=30&k=3&d=8")
    heatmap, loss, seen, loss_here, seen_here = figures(app)[0]["data"]
    i, j = np.mgrid[:50, :50]
    np.testing.assert_allclose(heatmap["z"].reshape(50, 50), np.where(j <= i, (j - i) / 2, np.nan))
    assert (heatmap["zmin"], heatmap["zmax"]) == (-24.5, 24.5)
    assert loss["x"].tolist() == list(range(3, 50))
    np.testing.assert_allclose(loss["y"], 1.5)
    np.testing.assert_allclose(seen["y"][:31], (np.arange(31) - 30) / 2)
    assert np.isnan(seen["y"][31:]).all(), "a causal scheme does not look ahead"
    assert (loss_here["x"], loss_here["y"].tolist(), seen_here["x"]) == ([30], [1.5], [30])
    assert "score from position 30, nats" in [note["text"] for note in figures(app)[0]["layout"]["annotations"]]
    assert (
        "**Scores.** Beside a position's own, the key 3 tokens back scores 1.5 nats less in ALiBi (head 1 of 8). "
        "Beside position 30's own, the others score up to 15 nats less in ALiBi (head 1 of 8). "
        "ALiBi does not look ahead: later keys are empty."
    ) in text(app)
    assert "Similarity, by" not in text(app)
    assert "one nat less is 0.368 times the attention" in text(app)
    eighth = figures(sketched("scheme=ALiBi&n=50&head=8"))[0]["data"][1]
    np.testing.assert_allclose(eighth["y"], 1 / 256)


def test_nats_are_on_no_scale_of_dot_products(sketched, figures):
    query = "scheme=Index&scheme=ALiBi&scheme=NoPE&scheme=Binary&n=40"
    index, alibi, nope, binary = figures(sketched(query))
    alone = figures(sketched("scheme=Index&scheme=Binary&n=40"))
    for axis in ("yaxis2", "yaxis3"):
        assert index["layout"][axis]["range"] == binary["layout"][axis]["range"] == alone[0]["layout"][axis]["range"]
        assert alibi["layout"][axis]["range"] == nope["layout"][axis]["range"] != index["layout"][axis]["range"]
    shown = text(sketched(query))
    assert "Nats have a scale of their own, not that of distances and dot products." in shown
    assert "scores 0.5 nats less in ALiBi (head 1 of 8) and the same in NoPE." in shown
    assert "the others score up to 19.5 nats less in ALiBi (head 1 of 8) and the same in NoPE." in shown
    own = figures(sketched(f"{query}&own=true"))
    assert own[1]["layout"]["yaxis3"]["range"] != own[2]["layout"]["yaxis3"]["range"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=ALiBi&n=1", "**Scores.** A sequence of one position has only the score of itself."),
        ("scheme=NoPE&p=0&n=9", "Position 0 sees only itself in NoPE."),
        (
            "scheme=ALiBi&ALiBi.direction=symmetric&n=9&p=8",
            "the others score up to 4 nats less in ALiBi (head 1 of 8).",
        ),
        (
            "scheme=FIRE&FIRE.threshold=2&n=9",
            "In FIRE, the key 1 token back scores 0.523 (seen from position 1) to 0.162 nats less (from 8).",
        ),
    ],
)
def test_words_of_scores_are_true_at_edges(sketched, query, said):
    app = sketched(query)
    assert said in text(app)
    assert ("does not look ahead" in text(app)) == ("symmetric" not in query and "n=1" not in query)


def test_scores_of_a_long_sequence(sketched, figures):
    app = sketched("n=131072&scheme=ALiBi&scheme=FIRE&p=100000&k=5")
    for figure, scheme in zip(figures(app), (ALiBi(), FIRE()), strict=True):
        heatmap, loss, seen = figure["data"][:3]
        cells = heatmap["z"].reshape(512, 512)
        assert (heatmap["x0"], heatmap["dx"], heatmap["dy"]) == (0, 256, 256)
        expected = scheme.mean_logits(300 * 256, [200 * 256, 300 * 256], 64, heads=8)[0]
        assert cells[300, 200] == pytest.approx(expected[0] - expected[1], rel=1e-6)
        assert max(len(loss["x"]), len(seen["x"])) <= 2048
        p = int(loss["x"][len(loss["x"]) // 2])
        own, back = scheme.mean_logits(p, [p, p - 5], 64, heads=8)[0]
        assert loss["y"][len(loss["x"]) // 2] == pytest.approx(own - back)
    assert "every 256th" in str(figures(app)[0]["layout"]["annotations"])


def test_figures_and_files_of_scores(sketched):
    app = sketched("scheme=ALiBi&scheme=Binary&n=20&k=2", unfolded="takeaway")
    vectors, scores = (table.value for table in app.table)
    assert [*vectors.columns] == ["Binary"]
    assert [*scores["ALiBi (head 1 of 8)"]] == ["1", "0", "−9.5"]
    from dashboard.views.compare import tables

    study = app.session_state["study"]
    written = tables.written(study).set_index("scheme")
    assert written.loc["ALiBi (head 1 of 8)", "mean_loss_nats"] == 1
    assert np.isnan(written.loc["Binary", "mean_loss_nats"])
    curves = tables.curves(study)
    assert curves["ALiBi (head 1 of 8) loss, nats"].tolist()[2:] == [1.0] * 18
    from dashboard.views import files

    assert files.names("compare", study) == ["figures.csv", "curves.csv", "Binary.npy"], "a bias has no matrix"


def test_letters_of_a_bias(sketched):
    shown = text(sketched("scheme=ALiBi", unfolded="formula ALiBi"))
    assert (
        "h is the head, from 1. H = 8 is the number of heads here. i is the position of the query. j is that" in shown
    )
    assert "pairs of columns" not in shown


@pytest.mark.parametrize("measure", ["dot", "cosine", "min-max"])
def test_the_measure_is_named_on_the_axis(sketched, figures, measure):
    app = sketched(f"similarity={measure}&p=3")
    words = {"dot": "dot product", "cosine": "cosine", "min-max": "min-max of the dot product"}[measure]
    for figure, scheme in zip(figures(app), (Sinusoidal(), Binary(), Normalized()), strict=True):
        assert f"{words} with position 3" in [note["text"] for note in figure["layout"]["annotations"]]
        table = scheme.encode(range(128), 64)
        np.testing.assert_allclose(figure["data"][2]["y"], geometry.similarity(table, 3, kind=measure))
    assert f"**Similarity, by {words}.** " in text(app)


def test_a_single_step_is_a_point_and_said_to_be_the_only_one(sketched, figures):
    app = sketched("n=60&k=59&scheme=Binary&scheme=Sinusoidal")
    for figure in figures(app):
        steps = figure["data"][1]
        assert len(steps["y"]) == 1
        assert "markers" in steps["mode"]
    assert "There is only one step of k = 59 to look at, 0 → 59." in text(app)


@pytest.mark.parametrize(("query", "axis"), [("n=2", "xaxis"), ("n=5", "xaxis"), ("d=2", "yaxis"), ("d=1", "yaxis")])
def test_few_positions_or_dimensions_have_whole_labels(sketched, figures, query, axis):
    for figure in figures(sketched(query)):
        assert figure["layout"][axis]["dtick"] == 1


def test_a_million_positions(sketched, figures):
    app = sketched("n=1048576&d=512&p=500000&k=3&scheme=Sinusoidal&scheme=Binary&scheme=Normalized&scheme=Index")
    for figure, scheme in zip(figures(app), (Sinusoidal(), Binary(), Normalized(), Index()), strict=True):
        heatmap, steps, similarity = figure["data"][:3]
        assert heatmap["z"].shape == (512, 1024)
        block = scheme.encode(range(500 * 1024, 501 * 1024), 512, length=2**20).mean(axis=0)
        np.testing.assert_allclose(heatmap["z"][:, 500], block, atol=1e-6 * max(1, abs(block).max()))
        assert heatmap["x0"] == 511.5
        assert heatmap["dx"] == 1024
        assert "mean of up to 1024 × 1 cells" in str(figure["layout"]["annotations"])
        whole = geometry.similarity(scheme, 500000, 2**20, 512)
        assert len(similarity["x"]) <= 2048
        np.testing.assert_allclose(similarity["y"], whole[similarity["x"].astype(int)])
        assert (similarity["y"].min(), similarity["y"].max()) == (whole.min(), whole.max()), "no peak is hidden"
        assert steps["y"].max() == geometry.distances_at_offset(scheme, 3, 2**20, 512).max()
    shown = text(app)
    assert (
        "Each matrix has 536,870,912 numbers. A cell of the heatmaps is the mean of up to 1,024 × 1 numbers." in shown
    )
    assert "dimensions change" not in shown


def test_a_stretch_of_a_long_sequence_shows_exact_cells(sketched, figures):
    app = sketched("n=20000&d=8&p=15000&from=14900&to=15100&scheme=Sinusoidal&scheme=Binary")
    for figure, scheme in zip(figures(app), (Sinusoidal(), Binary()), strict=True):
        heatmap = figure["data"][0]
        table = scheme.encode(range(14900, 15101), 8, length=20000)
        np.testing.assert_array_equal(heatmap["z"], table.T.astype(np.float32))
        assert (heatmap["x0"], heatmap["dx"]) == (14900, 1)
        assert figure["layout"]["xaxis"]["range"] == [14899.5, 15100.5]


def test_the_widest_matrix(sketched, figures):
    app = sketched("n=1048576&d=4095&p=7&scheme=Sinusoidal")
    assert figures(app)[0]["data"][0]["z"].shape == (512, 1024)
    assert "mean of up to 1,024 × 8 numbers" in text(app)


def test_a_long_sequence_of_few_bits_says_where_it_repeats(sketched):
    assert "Binary repeats itself: position 1048576" not in text(sketched("n=1048576&d=512&scheme=Binary"))
    assert "position 64 has the vector of position 0" in text(sketched("n=5000&d=6&scheme=Binary"))


ABLE = [name for name, scheme in SCHEMES.items() if "vectors" in scheme.abilities]


@pytest.mark.parametrize("name", ABLE)
def test_every_choice_of_every_parameter(sketched, figures, name):
    for parameter in SCHEMES[name].parameters():
        for value in parameter.domain.samples:
            app = sketched(
                "n=20&d=8&" + urlencode({"scheme": name, f"{name}.{parameter.name}": value}), unfolded=f"formula {name}"
            )
            table = SCHEMES[name](**{parameter.name: value}).encode(range(20), 8)
            np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], table.T.astype(np.float32))
            assert SCHEMES[name](**{parameter.name: value}).formula in [latex.value.strip("$\n") for latex in app.latex]


def test_undefined_is_said(sketched, figures):
    app = sketched("p=0&similarity=cosine")
    assert "Nothing can be said of it in Binary and Normalized: its vector is zero." in text(app)
    assert "undefined here" in str(figures(app)[1]["layout"]["annotations"])
    app = sketched("p=0&similarity=min-max")
    assert "Nothing can be said of it in Binary and Normalized: its vector is zero." in text(app)
    app = sketched("n=1")
    assert "A sequence of one position has no steps." in text(app)
    assert "no position k tokens on" in str(figures(app)[0]["layout"]["annotations"])


def test_binary_says_where_it_repeats(sketched):
    assert "position 16 has the vector of position 0" in text(sketched("scheme=Binary&n=20&d=4"))
    assert "repeats itself" not in text(sketched("scheme=Binary&n=16&d=4"))


def test_one_portrait_a_scheme_in_the_order_chosen(sketched, figures):
    for names in (ABLE[:2], ABLE[::-1][:MAX_SCHEMES], ABLE[1::2]):
        app = sketched("&".join(f"scheme={name}" for name in names))
        assert [heading.value for heading in app.main.header] == [*names, "In figures"]
        colors = [figure["data"][1]["line"]["color"] for figure in figures(app)]
        assert len(set(colors)) == len(names)
        assert colors == [scheme_color(list(SCHEMES).index(name)) for name in names], "a scheme keeps its colour"


def test_no_two_schemes_share_colour_and_dash():
    styles = [scheme_style(place) for place in range(64)]
    assert len(set(styles)) == 64
    assert len({color for color, _ in styles[:8]}) == len({dash for _, dash in styles[:8]}) == 8


def test_table_of_figures_and_its_csv(sketched):
    table = sketched("scheme=Sinusoidal&scheme=Index&n=5&d=6&Sinusoidal.layout=concatenated").table[0].value
    assert [*table["Sinusoidal"]] == ["1", "0.96", "0", "0", "100 %"]
    assert [*table["Index"]] == ["4", "2.45", "0", f"{np.std(range(5)) / 2:.3g}", "20 %"]
    from dashboard.study import Study
    from dashboard.views.compare import tables
    from dashboard.views.compare.numbers import portrait

    study = Study((Sinusoidal(layout="concatenated"), Index()), 5, 6, 0, 1)
    written = tables.summary([portrait(scheme, study) for scheme in study.schemes]).to_csv(index=False)
    rows = list(csv.DictReader(io.StringIO(written)))
    assert [row["scheme"] for row in rows] == ["Sinusoidal", "Index"]
    assert float(rows[0]["mean_step"]) == pytest.approx(0.9599760819, abs=5e-11), "every digit goes into the file"


def test_formula_and_source_are_one_click_away(sketched):
    for scheme in (Sinusoidal(), Binary(), Normalized()):
        captions = text(sketched(unfolded=f"formula {scheme.name}"))
        assert scheme.source in captions
        assert scheme.summary() in captions


def test_neighbouring_runs_agree(sketched, figures):
    """What is cached for one state of the page must not leak into another."""
    states = ["n=20", "n=20&d=6", "n=20&d=6&p=3", "n=20&d=6&p=3&k=2", "n=20&d=6&p=3&k=2&Sinusoidal.base=50"]
    seen = [figures(sketched(query))[0]["data"] for query in states]
    for before, after in pairwise(seen):
        assert any(
            not np.array_equal(before[i].get(axis), after[i].get(axis)) for i in (0, 1, 2) for axis in ("y", "z")
        )


@pytest.mark.parametrize("page", ["compare", "similarity"])
def test_what_no_pointer_follows_is_said(sketched, page):
    said = "No curve follows the pointer in FIRE: the offset alone does not give the scores there."
    assert said in text(sketched("scheme=ALiBi&scheme=FIRE&FIRE.threshold=126", page))
    assert "follows the pointer" not in text(sketched("scheme=FIRE&FIRE.threshold=127", page))
    assert "follows the pointer" not in text(sketched("scheme=ALiBi&scheme=T5&scheme=xPos", page))


def test_the_letters_of_a_formula_are_what_they_stand_for_there():
    study = Study((), 128, 64, 40, 1)
    assert "N = 128" not in words.symbols(SCHEMES["Fourier"](), study), "the N of a normal distribution is no length"
    grid = words.symbols(SCHEMES["Grid"](), study)
    assert "$i$ counts the waves of each axis, from 0." in grid
    assert "pairs of columns" not in grid


@pytest.mark.parametrize(
    ("n", "d", "said"),
    [
        (128, 64, "these are its first 128 positions and first 64 columns."),
        (1, 64, "these are its first position and first 64 columns."),
        (2, 1, "these are its first 2 positions and first column."),
        (1, 1, "this is its first number."),
    ],
)
def test_which_part_of_a_trained_table_is_shown(sketched, n, d, said):
    assert f"384 columns: {said}" in text(sketched(f"scheme=Learned&n={n}&d={d}"))
