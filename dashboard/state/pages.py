"""The pages, what each needs of a scheme, and the menu."""

from posenc_core.foundation.base import Ability

PAGES: dict[str, Ability | None] = {
    "compare": "scores",
    "heatmap": "vectors",
    "equidistance": "vectors",
    "similarity": "scores",
    "scorecard": "scores",
    "shift": "vectors",
    "trajectory": "vectors",
    "sentence": "scores",
    "attention": "scores",
    "rotary": "rotation",
    "bias": "bias",
    "trained": None,
    "practice": None,
    "check": None,
    "experiments": None,
    "lesson": None,
    "models": None,
}
"""The ability that a scheme must have to be shown; None for a page that shows none of the chosen ones."""

PACKAGES = {"practice": "common_bugs", "experiments": "questions"}
"""Packages in `dashboard/views` of the pages whose address has another name; other pages use one name for both."""

GROUPS = {
    "learn": ("lesson", "experiments"),
    "encodings": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory"),
    "attention": ("sentence", "attention", "rotary", "bias", "trained"),
    "tools": ("check", "models", "practice"),
}
"""The menu: its groups, and the pages of each."""

VECTORS_FIRST = ("compare", "similarity", "scorecard")
"""Pages that show the vectors of a scheme, and of one that has none what it does to the scores."""

STANDS_IN = {"rotary": "RoPE", "bias": "ALiBi"}
"""What a page shows where none of the chosen schemes has what it needs."""

PAIRED = ("equidistance", "similarity", "scorecard", "shift", "trajectory", "attention")
"""Pages that compare every pair of positions: their work counts accordingly."""

EVERY_PARAMETER = ("rotary",)
"""Pages that show what a scheme would be under every choice, so none of its parameters is idle there."""
