"""Link previews (Open Graph): title, description, and a PNG with the figure of a page."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from html import escape
from importlib import import_module
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from dashboard.controls import links
from dashboard.numbers import measurements, scores
from dashboard.numbers.memory import shared_cache
from dashboard.say import current_language, message
from dashboard.sharing.painting import RIGHT, Box, Painting, lines
from dashboard.state import lesson_answers
from dashboard.state.pages import FIRST, ONE_ENCODING, PAGES
from dashboard.state.study import Study, order
from posenc_core import Scheme
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array
from posenc_core.plot.columns import MOST_IN_A_ROW, Column, Scale, scales_of
from posenc_core.plot.style import INK, MUTED, limits, scheme_color

WIDTH, HEIGHT = 1200, 630
"""Pixels of the image, as recommended for Open Graph."""

EDGE, GAP = 48, 40
"""Pixels beside the panels, and between them."""

INSIDE = WIDTH - 2 * EDGE
"""Pixels between the edges."""

MOST_LOW = 320
"""Height of a column below which it has smaller letters and no headings."""

SHARES = (0.5, 0.2, 0.3)
"""Shares of the height of a column: matrix, first curve, second curve."""

Curve = tuple[Array, Array]
"""Coordinates of points."""

NAME = "preview.png"
"""Name of the image among the files of its page."""


def tags(page: str, query: str, files: str) -> str:
    """HTML of the title and the Open Graph tags of a page. `files` is the URL of its files."""
    study = links.study("")
    # the page itself reports an unusable link
    with suppress(ValueError):
        study = links.study(query)
    languages = {} if current_language() == "en" else {"lang": current_language()}
    picture = "&".join(filter(None, (links.query(study, page), urlencode(languages))))
    properties = {
        "og:type": "website",
        "og:site_name": message("preview-site"),
        "og:title": title(page),
        "og:description": f"{message(f'preview-{page}')} {_state(page, study)}".strip(),
        "og:image": f"{files}/{NAME}?{picture}".rstrip("?"),
        "og:image:width": WIDTH,
        "og:image:height": HEIGHT,
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{escape(str(text))}">' for name, text in properties.items()]
    description = f'<meta name="description" content="{escape(message(f"preview-{page}"))}">'
    return "\n".join([f"<title>{escape(title(page))}</title>", description, *lines])


def title(page: str) -> str:
    """Title of a page; the first page has the name of the site."""
    return message("preview-site") if page == FIRST else message("preview-title", page=message(f"menu-{page}"))


def pieces(page: str, study: Study, *, plain: bool = False) -> Iterator[bytes]:
    """Generate the image of a page in one piece; a plain one has only text."""
    yield _png(page, links.query(study, page), plain).tobytes()


def _state(page: str, study: Study) -> str:
    """Sentence about the encodings and sizes, on pages that show encodings."""
    if not PAGES[page]:
        return ""
    names = tuple(scheme.name for scheme in study.schemes)
    return message("preview-state", schemes=names, length=study.length, dim=study.dim) if names else ""


@shared_cache
def _png(page: str, query: str, plain: bool = False) -> NDArray[np.uint8]:
    """PNG file as an array, as the cache counts the bytes of arrays."""
    study, _ = links.study(query).shown_on(page)
    study = replace(study, length=study.length_on(page))
    # pages without schemes omit none in `shown_on`
    drawable = [scheme for scheme in study.schemes if not scheme.unsupported_reason("scores", study.length, study.dim)]
    scored = study.options["answers"] if page == "lesson" else ""
    shown = () if plain or scored else tuple(drawable[:1] if page in ONE_ENCODING else drawable)
    study = replace(study, schemes=shown)
    painting = Painting(WIDTH, HEIGHT)
    top = _head(painting, page, study)
    if scored and not plain:
        _score(painting, scored, top)
    elif shown:
        _figure(painting, page, study, top)
    return np.frombuffer(painting.png(), np.uint8)


def _head(painting: Painting, page: str, study: Study) -> int:
    """Write what a page is about and what it shows; return the height of the text."""
    names, top = tuple(scheme.name for scheme in study.schemes), 32
    if page == "compare" and names:
        title, size, words = message("compare-title", names=names, count=len(names)), 38, ""
    else:
        title, size = message("preview-site" if page == FIRST else f"menu-{page}"), 48
        words = message(f"preview-{page}")
    painting.write((EDGE, top), title, size, INK, INSIDE, bold=True)
    top += round(1.4 * size)
    for line in lines(words, 26, INSIDE) if words else ():
        painting.write((EDGE, top), line, 26, INK, INSIDE)
        top += 36
    if state := _state(page, study):
        painting.write((EDGE, top), state, 22, MUTED, INSIDE)
        top += 30
    return top + 18


def _score(painting: Painting, text: str, top: int) -> None:
    """Draw the score of the lesson's answers, and a filled circle for each correct one of the ten steps."""
    answers = lesson_answers.read_answers(text)
    right, count = lesson_answers.score(answers)
    painting.write((EDGE, top + 50), message("lesson-card-score", count=right, most=count), 52, INK, INSIDE)
    for place, step in enumerate(lesson_answers.CHOICES):
        is_right = lesson_answers.is_right(step, answers.get(step, ""))
        color = RIGHT if is_right else MUTED
        painting.dot((EDGE + 50 + 110 * place, top + 240), 42, RIGHT if is_right else None, color)


def _figure(painting: Painting, page: str, study: Study, top: int) -> None:
    """Draw what the page shows, or the figure of Compare."""
    size = (study.length, study.dim)
    if page == "heatmap":
        cells = measurements.picture(study.schemes[0], *size, *study.shown).means.T
        painting.matrix(cells, np.abs(cells).max() or 1, (EDGE, top, EDGE + INSIDE, HEIGHT - 24))
    elif page == "clocks" and max(size[0] / measurements.PAIRED_LENGTH, size[1] / measurements.PAIRED_DIM) <= 1:
        _clocks(painting, study, top)
    elif curves := _curves(page, study):
        _panels(painting, study, curves, top)
    else:
        _columns(painting, study, top)


def _boxes(count: int, top: int, most: int) -> list[Box]:
    """Places of panels: beside each other, at most `most`, or else in rows of at most three."""
    beside = count if count <= most else -(-count // 2)
    rows = -(-count // beside)
    width, height = (INSIDE + GAP) // beside - GAP, (HEIGHT - top - 20) // rows
    corners = [(EDGE + place % beside * (width + GAP), top + place // beside * height) for place in range(count)]
    return [(x, y, x + width, y + height - 12 * (rows > 1)) for x, y in corners]


def _columns(painting: Painting, study: Study, top: int) -> None:
    """Draw the figure of Compare."""
    # labels would be too small; no module imports a page
    plain = replace(study, options={**study.options, "labels": False})
    columns: list[Column] = import_module("dashboard.views.compare.figures").columns(plain)
    boxes = _boxes(len(columns), top, MOST_IN_A_ROW)
    for column, scale, box in zip(columns, scales_of(columns), boxes, strict=True):
        _column(painting, column, scale, box, study)


def _column(painting: Painting, column: Column, scale: Scale, box: Box, study: Study) -> None:
    """Draw the name, the verdicts, the matrix, and both curves of an encoding; a low one has no headings."""
    (left, top, right, bottom), (first, last) = box, study.shown
    width, is_low = right - left, bottom - top < MOST_LOW
    size, heading = (15, 8) if is_low else (19, 26)
    painting.write((left, top), column.name, round(1.4 * size), column.color, width, bold=True)
    top += 2 * size
    for verdict in column.verdicts:
        painting.write((left, top), verdict, size, INK, width)
        top += round(1.4 * size)
    high = bottom - top - 3 * heading
    across = (study.position - first + 0.5) / (last - first + 1)
    headings = (column.heading, *(curve.heading for curve in column.curves))
    for part, share in enumerate(SHARES):
        if not is_low:
            words = " · ".join(filter(None, (headings[part], scale.lines[part])))
            painting.write((left, top + 5), words, 15, MUTED, width)
        top += heading
        below = (left, top, right, top + round(share * high))
        if part:
            curve, (low, end) = column.curves[part - 1], scale.curves[part - 1]
            x, y = (np.asarray(curve.x) - first + 0.5) / (last - first + 1), (curve.y - low) / (end - low)
            here = [(value - low) / (end - low) for value in curve.here]
            painting.curve(x, y, column.color, below, (across, *here))
        else:
            painting.matrix(column.matrix["z"], scale.colors, below)
            painting.rule(across, below)
        top = below[3]


def _clocks(painting: Painting, study: Study, top: int) -> None:
    """Draw the hands of an encoding at a position and k later, over their sines; without hands, its columns."""
    (scheme,), (n, d), p = study.schemes, (study.length, study.dim), study.position
    # no module imports a page
    facts = import_module("dashboard.views.clocks.facts")
    strips, color = facts.strips(scheme, n, d), scheme_color(order(scheme))
    if not strips.hands:
        _columns(painting, study, top)
        return
    turned = facts.angles(scheme, n, d, strips.hands)[p]
    for place, (left, above, right, bottom) in enumerate(_boxes(len(turned), top, len(turned))):
        radius = min((right - left) / 2, 110) - 4
        middle = np.array(((left + right) / 2, above + radius + 4))
        painting.dot(tuple(middle), radius, None, MUTED)
        for angle, width in (turned[place] + study.offset * strips.hands[place].step, 2), (turned[place], 7):
            tip = middle + 0.9 * radius * np.array((np.sin(angle), -np.cos(angle)))
            painting.line([tuple(middle), tuple(tip)], color, width)
        wave, here = strips.curves[:, place] / 2.2 + 0.5, np.sin(turned[place]) / 2.2 + 0.5
        box = (left, round(above + 2 * radius + 28), right, bottom)
        painting.curve(np.linspace(0, 1, len(wave)), wave, color, box, (p / max(n - 1, 1), here))


def _panels(painting: Painting, study: Study, curves: Sequence[Curve], top: int) -> None:
    """Draw a curve per encoding."""
    boxes = _boxes(len(curves), top, 3)
    for scheme, curve, (left, above, right, bottom) in zip(study.schemes, curves, boxes, strict=True):
        color = scheme_color(order(scheme))
        painting.write((left, above), scheme.name, 24, color, right - left, bold=True)
        painting.curve(*curve, color, (left, above + 36, right, bottom))


def _curves(page: str, study: Study) -> list[Curve]:
    """Curves of a page in the unit square; none on other pages."""
    schemes, size = study.schemes, (study.length, study.dim)
    if page == "equidistance" and study.length > 1:
        curves = [measurements.steps(scheme, *size, study.offset) for scheme in schemes]
    elif page in ("similarity", "attention", "rope"):
        curves = [_from_position(page, scheme, study) for scheme in schemes]
    else:
        return []
    first, last = study.shown
    curves = [curve[first : last + 1] for curve in curves]
    low, high = limits(curves, from_zero=page == "equidistance")
    drawn = [envelope(curve, 0) if len(curve) else (curve, curve) for curve in curves]
    return [(x / max(len(curve) - 1, 1), (y - low) / (high - low)) for curve, (x, y) in zip(curves, drawn, strict=True)]


def _from_position(page: str, scheme: Scheme, study: Study) -> Array:
    """Similarity of all positions to the selected one, or their logits."""
    size = (study.length, study.dim, study.position)
    if page == "similarity" and not scheme.unsupported_reason("vectors"):
        return measurements.similarity(scheme, *size, study.measure)
    return scores.relative_logits(scheme, *size, scores.head(scheme, study))
