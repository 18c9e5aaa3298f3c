"""Reader of config.json files, with the conventions of model code that a file does not contain.

All dialects of Hugging Face's configurations are supported: `rope_theta` and `rope_scaling` of older files,
`rope_parameters` of newer ones, and older names of single models. No code is executed, and all numbers are validated.
"""

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from posenc_core.models.fields import Fields, check_mapping, check_number, check_text, load_config
from posenc_core.models.model import Kind, Layers, Model
from posenc_core.models.rope import ROPE_TYPES, Pairing, Rope
from posenc_core.schemes import T5, ALiBi, Learned, NoPE, Sinusoidal
from posenc_core.text.messages import Claim, claim

__all__ = ["from_config", "types"]

LAYERS = {
    "full_attention": "full",
    "sliding_attention": "sliding",
    "chunked_attention": "chunked",
    "attention": "full",
    "hybrid": "full",
}
"""Layer types, by their names in configurations; layers of other types do not encode positions."""

ROPE_KEYS: tuple[str, ...] = (
    *("rope_parameters", "rope_scaling", "rope_theta", "rope_base", "rope_local_base_freq", "global_rope_theta"),
    *("rotary_dim", "rotary_pct", "rotary_emb_base", "rotary_emb_fraction", "partial_rotary_factor"),
)
"""Keys of models with RoPE only."""

WHOLE = ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length", "max_sequence_length")
"""Keys of the context length."""


SCALINGS = {rope_type: scaling for scaling, rope_type in ROPE_TYPES.items()}
"""Scalings, by the `rope_type` of a configuration."""

MOST_HEADS, MOST_DIMENSIONS = 4096, 8192
"""Largest supported numbers; the largest models have a few hundred heads and a few thousand dimensions."""


@cache
def types() -> dict[str, Any]:
    """Conventions of model types that their config.json does not contain."""
    return tomllib.loads((Path(__file__).parents[1] / "data" / "model_types.toml").read_text("utf-8"))


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
        Layers, lengths, assumptions, and unknowns.

    Raises
    ------
    ValueError
        If the configuration is invalid.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> model = from_config({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32})
    >>> model.main.rope.base, model.huggingface
    (10000.0, 'half')
    """
    if isinstance(source, Mapping):
        return _Reader(source).model(name)
    return _Reader(load_config(source)).model(name or Path(source).name)


class _Reader:
    """Reads a configuration and collects assumptions and unknowns."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.fields = Fields(config)
        self.type = self._language_type(self.fields.model_type())
        self.fields.defaults = types()["defaults"].get(self.type, {})
        self.assumed: list[Claim] = []
        self.unknown: list[Claim] = []
        heads = ("num_attention_heads", "n_head", "num_heads", "n_heads", "encoder_attention_heads")
        self.heads = self.fields.count(*heads, high=MOST_HEADS)
        self.width = self.fields.count("hidden_size", "n_embd", "d_model", "dim", high=2**24)

    def _language_type(self, name: str) -> str:
        """Type of the language model, if the file has only that of the whole model."""
        inner = f"{name}_text"
        return inner if name not in _pairings() and inner in _pairings() else name

    def model(self, name: str) -> Model:
        kind = self.kind()
        model = FAMILIES[kind](self, name or self.type or "the model", kind)
        if not self.type:
            self.unknown.append(claim("model-no-type"))
        self.assumed += [claim("model-default", name=key, whole=value) for key, value in self.fields.taken.items()]
        # layers of several kinds repeat claims
        assumed, unknown = (tuple(dict.fromkeys(claims)) for claims in (self.assumed, self.unknown))
        return model._replace(type=self.type, read=dict(self.fields.read), assumed=assumed, unknown=unknown)

    def kind(self) -> Kind:
        """Family, by the model type first and then by the keys."""
        known, values = types(), self.fields.values
        word = self.fields.text("position_embedding_type")
        if self.type == "falcon" and self.fields.get("alibi"):
            return "alibi"
        if self.type == "mpt" and self.fields.mapping("attn_config").get("alibi") is False:
            return "learned"
        if word == "alibi" or self.type in known["types"]["alibi"].split():
            return "alibi"
        if word == "nope" or (self.type == "granitemoehybrid" and word != "rope"):
            return "none"
        if self.type == "esm" and word != "rotary":
            return "learned"
        for kind in ("learned", "sinusoidal", "relative"):
            if self.type in known[kind]:
                return kind
        if self.type in known["types"]["none"].split():
            return "none"
        if self.type in known["types"]["buckets"].split() or values.get("relative_attention_num_buckets"):
            return "buckets"
        if self.type in _pairings() or any(values.get(key) is not None for key in ROPE_KEYS):
            return "rotation"
        if values.get("alibi"):
            return "alibi"
        return "learned" if word == "absolute" else "unknown"

    # families

    def _unknown(self, name: str, kind: Kind) -> Model:
        self.unknown.append(claim("model-no-family", name=self.type or name))
        return Model(name, kind, self.heads, self.width, (Layers("all"),), stated=self.fields.count(*WHOLE))

    def _none(self, name: str, kind: Kind) -> Model:
        return Model(
            name, kind, self.heads, self.width, (Layers("all", scheme=NoPE()),), stated=self.fields.count(*WHOLE)
        )

    def _relative(self, name: str, kind: Kind) -> Model:
        return Model(name, kind, self.heads, self.width, (Layers("all"),))

    def _alibi(self, name: str, kind: Kind) -> Model:
        attention = self.fields.mapping("attn_config")
        if check_number("alibi_bias_max", attention.get("alibi_bias_max"), 1, 100) not in (None, 8):
            self.assumed.append(claim("model-alibi-max", value=float(attention["alibi_bias_max"])))
        both = self.fields.text("position_embedding_type") == "alibi"
        if both:
            self.assumed.append(claim("model-both-ways"))
        scheme = ALiBi(direction="symmetric" if both else "causal")
        stated = self.fields.count(*WHOLE)
        return Model(name, kind, self.heads, self.width, (Layers("all", scheme=scheme),), stated=stated)

    def _buckets(self, name: str, kind: Kind) -> Model:
        sizes: dict[str, Any] = {}
        for key, name_in_file, default in (
            ("buckets", "relative_attention_num_buckets", 32),
            ("distance", "relative_attention_max_distance", 128),
        ):
            value = self.fields.count(name_in_file)
            if value is None:
                self.assumed.append(claim("model-default", name=name_in_file, whole=default))
            sizes[key] = value or default
        schemes = {"encoder": T5(direction="bidirectional", **sizes), "decoder": T5(direction="causal", **sizes)}
        layers = tuple(Layers(side, scheme=scheme) for side, scheme in schemes.items())
        self.unknown.append(claim("model-trained-numbers"))
        return Model(name, kind, self.heads, self.width, layers)

    def _learned(self, name: str, kind: Kind) -> Model:
        rule = types()["learned"].get(self.type)
        if rule is None and self.type == "esm":
            rule = {"key": "max_position_embeddings", "offset": 2, "counted": True}
        if rule is None:
            rule = {"key": "max_position_embeddings"}
            self.assumed.append(claim("model-plain-table"))
        offset = rule.get("offset", 0)
        if rule.get("counted"):
            padding = self.fields.count("pad_token_id", low=0)
            if padding is None:
                self.assumed.append(claim("model-padding", start=offset))
            offset = offset if padding is None else padding + 1
        if rule["key"] == "patches":
            rows = self._patches()
        else:
            rows = self.fields.count(rule["key"], *WHOLE)
            if rows is not None and offset and not rule.get("counted"):
                rows += offset
        usable = rows and max(rows - offset, 0)
        layers: tuple[Layers, ...] = (Layers("all", scheme=Learned()),)
        if self.type == "whisper":
            self.fields.count("max_source_positions")
            layers = (Layers("encoder", scheme=_sinusoidal("Tensor2Tensor")), Layers("decoder", scheme=Learned()))
        if rule.get("buckets"):
            layers += (Layers("all", scheme=T5(direction="bidirectional")),)
        self.unknown.append(claim("model-trained-table"))
        return Model(
            name, kind, self.heads, self.width, layers, trained_length=usable, stated=usable, rows=rows, offset=offset
        )

    def _patches(self) -> int | None:
        """Count of patches of a square image, plus one for the class token."""
        image, patch = self.fields.count("image_size", high=2**16), self.fields.count("patch_size", high=2**16)
        return (image // patch) ** 2 + 1 if image and patch else None

    def _sinusoidal(self, name: str, kind: Kind) -> Model:
        rule = types()["sinusoidal"][self.type]
        check_number("d_model", self.width, 1, MOST_DIMENSIONS)
        layers = (Layers("all", scheme=_sinusoidal(rule["schedule"])),)
        stated = self.fields.count(*WHOLE)
        return Model(name, kind, self.heads, self.width, layers, stated=stated, offset=rule.get("offset", 0))

    def _rotation(self, name: str, kind: Kind) -> Model:
        head = self._head()
        pairing = _pairings().get(self.type)
        if self.fields.get("rotary_emb_interleaved") is True or self.fields.get("rope_interleave") is True:
            pairing = "interleaved"
        elif self.fields.get("rope_interleave") is False:
            pairing = "half"
        if pairing is None:
            self.unknown.append(claim("model-no-pairing", name=self.type or name))
        if self.fields.text("position_embedding_type") == "absolute":
            self.assumed.append(claim("model-not-absolute"))
        whole = self.fields.count(*WHOLE)
        if head is None:
            self.unknown.append(claim("model-no-head"))
            return Model(name, kind, self.heads, None, (Layers("all"),), stated=whole, huggingface=pairing)
        layers = tuple(self._layers(head, whole, pairing))
        ropes = [each.rope for each in layers if each.rope]
        scaled = next((rope for rope in ropes if rope.scaling != "none"), None)
        trained, stated = whole, whole
        if scaled and scaled.scaling in ("YaRN", "llama3", "LongRoPE"):
            trained = scaled.original
            longest = self.fields.values.get("max_position_embeddings")
            stated = whole if longest and whole and whole > trained else round(trained * scaled.factor)
            if stated != whole:
                self.fields.taken.pop("max_position_embeddings", None)
                self.assumed.append(claim("model-stated", whole=stated, length=trained, factor=float(scaled.factor)))
        elif scaled and scaled.scaling in ("linear", "proportional") and scaled.factor > 1:
            trained = None
            self.unknown.append(claim("model-linear-length"))
        elif whole:
            self.assumed.append(claim("model-whole-trained", whole=whole))
        # DeepSeek separates rotated and other dimensions
        dim = head + (self.fields.count("qk_nope_head_dim", low=0) or 0)
        return Model(name, kind, self.heads, dim, layers, trained_length=trained, stated=stated, huggingface=pairing)

    # parameters of a rotation

    def _head(self) -> int | None:
        """Dimensions of a head that RoPE can rotate."""
        if head := self.fields.count("qk_rope_head_dim", low=2, high=MOST_DIMENSIONS):
            return head
        if head := self.fields.count("head_dim", "kv_channels", "attention_head_dim", low=2, high=MOST_DIMENSIONS):
            return head
        if self.width and self.heads:
            if self.width % self.heads:
                raise ValueError(
                    f"hidden_size = {self.width:,} must be a multiple of num_attention_heads = {self.heads:,}"
                )
            head = self.width // self.heads
            check_number("head_dim", head, 2, MOST_DIMENSIONS)
            self.assumed.append(claim("model-head", whole=head))
        return head

    def _base(self, parameters: Mapping[str, Any], *names: str) -> float:
        """Return the base, from the RoPE parameters first."""
        base = check_number("rope_theta", parameters.get("rope_theta"), 1.0001, 1e15)
        if base is None:
            base = self.fields.number(*names, low=1.0001, high=1e15)
        if base is None:
            base = float(types()["base"].get(self.type, 1e4))
            self.assumed.append(
                claim("model-base", base=base, relation="known" if self.type in _pairings() else "unknown")
            )
        # ChatGLM multiplies its base
        if self.type in ("chatglm", "glm") and (ratio := self.fields.number("rope_ratio", low=1, high=1e9)):
            base *= ratio
        return base

    def _layers(self, head: int, whole: int | None, pairing: Pairing | None) -> list[Layers]:
        """Layers of each kind, with their rotations."""
        parameters = self._parameters()
        nested = {
            LAYERS[key]: check_mapping(key, value)
            for key, value in parameters.items()
            if key in LAYERS and "attention" in key and value is not None
        }
        layers = []
        for which, places in self._groups().items():
            if which in ("linear", "nope"):
                layers.append(Layers(which, places, scheme=NoPE() if which == "nope" else None))
                continue
            own = nested.get(which, {} if nested else parameters)
            window = self._window() if which in ("sliding", "chunked") else None
            if which == "full" and nested and "full" not in nested:
                layers.append(Layers("nope", places, scheme=NoPE()))
                continue
            rope = self._rope(own, head, whole, which)
            layers.append(Layers(which, places, rope, rope.scheme(pairing), window))
        if len(layers) == 1 and layers[0].which == "full":
            layers = [layers[0]._replace(which="all")]
        return layers

    def _parameters(self) -> Mapping[str, Any]:
        """RoPE parameters, by their new or old name."""
        return self.fields.mapping("rope_parameters", "rope_scaling")

    def _rope(self, parameters: Mapping[str, Any], head: int, whole: int | None, which: str) -> Rope:
        local = which == "sliding" and self.type in ("gemma3_text", "modernbert", "gemma3")
        if local and "rope_theta" not in parameters:
            base = self.fields.number("rope_local_base_freq", "local_rope_theta", low=1.0001, high=1e15)
            if base is None:
                self.assumed.append(claim("model-local-base", base=1e4))
            parameters = {**parameters, "rope_theta": base or 1e4}
        base = self._base(parameters, "rope_theta", "rotary_emb_base", "rope_base", "global_rope_theta", "rotary_base")
        kind = check_text("rope_type", parameters.get("rope_type", parameters.get("type"))) or "default"
        if (which == "sliding" and self.type in ("gemma3_text", "gemma3", "olmo3")) or not parameters:
            kind = "default"
        if kind == "su":
            self.assumed.append(claim("model-su"))
            kind = "longrope"
        if kind == "mrope" or "mrope_section" in parameters:
            self.unknown.append(claim("model-mrope"))
        scaling = SCALINGS.get("default" if kind in ("mrope", "gptj", "axial") else kind)
        if scaling is None:
            self.unknown.append(claim("model-no-scaling", name=kind[:40]))
            scaling = "none"
        rope = Rope(head, self._rotated_width(parameters, head), base, scaling)
        alpha = check_number("alpha", parameters.get("alpha"), 1, 1e6)
        if scaling == "dynamic" and alpha and rope.width > 2:
            # HunYuan: a larger base at every length
            return replace(rope, base=base * alpha ** (rope.width / (rope.width - 2)), scaling="none")
        return rope if scaling == "none" else self._with_scaling(rope, parameters, whole)

    def _rotated_width(self, parameters: Mapping[str, Any], head: int) -> int:
        """Count of rotated dimensions of a head."""
        if self.fields.values.get("qk_rope_head_dim"):
            return head
        fixed = self.fields.count("rotary_dim", low=2, high=2**16)
        if fixed is None and self.type in ("gptj", "codegen"):
            fixed = 64
            self.assumed.append(claim("model-default", name="rotary_dim", whole=64))
        if fixed is not None:
            return min(fixed, head)
        share = check_number("partial_rotary_factor", parameters.get("partial_rotary_factor"), 0.001, 1)
        if share is None:
            share = self.fields.number(
                "partial_rotary_factor",
                "rotary_pct",
                "rotary_emb_fraction",
                "rope_percent",
                "rope_pct",
                low=0.001,
                high=1,
            )
        if share is None:
            share = types()["share"].get(self.type, 1.0)
            if share != 1:
                self.assumed.append(claim("model-share", share=share))
        return max(2, int(head * share) // 2 * 2)

    def _with_scaling(self, rope: Rope, parameters: Mapping[str, Any], whole: int | None) -> Rope:
        """Rotation with the parameters of its scaling."""

        def number(name: str, default: float, low: float = 0, high: float = 1e6) -> float:
            value = check_number(name, parameters.get(name), low, high)
            return default if value is None else value

        original = self.fields.count("original_max_position_embeddings") or int(
            number("original_max_position_embeddings", 0, high=2**31)
        )
        if not original and rope.scaling in ("YaRN", "llama3", "LongRoPE"):
            original = whole or 0
            self.assumed.append(claim("model-original", whole=original))
        if rope.scaling == "dynamic":
            original = whole or 0
        if rope.scaling in ("YaRN", "llama3", "LongRoPE", "dynamic") and original < 1:
            raise ValueError(f"scaling = {rope.scaling} requires original_max_position_embeddings")
        factor = number("factor", (whole or original) / original if original else 1, low=1)
        rope = replace(rope, factor=factor, original=original)
        if rope.scaling == "llama3":
            return replace(rope, fast=number("high_freq_factor", 4), slow=number("low_freq_factor", 1))
        if rope.scaling == "YaRN":
            return self._yarn(rope, parameters, number)
        if rope.scaling == "LongRoPE":
            short, long = (self._factors(parameters, f"{each}_factor", rope.width // 2) for each in ("short", "long"))
            size = math.sqrt(1 + math.log(factor) / math.log(original)) if factor > 1 < original else 1.0
            return replace(rope, short=short, long=long, attention=number("attention_factor", size))
        return rope

    def _yarn(self, rope: Rope, parameters: Mapping[str, Any], number: Any) -> Rope:
        mscale, all_dims = number("mscale", 0), number("mscale_all_dim", 0)
        size = (
            _mscale(rope.factor, mscale) / _mscale(rope.factor, all_dims)
            if mscale and all_dims
            else _mscale(rope.factor)
        )
        softmax = (
            _mscale(rope.factor, all_dims) ** 2 if self.fields.values.get("qk_rope_head_dim") and all_dims else 1.0
        )
        return replace(
            rope,
            fast=number("beta_fast", 32) or 32,
            slow=number("beta_slow", 1) or 1,
            truncate=parameters.get("truncate") is not False,
            attention=number("attention_factor", size),
            softmax=softmax,
        )

    def _factors(self, parameters: Mapping[str, Any], name: str, pairs: int) -> tuple[float, ...]:
        """LongRoPE's factors, one per pair."""
        factors = parameters.get(name)
        if not isinstance(factors, list | tuple) or len(factors) != pairs:
            raise ValueError(f"{name} must be a list of {pairs} numbers, one for each pair")
        values = [check_number(name, each, 0.01, 1000) for each in factors]
        return tuple(each or 1.0 for each in values)

    # layers

    def _window(self) -> int | None:
        if self.type == "modernbert":
            whole = self.fields.count("local_attention") or 128
            return whole // 2 + 1
        return self.fields.count("sliding_window", "attention_chunk_size", "sliding_window_size")

    def _groups(self) -> dict[str, tuple[int, ...] | None]:
        """Layer numbers of each kind, from 0, in the order of the first; None if the number of layers is unknown."""
        count = self.fields.count("num_hidden_layers", "n_layer", "n_layers", high=10_000)
        every = tuple(range(count)) if count else None
        listed = self.fields.listed("layer_types", 10_000)
        flags = self.fields.listed("no_rope_layers", 10_000)
        if self.type == "exaone4" and "sliding_window" in self.fields.values and not self._window():
            return {"all": every}
        rule = types()["layers"].get(self.type)
        if listed:
            named = [LAYERS.get(str(each), "linear") for each in listed]
            if rule and rule.get("nope"):
                named = ["nope" if each == "full" else each for each in named]
            if flags and len(flags) == len(named):
                named = [each if flag else "nope" for each, flag in zip(named, flags, strict=True)]
            return _places(named)
        if rule is None:
            return {"sliding" if self._window_everywhere() else "all": every}
        if flags:
            return _places(["all" if flag else "nope" for flag in flags])
        step, at = self._pattern(rule)
        far, near = "nope" if rule.get("nope") else "full", rule.get("others", "sliding")
        if every is None:
            return {near: None, far: None}
        return _places([far if layer % step == at else near for layer in every])

    def _pattern(self, rule: Mapping[str, Any]) -> tuple[int, int]:
        """Period of the layers with full attention, and their place within it."""
        keys = ("sliding_window_pattern", "global_attn_every_n_layers", "no_rope_layer_interval")
        step = None
        if not isinstance(self.fields.values.get(keys[0]), str):
            step = self.fields.count(*keys, high=1000)
            if step is None:
                self.assumed.append(claim("model-pattern", count=rule["every"]))
        step = step or rule["every"]
        return step, rule["at"] if step == rule["every"] or not rule["at"] else step - 1

    def _window_everywhere(self) -> bool:
        """Return True if all layers have a sliding window: a number in the file, and its switch if the type has one."""
        if self.type.startswith("qwen") and self.fields.get("use_sliding_window") is not True:
            return False
        window, whole = self.fields.count("sliding_window"), self.fields.count(*WHOLE)
        return bool(window and whole and window < whole)


FAMILIES: Mapping[Kind, Callable[[_Reader, str, Kind], Model]] = {
    "rotation": _Reader._rotation,
    "alibi": _Reader._alibi,
    "buckets": _Reader._buckets,
    "learned": _Reader._learned,
    "sinusoidal": _Reader._sinusoidal,
    "none": _Reader._none,
    "relative": _Reader._relative,
    "unknown": _Reader._unknown,
}
"""Reader of each family."""


def _places(named: Sequence[str]) -> dict[str, tuple[int, ...] | None]:
    """Layer numbers by kind, in the order of the first."""
    return {which: tuple(place for place, each in enumerate(named) if each == which) for which in dict.fromkeys(named)}


def _mscale(factor: float, size: float = 1.0) -> float:
    return 0.1 * size * math.log(factor) + 1 if factor > 1 else 1.0


def _sinusoidal(schedule: str) -> Sinusoidal:
    return Sinusoidal(layout="concatenated", schedule=schedule)  # type: ignore[arg-type]


@cache
def _pairings() -> dict[str, Pairing]:
    """Pairing in the code of each model type."""
    return {name: pairing for pairing, names in types()["pairing"].items() for name in names.split()}
