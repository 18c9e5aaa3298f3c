"""Keys of a configuration that concern positions by their names, were not read, and may change the encoding."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from posenc_tools.models.conventions import table
from posenc_tools.models.fields import Fields
from posenc_tools.models.layers import LAYERS
from posenc_tools.models.model import Kind

OTHER_PARTS = re.compile(
    "vision|visual|image|audio|video|speech|encoder|decoder|codec|vocoder|talker|token2wav|qformer|projector|perceiver"
    "|backbone|semantic|timestamp|draft|speculat|mtp|sam_config|vq_config|attention_other_setting",
    re.IGNORECASE,
)
"""Names of objects with another encoder, which the report does not describe."""

ROPE_OBJECTS = ("rope_parameters", "rope_scaling")

WINDOWS = ("sliding_window", "sliding_window_size", "attention_chunk_size", "local_attention")
"""Keys of a window, of which a class uses one."""


@cache
def _harmless(name: str) -> frozenset[str]:
    """Keys in a list of harmless ones."""
    return frozenset(table("harmless")[name].split())


def deciding_keys(fields: Fields, unused: tuple[str, ...], kind: Kind, *, known: bool) -> tuple[str, ...]:
    """Paths of those keys of the language model that are not known to be harmless.

    Parameters
    ----------
    fields : Fields
        Fields that were read.
    unused : tuple of str
        Paths of the keys that concern positions and were not read.
    kind : str
        Family of the encoding; "none" also for a family that another key has switched off.
    known : bool
        True if the type has a class in transformers or an entry in the conventions.

    Returns
    -------
    tuple of str
        Paths.
    """
    own = [path for path in unused if path.startswith(fields.prefix)]
    return tuple(path for path in own if not _is_harmless(fields, path.removeprefix(fields.prefix), kind, known))


def _is_harmless(fields: Fields, path: str, kind: Kind, known: bool) -> bool:
    """Return True for a key that another encoder has, or that code of this type does not use."""
    *objects, name = path.split(".")
    if any(OTHER_PARTS.search(part) for part in objects) or name in _harmless("always"):
        return True
    value: Any = fields.values
    for part in (*objects, name):
        value = value.get(part) if isinstance(value, Mapping) else None
    if name in _harmless("off") and value in (False, 0, [], "none"):
        return True
    if name in _harmless("on") and value is True and kind == "rotation":
        return True
    if not known:
        return False
    if kind in ("none", "relative") and name in _harmless("unrotated"):
        return True
    if kind not in ("rotation", "unknown") and name in _harmless("masks"):
        return True
    if name == "rope_theta" and fields.has_value("layer_rope_theta"):
        return True
    if objects and objects[0] in ROPE_OBJECTS:
        # the code of a scaling reads its own parameters; a kind that no layer has is not used
        return name in _harmless("parameters") or objects[-1] in LAYERS
    return (
        (name in _harmless("legacy") and fields.has_value("rope_parameters"))
        or (name in _harmless("layers") and fields.has_value("layer_types", "layers_block_type"))
        or (name == "sliding_window" and fields.values.get("use_sliding_window") is False)
        or (name in WINDOWS and any(f"{fields.prefix}{key}" in fields.used for key in WINDOWS))
    )
