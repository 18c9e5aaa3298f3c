"""Figures of the library: their data equal those of geometry and attention, for schemes and arrays."""

import subprocess
import sys
from typing import get_type_hints

import numpy as np
import pytest
from plotly.graph_objects import Figure

from posenc_core import ALiBi, Binary, RoPE, Sinusoidal, plot
from posenc_core.analysis import attention, geometry

SIZE = {"length": 24, "dim": 8}
TABLE = Sinusoidal().encode(range(24), 8)


@pytest.mark.parametrize("scheme", [Sinusoidal(), Binary(), RoPE()], ids=repr)
def test_vectors_are_drawn_like_their_array(scheme):
    table = geometry.vectors(scheme, **SIZE)
    for of, size in ((scheme, SIZE), (table, {})):
        np.testing.assert_allclose(plot.heatmap(of, **size).data[0].z, table.T, rtol=1e-6, atol=1e-6)
        curve = plot.similarity(of, position=7, kind="dot", **size).data[0].y
        np.testing.assert_allclose(curve, table @ table[7], rtol=1e-9, atol=1e-9)
        steps = plot.distances(of, offset=2, **size).data[0].y
        np.testing.assert_allclose(steps, np.linalg.norm(table[2:] - table[:-2], axis=1), rtol=1e-7, atol=1e-7)
        np.testing.assert_allclose(plot.pairs(of, **size).data[0].z, table @ table.T, rtol=1e-5, atol=1e-5)
        assert isinstance(plot.compare(of, position=7, **size), Figure)


def test_several_encodings_share_an_axis_and_keep_the_colors_of_the_pages():
    figure = plot.similarity(Sinusoidal(), Binary(), TABLE, position=3, kind="cosine", **SIZE)
    assert [trace.name for trace in figure.data] == ["Sinusoidal", "Binary", "array 3"]
    assert figure.data[0].line.color == "#0072B2"
    np.testing.assert_allclose(figure.data[0].y, figure.data[2].y, rtol=1e-6)
    compared = plot.compare(Sinusoidal(), Binary(), **SIZE, position=3)
    # per encoding a matrix, two curves, and the selected position on each
    assert [trace.type for trace in compared.data] == ["heatmap", *["scatter"] * 4] * 2
    names = [note.text for note in compared.layout.annotations]
    assert "Binary" in names and "✗ unequal steps<br>✗ ties with other positions" in names
    assert names.count("a flat line means equal steps") == 1
    plain = plot.compare(Sinusoidal(), **SIZE, labels=False)
    assert "a flat line means equal steps" not in [note.text for note in plain.layout.annotations]
    assert compared.layout.yaxis2.range == compared.layout.yaxis5.range, "distances share their axis"


def test_attention_wavelengths_and_reach():
    schemes = (Sinusoidal(), RoPE(), ALiBi())
    figure = plot.attention(*schemes, dim=8, length=24, heads=8, head=2)
    for trace, scheme in zip(figure.data, schemes, strict=True):
        drops = attention.drops(scheme, length=24, dim=8, heads=8, head=2)
        np.testing.assert_allclose(trace.y, np.exp(-drops.mean), rtol=1e-9)
    np.testing.assert_allclose(plot.wavelengths(RoPE(), dim=8).data[0].y, 2 * np.pi * 10.0 ** np.arange(4), rtol=1e-9)
    slopes = ALiBi().slope(12)
    halves = np.ceil(np.log(2) / slopes - 1e-9)
    np.testing.assert_array_equal(plot.reach(ALiBi(), heads=12, length=400).data[0].y, halves)


def test_the_error_without_plotly_names_the_extra():
    code = "import sys; sys.modules['plotly'] = None; import posenc_core; import posenc_core.plot"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert process.stderr.endswith(
        "ModuleNotFoundError: posenc_core.plot needs Plotly: pip install 'posenc-core[plot]'\n"
    )


def test_functions_return_plotly_figures():
    for name in plot.__all__:
        assert get_type_hints(getattr(plot, name))["return"] is Figure, name
    assert plot.similarity(TABLE, position=3, kind="Cosine") == plot.similarity(TABLE, position=3, kind="cosine")
