"""What goes to a browser: a figure in parts, each of them once."""

import base64
import json

import numpy as np
import pytest

from dashboard.charts import chart
from dashboard.numbers import measurements
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.compare.compare import figures
from dashboard.views.compare.numbers import portrait
from posenc_core import SCHEMES, Binary, Index, Normalized, Sinusoidal
from posenc_core.plot import lines


@pytest.fixture
def state(monkeypatch):
    """The session of a visitor."""
    found: dict = {}
    monkeypatch.setattr(chart.st, "session_state", found)
    return found


def sent(position: int, scheme=None, n: int = 128, key: str = "one") -> dict:
    """What a chart of Compare sends."""
    scheme = scheme or Sinusoidal()
    study = Study((scheme,), n, 64, position, 1)
    p = portrait(scheme, study)
    (scales,) = figures.scales([p], own=False, limit=1)
    figure = figures.portrait(p, study, scales, "#0072B2")
    return chart._encode(key, figure, measurements.hover_curves(scheme, study, "dot", axis="y3"), {})


def test_what_a_browser_has_is_only_named(state):
    first, again, moved = sent(40), sent(40), sent(41)
    assert len(json.dumps(first)) > 20_000
    assert again["parts"] == {}
    assert again["figure"] == first["figure"], "nothing has changed"
    assert len(json.dumps(moved)) < 4_000
    names = [trace.get("part") for trace in moved["figure"]["traces"]]
    assert names[:2] == [trace.get("part") for trace in first["figure"]["traces"]][:2], "the matrix and the steps"
    assert names[2] in moved["parts"], "the curve"
    known = first["parts"] | moved["parts"]
    for part in ("traces", "annotations", "curves"):
        assert all(each.get("part") in known or "is" in each for each in moved["figure"][part])


def test_another_chart_gets_parts_of_its_own_and_a_browser_that_lacks_some_gets_all(state):
    first, other = sent(40), sent(40, key="two")
    assert len(other["parts"]) == len(first["parts"])
    assert not other["parts"].keys() & first["parts"].keys()
    chart._on_missing_parts()
    assert sent(40)["parts"] == first["parts"]


def test_what_was_sent_long_ago_is_not_counted_on(state, monkeypatch):
    monkeypatch.setattr(chart, "CACHE_LENGTH", 100_000)
    names = set(sent(40)["parts"])
    for n in range(129, 136):
        sent(40, n=n)
        assert sum(state[session_keys.CHART_PARTS].values()) <= 100_000
    assert set(sent(40)["parts"]) & names


def test_a_session_does_not_grow_with_every_change_and_the_matrix_stays_known(state, monkeypatch):
    monkeypatch.setattr(chart, "MAX_PARTS", 30)
    matrix = sent(0)["figure"]["traces"][0]["part"]
    for position in range(1, 20):
        assert matrix not in sent(position)["parts"]
        assert len(state[session_keys.CHART_PARTS]) <= 30


def test_arrays_come_as_bytes_of_32_bits_and_what_counts_by_its_ends():
    assert chart.to_wire(np.arange(3, 9)) == {"first": 3, "count": 6}
    found = chart.to_wire({"y": np.array([[1.5, 2.5]]), "words": ["a"]})
    assert found["words"] == ["a"]
    assert (found["y"]["dtype"], found["y"]["shape"]) == ("f4", (1, 2))
    assert np.frombuffer(base64.b64decode(found["y"]["bdata"]), "<f4").tolist() == [1.5, 2.5]
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
def test_a_browser_gets_no_more_of_the_vectors_than_it_needs(scheme, numbers):
    found = measurements.vectors(scheme, 128, 64, "dot")
    assert sum(array.size for array in (found.at_offset, found.columns) if array is not None) == numbers
    if found.columns is not None:
        np.testing.assert_array_equal(found.columns[found.which].T, scheme.encode(range(128), 64).astype(np.float32))


@pytest.mark.parametrize("kind", ["dot", "distance"])
def test_a_long_sequence_is_followed_by_closed_forms_alone(kind):
    for name, make in SCHEMES.items():
        if "vectors" not in make.abilities:
            continue
        found = measurements.vectors(make(), 2**20, 64, kind)
        if found is not None:
            assert found.columns is None, name
            assert found.at_offset.shape == (2**20,), name
    assert measurements.vectors(Sinusoidal(), 2**20, 64, kind) is not None
    assert measurements.vectors(Binary(), 2**20, 64, kind) is None
    assert (measurements.vectors(Normalized(), 2**20, 64, kind) is None) == (kind == "dot")


def test_a_chart_without_positions_reports_none(state):
    figure = lines.curves([lines.Line("one", np.arange(5.0), "#0072B2")], values="value", along="offset")
    assert chart._encode("plain", figure, [], {})["figure"]["curves"] == []
