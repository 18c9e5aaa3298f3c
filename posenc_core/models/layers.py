"""Kinds of the layers of a model: from lists and patterns in its configuration, or by the rule of its class."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from posenc_core.data_files import read_toml
from posenc_core.models.fields import Fields
from posenc_core.text.messages import Claim, claim

LAYERS = {name: kind for kind, names in read_toml("model_types.toml")["layers"].items() for name in names.split()}
"""Kinds of layers, by the names in configurations."""

LINEAR = frozenset(("linear_attention", "linear", "conv", "mamba", "mamba2", "recurrent", "moe", "mlp"))
"""Names of layers without softmax attention."""

LETTERS = {"full": "F", "sliding": "S", "chunked": "C", "compressed": "H", "linear": "L"}
"""Letters of kinds in the file of class defaults."""

KINDS = {letter: kind for kind, letter in LETTERS.items()} | {"G": "full", "L": "sliding", "S": "sliding"}
"""Kinds, by the letters of a pattern in a configuration (LLLG)."""

COUNTS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "depth")
MOST_LAYERS = 10_000


def layer_kinds(
    fields: Fields, rule: Mapping[str, Any], pattern: Mapping[str, str] | None
) -> tuple[list[str], list[Claim]]:
    """Kind of each layer, with assumptions and unknown kinds.

    There are no kinds if the file has neither them nor the number of layers.
    """
    listed = fields.list_of("layer_types", MOST_LAYERS) or fields.list_of("layers_block_type", MOST_LAYERS)
    count = fields.count(*COUNTS, high=MOST_LAYERS)
    if listed:
        names = {str(name)[:40]: LAYERS.get(str(name), "linear" if str(name) in LINEAR else None) for name in listed}
        unknown = [claim("model-layer-kind", name=name) for name, kind in names.items() if kind is None]
        return [names[str(name)[:40]] or "full" for name in listed][:count], unknown
    if blocks := fields.list_of("block_configs", MOST_LAYERS):
        return ["full" if _attends(block) else "linear" for block in blocks][:count], []
    for key, names in rule.get("patterns", {}).items():
        values = fields.list_of(key, MOST_LAYERS)
        if values:
            values *= -(-(count or 1) // len(values))
            return [names.get(str(value), names.get("*", "full")) for value in values][:count], []
    if (key := rule.get("attention_layers")) and count and fields.has_value(key):
        attention = fields.list_of(key, MOST_LAYERS)
        return ["full" if place in attention else "linear" for place in range(count)], []
    period = fields.values.get("sliding_window_pattern")
    if isinstance(period, str) and period and set(period) <= {"L", "G"} and count:
        fields.get("sliding_window_pattern")
        kinds = [KINDS[period[place % len(period)]] for place in range(count)]
        return kinds, []
    if not count:
        return [], []
    if every := fields.count(*rule.get("every", ()), high=1000, given=True):
        return ["full" if (place + 1) % every == 0 else rule.get("others", "sliding") for place in range(count)], []
    if pattern:
        text = expand(pattern, count)
        assumed = [] if len({*text}) == 1 else [claim("model-pattern", count=_nearest(text))]
        return [kind for letter in text for kind, own in LETTERS.items() if own == letter], assumed
    return ["all"] * count, []


def _attends(block: Any) -> bool:
    """Return False for a block of a pruned model that has lost its attention."""
    attention = block.get("attention") if isinstance(block, Mapping) else None
    return not (isinstance(attention, Mapping) and (attention.get("no_op") or attention.get("replace_with_linear")))


def _nearest(text: str) -> int:
    """Return the number of layers from one with full attention to the next."""
    full = [place for place, letter in enumerate(text) if letter in "FH"]
    return full[-1] - full[-2] if len(full) > 1 else len(text)


def expand(rule: Mapping[str, str], count: int) -> str:
    """Letters of so many layers.

    >>> expand({"before": "F", "period": "SSF", "last": "F"}, 6)
    'FSSFSF'
    """
    if rule.get("backward"):
        return (rule["period"] * count)[-count:]
    text = (rule.get("before", "") + rule["period"] * count)[:count]
    last = rule.get("last", "")
    return text[: count - len(last)] + last


def places(keys: Sequence[Hashable]) -> dict[Any, tuple[int, ...]]:
    """Layer numbers by key, in the order of the first."""
    return {key: tuple(place for place, other in enumerate(keys) if other == key) for key in dict.fromkeys(keys)}
