"""The page Heatmap: its words and its pictures."""

import re
from itertools import product

import numpy as np
import pytest

from dashboard.charts import chart as charts
from dashboard.controls import links
from dashboard.study import Study
from dashboard.views.heatmap import numbers, words
from dashboard.views.heatmap.heatmap import sinusoid
from dashboard.views.heatmap.notes import NOTES
from posenc_core import Binary, Fourier, Gray, Grid, Index, Learned, RoPE, Sinusoidal
from tests.dashboard.conftest import check_notes, handle, text

NUMBERS = {
    "bits_count_positions": ["8 positions"],
    "pairs_count_half": ["0 to 63"],
    "equal_pictures_prove_little": ["8.67 × 10⁻⁶", "1.05 × 10⁻⁵"],
    "smooth_between_integers": ["0.959", "by 1."],
    "an_odd_base_is_another_schedule": ["exactly 1/10,000", "13,459.6 for d = 64", "10,367.8 for d = 512"],
}  # fmt: skip


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def said_of_wavelengths(query: str) -> str:
    study = links.study(query)
    return words.wave_words(study.schemes[0], study.schemes[0].wavelengths(study.dim), study)


def said_of_bits(query: str) -> str:
    study = links.study(query)
    return words.counting(numbers.counting(sinusoid(study), study.dim))


def said_of_one_sine(query: str) -> str:
    study = links.study(query)
    wave = numbers.wave(study.options["amplitude"], study.options["frequency"], study.length)
    return words.single_wave(wave, study)


def said_of_halves(query: str) -> str:
    study = links.study(query)
    found = numbers.halves(sinusoid(study), study.length, study.dim)
    return words.halves(found, sinusoid(study), study.length, study.dim)


def said_beyond(query: str) -> str:
    study = links.study(query)
    scheme = study.schemes[0]
    return words.beyond(scheme, numbers.beyond(scheme, study.length, study.dim), study.length)


@pytest.mark.parametrize("query", ["", "scheme=RoPE&d=6&n=300&p=7&frequency=2&Sinusoidal.base=16"])
def test_what_the_page_says_of_waves(sketched, query):
    shown = text(sketched(query, page="heatmap"))
    for said in (said_of_wavelengths, said_of_bits, said_of_one_sine, said_of_halves, said_beyond):
        assert said(query) in shown


def test_heatmap_turns_over(sketched, figures):
    across, down = (
        figures(sketched(f"n=20&d=6&p=7&down={way}", page="heatmap"))[0] for way in ("dimension", "position")
    )
    table = Sinusoidal().encode(range(20), 6).astype(np.float32)
    np.testing.assert_array_equal(across["data"][0]["z"], table.T)
    np.testing.assert_array_equal(down["data"][0]["z"], table)
    for figure, place in ((across, "x0"), (down, "y0")):
        assert {shape[place] for shape in figure["layout"]["shapes"] if shape["type"] == "line"} == {7}
    assert down["layout"]["yaxis"]["range"] == [19.5, -0.5], "row 0 is on top"


def test_heatmap_shows_the_scheme_in_front_and_lets_choose_another(opened, figures):
    app = opened("scheme=Binary&scheme=Sinusoidal&n=16&d=4", page="heatmap")
    np.testing.assert_array_equal(figures(app)[0]["data"][0]["z"], Binary().encode(range(16), 4).T)
    handle(app.get("button_group"), "scheme handle").set_value("Index").run()
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
def test_heatmap_says_which_columns_there_are(sketched, columns, said):
    app = sketched(f"columns={columns}", page="heatmap")
    assert said in app.main.text[0].value


def test_heatmap_buttons_choose_columns(opened):
    app = opened("Sinusoidal.layout=concatenated&d=20", page="heatmap")
    for label, columns in (("Columns 6–9", "6-9"), ("Fastest pair", "0, 10"), ("Slowest pair", "9, 19")):
        app.button(key=f"columns {label}").click().run()
        assert app.session_state["columns"] == columns


def test_heatmap_counts_turning_pairs_still_columns_and_unseen_entries(sketched):
    shown = text(sketched(page="heatmap"))
    assert "11 of 32 pairs complete a turn within n = 128" in shown
    assert "13 of 64 columns hardly change along the sequence, all of them in the second half of the columns." in shown
    assert "53.5 % of the values there lie outside" in shown
    assert "161 of 256 pairs" in text(sketched("n=2048&d=512", page="heatmap"))
    assert "in another order: column 1 becomes column 32 and column 2 becomes column 1, and so on. No distance" in shown
    assert "column 0 becomes column 63 and column 1 becomes column 62, and so on. No distance" in text(
        sketched("scheme=Binary", page="heatmap")
    )
    assert "in another order" not in text(sketched("scheme=Index", page="heatmap"))


@pytest.mark.parametrize("make", [Binary, Gray])
def test_only_a_column_that_has_no_equal_is_said_to_become_another(make):
    for order, n, d in product(("LSB first", "MSB first"), (1, 2, 3, 128), (1, 3, 64)):
        scheme = make(order=order)
        said, table = words.other_orders(scheme, Study((scheme,), n, d, 0, 1)), scheme.encode(range(n), d)
        found = re.findall(r"column (\d+) becomes column (\d+)", " ".join(said))
        became = [(int(j), int(place)) for j, place in found]
        alone = [j for j in range(d) if (table == table[:, [j]]).all(axis=0).sum() == 1 and 2 * j != d - 1]
        assert became == [(j, d - 1 - j) for j in alone[:2]], (order, n, d)


def test_still_columns_are_those_of_the_whole_sequence_whatever_is_shown(sketched):
    assert "13 of 64 columns hardly change" in text(sketched("from=3&to=5", page="heatmap"))
    assert "13 of 64 columns hardly change along the sequence." in text(
        sketched("Sinusoidal.layout=concatenated", page="heatmap")
    ), "sines and cosines both have slow ones"


@pytest.mark.parametrize(
    ("found", "dim", "said"),
    [
        (None, 4, ""),
        ([], 1, "The only column changes"),
        ([0], 1, "The only column hardly changes"),
        ([], 2, "Both columns change"),
        ([], 3, "All 3 columns change"),
        ([0, 1], 2, "No column changes much"),
        ([1], 2, "1 of 2 columns hardly changes along the sequence."),
        ([1, 2], 3, "2 of 3 columns hardly change along the sequence."),
        ([2, 3], 4, "2 of 4 columns hardly change along the sequence, all of them in the second half of the columns."),
    ],
)
def test_how_many_columns_change(found, dim, said):
    still = None if found is None else numbers.Still(np.array(found, int), False)
    assert words.changing(still, dim).startswith(said)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("n=1048576", "Each cell is the mean of up to 1,024 × 1 numbers; the means go from −0.999 to 0.999."),
        ("n=1024&d=513", "Each cell is the mean of up to 1 × 2 numbers; the means go from"),
        ("n=1024&d=512", "The values shown go from −1 to 1."),
        ("n=1048576&from=5&to=9&scheme=Index", "The values shown go from 5 to 9."),
        ("n=1&scheme=Index", "Every value shown is 0."),
        ("n=4000&scheme=Binary&Binary.order=MSB+first&d=62", "the means go from 0 to 1."),
    ],
)
def test_what_is_said_of_means_is_not_said_of_values(sketched, query, said):
    assert said in text(sketched(query, page="heatmap"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("d=63", "11 of 31 pairs complete a turn within n = 128. The last sine, which has no cosine, does not "),
        ("d=64", "11 of 32 pairs complete a turn within n = 128. The shortest"),
        ("d=3", "The only pair completes a turn within n = 128. The last sine, which has no cosine, does not "),
        ("d=2", "The only pair completes a turn within n = 128. Its wavelength is 6.28 tokens."),
        ("d=1", "The only sine, which has no cosine, completes a turn. Its wavelength is 6.28 tokens."),
        ("d=2&n=6", "The only pair does not complete a turn within n = 6."),
        ("d=4&n=6", "No pair completes a turn within n = 6."),
        ("d=4&Sinusoidal.base=2", "Both pairs complete a turn"),
        ("d=7&Sinusoidal.base=1.0000000000000002", "All 3 pairs complete a turn within n = 128. The last sine"),
        ("d=6&Sinusoidal.base=1.0000000000000002", "All wavelengths are 6.28 tokens."),
        ("scheme=RoPE&d=6", "1 of 3 pairs completes a turn"),
        (
            "scheme=RoPE&RoPE.share=0.25",
            "3 of 8 turning pairs complete a turn within n = 128. The other 24 pairs",
        ),
        (
            "scheme=RoPE&RoPE.share=0.5&d=4",
            "The only turning pair completes a turn within n = 128. The other pair",
        ),
        ("scheme=Binary", "7 of 64 bits complete a cycle within n = 128."),
        ("scheme=Gray&d=1", "The only bit completes a cycle"),
        ("scheme=Binary&d=4096", "the longest more than 10³⁰⁸ tokens."),
    ],
)
def test_pairs_and_the_lone_sine_are_told_apart(query, said):
    assert said in said_of_wavelengths(query)


def test_columns_that_stand_still_are_not_slow():
    rounded = "A column so slow that float64 rounds its values to one number counts as inside."
    assert rounded not in said_beyond("scheme=RoPE&RoPE.share=0.1&n=64")
    assert rounded in said_beyond("scheme=RoPE&RoPE.base=1e300&n=64")


def test_waves_that_stretch_with_the_text_have_no_ruler(sketched):
    app = sketched("scheme=RoPE&RoPE.scaling=dynamic", page="heatmap")
    assert "Wavelengths" not in [header.value for header in app.header]
    shown = text(app)
    assert "$g_i$ says how many times slower pair i turns than without a scaling" in shown
    assert "but then the known vectors change too" not in shown, "4n = 512 is below the trained length"
    beyond = text(sketched("scheme=RoPE&RoPE.scaling=dynamic&RoPE.trained=200", page="heatmap"))
    assert "but then the known vectors change too" in beyond


def test_bits_stand_beside_the_waves_of_the_base_that_the_link_says(sketched, figures):
    app = sketched("scheme=Binary&Sinusoidal.base=16&d=4", page="heatmap")
    (found,) = [figure for figure in figures(app) if "bit 0" in str(figure["layout"]["yaxis"].get("ticktext"))]
    assert "pair 1, period 25.1" in found["layout"]["yaxis"]["ticktext"][-1]
    assert "2 of the 4 bits" not in text(app)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("d=64", "3 of the 5 bits have a wave of their own. For the others the nearest wave"),
        ("d=4", "All 4 bits share one wave here"),
        ("d=3&Sinusoidal.layout=concatenated", "All 3 bits share one wave here"),
        ("d=2", "Both bits share one wave here"),
        ("Sinusoidal.base=1.0000001", "The 5 bits stand beside nearly equal waves here"),
        ("Sinusoidal.base=2", "From top to bottom, bits and waves both slow down"),
        ("scheme=Gray&Sinusoidal.base=1.01", "The 5 bits stand beside nearly equal waves here"),
        ("d=1", "One bit and one wave"),
        ("d=6", "1 bit has a wave of its own. For the others"),
        ("Sinusoidal.base=1e300", "All 5 bits share one wave here"),
        ("d=5&Sinusoidal.base=2", "1 bit has a wave of its own. For the others"),
        ("d=4&scheme=Binary", "All 4 bits share one wave here"),
        ("d=4&scheme=RoPE", "All 4 bits share one wave here"),
    ],
)
def test_how_many_bits_have_a_wave_of_their_own(query, said):
    assert said in said_of_bits(query)
    assert "with a wave for a bit" not in said_of_bits(query)


def test_waves_of_their_own_are_counted():
    made = numbers.Counting(*np.zeros((2, 1, 4)), np.zeros(4), [0, 0, 2, 2], np.array([6.28, 6.28, 12, 12]))
    assert words.counting(made).endswith("the same wave stands beside several bits.")
    assert words.counting(made._replace(nearest=[0, 1, 2, 3])).endswith("Each of the 4 bits has a wave of its own.")
    assert "2 of the 4 bits have a wave of their own. For" in words.counting(made._replace(nearest=[0, 0, 1, 2]))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("scheme=Normalized", ["Every value there lies", "N stays 128 here", "With N = 512 it would be 0 %"]),
        ("scheme=Normalized&Normalized.divisor=N", ["Every value there lies", "N stays 128 here"]),
        ("scheme=Normalized&n=1", ["With N = 1, Normalized has no vectors for later positions."]),
        ("scheme=Normalized&n=2&Normalized.spread=one+column&d=4", ["25 % of the values there lie", "N stays 2 here"]),
        ("scheme=Index", ["Every value there lies"]),
        ("scheme=Binary&d=7", ["No value there lies"]),
        ("n=100000&d=4", ["Less than 0.1 % of the values there lie"]),
        ("scheme=Sinusoidal", ["53.5 % of the values there lie"]),
    ],
)
def test_beyond_the_sequence_the_length_stays_that_of_the_page(query, said):
    shown = said_beyond(query)
    for words_said in said:
        assert words_said in shown
    assert ("N stays" in shown) == any("N stays" in words_said for words_said in said)


@pytest.mark.parametrize(
    ("share", "said"),
    [(1, "Every value"), (0.9999, "More than 99.9 %"), (0.5, "50 %"), (1e-6, "Less than 0.1 %"), (0, "No value")],
)
def test_a_share_is_all_or_nothing_only_where_it_is(share, said):
    assert f" {said} " in words.beyond(Index(), numbers.Beyond(np.array([share]), None, False), 8)


# One number


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        (
            "p=40&column=2",
            [r"2i = 2 \quad\Rightarrow\quad i = 1", r"\frac{40}{10000^{2/64}}", r"PE(40, 2) \approx -0.988676"],
        ),
        ("scheme=Binary&n=16&d=4&p=13&column=2", [r"\frac{13}{2^{2}}", r"= 3 \bmod 2", "PE(13, 2) = 1"]),
        ("scheme=Gray&n=40&d=3&p=37&column=1", [r"37 \bmod 2^{3} = 5", r"\tfrac{5}{2^{1 + 1}}", "PE(37, 1) = 1"]),
        ("scheme=Normalized&n=5&p=4&column=60", [r"\frac{4}{5 - 1}", "PE(4, 60) = 1"]),
        ("scheme=Index&Index.start=1", ["= 40 + 1", "PE(40, 2) = 41"]),
        ("d=1&column=7", ["PE(40, 0)"]),
        ("n=4&p=70&d=4&column=3", ["PE(3, 3)"]),
    ],
)
def test_a_number_is_worked_out(sketched, query, lines):
    (found,) = [latex.value for latex in sketched(query, page="heatmap").latex if "gathered" in latex.value]
    for line in lines:
        assert line in found


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ("Grid", "This is the number at position p = 40, column 2. Its rule is behind “Formula”."),
        ("Learned", "This is the number at position p = 40, column 2. The table holds it, no rule makes it."),
        ("Fourier", "This is how the number at position p = 40, column 2 is made."),
    ],
)
def test_a_number_without_steps_is_not_said_to_be_worked_out(sketched, scheme, said):
    shown = text(sketched(f"scheme={scheme}", page="heatmap"))
    assert said in shown
    assert "Click a cell to open its number." in shown


def test_the_fastest_pair_is_the_one_that_turns_fastest():
    drawn = Fourier()
    speeds = np.abs(drawn.frequencies(64))
    offered = numbers.offered(drawn, 64, 128)
    for label, i in (("Fastest pair", speeds.argmax()), ("Slowest pair", speeds.argmin())):
        assert offered[label] == f"{i}, {32 + i}"
    assert numbers.offered(RoPE(share=0.5), 8, 128)["Slowest pair"] == "5, 4", "one that stands still"
    for still in (Grid(), Learned(), Binary()):
        assert list(numbers.offered(still, 64, 128)) == ["Columns 4–7", "Columns 6–9"]


def test_a_column_that_is_not_there_is_said(sketched):
    assert "There is no column 7: d = 6 ends at column 5." in text(sketched("d=6&column=7", page="heatmap"))
    assert "There is no column" not in text(sketched("d=6&column=5", page="heatmap"))


def test_the_opened_cell_is_marked_in_the_matrix_and_in_the_vector(sketched, figures):
    for down, ends in (("dimension", (6.5, 7.5, 3.5, 4.5)), ("position", (3.5, 4.5, 6.5, 7.5))):
        matrix, bars = figures(sketched(f"n=20&d=6&p=7&column=4&down={down}", page="heatmap"))[:2]
        squares = [shape for shape in matrix["layout"]["shapes"] if shape["type"] == "rect"]
        assert {tuple(shape[end] for end in ("x0", "x1", "y0", "y1")) for shape in squares} == {ends}
        assert len(set(bars["data"][0]["marker"]["color"])) == 2
        assert bars["data"][1]["x"].tolist() == [4]
    hidden = figures(sketched("n=20&d=6&p=7&from=9", page="heatmap"))[0]["layout"]["shapes"]
    assert not [shape for shape in hidden if shape["type"] == "rect"]


@pytest.mark.parametrize(
    ("reported", "chosen"),
    [
        ([9, 30], (9, 30)),
        ([9.5, 30.5], (9, 30)),
        ([10**400, 10**400], (127, 63)),
        ([-3, -3], (0, 0)),
        ([9, "x"], (9, 2)),
        (["x", 9], (40, 2)),
        ([9], (9, 2)),
        ([], (40, 2)),
        (9, (9, 2)),
        (None, (40, 2)),
    ],
)
def test_a_click_on_a_cell_chooses_its_position_and_its_column(monkeypatch, reported, chosen):
    state = {"n": 128, "d": 64, "p": 40, "column": 2}
    monkeypatch.setattr("streamlit.session_state", {"state": state, "chart matrix": {"position": reported}})
    charts._clicked("chart matrix", opens=True)
    assert (state["p"], state["column"]) == chosen


def test_a_small_matrix_is_printed_digit_by_digit(sketched):
    frame = sketched("n=4&d=4&Sinusoidal.base=100", page="heatmap").dataframe[0].value
    np.testing.assert_array_equal(frame.iloc[1].to_numpy(), [1, 0.84147098, 0.54030231, 0.09983342, 0.99500417])
    frame = sketched("n=5&d=6&Sinusoidal.layout=concatenated", page="heatmap").dataframe[0].value
    np.testing.assert_array_equal(frame.round(3).iloc[4].to_numpy(), [4, -0.757, 0.185, 0.009, -0.654, 0.983, 1])
    for query, count in (("n=20&d=16", 1), ("n=21&d=16", 0), ("n=20&d=17", 0), ("from=3&to=22&d=8", 1), ("n=1&d=1", 1)):
        assert len(sketched(query, page="heatmap").dataframe) == count, query


# One wave


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "29 other positions have a value nearer to that of position 40 than its neighbours have."),
        ("frequency=0.0001", "No other position has a value nearer to that of position 40 than its neighbours have."),
        ("frequency=3.15", "That is less than two tokens: whole positions show another, slower wave."),
        ("frequency=0", "This sine stays where it starts"),
        ("amplitude=0", "This sine stays where it starts"),
        ("n=1", "A = 1 sets how high the sine goes, w = 1 how fast. One turn takes 2π / w ≈ 6.28 tokens."),
        ("n=2", "No other position has a value nearer to that of position 1 than its neighbour has."),
        ("n=5&p=4", "1 other position has a value nearer to that of position 4 than its neighbour has."),
    ],
)
def test_what_one_wave_tells_of_positions(query, said):
    assert said in said_of_one_sine(query)


def test_positions_that_look_nearer_are_counted():
    wave = numbers.wave(1.0, 1.0, 128)
    apart = [(abs(value - wave[40]), q) for q, value in enumerate(wave)]
    nearest = min(distance for distance, q in apart if abs(q - 40) == 1)
    assert sum(distance < nearest for distance, q in apart if abs(q - 40) > 1) == 29


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "a step of one token is 0.431 to 1.41 long; with their cosines it is 1.47 everywhere."),
        ("n=3&d=3", "a step of one token is 0.0678 to 0.841 long; with their cosines it is 0.959 everywhere."),
        ("n=1000", "Drawn and measured here are the first 256 positions."),
        ("n=2", "In the second picture, each sine has its cosine"),
        ("n=1", "In the second picture, each sine has its cosine"),
    ],
)
def test_what_sines_lose_without_cosines(query, said):
    shown = said_of_halves(query)
    assert said in shown
    assert ("Drawn and measured" in shown) == (query == "n=1000")


def test_sines_alone_stand_beside_their_pairs(sketched, figures):
    for dim in (6, 7):
        halves = [
            figure
            for figure in figures(sketched(f"n=20&d={dim}", page="heatmap"))
            if "Sines" in str(figure["layout"].get("annotations"))
        ]
        sines, pairs = (figure["data"][0]["z"] for figure in halves)
        np.testing.assert_array_equal(pairs, Sinusoidal().encode(range(20), dim)[:, :6].T.astype(np.float32))
        np.testing.assert_array_equal(sines, pairs[::2])
    assert "Sines alone" not in str(figures(sketched("d=1", page="heatmap")))


# What an independent reader found false or could not follow


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("d=7&Sinusoidal.base=2", True),
        ("d=3&Sinusoidal.layout=concatenated", True),
        ("d=7&n=2", True),
        ("d=8&Sinusoidal.base=2", False),
        ("d=2", False),
    ],
)
def test_the_lone_sine_that_is_left_out_is_named(query, said):
    assert ("The last sine has no cosine, as d is odd: it is left out." in said_of_halves(query)) == said


@pytest.mark.parametrize(
    ("query", "stays"),
    [
        ("n=2048&frequency=3.141592653589793", True),
        ("n=1048576&p=1048575&frequency=3.141592653589793", True),
        ("n=1048576&frequency=6.283185307179586", True),
        ("n=1048576&frequency=9.42477796076938", True),
        ("n=2048&frequency=6.283185307179586&amplitude=10", True),
        ("frequency=1e-12", True),
        ("n=2048&frequency=3.1416", False),
        ("n=1048576&frequency=1e-9", False),
        ("n=2048&frequency=6.28", False),
    ],
)
def test_a_sine_that_rounding_alone_moves_stays_where_it_starts(query, stays):
    assert ("This sine stays where it starts and tells no position" in said_of_one_sine(query)) == stays


@pytest.mark.parametrize(("length", "position"), [(1030, 343), (1030, 342), (2048, 11), (4096, 721), (1_048_576, 343)])
def test_positions_that_are_barely_nearer_are_counted(length, position):
    sine = np.sin(np.arange(length))
    apart = np.abs(sine - sine[position])
    near = [position - 1, position, position + 1]
    nearer = int((np.delete(apart, near) < apart[near[::2]].min()).sum())
    shown = said_of_one_sine(f"n={length}&p={position}")
    assert f"{nearer:,} other positions have a value nearer to that of position {position:,} than" in shown
    assert (length, position) != (1030, 343) or nearer == 488


def test_equal_values_of_a_sine_are_not_nearer():
    for query in (
        f"n=4&p=1&frequency={2 * np.pi / 3!r}",
        f"n=4&p=2&frequency={4 * np.pi / 3!r}",
        "n=2&p=0&frequency=3",
    ):
        assert "No other position has a value nearer" in said_of_one_sine(query), query


@pytest.mark.parametrize(("frequency", "said"), [(6.28, "≈ 1 token."), (2 * np.pi, "stays"), (6.2, "≈ 1.01 tokens.")])
def test_one_turn_takes_one_token(frequency, said):
    assert said in said_of_one_sine(f"frequency={frequency!r}")


@pytest.mark.parametrize(
    ("query", "share", "stuck"),
    [
        ("Sinusoidal.base=1e7", "72.6 %", False),
        ("Sinusoidal.base=1e8", "75.9 %", False),
        ("Sinusoidal.base=1e10", "79.7 %", True),
        ("Sinusoidal.base=1e30&d=4", "25.3 %", True),
        ("d=4", "", False),
        ("scheme=Binary", "", False),
    ],
)
def test_slow_columns_count_beyond_the_sequence(query, share, stuck):
    shown = said_beyond(query)
    assert f"{share} of the values there lie outside" in shown or not share
    assert ("A column so slow that float64 rounds its values to one number counts as inside." in shown) == stuck


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("Sinusoidal.base=1.000000001", "1.000000001^{2/64}"),
        ("Sinusoidal.base=1.0000000000000002", "1.0000000000000002^{2/64}"),
        ("Sinusoidal.base=1.7976931348623157e308", r"1.7976931348623157 \times 10^{308}"),
        ("n=1048576&p=1048575", r"\frac{1048575}{1.33352143216}"),
        ("n=100000&p=99999&d=512", r"PE(99999, 2) \approx -0.519864"),
    ],
)
def test_no_line_of_a_calculation_is_rounded_too_far(sketched, query, line):
    (found,) = [latex.value for latex in sketched(query, page="heatmap").latex if "gathered" in latex.value]
    assert line in found


def test_notes_on_pairs_stand_where_columns_turn_in_pairs(sketched):
    for query, turns in (("", True), ("scheme=RoPE", True), ("scheme=Gray", False), ("scheme=Index", False)):
        app = sketched(query, page="heatmap")
        beside = [markdown.value for markdown in app.markdown if markdown.value.startswith("**Often said")]
        assert any("the index i runs" in each for each in beside) == turns, query
        assert ("In the formula, d = 64" in text(app)) == turns, query


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "a column of the picture, with one number in each of its 64 rows. These rows are the columns j"),
        ("down=position", "a row of the picture, with one number in each of its 64 columns."),
        ("d=1", "a column of the picture, with a single number."),
        ("n=1025", "Each position has one vector of 64 numbers. A column of the picture shows their means."),
        ("scheme=Gray&n=16&d=8", "4 of 8 columns never change along the sequence, all of them in the second half"),
        ("scheme=Gray&n=16&d=8&Gray.order=MSB+first", "4 of 8 columns never change along the sequence."),
    ],
)
def test_a_vector_is_defined_before_its_columns_are_counted(sketched, query, said):
    assert said in text(sketched(query, page="heatmap"))


def test_bars_of_values_that_are_never_negative_begin_at_0(sketched, figures):
    for query, low in (("scheme=Gray&n=16&d=8", 0), ("n=16&d=8", -1.05)):
        assert figures(sketched(query, page="heatmap"))[1]["layout"]["yaxis"]["range"][0] == low


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("d=7&column=6", "the last sine has no cosine"),
        ("d=7&column=6&Sinusoidal.first=cos", "the last cosine has no sine"),
        ("d=7&column=6&Sinusoidal.odd=zero", "the last column holds zeros"),
        ("d=7&Sinusoidal.first=cos", "The last cosine, which has no sine, does not complete a turn."),
        ("d=1&Sinusoidal.odd=padded", "the last column holds zeros"),
    ],
)
def test_what_an_odd_d_leaves_is_said_by_the_convention(sketched, query, said):
    app = sketched(f"scheme=Sinusoidal&n=20&{query}", page="heatmap")
    assert said in text(app)


def test_a_sinusoid_that_refuses_d_leaves_the_page_its_waves(sketched):
    app = sketched("scheme=Binary&n=20&d=7&Sinusoidal.odd=refused", page="heatmap")
    assert "The last sine has no cosine, as d is odd: it is left out." in text(app)


def test_the_letters_of_another_convention_are_explained(sketched):
    shown = text(sketched("scheme=Sinusoidal&n=20&d=8&Sinusoidal.odd=cut", page="heatmap"))
    assert "$r$ is the smallest even number from d on" in shown
    assert "$w_i$ is the frequency of pair i, drawn at random" in text(
        sketched("scheme=Fourier&n=20&d=8", page="heatmap")
    )


def test_waves_without_an_order_have_no_numbers_of_pairs(sketched):
    shown = text(sketched("scheme=Fourier&n=200&d=9", page="heatmap"))
    assert "2 of 5 waves complete a cycle within n = 200." in shown


def test_a_table_has_later_rows_only_up_to_its_end(sketched):
    shown = text(sketched("scheme=Learned&n=200&d=8", page="heatmap"))
    assert "The table also has vectors for positions 200 to 511." in shown
    shown = text(sketched("scheme=Learned&n=512&d=8", page="heatmap"))
    assert "With N = 512, Learned has no vectors for later positions." in shown
