"""The page Images: heatmaps, rulers, and the prompt; tests/claims recomputes what it claims."""

import re

import numpy as np
import pytest

from dashboard.controls import state
from dashboard.views.images import facts, images
from dashboard.views.images import figures as shapes
from posenc_core.analysis.images import Image, Text, mrope_positions
from tests.dashboard.conftest import address, handle


def test_the_sliders_select_a_patch_that_is_framed_in_every_heatmap_and_in_the_address(opened, figures):
    app = opened(page="images")
    handle(app.slider, "patch_row handle").set_value(13).run()
    assert address(app) == {"patch_row": ["13"]}
    for figure in figures(app)[:4]:
        points, cells = figure["data"]
        row, column = np.unravel_index(13 * 14 + 9, (14, 14))
        assert cells["z"][row, column] == pytest.approx(1)
        assert points["customdata"].tolist() == cells["customdata"].ravel().tolist() == [*range(196)]
        # colors in equal ratios, up to the largest share
        stops = np.array([place for place, _ in cells["colorscale"]][1:])
        np.testing.assert_allclose(np.diff(np.log(stops)), np.log(stops[-1] / stops[0]) / 5, rtol=0.05)
        assert {(shape["x0"], shape["y0"]) for shape in figure["layout"]["shapes"]} == {(column - 0.5, row - 0.5)}


def test_a_click_selects_row_and_column_within_the_image(monkeypatch):
    chosen = []
    monkeypatch.setattr(state, "choose", lambda **values: chosen.append(values))
    for patch in (20, 10**6, -1):
        images.select(patch)
    assert [tuple(choice.values()) for choice in chosen] == [(1, 6), (13, 13), (0, 0)]


def test_the_prompt_has_a_tile_for_each_token_with_its_position_on_each_axis():
    prompt = mrope_positions([Text(2), Image(4, 6), Text(1)])
    counted = np.arange(len(prompt.positions))[:, None]
    several, one = (
        shapes.strip(positions, prompt.segments, (2, 3), alt="") for positions in (prompt.positions, counted)
    )
    tiles = [re.findall(r">(\d+)</i>", tile) for tile in re.findall(r"<span.*?</span>", several)]
    # text 0 and 1, then two rows of three tokens
    block = [["2", str(2 + row), str(2 + column)] for row in range(2) for column in range(3)]
    assert tiles == [["0"], ["1"], *block, ["5"]]
    assert re.findall(r">(\d+)</i>", one) == [str(place) for place in range(9)]


def test_a_large_image_has_its_first_and_last_rows_and_columns_alone():
    prompt = mrope_positions([Text(1), Image(80, 4), Text(1)])
    drawn = shapes.strip(prompt.positions, prompt.segments, (40, 2), alt="")
    rows = re.findall(r'class="row">(\d+)<', drawn)
    assert rows == ["1", "1", "2", "2", "40", "40"]
    assert drawn.count("…") == 2
    assert drawn.endswith('<span><i class="time">41</i></span></div></div>')


def test_the_lines_on_the_page_number_the_patches_as_the_pictures_do():
    code = images.RIGHT.replace("torch.", "np.")
    names = {"np": np, "height": facts.ROWS, "width": facts.COLUMNS}
    first, second = code.split("# or\n")
    coordinates = []
    for lines in (first, second):
        exec(lines, names)
        coordinates.append(np.stack([names["y"], names["x"]]))
    expected = np.stack(facts.INDEXINGS["right"](np.arange(facts.ROWS * facts.COLUMNS)))
    assert all((pair == expected).all() for pair in coordinates)
    for lines, id in zip(re.split("# .*\n", images.WRONG)[2:], ("exchanged", "flattened"), strict=True):
        exec(f"p = np.arange(height * width)\n{lines.replace('torch.', 'np.')}", names)
        place = np.arange(facts.ROWS * facts.COLUMNS)
        np.testing.assert_array_equal(np.stack([names["y"], names["x"]]), facts.INDEXINGS[id](place))
