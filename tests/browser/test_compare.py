"""Behavior of Compare that needs a browser."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, product

import numpy as np
import pytest
from playwright.sync_api import CDPSession, Page, expect

from dashboard.say import message, say
from posenc_core import Sinusoidal
from posenc_core.text.messages import claim
from tests.browser.page import expect_query, open_box, position_slider, query, set_size
from tests.browser.serving import server, settled


def plot(page: Page, column: int, row: int = 0):
    """Place of a plot of a column: its matrix, the distances, and the similarities."""
    return page.locator(f".js-plotly-plot .draglayer .{subplot(column, row)} .nsewdrag")


def subplot(column: int, row: int) -> str:
    """Plotly's name of a plot of a column, such as x2y6."""
    return f"x{column + 1}y{3 * column + row + 1}" if column else f"xy{row + 1}".removesuffix("1")


def click(page: Page, share: float, column: int, row: int) -> None:
    """Click at a fraction of the width of a plot."""
    box = plot(page, column, row).bounding_box()
    x, y = box["x"] + share * box["width"], box["y"] + box["height"] / 2
    # a second click on the same chart within this time would be a double click, which resets the zoom
    page.wait_for_function(
        """() => { const chart = document.querySelector('.js-plotly-plot');
        return !(Date.now() - chart._mouseDownTime <= chart._context.doubleClickDelay) }""",
    )
    # Streamlit's own chart is drawn twice at first, and a click in between is lost
    page.evaluate("() => new Promise((rest) => requestIdleCallback(() => rest(), { timeout: 10_000 }))")
    # what it found at an earlier place of the pointer does not count
    page.evaluate("() => { document.querySelector('.js-plotly-plot')._hoverdata = undefined }")
    page.mouse.move(x, y)
    # Plotly reports a click on what it has found under the pointer, which takes it some time on a busy machine
    page.wait_for_function("() => document.querySelector('.js-plotly-plot')._hoverdata?.length")
    expect(page.locator(".following[data-position]").first).to_be_attached()
    page.mouse.click(x, y)


def drawn_data(page: Page) -> dict:
    """Data that Plotly shows in the first column."""
    return page.evaluate(
        """() => { const { _fullData: data, _fullLayout: layout } = document.querySelector('.js-plotly-plot');
        return { position: layout.shapes[0].x0, middle: data[0].colorscale[5][1], similarity: [...data[2].y] } }"""
    )


def wait_for_position(page: Page, position: int) -> None:
    """Wait until the line of every column is at this position."""
    page.wait_for_function(
        """(p) => { const charts = [...document.querySelectorAll('.js-plotly-plot')];
          const isThere = ({ x0, yref }) => x0 === p || yref !== 'paper';
          return charts.length && charts.every((chart) => chart._fullLayout?.shapes.every(isThere)) }""",
        arg=position,
    )


@contextmanager
def emulate_phone(page: Page) -> Iterator[CDPSession]:
    """Give the page the size of a phone from the next load on: a new context would have an empty cache."""
    session = page.context.new_cdp_session(page)
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    session.send("Emulation.setDeviceMetricsOverride", size)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        yield session
    finally:
        session.detach()


@pytest.mark.thorough
def test_the_first_visit_fits_a_desktop_a_narrow_window_and_a_phone(visit, address):
    page = visit(at=f"{address}compare")
    expect(page).to_have_title("Compare · Positional Encoding Lab")
    expect(page.get_by_text(message("waiting"))).to_be_hidden()
    assert page.locator(".js-plotly-plot").count() == 1
    figure = page.locator(".js-plotly-plot").bounding_box()
    assert figure["height"] >= 560 and figure["y"] + figure["height"] <= 900, "the figure is above the fold"
    assert page.get_by_role("tab").first.bounding_box()["y"] < 1150
    for column, row in product(range(3), range(3)):
        assert plot(page, column, row).bounding_box()["height"] > 60
    assert page.locator("[data-testid=stException], [data-testid=stAlert]").count() == 0
    tops = {round(plot(page, column).bounding_box()["y"]) for column in range(3)}
    assert len(tops) == 1, "the columns are aligned"
    # the fixture fails on requests to other hosts
    fetched = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name)")
    assert len([url for url in fetched if url.startswith(address)]) > 20
    assert any(url.startswith(f"{address}plotly-") for url in fetched)
    # alternative text
    charts = page.locator(".chart").and_(page.get_by_label(re.compile("64 positions by 32 dimensions")))
    assert charts.count() == 1
    mean = float(np.linalg.norm(np.subtract(*Sinusoidal().encode([0, 1], 32))))
    distance = say(claim("compare-distance-constant", mean=mean, offset=1))
    first = message("compare-fact", label=message("compare-distance", offset=1), text=distance)
    assert first in charts.first.get_attribute("aria-label")
    expect(page.get_by_text("Attention Is All You Need")).to_be_visible()
    expect(page.locator(".katex").first).to_be_visible()

    before = plot(page, 0).bounding_box()["width"]
    page.set_viewport_size({"width": 1240, "height": 900})
    page.wait_for_function(
        "(w) => document.querySelector('.js-plotly-plot .xy .nsewdrag').getBoundingClientRect().width < w - 40",
        arg=before,
    )
    assert drawn_data(page)["middle"] == "#f7f7f7"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "() => document.querySelector('.js-plotly-plot')._fullData[0].colorscale[5][1] === '#1d2230'"
    )

    with emulate_phone(page) as session:
        page.reload()
        settled(page)
        assert not any(bar.is_visible() for bar in page.locator(".modebar-container").all()), (
            "the legend covers axis titles"
        )
        assert drawn_data(page)["middle"] == "#1d2230"
        box = plot(page, 0).bounding_box()
        assert box["y"] + box["height"] < 844, "a heatmap is on the first screen"
        assert box["x"] + box["width"] <= 390, "the first column fits"
        swiped = page.locator("[class*=st-key-columns-]")
        swiped.evaluate("(place) => place.scrollTo(1000, 0)")
        last = plot(page, 2).bounding_box()
        assert last["x"] > 0 and last["x"] + last["width"] <= 390, "a swipe shows the last one"
        swiped.evaluate("(place) => place.scrollTo(0, 0)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        # nothing covers the button that closes the entries, nor the languages when they are closed
        page.get_by_test_id("stExpandSidebarButton").click()
        page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
        page.locator(".languages a").last.click(trial=True)
        assert page.evaluate("document.querySelector('.js-plotly-plot')._fullLayout.dragmode") is False
        # a finger moving along a plot is followed until it is lifted
        plot(page, 0).scroll_into_view_if_needed()
        box = plot(page, 0).bounding_box()
        for step in range(6):
            point = {"x": box["x"] + (20 + 12 * step) / 100 * box["width"], "y": box["y"] + 40}
            kind = "touchMove" if step else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        expect(page.locator(".following[data-position='51']")).to_have_count(1)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".following[data-position]")).to_have_count(0)
        # a finger moving upward scrolls the page
        down = "document.querySelector('[data-testid=stMain]').scrollTop"
        before = page.evaluate(down)
        # a browser that handles the first touch slowly scrolls at the next
        for swipe in range(80):
            step = swipe % 16
            point = {"x": box["x"] + 40, "y": box["y"] + 100 - 20 * step}
            kind = "touchMove" if step else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
            page.evaluate("() => new Promise(requestAnimationFrame)")
            past = page.evaluate(down) > before + 50
            if past or step == 15:
                session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            if past:
                break
        assert past, "a finger cannot scroll past a chart"
        page.locator(".st-key-next-steps a").first.click()
        page.wait_for_function("() => location.pathname === '/heatmap'")
        settled(page)
        expect(page.locator("[data-testid=stMain] h1"), "a page opens at its title").to_be_in_viewport()
        # Streamlit stores there that the entries are closed
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")
    # the size that the next test expects
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.thorough
def test_no_text_of_the_figure_is_cut_or_covers_another(visit, address):
    narrow = "scheme=TransformerXL&scheme=Learned&scheme=ALiBi&scheme=Binary&scheme=Normalized&scheme=Index&n=500&d=384"
    wide = "scheme=Sinusoidal&scheme=ALiBi&scheme=Learned&scheme=RoPE"
    for width, schemes in ((390, narrow), (1024, wide)):
        page = visit(schemes, at=f"{address}compare")
        page.set_viewport_size({"width": width, "height": 900})
        # Plotly draws at the new width after the chart has it
        page.wait_for_function(
            """(w) => { const chart = document.querySelector('.js-plotly-plot');
              const drawn = chart.querySelector('.main-svg').getBoundingClientRect().width;
              return chart.clientWidth < w && drawn === chart.clientWidth }""",
            arg=max(width, 1000),
        )
        settled(page)
        cut, texts = page.evaluate(
            """() => { const chart = document.querySelector('.js-plotly-plot');
              const place = (item) => { const { left, right, top, bottom } = item.getBoundingClientRect();
                return { left, right, top, bottom, text: item.textContent } };
              const whole = place(chart);
              const texts = [...chart.querySelectorAll('.annotation text, .cbaxis text')].map(place);
              return [texts.filter(({ left, right }) => left < whole.left || right > whole.right), texts] }"""
        )
        assert len(texts) > 20 and cut == []
        for one, other in combinations(texts, 2):
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            # boxes of letters have room above and below them
            assert across <= 0 or down < 3, (one["text"], other["text"])
    # in another font the columns of a picture need more room
    page.locator(".chart").hover()
    with page.expect_download() as saved:
        page.locator("[data-title='Save as SVG']").click()
    assert 'width="1400"' in saved.value.path().read_text()[:300]
    page.set_viewport_size({"width": 1440, "height": 900})


def watch(page: Page) -> None:
    """Count frames in which a heatmap is missing."""
    settled(page)
    page.evaluate(
        """() => { window.blank = 0;
          window.drawings = [...document.querySelectorAll('.js-plotly-plot .main-svg')];
          const look = () => {
            const heatmaps = document.querySelectorAll('.js-plotly-plot .heatmaplayer image');
            if (heatmaps.length !== 3) window.blank += 1; requestAnimationFrame(look); }; look() }"""
    )


def test_click_slider_and_fast_keys_change_the_position_in_place(visit, address):
    page = visit("n=100", at=f"{address}compare")
    entries = page.evaluate("history.length")
    watch(page)
    handle = position_slider(page)

    before = drawn_data(page)
    assert before["position"] == 20
    handle.press("ArrowLeft")
    wait_for_position(page, 19)
    assert drawn_data(page)["similarity"] != before["similarity"]
    expect_query(page, {"n": ["100"], "p": ["19"]})
    assert page.evaluate("history.length") == entries, "changing a value adds no history entry"

    # one per row and column
    for column, row, share, at in ((0, 0, 0.255, 25), (1, 1, 0.805, 80), (2, 2, 0.255, 25)):
        click(page, share, column, row)
        expect(handle).to_have_value(str(at))
        wait_for_position(page, at)
        expect_query(page, {"n": ["100"], "p": [str(at)]})
    # no number that is typed in a box reverts it
    open_box(page, "size n").get_by_role("spinbutton").fill("100")
    click(page, 0.805, 2, 0)
    expect(handle).to_have_value("80")
    wait_for_position(page, 80)
    expect_query(page, {"n": ["100"], "p": ["80"]})

    for key, at in (("ArrowLeft", 74), ("ArrowRight", 78), ("ArrowLeft", 75)):
        handle.focus()
        for _ in range(abs(at - int(handle.input_value()))):
            page.keyboard.press(key)
        page.wait_for_function("(p) => new URLSearchParams(location.search).get('p') === `${p}`", arg=at)
        settled(page)
        expect(handle).to_have_value(str(at))
        wait_for_position(page, at)
        assert handle.evaluate("(handle) => handle === document.activeElement"), "a change keeps the focus"
    page.locator(".chart").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(handle).to_have_value("79")
    wait_for_position(page, 79)
    assert page.evaluate("window.blank") == 0, "a frame was blank"
    assert page.evaluate("() => window.drawings.every((drawing) => drawing.isConnected)")


@pytest.mark.thorough
def test_a_partly_valid_link_and_fast_changes_of_the_length(visit, address):
    page = visit("n=256&p=200&d=1e400&foo=<img src=x onerror=alert(1)>", at=f"{address}compare")
    note = page.get_by_text(
        "The link sets d = 1e400, but d must be a whole number from 1 to 4,096. The app uses d = 32 instead."
    )
    expect(note).to_be_visible()
    expect(page.get_by_text("foo = <img src=x onerror=alert(1)>, which is not a parameter")).to_be_visible()
    used = {"n": ["256"], "p": ["200"]}
    expect_query(page, used)

    # a chart that moves within the page is unmounted and mounted again
    page.evaluate("() => { window.charts = [...document.querySelectorAll('.js-plotly-plot')] }")
    length = page.get_by_test_id("stPopoverBody").get_by_role("spinbutton")
    # a shorter sequence shows its last position, a longer one the selected position again
    for n, at in ((64, 63), (3, 2), (300, 200), (40, 39)):
        # the box stays open, and the focus in its field
        set_size(page, "n", n)
        page.wait_for_function("(n) => window.charts[0]._fullData[0].z[0].length === n", arg=n)
        expect(position_slider(page)).to_have_value(str(at))
        expect(page.locator(".st-key-size-n")).to_contain_text(f"n = {n}")
        expect(length).to_be_focused()
        ends = f"The sequence ends at position {n - 1}, so this page uses p = {at} instead of 200."
        expect(page.get_by_text(ends)).to_have_count(int(n < 201))
        settled(page)
        assert page.evaluate("() => window.charts.every((chart) => chart.isConnected && chart._fullData)")
    expect(note).to_have_count(0)
    expect_query(page, used | {"n": ["40"]})

    # continues from the shown position
    position_slider(page).press("ArrowLeft")
    expect(position_slider(page)).to_have_value("38")
    wait_for_position(page, 38)
    expect_query(page, used | {"n": ["40"], "p": ["38"]})

    open_box(page, "size n")
    for key, n in (("ArrowUp", 50), ("ArrowDown", 46)):
        length.focus()
        for _ in range(abs(n - int(length.input_value()))):
            page.keyboard.press(key)
            # a person is slower than a script, so more responses arrive in between
            page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(length).to_have_value(str(n))
        page.wait_for_function("(n) => window.charts[0]._fullData[0].z[0].length === n", arg=n)


def drag(page: Page, start: float, end: float) -> None:
    """Drag over the first heatmap between two fractions of its width."""
    box = plot(page, 0).bounding_box()
    page.mouse.move(box["x"] + start * box["width"], box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + end * box["width"], box["y"] + 50, steps=5)
    page.mouse.up()


def wait_for_range(page: Page, first: int, last: int) -> None:
    """Wait until every chart shows these positions."""
    page.wait_for_function(
        """([first, last]) => [...document.querySelectorAll('.js-plotly-plot')].every(({ _fullLayout }) =>
          _fullLayout.xaxis.range[0] === first - 0.5 && _fullLayout.xaxis.range[1] === last + 0.5)""",
        arg=[first, last],
    )


def marks_position(page: Page) -> bool:
    """Return True if both curves of the first column mark the selected position."""
    marked = page.evaluate(
        """() => { const chart = document.querySelector('.chart');
          const mark = (order) => chart.querySelector(`.trace${chart._fullData[order].uid} path.point`);
          return [3, 4].map((order) => mark(order).getAttribute('display') !== 'none') }"""
    )
    assert marked[0] == marked[1]
    return marked[0]


@pytest.mark.thorough
def test_a_change_keeps_the_zoom_and_a_double_click_resets_it(visit, address):
    page = visit("n=100&scheme=Sinusoidal&scheme=Binary", at=f"{address}compare")
    drag(page, 0.2, 0.6)
    page.wait_for_function("() => location.search.includes('to=')")
    first, last = (int(query(page)[end][0]) for end in ("from", "to"))
    assert 18 <= first <= 21
    assert 58 <= last <= 61
    wait_for_range(page, first, last)
    # a chart that is still drawn, or moved by a line above it, would miss the click
    settled(page)
    # the mark of the position is drawn only inside the shown range
    click(page, 0.999, 0, 0)
    wait_for_position(page, last)
    settled(page)
    for key, at in (("ArrowRight", last + 1), ("ArrowLeft", last), ("ArrowRight", last + 1)):
        position_slider(page).press(key)
        wait_for_position(page, at)
        settled(page)
        assert marks_position(page) == (at == last)
    base = open_box(page, "options").get_by_role("spinbutton", name="Base", exact=True)
    base.fill("50")
    base.press("Enter")
    page.wait_for_function("() => location.search.includes('base=50')")
    settled(page)
    wait_for_range(page, first, last)
    assert not marks_position(page)
    set_size(page, "n", 30)
    wait_for_range(page, first, 29)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    settled(page)
    box = plot(page, 1).bounding_box()
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + 50)
    wait_for_range(page, 0, 29)
    # the URL is updated after the charts
    page.wait_for_function("() => !/[?&](from|to)=/.test(location.search)")


@pytest.mark.thorough
def test_the_app_works_under_a_base_path(visit):
    with server(base="lab") as lab:
        page = visit("n=100&d=8&p=7", at=f"{lab.url}/compare")
        assert page.locator(".chart.js-plotly-plot").count() == 1
        wait_for_position(page, 7)
        # before its server exits
        page.close()


@pytest.mark.thorough
def test_zooming_a_heatmap_changes_the_address_and_turns_block_means_into_exact_cells(visit, address):
    page = visit("n=20000&d=16", at=f"{address}heatmap")
    box = page.locator(".chart").first.locator(".draglayer .xy .nsewdrag").bounding_box()
    left, middle = box["x"] + 0.3 * box["width"], box["y"] + box["height"] / 2
    page.mouse.move(left, middle)
    page.mouse.down()
    page.mouse.move(left + 0.02 * box["width"], middle, steps=5)
    page.mouse.up()
    page.wait_for_function("() => location.search.includes('from=')")
    settled(page)
    zoom = {key: int(value) for key, (value,) in query(page).items()}
    assert abs(zoom["from"] - 6000) < 60 and abs(zoom["to"] - 6400) < 60
    cells = page.evaluate("document.querySelector('.chart')._fullData[0].z.map((row) => [...row])")
    table = Sinusoidal().encode(np.arange(zoom["from"], zoom["to"] + 1), 16)
    np.testing.assert_allclose(cells, table.T, atol=1e-4)
