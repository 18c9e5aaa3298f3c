"""The costliest addresses: what their pages compute is bounded; in 2026, none took 2 s of processor time."""

import pytest

from dashboard.numbers import memory
from dashboard.state.parameters import MAX_DIM, MAX_LENGTH, MAX_SCHEMES
from posenc_core.analysis.source import Source
from tests.dashboard.conftest import open_at, text

VECTORS = "".join(f"&scheme={name}" for name in ("Grid", "Sinusoidal", "Binary", "Normalized", "RoPE", "Gray"))
CURVES = "".join(f"&scheme={name}" for name in ("Grid", "xPos", "Fourier", "RoPE", "Sinusoidal", "NeRF"))
PAIRS = f"n=512&d=512&k=7{VECTORS}"

HEAVIEST = [
    ("scorecard", PAIRS),
    ("compare", f"n={MAX_LENGTH}&d={MAX_DIM}&k=1000{CURVES}"),
    ("clocks", f"{PAIRS}&tab=norm"),
    ("compare", f"n={MAX_LENGTH - 1}&d={MAX_DIM - 1}&k=1000{CURVES}"),
    ("compare", f"n=32768&d=512&k=1000{CURVES}"),
    ("equidistance", f"{PAIRS}&tab=growth"),
    ("attention", f"n=512&d=2048&content=independent{VECTORS}"),
    ("similarity", f"{PAIRS}&tab=pairs"),
    ("heatmap", f"n={MAX_LENGTH}&d={MAX_DIM}&scheme=Grid"),
    ("similarity", f"n={MAX_LENGTH}&d=512&similarity=softmax{CURVES}"),
]

MOST = 2**24
"""Numbers of vectors that a page may compute of an encoding."""


@pytest.mark.parametrize(("page", "query"), HEAVIEST, ids=[f"{page}-{query[:16]}" for page, query in HEAVIEST])
def test_the_costliest_pages_compute_a_bounded_number_of_vectors(monkeypatch, page, query):
    count, rows = 0, Source.rows

    def counted_rows(source, start, stop):
        nonlocal count
        count += (stop - start) * source.dim
        return rows(source, start, stop)

    monkeypatch.setattr(Source, "rows", counted_rows)
    memory.entries.clear()
    app = open_at(query, page)
    assert not app.exception
    assert count <= MAX_SCHEMES * MOST


@pytest.mark.parametrize(("key", "most"), [("n", MAX_LENGTH), ("d", MAX_DIM)])
def test_a_size_beyond_the_limit_is_answered_with_one_sentence(key, most):
    app = open_at(f"{key}={most + 1}")
    assert not app.exception
    sentence = f"The link sets {key} = {most + 1}, but {key} must be a whole number from 1 to {most:,}"
    assert text(app).count(sentence) == 1
