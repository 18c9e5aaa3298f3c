"""Positional encoding of a GGUF file: its metadata as a configuration, with the conventions of llama.cpp.

The metadata of a rotation is converted to the keys of a config.json (`_Reader._configuration`), which `Rotation` reads.
Only llama.cpp has patterns of layers, an attention factor at any scaling, and factors of frequencies in tensors.
"""

import io
import math
import re
from dataclasses import replace
from typing import Any, BinaryIO, Literal, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.data_files import read_toml
from posenc_core.schemes import T5, ALiBi, Learned, NoPE
from posenc_core.text.messages import claim
from posenc_tools.data_files import DATA
from posenc_tools.models.conventions import ClassDefaults, Conventions, record
from posenc_tools.models.fields import Fields, check_number, check_text
from posenc_tools.models.layers import MOST_LAYERS
from posenc_tools.models.model import Kind, Layers, Model, Temperature
from posenc_tools.models.rope import Pairing, Rope, share_of
from posenc_tools.models.rotation import AXES, MOST_BASE, MOST_DIMENSIONS, ORIGINAL, Rotation
from posenc_tools.readers.gguf import FACTORS, GGUFHeader, read_gguf_header

UNROTATED = 1e15
"""Factors above this stop the rotation of a pair; the converter writes 1e30."""

RELATED = r"\.rope\.|\.attention\.(sliding|temperature|scale|max_alibi|relative)"
"""Keys that concern positions by their names."""

LLAMA3 = {"original": 8192, "slow": 1.0, "fast": 4.0}
"""Parameters of llama3 scaling that all published models share, and that a file does not contain."""

MAX_FACTOR = 1e6


class WindowConventions(NamedTuple):
    """Conventions of an architecture of llama.cpp that may have windows.

    Attributes
    ----------
    every : int
        One layer in so many sees all tokens; 0 for none.
    first : bool
        If that is the first layer of its group, not the last.
    nope_full : {"", "always", "windows"}
        If the layers that see all tokens do not rotate: always, or in a file with a window.
    base : float, optional
        Base in layers with a window; by default that of all layers.
    plain : bool
        If layers with a window have no scaling.
    window : int, optional
        Window for a file without one.
    blocks : int, optional
        Number of layers of the only model with windows (EXAONE 4 32B).
    both_sides : {"", "halves"}
        "halves" if the window counts tokens on both sides, as in `Conventions`.
    chunked : bool
        If windows are chunks (Llama 4).
    """

    every: int = 1
    first: bool = False
    nope_full: Literal["", "always", "windows"] = ""
    base: float | None = None
    plain: bool = False
    window: int | None = None
    blocks: int | None = None
    both_sides: Literal["", "halves"] = ""
    chunked: bool = False


def conventions() -> dict[str, Any]:
    """Conventions of llama.cpp, by architecture."""
    return read_toml(DATA / "llama_cpp.toml")


def read_gguf(source: bytes | BinaryIO, name: str = "") -> Model:
    """Read the positional encoding of a model from the header of a GGUF file.

    Parameters
    ----------
    source : bytes or binary file object
        File, or its first bytes: claims in `Model.unknown` name what they lack. One megabyte usually has the metadata.
    name : str, optional
        Name of the model. By default that in the file.

    Returns
    -------
    Model
        Layers, lengths, assumptions, and unknowns. The kind is "unknown" if llama.cpp has no such architecture.

    Raises
    ------
    ValueError
        If the file is not a GGUF file, is damaged, or ends before the metadata of the model.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> read_gguf(b"a table")
    Traceback (most recent call last):
    ...
    posenc_tools.readers.tensor.Refusal: this is not a GGUF file: it does not begin with GGUF
    """
    header = read_gguf_header(io.BytesIO(source) if isinstance(source, bytes) else source)
    if len(header.metadata) < header.keys and not any(key.startswith("tokenizer.") for key in header.metadata):
        raise ValueError(claim("gguf-ends", count=len(header.metadata), whole=header.keys))
    architecture = header.metadata.get("general.architecture")
    if not isinstance(architecture, str):
        raise ValueError(claim("gguf-no-architecture"))
    return _Reader(header, check_text("general.architecture", architecture)).model(name)


class _Reader:
    """Converts the metadata of one architecture, and collects assumptions and unknowns in `fields`."""

    def __init__(self, header: GGUFHeader, architecture: str) -> None:
        self.header, self.architecture, prefix = header, architecture, f"{architecture}."
        own = {key.removeprefix(prefix): value for key, value in header.metadata.items() if key.startswith(prefix)}
        self.fields = Fields(own, prefix)
        self.fields.read["general.architecture"] = architecture

    def numbers(self, key: str) -> list[Any]:
        """Values of an array with one value per layer; a number is an array of one value."""
        value, path = self.fields.get(key), self.fields.path(key)
        if value is None:
            return []
        values = value if isinstance(value, list) else [value]
        # of JSON, true is no number
        return [check_number(path, int(item) if item is True or item is False else item) for item in values]

    def has(self, table: str, name: str) -> bool:
        """Return True if a list of the conventions has this architecture."""
        return self.architecture in conventions()[table][name].split()

    def model(self, name: str) -> Model:
        fields, metadata = self.fields, self.header.metadata
        heads = max(self.numbers("attention.head_count"), default=0)
        check_number(fields.path("attention.head_count"), heads, 0, MOST_DIMENSIONS)
        self.heads, self.width = int(heads) or None, fields.count("embedding_length", low=0)
        blocks = fields.count("block_count", high=MOST_LAYERS)
        self.blocks = blocks and max(blocks - (fields.count("nextn_predict_layers", low=0) or 0), 1)
        self.stated = fields.count("context_length", low=0)
        model = self._encoding()
        if fields.errors:
            raise ValueError(fields.errors[0])
        title = metadata.get("general.name")
        unused = tuple(key for key in metadata if re.search(RELATED, key) and key not in fields.read)
        if len(metadata) < self.header.keys:
            fields.unknown.append(claim("gguf-cut", count=len(metadata), whole=self.header.keys))
        return model._replace(
            name=name or (title if isinstance(title, str) else self.architecture), type=self.architecture,
            heads=self.heads, stated=self.stated, read=fields.read, assumed=tuple(dict.fromkeys(fields.assumed)),
            unknown=tuple(dict.fromkeys(fields.unknown)), unused=unused,
        )  # fmt: skip

    def _encoding(self) -> Model:
        """Positional encoding by family."""
        fields, bias = self.fields, self.fields.number("attention.max_alibi_bias", high=MOST_BASE)
        if self.has("kinds", "alibi") or bias or (self.architecture == "baichuan" and self.blocks == 40):
            if bias not in (None, 0, 8):
                fields.assumed.append(claim("gguf-alibi-bias", value=bias))
            scheme = ALiBi(direction="symmetric" if self.architecture == "jina-bert-v2" else "causal")
            return self._model("alibi", Layers("all", scheme=scheme))
        if self.has("kinds", "learned") or self.architecture == "mpt":
            fields.unknown.append(claim("model-trained-table"))
            model = self._model("learned", Layers("all", scheme=Learned()))
            return model._replace(trained_length=self.stated, rows=self.stated)
        if self.has("kinds", "buckets"):
            fields.unknown.append(claim("model-trained-numbers"))
            buckets = fields.count("attention.relative_buckets_count", low=2, high=4096) or 32
            encoder, decoder = (T5(direction=way, buckets=buckets) for way in ("bidirectional", "causal"))  # type: ignore[arg-type]
            return self._model("buckets", Layers("encoder", scheme=encoder), Layers("decoder", scheme=decoder))
        if self.has("kinds", "none"):
            return self._model("none", Layers("all", scheme=NoPE()))
        for pairing in conventions()["pairing"]:
            if self.has("pairing", pairing):
                return self._rotation(pairing)
        fields.unknown.append(claim("gguf-architecture", name=self.architecture, source=conventions()["source"]))
        for key in self.header.metadata:
            # what the file has is shown, though its meaning is not known
            if re.search(RELATED, key):
                fields.get(key.removeprefix(fields.prefix))
        return self._model("unknown", Layers("all"))

    def _model(self, kind: Kind, *layers: Layers) -> Model:
        return Model("", kind, None, self.width, layers)

    # rotations

    def _rotation(self, pairing: Pairing) -> Model:
        fields = self.fields
        axes, arrangement = self._axes()
        reorders = self.has("converter", "reorders")
        if axes and self.has("axes", "half"):
            pairing, reorders = "half", True
        relation, source = "more" if reorders else "equal", conventions()["source"]
        fields.assumed.append(claim("gguf-pairing", pairing=pairing, relation=relation, source=source))
        head = self._head()
        if head is None:
            fields.unknown.append(claim("model-no-head"))
            return Model("", "rotation", None, None, (Layers("all"),))
        width = self._width("rope.dimension_count", head)
        base = fields.number("rope.freq_base", low=1.0001, high=MOST_BASE)
        if base is None:
            base = 1e4
            fields.assumed.append(claim("gguf-base", base=base))
        alpha = fields.number("rope.scaling.alpha") if self.architecture.startswith("hunyuan") else None
        if alpha and width > 2:
            base *= alpha ** (width / (width - 2))
        latent = fields.count("attention.key_length_mla", low=2, high=MOST_DIMENSIONS)
        attention = fields.number("rope.scaling.attn_factor", high=100) or 1.0
        scaling = self._scaling()
        if scaling is None or (self.has("tensors", "share") and not self._has_all_factors()):
            return Model("", "unknown", None, None, (Layers("all"),))
        rule = record(WindowConventions, self.architecture, conventions()["layers"].get(self.architecture, {}))
        size = width if latent else head
        config = Fields(self._configuration(size, width, base, scaling, rule))
        reader = Rotation(config, None, None, ClassDefaults(), Conventions(full_head=size, both_sides=rule.both_sides))
        layers = [
            group if rule.plain and group.window else self._as_computed(group, attention, pairing)
            for group in reader.layers(pairing)
        ]
        fields.errors += config.errors
        scaled = [group.rope.original for group in layers if group.rope and group.rope.scaling in ORIGINAL]
        original = max(scaled, default=0)
        if axes and sum(axes.values()) != width // 2:
            counts = {"count": sum(axes.values()), "whole": width // 2}
            fields.unknown.append(claim("model-mrope-sum", name="rope.dimension_sections", **counts))
        return Model(
            "", "rotation", None, latent or head, tuple(layers), trained_length=original or None,
            axes=axes, arrangement=arrangement, temperature=self._temperature(original),
        )  # fmt: skip

    def _head(self) -> int | None:
        """Dimensions of a head."""
        head = self.fields.count("attention.key_length", low=2, high=MOST_DIMENSIONS)
        if head is None and self.width and self.heads:
            head = self.width // self.heads
            check_number(self.fields.path("embedding_length") + " / attention.head_count", head, 2, MOST_DIMENSIONS)
        return head

    def _width(self, key: str, head: int) -> int:
        """Return the number of rotated dimensions."""
        width = self.fields.count(key, low=2, high=MOST_DIMENSIONS) or head
        if width % 2 or width > head:
            raise ValueError(claim("gguf-width", name=self.fields.path(key), most=head, width=width))
        return width

    def _scaling(self) -> dict[str, Any] | None:
        """Key rope_scaling of a configuration; empty without a scaling, None for an unknown one."""
        fields = self.fields
        scaling = fields.text("rope.scaling.type")
        factor = fields.number("rope.scaling.factor") or fields.number("rope.scale_linear") or 1.0
        check_number("rope.scaling.factor", factor, 0.001, MAX_FACTOR)
        original = fields.count("rope.scaling.original_context_length", low=0) or self.stated
        if scaling == "yarn" and original:
            values = {"rope_type": "yarn", "factor": factor, "original_max_position_embeddings": original}
            if self.has("yarn", "bounds"):
                values["beta_fast"] = fields.number("rope.scaling.yarn_beta_fast")
                values["beta_slow"] = fields.number("rope.scaling.yarn_beta_slow")
            return values
        if scaling in ("", "linear"):
            return {"rope_type": "linear", "factor": factor} if factor != 1 else {}
        if scaling in ("none", "longrope"):
            return {}
        fields.unknown.append(claim("gguf-scaling", name=scaling[:40]))
        return None

    def _configuration(
        self, head: int, width: int, base: float, scaling: dict[str, Any], rule: WindowConventions
    ) -> dict[str, Any]:
        """Keys of a config.json, with lists of one value per layer."""
        fields, window = self.fields, self._window(rule)
        config = {
            "head_dim": head, "rope_theta": base, "partial_rotary_factor": share_of(width, head),
            "rope_scaling": scaling, "sliding_window": window, "num_hidden_layers": self.blocks,
        }  # fmt: skip
        if not self.blocks:
            return config
        near_head, share = head, share_of(width, head)
        near = base, share
        if window:
            near_base = fields.number("rope.freq_base_swa", low=1.0001, high=MOST_BASE) or float(rule.base or base)
            near_head = fields.count("attention.key_length_swa", low=2, high=MOST_DIMENSIONS) or head
            if "gemma4" in self.architecture:
                width = self._width("rope.dimension_count_swa", near_head)
            near = near_base, share_of(min(width, near_head), near_head)
        if rule.plain:
            config["yarn_only_types"] = ["full_attention"]
        numbers, kinds = {"sliding": near, "chunked": near, "nope": (0, share)}, self._kinds(rule, window)
        return config | {
            "head_dim": near_head,
            "layer_types": [f"{kind}_attention" for kind in kinds],
            "layer_rope_theta": [numbers.get(kind, (base, share))[0] for kind in kinds],
            "partial_rotary_factors": [numbers.get(kind, (base, share))[1] for kind in kinds],
        }

    def _axes(self) -> tuple[dict[str, int], str]:
        """Numbers of pairs of each axis of M-RoPE, and the order of the pairs, "" if unknown or without M-RoPE."""
        sections = [int(count) for count in self.numbers("rope.dimension_sections")]
        arrangement = next((name for name in ("blocks", "interleaved") if self.has("axes", name)), "")
        if not any(sections):
            if arrangement and not self.has("axes", "optional"):
                self.fields.unknown.append(claim("gguf-no-sections"))
            return {}, ""
        if not arrangement or len(sections) != len(AXES) + 1 or sections[-1]:
            self.fields.unknown.append(claim("gguf-sections", text=", ".join(map(str, sections[:8]))))
            return {}, ""
        return dict(zip(AXES, sections, strict=False)), arrangement

    def _temperature(self, original: int) -> Temperature | None:
        """Growth of the queries with the position: constants of the code of Llama 4, keys of Mistral's models."""
        fields = self.fields
        if self.architecture == "llama4":
            return None if fields.count("attention.sliding_window", low=0) == 0 else Temperature("nope", 0.1, 8192, 1)
        if not self.has("temperature", "keys"):
            return None
        scale = fields.number("attention.temperature_scale")
        step = fields.count("attention.temperature_length", low=0) or original
        # rounded, since the file has float32
        return Temperature("all", round(scale, 6), step) if scale and step else None

    # what only llama.cpp computes

    def _as_computed(self, group: Layers, attention: float, pairing: Pairing) -> Layers:
        """Layers with the factors of cosine and sine, of the logits, and of the frequencies."""
        if not group.rope:
            return group
        softmax, latent, times = 1.0, self.has("yarn", "latent"), 0.0
        if group.rope.scaling == "YaRN":
            size = 0.1 * math.log(group.rope.factor)
            if latent or self.has("yarn", "bounds"):
                # the converter stores a tenth for models with latent attention
                times = (10 if latent else 1) * (self.fields.number("rope.scaling.yarn_log_multiplier", high=100) or 0)
            mscale = times if self.architecture == "deepseek2" and times else 1.0
            attention *= (mscale * size + 1) / (times * size + 1)
            if latent:
                softmax = (attention * (times * size + 1)) ** 2
        rope = self._with_factors(replace(group.rope, attention=attention, softmax=softmax))
        return group._replace(rope=rope, scheme=rope.scheme(pairing))

    def _has_all_factors(self) -> bool:
        """Return True if all tensors with factors of frequencies were read; otherwise that is unknown."""
        header = self.header
        unread = [name for name in FACTORS if name in header.tensors and name not in header.factors]
        if unread or len(header.tensors) < max(header.entries, 1):
            self.fields.unknown.append(claim("gguf-factors-unseen"))
            return False
        return True

    def _with_factors(self, rope: Rope) -> Rope:
        """Rotation with the factors of frequencies in the tensors."""
        seen = [self._factors(name, rope.width // 2) for name in FACTORS]
        freqs, short, long = seen
        if not self.has("tensors", "factors") or not self._has_all_factors():
            return rope
        if freqs is not None and rope.scaling == "none":
            return self._divide(rope, freqs)
        if freqs is None and short is not None and long is not None:
            original = self.fields.count("rope.scaling.original_context_length", low=0) or self.stated or 0
            divided = {"short": tuple(short * rope.factor), "long": tuple(long * rope.factor)}
            return replace(rope, scaling="LongRoPE", original=original, **divided)  # type: ignore[arg-type]
        if any(factors is not None for factors in seen):
            self.fields.unknown.append(claim("gguf-factors-unseen"))
        return rope

    def _factors(self, name: str, pairs: int) -> Array | None:
        """Numbers of a tensor, if it was seen."""
        numbers = self.header.factors.get(name)
        if numbers is not None and not (len(numbers) == pairs and (numbers > 0).all() and np.isfinite(numbers).all()):
            raise ValueError(claim("gguf-pairs", name=name, count=pairs))
        return numbers

    def _divide(self, rope: Rope, factors: Array) -> Rope:
        """Rotation whose frequencies are divided by factors; as proportional or llama3 scaling where they are that."""
        rotated = int((factors < UNROTATED).sum())
        if rotated and rotated < len(factors) and (factors[:rotated] == 1).all():
            return replace(rope, width=2 * rotated, scaling="proportional")
        if (factors == 1).all():
            return rope
        llama3 = replace(rope, scaling="llama3", factor=float(factors.max()), **LLAMA3)  # type: ignore[arg-type]
        if llama3.factor <= MAX_FACTOR and np.allclose(llama3.slowdown(), factors, rtol=1e-5):
            self.fields.assumed.append(claim("gguf-llama3", factor=llama3.factor, length=llama3.original))
            return llama3
        self.fields.assumed.append(claim("gguf-factors", count=int((factors != 1).sum()), factor=float(factors.max())))
        divided = tuple(factors.tolist())
        return replace(rope, scaling="LongRoPE", factor=float(factors.max()), short=divided, long=divided)

    # layers

    def _window(self, rule: WindowConventions) -> int | None:
        """Window of the file or of the code, None where the code uses none."""
        window = self.fields.count("attention.sliding_window", low=0)
        if self.architecture in conventions()["layers"] and rule.blocks in (None, self.blocks):
            return (rule.window if window is None else window) or None
        if window:
            self.fields.assumed.append(claim("gguf-window-unused", name=self.architecture, most=window))
        return None

    def _kinds(self, rule: WindowConventions, window: int | None) -> list[str]:
        """Kind of each layer."""
        assert self.blocks
        near = far = "full"
        if window:
            near = "chunked" if rule.chunked else "sliding"
        if rule.nope_full == "always" or (rule.nope_full and window):
            far = "nope"
        pattern = self.numbers("attention.sliding_window_pattern")
        if len(pattern) > 1:
            is_near = (pattern + [0] * self.blocks)[: self.blocks]
        else:
            every = int(pattern[0]) if pattern else rule.every
            place = 0 if rule.first else every - 1
            is_near = [every == 0 or layer % every != place for layer in range(self.blocks)]
        kinds = [near if local else far for local in is_near]
        rotated = self.numbers("attention.rope_pattern") if self.architecture == "granite_swa" else []
        kinds = ["nope" if 0 in rotated[at : at + 1] else kind for at, kind in enumerate(kinds)]
        if self.architecture.startswith("granite") and self.fields.get("rope.scaling.finetuned") is False:
            kinds = ["nope"] * len(kinds)
        return ["linear" if linear else kind for kind, linear in zip(kinds, self._linear(), strict=True)]

    def _linear(self) -> list[bool]:
        """Layers without softmax attention."""
        assert self.blocks
        interval, flags = conventions()["attention"].get(self.architecture), []
        if interval:
            interval = self.fields.count("full_attention_interval") or interval
            flags = self.numbers("attention.recurrent_layers") or [(at + 1) % interval for at in range(self.blocks)]
        heads = self.numbers("attention.head_count_kv")
        several = len(heads) > 1
        return [bool(any(flags[at : at + 1]) or (several and 0 in heads[at : at + 1])) for at in range(self.blocks)]
