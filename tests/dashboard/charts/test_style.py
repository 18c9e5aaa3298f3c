"""Contrast of text and lines inside charts, which axe-core cannot check."""

import numpy as np
import pytest

from posenc_core import SCHEMES
from posenc_core.plot.style import (
    DARK,
    DASHES,
    INK,
    MUTED,
    OWN,
    PALETTE,
    PAPER,
    SIGNED,
    scheme_color,
    scheme_style,
    wrap_title,
)

# Machado, Oliveira and Fernandes (2009), A physiologically-based model for simulation of color vision deficiency,
# severity 1: images of linear red, green, and blue
SEEN = {
    "all colours": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
APART = 15
"""Distance in CIELAB at which two colors are easy to distinguish, even as thin lines."""


def linear(color: str) -> np.ndarray:
    shares = np.array([int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def lab(color: str, sight) -> np.ndarray:
    """CIELAB under D65 of a color, for normal vision or a color vision deficiency."""
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    x, y, z = to_xyz @ np.clip(sight @ linear(color), 0, 1) / [0.95047, 1, 1.08883]
    x, y, z = (np.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def luminance(color: str) -> float:
    """WCAG 2's relative luminance."""
    return float(linear(color) @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_equals_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("words", [INK, MUTED])
def test_text_in_a_chart_is_legible_in_both_themes(words):
    assert contrast(words, PAPER) >= 4.5
    assert contrast(DARK[words], DARK[PAPER]) >= 4.5


@pytest.mark.parametrize("color", [*PALETTE, OWN])
def test_lines_have_contrast_in_both_themes(color):
    assert contrast(color, PAPER) >= 3, f"choose a darker color than {color} in posenc_core/data/colors.toml"
    assert contrast(DARK[color], DARK[PAPER]) >= 3, f"choose a lighter color than {DARK[color]} of DARK, beside it"


@pytest.mark.parametrize("sight", SEEN)
def test_signs_of_the_largest_values_differ_for_color_blind_readers(sight):
    for theme in (str, DARK.__getitem__):
        low, middle, high = (theme(SIGNED[place]) for place in (0, len(SIGNED) // 2, -1))
        assert np.linalg.norm(lab(low, SEEN[sight]) - lab(high, SEEN[sight])) > 2 * APART
        assert min(contrast(low, theme(PAPER)), contrast(high, theme(PAPER))) > 6 > contrast(middle, theme(PAPER))
        for side in (SIGNED[: len(SIGNED) // 2 + 1], SIGNED[len(SIGNED) // 2 :]):
            light = [luminance(theme(color)) for color in side]
            assert light in (sorted(light), sorted(light, reverse=True)), "lightness is monotonic"


def test_no_color_occurs_twice():
    assert len(SCHEMES) <= len(PALETTE), "add a color of the new scheme to the palette of posenc_core/data/colors.toml"
    colors = [*PALETTE, OWN]
    different = len(set(colors)) == len({DARK[color] for color in colors}) == len(colors)
    assert different, "choose a new color, and a new dark variant: posenc_core/data/colors.toml has one of them twice"
    assert len({scheme_style(place)[1] for place in range(len(DASHES))}) == len(DASHES)


@pytest.mark.parametrize("sight", SEEN)
def test_the_uploaded_table_differs_from_all_schemes_for_color_blind_readers(sight):
    for theme in (str, DARK.__getitem__):
        own = lab(theme(OWN), SEEN[sight])
        others = [lab(theme(color), SEEN[sight]) for color in (*PALETTE, INK, MUTED)]
        near = min((*PALETTE, INK, MUTED), key=lambda color: np.linalg.norm(own - lab(theme(color), SEEN[sight])))
        assert min(np.linalg.norm(own - other) for other in others) > APART, f"{near} is too similar to OWN: change it"
    assert scheme_color(-1) == OWN
    assert scheme_style(-1)[1] not in DASHES


def test_lab_equals_that_of_the_standard():
    np.testing.assert_allclose(lab("#ffffff", np.eye(3)), [100, 0, 0], atol=0.02)
    np.testing.assert_allclose(lab("#ff0000", np.eye(3)), [53.24, 80.09, 67.20], atol=0.02)


def test_a_long_title_is_wrapped_at_the_width_of_a_phone():
    assert wrap_title("distance p → p + 1") == "distance p → p + 1"
    assert max(map(len, wrap_title("a word " * 20).split("<br>"))) <= 60
