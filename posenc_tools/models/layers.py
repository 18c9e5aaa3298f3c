"""Kinds of the layers of a model: from lists and periods in its configuration, or by the pattern of its class."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from posenc_core.data_files import read_toml
from posenc_core.text.messages import claim
from posenc_core.text.printable import printable
from posenc_tools.data_files import DATA
from posenc_tools.models.fields import Fields

LAYERS = {
    name: kind for kind, names in read_toml(DATA / "model_types.toml")["layers"].items() for name in names.split()
}
"""Kinds of layers, by the names in configurations."""

LINEAR = frozenset(("linear_attention", "linear", "conv", "mamba", "mamba2", "recurrent", "moe", "mlp"))
"""Names of layers without softmax attention."""

LETTERS = {"full": "F", "sliding": "S", "chunked": "C", "compressed": "H", "linear": "L"}
"""Letters of kinds in the file of class defaults."""

LISTS: Mapping[str, Mapping[str, str]] = {
    "hybrid_layer_pattern": {"0": "full", "1": "sliding"},
    "compress_ratios": {"0": "sliding", "*": "compressed"},
    "block_types": {"recurrent": "linear", "attention": "sliding"},
    "attn_type_list": {"0": "linear", "1": "full"},
}
"""Kinds by the values of a list with one value per layer (MiMo-V2, DeepSeek-V4, RecurrentGemma, MiniMax)."""

PLACES = ("attn_layer_indices", "full_attn_idxs", "hybrid_layer_ids")
"""Keys of the list of the layers with attention (Bamba, LFM2, Zamba 2)."""

PERIODS = {
    **dict.fromkeys(("sliding_window_pattern", "global_attn_every_n_layers"), "sliding"),
    **dict.fromkeys(("layer_group_size", "full_attention_interval"), "linear"),
}
"""Kind of all other layers, by the key of the period of layers with full attention."""

COUNTS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "depth")
MOST_LAYERS = 1000
"""Largest number of layers; the largest models have fewer than 200."""


class Pattern(NamedTuple):
    """Letters of the kinds of layers: those before the first period, in each period, and at the end.

    With `backward`, the last layer ends a period.
    """

    before: str = ""
    period: str = ""
    last: str = ""
    backward: str = ""

    def expand(self, count: int) -> str:
        """Letters of so many layers.

        >>> Pattern("F", "SSF", "F").expand(6)
        'FSSFSF'
        """
        if self.backward:
            return (self.period * count)[-count:]
        text = (self.before + self.period * count)[:count]
        return text[: count - len(self.last)] + self.last


def layer_kinds(fields: Fields, pattern: Pattern | None) -> list[str]:
    """Kind of each layer; empty if the file has neither kinds nor the number of layers."""
    listed = fields.list_of("layer_types", MOST_LAYERS) or fields.list_of("layers_block_type", MOST_LAYERS)
    count = fields.count(*COUNTS, high=MOST_LAYERS)
    if listed:
        names = {str(name)[:40]: LAYERS.get(str(name), "linear" if str(name) in LINEAR else None) for name in listed}
        unknown = [name for name, kind in names.items() if kind is None]
        fields.unknown += [claim("model-layer-kind", name=printable(name)) for name in unknown]
        return [names[str(name)[:40]] or "full" for name in listed][:count]
    if kinds := _listed_kinds(fields, count):
        return kinds[:count]
    if not count:
        return []
    key = next((key for key in PERIODS if fields.has_value(key)), "")
    if every := key and fields.count(key, high=1000):
        # ModernBERT begins with full attention, all others end their period with it
        full = 0 if pattern and pattern.period.startswith("F") else every - 1
        return ["full" if place % every == full else PERIODS[key] for place in range(count)]
    if not pattern:
        return ["all"] * count
    letters = pattern.expand(count)
    if len({*letters}) > 1:
        ends = [place for place, letter in enumerate(letters) if letter in "FH"]
        period = ends[-1] - ends[-2] if len(ends) > 1 else len(letters)
        fields.assumed.append(claim("model-pattern", count=period))
    kinds_of = {letter: kind for kind, letter in LETTERS.items()}
    return [kinds_of[letter] for letter in letters]


def _listed_kinds(fields: Fields, count: int | None) -> list[str]:
    """Kinds of layers by another list, perhaps of more layers than the model has; empty without a list."""
    if blocks := fields.list_of("block_configs", MOST_LAYERS):
        return ["full" if _attends(block) else "linear" for block in blocks]
    for key, names_of in LISTS.items():
        if values := fields.list_of(key, MOST_LAYERS):
            values *= -(-(count or 1) // len(values))
            return [names_of.get(str(value), names_of.get("*", "full")) for value in values]
    if count and fields.has_value(*PLACES):
        attention = [place for key in PLACES for place in fields.list_of(key, MOST_LAYERS)]
        return ["full" if place in attention else "linear" for place in range(count)]
    letters = fields.values.get("sliding_window_pattern")
    if count and isinstance(letters, str) and letters and {*letters} <= {"L", "G"}:
        fields.get("sliding_window_pattern")
        return ["full" if letters[place % len(letters)] == "G" else "sliding" for place in range(count)]
    return []


def _attends(block: Any) -> bool:
    """Return False for a block of a pruned model that has lost its attention."""
    attention = block.get("attention") if isinstance(block, Mapping) else None
    return not (isinstance(attention, Mapping) and (attention.get("no_op") or attention.get("replace_with_linear")))


def places(keys: Sequence[Hashable]) -> dict[Any, tuple[int, ...]]:
    """Layer numbers by key, in the order of the first."""
    groups: dict[Any, list[int]] = {}
    for place, key in enumerate(keys):
        groups.setdefault(key, []).append(place)
    return {key: tuple(numbers) for key, numbers in groups.items()}
