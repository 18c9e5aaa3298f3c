"""Rotations of the layers of a model, read from its configuration and the defaults of its class."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from posenc_core.foundation.rope_scaling import longrope_attention
from posenc_core.schemes import MRoPE, NoPE
from posenc_core.text.messages import claim, message
from posenc_tools.models.conventions import ClassDefaults, Conventions
from posenc_tools.models.fields import Fields, check_number, range_error
from posenc_tools.models.layers import LAYERS, LETTERS, MOST_LAYERS, layer_kinds, places
from posenc_tools.models.model import Layers, Model, Temperature
from posenc_tools.models.rope import ROPE_TYPES, Pairing, Rope

WHOLE = ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length", "max_sequence_length")
"""Keys of the context length."""

BASES = ("rope_theta", "rotary_emb_base", "rope_base", "rotary_base")
"""Keys of the base outside of the RoPE parameters; the first is ignored by some classes."""

LOCAL_BASES = {
    "sliding": ("rope_local_base_freq", "local_rope_theta", "swa_rope_theta"),
    "compressed": ("compress_rope_theta",),
}
"""Keys of another base of some layers, in classes that have one."""

SHARES = ("partial_rotary_factor", "rotary_pct", "rotary_emb_fraction", "rope_percent", "rope_pct")

SCALINGS = {rope_type: scaling for scaling, rope_type in ROPE_TYPES.items()} | dict.fromkeys(("mrope", "axial"), "none")
"""Scalings, by the `rope_type` of a configuration."""

ORIGINAL = ("YaRN", "llama3", "LongRoPE")
"""Scalings with a length before the scaling."""

MOST_BASE, MOST_DIMENSIONS = 1e15, 8192

MOST_KINDS = 100
"""Largest number of kinds of layers with different rotations; models have at most three."""

AXES = ("time", "height", "width")
"""Axes of M-RoPE, in the order of mrope_section."""


class _Group(NamedTuple):
    """Layers that are read alike: their kind, and numbers that the file lists by layer."""

    kind: str
    base: float | None = None
    share: float | None = None
    scaled: bool = True


class Rotation:
    """Reader of the rotations of a model.

    Attributes are set here only. Methods return values, and add assumptions, unknowns, and errors to `fields`.
    """

    def __init__(
        self, fields: Fields, heads: int | None, width: int | None, class_: ClassDefaults | None, rules: Conventions
    ) -> None:
        self.fields, self.heads, self.width, self.conventions = fields, heads, width, rules
        self.known, self.class_ = class_ is not None, class_ or ClassDefaults()
        self.stated = fields.count(*WHOLE)
        self.unscaled = (fields.count("seq_length") if self.conventions.powers else None) or self.stated
        """Length before a scaling, if the RoPE parameters have none."""
        self.qk_rope = fields.count("qk_rope_head_dim", low=0, high=MOST_DIMENSIONS)
        self.head = self._head()
        self.both_sides = self._both_sides()
        kinds = [LAYERS.get(str(name), "") for name in fields.list_of("yarn_only_types", 100)]
        self.scaled_kinds = kinds or [self.conventions.scaled]
        """Kinds of layers that a scaling for all layers concerns; [""] for all."""
        names = ("rope_parameters", "rope_scaling") if self.class_.scaling else ("rope_parameters",)
        self.given = fields.part(*names)
        self.has_parameters = bool(self.given.values)
        self.parameters = self._by_kind(self.given) if self.has_parameters else self._class_parameters()

    def model(self, name: str) -> Model:
        """Model with its layers, lengths, and pairing; claims name its type."""
        if not self.known:
            self.fields.unknown.append(claim("model-as-llama", name=name))
        pairing = self._pairing(name)
        layers = self.layers(pairing)
        rope = Model("", "rotation", None, None, layers).main.rope
        if not rope:
            if self.head is None:
                self.fields.unknown.append(claim("model-no-head"))
            return Model("", "rotation", self.heads, None, layers, stated=self.unscaled, huggingface=pairing)
        self._consistent_width(rope)
        trained, stated = self._lengths([group.rope for group in layers if group.rope])
        dim = self._dim(rope)
        axes, arrangement = self._sections()
        if self.conventions.learned:
            self.fields.unknown.append(claim("model-learned-factors"))
        if axes and sum(axes.values()) != rope.width // 2:
            count, whole = sum(axes.values()), rope.width // 2
            self.fields.unknown.append(claim("model-mrope-sum", name="mrope_section", count=count, whole=whole))
        return Model(
            "", "rotation", self.heads, dim, layers, trained_length=trained, stated=stated, huggingface=pairing,
            axes=axes, arrangement=arrangement, published=self._published(axes, arrangement, pairing, rope),
            temperature=self._temperature(),
            logn=self.unscaled if self.fields.get("use_logn_attn") is True else None,
        )  # fmt: skip

    # the whole model

    def _pairing(self, name: str) -> Pairing | None:
        if not self.known:
            return None
        pairing, has_switch = self.class_.pairing, self.fields.has_value("rotary_emb_interleaved")
        switch = self.fields.get("rotary_emb_interleaved", "rope_interleave")
        if isinstance(switch, bool) and (has_switch or "rope_interleave" in self.fields.defaults):
            pairing = "interleaved" if switch else "half"
        if pairing is None:
            self.fields.unknown.append(claim("model-no-pairing", name=name))
        return pairing

    def _consistent_width(self, rope: Rope) -> None:
        """Mark keys of the rotated width as read that say what is read from others."""
        if self.fields.values.get("rotary_dim") == rope.width:
            self.fields.get("rotary_dim")
        if self.fields.values.get("rotary_emb_fraction") == rope.width / rope.head:
            self.fields.get("rotary_emb_fraction")

    def _lengths(self, ropes: list[Rope]) -> tuple[int | None, int | None]:
        """Length in training, and stated length."""
        length, fields = self.unscaled, self.fields
        scaled = next((rope for rope in ropes if rope.scaling != "none"), None)
        if not (scaled and scaled.scaling in ORIGINAL):
            return None, self.stated if self.known else length
        longest = round(scaled.original * scaled.factor)
        stated = length if fields.has_value(*WHOLE) and length and length > scaled.original else longest
        if scaled.scaling == "YaRN":
            # a file may have the length before the scaling
            stated = max(stated, longest)
        if stated != length:
            fields.taken.pop("max_position_embeddings", None)
            factor = float(scaled.factor)
            shorter = {"relation": "less" if fields.has_value(*WHOLE) else "unknown", "other": length or 0}
            args = {"whole": stated, "length": scaled.original, "factor": factor, **shorter}
            fields.assumed.append(claim("model-stated", **args))
        return (scaled.original if self.known else None), stated

    def _dim(self, rope: Rope) -> int:
        """Dimensions of a head in the main layers, with those that never rotate (DeepSeek)."""
        if not self.qk_rope:
            return rope.head
        dim = self.qk_rope + (self.fields.count("qk_nope_head_dim", low=0) or 0)
        return max(dim, self.fields.count("head_dim", high=MOST_DIMENSIONS) or 0)

    def _sections(self) -> tuple[dict[str, int], str]:
        """Numbers of frequencies of each axis of M-RoPE, and the order of the pairs, "" without M-RoPE."""
        sections, values = self.given.list_of("mrope_section", 8), self.given.values
        counts = [number for number in sections if isinstance(number, int) and not isinstance(number, bool)]
        counts = counts or [int(number) for number in self.conventions.mrope.split()]
        if not counts and values.get("rope_type", values.get("type")) != "mrope":
            return {}, ""
        switch = self.given.get("mrope_interleaved")
        if not self.conventions.mrope or len(counts) != len(AXES):
            text = ", ".join(map(str, counts))
            self.fields.unknown.append(claim("model-mrope-unknown", text=text, count=len(counts)))
            return {}, ""
        arrangement = self.conventions.arrangement
        if isinstance(switch, bool) and switch != (arrangement == "interleaved"):
            self.fields.assumed.append(claim("model-mrope-ignored", shown=str(switch).lower()))
        axes = ("height", "width", "time") if arrangement == "time last" else AXES
        return dict(zip(axes, counts, strict=True)), arrangement

    def _published(self, axes: Mapping[str, int], arrangement: str, pairing: str | None, rope: Rope) -> str:
        """Key of the settings of M-RoPE that are equal except for the base, or ""."""
        settings = ", ".join(str(axes.get(axis)) for axis in AXES), arrangement, pairing, rope.width / rope.head
        for name, scheme in MRoPE.published().items():
            if settings == (scheme.sections, scheme.arrangement, scheme.pairing, scheme.share):
                return name
        return ""

    def _temperature(self) -> Temperature | None:
        """Factor of queries that grows with the position."""
        if self.fields.get("attn_temperature_tuning"):
            # Llama 4
            scale, step = self.fields.number("attn_scale", high=100), self.fields.count("floor_scale")
            which, shift = "nope", 1
        else:
            scale, step = self.given.number("llama_4_scaling_beta", high=100), None
            which, shift = "all", 0
            if scale:
                step = self._original(self.given)
        return Temperature(which, scale, step, shift) if scale and step else None

    # parameters of kinds of layers

    def _by_kind(self, parameters: Fields) -> dict[str, Fields | None]:
        """Parameters by kind of layers; those of all others by an empty text."""
        parts = {LAYERS[label]: parameters.part(label) for label in parameters.values if label in LAYERS}
        return {kind: part if part.values else None for kind, part in parts.items()} or {"": parameters}

    def _class_parameters(self) -> dict[str, Fields | None]:
        """Parameters of the class, for a file without any."""
        rope = self.class_.rope
        rope_type = rope.get("rope_type", "default")
        if rope_type not in ("default", "axial"):
            self.fields.assumed.append(claim("model-class-scaling", text=str(rope_type)))
        return self._by_kind(Fields({"class": rope}, "").nested_fields("class", rope))

    def _default(self, kind: str, name: str) -> float | None:
        """Return the base or rotated share of the class, for a kind of layers."""
        sources: list[Mapping[str, Any]] = [self.class_.bare, self.class_.rope]
        if not self.has_parameters or ("" in self.parameters and "" not in sources[0]):
            sources.reverse()
        elif name != "rope_theta":
            sources = sources[:1]
        for source in sources:
            kinds = {LAYERS.get(label, ""): values for label, values in source.items() if isinstance(values, Mapping)}
            for key in (kind, "full" if kind == "all" else "", ""):
                value = kinds.get(key, {}).get(name) if kinds else source.get(name)
                if value is not None:
                    return float(value)
        return None

    def _parameters_of(self, kind: str, *, scaled: bool = True) -> Fields | None:
        """Parameters of a kind of layers; None for layers without positions."""
        if kind in self.parameters:
            return self.parameters[kind]
        if kind == "all" and "full" in self.parameters:
            return self.parameters["full"]
        shared = self.parameters.get("")
        scaled = scaled and ("" in self.scaled_kinds or kind in self.scaled_kinds)
        return shared if shared and scaled else Fields({}, "")

    # layers

    def layers(self, pairing: Pairing | None) -> tuple[Layers, ...]:
        """Layers of each kind, with their rotations."""
        if not self.known:
            return (Layers("all", None, self._rope(_Group("all"), self._parameters_of("all") or Fields({}, ""))),)
        layers = [self._layers_of(group, numbers, pairing) for group, numbers in self._groups().items()]
        if len(layers) == 1 and layers[0].which == "full":
            layers = [layers[0]._replace(which="all")]
        return tuple(layers)

    def _layers_of(self, group: _Group, numbers: tuple[int, ...] | None, pairing: Pairing | None) -> Layers:
        """Layers of a group, with their rotation and window."""
        if group.kind == "linear":
            return Layers(group.kind, numbers)
        parameters = None if group.kind == "nope" else self._parameters_of(group.kind, scaled=group.scaled)
        if parameters is None:
            return Layers("nope", numbers, scheme=NoPE())
        rope = self._rope(group, parameters)
        window, ahead = None, 0
        if group.kind in ("sliding", "chunked", "compressed"):
            window, ahead = self._window(group.kind)
        return Layers(group.kind, numbers, rope, rope.scheme(pairing) if rope else None, window, ahead)

    def _groups(self) -> dict[_Group, tuple[int, ...] | None]:
        """Layer numbers of each group; None if the number of layers is unknown."""
        kinds = layer_kinds(self.fields, self.class_.layers)
        if not kinds:
            letters = self.class_.layers.expand(100) if self.class_.layers else ""
            kinds = [kind for kind, letter in LETTERS.items() if letter in letters] or ["all"]
            return dict.fromkeys(_Group(self._rotated_kind(kind)) for kind in kinds)
        kinds = self._without_rotation([self._rotated_kind(kind) for kind in self._with_windows(kinds)])
        bases = self._numbers("layer_rope_theta", len(kinds)) or self._numbers("rope_theta", len(kinds))
        shares = self._numbers("partial_rotary_factors", len(kinds))
        scaled = self.fields.list_of("rope_scaling_layers", MOST_LAYERS)
        groups = [
            _Group(
                "nope" if bases and not bases[place] else kind,
                bases[place] if bases else None,
                shares[place] if shares else None,
                not scaled or place in scaled,
            )
            for place, kind in enumerate(kinds)
        ]
        kinds_of_layers = dict(places(groups))
        if len(kinds_of_layers) > MOST_KINDS:
            self.fields.errors.append(str(claim("field-kinds", count=len(kinds_of_layers), most=MOST_KINDS)))
            return {_Group("all"): None}
        return kinds_of_layers

    def _rotated_kind(self, kind: str) -> str:
        """Kind of layers, "nope" for full attention that the class does not rotate."""
        rule = self.conventions.nope_full
        if kind == "full" and (rule == "always" or (rule == "windows" and self.fields.get("sliding_window"))):
            return "nope"
        return kind

    def _with_windows(self, kinds: list[str]) -> list[str]:
        """Kinds of layers, with windows of the class, which only a list of kinds overrides."""
        fields = self.fields
        if fields.has_value("layer_types"):
            return kinds
        if {*kinds} == {"sliding", "full"} and "" in self.parameters and not self._window("sliding")[0]:
            return ["full"] * len(kinds)
        if {*kinds} - {"all", "full"}:
            return kinds
        if not self.conventions.window_layers:
            return kinds
        if "use_sliding_window" in fields.defaults or fields.has_value("use_sliding_window"):
            if fields.get("use_sliding_window") is not True or not fields.get("sliding_window"):
                return kinds
            first = fields.count("max_window_layers", low=0) or 0
            if self.class_.layers:
                return ["sliding" if place >= first else kind for place, kind in enumerate(kinds)]
        window = self._window("sliding")[0] if self.class_.windows else None
        # a window of the whole length is none
        if not window or window >= (self.stated or math.inf):
            return kinds
        return ["sliding"] * len(kinds)

    def _without_rotation(self, kinds: list[str]) -> list[str]:
        """Kinds of layers, where a list or a period names the layers without positions."""
        if default := self.conventions.cross_layers:
            cross = self.fields.list_of("cross_attention_layers", MOST_LAYERS) or default
            return ["nope" if place in cross else kind for place, kind in enumerate(kinds)]
        if not self.conventions.no_rope_layers:
            return kinds
        flags = self.fields.list_of("no_rope_layers", MOST_LAYERS)
        if not flags:
            every = self.fields.count("no_rope_layer_interval", high=1000) or 4
            if not self.fields.has_value("no_rope_layer_interval"):
                self.fields.assumed.append(claim("model-pattern", count=every))
            flags = [(place + 1) % every for place in range(len(kinds))]
        rotated = ["all" if kind == "full" else kind for kind in kinds]
        return [kind if flag else "nope" for kind, flag in zip(rotated, flags, strict=False)]

    def _numbers(self, name: str, count: int) -> list[float] | None:
        """Numbers that a file lists by layer; None if it has none."""
        if not isinstance(self.fields.values.get(name), list | tuple):
            return None
        values = self.fields.list_of(name, MOST_LAYERS)
        try:
            numbers = [check_number(f"{name}[{place}]", value, 0, MOST_BASE) or 0 for place, value in enumerate(values)]
        except ValueError as error:
            self.fields.errors.append(str(error))
            return None
        if len(numbers) < count:
            self.fields.errors.append(message("field-layers", name=name, layers=count, count=len(numbers)))
            return None
        return numbers

    def _window(self, kind: str) -> tuple[int | None, int]:
        """Visible tokens up to the query, and after it, in layers of a kind; None for all."""
        key, first = self.conventions.window_without_query, ["attention_chunk_size"] if kind == "chunked" else []
        if key and (window := self.fields.count(key)):
            return window + 1, 0
        names = (*first, "sliding_window", "attention_window_size", "attention_chunk_size", "sliding_window_size")
        window = self.fields.count(*names, low=0, given="local_attention" in self.fields.defaults)
        if not window and (window := self.fields.count("local_attention")) and not self.conventions.both_sides:
            window //= 2
        if not window or kind != "sliding":
            return window or None, 0
        half = window // 2
        return {
            "each": (window + 1, window),
            "halves": (half + 1, half),
            "halves and one": (half + 2, half + 1),
            "split": (window - half, half),
        }.get(self.both_sides, (window, 0))

    def _both_sides(self) -> str:
        """Rule for the tokens on both sides of the query, "" for layers that see those before it alone."""
        rule, condition = self.conventions.both_sides, self.conventions.both_if
        if rule and (condition is None or self.fields.get("use_bidirectional_attention") == condition):
            return rule
        # masks of transformers follow this key in every class
        return "each" if self.known and self.fields.get("is_causal") is False else ""

    # one rotation

    def _head(self) -> int | None:
        """Dimensions of a head that RoPE can rotate."""
        if self.qk_rope:
            return self.qk_rope
        keys = ("head_dim", "attention_head_dim", "kv_channels")
        if not self.conventions.hidden_head and (head := self.fields.count(*keys, low=2, high=MOST_DIMENSIONS)):
            return head
        if not self.width or not self.heads:
            # any size, so that the other keys are validated too
            return 64 if self.fields.errors else None
        times = self.conventions.head_times
        head = times * self.width // self.heads
        defaults = self.class_.defaults
        tolerant = defaults.get("hidden_size", 0) % defaults.get("num_attention_heads", 1)
        if self.width % self.heads and not tolerant:
            self.fields.errors.append(message("field-multiple", width=self.width, heads=self.heads))
        if not 2 <= head <= MOST_DIMENSIONS:
            self.fields.errors.append(str(range_error("head_dim", 2, MOST_DIMENSIONS, head)))
            return None
        self.fields.assumed.append(claim("model-head", whole=head, count=times))
        return head

    def _rope(self, group: _Group, parameters: Fields) -> Rope | None:
        """Rotation of a group of layers; None without a head size, or for an odd number of dimensions."""
        head = self.head
        if group.kind == "full" and self.conventions.full_head and not self.qk_rope:
            head = self.fields.count("global_head_dim", low=2, high=MOST_DIMENSIONS) or self.conventions.full_head
        if head is None:
            return None
        base, scaling = self._base(group, parameters), self._scaling(parameters)
        width = self._rotated_width(group, parameters, head, scaling)
        if width % 2:
            self.fields.unknown.append(claim("model-odd-width", width=width))
            return None
        rope = Rope(head, width, base, scaling)
        alpha = parameters.number("alpha", low=1, high=1e6) if scaling == "dynamic" and width > 2 else None
        if alpha:
            # Hunyuan enlarges the base at every length
            return replace(rope, base=base * alpha ** (width / (width - 2)), scaling="none")
        return rope if scaling == "none" else self._with_scaling(rope, parameters)

    def _scaling(self, parameters: Fields) -> str:
        """Scaling of a rotation; "none" if it is unknown."""
        rope_type = parameters.text("rope_type") or parameters.text("type") or "default"
        # newer files have both
        parameters.get("type")
        if self.conventions.powers and self.fields.get("use_dynamic_ntk") is True:
            rope_type = "dynamic"
        if rope_type == "su":
            self.fields.assumed.append(claim("model-su"))
            rope_type = "longrope"
        if rope_type not in SCALINGS:
            self.fields.unknown.append(claim("model-no-scaling", name=rope_type[:40]))
        return SCALINGS.get(rope_type, "none")

    def _origin(self) -> str:
        """Code that the defaults are of."""
        if not self.known:
            return "unknown"
        return "own" if self.class_.own else "known"

    def _base(self, group: _Group, parameters: Fields) -> float:
        """Return the base, from the RoPE parameters first."""
        kind = group.kind
        if group.base:
            return group.base
        base = None
        if self.has_parameters:
            base = parameters.number("rope_theta", low=1.0001, high=MOST_BASE)
        if base is None:
            names = self._base_keys(kind)
            # DBRX nests its base
            base = self.fields.number(*names, low=1.0001, high=MOST_BASE)
            base = base or self.fields.part("attn_config").number(*names, low=1.0001, high=MOST_BASE)
        if base is None:
            base = self._default(kind, "rope_theta") or 1e4
            if kind in LOCAL_BASES and base != (self._default("full", "rope_theta") or base):
                self.fields.assumed.append(claim("model-local-base", base=base))
            else:
                self.fields.assumed.append(claim("model-base", base=base, relation=self._origin()))
        ratio = self.fields.number("rope_ratio", low=1, high=1e9) if self.conventions.rope_ratio else None
        return base * (ratio or 1)

    def _base_keys(self, kind: str) -> tuple[str, ...]:
        """Keys of the base of a kind of layers outside of the RoPE parameters."""
        if kind == "compressed" or (kind == "sliding" and "full" in map(LAYERS.get, self.class_.rope)):
            return LOCAL_BASES[kind]
        if self.conventions.base_key is not None:
            return (self.conventions.base_key,)
        return BASES[1:] if self.class_.fixed and not self.has_parameters else BASES

    def _rotated_width(self, group: _Group, parameters: Fields, head: int, scaling: str) -> int:
        """Return the number of rotated dimensions of a head."""
        given_share = None
        if self.has_parameters:
            given_share = parameters.number("partial_rotary_factor", low=0.001, high=1)
        if self.qk_rope:
            return head
        has_width = self.conventions.rotary_dim or not self.known
        if has_width and (width := self.fields.count("rotary_dim", low=2, high=2**16)):
            return min(width, head)
        if not self.class_.share and scaling == "none":
            return head
        share = group.share or given_share or self.fields.number(*SHARES, low=0.001, high=1)
        if share is None:
            share = self._default(group.kind, "partial_rotary_factor") or 1.0
            if share != 1:
                self.fields.assumed.append(claim("model-share", share=share, relation=self._origin()))
        if scaling == "proportional":
            return max(2, int(share * head // 2) * 2)
        return max(2, int(head * share))

    # scalings

    def _original(self, parameters: Fields) -> int | None:
        length = self.fields.count("original_max_position_embeddings")
        return length or parameters.count("original_max_position_embeddings")

    def _with_scaling(self, rope: Rope, parameters: Fields) -> Rope:
        """Rotation with the parameters of its scaling."""

        def number(name: str, default: float, low: float = 0, high: float = 1e6) -> float:
            value = parameters.number(name, low=low, high=high)
            return default if value is None else value

        original = (self._original(parameters) or 0) if rope.scaling in ORIGINAL else 0
        if not original and rope.scaling in ORIGINAL:
            original = self.unscaled or 0
            self.fields.assumed.append(claim("model-original", whole=original))
        if rope.scaling == "dynamic":
            original = self.unscaled or 0
        if rope.scaling in (*ORIGINAL, "dynamic") and original < 1:
            self.fields.errors.append(message("field-original", text=rope.scaling))
            return replace(rope, scaling="none")
        steps, default_factor = self.conventions.powers, 1.0
        if steps:
            default_factor = 2.0
        elif original:
            default_factor = (self.unscaled or original) / original
        factor = number("factor", default_factor, low=1)
        rope = replace(rope, factor=factor, original=original, steps=steps)
        if rope.scaling == "llama3":
            return replace(rope, fast=number("high_freq_factor", 4), slow=number("low_freq_factor", 1))
        if rope.scaling == "YaRN":
            return self._yarn(rope, parameters, number)
        if rope.scaling == "LongRoPE":
            short, long = (self._factors(parameters, f"{kind}_factor", rope.width // 2) for kind in ("short", "long"))
            # Phi-3.5-MoE has two equal factors of attention
            size = number("short_mscale", longrope_attention(max(factor, 1.0), original))
            size = number("attention_factor", number("long_mscale", size))
            return replace(rope, short=short, long=long, attention=size)
        return rope

    def _yarn(self, rope: Rope, parameters: Fields, number: Any) -> Rope:
        mscale, all_dims = number("mscale", 0), number("mscale_all_dim", 0)
        in_logits = _mscale(rope.factor, all_dims)
        attention = _mscale(rope.factor, mscale) / in_logits if mscale and all_dims else _mscale(rope.factor)
        if self.conventions.yarn_attention and "" in self.parameters:
            attention = self.conventions.yarn_attention
        return replace(
            rope,
            fast=number("beta_fast", 32) or 32,
            slow=number("beta_slow", 1) or 1,
            truncate=parameters.get("truncate") is not False,
            attention=number("attention_factor", attention),
            softmax=in_logits**2 if self.class_.softmax and all_dims else 1.0,
        )

    def _factors(self, parameters: Fields, name: str, pairs: int) -> tuple[float, ...]:
        """LongRoPE's factors, one per pair."""
        factors = parameters.get(name)
        try:
            if not isinstance(factors, list | tuple) or len(factors) != pairs:
                raise ValueError(claim("field-pairs", name=parameters.path(name), count=pairs))
            return tuple(check_number(name, factor, 0.01, 1000) or 1.0 for factor in factors)
        except ValueError as error:
            self.fields.errors.append(str(error))
            return (1.0,) * pairs


def _mscale(factor: float, size: float = 1.0) -> float:
    return 0.1 * size * math.log(factor) + 1 if factor > 1 else 1.0
