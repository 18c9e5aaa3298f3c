"""Reader of config.json files, with the conventions of model code that a file does not contain.

All dialects of Hugging Face's configurations are supported: `rope_theta` and `rope_scaling` of older files,
`rope_parameters` of newer ones, and older names of single models. No code is executed, and all numbers are validated.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from posenc_core.foundation.domains import listed_numbers
from posenc_core.schemes import T5, ALiBi, AxialRoPE, Learned, NoPE, Sinusoidal
from posenc_core.text.messages import claim
from posenc_core.text.printable import printable
from posenc_tools.models.conventions import (
    Conventions,
    LearnedTable,
    axial_settings,
    classes,
    conventions,
    families,
    is_listed,
    learned_tables,
    table,
)  # fmt: skip
from posenc_tools.models.fields import MOST_KEPT, Fields, load_config, range_error
from posenc_tools.models.model import Kind, Layers, Model
from posenc_tools.models.rotation import MOST_BASE, MOST_DIMENSIONS, WHOLE, Rotation
from posenc_tools.models.unread import deciding_keys

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
        return _Reader(Fields(source), name).model()
    return _Reader(Fields(load_config(source)), name or Path(source).name).model()


class _Reader:
    """Reader of a configuration, with a method for each family.

    Attributes are set here only. Methods return values, and add assumptions, unknowns, and errors to `fields`.
    """

    def __init__(self, fields: Fields, name: str = "", part: str = "", outer_type: str = "") -> None:
        self.fields = fields
        self.type, is_inner = _inner_type(fields.model_type() or outer_type, part)
        self.class_ = classes().get(self.type)
        self.name = name or self.type or "the model"
        self.flat = is_inner and not part and fields.values is fields.outer
        """True if the values of a multimodal model are not in the part of the language model."""
        fields.defaults = self.class_.defaults if self.class_ else {}
        self.heads = fields.count(*HEADS, high=MOST_HEADS)
        self.width = fields.count(*WIDTHS, high=2**24)

    def model(self) -> Model:
        fields, kind = self.fields, self.kind()
        readers = {
            "rotation": self._rotation, "alibi": self._alibi, "buckets": self._buckets, "learned": self._learned_table,
            "sinusoidal": self._sinusoidal, "axes": self._axes,
        }  # fmt: skip
        model = readers[kind]() if kind in readers else self._without_numbers(kind)
        model = model._replace(name=self.name, kind=kind)
        if not self.type:
            fields.unknown.append(claim("model-no-type"))
        elif kind not in ("rotation", "learned", "unknown") and not self._is_listed():
            fields.unknown.append(claim("model-one-key", name=self.type))
        if model.stated and not model.trained_length:
            fields.unknown.append(claim("model-no-trained"))
        parts = tuple(self._parts())
        if errors := fields.errors:
            reasons = "; ".join(dict.fromkeys(errors[:MOST_ERRORS]))
            raise ValueError(claim("field-errors", reasons=reasons, count=max(len(errors) - MOST_ERRORS, 0)))
        fields.assumed += [
            claim("model-default", name=key, whole=value)
            for key, value in fields.taken.items()
            if isinstance(value, int) and not isinstance(value, bool)
        ]
        unused = fields.unused_keys()
        switched: Kind = "none" if kind != "rotation" and self.type in table("switch") else kind
        if deciding := deciding_keys(fields, unused, switched, known=self._is_listed()):
            shown = ", ".join(printable(path[:60]) for path in deciding[:MOST_ERRORS])
            fields.unknown.append(claim("model-unread", names=shown, count=max(len(deciding) - MOST_ERRORS, 0)))
        # a page keeps the model while it is open
        if (count := len(json.dumps(fields.read, default=str))) > MOST_KEPT:
            raise ValueError(claim("field-read", count=count, most=MOST_KEPT))
        # layers of several kinds repeat claims
        assumed, unknown = (tuple(dict.fromkeys(claims)) for claims in (fields.assumed, fields.unknown))
        return model._replace(
            type=self.type, read=dict(fields.read), assumed=assumed, unknown=unknown, parts=parts,
            unused=unused,
        )  # fmt: skip

    def _parts(self) -> list[Model]:
        """Other encoders of a multimodal model, whose types are known."""
        parts, outer = [], self.fields.outer
        for key in PARTS:
            values = outer.get(key)
            if not isinstance(values, Mapping):
                continue
            fields = self.fields.nested_fields(key, values, outer=True)
            reader = _Reader(fields, part=key, outer_type=str(outer.get("model_type", "")))
            if reader.kind() == "axes":
                parts.append(reader.model())
            else:
                self.fields.unknown.append(claim("model-part", name=key))
        return parts

    def kind(self) -> Kind:
        """Family, by the model type first and then by the keys."""
        values, family = self.fields.values, families().get(self.type)
        embedding = self.fields.text("position_embedding_type", "position_embeddings_type", "pos_emb")
        if family == "unknown":
            return family
        if decided := self._switched_kind():
            return decided
        if self.type == "mpt" and self.fields.part("attn_config").get("alibi") is False:
            return "learned"
        if self.fields.get("alibi_starting_size") and family == "learned":
            # MosaicBERT and DNABERT-2, under the name of BERT
            return "alibi"
        if family == "alibi":
            return family
        if decided := WORDS.get(embedding.partition("_key")[0], family):
            return decided
        if values.get("relative_attention_num_buckets"):
            return "buckets"
        if self.class_ and self.class_.rope.get("rope_type") == "axial":
            return "axes"
        if (self.class_ and (self.class_.pairing or self.class_.rope)) or self.fields.has_value(*ROPE_KEYS):
            return "rotation"
        if values.get("alibi"):
            return "alibi"
        return "learned" if embedding == "absolute" else "unknown"

    def _switched_kind(self) -> Kind | None:
        """Family by the value of a key that decides it for this type."""
        for key, kinds in table("switch").get(self.type, {}).items():
            kind: Kind | None = kinds.get(str(self.fields.get(key)).lower(), kinds.get("*"))
            if kind == "unknown":
                self.fields.used.discard(self.fields.path(key))
            if kind:
                return kind
        return None

    def _is_listed(self) -> bool:
        return any(self.type in types for types in (classes(), families(), table("switch")))

    # families

    def _model(self, *layers: Layers, **values: Any) -> Model:
        """Model with these layers; `model` adds the name and the family."""
        return Model("", "unknown", self.heads, self.width, layers, **values)

    def _stated(self) -> int | None:
        return self.fields.count(*WHOLE)

    def _without_numbers(self, kind: Kind) -> Model:
        """Model without positions, or with an encoding that is not computed or not known."""
        if kind == "relative":
            return self._model(Layers("all"))
        if kind == "none":
            return self._model(Layers("all", scheme=NoPE()), stated=self._stated())
        self.fields.unknown.append(claim("model-no-family", name=self.type or self.name))
        return self._model(Layers("all"), stated=self._stated())

    def _axes(self) -> Model:
        """Rotation by several coordinates, such as row and column."""
        setting = axial_settings().get(self.type, "")
        scheme = AxialRoPE.published()[setting] if setting else None
        names = scheme.axis_names if scheme else conventions().get(self.type, Conventions()).axes.split()
        head = self.fields.count("head_dim", "attention_head_dim", low=2, high=MOST_DIMENSIONS, given=True)
        width = self.fields.count("embed_dim", high=2**24) or self.width
        if head is None and width and self.heads:
            head = width // self.heads
        base = self._axes_base(listed_numbers(scheme.base)[0] if scheme else 1e4)
        if head is None:
            self.fields.unknown.append(claim("model-no-head"))
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

    def _axes_base(self, usual: float) -> float:
        """Return the base of the frequencies of all axes."""
        parameters = self.fields.part("rope_parameters", "rope_scaling")
        parameters.text("rope_type", "type")
        base = parameters.number("rope_theta", low=1.0001, high=MOST_BASE)
        base = base or self.fields.number("rope_theta", low=1.0001, high=MOST_BASE)
        if base is None:
            base = float(self.class_.rope.get("rope_theta", usual) if self.class_ else usual)
            self.fields.assumed.append(claim("model-base", base=base, relation="known" if self.class_ else "more"))
        return base

    def _alibi(self) -> Model:
        attention = self.fields.part("attn_config")
        attention.text("attn_type")
        most = attention.number("alibi_bias_max", low=1, high=100)
        if most not in (None, 8):
            self.fields.assumed.append(claim("model-alibi-max", value=most))
        # code of its own under the name of an encoder
        is_encoder = self.type in learned_tables()
        if is_encoder:
            self.fields.assumed.append(claim("model-both-ways"))
        scheme = ALiBi(direction="symmetric" if is_encoder else "causal")
        return self._model(Layers("all", scheme=scheme), stated=self._stated())

    def _buckets(self) -> Model:
        domains, sizes = {parameter.name: parameter.domain for parameter in T5.parameters()}, dict[str, Any]()
        for key, name_in_file, default in (
            ("buckets", "relative_attention_num_buckets", 32),
            ("distance", "relative_attention_max_distance", 128),
        ):
            value = self.fields.count(name_in_file)
            if value is None:
                self.fields.assumed.append(claim("model-default", name=name_in_file, whole=default))
            sizes[key] = value or default
            if sizes[key] != domains[key].nearest(sizes[key]):
                allowed = domains[key].allowed_text
                self.fields.errors.append(str(claim("field-allowed", name=name_in_file, shown=value, allowed=allowed)))
                sizes[key] = default
        schemes = {"encoder": T5(direction="bidirectional", **sizes), "decoder": T5(direction="causal", **sizes)}
        self.fields.unknown.append(claim("model-trained-numbers"))
        return self._model(*(Layers(side, scheme=scheme) for side, scheme in schemes.items()))

    def _learned_table(self) -> Model:
        known = learned_tables().get(self.type)
        if known is None:
            self.fields.unknown.append(claim("model-plain-table"))
        rule = known or LearnedTable()
        offset = rule.offset
        if rule.counted:
            padding = self.fields.count("pad_token_id", low=0)
            if padding is None:
                self.fields.assumed.append(claim("model-padding", start=offset))
            offset = offset if padding is None else padding + 1
        if rule.patches is not None:
            sides = zip(self._sides("image_size"), self._sides("patch_size"), strict=False)
            counts = [image // patch for image, patch in sides]
            rows = math.prod(counts) + rule.patches if counts else None
        else:
            rows = self.fields.count("max_target_positions", "max_position_embeddings", *WHOLE)
            if rows is not None and not rule.counted:
                rows += offset
        usable = rows and max(rows - offset, 0)
        layers = [Layers("all", scheme=Learned())]
        if self.type == "whisper":
            self.fields.count("max_source_positions")
            layers = [Layers("encoder", scheme=_sinusoidal("Tensor2Tensor")), Layers("decoder", scheme=Learned())]
        if rule.buckets:
            layers.append(Layers("all", scheme=T5(direction="bidirectional")))
        self.fields.unknown.append(claim("model-trained-table"))
        return self._model(*layers, stated=usable, rows=rows, offset=offset)

    def _sides(self, name: str) -> list[int]:
        """Height and width, from one number or two; empty if missing."""
        value = self.fields.get(name)
        if not isinstance(value, list | tuple):
            value = [value, value]
        part = self.fields.nested_fields(name, {"height": value[0], "width": value[-1]} if value else {})
        sides = part.count("height", high=2**16), part.count("width", high=2**16)
        return [side for side in sides if side] if all(sides) else []

    def _sinusoidal(self) -> Model:
        schedule = table("sinusoidal")[self.type]
        if self.width and self.width > MOST_DIMENSIONS:
            self.fields.errors.append(str(range_error("d_model", 1, MOST_DIMENSIONS, self.width)))
        layers = Layers("all", scheme=_sinusoidal(schedule))
        return self._model(layers, stated=self._stated(), offset=2 if schedule == "Tensor2Tensor" else 0)

    def _rotation(self) -> Model:
        rules = conventions().get(self.type, Conventions())
        model = Rotation(self.fields, self.heads, self.width, self.class_, rules).model(self.type or self.name)
        if self.flat:
            outer = self.fields.model_type()
            if outer in classes() and not is_listed(outer, "flat", "read"):
                self.fields.unknown.append(claim("model-flat", name=self.type))
        if self.fields.values.get("position_embedding_type") == "absolute":
            self.fields.assumed.append(claim("model-not-absolute"))
        return model


def _inner_type(name: str, part: str) -> tuple[str, bool]:
    """Type of the part of a model, and True if `name` is that of the whole model."""
    name = table("alias").get(name, name)
    known = classes().get(name)
    inner = known.parts.get(part or "text_config", "") if known and (part or not known.rope) else ""
    name, text = inner or name, f"{inner or name}_text"
    return text if not part and name not in classes() and text in classes() else name, bool(inner)


def _sinusoidal(schedule: str) -> Sinusoidal:
    return Sinusoidal(layout="concatenated", schedule=schedule)  # type: ignore[arg-type]
