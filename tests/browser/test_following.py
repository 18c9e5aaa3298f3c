"""Hover preview in the browser: it agrees with the server and sends no requests."""

import re
from base64 import b64decode
from itertools import product
from typing import get_args
from urllib.request import urlopen

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from dashboard.charts.chart import LIBRARY
from dashboard.charts.wire import to_wire
from dashboard.numbers import measurements, scores
from dashboard.say import say
from dashboard.state.parameters import PARAMETERS
from dashboard.state.study import Study
from posenc_core import FIRE, SCHEMES, T5, ALiBi, Binary, Normalized, Sandwich, Sinusoidal, xPos
from posenc_core.analysis import pictures
from posenc_core.analysis.geometry import Kind
from posenc_core.text.messages import claim
from tests.browser.page import go_to, open_box, position_slider, query, spoken
from tests.browser.serving import settled
from tests.browser.test_compare import drag, subplot, wait_for_position, wait_for_range

KINDS = get_args(Kind)
SIZES = ((1, 4), (2, 1), (20, 7), (128, 64), (300, 33))
LIVE = [scheme() for scheme in SCHEMES.values() if "vectors" in scheme.abilities]


def rounding(values: np.ndarray) -> np.ndarray:
    """Half a unit of the fourth digit, plus float32 rounding of the largest value."""
    size = np.abs(values)
    digits = np.where(size > 0, 10 ** (np.floor(np.log10(np.where(size > 0, size, 1))) - 3), 0)
    return digits / 2 + 1e-6 * np.nanmax(size, initial=0)


@pytest.fixture
def scripts(blank, address):
    """The chart scripts without a page of the app, which takes much longer to open."""
    with urlopen(address) as answer:
        place = re.search(r'"(/charts-\w+/)', answer.read().decode())[1]
    page = blank()
    page.goto(f"{address}{place[1:]}similarity.js")
    return page


def test_the_browser_computes_the_same_curves_as_the_server_to_the_digits_shown(scripts):
    inputs, curves = [], []
    for scheme, (n, d), kind in product(LIVE, SIZES, KINDS):
        if scheme.unsupported_reason("vectors", n, d):
            continue
        vectors = to_wire(measurements.vectors(scheme, n, d, "distance" if kind == "distance" else "dot"))
        for position in {0, 1 % n, n // 3, n - 1}:
            inputs.append([vectors, kind, position])
            curves.append(
                (measurements.similarity(scheme, n, d, position, kind), f"{scheme.name} {n} x {d} {kind} at {position}")
            )
    computed = scripts.evaluate(
        """async (asked) => {
          const { similarity } = await import('./similarity.js');
          const { part } = await import('./parts.js');
          return asked.map(([sent, kind, position]) =>
            [...similarity(part({ is: sent }, false), kind, position)].map(String)) }""",
        inputs,
    )
    assert len(computed) >= 30 * len(LIVE)
    for numbers, (values, where) in zip(computed, curves, strict=True):
        numbers = np.array(numbers, float)
        np.testing.assert_array_equal(np.isnan(numbers), np.isnan(values), err_msg=where)
        assert not (np.abs(numbers - values) > rounding(values)).any(), where


def test_the_browser_computes_the_scores_of_schemes_without_vectors(scripts):
    inputs, curves = [], []
    for scheme in (ALiBi(), ALiBi(direction="symmetric"), T5(), T5(direction="causal"), xPos(), Sandwich()):
        for n, position in ((1, 0), (20, 0), (20, 7), (300, 299)):
            study = Study((scheme,), n, 8, position, 1)
            (curve,) = scores.hover_curves(scheme, study)
            inputs.append([to_wire(curve.vectors), position])
            curves.append(scores.relative_logits(scheme, n, 8, position, scores.head(scheme, study)))
    computed = scripts.evaluate(
        """async (asked) => {
          const { similarity } = await import('./similarity.js');
          const { part } = await import('./parts.js');
          return asked.map(([sent, position]) =>
            [...similarity(part({ is: sent }, false), "dot", position)].map(String)) }""",
        inputs,
    )
    for numbers, values in zip(computed, curves, strict=True):
        np.testing.assert_allclose(np.array(numbers, float), values, rtol=1e-6, atol=1e-6)
    far = FIRE(threshold=5)
    assert not scores.hover_curves(far, Study((far,), 20, 8, 7, 1)), "absolute positions of the query matter"


def test_a_thinned_curve_keeps_every_peak(scripts):
    for count, first, last in ((2048, 0, 2047), (2049, 0, 2048), (10_000, 137, 9_000)):
        values = np.sin(np.arange(count) ** 1.5).astype(np.float32)
        places = scripts.evaluate(
            """async ([values, first, last]) => {
              const { envelope } = await import('./similarity.js');
              return envelope(Float32Array.from(values), first, last) }""",
            [values.tolist(), first, last],
        )
        assert places == pictures.envelope(values[first : last + 1], first)[0].tolist()


@pytest.fixture
def record_messages():
    """Record the messages of a WebSocket in one direction from now on: Sent or Received."""
    sessions = []

    def record_messages(page: Page, way: str) -> list[bytes]:
        messages: list[bytes] = []
        session = page.context.new_cdp_session(page)
        sessions.append(session)
        session.on(
            f"Network.webSocketFrame{way}", lambda event: messages.append(b64decode(event["response"]["payloadData"]))
        )
        session.send("Network.enable")
        return messages

    yield record_messages
    for session in sessions:
        session.detach()


def hover(page: Page, share: float, column: int = 0, row: int = 0) -> None:
    """Move the pointer to a fraction of the width of a plot of the first chart."""
    box = page.locator(".chart").first.locator(f".draglayer .{subplot(column, row)} .nsewdrag").bounding_box()
    page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)


def preview_values(page: Page, column: int) -> np.ndarray:
    """Values of the preview curve of a column, read from its path and the axes of the chart."""
    values = page.evaluate(
        """(i) => { const chart = document.querySelector('.chart');
          const axis = chart._fullLayout[`yaxis${3 * i + 3}`];
          const path = chart.parentElement.querySelectorAll('.following path.positions')[i];
          return [path.getAttribute('d'), axis._offset, axis._length, ...axis.range] }""",
        column,
    )
    path, start, length, low, high = values
    # lines, or steps, whose ends are the values
    pixels = [float(end) for pair in re.findall(r"[ML][-\d.]+,([-\d.]+)|V([-\d.]+)", path) for end in pair if end]
    return low + (start + length - np.array(pixels)) / length * (high - low)


def wait_for_preview(page: Page, position: int | None) -> None:
    """Wait until the chart previews the curves of this position, or none."""
    if position is None:
        expect(page.locator(".following path, .following span, .hovertext")).to_have_count(0)
    else:
        expect(page.locator(f".following[data-position='{position}']")).to_have_count(1)


def test_hover_and_keys_preview_the_curve_that_a_click_selects(visit, address, record_messages):
    page = visit("n=100&d=16&p=88", at=f"{address}compare")
    messages = record_messages(page, "Sent")
    tables = [scheme.encode(np.arange(100), 16, length=100) for scheme in (Sinusoidal(), Binary(), Normalized())]
    # 16-bit cells for three correct decimals
    cells = page.evaluate("document.querySelector('.chart')._fullData[0].z.map((row) => [...row])")
    assert np.abs(np.array(cells) - tables[0].T).max() < 2e-5
    # the curve of Normalized is steepest at the last positions
    for share, at in ((0.255, 25), (0.955, 95)):
        for column, row in product(range(3), (0, 2)):
            hover(page, share, column, row)
            wait_for_preview(page, at)
        labels = page.locator(".following").first
        for column, table in enumerate(tables):
            dots = table @ table[at]
            assert np.abs(preview_values(page, column) - dots).max() < 0.1
            axis = f"yaxis{3 * column + 3}"
            low, high = page.locator(".chart").evaluate(f"(chart) => chart._fullLayout.{axis}.range")
            assert low <= dots.min() < dots.max() <= high
            expect(labels).to_contain_text(f"distance {at} → {at + 1}")
            expect(labels).to_contain_text(f"at {at}: {dots[88]:.4g} with 88, {dots[at]:.4g} with itself")
    hover(page, 0.255, 1)
    expect(page.locator(".chart .hoverlayer")).to_contain_text("position 25, dimension")
    page.mouse.move(5, 5)
    wait_for_preview(page, None)
    assert not messages, "only a click is sent to the server"

    handle = position_slider(page)
    page.locator(".chart").first.focus()
    # without waiting: on a busy machine, single keys pause in between
    page.locator(".chart").first.evaluate(
        """(chart) => { for (let count = 0; count < 12; count += 1)
          chart.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })) }"""
    )
    wait_for_preview(page, 99)
    expect(handle).to_have_value("99")
    assert len(messages) == 1, "keys are sent to the server once they pause"
    settled(page)
    wait_for_preview(page, None)
    for key, at in (("ArrowLeft", 98), ("Shift+ArrowLeft", 88)):
        page.keyboard.press(key)
        if at == 98:
            distance, dot = np.linalg.norm(tables[0][99] - tables[0][98]), tables[0][98] @ tables[0][99]
            announced = spoken(page)
            assert announced.startswith(
                f"position 98; distance to the next position: Sinusoidal {distance:.4g}, Binary"
            )
            assert f"similarity with position 99 (dot product): Sinusoidal {dot:.4g}, Binary" in announced
        expect(handle).to_have_value(str(at))
        settled(page)

    open_box(page, "options").get_by_role("radio", name="cosine").click()
    page.keyboard.press("Escape")
    expect(page.locator(".chart").first).to_contain_text("similarity with position 88 (cosine)")
    settled(page)
    hover(page, 0.255, 1, 2)
    wait_for_preview(page, 25)
    before = [preview_values(page, column) for column in range(3)]
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('.chart')._fullLayout.shapes[0].x0 === 25")
    settled(page)
    for column, curve in enumerate(before):
        drawn = page.evaluate("(i) => [...document.querySelector('.chart')._fullData[5 * i + 2].y]", column)
        # a zero vector has no cosine
        selected = np.array([value for value in drawn if value is not None and np.isfinite(value)])
        # a tenth of a pixel of a flat curve is 0.0007
        assert np.abs(curve - selected).max() < 0.01 * np.ptp(selected) + 1e-3, "a click shows the previewed curve"


def value_at(page: Page, portrait: int, kind: str) -> np.ndarray:
    """Coordinates in a chart of its overlay: the ends of the line, the dot, or the tips of the hands."""
    return np.array(
        page.evaluate(
            """([i, kind]) => { const chart = document.querySelectorAll('.chart')[i];
              const { xaxis, yaxis } = chart._fullLayout;
              const mark = chart.parentElement.querySelector(`.following ${kind}`);
              const of = (...names) => names.map((name) => +mark.getAttribute(name));
              const places = { 'circle.point': () => [of('cx', 'cy')],
                'line.line': () => [of('x1', 'y1'), of('x2', 'y2')],
                'path.hands': () => mark.getAttribute('d').split('M').slice(1).flatMap((hand) =>
                  hand.split('L').map((end) => end.split(',').map(Number))) }[kind]();
              return places.map(([x, y]) => [xaxis.p2l(x - xaxis._offset), yaxis.p2l(y - yaxis._offset)]) }""",
            [portrait, kind],
        )
    )


def drag_thumb(page: Page, share: float) -> int:
    """Press the thumb of the position and drag it to a fraction of the slider; return its position."""
    handle = page.locator("[class*='st-key-p-handle']")
    handle.scroll_into_view_if_needed()
    thumb, slider = page.get_by_test_id("stSliderThumbValue").and_(handle.locator("*")), handle.bounding_box()
    box = thumb.locator("..").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(slider["x"] + share * slider["width"], y, steps=3)
    position = int(thumb.inner_text())
    expect(page.locator(f".following[data-position='{position}']").first).to_be_attached()
    return position


def follows(page: Page, name: str, p: int) -> bool:
    """Whether the charts of a page show what the table has at the thumb, with 9 selected."""
    table = Sinusoidal().encode(np.arange(60), 8)
    dots, step = table @ table[9], np.linalg.norm(table[p] - table[p + 1])
    words = " ".join(page.locator(".following").all_inner_texts())
    across = name in ("compare", "heatmap", "equidistance", "similarity")
    if name == "attention" or across:
        ends = value_at(page, int(name == "attention"), "line.line")
        assert np.abs(ends[:, 0 if across else 1] - p).max() < 0.01
    if name == "compare":
        assert np.abs(preview_values(page, 0) - table @ table[p]).max() < 0.1
    if name in ("clocks", "rope"):
        center, tip = value_at(page, 0, "path.hands")[:2]
        # the fast pair: clocks count from the top, with a scale of their own upward; dials from the right, and the last
        # key with a query 30 later is at 29
        across, up = tip - center
        return (
            np.allclose(across, np.sin(p), atol=0.01)
            if name == "clocks"
            else np.allclose([across, up], [np.cos(29), np.sin(29)], atol=0.01)
        )
    return {
        "compare": f"at {p}: {dots[p]:.4g} with 9, 4 with itself",
        "heatmap": f"position {p}, dimension 2: {table[p, 2]:.3g}".replace("-", "−"),
        "equidistance": f"{step:.4g}",
        "similarity": f"at {p}: {dots[p]:.4g} with 9, 4 with itself",
        "attention": "",
    }[name] in words


QUICK = ("compare", "rope", "clocks")

WATCH = """(p) => { window.blinks = 0;
  const look = () => { for (const chart of document.querySelectorAll('.chart')) {
      const preview = chart.parentElement.querySelector('.following').dataset.position;
      if (+preview !== p && chart._fullLayout.shapes[0].x0 !== p) window.blinks += 1; }
    requestAnimationFrame(look) };
  look() }"""
"""JavaScript: in every frame, count the charts of Compare that show another position."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough][name in QUICK :]) for name in PARAMETERS["p"].pages]
)
def test_charts_follow_the_slider_until_the_server_has_its_position(visit, address, record_messages, name):
    schemes = {"compare": "", "rope": "&scheme=RoPE&k=30"}.get(name, "&scheme=Sinusoidal&tab=space")
    page = visit(f"n=60&d=8&p=9{schemes}", at=f"{address}{name}")
    messages = record_messages(page, "Sent")
    p = drag_thumb(page, 0.6)
    assert p > 30
    assert follows(page, name, p)
    assert not messages, "only the release is sent to the server"
    dot = page.locator(".following circle.point").first.bounding_box() if name == "clocks" else None
    if name == "compare":
        page.evaluate(WATCH, p)
    page.mouse.up()
    page.wait_for_function("(p) => new URLSearchParams(location.search).get('p') === p", arg=str(p))
    settled(page)
    expect(page.locator(".following[data-position]")).to_have_count(0)
    if name == "compare":
        assert page.evaluate("window.blinks") == 0
    if dot:
        # in space, Plotly draws the name of the selected position 22 pixels above it
        text = page.locator(".infolayer text").filter(has_text=f"p = {p}").bounding_box()
        assert abs(text["x"] + text["width"] / 2 - dot["x"] - dot["width"] / 2) < 2
        assert abs(text["y"] + text["height"] / 2 + 22 - dot["y"] - dot["height"] / 2) < 4


def test_a_move_of_the_pointer_lays_out_the_page_a_few_times(visit, address):
    """A size that is read after each label lays it out once per label; `make bench` measures the time."""
    page = visit(at=f"{address}compare?n=50&d=16")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def layouts() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")

    counts = []
    for position in range(5, 45, 4):
        hover(page, (position + 0.5) / 50)
        wait_for_preview(page, position)
        counts.append(layouts())
    assert counts[-1] - counts[0] < 5 * (len(counts) - 1)
    with urlopen(address) as answer:
        assert b":has(" not in answer.read(), "a condition on the whole page is checked at every move"


@pytest.mark.thorough
def test_the_closed_form_previews_a_million_positions_which_zoom_to_exact_cells(visit, address):
    page = visit("n=131072&d=32&p=100000&scheme=Sinusoidal&scheme=Binary", at=f"{address}compare")
    expect(page.get_by_text(say(claim("compare-not-followed", schemes=("Binary",))))).to_have_count(1)
    hover(page, 0.25)
    expect(page.locator(".following path")).to_have_count(1)
    position = int(page.locator(".following").first.get_attribute("data-position"))
    assert abs(position - 2**15) < 5000
    dots = Sinusoidal().dot_at_offset([100_000 - position], 32)
    expect(page.locator(".following").first).to_contain_text(
        f"at {position}: {dots[0]:.4g} with 100000, 16 with itself".replace("-", "−")
    )
    drag(page, 0.3, 0.4)
    page.wait_for_function("() => location.search.includes('to=')")
    settled(page)
    # until the cells are those of single positions
    for _ in range(2):
        drag(page, 0.3, 0.35)
        page.wait_for_function("(query) => location.search !== query", arg=page.evaluate("location.search"))
        settled(page)
    first, last = (int(query(page)[end][0]) for end in ("from", "to"))
    wait_for_range(page, first, last)
    assert page.evaluate("document.querySelector('.chart')._fullData[0].z[0].length") == last - first + 1 < 1000
    # cells that combine positions do not have the vector of one
    go_to(page, "heatmap")
    page.goto(re.sub("&(from|to)=[0-9]+", "", page.url))
    settled(page)
    drag_thumb(page, 0.3)
    expect(page.locator(".following").nth(1)).to_have_text("")
    page.mouse.up()


@pytest.mark.thorough
def test_other_pages_have_a_preview_too(visit, address):
    page = visit("n=60&d=8&p=9&scheme=Binary&scheme=Sinusoidal&axes=columns&space=2-D", at=f"{address}equidistance")
    hover(page, 0.5)
    bands = page.locator(".following").nth(1)
    expect(bands.locator("path.offsets")).to_have_count(2)
    expect(bands).to_contain_text("position 30")

    go_to(page, "clocks")
    page.get_by_role("tab", name="The path in 2-D and 3-D").click()
    settled(page)
    hover(page, 0.5)
    point = page.locator(".following").nth(1)
    expect(point.locator("circle.point")).to_have_count(1)
    expect(point).to_have_text(page.locator(".following").first.inner_text())

    go_to(page, "heatmap")
    hover(page, 0.5)
    bars = page.get_by_role("group", name=re.compile("as bars")).locator("..").locator(".following")
    expect(bars.locator("path.entries")).to_have_count(1)
    position = int(bars.get_attribute("data-position"))
    outlines = bars.locator("path.entries").get_attribute("d")
    assert outlines.count("M") == 8
    heights = [len({*re.findall(r"[\d.]+,([\d.]+)V([\d.]+)", bar)[0]}) for bar in outlines.split("M")[1:]]
    bits = Binary().encode(position, 8)
    assert [height == 2 for height in heights] == bits.astype(bool).tolist()
    expect(bars).to_contain_text(f"position {position}, dimension 2: {bits[2]:g}")


def drawn_curve(page: Page, column: int) -> tuple[np.ndarray, list[str], np.ndarray]:
    """Similarity curve of a column in pixels, the headings, and the marks of the selected position."""
    path, words, marks = page.evaluate(
        """(i) => { const chart = document.querySelector('.chart');
          const of = (order) => chart.querySelector(`.trace${chart._fullData[5 * i + order].uid}`);
          return [of(2).querySelector('path.js-line').getAttribute('d'),
            [...chart.querySelectorAll('.annotation text')].map(({ textContent }) => textContent),
            [3, 4].map((order) => of(order).querySelector('path.point').getAttribute('transform'))] }""",
        column,
    )
    places, at = [], [0.0, 0.0]
    for command, numbers in re.findall(r"([MLHV])([-\d.,]+)", path):
        values = [float(number) for number in numbers.split(",")]
        at = {"H": [*values, at[1]], "V": [at[0], *values]}.get(command, values)
        places.append(at)
    return np.array(places), words, np.array([re.findall(r"[\d.]+", mark) for mark in marks], float)


@pytest.mark.thorough
def test_a_change_of_position_sends_no_cells_and_keeps_the_heatmaps(visit, address, record_messages):
    page = visit("n=128&d=64&p=40", at=f"{address}compare")
    messages = record_messages(page, "Received")
    page.evaluate("() => document.querySelectorAll('.heatmaplayer image').forEach((image) => { image.kept = true })")
    page.evaluate("() => { const { react } = Plotly; Plotly.react = (...all) => react(...all, window.redrawn = true) }")
    page.get_by_role("slider").press("ArrowRight")
    wait_for_position(page, 41)
    settled(page)
    assert page.evaluate("() => window.redrawn") is None, "curves and texts are replaced in place"
    assert 0 < len(messages) <= 40
    assert sum(map(len, messages)) <= 24_000
    images = page.evaluate("() => [...document.querySelectorAll('.heatmaplayer image')].map((image) => image.kept)")
    assert images == [True] * 3
    curve = page.evaluate("() => [...document.querySelector('.chart')._fullData[2].y]")
    table = Sinusoidal().encode(np.arange(128), 64)
    np.testing.assert_allclose(curve, table @ table[41], atol=1e-5)
    drawn = [drawn_curve(page, column) for column in (0, 2)]
    page.evaluate("() => Plotly.redraw(document.querySelector('.chart'))")
    for column, (before, words, marks) in zip((0, 2), drawn, strict=True):
        after, same_words, same_marks = drawn_curve(page, column)
        # Plotly omits points within a pixel of a straight line
        places = np.linspace(before[0, 0], before[-1, 0], 500)
        assert np.abs(np.interp(places, *before.T) - np.interp(places, *after.T)).max() < 1, (
            "equal to Plotly's own path"
        )
        assert words == same_words
        assert any("similarity with position 41" in word for word in words)
        np.testing.assert_allclose(marks, same_marks, atol=0.1)
    # cached parts are still in the page after a return to it
    go_to(page, "heatmap")
    messages.clear()
    go_to(page, "compare")
    wait_for_position(page, 41)
    assert 0 < sum(map(len, messages)) < 60_000
    # and evicted parts are requested again
    page.evaluate("() => window.chartParts.clear()")
    page.get_by_role("slider").press("ArrowRight")
    wait_for_position(page, 42)


def test_a_saved_file_is_the_live_figure_without_a_server(visit, blank, address, tmp_path):
    page = visit("n=60&d=8&p=9&lang=ko", at=f"{address}compare")
    box = open_box(page, "take")
    with page.expect_download() as saved:
        box.get_by_role("link", name="HTML").first.click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "compare-n60-d8.html"
    assert file.stat().st_size - LIBRARY.stat().st_size < 200_000
    faults: list[str] = []
    alone = blank()
    alone.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    alone.on("pageerror", lambda error: faults.append(str(error)))
    # an article that has the file beside it
    article = tmp_path / "article.html"
    article.write_text(f'<h1>Article</h1><iframe src="{file.name}" width="1200" height="800"></iframe>')
    alone.goto(f"file://{article}")
    frame = alone.frame_locator("iframe")
    expect(frame.locator(".chart[data-drawn]")).to_be_visible()
    slider = frame.get_by_role("slider")
    expect(slider).to_have_value("9")
    slider.press("ArrowRight")
    table = Sinusoidal().encode(np.arange(60), 8)
    following = frame.locator(".following")
    expect(following).to_have_attribute("data-position", "10")
    expect(following).to_contain_text(f"{table[10] @ table[9]:.4g}")
    # a click selects, and the keys of the chart go on from there
    plot = frame.locator(".draglayer .x2y6 .nsewdrag")
    plot.click(position={"x": plot.bounding_box()["width"] / 2, "y": 20})
    expect(slider).to_have_value("30")
    expect(frame.get_by_role("link")).to_have_attribute("href", re.compile(f"^{re.escape(address)}compare\\?.*n=60"))
    assert frame.locator("html").get_attribute("lang") == "ko"
    assert faults == []
