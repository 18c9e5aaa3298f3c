"""Pictures and controls of each step of Lesson."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import urlencode

from dashboard.charts.stage import Control, Picture, stage
from dashboard.charts.stage import content as stage_content
from dashboard.say import MESSAGES, message
from dashboard.views.lesson import facts
from dashboard.views.lesson.facts import N
from dashboard.views.lesson.pictures import MORE, PICTURES, SIZES, TALL, Scene

CONTROLS: Mapping[int, Mapping[str, Sequence[object]]] = {
    1: {"control": [*facts.ORDERS]},
    2: {"control": range(3, N + 1)},
    3: {"control": range(5, N + 1)},
    4: {"control": range(N - 1)},
    5: {"control": range(1, facts.BITS + 1)},
    6: {"control": range(0, 101, 25)},
    7: {"control": range(N - 3)},
    8: {"control": range(N)},
    9: {"control": facts.BASES, "times": facts.TIMES},
    10: {"control": range(1, 4)},
}
"""Values of the controls of each step, by their names in messages."""

STARTS: Mapping[int, str] = {
    1: "swapped", 2: "12", 3: "12", 4: "7", 5: "1", 6: "100", 7: "8", 8: "2", 9: "10000.1", 10: "1",
}  # fmt: skip
"""Initial values of the controls, joined as in a link."""

DRAGGED = (7, 8)
"""Steps in which the pointer on the picture chooses the word."""

LINKS: Mapping[int, str] = {
    1: "sentence?scheme=Sinusoidal&{text}&scale=N(0,+1)&order=shuffled",
    2: "sentence?scheme=Index&{text}&scale=N(0,+1)",
    3: "equidistance?scheme=Normalized&n=5&n2=12&d=1&p=2&tab=lengths",
    4: "equidistance?scheme=Binary&n=12&d=4&p=7",
    5: "heatmap?scheme=Sinusoidal&scheme=Binary&{pairs}&p=5&columns=0,2,4,6",
    6: "clocks?scheme=Sinusoidal&{pairs}&tab=space&space=2-D&axes=columns&x=2&y=3&p=2",
    7: "clocks?scheme=Sinusoidal&{pairs}&p=8&k=3&pair=1",
    8: "similarity?scheme=Sinusoidal&{pairs}&p=2&similarity=cosine",
    9: "sentence?scheme=Sinusoidal&{text}&scale=N(0,+1/d)",
    10: "attention?scheme=Sinusoidal&scheme=RoPE&scheme=ALiBi&n=128&d=64",
}
"""Page that shows the picture of each step."""


class Shown(NamedTuple):
    """State of a step."""

    answered: bool
    """Whether the answer is visible."""
    chosen: str = ""
    """Values of the controls in a link, or "" for the initial ones."""
    words: str = ""
    """Own sentence of the first step."""
    big: bool = False
    """Whether the picture is for a projector."""


def link(step: int) -> str:
    """URL of the page that shows the picture of a step."""
    text = urlencode({"text": " ".join(facts.words())})
    return LINKS[step].format(text=text, pairs="n=12&d=8&Sinusoidal.base=16")


def options(step: int, words: str) -> list[list[str]]:
    """Values of the controls of a step; an own sentence has no dog and man to swap."""
    own = facts.own_words(words) if step == 1 else None
    if own:
        return [[*own[2]]]
    return [[str(value) for value in values] for values in CONTROLS[step].values()]


def indices(step: int, chosen: str, words: str) -> list[int]:
    """Index of the chosen value of each control; the initial ones if the text of the link is unusable."""
    known = options(step, words)
    places = {".".join(values): values for values in product(*known)}
    values = places.get(chosen) or places.get(STARTS[step]) or [each[-1] for each in known]
    return [each.index(value) for each, value in zip(known, values, strict=True)]


def text(step: int, places: Sequence[int], words: str) -> str:
    """Values of the controls in a link, by their indices; "" if there are none such."""
    known = options(step, words)
    if len(places) != len(known) or not all(0 <= place < len(each) for place, each in zip(places, known, strict=True)):
        return ""
    return ".".join(each[place] for place, each in zip(places, known, strict=True))


def _name(step: int, control: str, value: str) -> str:
    """Words of a value of a control."""
    for id in (f"lesson-{step}.option-{value}", f"lesson-{step}.{control}-value"):
        if id in MESSAGES:
            number = int(value) if value.isdigit() else 0
            return message(id, value=number, later=number + 1)
    return MESSAGES.format(float(value))


def controls(step: int, words: str) -> list[Control]:
    """Return the controls of a step."""
    return [
        Control(message(f"lesson-{step}.{name}"), [_name(step, name, value) for value in values])
        for name, values in zip(CONTROLS[step], options(step, words), strict=True)
    ]


def pictures(step: int, state: Shown) -> list[Picture]:
    """Frames of a step for a wide and for a narrow page: one before the answer, else one for each choice."""
    frames: list[Picture] = []
    # one empty choice before the answer
    known = options(step, state.words) if state.answered else []
    ways = [*product(*(range(len(values)) for values in known))]
    for room in ("big" if state.big else "wide", "narrow"):
        width, height = SIZES[room]
        if step in TALL:
            height += MORE[room]
        scenes = [Scene(width, height, state.answered, values, state.words) for values in ways]
        frames.append(Picture((width, height), [PICTURES[step - 1](scene) for scene in scenes]))
    return frames


def draw(
    step: int,
    state: Shown,
    *,
    key: str = "stage",
    pick: Callable[[int], None] | None = None,
    control: Callable[[object], None] | None = None,
) -> None:
    """Draw the picture of a step, and its controls after the answer."""
    stage(content(step, state), key=key, pick=pick, control=control)


def content(step: int, state: Shown) -> dict[str, Any]:
    """Return what the browser draws of a step."""
    id = f"lesson-{step}.picture"
    captions: list[str] = []
    if state.answered and step == 9:
        captions = [MESSAGES.say(facts.answer(step), "base")]
    if state.answered and step == 10:
        captions = [MESSAGES.say(facts.answer(step), f"fact-{fact}") for fact in CONTROLS[step]["control"]]
    return stage_content(
        pictures(step, state),
        alts=[message("lesson-alt", heading=message(id), name=" ".join(facts.words()))],
        captions=captions,
        controls=controls(step, state.words) if state.answered else (),
        chosen=indices(step, state.chosen, state.words) if state.answered else (),
        drags=state.answered and step in DRAGGED,
    )
