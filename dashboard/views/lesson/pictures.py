"""Pictures of the lesson: one for each step, before its answer and for each value of its control.

A word keeps its place and color from step to step, and a pair of waves, its circle, and its hand have one color.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from dashboard.charts.stage import Frame, Mark, bow, box, dot, path, text
from dashboard.charts.tokens import pixels
from dashboard.say import message
from dashboard.views.lesson import facts
from dashboard.views.lesson.facts import AND, BITES, DOG, DOG_AGAIN, FINE, N
from posenc_core.analysis import sentence
from posenc_core.arrays import Array
from posenc_core.plot.style import GRID, INK, MUTED, PALETTE, PAPER
from posenc_core.text.numerals import percent

SIZES = {"wide": (860, 400), "narrow": (350, 330), "big": (700, 295)}
"""Width and height of a picture by the room that it has; text has the same size in all."""

TALL, MORE = (1, 9, 10), {"wide": 100, "narrow": 0, "big": 30}
"""Steps without a table below the picture, and how much higher their pictures are."""

WORD_COLORS = {1: PALETTE[2], 2: INK, 3: PALETTE[3]}
"""Color of a word by its token: both dogs, both bites, both men."""

PAIR_COLORS = (PALETTE[5], PALETTE[9], PALETTE[11], PALETTE[4])
"""Color of the wave, the circle, and the hand of each pair."""

WIDEST = 26
"""Width of the arc of the weight 1."""

TURN = np.linspace(0, 2 * np.pi, 73)


class Scene(NamedTuple):
    """State and room of a picture."""

    width: float
    height: float
    answered: bool
    values: tuple[int, ...]
    """Index of the value of each control."""
    own: str = ""
    """Own sentence of the first step."""

    def at(self, place: float, count: int = N, start: float = 0, end: float = 1) -> float:
        """Middle of a column, of as many as words, between two shares of the width."""
        return self.width * (start + (end - start) * (place + 0.5) / count)


def _words(
    scene: Scene,
    y: float,
    *,
    places: Sequence[float] | None = None,
    names: Sequence[str] = (),
    chosen: int = -1,
    pick: bool = False,
) -> Frame:
    """Words with their positions below, on the line y; the chosen one is on a box.

    Words without room lean, with their positions above.
    """
    names = names or facts.words()
    across = [scene.at(place, len(names)) for place in range(len(names))] if places is None else places
    apart = min((abs(b - a) for a, b in zip(sorted(across), sorted(across)[1:], strict=False)), default=100)
    size = 12 if scene.width < 500 else 15
    turned = max(pixels(name) * size / 12 for name in names) > apart - 4
    frame: Frame = []
    for word, (x, name) in enumerate(zip(across, names, strict=True)):
        color = WORD_COLORS.get(int(facts.CONTENT_IDS[word]), MUTED) if names == facts.words() else INK
        style: Mark = {"font_size": size, "font_weight": 700 if color != MUTED or word == chosen else 400}
        if word == chosen:
            half = 14 if turned else pixels(name) * size / 24 + 7
            frame.append(box("chosen", x - half, y - size - 4, 2 * half, size + 26, GRID, rx=6))
        left, top, number = (x + 6, y + 13, y) if turned else (x, y, y + 18)
        angle, anchor = (-40, "end") if turned else (0, "middle")
        place: Mark = {"transform": f"rotate({angle} {left:.1f} {top:.1f})", "text_anchor": anchor}
        more = {"pick": word} if pick else {}
        frame.append(text(f"word {word}", left, top, name, color, **style, **place, **more))
        frame.append(text(f"number {word}", x, number, str(word), MUTED, font_size=12))
    return frame


def _arcs(xs: Sequence[float], at: int, shares: Array, y: float, height: float, color: str, *, known: bool) -> Frame:
    """Arcs from a word to all others, as wide as the attention that it gives them; thin ones before the answer."""
    frame = []
    span = max(xs) - min(xs) or 1
    for word, share in enumerate(shares.tolist()):
        high = height * (0.3 + 0.7 * abs(xs[word] - xs[at]) / span)
        width = max(WIDEST * share, 0.6) if known else 1.2
        look: Mark = {"opacity": 0.75 if known else 0.35, "stroke_linecap": "butt"}
        frame.append(bow(f"arc {at} {word}", xs[at], xs[word], y, high, color, width, **look))
        if known and share >= 0.01:
            below = 14 if height > 0 else -6
            words = ">99.9%" if share > 0.999 else percent(share)
            frame.append(text(f"share {at} {word}", xs[word], y + below, words, color, font_size=12))
    return frame


def _first(scene: Scene) -> Frame:
    own = facts.own_words(scene.own) if scene.answered else None
    names, content, orders = own or (facts.words(), facts.CONTENT, facts.ORDERS)
    order = [*orders.values()][scene.values[0]] if scene.answered else orders["written"]
    xs = [scene.at(place, len(names)) for place in np.argsort(order)]
    weights, y, room = sentence.attention(content), scene.height / 2, scene.height / 2 - 60
    frame = _words(scene, y + 4, places=xs, names=names, chosen=DOG, pick=not scene.answered)
    frame += _arcs(xs, DOG, weights[DOG], y - 34, room, PALETTE[2], known=scene.answered)
    if not own:
        frame += _arcs(xs, DOG_AGAIN, weights[DOG_AGAIN], y + 48, -room, PALETTE[2], known=scene.answered)
    return frame


def _second(scene: Scene) -> Frame:
    count = 3 + scene.values[0] if scene.answered else N
    xs, y = [scene.at(place) for place in range(N)], 0.62 * scene.height
    lengths = {
        name: np.linalg.norm(rows, axis=1) for name, rows in (("word", facts.CONTENT), ("position", facts.index()))
    }
    high = (y - 50) / float(lengths["position"][-1])
    frame = []
    for place in range(N):
        shown = 1.0 if place < count else 0.12
        for side, (name, color) in enumerate((("word", MUTED), ("position", PALETTE[13]))):
            tall, wide = float(lengths[name][place]) * high, scene.width / N * 0.32
            corner = (xs[place] + (side - 1) * wide, y - 24 - tall)
            frame.append(box(f"bar {name} {place}", *corner, wide, tall, color, opacity=shown))
    last = float(lengths["position"][count - 1])
    frame.append(text("last", xs[count - 1], y - 32 - last * high, f"{last:.0f}", PALETTE[13], font_size=13))
    shares = facts.prefix_attention(count, BITES)
    frame += _arcs(xs[:count], BITES, shares, y + 44, 60 - (scene.height - y), INK, known=scene.answered)
    frame += _words(scene, y, chosen=BITES, pick=not scene.answered)
    for row, (name, color) in enumerate((("position", PALETTE[13]), ("word", MUTED))):
        frame.append(box(f"key {name}", 8, 12 + 22 * row, 12, 12, color))
        words = message(f"lesson-2.{name}")
        frame.append(text(f"key words {name}", 28, 23 + 22 * row, words, MUTED, font_size=13, text_anchor="start"))
    return frame


def _third(scene: Scene) -> Frame:
    count, y, margin = 5 + scene.values[0] if scene.answered else 5, 0.6 * scene.height, 36
    before, now = facts.normalized_index(5), facts.normalized_index(count)

    def across(share: float) -> float:
        return margin + (scene.width - 2 * margin) * share

    waiting = [scene.at(place, N - 5, 0.35, 1) for place in range(N - 5)]
    xs = [across(share) for share in now] + waiting[count - 5 :]
    frame = [path("ruler", np.array([(across(0), y), (across(1), y)]), INK, 2)]
    for tick in (0, 0.5, 1):
        ends = np.array([(across(tick), y - 6), (across(tick), y + 6)])
        frame.append(path(f"tick {tick}", ends, INK, 2))
        frame.append(text(f"tick words {tick}", across(tick), y + 26, f"{tick:g}", MUTED, font_size=13))
    names, size = facts.words(), 12 if scene.width < 500 else 15
    turned = scene.width < 500
    for word, x in enumerate(xs):
        read = word < count
        low = y - 22 if read else 0.14 * scene.height
        color = WORD_COLORS.get(int(facts.CONTENT_IDS[word]), MUTED)
        place: Mark = {"transform": f"rotate({-55 if turned else 0} {x:.1f} {low:.1f})"}
        place["text_anchor"] = "start" if turned else "middle"
        look: Mark = {"font_size": size, "opacity": 1.0 if read else 0.5, "font_weight": 700 if color != MUTED else 400}
        frame.append(text(f"word {word}", x, low, names[word], color, **look, **place))
        frame.append(dot(f"dot {word}", x, y if read else low + 16, 6 if read else 3, color, opacity=look["opacity"]))
    here, there = across(float(before[BITES])), across(float(now[BITES]))
    frame.append(dot("was", here, y, 7, PAPER, stroke=INK, stroke_width=1.5, opacity=0.9 if count > 5 else 0))
    if scene.answered:
        frame.append(bow("moved", here, there, y + 36, -50, INK, 2))
        frame.append(text("moved words", there, y + 26, f"{now[BITES]:.2f}", INK, font_size=14, font_weight=700))
    else:
        words = message("lesson-3.waiting")
        frame.append(text("waiting", waiting[3], 0.14 * scene.height - 28, words, MUTED, font_size=13))
    return frame


def _fourth(scene: Scene) -> Frame:
    bits, wide, top = facts.bits(), scene.width / N, 8
    tall, y = 0.12 * scene.height, 0.62 * scene.height
    at = scene.values[0] if scene.answered else -1
    frame = []
    for row in range(facts.BITS):
        for place in range(N):
            one, x = bits[place, row] == 1, scene.at(place)
            color = PAIR_COLORS[row] if one else GRID
            corner = (x - 0.44 * wide, top + row * (tall + 4))
            flips = place in (at, at + 1) and at >= 0 and bits[at, row] != bits[at + 1, row]
            edge: Mark = {"stroke": INK if flips else color, "stroke_width": 2.5 if flips else 0}
            frame.append(box(f"bit {row} {place}", *corner, 0.88 * wide, tall, color, rx=4, **edge))
            digit, ink = f"{bits[place, row]:.0f}", PAPER if one else MUTED
            middle = corner[1] + tall / 2 + 5
            frame.append(text(f"digit {row} {place}", x, middle, digit, ink, font_size=14, font_weight=600))
    frame += _words(scene, y)
    return frame + _steps(scene, facts.steps(bits), y + 34, at)


def _steps(scene: Scene, steps: Array, top: float, at: int = -1, end: float = 1) -> Frame:
    """Bars between the words, as high as the distance from each to the next; flat before the answer."""
    base = scene.height - 6
    high = (base - top - 18) / steps.max()
    frame = [text("steps", 4, top + 6, message("lesson-steps"), MUTED, font_size=12, text_anchor="start")]
    for place, step in enumerate(steps.tolist()):
        tall = step * high if scene.answered else 2
        x, wide = scene.at(place + 0.5, end=end), scene.width * end / N * 0.5
        color = INK if place == at else MUTED
        frame.append(box(f"step {place}", x - wide / 2, base - tall, wide, tall, color, rx=2))
        if scene.answered:
            look: Mark = {"font_size": 11, "font_weight": 700 if place == at else 400}
            frame.append(text(f"step words {place}", x, base - tall - 4, f"{step:.2g}", color, **look))
    return frame


def _curve(scene: Scene, values: Array, middle: float, high: float, end: float = 1) -> Array:
    """Points of a wave over the words, shape (n, 2)."""
    places = np.arange(len(values)) / FINE
    return np.stack([scene.width * end * (places + 0.5) / N, middle - high * values], axis=1)


def _fifth(scene: Scene) -> Frame:
    count = scene.values[0] + 1 if scene.answered else 1
    y = 0.66 * scene.height
    tall = (y - 24) / count
    drawn, frame = facts.drawn_waves(facts.BITS)[:, 0], []
    for row in range(facts.BITS):
        shown, middle = row < count, tall * (min(row, count - 1) + 0.5) + 4
        high = 0.38 * tall
        points = _curve(scene, drawn[row], middle, high)
        frame.append(path(f"wave {row}", points, PAIR_COLORS[row], 2.5, opacity=0.6 if shown else 0))
        for place in range(N):
            x, up = points[place * FINE]
            big = place == AND or (scene.answered and place == DOG_AGAIN and count == 1)
            color = INK if big else PAIR_COLORS[row]
            frame.append(dot(f"dot {row} {place}", x, up, 8 if big else 5, color, opacity=1 if shown else 0))
        if shown and count > 1:
            words = message("lesson-5.wave", period=facts.period(row))
            look: Mark = {"font_size": 12, "text_anchor": "start"}
            frame.append(text(f"period {row}", 4, middle - high - 5, words, PAIR_COLORS[row], **look))
    level = tall / 2 + 4 - 0.38 * tall * drawn[0, AND * FINE]
    ends = np.array([(scene.at(AND), level), (scene.at(DOG_AGAIN if scene.answered else AND), level)])
    frame.append(path("level", ends, INK, 1.5, stroke_dasharray="5 4", opacity=0.8 if count == 1 else 0))
    frame += _words(scene, y + 4, chosen=AND, pick=not scene.answered)
    base, apart = scene.height - 4, np.linalg.norm(facts.sines(count) - facts.sines(count)[AND], axis=1)
    # below leaning words
    room, under = base - y - 64, y + 54 if scene.width < 500 else y + 40
    frame.append(text("steps", 4, under, message("lesson-5.distances"), MUTED, font_size=12, text_anchor="start"))
    for place, distance in enumerate(apart.tolist()):
        high = room * distance / max(apart.max(), 1) if scene.answered else 2
        near = scene.answered and count == 1 and place == DOG_AGAIN
        color, wide = INK if near else MUTED, scene.width / N * 0.5
        frame.append(
            box(f"apart {place}", scene.at(place) - wide / 2, base - max(high, 2), wide, max(high, 2), color, rx=2)
        )
    return frame


def _sixth(scene: Scene) -> Frame:
    share = facts.SHARES[scene.values[0]] if scene.answered else 0.0
    left, color, names = 0.46, PAIR_COLORS[1], facts.words()
    y, high = 0.42 * scene.height, min(0.34 * scene.height, 0.19 * scene.width)
    middle = 0.73 * scene.width
    wave = facts.drawn_waves(2)[1, 0]
    frame = [path("wave 1", _curve(scene, wave, y, high, left), color, 2.5, opacity=0.55)]
    ring = np.stack([middle + share * high * np.cos(TURN), y - high * np.sin(TURN)], axis=1)
    frame.append(path("ring", ring, color, 3, opacity=0.9))
    heights, across = facts.circle(share).T
    normals = np.stack([facts.circle(1)[:, 1], heights * share], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    labels = []
    for place in range(N):
        x, up, on = scene.at(place, end=left), y - high * heights[place], middle + high * across[place]
        shade = WORD_COLORS.get(int(facts.CONTENT_IDS[place]), MUTED)
        frame.append(path(f"thread {place}", np.array([(x, up), (on, up)]), shade, 1, opacity=0.3))
        frame.append(dot(f"dot 1 {place}", x, up, 5, PAPER, stroke=shade, stroke_width=2))
        frame.append(dot(f"seat {place}", on, up, 7, shade))
        sideways, upwards = normals[place]
        look: Mark = {
            "font_size": 13,
            "text_anchor": "start" if sideways > 0.3 else "end" if sideways < -0.3 else "middle",
            # over the threads
            "stroke": PAPER,
            "stroke_width": 5,
            "paint_order": "stroke",
        }
        label = f"{names[place]} {place}" if scene.width > 500 else str(place)
        spot = (on + 14 * sideways, up - 16 * upwards + 4)
        labels.append(text(f"seat words {place}", *spot, label, shade, **look))
    frame += labels
    steps = facts.steps(facts.circle(share))
    if scene.answered:
        equal = bool(np.ptp(steps) < 1e-9)
        words = message("lesson-6.equal") if equal else message("lesson-6.unequal", low=steps.min(), high=steps.max())
        color = PALETTE[1] if equal else PALETTE[13]
        below = y + 5 if equal else 0.93 * scene.height
        frame.append(text("verdict", middle, below, words, color, font_size=15, font_weight=700))
        low = y - high * heights[[9, 10]].min()
        frame.append(bow("brace", scene.at(8.7, end=left), scene.at(10.3, end=left), low + 12, -10, PALETTE[13], 2))
        look = {"font_size": 13, "text_anchor": "end"}
        frame.append(text("alike", scene.at(8.4, end=left), low + 20, message("lesson-6.alike"), PALETTE[13], **look))
    # too narrow for words, which stand around the circle
    size, low = 14 if scene.width > 500 else 10, 0.9 * scene.height
    for place in range(N):
        color = WORD_COLORS.get(int(facts.CONTENT_IDS[place]), MUTED)
        x = scene.at(place, end=left)
        frame.append(text(f"number {place}", x, low, str(place), color, font_size=size, font_weight=600))
    return frame


def _dial(key: str, x: float, y: float, radius: float) -> Frame:
    """Ring and twelve ticks of a clock."""
    ring = dot(f"dial {key}", x, y, radius, "none", stroke=MUTED, stroke_width=1.5)
    ticks = [
        f"M{x + 0.88 * radius * np.sin(angle):.1f},{y - 0.88 * radius * np.cos(angle):.1f}"
        f"L{x + radius * np.sin(angle):.1f},{y - radius * np.cos(angle):.1f}"
        for angle in 2 * np.pi * np.arange(12) / 12
    ]
    return [ring, path(f"ticks {key}", "".join(ticks), MUTED, 1)]


def _hand(key: str, x: float, y: float, radius: float, angle: float, color: str, width: float = 4) -> Mark:
    """Hand of a clock, clockwise from the top; it turns around the middle."""
    line = f"M{x:.1f},{y:.1f}L{x:.1f},{y - 0.92 * radius:.1f}"
    turn = {"transform": f"rotate({np.degrees(angle):.2f} {x:.1f} {y:.1f})", "stroke_linecap": "round"}
    return path(key, line, color, width, **turn)


def _wedge(key: str, x: float, y: float, radius: float, start: float, swept: float, color: str) -> Mark:
    """Angle between two hands."""
    angles = start + np.linspace(0, swept, 37)
    rim = np.stack([x + 0.92 * radius * np.sin(angles), y - 0.92 * radius * np.cos(angles)], axis=1)
    return path(key, np.vstack([(x, y), rim, (x, y)]), "none", 0) | {"fill": color, "opacity": 0.25}


def _seventh(scene: Scene) -> Frame:
    position, y = scene.values[0] if scene.answered else 8, 0.4 * scene.height
    radius = min(scene.width / 8 - 10, 0.32 * scene.height)
    frame = []
    for pair, speed in enumerate(facts.SPEEDS):
        x, key = scene.at(pair, facts.BITS), f"clock {pair}"
        start, swept, color = position * speed, 3 * speed if scene.answered else 0.0, PAIR_COLORS[pair]
        frame += _dial(key, x, y, radius)
        frame.append(_wedge(f"wedge {key}", x, y, radius, start, swept, color))
        later = _hand(f"later {key}", x, y, radius, start + swept, color, 2)
        frame.append(later | {"stroke-dasharray": "2 5"})
        frame.append(_hand(f"hand {key}", x, y, radius, start, color))
        degrees = f"{np.degrees(start) % 360:.0f}°"
        if scene.answered:
            degrees += f" → {np.degrees(start + swept) % 360:.0f}°"
        lines = ((degrees, color, 700), (message("lesson-7.clock", angle=float(np.degrees(speed))), MUTED, 400))
        for line, (words, shade, weight) in enumerate(lines):
            look: Mark = {"font_size": 14 if scene.width > 500 else 11, "font_weight": weight}
            frame.append(text(f"words {line} {key}", x, y + radius + 22 + 18 * line, words, shade, **look))
    low = scene.height - 34
    frame += _words(scene, low, chosen=position, pick=scene.answered)
    if scene.answered:
        words = message("lesson-7.later")
        frame.append(bow("later", scene.at(position), scene.at(position + 3), low - 22, 22, INK, 2))
        frame.append(text("later words", scene.at(position + 1.5), low - 52, words, INK, font_size=12))
    return frame


def _eighth(scene: Scene) -> Frame:
    at = scene.values[0] if scene.answered else BITES
    wide, low, top = scene.width / N, scene.height - 34, 30
    radius = min(0.3 * wide, 0.032 * scene.height)
    dials = [low - 30 - (facts.BITS - row - 0.5) * 2.3 * radius for row in range(facts.BITS)]
    ground = dials[0] - 2 * radius - 14
    frame = _words(scene, low, chosen=at, pick=scene.answered)
    for row, speed in enumerate(facts.SPEEDS):
        for place in range(N):
            x, key = scene.at(place), f"{row} {place}"
            look: Mark = {"stroke": INK if place == at else GRID, "stroke_width": 1.5}
            frame.append(dot(f"small {key}", x, dials[row], radius, "none", **look))
            frame.append(_hand(f"small hand {key}", x, dials[row], radius, place * speed, PAIR_COLORS[row], 2))
    places = np.linspace(-0.4, N - 0.6, 113)
    values = facts.agreement_at(at, places)

    flat = ground - 0.25 * (ground - top)
    scale = flat - top
    line = np.stack([scene.width * (places + 0.5) / N, flat - scale * values], axis=1)
    frame.append(path("zero", np.array([(0, flat), (scene.width, flat)]), GRID, 1))
    frame.append(path("hill", line, PALETTE[3], 3))
    agreement = facts.agreement(at)
    for place in range(N):
        height = flat - scale * float(agreement[place])
        frame.append(
            dot(f"peak {place}", scene.at(place), height, 7 if place == at else 5, INK if place == at else PALETTE[3])
        )
        if scene.answered and abs(place - at) <= 2:
            value = f"{agreement[place]:.2f}"
            frame.append(text(f"value {place}", scene.at(place), height - 12, value, INK, font_size=12))
    return frame


def _ninth(scene: Scene) -> Frame:
    base = facts.BASES[scene.values[0] if scene.answered else 1]
    times = facts.TIMES[scene.values[1] if scene.answered else 0]
    weights, shares = facts.sum_attention(times)
    top, ground = 30, 0.3 * scene.height
    values = facts.hill(base)
    across = np.linspace(0, scene.width, len(values))
    line = np.stack([across, ground - (ground - top) * values], axis=1)
    frame = [path("zero", np.array([(0, ground), (scene.width, ground)]), GRID, 1), path("hill", line, PALETTE[3], 2)]
    words = message("lesson-9.hill", base=base, count=facts.SMOOTH, period=facts.slowest(base))
    # two sentences, on two lines where they are too wide for one
    lines = [words] if scene.width > 500 else words.split(". ")
    size = 12 if scene.width > 500 else 10
    for row, line_text in enumerate(lines):
        up = 12 + 12 * row
        frame.append(text(f"hill words {row}", scene.width, up, line_text, MUTED, font_size=size, text_anchor="end"))
    for tick, place in ((0.0, 0), (0.5, facts.FAR // 2), (1.0, facts.FAR)):
        anchor = ("start", "middle", "end")[round(2 * tick)]
        ticks: Mark = {"font_size": 11, "text_anchor": anchor}
        frame.append(text(f"far {place}", tick * scene.width, ground + 26, f"{place:,}", MUTED, **ticks))
    x, y = 0.0, ground + 40
    parts = zip(("positions", "cross", "words"), shares[::-1], (PALETTE[3], GRID, PALETTE[2]), strict=True)
    for name, part, color in parts:
        wide = part * scene.width
        frame.append(box(f"part {name}", x, y, wide, 24, color if scene.answered else GRID))
        if scene.answered and wide > 90:
            label = f"{message(f'lesson-9.{name}')} {percent(part)}"
            ink = MUTED if color == GRID else PAPER
            frame.append(text(f"part words {name}", x + wide / 2, y + 17, label, ink, font_size=13, font_weight=600))
        x += wide
    xs, low = [scene.at(place) for place in range(N)], scene.height - 36
    frame += _words(scene, low, chosen=DOG, pick=not scene.answered)
    return frame + _arcs(xs, DOG, weights[DOG], low - 36, low - y - 72, PALETTE[2], known=scene.answered)


def _tenth(scene: Scene) -> Frame:
    fact = scene.values[0] if scene.answered else 0
    return (_turning, _nearest, _layers)[fact](scene)


def _turning(scene: Scene) -> Frame:
    """Draw the hands of a query and a key, and the attention of a word to itself, by the start of the sentence."""
    start = facts.BEFORE if scene.answered else 0
    speed, radius = 2 * np.pi / 60, min(0.16 * scene.width, 0.36 * scene.height)
    x, y = 0.2 * scene.width, 0.48 * scene.height
    key, query = (DOG + start) * speed, (DOG_AGAIN + start) * speed
    frame = [*_dial("pair", x, y, radius), _wedge("wedge pair", x, y, radius, key, query - key, PAIR_COLORS[0])]
    frame += [_hand("key", x, y, radius, key, PALETTE[2]), _hand("query", x, y, radius, query, PAIR_COLORS[0])]
    degrees = float(np.degrees(query - key))
    words = message("lesson-10.angle", angle=degrees) if scene.answered else f"{degrees:.0f}°"
    frame.append(text("angle", x, y + radius + 24, words, INK, font_size=14, font_weight=700))
    left, right, top, ground = 0.44 * scene.width, scene.width - 90, 30, scene.height - 46

    step = (right - left) / 600
    for share in (0.5, 0.75, 1.0):
        level = ground - (ground - top) * (share - 0.45) / 0.55
        frame.append(path(f"level {share}", np.array([(left, level), (right, level)]), GRID, 1))
        look: Mark = {"font_size": 11, "text_anchor": "end"}
        frame.append(text(f"level words {share}", left - 6, level + 4, percent(share), MUTED, **look))
    for place in (0, 200, 400, 600):
        frame.append(text(f"start {place}", left + step * place, ground + 16, f"{place}", MUTED, font_size=11))
    frame.append(text("along", (left + right) / 2, ground + 36, message("lesson-10.along"), MUTED, font_size=12))
    frame.append(text("itself", left, 14, message("lesson-10.itself"), MUTED, font_size=12, text_anchor="start"))
    for name, weights in facts.later().items():
        shown = weights[np.isfinite(weights)]
        count = len(shown) if scene.answered else 1
        places = np.arange(0, count, 6)
        heights = ground - (ground - top) * (shown - 0.45) / 0.55
        points = np.stack([left + step * places, heights[places]], axis=1)
        color = facts.color(name)
        frame.append(path(f"line {name}", points, color, 2.5))
        frame.append(dot(f"end {name}", points[-1, 0], points[-1, 1], 5, color))
        look = {"font_size": 12, "text_anchor": "start", "font_weight": 600}
        at = (left + step * len(shown), heights[-1]) if scene.answered else points[0]
        # before the answer, two names are close
        down = 4 + 14 * (name == "Learned") * (not scene.answered)
        words = message(f"lesson-10.{name.lower()}") if name in ("Sinusoidal", "Learned") else name
        frame.append(text(f"name {name}", at[0] + 9, float(at[1]) + down, words, color, **look))
    return frame


def _nearest(scene: Scene) -> Frame:
    """Draw what a head of ALiBi and a turned query of RoPE prefer, by the number of words back."""
    rows, frame = facts.preferences(), []
    for row, (name, values) in enumerate(rows.items()):
        ground, color = scene.height * (0.44 + 0.46 * row), facts.color(name)
        high, wide = 0.3 * scene.height, scene.width * 0.94 / len(values)
        words = message(f"lesson-10.prefers-{name.lower()}")
        frame.append(text(f"prefers {name}", 8, ground - high - 14, words, color, font_size=14, text_anchor="start"))
        for back, value in enumerate(values.tolist()):
            x, tall = 0.03 * scene.width + (len(values) - 1 - back + 0.5) * wide, high * max(value, 0.01)
            look: Mark = {"opacity": 1.0 if back == facts.THIRD else 0.45}
            frame.append(box(f"{name} {back}", x - 0.3 * wide, ground - tall, 0.6 * wide, tall, color, rx=3, **look))
            label: Mark = {"font_size": 12, "font_weight": 700 if back == facts.THIRD else 400}
            frame.append(
                text(f"back {name} {back}", x, ground + 16, str(back), INK if back == facts.THIRD else MUTED, **label)
            )
    frame.append(text("back", scene.width / 2, scene.height - 4, message("lesson-10.back"), MUTED, font_size=12))
    return frame


def _layers(scene: Scene) -> Frame:
    """Draw clocks of three models: slower ones, layers without, and heads in which only some turn."""
    frame, models = [], facts.today()
    for row, (name, speeds) in enumerate(models.items()):
        y = scene.height * (row + 0.5) / len(models) + 8
        wide = 0.94 * scene.width / len(speeds)
        radius = min(0.36 * wide, 0.07 * scene.height)
        words = message(f"lesson-10.{name}")
        frame.append(
            text(f"model {name}", 0.03 * scene.width, y - radius - 14, words, INK, font_size=14, text_anchor="start")
        )
        for place, speed in enumerate(speeds):
            x, key = 0.03 * scene.width + (place + 0.5) * wide, f"{name} {place}"
            color = PAIR_COLORS[row] if speed else GRID
            frame.append(
                dot(f"model dial {key}", x, y, radius, "none", stroke=MUTED if speed else GRID, stroke_width=1.5)
            )
            if speed:
                frame.append(_wedge(f"model wedge {key}", x, y, radius, 0, speed, color))
                frame.append(_hand(f"model hand {key}", x, y, radius, speed, color, 3))
    return frame


PICTURES: tuple[Callable[[Scene], Frame], ...] = (
    _first, _second, _third, _fourth, _fifth, _sixth, _seventh, _eighth, _ninth, _tenth,
)  # fmt: skip
