"""Pictures drawn with Pillow, which Streamlit depends on: the server has no browser to render the pages' charts."""

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from posenc_core.arrays import Array
from posenc_core.plot.style import GRID, INK, PAPER, SIGNED

FONT = Path(__file__).parent / "font" / "gothic.ttf"
"""Font with Latin letters and the Korean syllables of KS X 1001."""

FINE = 2
"""Supersampling factor."""

RIGHT, WRONG = "#00805D", "#C0392B"
"""Colors of the marks ✓ and ✗."""

MARKS = {
    "✓": (RIGHT, [[(0.05, 0.55), (0.3, 0.85), (0.8, 0.25)]]),
    "✗": (WRONG, [[(0.12, 0.25), (0.7, 0.85)], [(0.12, 0.85), (0.7, 0.25)]]),
}
"""Colors and lines of marks, in shares of the size of the font, which lacks them."""

Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right, and bottom."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size * FINE)


def lines(text: str, size: int, width: int) -> list[str]:
    """Split a text that is wider than `width` into two lines, at the space nearest to its middle."""
    if _font(size).getlength(text) <= width * FINE:
        return [text]
    spaces = [place for place, letter in enumerate(text) if letter == " "] or [len(text)]
    middle = min(spaces, key=lambda place: abs(place - len(text) / 2))
    return [text[:middle], text[middle + 1 :]]


class Painting:
    """White picture, drawn on in its own pixels, enlarged until it is saved."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.image = Image.new("RGB", (width * FINE, height * FINE), PAPER)
        self.pen = ImageDraw.Draw(self.image)

    def write(self, place: Point, text: str, size: int, color: str, width: int, *, bold: bool = False) -> None:
        """Write a text from its upper left corner; a text wider than `width` gets smaller letters."""
        if mark := MARKS.get(text[:1]):
            for path in mark[1]:
                self.line([(place[0] + x * size, place[1] + y * size) for x, y in path], mark[0], size / 8)
            place, text, width = (place[0] + 1.15 * size, place[1]), text[1:].lstrip(), width - round(1.15 * size)
        excess = _font(size).getlength(text) / (width * FINE)
        fitting = _font(int(size / max(excess, 1)))
        start = (place[0] * FINE, place[1] * FINE)
        self.pen.text(start, text, color, fitting, stroke_width=size / 32 * bold)

    def line(self, points: Sequence[Point], color: str, width: float = 3) -> None:
        """Draw a line through points."""
        self.pen.line([(x * FINE, y * FINE) for x, y in points], color, round(width * FINE), joint="curve")

    def dot(self, middle: Point, radius: float, fill: str | None, outline: str = PAPER) -> None:
        """Draw a circle."""
        self.pen.circle((middle[0] * FINE, middle[1] * FINE), radius * FINE, fill, outline, width=round(1.5 * FINE))

    def curve(self, x: Array, y: Array, color: str, box: Box, marked: Sequence[float] = ()) -> None:
        """Draw a frame, and a line through points of the unit square, interrupted at undefined ones.

        A single point is a dot, as is the marked one, which has a dotted line; it may have no height.
        """
        left, top, right, bottom = box
        self.pen.rectangle([edge * FINE for edge in box], outline=GRID, width=FINE)
        points = np.stack([left + x * (right - left), bottom - y * (bottom - top)], axis=-1)
        finite = np.flatnonzero(np.isfinite(points).all(axis=1))
        for run in np.split(finite, np.flatnonzero(np.diff(finite) > 1) + 1):
            places = [tuple(point) for point in points[run]]
            if len(places) > 1:
                self.line(places, color)
            elif places:
                self.dot(places[0], 4, color)
        if marked:
            self.rule(marked[0], box)
        if len(marked) == 2 and np.isfinite(marked[1]):
            self.dot((left + marked[0] * (right - left), bottom - marked[1] * (bottom - top)), 6, color)

    def matrix(self, cells: Array, limit: float, box: Box) -> None:
        """Draw a matrix whose values lie within `limit` of 0, or are undefined."""
        channels = np.array([[int(color[i : i + 2], 16) for i in (1, 3, 5)] for color in SIGNED])
        places = (cells / limit + 1) / 2 * (len(channels) - 1)
        shades = [np.interp(places, range(len(channels)), channel) for channel in channels.T]
        empty = [int(GRID[i : i + 2], 16) for i in (1, 3, 5)]
        pixels = np.where(np.isfinite(cells)[..., None], np.stack(shades, axis=-1), empty).round().astype(np.uint8)
        left, top, right, bottom = (edge * FINE for edge in box)
        # sharp edges when enlarged, averages when reduced
        fitting = Image.fromarray(pixels).resize((right - left, bottom - top), Image.Resampling.BOX)
        self.image.paste(fitting, (left, top))

    def rule(self, share: float, box: Box) -> None:
        """Draw a dotted vertical line at a share of the width of a box."""
        x = box[0] + share * (box[2] - box[0])
        for start in range(box[1], box[3], 6):
            self.line([(x, start), (x, min(start + 3, box[3]))], INK, 1.5)

    def png(self) -> bytes:
        """Return the PNG file."""
        file = io.BytesIO()
        self.image.resize(self.size, Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
        return file.getvalue()
