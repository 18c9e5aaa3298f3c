"""Tables of figures: curves beside their axis, bands, paths, and cells."""

import numpy as np

from dashboard.sharing.tables import figure_table
from posenc_core.plot.lines import Line, curves
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import layout

WORDS = {"heading": "", "limit": 1.0, "signed": True, "hover": ""}


def test_curves_are_columns_beside_their_axis():
    exact = np.array([1 / 3, np.nan, 2e-300])
    lines = [Line("a", exact, "red", low=exact - 1, high=exact + 1, marks=[2]), Line("b", np.arange(2.0), "blue")]
    table = figure_table([curves(lines, values="", along="offset k", start=1, chosen=2)])
    assert [*table] == ["offset k", "a, lowest", "a, highest", "a", "b"]
    assert table["offset k"].tolist() == [1, 2, 3]
    np.testing.assert_array_equal(table["a"], exact)
    np.testing.assert_array_equal(table["a, highest"], exact + 1)
    np.testing.assert_array_equal(table["b"], [0, 1, np.nan])


def test_figures_share_an_axis_of_the_same_name():
    one, other = (
        curves([Line(name, np.arange(3.0), "red")], values="", along=along, start=start, position=start)
        for name, along, start in (("a", "position", 0), ("b", "position", 2))
    )
    table = figure_table([one, other])
    assert [*table] == ["position", "a", "b"]
    assert table["position"].tolist() == [0, 1, 2, 3, 4]


def test_a_path_has_coordinates_of_its_own():
    path = {"type": "scatter", "name": "path", "x": [0, 1, 0], "y": [1, 2, 3]}
    line = {"type": "bar", "name": "bars", "x": [0, 1], "y": [5, 6]}
    plot = layout(300) | {"xaxis": {"title": {"text": "<b>x</b><br>&lt;1"}}}
    table = figure_table([{"data": [path, line], "layout": plot}])
    assert [*table] == ["x  <1", "bars", "x  <1", "path"]
    assert table["path"].tolist() == [1, 2, 3]


def test_a_matrix_has_a_row_for_each_cell():
    cells = np.array([[1 / 3, 2.0], [3.0, 4.0]])
    table = figure_table([matrix(cells, across="key", down="query", origin=(4, 0), size=(1, 8), **WORDS)])
    assert table.to_dict("list") == {
        "key": [3.5, 11.5, 3.5, 11.5],
        "query": [4, 4, 5, 5],
        "value": [1 / 3, 2, 3, 4],
    }
    words = figure_table([matrix(cells, across="key", down="query", columns=["<a>", "b"], **WORDS)])
    assert words["key"].tolist() == ["<a>", "b", "<a>", "b"]


def test_marks_without_a_name_are_left_out():
    assert figure_table([curves([], values="", along="k")]).empty
