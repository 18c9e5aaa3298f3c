"""User journeys through several pages."""

import io
import math
import re
from base64 import b64encode
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from dashboard.say import message
from posenc_core import Binary, Sinusoidal
from tests.browser.page import expect_query, go_to, open_box, position_slider, query, spoken
from tests.browser.serving import settled


def find_chart(page: Page, label: str):
    """The chart whose alternative text starts with `label`."""
    return page.locator(".chart").and_(page.get_by_label(re.compile(f"^{label}")))


def click(page: Page, chart, x: float, y: float, subplot: str = "xy") -> None:
    """Click at a fraction of the width and height of a plot."""
    area = chart.locator(f".draglayer .{subplot} .nsewdrag")
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])


def numbers(words: str) -> list[float]:
    return [float(number.replace(",", "").replace("−", "-")) for number in re.findall(r"[−]?[\d.,]*\d", words)]


def evaluate(chart, expression: str):
    """Evaluate an expression of the data that Plotly shows."""
    return chart.evaluate(f"(chart) => {expression}")


def opened_cell(page: Page) -> tuple[list, str, str]:
    """The marked cell of the heatmap, and the values of its controls."""
    square = "chart.layout.shapes.filter((shape) => shape.type === 'rect').map(({ x0, y0 }) => [x0, y0])"
    dimension = page.get_by_label("Dimension j", exact=True).input_value()
    page.keyboard.press("Escape")
    return evaluate(find_chart(page, "Sinusoidal encoding"), square), position_slider(page).input_value(), dimension


@pytest.mark.thorough
def test_heatmap_cells_open_by_click_and_key_and_the_figure_is_saved(visit, address):
    page = visit("n=40&d=6", at=f"{address}heatmap")
    click(page, find_chart(page, "Sinusoidal encoding"), 20.5 / 40, 1.5 / 6)
    expect(page.get_by_text("position p = 20, dimension 1 is computed")).to_be_visible()
    expect(find_chart(page, "The 6 values of position 20 as bars")).to_be_visible()
    # KaTeX adds its source next to its output
    steps = page.locator("annotation").filter(has_text="PE(20, 1)")
    expect(steps).to_have_text(re.compile(r"\\frac\{20\}\{10000\^\{0/6\}\}.*PE\(20, 1\) \\approx 0\.408082"))
    settled(page)
    assert opened_cell(page) == ([[19.5, 0.5]] * 2, "20", "1")
    assert query(page)["column"] == ["1"]
    # an arrow key continues along the positions in the same column
    find_chart(page, "Sinusoidal encoding").press("ArrowRight")
    expect(page.get_by_text("position p = 21, dimension 1 is computed")).to_be_visible()
    open_box(page, "options").get_by_role("radio", name="position", exact=True).click()
    page.keyboard.press("Escape")
    expect(find_chart(page, "Sinusoidal encoding").locator(".ytitle")).to_have_text("position p")
    click(page, find_chart(page, "Sinusoidal encoding"), 3.5 / 6, 30.5 / 40)
    expect(page.get_by_text("position p = 30, dimension 3 is computed")).to_be_visible()
    settled(page)
    assert opened_cell(page) == ([[2.5, 29.5]] * 2, "30", "3")
    find_chart(page, "Sinusoidal encoding").press("ArrowRight")
    expect(page.get_by_text("position p = 31, dimension 3 is computed")).to_be_visible()
    settled(page)
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    settled(page)
    heatmap, saved = find_chart(page, "Sinusoidal encoding"), {}
    for format in ("PNG", "SVG"):
        heatmap.hover()
        with page.expect_download() as download:
            heatmap.locator(f"[data-title='Save as {format}']").click()
        assert download.value.suggested_filename == f"heatmap-n40-d6-matrix.{format.lower()}"
        saved[format] = download.value.path().read_bytes()
    assert Image.open(io.BytesIO(saved["PNG"])).width >= 1600
    assert b"Sinusoidal, Binary, and Normalized; n = 40, d = 6; p = 31" in saved["SVG"]
    assert b"heatmap?n=40&amp;d=6" in saved["SVG"]
    assert saved["SVG"].startswith(b"<svg")
    assert b"Source Sans" not in saved["SVG"], "it has no font of the page, which is narrower than others"
    assert b"rgb(14, 18, 32)" in saved["SVG"] or b"#0e1220" in saved["SVG"], "on the background color of the page"


@pytest.mark.thorough
def test_scorecard_links_to_equidistance_with_keys_clicks_zoom_and_files(visit, address):
    schemes = {"Binary": Binary(), "Sinusoidal": Sinusoidal()}
    expected = {"scheme": [*schemes], "n": ["16"], "d": ["4"], "p": ["9"]}
    page = visit(urlencode(expected, doseq=True), at=f"{address}scorecard")
    expect(page.get_by_text("Positions 7 and 8 are 2 apart, but 0 and 1 are 1 apart.")).to_be_visible()
    page.get_by_role("link", name="Distance depends only on offset").click()
    page.wait_for_function("() => location.pathname === '/equidistance'")
    settled(page)
    expect(page.get_by_test_id("stMain").get_by_text("2 (p = 7)").first).to_be_visible()
    expect_query(page, expected)
    # the data are exported with it
    box = open_box(page, "take")
    with page.expect_download() as download:
        page.get_by_role("link", name="Figure, CSV").click()
    head, *steps = download.value.path().read_text().splitlines()
    assert head == '"position p, from 0",Binary,Sinusoidal'
    assert [step.split(",")[:2] for step in steps[:3]] == [["0", "1.0"], ["1", str(2**0.5)], ["2", "1.0"]]
    with page.expect_download() as download:
        page.get_by_role("link", name="Binary, NPY").click()
    assert download.value.suggested_filename == "binary-16x4.npy"
    link = urlsplit(box.get_by_test_id("stCode").first.inner_text().strip())
    assert (link.netloc, link.path, parse_qs(link.query)) == (urlsplit(address).netloc, "/equidistance", expected)
    page.keyboard.press("Escape")
    # several curves are announced by name, a matrix only by its position
    page.get_by_role("tab", name="Every pair").click()
    settled(page)
    steps, pairs = find_chart(page, "Distance from each position"), find_chart(page, "Distance of every pair").first
    steps.press("Shift+ArrowLeft")
    bits, waves = (np.linalg.norm(np.diff(scheme.encode(np.arange(2), 4), axis=0)) for scheme in schemes.values())
    words = f"position 0; distance to the next position: Binary {bits:.4g}, Sinusoidal {waves:.4g}"
    assert spoken(page) == words
    settled(page)
    pairs.press("ArrowLeft")
    # announcements of the chart above are kept
    assert spoken(page).removeprefix(words) == "position 0", "the first chart"
    click(page, pairs, 0.8, 10.5 / 16)
    expect(position_slider(page)).to_have_value("10")
    steps.scroll_into_view_if_needed()
    box = steps.locator(".draglayer .xy .nsewdrag").bounding_box()
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + 50, steps=5)
    page.mouse.up()
    page.wait_for_function("() => location.search.includes('from=4&to=12')")
    # a matrix has its own zoom
    assert evaluate(pairs, "chart.layout.xaxis.range") == [-0.5, 15.5]


@pytest.mark.thorough
def test_label_key_and_click_select_a_position_of_the_trajectory_in_2d_and_3d(visit, address):
    page = visit("n=32&d=4&p=8&scheme=Binary&scheme=Sinusoidal&axes=columns&space=2-D&tab=space", at=f"{address}clocks")
    curve = page.locator(".chart").nth(1)
    # in one script: the text is another one after a resize
    inside = """() => { const chart = document.querySelectorAll('.chart')[1];
        const text = chart.querySelector('.annotation text').getBoundingClientRect();
        const { l, t, w, h } = chart._fullLayout._size, corner = chart.getBoundingClientRect();
        return text.left >= corner.left + l && text.right <= corner.left + l + w
            && text.top >= corner.top + t && text.bottom <= corner.top + t + h }"""
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        settled(page)
        expect(curve.locator(".annotation text").first).to_have_text("p = 8")
        page.wait_for_function(inside)
    page.get_by_role("radio", name="Sinusoidal").click()
    expect(curve).to_have_attribute("aria-label", re.compile("Sinusoidal"))
    settled(page)
    curve.press("ArrowRight")
    assert spoken(page).startswith("position 9; dimension 0: ")
    assert numbers(spoken(page))[2:5:2] == pytest.approx(Sinusoidal().encode(9, 4)[:2], rel=1e-3)
    expect(position_slider(page)).to_have_value("9")
    settled(page)
    place = curve.evaluate(
        """(chart) => { const { xaxis, yaxis } = chart._fullLayout, dots = chart._fullData.find((t) => t.customdata);
        return [xaxis._offset + xaxis.d2p(dots.x[20]), yaxis._offset + yaxis.d2p(dots.y[20])] }"""
    )
    box = curve.bounding_box()
    page.mouse.move(box["x"] + place[0], box["y"] + place[1])
    page.mouse.click(box["x"] + place[0], box["y"] + place[1])
    expect(position_slider(page)).to_have_value("20")
    expect(page.get_by_label("Clock hands of Sinusoidal at position 20")).to_be_visible()
    # fewer pixels, so that WebGL in software is faster
    page.set_viewport_size({"width": 800, "height": 700})
    page.get_by_text("3-D", exact=True).click()
    page.wait_for_function(
        "() => document.querySelectorAll('.chart')[1]._fullLayout?.scene?.zaxis.title.text === 'dimension 2'"
    )
    expect(curve.locator("canvas").first, "drawn by WebGL").to_be_attached()
    expect(page.get_by_text(message("clocks-without-webgl"))).to_be_hidden()
    turned = {"x": 2, "y": 0.5, "z": 0.25}
    curve.evaluate("(chart, eye) => Plotly.relayout(chart, { 'scene.camera.eye': eye })", turned)
    position_slider(page).press("ArrowRight")
    expect(position_slider(page)).to_have_value("21")
    expect(curve).to_have_attribute("aria-label", re.compile("21"))
    assert curve.evaluate("(chart) => chart.layout.scene.camera.eye") == turned, "a change keeps the camera"
    words = curve.locator(".annotation-text")
    expect(words).to_have_text("p = 21")
    curve.scroll_into_view_if_needed()
    # the dot is 20 pixels below its label
    place = words.bounding_box()
    position_slider(page).press("ArrowRight")
    expect(words).to_have_text("p = 22")
    settled(page)
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2 + 20)
    hands = page.get_by_label("Clock hands of Sinusoidal at position 22").locator("..").locator(".following")
    expect(hands).to_have_text("21")
    paths = hands.locator("path").get_attribute("d").split("Z")[:-1]
    dials = [[float(number) for number in re.findall(r"[\d.]+", path)] for path in paths]
    for dial, (angle, turn) in zip(dials, ((21.0, 1.0), (21 / 100, 1 / 100)), strict=True):
        x, y = dial[:2]
        for (tip_x, tip_y), there in ((dial[2:4], angle), (dial[-2:], angle + turn)):
            direction = math.atan2(tip_x - x, y - tip_y)
            assert math.remainder(direction - there, 2 * math.pi) == pytest.approx(0, abs=1e-3), (
                "clockwise from the top"
            )
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    settled(page)
    # WebGL draws the axis titles, so only the pixels tell whether they are cut off
    colors = page.evaluate(
        """async (png) => {
          const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (each) => each.charCodeAt(0))]));
          const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
          drawing.drawImage(image, 0, 0);
          const edge = (x) => new Uint32Array(drawing.getImageData(x, 0, 1, image.height).data.buffer);
          return [0, image.width - 1].map((x) => new Set(edge(x)).size) }""",
        b64encode(curve.screenshot()).decode(),
    )
    assert colors == [1, 1], "nothing is cut off at the edges"


SIGN = "zqx"
"""Marker that only the visitor's text contains."""


@pytest.mark.thorough
def test_sentence_shows_text_without_markup_and_a_click_selects_a_word(visit, address):
    link = f"<a href=https://example.org>{SIGN}</a>"
    markup = (
        f"{link} <b>{SIGN}</b> <img/src=https://example.org/{SIGN}.png> <span/style=font-size:99px>{SIGN}</span> "
        f"[{SIGN}](https://example.org) ![{SIGN}](https://example.org/a.png) https://example.org/{SIGN} **{SIGN}** "
        f":red[{SIGN}] ${SIGN}$ <style>*{{font-size:99px}}</style>{SIGN}"
    )
    # the fixture fails where anything is fetched from elsewhere
    parameters = {"scheme": "Sinusoidal", "d": 8, "tab": "tokens", "text": markup, f"<b>{SIGN}</b>": link}
    page = visit(urlencode(parameters), at=f"{address}sentence")
    created = page.evaluate(
        f"""() => [...document.querySelectorAll('body *')]
          .filter((element) => element.textContent.includes('{SIGN}') || (element.src ?? '').includes('{SIGN}'))
          .filter((element) => element.matches('a, b, strong, em, img, style, script, .katex, svg b, svg a')
            || getComputedStyle(element).fontSize === '99px' || element.style.color === 'red')
          .map((element) => element.outerHTML.slice(0, 200))"""
    )
    assert created == []
    assert page.locator("[data-testid=stMain] svg text", has_text="<b>").count(), "the words are there, as words"
    assert page.get_by_text(f"The link sets <b>{SIGN}</b> = {link}").count()
    text = page.get_by_label("Text", exact=True).first
    words = "<b>x</b> [a](https://example.org) =1+1 **c**"
    text.fill(words)
    text.press("Control+Enter")
    expect(page.get_by_text("Tokens (4) →")).to_be_visible()
    settled(page)
    main = page.get_by_test_id("stMain")
    assert main.locator("a[href^=http]").count() == 0
    assert main.locator("b, strong").filter(has_text=re.compile("^(x|c)$")).count() == 0
    charts = page.locator(".chart")
    assert [chart.get_attribute("role") for chart in charts.all()] == ["application"] * 2 + ["group"] * 4
    assert "0: <b>x</b>" in [tick.strip() for tick in charts.nth(2).locator(".ytick").all_text_contents()]
    assert "<b>x</b>" in charts.nth(1).locator(".annotation-text").nth(1).text_content()
    charts.nth(1).locator(".points path").nth(2).click(force=True)
    expect_query(page, {"scheme": ["Sinusoidal"], "d": ["8"], "tab": ["tokens"], "text": [words], "word": ["2"]})
    charts.nth(1).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".spoken").filter(has_text="word 3; **c**")).to_be_attached()
    # the raw text would contain =1+1, which a spreadsheet evaluates
    tokens = page.locator(".st-key-tokens")
    tokens.hover()
    expect(tokens.get_by_role("button", name="Fullscreen")).to_be_visible()
    expect(tokens.get_by_role("button", name="Download as CSV")).to_be_hidden()
    page.get_by_role("button", name="(12)").click()
    expect(text).to_have_value(re.compile("^어머님 나 는"))


@pytest.mark.thorough
def test_two_tabs_keep_separate_state_and_back_and_forward_restore_each_page(visit, address):
    page = visit("n=40&p=9&from=2&text=one+two&embed=true&nothing=1#end", at=f"{address}heatmap")
    own = {"n": ["40"], "p": ["9"], "from": ["2"], "text": ["one two"]}
    expect_query(page, own | {"embed": ["true"]})
    assert page.evaluate("location.hash") == "#end"
    page = visit("n=40&p=9&from=2&text=one+two", at=f"{address}heatmap")
    entries = page.evaluate("history.length")
    other = page.context.new_page()
    other.goto(f"{address}heatmap?n=50&p=8")
    settled(other)
    for tab, at in ((page, "7"), (other, "6")):
        tab.bring_to_front()
        for _ in range(2):
            position_slider(tab).press("ArrowLeft")
        tab.wait_for_function("(p) => new URLSearchParams(location.search).get('p') === p", arg=at)
    expect_query(other, {"n": ["50"], "p": ["6"]})
    other.close()
    page.bring_to_front()
    expect_query(page, own | {"p": ["7"]})
    way = go_to(page, "sentence")
    # including parameters that this page does not use
    expect_query(page, own | {"p": ["7"]})
    open_box(page, "options").get_by_role("radio", name="shuffled").click()
    page.wait_for_function("() => location.search.includes('order=shuffled')")
    settled(page)
    assert page.evaluate("history.length") == entries + len(way), (
        "a page adds one history entry, a change of a value none"
    )
    page.evaluate("(count) => history.go(-count)", len(way))
    page.wait_for_function("() => location.pathname === '/heatmap'")
    settled(page)
    expect_query(page, own | {"p": ["7"]})
    expect(position_slider(page)).to_have_value("7")
    page.evaluate("(count) => history.go(count)", len(way))
    page.wait_for_function("() => location.pathname === '/sentence'")
    settled(page)
    expect_query(page, own | {"p": ["7"], "order": ["shuffled"]})
    expect(open_box(page, "options").get_by_role("radio", name="shuffled")).to_be_checked()


@pytest.mark.thorough
def test_a_printed_page_has_its_charts_and_its_address_but_no_menu(visit, address):
    page = visit("n=60", at=f"{address}clocks")
    width = page.locator(".chart").first.bounding_box()["width"]
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for gone in ("[data-testid=stHeader]", ".st-key-section", ".st-key-bar"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.get_by_text(f"{address}clocks?n=60", exact=True)).to_be_visible()
    # the printable width of A4
    paper = 186 / 25.4 * 96
    for element in page.locator(".chart .main-svg, .chart canvas, .cells").all():
        box = element.bounding_box()
        assert box["x"] + box["width"] <= paper + 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="null")
    chart_width = "document.querySelector('.chart .main-svg').getBoundingClientRect().width"
    page.wait_for_function(f"width => Math.abs({chart_width} - width) < 1", arg=width)
    assert len(re.findall(rb"/Type /Page\b", page.pdf(prefer_css_page_size=True))) == 3
