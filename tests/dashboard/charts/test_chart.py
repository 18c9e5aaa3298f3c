"""Transfer of figures to the browser in parts, each sent once."""

import base64
import json

import numpy as np
import pytest

from dashboard.charts import chart
from dashboard.numbers import measurements
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.compare.figures import main_figures
from posenc_core import SCHEMES, Binary, Index, Normalized, Sinusoidal
from posenc_core.plot import lines


@pytest.fixture
def state(monkeypatch):
    """The session of a visitor."""
    session: dict = {}
    monkeypatch.setattr(chart.st, "session_state", session)
    return session


def send(position: int, scheme=None, n: int = 128, key: str = "one") -> dict:
    """Messages of a chart of Compare."""
    scheme = scheme or Sinusoidal()
    study = Study((scheme,), n, 64, position, 1)
    (figure,) = main_figures(study)
    return chart._encode(key, figure, measurements.hover_curves(scheme, study, "dot", axis="y3"), {})


def test_parts_that_the_browser_has_are_sent_as_names(state):
    first, again, moved = send(40), send(40), send(41)
    assert len(json.dumps(first)) > 20_000
    assert again["parts"] == {}
    assert again["figure"] == first["figure"], "nothing changed"
    assert len(json.dumps(moved)) < 4_000
    names = [trace.get("part") for trace in moved["figure"]["traces"]]
    assert names[:2] == [trace.get("part") for trace in first["figure"]["traces"]][:2], (
        "only the matrix and the steps are unchanged"
    )
    assert names[2] in moved["parts"], "only the curve changed"
    parts = first["parts"] | moved["parts"]
    for part in ("traces", "annotations", "curves"):
        assert all(entry.get("part") in parts or "is" in entry for entry in moved["figure"][part])


def test_another_chart_gets_separate_parts_and_a_browser_without_some_gets_all(state):
    first, other = send(40), send(40, key="two")
    assert len(other["parts"]) == len(first["parts"])
    assert not other["parts"].keys() & first["parts"].keys()
    chart._on_missing_parts()
    assert send(40)["parts"] == first["parts"]


def test_parts_sent_long_ago_are_sent_again(state, monkeypatch):
    monkeypatch.setattr(chart, "CACHE_LENGTH", 100_000)
    names = set(send(40)["parts"])
    for n in range(129, 136):
        send(40, n=n)
        assert sum(state[session_keys.CHART_PARTS].values()) <= 100_000
    assert set(send(40)["parts"]) & names


def test_a_session_does_not_grow_with_every_change_and_keeps_the_matrix(state, monkeypatch):
    monkeypatch.setattr(chart, "MAX_PARTS", 30)
    matrix = send(0)["figure"]["traces"][0]["part"]
    for position in range(1, 20):
        assert matrix not in send(position)["parts"]
        assert len(state[session_keys.CHART_PARTS]) <= 30


def test_arrays_are_sent_as_float32_and_ranges_by_their_ends():
    assert chart.to_wire(np.arange(3, 9)) == {"first": 3, "count": 6}
    wire = chart.to_wire({"y": np.array([[1.5, 2.5]]), "words": ["a"]})
    assert wire["words"] == ["a"]
    assert (wire["y"]["dtype"], wire["y"]["shape"]) == ("f4", (1, 2))
    assert np.frombuffer(base64.b64decode(wire["y"]["bdata"]), "<f4").tolist() == [1.5, 2.5]
    for far in (1e60, 1e-60):
        wide = chart.to_wire(np.array([[far, -far]]))
        assert wide["dtype"] == "f8"
        assert np.frombuffer(base64.b64decode(wide["bdata"]), "<f8").tolist() == [far, -far]
    assert chart.to_wire(np.array([1 / 3, 2])) == [0.3333333, 2]
    for odd in ([], [np.nan], [1, np.inf]):
        json.dumps(chart.to_wire(np.array(odd, float)), allow_nan=False)


@pytest.mark.parametrize(
    ("scheme", "numbers"), [(Sinusoidal(), 128), (Normalized(), 128), (Index(), 128), (Binary(), 8 * 128)]
)
def test_a_browser_gets_only_the_vectors_that_it_needs(scheme, numbers):
    vectors = measurements.vectors(scheme, 128, 64, "dot")
    assert sum(array.size for array in (vectors.at_offset, vectors.columns) if array is not None) == numbers
    if vectors.columns is not None:
        np.testing.assert_array_equal(
            vectors.columns[vectors.which].T, scheme.encode(range(128), 64).astype(np.float32)
        )


@pytest.mark.parametrize("kind", ["dot", "distance"])
def test_a_long_sequence_is_previewed_by_closed_forms_only(kind):
    for name, make in SCHEMES.items():
        if "vectors" not in make.abilities:
            continue
        vectors = measurements.vectors(make(), 2**17, 64, kind)
        if vectors is not None:
            assert vectors.columns is None, name
            assert vectors.at_offset.shape == (2**17,), name
    assert measurements.vectors(Sinusoidal(), 2**17, 64, kind) is not None
    assert measurements.vectors(Binary(), 2**17, 64, kind) is None
    assert (measurements.vectors(Normalized(), 2**17, 64, kind) is None) == (kind == "dot")


def test_a_chart_without_positions_reports_none(state):
    figure = lines.curves([lines.Line("one", np.arange(5.0), "#0072B2")], values="value", along="offset")
    assert chart._encode("plain", figure, [], {})["figure"]["curves"] == []
