"""Every parameter that a link can say, with its widget's words, its default and its limits: one entry each."""

from typing import Any, NamedTuple, get_args

from dashboard.pages import PAGES, VECTORS_FIRST
from posenc_core import SCHEMES, Choice, Real, Scheme, Switch, Text, Whole, Yours
from posenc_core.domain import Domain
from posenc_core.geometry import Kind
from posenc_core.mistakes import EXAMPLES
from posenc_core.pairing import MISTAKES
from posenc_core.sentence import Size

CHOICES: dict[str, type[Scheme]] = {**SCHEMES, Yours.name: Yours}
"""Every scheme that can be chosen: those of the registry, and the table that is looked at on the page Check."""

DEFAULT_SCHEMES = ["Sinusoidal", "Binary", "Normalized"]
MAX_SCHEMES = 6
MAX_LENGTH = 2**20
MAX_DIM = 4096

MAX_TEXT, MAX_TOKENS = 1000, 128
"""Letters of a visitor's text, and tokens with its ends and its padding."""

HEADS = 8
"""How many heads attention has where they are not alike."""

MEASURES: dict[Kind, str] = {
    "dot": "dot product",
    "cosine": "cosine",
    "min-max": "min-max of the dot product",
    "softmax": "softmax of the dot product",
    "attention": "softmax of the dot product / √d",
    "distance": "distance",
}
"""Kinds of similarity that a page offers, and how a sentence or an axis calls them."""


class Parameter(NamedTuple):
    """What can be turned: its key in the address, its widget, and the pages that use it."""

    key: str
    label: str
    help: str
    pages: tuple[str, ...]
    default: Any
    domain: Domain

    def hold(self, value: Any) -> Any:
        """The value, or the nearest that may be asked for; the default where nothing is near."""
        nearest = self.domain.nearest(value)
        return self.default if nearest is None else nearest


POSITION = Whole(0, MAX_LENGTH - 1)
"""Positions may lie beyond the sequence: no limit moves with another number."""

SCHEMES_SHOWN = tuple(page for page, need in PAGES.items() if need)
MATRICES = tuple(page for page, need in PAGES.items() if need == "vectors" or page in VECTORS_FIRST)
CURVES = ("compare", "heatmap", "equidistance", "similarity")
"""Pages that show schemes, their matrices, and curves over the positions."""

SHARED = tuple(
    Parameter._make(entry)
    for entry in (
        (
            "n",
            "Length n",
            "How many tokens the sequence has.",
            (*MATRICES, "attention", "rotary", "bias"),
            128,
            Whole(1, MAX_LENGTH),
        ),
        (
            "d",
            "Dimension d",
            "How many numbers each vector has (d_model). They are the columns of the matrix.",
            SCHEMES_SHOWN,
            64,
            Whole(1, MAX_DIM),
        ),
        (
            "p",
            "Position p",
            "The position that is looked at, counted from 0. A click on a chart chooses it too.",
            (*CURVES, "shift", "trajectory", "attention", "rotary"),
            40,
            POSITION,
        ),
        (
            "k",
            "Offset k",
            "How many tokens apart two positions are compared: one step leads from p to p + k.",
            ("compare", "equidistance", "scorecard", "shift", "attention", "rotary"),
            1,
            Whole(1, MAX_LENGTH - 1),
        ),
        (
            "from",
            "First shown",
            "The first position that the charts show. Dragging over a chart sets it too.",
            CURVES,
            0,
            POSITION,
        ),
        (
            "to",
            "Last shown",
            "The last position that the charts show; empty for the end. A double click on a chart shows all again.",
            CURVES,
            None,
            POSITION,
        ),
    )
)
"""What most pages share."""

OPTIONS = tuple(
    Parameter._make(entry)
    for entry in (
        (
            "similarity",
            "Similarity",
            "How two positions are compared. dot: the raw dot product. cosine: the same without the lengths of the "
            "vectors. min-max: dot products stretched from 0 (smallest) to 1 (largest). softmax: dot products turned "
            "into shares that add up to 1. attention: these shares after a division by √d, as attention makes them. "
            "distance: how far apart the vectors are; small is near.",
            ("compare", "similarity"),
            "dot",
            Choice(tuple(MEASURES)),
        ),
        (
            "own",
            "Own scales",
            "Off: all schemes share one scale, to compare sizes. On: each chart has its own, to compare shapes; "
            "curves in one chart are divided by their mean distance or their largest similarity.",
            ("compare", "equidistance", "similarity"),
            False,
            Switch(),
        ),
        (
            "down",
            "Downwards",
            "What runs down the page: the dimension, a column of the matrix a line, as on Compare; or the position, "
            "as a matrix is printed.",
            ("heatmap",),
            "dimension",
            Choice(("dimension", "position")),
        ),
        (
            "columns",
            "Columns as curves",
            "Which columns are drawn as curves, at most 8: such as 4-7 or 0, 1, 30. Empty: the first four.",
            ("heatmap",),
            "",
            Text(40),
        ),
        (
            "column",
            "Column j",
            "The column of the number that is worked out step by step, from 0. A click on the heatmap chooses it.",
            ("heatmap",),
            2,
            Whole(0, MAX_DIM - 1),
        ),
        (
            "amplitude",
            "Amplitude A",
            "How high the single wave A sin(w p) rises.",
            ("heatmap",),
            1.0,
            Real(0, 10),
        ),
        (
            "frequency",
            "Frequency w",
            "By how many radians the single wave A sin(w p) goes on with every token.",
            ("heatmap",),
            1.0,
            Real(0, 10),
        ),
        (
            "head",
            "Head",
            f"Which of {HEADS} heads is shown of a scheme whose heads are not alike, from 1.",
            (*VECTORS_FIRST, "attention"),
            1,
            Whole(1, HEADS),
        ),
        (
            "n2",
            "Second length",
            "The length of a second sequence, in tokens: the same steps are measured in both.",
            ("equidistance",),
            256,
            Whole(2, MAX_LENGTH),
        ),
        (
            "law",
            "Closed form and log law",
            "Lays two formulas over the curve of the first scheme of plain waves: the exact one, Σ cos(w k), and the "
            "log law 1 − (ln k + 0.577) / ln B, an approximation of the cosine.",
            ("similarity",),
            True,
            Switch(),
        ),
        (
            "far",
            "Far offset",
            "Position p is compared with the one this many tokens after it.",
            ("similarity",),
            10_000,
            Whole(2, 1_000_000),
        ),
        (
            "pair",
            "Pair",
            "Which pair of columns the equations move, from 0. Pair 0 of Sinusoidal is the fastest.",
            ("shift",),
            0,
            Whole(0, MAX_DIM // 2 - 1),
        ),
        ("space", "Space", "How many coordinates are drawn.", ("trajectory",), "3-D", Choice(("2-D", "3-D"))),
        (
            "axes",
            "Axes",
            "What is drawn: columns of the matrix, or its principal components, the directions in which the positions "
            "spread most.",
            ("trajectory",),
            "principal components",
            Choice(("columns", "principal components")),
        ),
        *(
            (
                axis,
                f"Column on {axis}",
                f"Which column is the {axis} coordinate, from 0.",
                ("trajectory",),
                place,
                Whole(0, MAX_DIM - 1),
            )
            for place, axis in enumerate("xyz")
        ),
        (
            "text",
            "Text",
            "Any text. It is cut at its spaces into tokens, the pieces that a model reads.",
            ("sentence",),
            "I love you so much",
            Text(MAX_TEXT),
        ),
        (
            "first",
            "Numbering from",
            "The number of the first token. The schemes count from 0, whatever is shown.",
            ("sentence",),
            "0",
            Choice(("0", "1")),
        ),
        (
            "combine",
            "Token and position",
            "How the vectors of a token and of its position come together: added, or one behind the other.",
            ("sentence",),
            "sum",
            Choice(("sum", "concatenation")),
        ),
        (
            "scale",
            "Embeddings",
            "How large the toy embeddings are. N(0, 1): numbers around 1. N(0, 1/d): a common start; the paper "
            "multiplies it by √d, which makes it N(0, 1). N(0, 0.02²): numbers around 0.02, as BERT and GPT start.",
            ("sentence",),
            "N(0, 1/d)",
            Choice(get_args(Size)),
        ),
        ("ends", "Start and end tokens", "Puts <s> and </s> around the sentence.", ("sentence",), False, Switch()),
        (
            "pad",
            "Pad to",
            "Fills the sentence up to this many tokens with <pad>; 0 for no padding.",
            ("sentence",),
            0,
            Whole(0, MAX_TOKENS),
        ),
        ("mask", "Padding mask", "Hides <pad> from the attention of all tokens.", ("sentence",), True, Switch()),
        ("causal", "Causal mask", "Hides from each token what comes after it.", ("sentence",), False, Switch()),
        (
            "known",
            "Known words",
            "How many of the most frequent words the vocabulary knows; the others become <unk>.",
            ("sentence",),
            MAX_TOKENS,
            Whole(1, MAX_TOKENS),
        ),
        (
            "order",
            "Another order",
            "Which other order of the same words is tried.",
            ("sentence",),
            "reversed",
            Choice(("reversed", "shuffled")),
        ),
        (
            "heads",
            "Heads",
            "How many heads look side by side. Where a bias differs by head, this says how.",
            ("bias",),
            12,
            Whole(1, 64),
        ),
        (
            "log_k",
            "Distances on a log axis",
            "On: every power of 10 has as much room as the next, so that near distances are seen.",
            ("bias",),
            False,
            Switch(),
        ),
        (
            "batch",
            "Sentences in a batch",
            "How many sentences of this length go through the model at once.",
            ("sentence",),
            10,
            Whole(1, 64),
        ),
        (
            "batch_first",
            "Order of axes",
            "Which axis of a batch comes first: the sentences, or the tokens of a sentence (the sequence).",
            ("sentence",),
            "batch first",
            Choice(("batch first", "sequence first")),
        ),
        (
            "content",
            "Content",
            "What the query and the key hold besides their positions. same: the same vector. independent: two that "
            "have nothing in common. yours: the toy vectors of two tokens that you type.",
            ("attention",),
            "same",
            Choice(("same", "independent", "yours")),
        ),
        (
            "query",
            "Query token",
            "The token that looks. Each token has a toy vector of its own, random numbers that mean nothing.",
            ("attention",),
            "love",
            Text(40),
        ),
        ("key", "Key token", "The token that is looked at.", ("attention",), "you", Text(40)),
        (
            "mistake",
            "Mistake in the code",
            "A mistake that people make when they write a rotation: both tests are run on code that has it.",
            ("rotary",),
            "none",
            Choice(("none", *MISTAKES)),
        ),
        (
            "padding",
            "Padding",
            "Where the shorter sentences of a batch are filled up.",
            ("practice",),
            "left",
            Choice(("left", "right")),
        ),
        (
            "context",
            "Context length",
            "How many tokens a model takes at most: its table has a row for each.",
            ("practice",),
            512,
            Whole(2, MAX_LENGTH),
        ),
        (
            "cached",
            "Tokens in the cache",
            "How many tokens a model has read and keeps before the next one comes.",
            ("practice",),
            8,
            Whole(1, 1024),
        ),
        (
            "table",
            "Table",
            "What is looked at: an example, or a table of your own. An example stands in the link; a table of your own "
            "does not, and is gone when you close the page.",
            ("check",),
            "example",
            Choice(("example", "own")),
        ),
        (
            "example",
            "Example",
            "A table to try: what becomes of the formula by a mistake that people make, or what training made.",
            ("check",),
            next(iter(EXAMPLES)),
            Choice(tuple(EXAMPLES)),
        ),
        (
            "game",
            "Game",
            "The number of a riddle: everybody with the same number sees the same one.",
            ("check",),
            0,
            Whole(0, 999_999),
        ),
    )
)
"""What only some pages ask."""

OF_SCHEMES = {
    name: tuple(
        Parameter(f"{name}.{each.name}", each.name.capitalize(), each.help, SCHEMES_SHOWN, each.default, each.domain)
        for each in scheme.parameters()
    )
    for name, scheme in CHOICES.items()
}
"""The parameters of each scheme."""

PARAMETERS = {each.key: each for each in (*SHARED, *OPTIONS, *(each for own in OF_SCHEMES.values() for each in own))}
"""Every parameter but the choice of schemes, by its key."""
