"""Every page opens, draws, previews under the pointer, and reacts to a click in WebKit and Firefox: `make browsers`."""

import pytest

from dashboard.state.pages import PAGES
from tests.browser.serving import SETTLED

# pages that open with a chart over positions, with preview and selection
FOLLOWING = ("compare", "heatmap", "equidistance", "similarity")
PLOT = """(() => { const { x, y, width, height } =
document.querySelector('.js-plotly-plot .xy .nsewdrag').getBoundingClientRect();
return [x + 0.7 * width, y + 0.5 * height]; })()"""


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_drawn(engine, address, page):
    engine.open(f"{address}{page}")
    engine.eventually(SETTLED)
    counts = [
        f"document.querySelectorAll('{part}').length" for part in ("[data-testid=stException]", ".chart", ".chart svg")
    ]
    exceptions, charts, drawings = engine.eventually(f"[{', '.join(counts)}]")
    assert not exceptions
    assert drawings >= charts
    assert engine.eventually("document.title").endswith("Positional Encoding Lab")


@pytest.mark.parametrize("page", FOLLOWING)
def test_a_chart_follows_the_pointer_and_reports_a_click(engine, address, page):
    engine.open(f"{address}{page}")
    engine.eventually(SETTLED)
    x, y = engine.eventually(PLOT)
    engine.point(x - 20, y)
    engine.point(x, y)
    # 0.7 of 64 positions, or the previous pointer position
    followed = engine.eventually("document.querySelector('.following[data-position]')?.dataset.position")
    assert 35 <= int(followed) <= 50
    # Plotly finds the hovered point after a delay, and a click selects that point
    engine.eventually("document.querySelector('.js-plotly-plot')._hoverdata?.length")
    selected, clicked = "new URLSearchParams(location.search).get('p')", engine.eventually("performance.now()")
    engine.point(x, y, click=True)
    # in Firefox a click is lost while the chart is redrawn; a second one does no harm
    if engine.eventually(f"{selected} || performance.now() > {clicked} + 5000") is True:
        engine.point(x, y, click=True)
    assert 40 <= int(engine.eventually(selected)) <= 50
    engine.eventually(SETTLED)
