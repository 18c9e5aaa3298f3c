"""Every page, with every scheme, at every edge: it says something and draws something, and nothing breaks."""

import re
import subprocess
import sys
from html import escape, unescape
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, islice
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pytest

from dashboard.controls import links
from dashboard.pages import PAGES as NEEDS
from dashboard.parameters import MAX_SCHEMES, OPTIONS
from dashboard.views import files, measurements
from dashboard.views.equidistance.numbers import offset_distances
from dashboard.views.experiments.cards import EXPERIMENTS
from dashboard.views.shift.numbers import move as moved
from dashboard.views.trajectory.numbers import components
from posenc_core import SCHEMES, Binary, Index, Normalized, Sinusoidal, Text, geometry, shift
from posenc_core.criteria import CRITERIA
from tests.dashboard.conftest import PAGES, handle, text

EDGES = {
    "as it opens": "",
    "one position": "n=1",
    "one dimension": "d=1",
    "odd dimension": "d=7&n=20",
    "last position": "n=50&p=49&k=49",
    "far offset": "n=50&k=40",
    "binary wraps": "n=64&d=4",
    "constant": "n=20&p=0&similarity=cosine",
    "more than fits": "n=1048576&d=512",
    "wide": "n=3&d=4096",
    "largest base": "Sinusoidal.base=1e300&RoPE.base=1e300&n=20",
    "two positions": "n=2&p=1",
    "all pairs": "n=1024&d=512&p=1023&k=1023",
    "constant row": "p=0&similarity=min-max",
    "own scales": "own=true&n=3",
}
PAIRED = [
    (page, edge, name)
    for row, page in enumerate(page for page in PAGES if page != "experiments")
    for _, edge, name in zip(
        range(max(len(EDGES), len(SCHEMES))), cycle(EDGES), islice(cycle(SCHEMES), row, None), strict=False
    )
]
"""Every page with every edge, every page with every scheme, every scheme with every edge; not all three at once."""


def test_every_pair_of_page_edge_and_scheme_is_tried():
    pages, schemes = len(PAGES) - 1, len(SCHEMES)
    assert len({(page, edge) for page, edge, _ in PAIRED}) == pages * len(EDGES)
    assert len({(page, scheme) for page, _, scheme in PAIRED}) == pages * schemes
    assert len({(edge, scheme) for _, edge, scheme in PAIRED}) >= len(EDGES) * min(schemes, pages)


def check(app, figures):
    """It says something and draws something, and none of it is a slip."""
    assert not app.exception
    assert not app.error
    assert app.title[0].value.endswith("?")
    shown = text(app)
    assert not re.search(r"\b(nan|inf|None)\b", shown), shown
    for figure in figures(app):
        assert figure["data"]
    for drawn in app.get("plotly_chart"):
        assert len(drawn.proto.alt) > 20
    assert any(expander.label.startswith("Take it along") for expander in app.expander)


@pytest.mark.parametrize(("page", "edge", "name"), PAIRED)
def test_every_page_with_every_scheme_and_every_edge(opened, figures, page, edge, name):
    app = opened(f"scheme={name}&{EDGES[edge]}", page=page)
    study = links.study(EDGES[edge])
    if reason := study.known[name].lacks(NEEDS[page], study.length, study.dim):
        assert not app.exception
        assert f"{reason} It is not shown on this page." in text(app)
        assert "Choose another scheme" in app.info[0].value
    else:
        check(app, figures)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_with_six_schemes_together(opened, figures, page):
    for names in (list(SCHEMES)[:MAX_SCHEMES], list(SCHEMES)[-MAX_SCHEMES:]):
        app = opened("&".join(f"scheme={name}" for name in names) + "&n=30&d=8", page=page)
        assert not app.exception
        assert not re.search(r"\b(nan|inf|None)\b", text(app))
        lines = {caption.value for caption in app.caption}
        for name in names:
            left_out = NEEDS[page] and SCHEMES[name]().lacks(NEEDS[page], 30, 8)
            assert (f"{left_out} It is not shown on this page." in lines) == bool(left_out)


def test_a_scheme_that_is_added_to_the_registry_is_on_every_page():
    subprocess.run([sys.executable, "-m", "tests.dashboard.own_scheme"], check=True, capture_output=True, timeout=100)


CONTEXT = {"z": {"space": "3-D"}, "mask": {"pad": 9}, "known": {"text": "a b b"}}
"""What has to be so for an option to matter."""


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_choice_of_every_option_changes_its_pages_and_breaks_none(opened, option):
    values = list(option.domain.samples)
    if isinstance(option.domain, Text):
        values = ["", "1-2"] if option.domain.longest < 100 else ["", "a b a"]
    for page in option.pages:
        seen = set()
        for value in values:
            app = opened(urlencode({option.key: value} | CONTEXT.get(option.key, {})), page=page)
            assert not app.exception, (page, value)
            assert not [line for line in app.text if line.value.startswith("The link")], (page, value)
            charts = tuple(chart.proto.spec for chart in app.get("plotly_chart"))
            seen.add((text(app), charts, tuple(frame.value.to_csv() for frame in app.dataframe)))
        assert len(seen) == len(values), f"{option.key} does nothing on {page}"


NOTES = {
    page: import_module(f"dashboard.views.{page}.notes").NOTES
    for page in PAGES
    if find_spec(f"dashboard.views.{page}.notes")
}


@pytest.mark.parametrize("page", NOTES)
def test_a_page_corrects_what_is_often_said(opened, page):
    labels = [expander.label for expander in opened(page=page).expander]
    for note in NOTES[page]:
        assert f"“{note().said}”" in labels
        assert re.search(r"\d", note().fact)


NUMBERS = {
    "_bits_count_positions": ["8 positions"],
    "_pairs_count_half": ["0 to 63"],
    "_equal_pictures_prove_little": ["e−06 for 100 × 512"],
    "_smooth_between_integers": ["0.9586", "by 1."],
    "_equal_at_one_offset": ["0.9600, 1.6855, 1.9998, 1.8280", "2.5392, 1.5795, 1.0003, 1.3291"],
    "_pairs_make_it_equal": ["e−15"],
    "_increments_grow_again": ["3.714, 3.252, 2.441, 1.484, 0.633, 0.116, 0.033, 0.246, 0.454, 0.450:", "at k = 8",
                               "from k = 43 to 44, 15.5719 to 15.5711"],
    "_normalized_moves_with_the_length": ["0.091 among 12", "0.018 among 56", "5 times", "0.502"],
    "_equal_is_not_independent": ["0.846"],
    "_one_and_zero_need_a_scale": ["0.333 to 1", "at position 0", "0.769", "0.114"],
    "_not_all_the_way_down": ["47 of the 127", "k = 11 to 12, 0.66163 to 0.66221"],
    "_base_is_no_length": ["628", "47,117", "60,611", "62,832", "7.80", "23.34", "1.47 and 3.71", "k = 1 comes"],
    "_every_base_is_length_free": ["largest change is 0.", "1.952"],
    "_both_signs_are_right": ["0.888", "e−1"],
    "_sines_alone": ["1.3e−07", "42 of 40,000", "0.139", "0.137", "0.47"],
    "_one_step_is_large": ["57.3°", "0.970"],
    "_odd_dimensions_wobble": ["1 to 1.3398 at d = 3", "1.4142 to 1.4493 at d = 5", "5.5678 to 5.5681 at d = 63"],
    "_old_drawing_code": ["79.4 turns", "0.8796"],
    "_bits_need_a_fixed_width": ["7 of the 8", "first, 0."],
    "_five_conditions_do_not_decide": ["value is 1,", "e−15", "after k = 37", "after k = 5"],
    "_scale_is_the_matter": ["−37.3 dB", "+3.0 dB"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    every = [note for found in NOTES.values() for note in found]
    assert {note.__name__ for note in every} == set(NUMBERS)
    for note in every:
        for number in NUMBERS[note.__name__]:
            assert number in note().fact, note.__name__


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.title)
def test_an_experiment_opens_its_page_with_its_parameters(opened, experiment):
    cards = [card.proto.body for card in opened(page="experiments").get("html")]
    assert any(f'href="{escape(experiment.link)}"' in card for card in cards)
    page, _, query = experiment.link.partition("?")
    app = opened(query, page=page)
    assert not app.exception
    assert not [line for line in app.text if line.value.startswith("The link")]
    for key, value in experiment.query.items():
        assert app.session_state[key] == value


def everything(app, figures) -> set[float]:
    """All numbers that a page shows: in its words, its tables and its figures."""
    words = text(app) + "".join(frame.value.to_csv(sep=" ") for frame in app.dataframe)
    found = {float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", words)}
    for figure in figures(app):
        for trace in figure["data"]:
            for name in {"x", "y", "z", "customdata"} & set(trace):
                found |= set(np.abs(np.asarray(trace[name], float)).ravel().tolist())
    return found


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.title)
def test_an_experiment_shows_every_number_that_its_card_states(opened, figures, experiment):
    page, _, query = experiment.link.partition("?")
    shown = np.array(sorted(everything(opened(query, page=page), figures)))
    shown = shown[np.isfinite(shown)]
    for number in re.findall(r"\d[\d,]*\.?\d*", experiment.see().rstrip(".")):
        value, decimals = float(number.replace(",", "")), len(number.rstrip(".").partition(".")[2])
        if value in ELSEWHERE.get(experiment.title, ()):
            continue
        assert np.abs(shown - value).min() <= 0.51 * 10**-decimals, f"{number} is not on the page"


ELSEWHERE = {"Around position 128": (0.333,)}
"""What a card says of another measure than the one that its page opens with."""


def test_the_other_measure_of_a_card(opened, figures):
    found = figures(opened("scheme=Sinusoidal&n=256&d=128&p=128&similarity=cosine", page="similarity"))
    assert found[0]["data"][0]["y"].min() == pytest.approx(0.333, abs=5e-4)


def test_experiments_whose_numbers_stand_in_pictures_and_tables(opened, figures):
    found = {experiment.title: experiment for experiment in EXPERIMENTS}

    def page(title):
        return opened(urlencode(found[title].query, doseq=True), page=found[title].page)

    matrix, bars = figures(page("A table to eight digits"))[:2]
    np.testing.assert_allclose(bars["data"][0]["y"], [0.84147098, 0.54030231, 0.09983342, 0.99500417], atol=5e-9)
    np.testing.assert_allclose(matrix["data"][0]["z"][1], bars["data"][0]["y"], atol=1e-7)
    for title, pair, waves in (("Curves 4 to 7", 2, (39.6, 99.6)), ("Curves 6 to 9, and bits", 3, (35.3, 62.8))):
        ruler = figures(page(title))[3]["data"]
        wavelength = dict(
            zip([*ruler[0]["customdata"], *ruler[1]["customdata"]], [*ruler[0]["x"], *ruler[1]["x"]], strict=True)
        )
        assert [round(wavelength[pair + i], 1) for i in (0, 1)] == list(waves)
        assert all(str(wave) in found[title].see() for wave in waves)
    woven, split = (figures(page(title))[0]["data"][0]["z"] for title in ("Woven", "Split in half"))
    np.testing.assert_allclose(woven[1, :4], [0.841471, 0.540302, 0.681561, 0.731761], atol=5e-7)
    assert split[19, 255] == pytest.approx(0.00197, abs=5e-6)
    lengths = page("Two sentences, 12 and 56 tokens").dataframe[0].value.set_index(["scheme", "k"])
    assert lengths.loc[("Normalized", 1), ["first", "second"]].round(3).tolist() == [0.091, 0.018]
    for k, distance in {1: 3.714, 2: 6.967, 9: 12.373, 5: 11.524}.items():
        assert lengths.loc[("Sinusoidal", k), ["first", "second"]].round(3).tolist() == [distance] * 2
    assert lengths.loc[("Sinusoidal", 19), "second"].round(2) == 13.98
    bases = page("Why 10,000?").dataframe[0].value
    assert bases["base"].tolist() == [10, 100, 1e3, 1e4, 1e5, 5e5]
    assert bases["rise"].tolist() == [6, 11, 5, 5, 5, 5]
    assert bases["moving"].tolist() == [64, 64, 61, 51, 41, 37]
    assert bases["end"].round(3).tolist() == [0.004, -0.183, 0.115, 0.332, 0.550, 0.611]
    assert bases["neighbours"].round(3).tolist() == [2.657, 1.952, 1.647, 1.472, 1.358, 1.299]


# Heatmap


def test_heatmap_turns_over(opened, figures):
    across, down = (figures(opened(f"n=20&d=6&p=7&down={way}", page="heatmap"))[0] for way in ("dimension", "position"))
    table = Sinusoidal().encode(range(20), 6).astype(np.float32)
    np.testing.assert_array_equal(across["data"][0]["z"], table.T)
    np.testing.assert_array_equal(down["data"][0]["z"], table)
    assert {shape["x0"] for shape in across["layout"]["shapes"]} == {7}
    assert {shape["y0"] for shape in down["layout"]["shapes"]} == {7}
    assert down["layout"]["yaxis"]["range"] == [19.5, -0.5], "row 0 is on top"


def test_heatmap_shows_the_scheme_in_front_and_lets_choose_another(opened, figures):
    app = opened("scheme=Binary&scheme=Sinusoidal&n=16&d=4", page="heatmap")
    np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], Binary().encode(range(16), 4).T)
    handle(app.get("button_group"), "scheme in front").set_value("Index").run()
    assert app.session_state["scheme"] == ["Index", "Binary", "Sinusoidal"]
    np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], Index().encode(range(16), 4).T)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("x", "“x” is no column"),
        ("64", "There is no such column"),
        ("0-60", "61 columns are too many"),
    ],
)
def test_heatmap_says_which_columns_there_are(opened, columns, said):
    app = opened(f"columns={columns}", page="heatmap")
    assert not app.exception
    assert said in app.main.text[0].value


def test_heatmap_buttons_choose_columns(opened):
    app = opened("Sinusoidal.layout=concatenated&d=20", page="heatmap")
    for label, columns in (("6–9", "6-9"), ("Fastest", "0, 10"), ("Slowest", "9, 19")):
        app.button(key=f"columns {label}").click().run()
        assert app.session_state["columns"] == columns


def test_heatmap_counts_turning_pairs_still_columns_and_unseen_entries(opened):
    shown = text(opened(page="heatmap"))
    assert "11 of 32 pairs complete a turn within n = 128" in shown
    assert "13 of 64 columns hardly change" in shown
    assert "53.5% of its entries lie outside" in shown
    assert "161 of 256 pairs" in text(opened("n=2048&d=512", page="heatmap"))
    assert "distances do not change." in shown
    assert "distances do not change." in text(opened("scheme=Binary", page="heatmap"))
    assert "in another order" not in text(opened("scheme=Index", page="heatmap"))


def test_bits_stand_beside_the_waves_of_the_base_that_the_link_says(opened, figures):
    labels = figures(opened("scheme=Binary&Sinusoidal.base=16&d=4", page="heatmap"))[4]["layout"]["yaxis"]["ticktext"]
    assert "pair 1: 25.1" in labels[-1]


# Equidistance


def test_equidistance_names_the_worst_offset_and_the_deciding_positions(opened):
    shown = text(opened("scheme=Binary&n=16&d=4", page="equidistance"))
    assert "k = 1 is the worst, 0 → 1 is 1 and 7 → 8 is 2" in shown
    assert "no k is uneven" in text(opened("scheme=Sinusoidal", page="equidistance"))


def test_equidistance_draws_mean_and_band_of_every_offset(opened, figures):
    app = opened("scheme=Binary&n=40&d=6", page="equidistance")
    band, mean = figures(app)[1]["data"][:2]
    found = geometry.distances_by_offset(Binary().encode(range(40), 6), 20)
    np.testing.assert_allclose(mean["y"], found.mean)
    np.testing.assert_allclose(band["y"], [*found.smallest, *found.largest[::-1]])
    growth = figures(app)[2]["data"][0]
    np.testing.assert_allclose(np.cumsum(growth["y"]), found.mean)
    np.testing.assert_allclose(figures(app)[3]["data"][0]["z"], geometry.distances(Binary(), 40, 6), atol=1e-6)


def test_equidistance_marks_where_the_growth_turns(opened):
    assert "Sinusoidal at k = 8" in text(opened("scheme=Sinusoidal&d=512&n=64", page="equidistance"))


def test_equidistance_compares_two_lengths_position_by_position(opened):
    shown = text(opened("scheme=Binary&scheme=Normalized&scheme=Sinusoidal", page="equidistance"))
    assert "in both sequences in Binary and Sinusoidal. It changes with the length in Normalized." in shown


def test_own_scales_divide_by_the_mean(opened, figures):
    for trace in figures(opened("own=true", page="equidistance"))[0]["data"]:
        if trace["mode"].startswith("lines"):
            assert np.mean(trace["y"]) == pytest.approx(1)


# Similarity


def test_similarity_lays_the_law_and_the_closed_form_over(opened, figures):
    app = opened("scheme=Sinusoidal&n=200&d=512&p=0&similarity=cosine", page="similarity")
    lines = {trace["name"]: trace for trace in figures(app)[0]["data"] if trace.get("showlegend")}
    assert set(lines) == {"Sinusoidal", "closed form", "log law"}
    np.testing.assert_allclose(lines["closed form"]["y"], lines["Sinusoidal"]["y"], atol=1e-12)
    law = lines["log law"]["y"]
    assert law[100] == pytest.approx(0.4373, abs=5e-5)
    assert law[10] == pytest.approx(0.6873, abs=5e-5)
    app = opened("scheme=Sinusoidal&law=false", page="similarity")
    assert len([trace for trace in figures(app)[0]["data"] if trace.get("showlegend")]) == 1


@pytest.mark.parametrize("measure", ["dot", "cosine", "min-max", "softmax", "distance"])
def test_similarity_in_every_measure(opened, figures, measure):
    app = opened(f"scheme=Binary&p=9&similarity={measure}&n=30&d=5", page="similarity")
    curve = figures(app)[0]["data"][0]["y"]
    np.testing.assert_allclose(curve, geometry.similarity(Binary().encode(range(30), 5), 9, kind=measure))
    assert "itself" in text(app).splitlines()[0]


def test_similarity_looks_far(opened):
    shown = text(opened("far=10000", page="similarity"))
    assert "Position 40 and position 10,040 are 7.8 in Sinusoidal, where a neighbour is 1.472 away" in shown
    assert "at k = 1, 1.472 away: the neighbour itself" in shown
    assert "nearer than the neighbour" in text(opened("d=8", page="similarity"))


def test_base_slider_is_a_handle_of_the_base(opened):
    app = opened(page="similarity")
    handle(app.select_slider, "base handle").set_value(100.0).run()
    assert app.session_state["Sinusoidal.base"] == 100
    assert "At B = 100 the similarity" in text(app)


# Scorecard


def test_scorecard_shows_every_condition_with_its_number_and_a_link(opened):
    app = opened("scheme=Binary&scheme=Sinusoidal&n=16&d=4&k=3", page="scorecard")
    overview = app.dataframe[0].value.set_index("Condition")
    assert list(overview.index) == [criterion.title for criterion in CRITERIA]
    assert overview.loc["Equal steps", ["Binary", "Sinusoidal"]].tolist() == ["✗ fails", "✓ holds"]
    details = app.dataframe[1 + [criterion.metric for criterion in CRITERIA].index("M4")].value.set_index("Scheme")
    assert details.loc["Binary", "Positions that decide"] == "7, 8, 0, 1"
    assert "7 → 8 is 2, 0 → 1 is 1" in details.loc["Binary", "Why"]
    assert len(app.get("page_link")) == len(CRITERIA)


def test_scorecard_counts_repeats_in_half_precision(opened):
    table = opened("scheme=Sinusoidal&n=2048&d=64", page="scorecard").dataframe[-1].value
    assert table.loc["Sinusoidal", "positions in bfloat16"] == 1407
    assert table.loc["Sinusoidal", "values in bfloat16"] == 0


# Limits


@pytest.mark.parametrize("page", ["equidistance", "similarity", "scorecard", "shift"])
def test_what_compares_all_pairs_says_its_limit_and_offers_what_fits(opened, page):
    app = opened("n=5000&d=1000&k=3000", page=page)
    assert not app.exception
    assert "takes n up to 1,024 and d up to 512; here n = 5,000 and d = 1,000." in text(app)
    (button,) = [button for button in app.button if button.label == "Use n = 1,024, d = 512"][:1]
    button.click().run()
    assert (app.session_state["n"], app.session_state["d"], app.session_state["study"].offset) == (1024, 512, 1023)
    assert not app.exception
    assert "takes n up to 1,024" not in text(app)


# Take it along


def test_a_csv_holds_no_formulas():
    table = pd.DataFrame({"token": ["=1+1", "@x", "-", "word", "+"], "number": [1.5, -2, 3, 4, 5]})
    written = b"".join(files.csv(lambda: table)).decode()
    assert written.splitlines()[1:] == ["'=1+1,1.5", "'@x,-2.0", "'-,3.0", "word,4.0", "'+,5.0"]


def test_the_matrix_file_is_the_matrix():
    import io

    found = np.load(io.BytesIO(b"".join(files.npy(Binary(order="MSB first"), 8, 3))), allow_pickle=False)
    np.testing.assert_array_equal(found, Binary(order="MSB first").encode(range(8), 3))


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("experiments", "sentence")])
def test_every_page_gives_its_code_link_and_files_away(opened, page):
    app = opened("scheme=Binary&scheme=Normalized&n=20&d=4&Binary.order=MSB first", page=page)
    programs = [code.value for code in app.code if "import" in code.value]
    assert len(programs) == 4
    names: dict = {}
    exec(programs[0], names)
    np.testing.assert_array_equal(names["PE"], Binary(order="MSB first").encode(range(20), 4))
    assert any("Binary.order=MSB+first" in code.value for code in app.code), "the link"
    written = "".join(html.proto.body for html in app.get("html"))
    offered = re.findall(r'href="/take/([^/]*)/([^?"]*)\?([^"]*)"', written)
    assert {where for where, _, _ in offered} == {page}
    assert [name for _, name, _ in offered][-2:] == ["Binary.npy", "Normalized.npy"]
    assert len(offered) > 2
    study = app.session_state["study"]
    for _, name, query in offered:
        assert links.study(unescape(query)) == study
        assert len(b"".join(files.file(page, name, study).pieces())) > 20


def test_what_is_no_file_here_is_said(opened):
    app = opened("n=1048576&d=512&scheme=Sinusoidal", page="similarity")
    assert (
        "Not offered as files here: tables are offered up to 65,536 positions, and 1,048,576 are shown: choose"
        in text(app)
    )
    with pytest.raises(ValueError, match="a matrix is offered up to 8,388,608 numbers, and this one has 536,870,912"):
        files.file("similarity", "Sinusoidal.npy", app.session_state["study"])
    for page, name in (("similarity", "nothing.csv"), ("nothing", "Index.npy"), ("similarity", "Index.npy")):
        with pytest.raises(KeyError):
            files.file(page, name, app.session_state["study"])


def test_measurements_are_shared_and_cannot_be_changed():
    for found in (
        measurements.table(Sinusoidal(), 8, 4),
        measurements.pairs(Sinusoidal(), 8, 4, "dot"),
        measurements.pairs(Normalized(), 8, 4, "cosine"),
        measurements.pairs(Binary(), 8, 4, "distance"),
        offset_distances(Binary(), 8, 4).mean,
        components(Binary(), 8, 4)[0],
    ):
        with pytest.raises(ValueError, match="read-only"):
            found[...] = 0


def test_a_move_is_exact_where_it_is_known():
    move, how = moved(Sinusoidal(), 3, 20, 6)
    assert how == "closed form"
    assert shift.residual(move, Sinusoidal().encode(range(20), 6), 3) < 1e-14
    assert moved(Binary(), 3, 20, 6)[1] == "fitted blocks"


# Abilities


def test_pages_of_vectors_name_what_they_cannot_show_and_why(opened):
    app = opened("scheme=ALiBi&scheme=RoPE&scheme=Index&d=7", page="heatmap")
    lines = [caption.value for caption in app.caption][:2]
    assert lines == [
        "ALiBi adds to the scores and has no vectors. It is not shown on this page.",
        "RoPE turns pairs of columns and takes an even d, not 7. It is not shown on this page.",
    ]
    offered = handle(app.get("button_group"), "scheme in front").options
    assert offered == [name for name, scheme in SCHEMES.items() if not scheme().lacks("vectors", 128, 7)]
    assert {"Index", "RoPE"} & {*offered} == {"Index"}
    app = opened("scheme=RoPE", page="heatmap")
    assert "Shown are the vectors that it makes of the pairs (1, 0)." in app.caption[0].value
    assert not [caption for caption in opened("scheme=RoPE", page="sentence").caption if "(1, 0)" in caption.value]


@pytest.mark.parametrize("name", ["RoPE", "ALiBi"])
def test_sentence_shows_attention_by_what_a_scheme_does_to_the_scores(opened, figures, name):
    app = opened(f"scheme={name}&text=a+b+c+d&d=8", page="sentence")
    assert "and adds nothing to a token: there is no sum to draw" in text(app)


def test_an_odd_dimension_has_its_closed_forms(opened):
    assert "it turns by w k = 1 rad = 57.3°" in text(opened("scheme=Sinusoidal&n=40&d=7", page="shift"))
    shown = text(opened("scheme=Sinusoidal&n=40&d=7", page="similarity"))
    assert "closed form differs from the measured curve by at most" in shown
    assert "For odd d it is Σ cos(w k) + sin(w p) sin(w q)" in shown


def test_a_page_without_tables_of_its_own_offers_its_matrices(monkeypatch):
    monkeypatch.setattr(files, "offers", dict)
    study = links.study("scheme=Index&scheme=ALiBi&n=9")
    assert files.names("shift", study) == ["Index.npy"], "ALiBi has no matrix"
    assert files.file("shift", "Index.npy", study).numbers == 9 * 64
