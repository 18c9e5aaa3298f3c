"""Conventions of model classes that a config.json does not contain, from `posenc_core/data`.

`model_classes.json` has the defaults of transformers' classes, and `model_types.toml` what their code does beyond them.
Every key of both files is an attribute here; an unknown key raises.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar

from posenc_core.data_files import read_toml
from posenc_tools.data_files import DATA
from posenc_tools.models.layers import Pattern
from posenc_tools.models.model import Kind
from posenc_tools.models.rope import Pairing

Record = TypeVar("Record", bound=tuple[Any, ...])


class Conventions(NamedTuple):
    """Conventions of the code of a model type.

    Attributes
    ----------
    scaled : str
        Kind of layers that a scaling concerns, if the file has one for all (Gemma 3, OLMo 3, DeepSeek-V4).
    nope_full : {"", "always", "windows"}
        If layers with full attention do not rotate: always (Cohere 2), or if others have a window (EXAONE 4).
    no_rope_layers : bool
        If a list, or else every fourth layer, does not rotate (SmolLM3, Llama 4).
    cross_layers : tuple of int
        Layers that attend to images and do not rotate, if the file lists none (Llama 3.2 Vision).
    full_head : int
        Size of a head in layers with full attention, if the file has no global_head_dim (Gemma 4).
    hidden_head : bool
        If code divides the hidden size by the heads, even if the file has head_dim (DeepSeek-OCR).
    head_times : int
        Factor of the hidden size before that division (Zamba 2).
    base_key : str, optional
        Only key of the base outside of the RoPE parameters (ModernBERT); empty if it is fixed (GPT-J).
    rotary_dim : bool
        If the key rotary_dim is the number of rotated dimensions (GPT-J, MiniMax-M2).
    backward : bool
        If code rotates by minus the angle (nanochat).
    yarn_attention : float, optional
        YaRN's attention factor, unless it is YaRN's own (DeepSeek-V4).
    window_without_query : str
        Key of a window that does not count the query (MiMo-V2).
    both_sides : {"", "each", "halves", "halves and one", "split"}
        If layers with a window see tokens on both sides: as many as the window on each side (EmbeddingGemma 2), half as
        many (ModernBERT), one more (Gemma 4), or half of the window with the query before it (T5Gemma 2).
    both_if : str or bool, optional
        Value of use_bidirectional_attention that makes it so, if it is not always so (Gemma 3).
    window_layers : bool
        False if use_sliding_window chooses layers by a rule that is not read here (SmolLM3).
    learned : bool
        If code multiplies the frequencies by learned factors (Mistral Large 4).
    powers : bool
        If dynamic scaling counts in powers of 2 of seq_length, the length in training (Qwen 1).
    rope_ratio : bool
        If the key rope_ratio multiplies the base (ChatGLM).
    mrope : str
        Default of mrope_section (Qwen2-VL); without one, sections in a file have no known axes.
    arrangement : {"blocks", "interleaved", "time last"}
        Order of the pairs of M-RoPE; "time last" begins with the height (ERNIE 4.5 VL).
    axes : str
        Names of the coordinates of an image or video, if they are not its rows and columns (MiniMax M3).
    """

    scaled: str = ""
    nope_full: Literal["", "always", "windows"] = ""
    no_rope_layers: bool = False
    cross_layers: tuple[int, ...] = ()
    full_head: int = 0
    hidden_head: bool = False
    head_times: int = 1
    base_key: str | None = None
    rotary_dim: bool = False
    backward: bool = False
    yarn_attention: float | None = None
    window_without_query: str = ""
    both_sides: Literal["", "each", "halves", "halves and one", "split"] = ""
    both_if: str | bool | None = None
    window_layers: bool = True
    learned: bool = False
    powers: bool = False
    rope_ratio: bool = False
    mrope: str = ""
    arrangement: Literal["blocks", "interleaved", "time last"] = "blocks"
    axes: str = "row column"


class ClassDefaults(NamedTuple):
    """Defaults of the class of a model type.

    Attributes
    ----------
    defaults : mapping
        Values of keys that a file may omit.
    rope : mapping
        RoPE parameters, or such parameters by kind of layers, for a file without any.
    bare : mapping
        Base and rotated share by kind of layers, for a file with RoPE parameters that lack them.
    pairing : {"interleaved", "half"}, optional
        Pairing of the class; None if it could not be measured.
    parts : mapping
        Types of the parts of a multimodal model, by the keys of the parts.
    layers : Pattern, optional
        Kinds of layers by default.
    share : bool
        False if the class ignores a rotated share.
    fixed : bool
        If the class ignores rope_theta in a file without RoPE parameters.
    scaling : bool
        False if the class ignores rope_scaling.
    windows : bool
        If all layers have the window of the file.
    softmax : bool
        If mscale_all_dim also multiplies the logits (DeepSeek-V2).
    own : bool
        If only the authors' code has this class.
    """

    defaults: Mapping[str, Any] = {}
    rope: Mapping[str, Any] = {}
    bare: Mapping[str, Mapping[str, float]] = {}
    pairing: Pairing | None = None
    parts: Mapping[str, str] = {}
    layers: Pattern | None = None
    share: bool = True
    fixed: bool = False
    scaling: bool = True
    windows: bool = False
    softmax: bool = False
    own: bool = False


class LearnedTable(NamedTuple):
    """Table of learned positions of a model type.

    Attributes
    ----------
    offset : int
        Row of the first token.
    counted : bool
        If the number of positions counts the rows before it; the row is the one after padding then (RoBERTa).
    buckets : bool
        If there are distance buckets, too (MPNet).
    patches : int, optional
        Additional rows of a table of the patches of an image (ViT).
    """

    offset: int = 0
    counted: bool = False
    buckets: bool = False
    patches: int | None = None


def record(kind: type[Record], name: str, values: Mapping[str, Any]) -> Record:
    """Convert the entry of a type; ValueError for a key without an attribute."""
    try:
        return kind(**values)
    except TypeError:
        known: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
        unknown = sorted(values.keys() - {*known})
        raise ValueError(f"posenc_core/data: {name} has unknown keys {unknown}; {kind.__name__} has {known}") from None


def _by_type(lists: Mapping[str, str]) -> dict[str, str]:
    """Invert lists of types that are separated by spaces."""
    return {name: key for key, names in lists.items() for name in names.split()}


def table(name: str) -> dict[str, Any]:
    """Return a table of `model_types.toml`."""
    contents: dict[str, Any] = read_toml(DATA / "model_types.toml")[name]
    return contents


@cache
def conventions() -> dict[str, Conventions]:
    """Conventions by type; types without an entry follow none."""
    return {name: record(Conventions, name, entry) for name, entry in table("type").items()}


@cache
def classes() -> dict[str, ClassDefaults]:
    """Class defaults by type."""
    entries: dict[str, dict[str, Any]] = json.loads((DATA / "model_classes.json").read_text("utf-8"))["types"]
    pairings = _by_type(table("pairing"))
    for name, entry in table("classes").items():
        entries[name] = entries.get(name, {}) | entry
    for name, entry in entries.items():
        entry.setdefault("pairing", pairings.get(name))
        if "layers" in entry:
            entry["layers"] = record(Pattern, name, entry["layers"])
    return {name: record(ClassDefaults, name, entry) for name, entry in entries.items()}


@cache
def learned_tables() -> dict[str, LearnedTable]:
    """Tables of learned positions by type."""
    return {
        name: record(LearnedTable, name, entry) for names, entry in table("learned").items() for name in names.split()
    }


@cache
def axial_settings() -> dict[str, str]:
    """Keys of `AxialRoPE.published()` by type."""
    return _by_type(table("axial"))


@cache
def families() -> dict[str, Kind]:
    """Family of each type in the tables of conventions."""
    kinds = {name: "none" if kind == "recurrent" else kind for name, kind in _by_type(table("types")).items()}
    tables: dict[str, Mapping[str, Any]] = {"axes": axial_settings(), "learned": learned_tables()}
    tables |= {name: table(name) for name in ("sinusoidal", "relative")}
    named: dict[str, Any] = {name: kind for kind, types in tables.items() for name in types} | kinds
    return named


def is_listed(name: str, table_name: str, key: str) -> bool:
    """Return True for a type in a list of a table."""
    return name in table(table_name)[key].split()
