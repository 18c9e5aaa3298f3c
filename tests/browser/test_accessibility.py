"""Every page in every look: it fits, and axe-core finds nothing; and what a screen reader hears of a chart."""

import re

import numpy as np
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from dashboard import pages
from posenc_core import Binary, Sinusoidal
from tests.browser.serving import settled

GRAVE = ("moderate", "serious", "critical")
COLORS, ALL_BUT_COLORS = {"runOnly": ["color-contrast"]}, {"rules": {"color-contrast": {"enabled": False}}}
"""Another theme changes colours alone, and a narrow page anything else."""

BUT_DRAWINGS = {"include": [["body"]], "exclude": [[".main-svg"]]}
"""What may change with the width or the theme: of a drawing axe judges no colour, and its marks stay the same."""

ON_A_PHONE = ("compare", "sentence", "check")
"""Pages that have between them all that a narrow window rearranges; axe looks at them there, too."""


def findings(page: Page, where: str | dict = "body", **options) -> list[str]:
    """What axe-core finds amiss, moderate or worse: the rule, its element, and what to do."""
    page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
    violations = page.evaluate(
        "([where, options]) => axe.run(where, { resultTypes: ['violations'], ...options }).then((found) =>"
        " found.violations)",
        [where, options],
    )
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in violations
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


def misfits(page: Page) -> list[str]:
    """What is wider than the window, or cut off, or has gone wrong."""
    return page.evaluate(
        """() => {
          const all = (selector, within = document) => [...within.querySelectorAll(selector)];
          const found = all('[data-testid=stException], [data-testid=stAlert]:not(.st-key-verdict *)');
          if (document.documentElement.scrollWidth > innerWidth) found.push(document.body);
          found.push(...all('[data-testid=stMain]').filter((main) => main.scrollWidth > main.clientWidth));
          for (const chart of all('.chart')) {
            const { left, right, top, width } = chart.getBoundingClientRect();
            if (width > innerWidth) found.push(chart);
            found.push(...all('.legend', chart).filter((legend) => legend.getBoundingClientRect().top < top - 1));
            found.push(...all('.annotation-text, .legendtitletext, .xtitle, .ytitle', chart).filter((words) => {
              const place = words.getBoundingClientRect();
              return place.left < left - 1 || place.right > right + 1;
            }));
          }
          return found.map((element) => `${element.tagName} ${element.textContent.slice(0, 200)}`);
        }"""
    )


@pytest.mark.parametrize("name", pages.PAGES)
def test_every_page_fits_and_axe_finds_nothing_light_dark_and_on_a_phone(visit, address, name):
    """In one visit: to come to a page takes longer than to look at it."""
    page = visit("scheme=Sinusoidal&scheme=ALiBi&scheme=Index", at=f"{address}{'' if name == 'compare' else name}")
    page.evaluate(AXE_SCRIPT)
    folded = page.locator("[data-testid=stMain] details:not([open]) > summary")
    folded.evaluate_all("(boxes) => boxes.forEach((box) => box.click())")
    expect(folded).to_have_count(0)
    settled(page)
    found = {"light": misfits(page) + findings(page)}
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    settled(page)
    found["dark"] = findings(page, BUT_DRAWINGS, **COLORS)
    for chart in page.locator(".chart").all():
        assert chart.evaluate("(chart) => chart.layout.font.color") == "#a9b2c3"
    for button in page.get_by_test_id("stMain").get_by_test_id("stPopoverButton").all()[:1]:
        button.click()
        page.get_by_test_id("stPopoverBody").wait_for()
        found["popover"] = findings(page, "[data-testid=stPopoverBody]")
        page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(
        "() => [...document.querySelectorAll('.chart .main-svg')].every(({ clientWidth }) => clientWidth <= innerWidth)"
    )
    settled(page)
    found["phone"] = misfits(page)
    if name in ON_A_PHONE:
        found["phone"] += findings(page, BUT_DRAWINGS, **ALL_BUT_COLORS)
    # as the next test wants it
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert not any(found.values()), found


def spoken(page: Page) -> str:
    """What a screen reader says after a key: the words of the live region of every chart that has had a key."""
    return "".join(page.locator(".spoken[aria-live=polite]").all_text_contents())


def numbers(words: str) -> list[float]:
    return [float(number.replace(",", "").replace("−", "-")) for number in re.findall(r"[−]?[\d.,]*\d", words)]


def test_compare_an_arrow_key_speaks_the_values_of_the_next_position(visit):
    page = visit("scheme=Binary&n=100&p=40&k=3")
    chart = page.get_by_role("application", name=re.compile("^Binary"))
    chart.focus()
    page.keyboard.press("ArrowRight")
    table = Binary().encode(np.arange(100), 64)
    distance, product = np.linalg.norm(table[44] - table[41]), table[41] @ table[40]
    said = f"position 41; distance p → p + 3: {distance:.4g}; dot product with position 40: {product:.4g}"
    assert spoken(page) == said, "at once, from what is drawn"
    expect(page.get_by_label("Position p", exact=True)).to_have_value("41")


def test_several_curves_are_spoken_by_name_a_matrix_by_its_position_alone_and_points_by_their_axes(visit, address):
    page = visit("scheme=Sinusoidal&scheme=Binary&n=40&d=8&p=9", at=f"{address}equidistance")
    page.get_by_role("application", name=re.compile("^Distance of a step")).focus()
    page.keyboard.press("Shift+ArrowLeft")
    tables = [scheme().encode(np.arange(2), 8) for scheme in (Sinusoidal, Binary)]
    waves, bits = (np.linalg.norm(table[1] - table[0]) for table in tables)
    said = f"position 0; distance p → p + 1: Sinusoidal {waves:.4g}, Binary {bits:.4g}"
    assert spoken(page) == said
    settled(page)
    page.get_by_role("application", name=re.compile("^Distance of every pair")).first.focus()
    page.keyboard.press("ArrowLeft")
    # where the chart above has spoken, its words stay
    assert spoken(page).removeprefix(said) == "position 0", "the first one"
    page = visit("scheme=Sinusoidal&n=40&d=8&p=9", at=f"{address}trajectory")
    page.get_by_role("application").first.focus()
    page.keyboard.press("ArrowRight")
    said = spoken(page)
    assert said.startswith("position 10; column 0: −")
    assert numbers(said)[2:5:2] == pytest.approx(Sinusoidal().encode(10, 8)[:2], rel=1e-3)
