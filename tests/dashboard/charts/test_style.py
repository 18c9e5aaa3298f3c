"""What axe-core cannot judge: whether words drawn inside a chart can be read."""

import pytest

from dashboard.charts.style import DARK, INK, MUTED, PALETTE, PAPER, broken


def luminance(color: str) -> float:
    """WCAG 2's relative luminance."""
    shares = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("words", [INK, MUTED])
def test_words_in_a_chart_can_be_read_light_and_dark(words):
    assert contrast(words, PAPER) >= 4.5
    assert contrast(DARK[words], DARK[PAPER]) >= 4.5


@pytest.mark.parametrize("color", PALETTE)
def test_lines_stand_out_light_and_dark(color):
    assert contrast(color, PAPER) >= 3
    assert contrast(DARK[color], DARK[PAPER]) >= 3


def test_no_colour_is_there_twice():
    assert len(set(PALETTE)) == len({DARK[color] for color in PALETTE}) == len(PALETTE)


def test_a_long_title_is_broken_where_a_phone_ends():
    assert broken("distance p → p + 1") == "distance p → p + 1"
    assert max(map(len, broken("a word " * 20).split("<br>"))) <= 60
