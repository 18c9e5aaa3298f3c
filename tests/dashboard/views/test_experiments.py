"""Every experiment opens its page, and what its card states is to be seen there."""

import re
from html import escape
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.views.experiments.cards import EXPERIMENTS, START
from dashboard.views.measurements import STILL, repeats
from posenc_core import Binary, Sinusoidal, geometry
from tests.dashboard.conftest import text


def test_every_card_links_to_its_page(sketched):
    cards = [card.proto.body for card in sketched(page="experiments").get("html")]
    for experiment in EXPERIMENTS:
        assert any(f'href="{escape(experiment.link)}"' in card for card in cards), experiment.title


def everything(app, figures) -> np.ndarray:
    """All numbers that a page shows: in its words, its tables and its figures."""
    words = text(app) + "".join(frame.value.to_csv(sep=" ") for frame in [*app.dataframe, *app.table])
    cells = [each.proto.body for each in app.get("html") if 'class="cells"' in each.proto.body]
    words += " ".join(re.sub("<[^>]*>", " ", each) for each in cells)
    words += " ".join(box.value for box in [*app.warning, *app.success])
    found = [[float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", words)]]
    for figure in figures(app):
        labels = " ".join(figure["layout"].get("yaxis", {}).get("ticktext", []))
        found.append(np.array([float(number) for number in re.findall(r"\d+\.\d+", labels)]))
        for trace in figure["data"]:
            found += [np.abs(trace[name]).ravel() for name in {"x", "y", "z", "customdata"} & set(trace)]
    return np.concatenate(found)


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.title)
def test_an_experiment_opens_its_page_with_its_parameters_and_shows_what_its_card_states(sketched, figures, experiment):
    page, _, query = experiment.link.partition("?")
    assert {key: links.value(key, texts) for key, texts in parse_qs(query).items()} == experiment.query
    app = sketched(query, page=page)
    shown = everything(app, figures)
    for number in re.findall(r"\d[\d,]*\.?\d*", experiment.see().rstrip(".")):
        value, decimals = float(number.replace(",", "")), len(number.rstrip(".").partition(".")[2])
        if value in ELSEWHERE.get(experiment.title, ()):
            continue
        assert np.nanmin(np.abs(shown - value)) <= 0.51 * 10**-decimals, f"{number} is not on the page"


ELSEWHERE = {"Do the first ten words change in a sentence of fifty?": (3.33,)}
"""What a card makes of two numbers that its page shows."""


def test_what_a_card_makes_of_two_numbers(sketched):
    (card,) = [experiment for experiment in EXPERIMENTS if experiment.title in ELSEWHERE]
    app = sketched(urlencode(card.query, doseq=True), page=card.page)
    table = app.table[0].value.set_index("Offset k")["Mean distance, n = 10"]
    assert float(table["9"]) / float(table["1"]) == pytest.approx(3.33, abs=0.005)


def test_half_precision_opens_on_no_refusal(sketched):
    (card,) = [
        experiment for experiment in EXPERIMENTS if experiment.title == "Can short numbers tell positions apart?"
    ]
    assert "This works up to" not in text(sketched(urlencode(card.query, doseq=True), page=card.page))


def test_no_card_speaks_of_a_step_that_its_sentence_has_not():
    for experiment in EXPERIMENTS:
        for k in re.findall(r"k = (\d+)", experiment.see()):
            assert int(k) < experiment.query["n"], experiment.title


def test_the_pictures_of_a_reversed_concatenation_are_empty(sketched, figures):
    card = next(experiment for experiment in EXPERIMENTS if "empty" in experiment.see())
    drawn = figures(sketched(urlencode(card.query, doseq=True), page=card.page))
    changes = [figure for figure in drawn if "change" in figure["data"][0]["hovertemplate"]]
    assert len(changes) == 2
    assert not any(figure["data"][0]["z"].any() for figure in changes)


def test_experiments_whose_numbers_stand_in_pictures_and_tables(sketched, figures):
    found = {experiment.title: experiment for experiment in EXPERIMENTS}

    def page(title):
        return sketched(urlencode(found[title].query, doseq=True), page=found[title].page)

    matrix, bars = figures(page("Why do small example tables use base 100?"))[:2]
    np.testing.assert_allclose(bars["data"][0]["y"], [0.84147098, 0.54030231, 0.09983342, 0.99500417], atol=5e-9)
    np.testing.assert_allclose(matrix["data"][0]["z"][1], bars["data"][0]["y"], atol=1e-7)
    for title, pair, waves in (
        ("Which columns belong together?", 2, (39.6, 99.6)),
        ("What do waves and binary digits have in common?", 3, (35.3, 62.8)),
    ):
        strips = figures(page(title))[1]["layout"]["yaxis"]["ticktext"]
        assert strips == [f"dimensions {2 * i}, {2 * i + 1}<br>period {wave}" for i, wave in enumerate(waves, pair)]
        assert all(str(wave) in found[title].see() for wave in waves)
    woven, split = (
        figures(page(title))[0]["data"][0]["z"]
        for title in ("Why does the heatmap look woven?", "Why does the heatmap look split in half?")
    )
    np.testing.assert_allclose(woven[1, :4], [0.841471, 0.540302, 0.681561, 0.731761], atol=5e-7)
    assert split[19, 255] == pytest.approx(0.00197, abs=5e-6)
    lengths = page("Is a step as long in a short sentence as in a long one?").table[0].value
    lengths = lengths.set_index("Offset k", append=True).iloc[:, :2]
    assert lengths.loc[("Normalized", "1")].tolist() == ["0.09091", "0.01818"]
    for k, distance in {"1": "3.714", "2": "6.967", "9": "12.37", "5": "11.52"}.items():
        assert lengths.loc[("Sinusoidal", k)].tolist() == [distance] * 2
    (bases,) = [table.value for table in page("Why 10,000?").table]
    assert list(bases.index) == ["10", "100", "1,000", "10,000", "100,000", "500,000"]
    rise, moving, neighbours, longest = (bases[column].tolist() for column in bases)
    assert rise == ["6", "11", "5", "5", "5", "5"]
    assert moving == ["64", "64", "61", "51", "41", "37"]
    assert neighbours == ["2.66", "1.95", "1.65", "1.47", "1.36", "1.3"]
    assert longest[3] == "47,117"


def test_a_first_visit_starts_on_five_pages(sketched):
    app = sketched(page="experiments")
    assert [header.value for header in app.header] == ["Start here", "More"]
    assert [card.value for card in app.subheader] == [experiment.title for experiment in EXPERIMENTS]
    assert len({experiment.page for experiment in EXPERIMENTS[:START]}) == START


def with_changes(title, **changes):
    """The query of a card after what it says to do."""
    (card,) = [experiment for experiment in EXPERIMENTS if experiment.title == title]
    return urlencode({**card.query, **changes}, doseq=True)


def changes_of_order(sketched, figures, query) -> list[bool]:
    """Whether another order changes attention, without position and with it."""
    drawn = [figure["data"][0] for figure in figures(sketched(query, page="sentence"))]
    return [bool(trace["z"].any()) for trace in drawn if "change" in trace["hovertemplate"]]


def test_what_a_card_says_of_another_order_is_so(sketched, figures):
    order, concatenated = "Does word order matter?", "Can reversing change nothing even with position?"
    assert changes_of_order(sketched, figures, with_changes(order, order="shuffled")) == [False, True]
    assert changes_of_order(sketched, figures, with_changes(concatenated, order="shuffled")) == [False, True]
    assert changes_of_order(sketched, figures, with_changes(concatenated, combine="sum")) == [False, True]


def test_what_other_cards_say_of_a_change_is_so():
    assert set(repeats(Sinusoidal(), 256, 64).values()) == {0}
    three, four = (geometry.distances_at_offset(Sinusoidal(), k, 5, 6)[0] for k in (3, 4))
    assert four < three
    assert np.ptp(geometry.distances_at_offset(Sinusoidal(), 3, 16, 4)) < 1e-12
    assert np.ptp(geometry.distances_at_offset(Binary(), 3, 16, 4)) > 0.1
    still = [(Sinusoidal(base=base).encode(range(50), 128).std(axis=0) < STILL).sum() for base in (1e2, 1e4)]
    assert still[0] < still[1]
