"""The controls of every page, and every key that a link may have."""

from dataclasses import asdict
from typing import Any, NamedTuple

from dashboard.study import LIMITS, Study
from posenc_core import SCHEMES


class Option(NamedTuple):
    """A control of some pages only, with its limits."""

    key: str
    label: str
    help: str
    pages: tuple[str, ...]
    default: Any
    choices: tuple[str, ...]
    low: int
    high: int
    longest: int


OPTIONS = tuple(
    Option(key, label, words, pages, *LIMITS[key])
    for key, label, words, pages in (
        (
            "similarity",
            "Similarity",
            "How two positions are compared: the raw dot product; the cosine, which ignores the lengths of the "
            "vectors; min-max, the dot products stretched from 0 (smallest) to 1 (largest); softmax, the shares "
            "attention would give; or the distance, where small is near.",
            ("compare", "similarity"),
        ),
        (
            "own",
            "Own scales",
            "Off: all schemes are drawn on the same scale. On: each portrait has its own; a curve among "
            "others is divided by its mean distance or its largest similarity.",
            ("compare", "equidistance", "similarity"),
        ),
        (
            "down",
            "Downwards",
            "What runs down the page: the dimension, as on Compare, or the position, as a matrix is printed.",
            ("heatmap",),
        ),
        (
            "columns",
            "Columns as curves",
            "Which columns are drawn as curves, at most 8: such as 4-7 or 0, 1, 30. Empty: the first four.",
            ("heatmap",),
        ),
        (
            "n2",
            "Second length",
            "The length of a second sequence, in tokens, to compare the same steps in.",
            ("equidistance",),
        ),
        (
            "law",
            "Closed form and log law",
            "Lays the closed form Σ cos(w k) and the law 1 − (ln k + 0.577) / ln B over the curve of the sinusoid.",
            ("similarity",),
        ),
        (
            "far",
            "Far offset",
            "How far beyond p the page looks for a position that comes near to it again, in tokens.",
            ("similarity",),
        ),
        (
            "pair",
            "Pair",
            "Which pair of columns is shown as one block of 2 × 2 numbers, from 0, the fastest.",
            ("shift",),
        ),
        ("space", "Space", "How many coordinates are drawn.", ("trajectory",)),
        (
            "axes",
            "Axes",
            "Three columns of the matrix, or its principal components: the directions in which positions spread most.",
            ("trajectory",),
        ),
        *(
            (axis, f"Column on {axis}", f"Which column is the {axis} coordinate, from 0.", ("trajectory",))
            for axis in "xyz"
        ),
        ("text", "Text", "Any text; it is cut into tokens at its spaces.", ("sentence",)),
        (
            "first",
            "Numbering from",
            "The number of the first token. The schemes count from 0, whatever is shown.",
            ("sentence",),
        ),
        (
            "combine",
            "Token and position",
            "How a token's vector and its position's come together: added, or one behind the other.",
            ("sentence",),
        ),
        (
            "scale",
            "Embeddings",
            "How large the toy embeddings are: standard normal; N(0, 1/d), a common start, which times √d, as "
            "in the paper, is standard normal again; or with deviation 0.02, as BERT and GPT start.",
            ("sentence",),
        ),
        ("ends", "Start and end tokens", "Puts <s> and </s> around the sentence.", ("sentence",)),
        (
            "pad",
            "Pad to",
            "Fills the sentence up to this many tokens with <pad>; 0 for no padding.",
            ("sentence",),
        ),
        ("mask", "Padding mask", "Hides <pad> from the attention of all tokens.", ("sentence",)),
        ("causal", "Causal mask", "Hides from each token what comes after it.", ("sentence",)),
        (
            "known",
            "Known words",
            "How many of the most frequent words the vocabulary knows; the others become <unk>.",
            ("sentence",),
        ),
        (
            "order",
            "Another order",
            "Which other order of the same words is tried: without position, attention weights only change places.",
            ("sentence",),
        ),
    )
)

SHARED = {
    "scheme": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory", "sentence"),
    "n": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory"),
    "d": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory", "sentence"),
    "p": ("compare", "heatmap", "equidistance", "similarity", "shift", "trajectory"),
    "k": ("compare", "equidistance", "scorecard", "shift"),
    "from": ("compare", "heatmap", "equidistance", "similarity"),
    "to": ("compare", "heatmap", "equidistance", "similarity"),
}
"""Which pages use what of the parameters that most of them share."""

INTEGERS = tuple(key for key, limits in LIMITS.items() if limits.high)

PARAMETERS = {f"{name}.{each.name}": each for name, scheme in SCHEMES.items() for each in scheme.parameters()}
"""Every parameter of a scheme, by its key."""

KEYS = {"scheme", *LIMITS, *PARAMETERS}
"""Everything that a link can say."""


def told(study: Study, page: str) -> dict[str, Any]:
    """What a page was asked to show, for the log."""
    schemes = {scheme.name: asdict(scheme) for scheme in study.schemes}
    numbers = {"n": study.length, "d": study.dim, "p": study.position, "k": study.offset, "shown": study.shown}
    options = {option.key: study.options[option.key] for option in OPTIONS if page in option.pages}
    letters = {
        f"letters of {option.key}": len(options.pop(option.key))
        for option in OPTIONS
        if option.longest and option.key in options
    }
    return {"schemes": schemes, **numbers, **options, **letters}
