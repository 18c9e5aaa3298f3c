"""Layout and axe-core findings of every page in both themes and on a phone; screen-reader text of a chart."""

from urllib.parse import urlencode

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from dashboard.state import pages
from tests.browser.page import go_to, open_box, query, title
from tests.browser.serving import SETTLED, settled

GRAVE = ("moderate", "serious", "critical")

AROUND = ("[data-testid=stHeader]", ".st-key-section", ".st-key-bar")
# on a phone Streamlit wraps the entries in a div inside their list
BODY = {"include": [["body"]], "exclude": [[".main-svg"], ["[data-testid=stSidebarNavItems]"]]}
MAIN = {"include": [["[data-testid=stMain]"]], "exclude": [[".main-svg"]]}
"""The main area without SVG drawings: axe does not check their contrast, and their marks are the same everywhere."""

COLORS = {"runOnly": ["color-contrast"]}
"""The only rules whose result depends on the theme."""

FIRST = ("compare", "sentence", "check", "rope", "trained")
"""First pages of the walks; the first three have all kinds of controls, charts, and responsive layouts."""

BOXES = ("add", "size-n", "size-k", "options", "take")
"""Boxes of the bar."""

OTHERS = [name for name in pages.PAGES if name not in FIRST]
WALKS = {first: [first, *OTHERS[place :: len(FIRST) - 1]] for place, first in enumerate(FIRST[1:])}
WALKS |= {"compare": ["compare", OTHERS[0]]}

LINK = {"scheme": ["Sinusoidal", "ALiBi"], "n": ["120"], "d": ["60"], "p": ["30"], "k": ["3"]}
LINK |= {"Sinusoidal.base": ["5000"], "measure": ["cosine"], "column": ["3"], "n2": ["200"]}
LANGUAGE = {"check": {"lang": ["ko"]}}
"""Language of a walk; without one, that of the browser."""

LINK |= {"space": ["2-D"], "axes": ["columns"], "text": ["I love you too much"], "order": ["shuffled"]}


def findings(page: Page, where: dict | None = None, **options) -> list[str]:
    """List the axe-core violations of moderate or higher impact: the rule, the element, and the fix."""
    # repeat if the page reran meanwhile: stale elements are faded
    # what follows the scroll position never ends
    over = "({ playState, timeline }) => playState !== 'running' || !(timeline instanceof DocumentTimeline)"
    still = f"{SETTLED} && document.getAnimations().every({over})"
    run = "axe.run(where ?? document, { resultTypes: ['violations'], preload: false, ...options })"
    violations = page.wait_for_function(
        f"([where, options]) => {still} && {run}.then((found) => {still} && found.violations)",
        arg=[where, options],
        timeout=60_000,
    ).json_value()
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in violations
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


def misfits(page: Page) -> list[str]:
    """List elements that overflow the window, are cut off, or show an error."""
    return page.evaluate(
        """() => {
          const all = (selector, within = document) => [...within.querySelectorAll(selector)];
          const faults = all('[data-testid=stException], [data-testid=stAlert]:not(.st-key-verdict *)');
          if (document.documentElement.scrollWidth > innerWidth) faults.push(document.body);
          faults.push(...all('[data-testid=stMain]').filter((main) => main.scrollWidth > main.clientWidth));
          for (const chart of all('.chart')) {
            const { left, right, top, width } = chart.getBoundingClientRect();
            if (width > innerWidth && !chart.closest("[class*='st-key-columns-']")) faults.push(chart);
            faults.push(...all('.legend', chart).filter((legend) => legend.getBoundingClientRect().top < top - 1));
            faults.push(...all('.annotation-text, .legendtitletext, .xtitle, .ytitle', chart).filter((words) => {
              const place = words.getBoundingClientRect();
              return place.left < left - 1 || place.right > right + 1;
            }));
          }
          return faults.map((element) => `${element.tagName} ${element.textContent.slice(0, 200)}`);
        }"""
    )


def unfold(page: Page) -> None:
    # a click may come before the element is attached
    page.wait_for_function(
        """() => { const folded = document.querySelectorAll('[data-testid=stMain] details:not([open]) > summary');
        folded.forEach((box) => box.click());
        return !folded.length }""",
        polling=100,
    )
    settled(page)


def place(page: Page) -> tuple[str, dict[str, list[str]]]:
    """Name and parameters of the page in the URL."""
    return page.evaluate("location.pathname").strip("/") or pages.FIRST, query(page)


@pytest.mark.thorough
@pytest.mark.parametrize("names", WALKS.values(), ids=WALKS)
def test_pages_fit_keep_their_address_and_satisfy_axe_on_a_desktop_and_a_dark_phone(visit, address, names):
    """One browser session for all pages: opening a page takes longer than checking it. One is Korean."""
    language = LANGUAGE.get(names[0], {})
    link = LINK | language
    page = visit(urlencode(link, doseq=True), at=f"{address}{names[0]}")
    expect(page.locator(f"html[lang={language.get('lang', ['en'])[0]}]")).to_have_count(1)
    page.evaluate(AXE_SCRIPT)
    entries, titles, problems, way = page.evaluate("history.length"), {}, {}, names[:1]
    for count, name in enumerate(names):
        if count:
            way += go_to(page, name)
        assert place(page) == (name, language if name in (pages.FIRST, "lesson") else link)
        assert page.evaluate("history.length") == entries + len(way) - 1
        titles[name] = title(page)
        assert page.locator(".st-key-bar").count() == bool(pages.PAGES[name])
        unfold(page)
        problems[f"{name}, light"] = misfits(page) + findings(page, MAIN if count else None)
    assert len(set(titles.values())) == len(names)
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    settled(page)
    around = [[part] for part in AROUND if page.locator(part).count()]
    problems[f"{name}, dark"] = findings(page, {"include": around}, **COLORS)
    page.set_viewport_size({"width": 390, "height": 844})
    # the first of each walk is the last place with its name
    places = [len(way) - 1 - way[::-1].index(name) for name in names]
    for name, at, after in zip(reversed(names), places[::-1], [places[-1], *places[::-1]], strict=False):
        if at != after:
            page.evaluate("(count) => history.go(-count)", after - at)
            # a second Back before the page has loaded would skip it
            expect(page.locator("[data-testid=stMain] h1").first).to_have_text(titles[name])
            settled(page)
            # Streamlit keeps the title of the page before until the run ends
            expect(page.locator("[data-testid=stMain] h1")).to_have_count(1)
        assert place(page) == (name, language if name in (pages.FIRST, "lesson") else link)
        unfold(page)
        page.wait_for_function(
            """() => [...document.querySelectorAll('.chart .main-svg')].every((drawing) => {
              const { clientWidth } = drawing.closest('.chart');
              const isSwiped = drawing.closest("[class*='st-key-columns-']") !== null;
              return (isSwiped || clientWidth <= innerWidth) && Math.abs(drawing.clientWidth - clientWidth) <= 1; })"""
        )
        settled(page)
        problems[f"{name}, phone"] = misfits(page)
        for chart in page.locator(".chart").all():
            assert chart.evaluate("(chart) => chart.layout.font.color") == "#a9b2c3"
        if name not in FIRST[:3]:
            continue
        problems[f"{name}, phone"] += findings(page, BODY)
        for key in [key for key in BOXES if page.locator(f".st-key-{key.replace('add', 'bar-encodings')}").count()]:
            open_box(page, key)
            problems[f"{name}, {key}"] = misfits(page) + findings(page, {"include": [["[data-testid=stPopoverBody]"]]})
            page.keyboard.press("Escape")
    faults = [f"{view}: {fault}" for view, faults in problems.items() for fault in faults]
    assert not faults, "\n".join(faults)
