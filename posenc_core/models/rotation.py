"""Rotations of the layers of a model, read from its configuration and the defaults of its class."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from posenc_core.foundation.rope_scaling import longrope_attention
from posenc_core.models.fields import Fields, check_number, range_error
from posenc_core.models.layers import LAYERS, LETTERS, expand, layer_kinds, places
from posenc_core.models.model import Layers, Model, Temperature
from posenc_core.models.rope import ROPE_TYPES, Rope
from posenc_core.schemes import MRoPE, NoPE
from posenc_core.text.messages import Claim, claim, message

WHOLE = ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length", "max_sequence_length")
"""Keys of the context length."""

BASES = ("rope_theta", "rotary_emb_base", "rope_base", "rotary_base")
SHARES = ("partial_rotary_factor", "rotary_pct", "rotary_emb_fraction", "rope_percent", "rope_pct")

SCALINGS = {rope_type: scaling for scaling, rope_type in ROPE_TYPES.items()} | dict.fromkeys(("mrope", "axial"), "none")
"""Scalings, by the `rope_type` of a configuration."""

ORIGINAL = ("YaRN", "llama3", "LongRoPE")
"""Scalings with a length before the scaling."""

MOST_BASE, MOST_DIMENSIONS = 1e15, 8192

AXES = ("time", "height", "width")
"""Axes of M-RoPE, in the order of mrope_section."""


class _Group(NamedTuple):
    """Layers that are read alike: their kind, and numbers that the file lists by layer."""

    which: str
    base: float | None = None
    share: float | None = None
    scaled: bool = True


class Rotation:
    """Reader of the rotations of a model; collects assumptions and unknowns."""

    def __init__(
        self,
        fields: Fields,
        type_: str,
        class_: Mapping[str, Any],
        rule: Mapping[str, Any],
        heads: int | None,
        width: int | None,
    ) -> None:
        self.fields, self.type, self.class_, self.rule = fields, type_, class_, rule
        self.heads, self.width = heads, width
        self.known = bool(class_)
        self.assumed: list[Claim] = []
        self.unknown: list[Claim] = []
        self.stated = fields.count(*WHOLE)
        self.whole = fields.count(*rule.get("length", ())) or self.stated
        self.qk_rope = fields.count("qk_rope_head_dim", low=0, high=MOST_DIMENSIONS)
        self.head = self._head()
        # some classes drop rope_scaling
        self.given = fields.part("rope_parameters", *(["rope_scaling"] if class_.get("scaling", True) else []))
        self.parameters = self._by_kind(self.given) if self.given else self._class_parameters()

    def model(self, name: str) -> Model:
        """Model with its layers, lengths, and pairing."""
        if not self.known:
            self.unknown.append(claim("model-as-llama", name=self.type or name))
        pairing = self._pairing(name)
        layers = self._layers(pairing)
        if not any(group.rope for group in layers):
            if self.head is None:
                self.unknown.append(claim("model-no-head"))
            return Model(name, "rotation", self.heads, None, layers, stated=self.whole, huggingface=pairing)
        trained, stated = self._lengths([group.rope for group in layers if group.rope])
        dim = self._dim(layers)
        axes, arrangement = self._sections()
        rope = Model("", "rotation", None, None, layers).main.rope
        assert rope
        if axes and sum(axes.values()) != rope.width // 2:
            self.unknown.append(claim("model-mrope-sum", count=sum(axes.values()), whole=rope.width // 2))
        return Model(
            name, "rotation", self.heads, dim, layers, trained_length=trained, stated=stated, huggingface=pairing,
            axes=axes, arrangement=arrangement, published=self._published(axes, arrangement, pairing, rope),
            temperature=self._temperature(),
            logn=self.whole if self.fields.get("use_logn_attn") is True else None,
        )  # fmt: skip

    # the whole model

    def _pairing(self, name: str) -> Literal["interleaved", "half"] | None:
        if not self.known:
            return None
        pairing = self.class_.get("pairing")
        switch = self.fields.get("rotary_emb_interleaved", "rope_interleave")
        if isinstance(switch, bool) and (
            self.fields.has_value("rotary_emb_interleaved") or "rope_interleave" in self.fields.defaults
        ):
            pairing = "interleaved" if switch else "half"
        if pairing is None:
            self.unknown.append(claim("model-no-pairing", name=self.type or name))
        return pairing

    def _lengths(self, ropes: list[Rope]) -> tuple[int | None, int | None]:
        """Length in training, and stated length."""
        whole, fields = self.whole, self.fields
        scaled = next((rope for rope in ropes if rope.scaling != "none"), None)
        if scaled and scaled.scaling in ORIGINAL:
            longest = round(scaled.original * scaled.factor)
            stated = whole if fields.has_value(*WHOLE) and whole and whole > scaled.original else longest
            if scaled.scaling == "YaRN" and stated < longest:
                stated = longest
            if stated != whole:
                fields.taken.pop("max_position_embeddings", None)
                self.assumed.append(
                    claim("model-stated", whole=stated, length=scaled.original, factor=float(scaled.factor))
                )
            return (scaled.original if self.known else None), stated
        return None, self.stated if self.known else whole

    def _dim(self, layers: tuple[Layers, ...]) -> int:
        """Dimensions of a head in the main layers, with those that never rotate (DeepSeek)."""
        main = Model("", "rotation", None, None, layers).main.rope
        assert main
        if not self.qk_rope:
            return main.head
        whole = self.qk_rope + (self.fields.count("qk_nope_head_dim", low=0) or 0)
        return max(whole, self.fields.count("head_dim", high=MOST_DIMENSIONS) or 0)

    def _sections(self) -> tuple[dict[str, int], str]:
        """Numbers of frequencies of each axis of M-RoPE, and the order of the pairs, "" without M-RoPE."""
        known = self.rule.get("mrope", "")
        sections = self.given.list_of("mrope_section", 8) if self.given else []
        counts = [number for number in sections if isinstance(number, int) and not isinstance(number, bool)]
        counts = counts or [int(number) for number in known.split()]
        values = self.given.values if self.given else {}
        if not counts and values.get("rope_type", values.get("type")) != "mrope":
            return {}, ""
        switch = self.given.get("mrope_interleaved") if self.given else None
        names = self.rule.get("axes", " ".join(AXES)).split()
        if not known or len(counts) != len(names):
            self.unknown.append(claim("model-mrope-unknown", text=", ".join(map(str, counts)), count=len(counts)))
            return {}, ""
        arrangement = self.rule.get("arrangement", "blocks")
        if isinstance(switch, bool) and switch != (arrangement == "interleaved"):
            self.assumed.append(claim("model-mrope-ignored", shown=str(switch).lower()))
        return dict(zip(names, counts, strict=True)), arrangement

    def _published(self, axes: Mapping[str, int], arrangement: str, pairing: str | None, rope: Rope) -> str:
        """Key of the settings of M-RoPE that are equal except for the base, or ""."""
        sections = ", ".join(str(axes.get(axis)) for axis in AXES)
        share = rope.width / rope.head
        own = sections, arrangement, pairing, share
        for name, scheme in MRoPE.published().items():
            if own == (scheme.sections, scheme.arrangement, scheme.pairing, scheme.share):
                return name
        return ""

    def _temperature(self) -> Temperature | None:
        """Factor of queries that grows with the position."""
        if self.rule.get("temperature"):
            if self.fields.get("attn_temperature_tuning") in (None, False, 0):
                return None
            scale = self.fields.number("attn_scale", low=0, high=100)
            step = self.fields.count("floor_scale")
            return Temperature(self.rule["temperature"], scale, step, 1) if scale and step else None
        scale = self.given.number("llama_4_scaling_beta", low=0, high=100) if self.given else None
        step = self._original(self.given) if self.given and scale else None
        return Temperature("all", scale, step, 0) if scale and step else None

    # parameters of kinds of layers

    def _by_kind(self, parameters: Fields) -> dict[str, Fields | None]:
        """Parameters by kind of layers; those of all others by an empty text."""
        labels = [key for key in parameters.values if key in LAYERS]
        if not labels:
            return {"": parameters}
        return {LAYERS[label]: parameters.part(label) for label in labels}

    def _class_parameters(self) -> dict[str, Fields | None]:
        """Parameters of the class, for a file without any."""
        own = self.class_.get("rope") or {}
        kind = own.get("rope_type", "default")
        if kind not in ("default", "axial"):
            self.assumed.append(claim("model-class-scaling", text=str(kind)))
        return self._by_kind(Fields({"class": own}, "").nested_fields("class", own))

    def _default(self, which: str, name: str) -> float | None:
        """Return the base or rotated share of the class, for a kind of layers."""
        sources = [self.class_.get("bare") or {}, self.class_.get("rope") or {}]
        if not self.given or ("" in self.parameters and "" not in sources[0]):
            sources.reverse()
        elif name != "rope_theta":
            sources = sources[:1]
        for source in sources:
            kinds = {LAYERS.get(label, ""): own for label, own in source.items() if isinstance(own, Mapping)}
            for key in (which, "full" if which == "all" else "", ""):
                value = kinds.get(key, {}).get(name) if kinds else source.get(name)
                if value is not None:
                    return float(value)
        return None

    def _own(self, which: str, scaled: bool) -> Fields | None:
        """Parameters of a kind of layers; None for layers without positions."""
        if which in self.parameters:
            return self.parameters[which]
        if which == "all" and "full" in self.parameters:
            return self.parameters["full"]
        empty = Fields({}, "")
        flat = self.parameters.get("")
        scaled = scaled and which in self.rule.get("scaled", (which,))
        return flat if flat and scaled else empty

    # layers

    def _layers(self, pairing: Any) -> tuple[Layers, ...]:
        """Layers of each kind, with their rotations."""
        if not self.known:
            group = _Group("all")
            return (Layers("all", None, self._rope(group, self._own("all", True) or Fields({}, ""))),)
        layers = []
        for group, numbers in self._groups().items():
            which = group.which
            own = None if which in ("linear", "nope") else self._own(which, group.scaled)
            if which == "linear":
                layers.append(Layers(which, numbers))
            elif own is None:
                layers.append(Layers("nope", numbers, scheme=NoPE()))
            else:
                rope = self._rope(group, own)
                window = self._window() if which in ("sliding", "chunked", "compressed") else None
                layers.append(Layers(which, numbers, rope, rope.scheme(pairing) if rope else None, window))
        if len(layers) == 1 and layers[0].which == "full":
            layers = [layers[0]._replace(which="all")]
        return tuple(layers)

    def _groups(self) -> dict[_Group, tuple[int, ...] | None]:
        """Layer numbers of each group; None if the number of layers is unknown."""
        rule, fields = self.rule, self.fields
        pattern = self.class_.get("layers", rule.get("layers"))
        kinds, assumed = layer_kinds(fields, rule, pattern)
        self.assumed += [fact for fact in assumed if fact.id != "model-layer-kind"]
        self.unknown += [fact for fact in assumed if fact.id == "model-layer-kind"]
        if not kinds:
            letters = expand(pattern, 100) if pattern else ""
            kinds = [which for which, letter in LETTERS.items() if letter in letters] or ["all"]
            groups = [_Group(self._kind(which)) for which in kinds]
            return dict.fromkeys(groups)
        kinds = self._nope_kinds([self._kind(which) for which in self._window_kinds(kinds)])
        bases = self._numbers(rule.get("thetas", "rope_theta"), len(kinds))
        shares = self._numbers("partial_rotary_factors", len(kinds))
        scaled = fields.list_of(rule["scaled_layers"], 10_000) if "scaled_layers" in rule else None
        groups = [
            _Group(
                "nope" if bases and not bases[place] else which,
                bases[place] if bases else None,
                shares[place] if shares else None,
                scaled is None or not scaled or place in scaled,
            )
            for place, which in enumerate(kinds)
        ]
        return dict(places(groups))

    def _kind(self, which: str) -> str:
        """Kind of layers, "nope" for those that the class does not rotate."""
        needs = self.rule.get("nope_needs")
        if which == self.rule.get("nope") and (needs is None or self.fields.get(needs)):
            return "nope"
        return which

    def _window_kinds(self, kinds: list[str]) -> list[str]:
        """Kinds of layers, where windows are in the class and not in a list of kinds."""
        fields, listed = self.fields, self.fields.has_value("layer_types")
        mixed = {*kinds} == {"sliding", "full"}
        if mixed and not listed and "" in self.parameters and not self._window():
            return ["full"] * len(kinds)
        if listed or {*kinds} - {"all", "full"}:
            return kinds
        if "use_sliding_window" in fields.defaults or fields.has_value("use_sliding_window"):
            if fields.get("use_sliding_window") is not True or not fields.get("sliding_window"):
                return kinds
            first = fields.count("max_window_layers", low=0) or 0
            if self.class_.get("layers"):
                return ["sliding" if place >= first else which for place, which in enumerate(kinds)]
        window = self._window() if self.class_.get("windows") else None
        # a window of the whole length is none
        if not window or window >= (self.stated or math.inf):
            return kinds
        return ["sliding"] * len(kinds)

    def _nope_kinds(self, kinds: list[str]) -> list[str]:
        """Kinds of layers, where a list or a period names the layers without positions."""
        if "cross" in self.rule:
            cross = self.fields.list_of("cross_attention_layers", 10_000) or self.rule["cross"]
            return ["nope" if place in cross else which for place, which in enumerate(kinds)]
        if "flags" not in self.rule:
            return kinds
        flags = self.fields.list_of(self.rule["flags"], 10_000)
        if not flags:
            every = self.fields.count(self.rule["interval"], high=1000) or 4
            if not self.fields.has_value(self.rule["interval"]):
                self.assumed.append(claim("model-pattern", count=every))
            flags = [(place + 1) % every for place in range(len(kinds))]
        rotated = ["all" if which == "full" else which for which in kinds]
        return [which if flag else "nope" for which, flag in zip(rotated, flags, strict=False)]

    def _numbers(self, name: str, count: int) -> list[float] | None:
        """Numbers that a file lists by layer; None if it has none."""
        if not isinstance(self.fields.values.get(name), list | tuple):
            return None
        values = self.fields.list_of(name, 10_000)
        try:
            numbers = [check_number(f"{name}[{place}]", value, 0, MOST_BASE) or 0 for place, value in enumerate(values)]
        except ValueError as error:
            self.fields.errors.append(str(error))
            return None
        if len(numbers) < count:
            self.fields.errors.append(message("field-layers", name=name, layers=count, count=len(numbers)))
            return None
        return numbers

    def _window(self) -> int | None:
        if own := self.rule.get("window"):
            whole = self.fields.count(own["key"])
            if whole:
                return whole // int(own.get("divide", 1)) + int(own.get("add", 0))
        first = ["attention_chunk_size"] if self.rule.get("chunk") else []
        keys = (*first, "sliding_window", "attention_window_size", "attention_chunk_size", "sliding_window_size")
        return self.fields.count(*keys, low=0) or None

    # one rotation

    def _head(self) -> int | None:
        """Dimensions of a head that RoPE can rotate."""
        if self.qk_rope:
            return self.qk_rope
        keys = ("head_dim", "attention_head_dim", "kv_channels")
        if not self.rule.get("hidden_head") and (head := self.fields.count(*keys, low=2, high=MOST_DIMENSIONS)):
            return head
        if not self.width or not self.heads:
            # any size, so that the other keys are validated too
            return 64 if self.fields.errors else None
        times = int(self.rule.get("head_times", 1))
        head = times * self.width // self.heads
        defaults = self.class_.get("defaults", {})
        tolerant = defaults.get("hidden_size", 0) % defaults.get("num_attention_heads", 1)
        if self.width % self.heads and not tolerant:
            self.fields.errors.append(message("field-multiple", width=self.width, heads=self.heads))
        if not 2 <= head <= MOST_DIMENSIONS:
            self.fields.errors.append(str(range_error("head_dim", 2, MOST_DIMENSIONS, head)))
            return None
        self.assumed.append(claim("model-head", whole=head, count=times))
        return head

    def _rope(self, group: _Group, own: Fields) -> Rope | None:
        which, head = group.which, self.head
        if (pair := self.rule.get("heads", {}).get(which)) and not self.qk_rope:
            head = self.fields.count(pair[0], low=2, high=MOST_DIMENSIONS) or pair[1]
        if head is None:
            return None
        base, kind = self._base(group, own), own.text("rope_type") or own.text("type") or "default"
        own.get("type")
        if self.fields.get("use_dynamic_ntk") is True and self.rule.get("steps"):
            kind = "dynamic"
        if kind == "su":
            self.assumed.append(claim("model-su"))
            kind = "longrope"
        scaling = SCALINGS.get(kind)
        if scaling is None:
            self.unknown.append(claim("model-no-scaling", name=kind[:40]))
            scaling = "none"
        width = self._rotated_width(group, own, head, scaling)
        if width % 2:
            self.unknown.append(claim("model-odd-width", width=width))
            return None
        rope = Rope(head, width, base, scaling)
        if scaling == "dynamic" and self.rule.get("alpha") and width > 2:
            alpha = own.number("alpha", low=1, high=1e6)
            if alpha:
                # a larger base at every length
                return replace(rope, base=base * alpha ** (width / (width - 2)), scaling="none")
        return rope if scaling == "none" else self._with_scaling(rope, own)

    def _explicit(self) -> bool:
        """Return True if the parameters go before keys outside of them, as those of the file do."""
        return bool(self.given or (self.class_.get("fixed") and "keys" not in self.rule))

    def _origin(self) -> str:
        """Code that the defaults are of."""
        if not self.known:
            return "unknown"
        return "own" if self.class_.get("own") else "known"

    def _base(self, group: _Group, own: Fields) -> float:
        """Return the base, from the RoPE parameters first."""
        which, keys = group.which, self.rule.get("keys", {})
        if group.base:
            return group.base
        base = own.number("rope_theta", low=1.0001, high=MOST_BASE) if self._explicit() else None
        if base is None:
            names = keys.get(which, keys.get("", {})).get("base", BASES)
            source = self.fields.part(self.rule["inner"]) if "inner" in self.rule else self.fields
            base = (source or self.fields).number(*names, low=1.0001, high=MOST_BASE)
        if base is None:
            base = self._default(which, "rope_theta") or 1e4
            if which in ("sliding", "compressed") and base != (self._default("full", "rope_theta") or base):
                self.assumed.append(claim("model-local-base", base=base))
            else:
                self.assumed.append(claim("model-base", base=base, relation=self._origin()))
        if ratio := self.fields.number(self.rule["ratio"], low=1, high=1e9) if "ratio" in self.rule else None:
            base *= ratio
        return base

    def _rotated_width(self, group: _Group, own: Fields, head: int, scaling: str) -> int:
        """Return the number of rotated dimensions of a head."""
        own_share = own.number("partial_rotary_factor", low=0.001, high=1) if self._explicit() else None
        if self.qk_rope and "heads" not in self.rule:
            return head
        if not self.known or "rotary_dim" in self.rule:
            fixed = self.fields.count("rotary_dim", low=2, high=2**16)
            if not fixed and self.rule.get("rotary_dim"):
                fixed = int(self.rule["rotary_dim"])
                self.assumed.append(claim("model-default", name="rotary_dim", whole=fixed))
            if fixed:
                return min(fixed, head)
        if self.class_.get("share") is False and scaling == "none":
            return head
        keys = self.rule.get("keys", {})
        names = keys.get(group.which, keys.get("", {})).get("share", SHARES)
        share = group.share or own_share or self.fields.number(*names, low=0.001, high=1)
        if share is None:
            share = self._default(group.which, "partial_rotary_factor") or 1.0
            if share != 1:
                self.assumed.append(claim("model-share", share=share, relation=self._origin()))
        if scaling == "proportional":
            return max(2, int(share * head // 2) * 2)
        return max(2, int(head * share))

    # scalings

    def _original(self, own: Fields) -> int | None:
        length = self.fields.count("original_max_position_embeddings")
        return length or own.count("original_max_position_embeddings")

    def _with_scaling(self, rope: Rope, own: Fields) -> Rope:
        """Rotation with the parameters of its scaling."""

        def number(name: str, default: float, low: float = 0, high: float = 1e6) -> float:
            value = own.number(name, low=low, high=high)
            return default if value is None else value

        original = (self._original(own) or 0) if rope.scaling in ORIGINAL else 0
        if not original and rope.scaling in ORIGINAL:
            original = self.whole or 0
            self.assumed.append(claim("model-original", whole=original))
        if rope.scaling == "dynamic":
            original = self.whole or 0
        if rope.scaling in (*ORIGINAL, "dynamic") and original < 1:
            self.fields.errors.append(message("field-original", text=rope.scaling))
            return replace(rope, scaling="none")
        steps, usual = bool(self.rule.get("steps")), 1.0
        if steps:
            usual = 2.0
        elif original:
            usual = (self.whole or original) / original
        factor = number("factor", usual, low=1)
        rope = replace(rope, factor=factor, original=original, steps=steps)
        if rope.scaling == "llama3":
            return replace(rope, fast=number("high_freq_factor", 4), slow=number("low_freq_factor", 1))
        if rope.scaling == "YaRN":
            return self._yarn(rope, own, number)
        if rope.scaling == "LongRoPE":
            short, long = (self._factors(own, f"{kind}_factor", rope.width // 2) for kind in ("short", "long"))
            size = longrope_attention(max(factor, 1.0), original)
            size = number("long_mscale", number("short_mscale", size)) if self.rule.get("mscale") else size
            return replace(rope, short=short, long=long, attention=number("attention_factor", size))
        return rope

    def _yarn(self, rope: Rope, own: Fields, number: Any) -> Rope:
        mscale, all_dims = number("mscale", 0), number("mscale_all_dim", 0)
        whole = _mscale(rope.factor, all_dims)
        size = _mscale(rope.factor, mscale) / whole if mscale and all_dims else _mscale(rope.factor)
        softmax = whole**2 if self.class_.get("softmax") and all_dims else 1.0
        return replace(
            rope,
            fast=number("beta_fast", 32) or 32,
            slow=number("beta_slow", 1) or 1,
            truncate=own.get("truncate") is not False,
            attention=number("attention_factor", self.rule.get("attention", size) if "" in self.parameters else size),
            softmax=softmax,
        )

    def _factors(self, own: Fields, name: str, pairs: int) -> tuple[float, ...]:
        """LongRoPE's factors, one per pair."""
        factors = own.get(name)
        try:
            if not isinstance(factors, list | tuple) or len(factors) != pairs:
                raise ValueError(claim("field-pairs", name=own.path(name), count=pairs))
            return tuple(check_number(name, factor, 0.01, 1000) or 1.0 for factor in factors)
        except ValueError as error:
            self.fields.errors.append(str(error))
            return (1.0,) * pairs


def _mscale(factor: float, size: float = 1.0) -> float:
    return 0.1 * size * math.log(factor) + 1 if factor > 1 else 1.0
