"""Parameters that a link can set: one entry each, with pages, default, and domain."""

import re
from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from dashboard.say import MESSAGES, message
from dashboard.state.pages import FIRST, PAGES, TOPICS, VECTORS_FIRST
from posenc_core import SCHEMES, AxialRoPE, Choice, CustomTable, MRoPE, Real, Scheme, Switch, Text, Whole
from posenc_core.analysis.criteria import CRITERIA
from posenc_core.analysis.geometry import Kind
from posenc_core.analysis.pairing import ROTATION_BUGS
from posenc_core.analysis.sentence import Size
from posenc_core.foundation.domains import Domain
from posenc_tools import KNOWN_BUGS
from posenc_tools.known_bugs import EXAMPLES
from posenc_tools.models import IMAGE_MODELS, MODELS

CHOICES: dict[str, type[Scheme]] = {**SCHEMES, CustomTable.name: CustomTable}
"""Selectable schemes: the registry and the uploaded table."""

DEFAULT_SCHEMES = ["Sinusoidal", "Binary", "Normalized"]
MAX_SCHEMES = 6
MAX_LENGTH = 2**17
MAX_DIM = 4096

MAX_TEXT, MAX_TOKENS = 1000, 128
"""Characters of typed text, and tokens including special tokens and padding."""

MOST_SEARCHED = 60
"""Characters of a search on the page Questions."""

HEADS = 8
"""Number of attention heads of schemes whose heads differ."""

BUGS = (
    *("padding", "first row", "cache", "moved", "packing", "pairing", "bfloat16", "scaling", "attention factor"),
    *("length", "sizes", "axes", "image", "image size"),
)
"""Bugs of the page Bugs, in order."""

GRID_SIDE = 14
"""Rows and columns of patches on the page Images, as in ViT-B/16 at 224 × 224 pixels."""

START_WORDS = ("dog", "bites", "man")
"""Words of the sentence of the page Start."""

MEASURES: dict[Kind, str] = {
    "dot": "dot product",
    "cosine": "cosine",
    "min-max": "min-max of the dot product",
    "softmax": "softmax of the dot product",
    "attention": "softmax of the dot product / √d",
    "distance": "distance",
}
"""Kinds of similarity, and their names in sentences and on axes."""


Place = Literal["bar", "options", "page"]


class Parameter(NamedTuple):
    """A parameter of the pages.

    Its label is the message `control-<key>`, and its help that with `.help`, or `text`; one that only clicks and links
    set has neither. The label of an option is the message `option-<name>-<id>`; encodings share those of a name.
    """

    key: str
    pages: tuple[str, ...]
    default: Any
    domain: Domain
    place: Place = "options"
    """Where its control stands: in the bar, behind its button for options, or within the page."""
    when: Mapping[str, tuple[Any, ...]] = MappingProxyType({})
    """Values of other parameters at which it has an effect."""
    text: str = ""
    """Help of a parameter of an encoding, in English."""

    @property
    def message(self) -> str:
        """End of the ids of its messages."""
        return re.sub(r"\W+", "-", self.key)

    def option_message(self, option: Any) -> str:
        """Id of the message of an option."""
        name = self.message.rpartition("-")[2]
        return f"option-{name}-{re.sub(r'[^A-Za-z0-9]+', '-', str(option)).strip('-')}"

    def clamp(self, value: Any) -> Any:
        """Return the nearest allowed value, or the default if there is none."""
        nearest = self.domain.nearest(value)
        return self.default if nearest is None else nearest


POSITION = Whole(0, MAX_LENGTH - 1)
"""Positions may lie beyond the sequence: no limit depends on another parameter."""

SCHEMES_SHOWN = tuple(page for page, need in PAGES.items() if need)
MATRICES = tuple(page for page, need in PAGES.items() if need == "vectors" or page in VECTORS_FIRST)
CURVES = ("compare", "heatmap", "equidistance", "similarity")
"""Pages that show schemes, pages with their matrices, and pages with curves over the positions."""

SHARED = (
    Parameter("n", (*MATRICES, "attention", "rope", "bias"), 64, Whole(1, MAX_LENGTH), "bar"),
    Parameter("d", SCHEMES_SHOWN, 32, Whole(1, MAX_DIM), "bar"),
    Parameter("p", (*CURVES, "clocks", "attention", "rope"), 20, POSITION, "bar"),
    Parameter(
        "k",
        ("compare", "equidistance", "scorecard", "clocks", "attention", "rope"),
        1,
        Whole(1, MAX_LENGTH - 1),
        "bar",
    ),
    # set by dragging over a chart
    Parameter("from", CURVES, 0, POSITION, "page"),
    Parameter("to", CURVES, None, POSITION, "page"),
)
"""Parameters of most pages."""

OPTIONS = (
    # the open tab; any short id is allowed, as every page has its own tabs
    Parameter("tab", (), "", Text(20), "page"),
    # name of a task, which is shown above any page
    Parameter("task", (), "", Text(20), "page"),
    Parameter("find", ("questions",), "", Text(MOST_SEARCHED), "page"),
    Parameter("topic", ("questions",), "start", Choice(TOPICS), "page"),
    Parameter("measure", ("compare",), "dot", Choice(("dot", "cosine"))),
    Parameter("labels", ("compare",), True, Switch()),
    Parameter("similarity", ("similarity",), "dot", Choice(tuple(MEASURES))),
    Parameter("down", ("heatmap",), "dimension", Choice(("dimension", "position"))),
    Parameter("columns", ("heatmap",), "", Text(40), "page"),
    Parameter("column", ("heatmap",), 2, Whole(0, MAX_DIM - 1), "page"),
    Parameter("amplitude", ("heatmap",), 1.0, Real(0, 10), "page"),
    Parameter("frequency", ("heatmap",), 1.0, Real(0, 10), "page"),
    # the criterion that is explained, at first one that distinguishes the encodings
    Parameter(
        "condition",
        ("scorecard",),
        "distinguishing",
        Choice(("distinguishing", *(criterion.key for criterion in CRITERIA))),
        "page",
    ),
    Parameter("head", (*VECTORS_FIRST, "attention"), 1, Whole(1, HEADS)),
    Parameter("n2", ("equidistance",), 256, Whole(2, MAX_LENGTH), "page"),
    Parameter("pair", ("clocks",), 0, Whole(0, MAX_DIM // 2 - 1), "page"),
    Parameter("space", ("clocks",), "3-D", Choice(("2-D", "3-D")), "page"),
    Parameter("axes", ("clocks",), "principal components", Choice(("columns", "principal components")), "page"),
    *(Parameter(axis, ("clocks",), place, Whole(0, MAX_DIM - 1), "page") for place, axis in enumerate("xyz")),
    Parameter("text", ("sentence",), "I love you so much", Text(MAX_TEXT), "page"),
    Parameter("first", ("sentence",), "0", Choice(("0", "1")), "page"),
    Parameter("combine", ("sentence",), "sum", Choice(("sum", "concatenation"))),
    Parameter("scale", ("sentence",), "N(0, 1/d)", Choice(get_args(Size))),
    Parameter("ends", ("sentence",), False, Switch()),
    Parameter("pad", ("sentence",), 0, Whole(0, MAX_TOKENS)),
    Parameter("mask", ("sentence",), True, Switch()),
    Parameter("causal", ("sentence",), False, Switch()),
    Parameter("known", ("sentence",), MAX_TOKENS, Whole(1, MAX_TOKENS)),
    Parameter("order", ("sentence",), "reversed", Choice(("reversed", "shuffled"))),
    Parameter("word", ("sentence",), 0, Whole(0, MAX_TOKENS - 1), "page"),
    Parameter("heads", ("bias",), 12, Whole(1, 64)),
    Parameter("h", ("bias",), 1, Whole(1, 64), "page"),
    Parameter("log_k", ("bias",), False, Switch(), "page"),
    Parameter("batch", ("sentence",), 10, Whole(1, 64), "page"),
    Parameter("batch_first", ("sentence",), "batch first", Choice(("batch first", "sequence first")), "page"),
    Parameter("content", ("attention",), "same", Choice(("same", "independent", "yours"))),
    Parameter("query", ("attention",), "love", Text(40), when={"content": ("yours",)}),
    Parameter("key", ("attention",), "you", Text(40), when={"content": ("yours",)}),
    Parameter("bug", ("bugs",), BUGS[0], Choice(BUGS), "page"),
    Parameter("padding", ("bugs",), "left", Choice(("left", "right")), "page"),
    Parameter("context", ("bugs",), 512, Whole(2, MAX_LENGTH), "page"),
    Parameter("cached", ("bugs",), 8, Whole(1, 1024), "page"),
    Parameter("door", ("check",), "table", Choice(("table", "code", "model")), "page"),
    Parameter("table", ("check",), "example", Choice(("example", "own")), "page"),
    Parameter("example", ("check",), next(iter(EXAMPLES)), Choice(tuple(EXAMPLES)), "page"),
    Parameter("mistake", ("check",), "none", Choice(("none", *ROTATION_BUGS)), "page"),
    # number of a riddle, or 0
    Parameter("game", ("check",), 0, Whole(0, 999_999), "page"),
    Parameter("step", ("lesson",), 1, Whole(1, 10), "page"),
    # answers of the steps, joined with dots: of the lesson, and of a page that it opened
    Parameter("answers", ("lesson",), "", Text(100), "page"),
    Parameter("words", ("lesson",), "", Text(120), "page"),
    # value of the control of the step
    Parameter("control", ("lesson",), "", Text(20), "page"),
    # 1: for a teacher; 2: worksheet; 3: score card
    Parameter("class", ("lesson",), 0, Whole(0, 3), "page"),
    # charts for a projector
    Parameter("big", ("lesson",), 0, Whole(0, 1), "page"),
    Parameter("model", ("models",), "Llama 3.1 8B", Choice((*MODELS, *IMAGE_MODELS)), "page"),
    Parameter("other", ("models",), "Llama 3 8B", Choice(MODELS), "page"),
    Parameter("layer", ("models",), 0, Whole(0, 999), "page"),
    Parameter("asked", ("trained",), "3 back", Choice(("3 back", "index 5")), "page"),
    Parameter(
        "among",
        ("trained",),
        "families",
        Choice(("families", "tables", "random", "rotations", "biases", "scaling")),
        "page",
    ),
    Parameter("patch_row", ("images",), 4, Whole(0, GRID_SIDE - 1), "page"),
    Parameter("patch_column", ("images",), 9, Whole(0, GRID_SIDE - 1), "page"),
    Parameter("panel", ("images",), "axial", Choice(("grid", "learned", "axial", "mrope")), "page"),
    Parameter("axial", ("images",), "DINOv3", Choice(tuple(AxialRoPE.published())), "page"),
    Parameter("mrope", ("images",), "Qwen2-VL, Qwen2.5-VL", Choice(tuple(MRoPE.published())), "page"),
    # tokens of each image, number of images, and tokens of each text
    Parameter("grid_rows", ("images",), 3, Whole(1, 64), "page"),
    Parameter("grid_columns", ("images",), 4, Whole(1, 64), "page"),
    Parameter("images", ("images",), 1, Whole(1, 3), "page"),
    Parameter("text_tokens", ("images",), 3, Whole(1, 64), "page"),
    Parameter("swap", ("start",), True, Switch(), "page"),
    Parameter("positions", ("start",), False, Switch(), "page"),
    Parameter("focus", ("start",), "bites", Choice(START_WORDS), "page"),
)
"""Parameters of a few pages."""

START = {option.key for option in OPTIONS if FIRST in option.pages}
"""Keys of the first page, whose address has no others."""

PATCH = ("patch_row", "patch_column")
"""Keys of the selected patch of the page Images."""

LESSON = {option.key for option in OPTIONS if option.pages == ("lesson",)}
"""Keys of the lesson, whose address has no others."""

IN_FRAGMENT = {"p", "tab", "panel", *START, *PATCH}
"""Keys whose change reruns only the fragment of a page."""

OF_SCHEMES = {
    name: tuple(
        Parameter(f"{name}.{field.name}", SCHEMES_SHOWN, field.default, field.domain, text=field.help)
        for field in scheme.parameters()
    )
    for name, scheme in CHOICES.items()
}
"""Parameters of each scheme."""

PARAMETERS = {parameter.key: parameter for parameter in chain(SHARED, OPTIONS, *OF_SCHEMES.values())}
"""Every parameter except the selection of schemes, by key."""


def option_label(parameter: Parameter, option: Any) -> str:
    """Label of an option: the message `option-<key>-<id>`, the name of a known bug, or its id."""
    id = parameter.option_message(option)
    if id in MESSAGES:
        return message(id)
    return KNOWN_BUGS[option].text("name") if parameter.key == "example" and option in KNOWN_BUGS else str(option)
