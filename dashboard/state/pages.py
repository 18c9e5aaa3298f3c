"""Pages, the ability that each requires of a scheme, and the menu."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from posenc_core.foundation.base import Ability

PAGES: "dict[str, Ability | None]" = {
    "start": None,
    "compare": "scores",
    "heatmap": "vectors",
    "equidistance": "vectors",
    "similarity": "scores",
    "scorecard": "scores",
    "clocks": "vectors",
    "sentence": "scores",
    "attention": "scores",
    "rotary": "rotation",
    "bias": "bias",
    "images": None,
    "trained": None,
    "practice": None,
    "check": None,
    "experiments": None,
    "lesson": None,
    "exercises": None,
    "models": None,
}
"""Ability that a page requires of a scheme; None for a page that does not show the selected schemes."""

FIRST = next(iter(PAGES))
"""Page at the root of the site."""

PACKAGES = {"practice": "common_bugs", "experiments": "questions"}
"""Packages in `dashboard/views` of the pages whose address has another name; other pages use one name for both."""

GROUPS = {
    "learn": ("start", "lesson", "experiments", "exercises"),
    "encodings": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "clocks"),
    "attention": ("sentence", "attention", "rotary", "bias", "images", "trained"),
    "tools": ("check", "models", "practice"),
}
"""Groups of the menu, and their pages."""

VECTORS_FIRST = ("compare", "similarity", "scorecard")
"""Pages that show the vectors of a scheme, or its attention logits if it has no vectors."""

STANDS_IN = {"rotary": "RoPE", "bias": "ALiBi"}
"""Scheme that a page shows if no selected scheme has the required ability."""

PAIRED = ("equidistance", "similarity", "scorecard", "clocks", "attention")
"""Pages that compare every pair of positions, which counts as their work."""

EVERY_PARAMETER = ("rotary",)
"""Pages that show a scheme under every choice of its parameters, so that none is inactive."""
