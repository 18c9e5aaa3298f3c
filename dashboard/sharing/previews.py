"""Link previews (Open Graph): title, description, and a PNG with a picture of each encoding.

Drawn with Pillow, which Streamlit depends on: the server has no browser to render the page's own charts.
"""

import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from html import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from dashboard.controls import links
from dashboard.numbers import measurements, scores
from dashboard.numbers.memory import shared_cache
from dashboard.say import message
from dashboard.state import lesson_answers
from dashboard.state.pages import FIRST, PAGES
from dashboard.state.study import Study, order
from posenc_core import Scheme
from posenc_core.analysis import geometry
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array
from posenc_core.plot.style import GRID, INK, MUTED, PAPER, SIGNED, limits, scheme_color

WIDTH, HEIGHT = 1200, 630
"""Pixels of the image, as recommended for Open Graph."""

FINE = 2
"""Supersampling factor."""

EDGE, TOP, GAP = 48, 212, 56
"""Pixels beside the panels, above them, and between them."""

RIGHT = "#00805D"
"""Color of a correct answer."""

SIDE = 512
"""Maximum rows of a matrix of logits."""

Box = tuple[int, int, int, int]
Draw = Callable[[Image.Image, Box], None]


NAME = "preview.png"
"""Name of the image among the files of its page."""


def tags(page: str, query: str, files: str) -> str:
    """HTML of the title and the Open Graph tags of a page. `files` is the URL of its files."""
    study = links.study("")
    # the page itself reports an unusable link
    with suppress(ValueError):
        study = links.study(query)
    properties = {
        "og:type": "website",
        "og:site_name": message("preview-site"),
        "og:title": title(page),
        "og:description": f"{message(f'preview-{page}')} {_state(page, study)}".strip(),
        "og:image": f"{files}/{NAME}?{links.query(study, page)}".rstrip("?"),
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
    drawable = (scheme for scheme in study.schemes if not scheme.unsupported_reason("scores", study.length, study.dim))
    scored = study.options["answers"] if page == "lesson" else ""
    study = replace(study, schemes=() if plain or scored else tuple(drawable))
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), PAPER)
    _write(image, (EDGE, 36), message("preview-site" if page == FIRST else f"menu-{page}"), 52, INK)
    _write(image, (EDGE, 104), message(f"preview-{page}"), 26, INK)
    _write(image, (EDGE, 142), _state(page, study), 24, MUTED)
    if scored and not plain:
        _score(image, scored)
    panels = _panels(page, study)
    columns = 2 if len(panels) == 4 else min(max(len(panels), 1), 3)
    rows = max(-(-len(panels) // columns), 1)
    gap = GAP if rows > 1 else 0
    width = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    height = (HEIGHT - TOP - EDGE // 2) // rows
    for place, (scheme, draw) in enumerate(zip(study.schemes, panels, strict=True)):
        x, y = EDGE + place % columns * (width + GAP), TOP + place // columns * height
        _write(image, (x, y - 30), scheme.name, 22, scheme_color(order(scheme)))
        box = (x, y, x + width, y + height - gap - 1)
        draw(image, (box[0] * FINE, box[1] * FINE, box[2] * FINE, box[3] * FINE))
    file = io.BytesIO()
    image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return np.frombuffer(file.getvalue(), np.uint8)


def _score(image: Image.Image, text: str) -> None:
    """Draw the score of the lesson's answers, and a filled circle for each correct one of the ten steps."""
    answers = lesson_answers.read_answers(text)
    right, count = lesson_answers.score(answers)
    _write(image, (EDGE, TOP), message("lesson-card-score", count=right, most=count), 52, INK)
    pen = ImageDraw.Draw(image)
    for place, step in enumerate(lesson_answers.CHOICES):
        middle = ((EDGE + 50 + 105 * place) * FINE, (TOP + 190) * FINE)
        is_right = lesson_answers.is_right(step, answers.get(step, ""))
        pen.circle(middle, 40 * FINE, fill=RIGHT if is_right else None, outline=RIGHT if is_right else MUTED, width=6)


def _panels(page: str, study: Study) -> list[Draw]:
    """Functions that draw the encodings: as a curve, a path, or a matrix."""
    schemes, size = study.schemes, (study.length, study.dim)
    if not schemes:
        return []
    if page == "clocks" and study.dim > 1 and measurements.is_measured(*size):
        return [_path(_components(scheme, *size), _color(scheme)) for scheme in schemes]
    if page == "equidistance" and study.length > 1:
        curves = [measurements.steps(scheme, *size, study.offset) for scheme in schemes]
    elif page in ("similarity", "sentence", "attention", "rope", "bias"):
        curves = [_from_position(page, scheme, study) for scheme in schemes]
    else:
        return [_matrix(_cells(scheme, study)) for scheme in schemes]
    first, last = study.shown
    curves = [curve[first : last + 1] for curve in curves]
    ends = limits(curves, from_zero=page == "equidistance")
    return [_curve(curve, ends, _color(scheme)) for scheme, curve in zip(schemes, curves, strict=True)]


def _components(scheme: Scheme, length: int, dim: int) -> Array:
    return geometry.principal_components(measurements.table(scheme, length, dim), 2)[0]


def _from_position(page: str, scheme: Scheme, study: Study) -> Array:
    """Similarity of all positions to the selected one, or their logits."""
    size = (study.length, study.dim, min(study.position, study.length - 1))
    if page == "similarity" and not scheme.unsupported_reason("vectors"):
        return measurements.similarity(scheme, *size, study.measure)
    return scores.relative_logits(scheme, *size, scores.head(scheme, study))


def _cells(scheme: Scheme, study: Study) -> Array:
    """Return the displayed part of the matrix, one row per dimension; without vectors the logits, one row per query."""
    size = (study.length, study.dim, *study.shown)
    if scheme.unsupported_reason("vectors"):
        return scores.grid(scheme, *size, SIDE, scores.head(scheme, study)).cells
    return measurements.picture(scheme, *size).means.T


def _matrix(cells: Array) -> Draw:
    limit = np.abs(cells[np.isfinite(cells)]).max(initial=0) or 1
    colors = np.array([[int(color[i : i + 2], 16) for i in (1, 3, 5)] for color in SIGNED])
    places = (cells / limit + 1) / 2 * (len(colors) - 1)
    shades = [np.interp(places, range(len(colors)), channel) for channel in colors.T]
    paper = [int(GRID[i : i + 2], 16) for i in (1, 3, 5)]
    pixels = np.where(np.isfinite(cells)[..., None], np.stack(shades, axis=-1), paper).round().astype(np.uint8)

    def draw(image: Image.Image, box: Box) -> None:
        size = (box[2] - box[0], box[3] - box[1])
        # sharp edges when enlarged, averages when reduced
        image.paste(Image.fromarray(pixels).resize(size, Image.Resampling.BOX), box[:2])

    return draw


def _curve(values: Array, ends: tuple[float, float], color: str) -> Draw:
    if not len(values):
        return _line(values, values, color)
    x, y = envelope(values, 0)
    return _line(x / max(len(values) - 1, 1), 1 - (y - ends[0]) / (ends[1] - ends[0]), color)


def _path(points: Array, color: str) -> Draw:
    """Path in the plane, with one scale for both axes."""
    middle = (points.max(axis=0) + points.min(axis=0)) / 2
    x, y = ((points - middle) / (np.ptp(points, axis=0).max() or 1) + 0.5).T
    return _line(x, 1 - y, color, square=True)


def _line(x: Array, y: Array, color: str, *, square: bool = False) -> Draw:
    """Line through points of the unit square, interrupted at undefined ones; a single point is a dot."""

    def draw(image: Image.Image, box: Box) -> None:
        pen, (left, top, right, bottom) = ImageDraw.Draw(image), box
        pen.rectangle(box, outline=GRID, width=FINE)
        wide, high = (min(right - left, bottom - top),) * 2 if square else (right - left, bottom - top)
        across, down = (left + right - wide) / 2 + x * wide, (top + bottom - high) / 2 + y * high
        points = np.stack([across, down], axis=-1)
        finite = np.flatnonzero(np.isfinite(points).all(axis=1))
        if not len(finite):
            return
        for run in np.split(finite, np.flatnonzero(np.diff(finite) > 1) + 1):
            pen.line([*points[run].ravel()], fill=color, width=3 * FINE, joint="curve")
            if len(run) == 1:
                pen.circle(points[run[0]], 4 * FINE, fill=color)

    return draw


def _color(scheme: Scheme) -> str:
    return scheme_color(order(scheme))


def _write(image: Image.Image, place: tuple[int, int], text: str, size: int, color: str) -> None:
    font = ImageFont.load_default(size * FINE)
    ImageDraw.Draw(image).text((place[0] * FINE, place[1] * FINE), text, color, font)
