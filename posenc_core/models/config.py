"""Reader of config.json files, with the conventions of model code that a file does not contain.

All dialects of Hugging Face's configurations are supported: `rope_theta` and `rope_scaling` of older files,
`rope_parameters` of newer ones, and older names of single models. No code is executed, and all numbers are validated.
"""

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from posenc_core.data_files import DATA, read_toml
from posenc_core.models.fields import Fields, load_config, range_error
from posenc_core.models.model import Kind, Layers, Model
from posenc_core.models.rotation import MOST_DIMENSIONS, WHOLE, Rotation
from posenc_core.schemes import T5, ALiBi, AxialRoPE, Learned, NoPE, Sinusoidal
from posenc_core.text.messages import Claim, claim

ROPE_KEYS: tuple[str, ...] = (
    *("rope_parameters", "rope_scaling", "rope_theta", "rope_base", "rope_local_base_freq", "global_rope_theta"),
    *("rotary_dim", "rotary_pct", "rotary_emb_base", "rotary_emb_fraction", "partial_rotary_factor"),
)
"""Keys of models with RoPE only."""

HEADS = (
    *("num_attention_heads", "n_head", "num_heads", "n_heads"),
    *("encoder_attention_heads", "encoder_num_attention_heads"),
)
WIDTHS = ("hidden_size", "n_embd", "d_model", "dim")

WORDS: Mapping[str, Kind] = {"alibi": "alibi", "nope": "none", "rotary": "rotation", "relative": "relative"}
"""Families by the value of position_embedding_type, up to "_key"."""

MOST_HEADS = 4096
"""Largest supported number; the largest models have a few hundred heads."""

MOST_ERRORS = 5
"""Number of errors of one file that are reported."""

PARTS = ("vision_config", "audio_config")
"""Keys of other encoders in configurations of multimodal models."""


@cache
def types() -> dict[str, Any]:
    """Conventions of model types that their config.json does not contain."""
    known = dict(read_toml("model_types.toml"))
    known["learned"] = {name: rule for names, rule in known["learned"].items() for name in names.split()}
    known["axial"] = {name: setting for setting, names in known["axial"].items() for name in names.split()}
    return known


@cache
def families() -> dict[str, Kind]:
    """Family of each type in the tables of conventions."""
    known = types()
    own = {name: kind for kind in ("learned", "sinusoidal", "relative") for name in known[kind]}
    named = {name: kind for kind, names in known["types"].items() for name in names.split()}
    recurrent = dict.fromkeys(known["types"]["recurrent"].split(), "none")
    return dict.fromkeys(known["axial"], "axes") | own | named | recurrent


@cache
def classes() -> dict[str, dict[str, Any]]:
    """Defaults and patterns of the class of each model type with rotations."""
    generated: dict[str, dict[str, Any]] = json.loads((DATA / "model_classes.json").read_text("utf-8"))["types"]
    pairings = {name: pairing for pairing, names in types()["pairing"].items() for name in names.split()}
    known = generated | types()["classes"]
    return {name: {"pairing": pairings[name]} | entry if name in pairings else entry for name, entry in known.items()}


def rule(name: str) -> dict[str, Any]:
    """Conventions of a type, with those of the type that it is like."""
    own: dict[str, Any] = types()["type"].get(name, {})
    return {**rule(own["like"]), **own} if "like" in own else own


def from_config(source: Mapping[str, Any] | str | Path, name: str = "") -> Model:
    """Read the positional encoding of a model from its configuration.

    Parameters
    ----------
    source : mapping, str, or Path
        Configuration, or the path of a config.json.
    name : str, optional
        Name of the model. By default that of the file.

    Returns
    -------
    Model
        Layers, lengths, assumptions, unknowns, and keys that were not used.

    Raises
    ------
    ValueError
        If the configuration is invalid, with all keys whose values are.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> model = from_config({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32})
    >>> model.main.rope.base, model.huggingface
    (10000.0, 'half')
    """
    if isinstance(source, Mapping):
        return _Reader(Fields(source)).model(name)
    return _Reader(Fields(load_config(source))).model(name or Path(source).name)


class _Reader:
    """Reads a configuration and collects assumptions and unknowns."""

    def __init__(self, fields: Fields, part: str = "", whole: str = "") -> None:
        self.fields, self.flat = fields, False
        self.type = self._type(fields.model_type() or whole, part)
        self.class_ = classes().get(self.type, {})
        fields.defaults = self.class_.get("defaults", {})
        self.assumed: list[Claim] = []
        self.unknown: list[Claim] = []
        self.heads = fields.count(*HEADS, high=MOST_HEADS)
        self.width = fields.count(*WIDTHS, high=2**24)

    def _type(self, name: str, part: str) -> str:
        """Type of the part of a model, if the file has only that of the whole model."""
        name = types()["alias"].get(name, name)
        known = classes().get(name, {})
        inner = known.get("parts", {}).get(part or "text_config")
        if inner and (part or "rope" not in known):
            self.flat = not part and self.fields.values is self.fields.outer
            name = inner
        inner = f"{name}_text"
        return inner if not part and name not in classes() and inner in classes() else name

    def model(self, name: str) -> Model:
        kind = self.kind()
        self.name = name or self.type or "the model"
        model = FAMILIES[kind](self)._replace(name=self.name, kind=kind)
        if not self.type:
            self.unknown.append(claim("model-no-type"))
        elif kind not in ("rotation", "learned", "unknown") and not self._is_listed():
            self.unknown.append(claim("model-one-key", name=self.type))
        if model.stated and not model.trained_length:
            self.unknown.append(claim("model-no-trained"))
        parts = tuple(self._parts())
        if errors := self.fields.errors:
            reasons = "; ".join(dict.fromkeys(errors[:MOST_ERRORS]))
            raise ValueError(claim("field-errors", reasons=reasons, count=max(len(errors) - MOST_ERRORS, 0)))
        self.assumed += [
            claim("model-default", name=key, whole=value)
            for key, value in self.fields.taken.items()
            if isinstance(value, int) and not isinstance(value, bool)
        ]
        # layers of several kinds repeat claims
        assumed, unknown = (tuple(dict.fromkeys(claims)) for claims in (self.assumed, self.unknown))
        return model._replace(
            type=self.type, read=dict(self.fields.read), assumed=assumed, unknown=unknown, parts=parts,
            unused=self.fields.unused_keys(),
        )  # fmt: skip

    def _parts(self) -> list[Model]:
        """Other encoders of a multimodal model, whose types are known."""
        parts = []
        for key in PARTS:
            values = self.fields.outer.get(key)
            if not isinstance(values, Mapping):
                continue
            fields = self.fields.nested_fields(key, values, outer=True)
            reader = _Reader(fields, key, str(self.fields.outer.get("model_type", "")))
            if reader.kind() == "axes":
                parts.append(reader.model(reader.type))
            else:
                self.unknown.append(claim("model-part", name=key))
        return parts

    def kind(self) -> Kind:
        """Family, by the model type first and then by the keys."""
        known, values, family = types(), self.fields.values, families().get(self.type)
        word = self.fields.text("position_embedding_type", "position_embeddings_type", "pos_emb")
        if family == "unknown":
            return family
        for key, kinds in known["switch"].get(self.type, {}).items():
            decided: Kind | None = kinds.get(str(self.fields.get(key)).lower(), kinds.get("*"))
            if decided == "unknown":
                self.fields.used.discard(self.fields.path(key))
            if decided:
                return decided
        if self.type == "mpt" and self.fields.mapping("attn_config").get("alibi") is False:
            return "learned"
        if family == "alibi":
            return family
        if decided := WORDS.get(word.partition("_key")[0], family):
            return decided
        if values.get("relative_attention_num_buckets"):
            return "buckets"
        if self.class_.get("rope", {}).get("rope_type") == "axial":
            return "axes"
        if self._rotates():
            return "rotation"
        if values.get("alibi"):
            return "alibi"
        return "learned" if word == "absolute" else "unknown"

    def _is_listed(self) -> bool:
        return any(self.type in table for table in (classes(), families(), types()["switch"]))

    def _rotates(self) -> bool:
        if self.class_.get("pairing") or self.class_.get("rope"):
            return True
        return any(self.fields.values.get(key) is not None for key in ROPE_KEYS)

    # families

    def _model(self, *layers: Layers, **values: Any) -> Model:
        """Model with these layers; `model` adds the name and the family."""
        return Model("", "unknown", self.heads, self.width, layers, **values)

    def _stated(self) -> int | None:
        return self.fields.count(*WHOLE)

    def _unknown(self) -> Model:
        self.unknown.append(claim("model-no-family", name=self.type or self.name))
        return self._model(Layers("all"), stated=self._stated())

    def _none(self) -> Model:
        return self._model(Layers("all", scheme=NoPE()), stated=self._stated())

    def _relative(self) -> Model:
        return self._model(Layers("all"))

    def _axes(self) -> Model:
        """Rotation by several coordinates, such as row and column."""
        setting = types()["axial"].get(self.type, "")
        scheme = AxialRoPE.published()[setting] if setting else None
        names = scheme.axis_names if scheme else rule(self.type).get("axes", "row column").split()
        head = self.fields.count("head_dim", "attention_head_dim", low=2, high=MOST_DIMENSIONS, given=True)
        width = self.fields.count("embed_dim", high=2**24) or self.width
        if head is None and width and self.heads:
            head = width // self.heads
        parameters = self.fields.part("rope_parameters", "rope_scaling")
        base = parameters.number("rope_theta", low=1.0001, high=1e15) if parameters else None
        if parameters:
            parameters.text("rope_type", "type")
        base = base or self.fields.number("rope_theta", low=1.0001, high=1e15)
        if base is None:
            base = float(self.class_.get("rope", {}).get("rope_theta", 1e4))
            self.assumed.append(claim("model-base", base=base, relation="known" if self.class_ else "more"))
        if head is None:
            self.unknown.append(claim("model-no-head"))
        counts = [head // 2 // len(names)] * len(names) if head else []
        if scheme and head:
            counts = np.bincount(scheme.axis_of_pairs(head), minlength=len(names)).tolist()
        if sizes := self.fields.list_of("axes_dims_rope", len(names)):
            counts = [size // 2 for size in sizes if isinstance(size, int)]
        return self._model(
            Layers("all"), rows=self.fields.count("num_position_embeddings"),
            axes=dict(zip(names, counts, strict=False)), axes_base=base, published=setting,
            axes_turns=scheme is not None and scheme.coordinates == "normalized",
        )._replace(dim=head)  # fmt: skip

    def _alibi(self) -> Model:
        attention = self.fields.part("attn_config")
        most = attention.number("alibi_bias_max", low=1, high=100) if attention else None
        if most not in (None, 8):
            self.assumed.append(claim("model-alibi-max", value=most))
        # code of its own under the name of an encoder
        both = self.type in types()["learned"]
        if both:
            self.assumed.append(claim("model-both-ways"))
        scheme = ALiBi(direction="symmetric" if both else "causal")
        return self._model(Layers("all", scheme=scheme), stated=self._stated())

    def _buckets(self) -> Model:
        sizes: dict[str, Any] = {}
        for key, name_in_file, default in (
            ("buckets", "relative_attention_num_buckets", 32),
            ("distance", "relative_attention_max_distance", 128),
        ):
            value = self.fields.count(name_in_file)
            if value is None:
                self.assumed.append(claim("model-default", name=name_in_file, whole=default))
            sizes[key] = value or default
        try:
            schemes = {"encoder": T5(direction="bidirectional", **sizes), "decoder": T5(direction="causal", **sizes)}
        except ValueError as error:
            self.fields.errors.append(str(error))
            schemes = {}
        self.unknown.append(claim("model-trained-numbers"))
        return self._model(*(Layers(side, scheme=scheme) for side, scheme in schemes.items()))

    def _learned_table(self) -> Model:
        rule = types()["learned"].get(self.type)
        if rule is None:
            rule = {}
            self.unknown.append(claim("model-plain-table"))
        offset = rule.get("offset", 0)
        if rule.get("counted"):
            padding = self.fields.count("pad_token_id", low=0)
            if padding is None:
                self.assumed.append(claim("model-padding", start=offset))
            offset = offset if padding is None else padding + 1
        if "patches" in rule:
            rows = self._patches(rule["patches"])
        else:
            rows = self.fields.count(rule.get("key", "max_position_embeddings"), *WHOLE)
            if rows is not None and offset and not rule.get("counted"):
                rows += offset
        usable = rows and max(rows - offset, 0)
        layers = [Layers("all", scheme=Learned())]
        if self.type == "whisper":
            self.fields.count("max_source_positions")
            layers = [Layers("encoder", scheme=_sinusoidal("Tensor2Tensor")), Layers("decoder", scheme=Learned())]
        if rule.get("buckets"):
            layers.append(Layers("all", scheme=T5(direction="bidirectional")))
        self.unknown.append(claim("model-trained-table"))
        return self._model(*layers, stated=usable, rows=rows, offset=offset)

    def _patches(self, extra: int) -> int | None:
        """Count of patches of an image, and extra tokens such as that of the class."""
        images, patches = self._sides("image_size"), self._sides("patch_size")
        if not images or not patches:
            return None
        return math.prod(image // patch for image, patch in zip(images, patches, strict=True)) + extra

    def _sides(self, name: str) -> list[int]:
        """Height and width, from one number or two; empty if missing."""
        value = self.fields.get(name)
        if not isinstance(value, list | tuple):
            value = [value, value]
        part = self.fields.nested_fields(name, {"height": value[0], "width": value[-1]} if value else {})
        sides = part.count("height", high=2**16), part.count("width", high=2**16)
        return [side for side in sides if side] if all(sides) else []

    def _sinusoidal(self) -> Model:
        rule = types()["sinusoidal"][self.type]
        if self.width and self.width > MOST_DIMENSIONS:
            self.fields.errors.append(str(range_error("d_model", 1, MOST_DIMENSIONS, self.width)))
        layers = Layers("all", scheme=_sinusoidal(rule["schedule"]))
        return self._model(layers, stated=self._stated(), offset=rule.get("offset", 0))

    def _rotation(self) -> Model:
        rotation = Rotation(self.fields, self.type, self.class_, rule(self.type), self.heads, self.width)
        model = rotation.model(self.name)
        self.assumed += rotation.assumed
        self.unknown += rotation.unknown
        if self.flat and any(fact.id in ("model-base", "model-local-base") for fact in rotation.assumed):
            self.unknown.append(claim("model-flat", name=self.type))
        if self.fields.values.get("position_embedding_type") == "absolute":
            self.assumed.append(claim("model-not-absolute"))
        return model


FAMILIES: Mapping[Kind, Callable[[_Reader], Model]] = {
    "rotation": _Reader._rotation,
    "alibi": _Reader._alibi,
    "buckets": _Reader._buckets,
    "learned": _Reader._learned_table,
    "sinusoidal": _Reader._sinusoidal,
    "none": _Reader._none,
    "relative": _Reader._relative,
    "axes": _Reader._axes,
    "unknown": _Reader._unknown,
}
"""Reader of each family."""


def _sinusoidal(schedule: str) -> Sinusoidal:
    return Sinusoidal(layout="concatenated", schedule=schedule)  # type: ignore[arg-type]
