"""Every experiment opens its page, and what its card states is to be seen there."""

import re
from html import escape
from urllib.parse import urlencode

import numpy as np
import pytest

from dashboard.views.experiments.cards import EXPERIMENTS
from tests.dashboard.conftest import text


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


def table_with(column: str, app):
    """The one table of a page that has this column."""
    (found,) = [frame.value for frame in app.dataframe if column in frame.value]
    return found


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


ELSEWHERE = {"Ten words beside the first ten of fifty": (3.33,)}
"""What a card makes of two numbers that its page shows."""


def test_what_a_card_makes_of_two_numbers(opened):
    (card,) = [experiment for experiment in EXPERIMENTS if experiment.title in ELSEWHERE]
    app = opened(urlencode(card.query, doseq=True), page=card.page)
    table = table_with("first", app).set_index("k")["first"]
    assert float(table["9"]) / float(table["1"]) == pytest.approx(3.33, abs=0.005)


def test_half_precision_opens_on_no_refusal(opened):
    (card,) = [experiment for experiment in EXPERIMENTS if experiment.title == "Half precision"]
    assert "takes n up to" not in text(opened(urlencode(card.query, doseq=True), page=card.page))


def test_no_card_speaks_of_a_step_that_its_sentence_has_not():
    for experiment in EXPERIMENTS:
        for k in re.findall(r"k = (\d+)", experiment.see()):
            assert int(k) < experiment.query["n"], experiment.title


def test_the_pictures_of_a_reversed_concatenation_are_empty(opened, figures):
    card = next(experiment for experiment in EXPERIMENTS if "empty" in experiment.see())
    drawn = figures(opened(urlencode(card.query, doseq=True), page=card.page))
    changes = [figure for figure in drawn if "change" in figure["data"][0]["hovertemplate"]]
    assert len(changes) == 2
    assert not any(figure["data"][0]["z"].any() for figure in changes)


def test_experiments_whose_numbers_stand_in_pictures_and_tables(opened, figures):
    found = {experiment.title: experiment for experiment in EXPERIMENTS}

    def page(title):
        return opened(urlencode(found[title].query, doseq=True), page=found[title].page)

    matrix, bars = figures(page("A table of 4 × 4"))[:2]
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
    lengths = table_with("first", page("Two sentences, 12 and 56 tokens")).set_index(["scheme", "k"])
    assert lengths.loc[("Normalized", "1"), ["first", "second"]].tolist() == ["0.09091", "0.01818"]
    for k, distance in {"1": "3.714", "2": "6.967", "9": "12.37", "5": "11.52"}.items():
        assert lengths.loc[("Sinusoidal", k), ["first", "second"]].tolist() == [distance] * 2
    bases = table_with("base", page("Why 10,000?"))
    assert bases["base"].tolist() == [10, 100, 1e3, 1e4, 1e5, 5e5]
    assert bases["rise"].tolist() == [6, 11, 5, 5, 5, 5]
    assert bases["moving"].tolist() == [64, 64, 61, 51, 41, 37]
    assert bases["end"].round(3).tolist() == [0.004, -0.183, 0.115, 0.332, 0.550, 0.611]
    assert bases["neighbours"].round(3).tolist() == [2.657, 1.952, 1.647, 1.472, 1.358, 1.299]
