"""What only a browser shows."""

import re
from itertools import pairwise
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from posenc_core import Sinusoidal
from tests.browser.serving import server, settled


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def plot(page: Page, portrait: int, row: str = "xy"):
    """The area of one plot: xy is the heatmap, xy2 the distance, xy3 the similarity."""
    return page.locator(".js-plotly-plot").nth(portrait).locator(f".draglayer .{row} .nsewdrag")


def click(page: Page, share: float, portrait: int, row: str) -> None:
    """Click at a share of the width of a plot."""
    box = plot(page, portrait, row).bounding_box()
    x, y = box["x"] + share * box["width"], box["y"] + box["height"] / 2
    # soon after another on the same chart it would be half of a double click, which resets the zoom
    page.wait_for_function(
        """(i) => { const chart = document.querySelectorAll('.js-plotly-plot')[i];
        return !(Date.now() - chart._mouseDownTime <= chart._context.doubleClickDelay) }""",
        arg=portrait,
    )
    # Streamlit's own chart is drawn twice as it comes, and a click in between is lost
    page.evaluate("() => new Promise((rest) => requestIdleCallback(() => rest(), { timeout: 10_000 }))")
    page.mouse.move(x, y)
    page.mouse.click(x, y)


def drawn(page: Page, portrait: int = 0) -> dict:
    """What Plotly shows in a portrait."""
    return page.evaluate(
        """(i) => { const chart = document.querySelectorAll('.js-plotly-plot')[i], layout = chart._fullLayout;
        return { columns: chart._fullData[0].z[0].length, position: layout.shapes[0].x0, x: layout.xaxis.range,
                 dark: chart._fullData[0].colorscale[5][1], similarity: [...chart._fullData[2].y] } }""",
        portrait,
    )


def test_first_visit_shows_three_rows_of_three_portraits_without_scrolling_and_their_words(visit):
    page = visit()
    expect(page).to_have_title("Positional Encoding Lab")
    assert page.locator(".js-plotly-plot").count() == 3
    for portrait in range(3):
        for row in ("xy", "xy2", "xy3"):
            box = plot(page, portrait, row).bounding_box()
            assert box["height"] > 60
            assert box["y"] + box["height"] < 900
        title = page.locator(".js-plotly-plot").nth(portrait).locator(".xtitle").bounding_box()
        assert title["y"] + title["height"] <= 900
    assert page.locator("[data-testid=stException], [data-testid=stAlert]").count() == 0
    tops = {round(plot(page, portrait).bounding_box()["y"]) for portrait in range(3)}
    assert len(tops) == 1, "the portraits are aligned"
    # words for who cannot see the charts
    charts = page.locator(".chart").and_(page.get_by_label(re.compile("128 positions by 64 dimensions")))
    assert charts.count() == 3
    assert "equally long everywhere in Sinusoidal" in charts.first.get_attribute("aria-label")
    page.get_by_role("button", name="Formula").first.click()
    expect(page.get_by_text("Attention Is All You Need")).to_be_visible()
    expect(page.locator(".katex").first).to_be_visible()


LINK = {
    "scheme": ["Index", "Sinusoidal", "Binary"],
    "n": ["200"],
    "d": ["32"],
    "p": ["150"],
    "k": ["3"],
    "from": ["100"],
    "to": ["180"],
    "similarity": ["cosine"],
    "own": ["true"],
    "Sinusoidal.base": ["100"],
    "Sinusoidal.layout": ["concatenated"],
    "Binary.order": ["MSB first"],
    "Binary.values": ["-1/1"],
    "Index.start": ["1"],
    "Index.spread": ["one column"],
}


def test_a_link_restores_every_control_in_a_fresh_browser_and_on_reload(visit):
    # no other test has this height: nothing is remembered from an earlier visit
    page = visit(urlencode(LINK, doseq=True), viewport={"width": 1440, "height": 1000})
    for again in (False, True):
        if again:
            page.reload()
            settled(page)
        for label, value in {
            "Length n": "200",
            "Dimension d": "32",
            "Position p": "150",
            "Offset k": "3",
            "First shown": "100",
        }.items():
            expect(page.get_by_label(label, exact=True)).to_have_value(value)
        expect(page.get_by_role("spinbutton", name="Base", exact=True)).to_have_value("100")
        chosen = page.locator("[data-testid=stSidebar] [role=radio][aria-checked=true]:visible")
        assert set(chosen.all_inner_texts()) == {
            *("cosine", "concatenated", "MSB first", "-1/1", "1", "one column"),
            *("sin", "paper", "0", "lone wave"),
        }  # fmt: skip
        expect(page.get_by_role("switch", name="Own scales")).to_be_checked()
        headings = page.get_by_test_id("stMain").get_by_role("heading", level=2).all_inner_texts()
        assert [re.sub(r"\s", "", heading) for heading in headings] == [*LINK["scheme"], "Infigures"]
        assert query(page) == LINK
        assert drawn(page)["position"] == 150


def test_moving_the_slider_changes_the_picture_in_place_and_the_address(visit):
    page = visit("n=20")
    before = drawn(page)
    page.evaluate("document.querySelector('.js-plotly-plot .main-svg').kept = true")
    page.get_by_role("slider").press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('.js-plotly-plot')._fullLayout.shapes[0].x0 === 18")
    assert before["position"] == 19
    assert drawn(page)["similarity"] != before["similarity"]
    assert page.evaluate("document.querySelector('.js-plotly-plot .main-svg').kept") is True
    assert query(page) == {"n": ["20"], "p": ["18"]}
    page.go_back()
    page.wait_for_function("() => document.querySelector('.js-plotly-plot')._fullLayout.shapes[0].x0 === 19")


def test_a_click_on_any_plot_chooses_the_position_and_no_typed_number_undoes_it(visit):
    page = visit("n=100")
    typed = page.get_by_label("Position p", exact=True)
    # each row and each portrait
    for portrait, row, share, position in ((0, "xy", 0.255, 25), (1, "xy2", 0.805, 80), (2, "xy3", 0.255, 25)):
        click(page, share, portrait, row)
        expect(typed).to_have_value(str(position))
        page.wait_for_function(
            "(p) => [...document.querySelectorAll('.js-plotly-plot')].every((e) => e._fullLayout.shapes[0].x0 === p)",
            arg=position,
        )
        assert query(page)["p"] == [str(position)]
    typed.fill("5")
    click(page, 0.805, 2, "xy")
    expect(typed).to_have_value("80")
    page.wait_for_function("() => document.querySelector('.js-plotly-plot')._fullLayout.shapes[0].x0 === 80")
    assert query(page)["p"] == ["80"]


def test_a_shorter_sequence_shows_its_last_position_and_a_longer_one_the_chosen_again(visit):
    page = visit("n=256&p=200&d=99999")
    note = page.get_by_text("The link says d = 99999")
    expect(note).to_be_visible()
    # a chart that moves by a place on the page, as notes come and go, is taken down and put up anew
    page.evaluate("() => { window.charts = [...document.querySelectorAll('.js-plotly-plot')] }")
    notes = {page.locator("[data-testid=stMain] [data-testid=stCaptionContainer]").count()}
    length = page.get_by_label("Length n", exact=True)
    for n, position in ((64, 63), (3, 2), (300, 200)):
        length.fill(str(n))
        length.press("Enter")
        page.wait_for_function("(n) => window.charts[0]._fullData[0].z[0].length === n", arg=n)
        expect(page.get_by_role("slider")).to_have_value(str(position))
        expect(page.get_by_label("Position p", exact=True)).to_have_value("200")
        expect(page.get_by_text(f"n = {n} ends at position {n - 1}. Used here: p = {position} for 200.")).to_have_count(
            int(n < 201)
        )
        settled(page)
        notes.add(page.locator("[data-testid=stMain] [data-testid=stCaptionContainer]").count())
        assert page.evaluate("() => window.charts.every((chart) => chart.isConnected && chart._fullData)")
    expect(note).to_have_count(0)
    assert len(notes) > 1, "no note has come or gone"
    page.reload()
    settled(page)
    expect(page.get_by_label("Position p", exact=True)).to_have_value("200")


def drag(page: Page, start: float, end: float, portrait: int = 0) -> None:
    """Drag over a heatmap, from one share of its width to another."""
    box = plot(page, portrait).bounding_box()
    page.mouse.move(box["x"] + start * box["width"], box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + end * box["width"], box["y"] + 50, steps=5)
    page.mouse.up()


def shows(page: Page, first: int, last: int) -> None:
    """Wait until every portrait shows this stretch of positions."""
    page.wait_for_function(
        """([first, last]) => [...document.querySelectorAll('.js-plotly-plot')].every(({ _fullLayout }) =>
          _fullLayout.xaxis.range[0] === first - 0.5 && _fullLayout.xaxis.range[1] === last + 0.5)""",
        arg=[first, last],
    )


def test_a_change_keeps_the_zoom_and_a_double_click_shows_all_positions_again(visit):
    page = visit("n=100&d=8&scheme=Sinusoidal&scheme=Binary")
    drag(page, 0.2, 0.6)
    page.wait_for_function("() => location.search.includes('to=')")
    first, last = (int(query(page)[end][0]) for end in ("from", "to"))
    assert 18 <= first <= 21
    assert 58 <= last <= 61
    shows(page, first, last)
    base = page.get_by_role("spinbutton", name="Base", exact=True)
    base.fill("50")
    base.press("Enter")
    page.wait_for_function("() => location.search.includes('base=50')")
    settled(page)
    shows(page, first, last)
    page.reload()
    settled(page)
    shows(page, first, last)
    page.get_by_label("Length n", exact=True).fill("30")
    page.get_by_label("Length n", exact=True).press("Enter")
    shows(page, first, 29)
    box = plot(page, 1).bounding_box()
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + 50)
    shows(page, 0, 29)
    assert not {"from", "to"} & set(query(page))


def test_keys_that_are_faster_than_the_page(visit):
    page = visit("p=10")
    typed, handle = page.get_by_label("Position p", exact=True), page.get_by_role("slider")
    for field, key, position in ((typed, "ArrowUp", 41), (handle, "ArrowRight", 60), (handle, "ArrowLeft", 55)):
        field.focus()
        for _ in range(abs(position - int(typed.input_value()))):
            page.keyboard.press(key)
        page.wait_for_function("(p) => new URLSearchParams(location.search).get('p') === `${p}`", arg=position)
        settled(page)
        expect(typed).to_have_value(str(position))
        expect(handle).to_have_value(str(position))
        page.wait_for_function(
            "(p) => [...document.querySelectorAll('.chart')].every((chart) => chart.layout.shapes[0].x0 === p)",
            arg=position,
        )
    page.locator(".chart").nth(1).focus()
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    expect(typed).to_have_value("70")


def test_a_length_that_grows_faster_than_the_page(visit):
    page = visit("n=40&p=39")
    length = page.get_by_label("Length n", exact=True)
    for key, n in (("ArrowUp", 65), ("ArrowDown", 52)):
        length.focus()
        for _ in range(abs(n - int(length.input_value()))):
            page.keyboard.press(key)
            # a hand is slower than a script, and so meets more answers on their way
            page.wait_for_timeout(25)
        expect(length).to_have_value(str(n))
        page.wait_for_function("(n) => document.querySelector('.js-plotly-plot')._fullData[0].z[0].length === n", arg=n)


def test_the_chart_stays_and_no_frame_is_blank_while_a_control_moves(visit):
    page = visit()
    page.evaluate("document.querySelector('.js-plotly-plot').marked = true")
    page.evaluate(
        """() => { window.blank = 0; const look = () => {
          const heatmaps = document.querySelectorAll('.js-plotly-plot .heatmaplayer image');
          if (heatmaps.length !== 3) window.blank += 1; requestAnimationFrame(look); }; look() }"""
    )
    for position in range(41, 51):
        page.get_by_role("slider").press("ArrowRight")
        page.wait_for_function(
            "(p) => document.querySelector('.js-plotly-plot')._fullLayout.shapes[0].x0 === p", arg=position
        )
    assert page.evaluate("window.blank") == 0
    assert page.evaluate("document.querySelector('.js-plotly-plot').marked")


def test_a_million_positions_zoom_to_exact_cells(visit):
    page = visit("n=1048576&d=16&p=500000&scheme=Sinusoidal")
    drag(page, 0.3, 0.4)
    page.wait_for_function("() => location.search.includes('to=')")
    settled(page)
    page.get_by_label("First shown", exact=True).fill("499990")
    page.get_by_label("First shown", exact=True).press("Enter")
    page.get_by_label("Last shown", exact=True).fill("500010")
    page.get_by_label("Last shown", exact=True).press("Enter")
    shows(page, 499990, 500010)
    assert drawn(page)["columns"] == 21


def test_cells_are_true_pointing_marks_the_position_in_all_portraits_and_arrow_keys_move_it(visit):
    page = visit("n=100&p=98")
    # cells of 16 bits, for three true decimals
    table = Sinusoidal().encode(range(100), 64)
    shown = page.evaluate("document.querySelector('.js-plotly-plot')._fullData[0].z.map((row) => [...row])")
    assert np.abs(np.array(shown) - table.T).max() < 2e-5
    box = plot(page, 1).bounding_box()
    page.mouse.move(box["x"] + 0.255 * box["width"], box["y"] + 60)
    for portrait in range(3):
        labels = page.locator(".following").nth(portrait)
        expect(labels).to_contain_text("distance 25 → 26")
        expect(labels).to_contain_text("at 25: ")
    expect(page.locator(".js-plotly-plot").nth(1).locator(".hoverlayer")).to_contain_text("position 25, dimension")
    page.mouse.move(5, 5)
    expect(page.locator(".hovertext, .following span, .following path")).to_have_count(0)
    page.locator(".chart").nth(1).focus()
    for key, position in (("ArrowRight", 99), ("ArrowRight", 99), ("ArrowLeft", 98), ("Shift+ArrowLeft", 88)):
        page.keyboard.press(key)
        page.wait_for_function(
            "(p) => document.querySelector('.js-plotly-plot')._fullLayout.shapes[0].x0 === p", arg=position
        )
        settled(page)


def test_charts_follow_the_width_and_the_theme_at_once_and_a_reload_asks_nobody_else(visit, address):
    page, asked = visit(), []
    before = plot(page, 0).bounding_box()["width"]
    page.set_viewport_size({"width": 1240, "height": 900})
    page.wait_for_function(
        "(w) => document.querySelector('.js-plotly-plot .xy .nsewdrag').getBoundingClientRect().width < w - 40",
        arg=before,
    )
    assert drawn(page)["dark"] == "#f7f7f7"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "() => document.querySelector('.js-plotly-plot')._fullData[0].colorscale[5][1] === '#1d2230'"
    )
    page.on("request", lambda request: asked.append(urlsplit(request.url)))
    page.on("websocket", lambda line: asked.append(urlsplit(line.url)))
    page.reload()
    settled(page)
    assert drawn(page)["dark"] == "#1d2230"
    found = [url for url in asked if url.scheme not in ("data", "blob")]
    assert {url.netloc for url in found} == {urlsplit(address).netloc}
    assert {url.scheme for url in found} == {"http", "ws"}
    assert len(found) > 20
    assert any(url.path.startswith("/plotly-") for url in found)
    # as the next test wants it
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})


def test_a_phone_stacks_the_portraits_and_does_not_scroll_sideways(visit):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    boxes = [page.locator(".js-plotly-plot").nth(i).bounding_box() for i in range(3)]
    assert len({round(box["x"]) for box in boxes}) == 1
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes))
    assert all(box["x"] + box["width"] <= 390 for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.querySelector('.js-plotly-plot')._fullLayout.dragmode") is False


def test_csv_of_the_table(visit, tmp_path):
    page = visit("n=5&d=6")
    page.get_by_text("Take it along").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Figures, CSV").click()
    download.value.save_as(tmp_path / "table.csv")
    header, *rows = (tmp_path / "table.csv").read_text().splitlines()
    assert header.startswith("scheme,max_abs_value,mean_step")
    assert [row.partition(",")[0] for row in rows] == ["Sinusoidal", "Binary", "Normalized"]
    assert float(rows[0].split(",")[2]) == pytest.approx(0.9599760819)


def test_unusable_values_of_a_link_are_named_as_text(visit):
    page = visit("n=9999999&d=1e400&foo=<img src=x onerror=alert(1)>")
    for line in (
        "The link says n = 9999999, which cannot be used here (whole, 1 to 1,048,576): n is 128 instead.",
        "The link says d = 1e400, which cannot be used here (whole, 1 to 4,096): d is 64 instead.",
    ):
        expect(page.get_by_text(line)).to_be_visible()
    expect(page.get_by_text("foo = <img src=x onerror=alert(1)>, which is no parameter")).to_be_visible()
    assert query(page) == {"foo": ["<img src=x onerror=alert(1)>"]}


def test_without_its_server_the_page_uses_the_stock_chart(visit):
    with server("dashboard/main.py") as plain:
        page = visit("n=100", at=plain.url)
        assert page.get_by_test_id("stPlotlyChart").count() == 3
        click(page, 0.255, 1, "xy")
        expect(page.get_by_label("Position p", exact=True)).to_have_value("25")
        # the stock chart is taken down and put up anew
        settled(page)
        click(page, 0.805, 2, "xy3")
        expect(page.get_by_label("Position p", exact=True)).to_have_value("80")
        # before its server goes away
        page.close()


def test_where_the_library_cannot_be_loaded_the_stock_chart_is_used(blank, address):
    page = blank()
    page.route("**/plotly-*.js", lambda route: route.abort())
    page.goto(f"{address}?n=100&from=10&to=60")
    page.get_by_test_id("stPlotlyChart").nth(2).locator(".heatmaplayer image").wait_for()
    settled(page)
    click(page, 0.805, 2, "xy")
    expect(page.get_by_label("Position p", exact=True)).to_have_value("51")


def test_under_a_base_path(visit):
    with server(base="lab") as lab:
        page = visit("n=100&p=7", at=lab.url)
        assert page.locator(".chart .js-plotly-plot, .chart.js-plotly-plot").count() == 3
        assert drawn(page)["position"] == 7
        page.close()
