"""Positional encoding of a GGUF file, with the conventions of llama.cpp that the file does not contain."""

import io
import math
import re
from dataclasses import replace
from typing import Any, BinaryIO, Literal, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.data_files import read_toml
from posenc_core.schemes import T5, ALiBi, Learned, NoPE
from posenc_core.text.messages import Claim, claim
from posenc_tools.data_files import DATA
from posenc_tools.models.conventions import record
from posenc_tools.models.fields import check_count, check_number, check_text
from posenc_tools.models.layers import places
from posenc_tools.models.model import Layers, Model, Temperature
from posenc_tools.models.rope import Pairing, Rope
from posenc_tools.models.rotation import AXES
from posenc_tools.readers.gguf import FACTORS, GGUFHeader, read_gguf_header

UNROTATED = 1e15
"""Factors above this stop the rotation of a pair; the converter writes 1e30."""

RELATED = r"\.rope\.|\.attention\.(sliding|temperature|scale|max_alibi|relative)"
"""Keys that concern positions by their names."""

LLAMA3 = {"original": 8192, "slow": 1.0, "fast": 4.0}
"""Parameters of llama3 scaling that all published models share, and that a file does not contain."""

MAX_LAYERS, MAX_DIMENSIONS, MAX_FACTOR = 10_000, 8192, 1e6


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
    symmetric : bool
        If the window counts tokens on both sides.
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
    symmetric: bool = False
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
    """Converts the metadata of one architecture, and collects assumptions and unknowns."""

    def __init__(self, header: GGUFHeader, architecture: str) -> None:
        self.header, self.architecture = header, architecture
        self.read: dict[str, Any] = {"general.architecture": architecture}
        self.assumed: list[Claim] = []
        self.unknown: list[Claim] = []

    def get(self, key: str) -> Any:
        """Value of a key of the architecture, or None."""
        value = self.header.metadata.get(f"{self.architecture}.{key}")
        if value is not None:
            self.read[f"{self.architecture}.{key}"] = value
        return value

    def number(self, key: str, low: float = 0, high: float = 1e15) -> float | None:
        return check_number(f"{self.architecture}.{key}", self.get(key), low, high)

    def count(self, key: str, low: int = 0, high: int = 2**31) -> int | None:
        return check_count(f"{self.architecture}.{key}", self.get(key), low, high)

    def list_of(self, key: str) -> list[Any]:
        """Values of an array with one value per layer; a number is an array of one value."""
        value = self.get(key)
        if value is None:
            return []
        values = value if isinstance(value, list) else [value]
        path = f"{self.architecture}.{key}"
        return [check_number(path, int(item) if isinstance(item, bool) else item) for item in values]

    def has(self, table: str, name: str) -> bool:
        """Return True if a list of the conventions has this architecture."""
        return self.architecture in conventions()[table][name].split()

    def model(self, name: str) -> Model:
        heads = max(self.list_of("attention.head_count"), default=0)
        check_number(f"{self.architecture}.attention.head_count", heads, 0, MAX_DIMENSIONS)
        self.heads = int(heads) or None
        self.width = self.count("embedding_length")
        blocks = self.count("block_count", 1, MAX_LAYERS)
        self.blocks = blocks and max(blocks - (self.count("nextn_predict_layers") or 0), 1)
        stated = self.count("context_length")
        title = self.header.metadata.get("general.name")
        model = self._encoding(stated)._replace(name=name or (title if isinstance(title, str) else self.architecture))
        unused = tuple(key for key in self.header.metadata if re.search(RELATED, key) and key not in self.read)
        if len(self.header.metadata) < self.header.keys:
            self.unknown.append(claim("gguf-cut", count=len(self.header.metadata), whole=self.header.keys))
        return model._replace(
            type=self.architecture, heads=self.heads, stated=stated, read=self.read,
            assumed=tuple(self.assumed), unknown=tuple(self.unknown), unused=unused,
        )  # fmt: skip

    def _encoding(self, stated: int | None) -> Model:
        """Positional encoding by family."""
        bias = self.number("attention.max_alibi_bias")
        if self.has("kinds", "alibi") or bias or (self.architecture == "baichuan" and self.blocks == 40):
            if bias not in (None, 0, 8):
                self.assumed.append(claim("gguf-alibi-bias", value=bias))
            scheme = ALiBi(direction="symmetric" if self.architecture == "jina-bert-v2" else "causal")
            return Model("", "alibi", None, self.width, (Layers("all", scheme=scheme),))
        if self.has("kinds", "learned") or self.architecture == "mpt":
            self.unknown.append(claim("model-trained-table"))
            layers = (Layers("all", scheme=Learned()),)
            return Model("", "learned", None, self.width, layers, stated, rows=stated)
        if self.has("kinds", "buckets"):
            self.unknown.append(claim("model-trained-numbers"))
            buckets = self.count("attention.relative_buckets_count", 2, 4096) or 32
            encoder, decoder = (T5(direction=way, buckets=buckets) for way in ("bidirectional", "causal"))  # type: ignore[arg-type]
            sides = (Layers("encoder", scheme=encoder), Layers("decoder", scheme=decoder))
            return Model("", "buckets", None, self.width, sides)
        if self.has("kinds", "none"):
            return Model("", "none", None, self.width, (Layers("all", scheme=NoPE()),))
        pairing = next((pairing for pairing in conventions()["pairing"] if self.has("pairing", pairing)), None)
        return self._rotation(pairing) if pairing else self._unlisted_model()

    def _unlisted_model(self) -> Model:
        source = conventions()["source"]
        self.unknown.append(claim("gguf-architecture", name=self.architecture, source=source))
        for key in self.header.metadata:
            # what the file has is shown, though its meaning is not known
            if re.search(RELATED, key):
                self.get(key.removeprefix(f"{self.architecture}."))
        return Model("", "unknown", None, self.width, (Layers("all"),))

    # rotations

    def _rotation(self, pairing: Pairing) -> Model:
        axes, arrangement = self._axes()
        reorders = self.has("converter", "reorders")
        if axes and self.has("axes", "half"):
            pairing, reorders = "half", True
        relation, source = "more" if reorders else "equal", conventions()["source"]
        self.assumed.append(claim("gguf-pairing", pairing=pairing, relation=relation, source=source))
        head = self.count("attention.key_length", 2, MAX_DIMENSIONS)
        if head is None and self.width and self.heads:
            size = f"{self.architecture}.embedding_length / attention.head_count"
            head = int(check_number(size, self.width // self.heads, 2, MAX_DIMENSIONS) or 0)
        if head is None:
            self.unknown.append(claim("model-no-head"))
            return Model("", "rotation", None, None, (Layers("all"),))
        rope = self._rope(head)
        if rope is None:
            return Model("", "unknown", None, None, (Layers("all"),))
        layers = tuple(self._layers(rope, pairing))
        latent = self.count("attention.key_length_mla", 2, MAX_DIMENSIONS)
        trained = rope.original if rope.scaling in ("YaRN", "LongRoPE", "llama3") else None
        if axes and sum(axes.values()) != rope.width // 2:
            counts = {"count": sum(axes.values()), "whole": rope.width // 2}
            self.unknown.append(claim("model-mrope-sum", name="rope.dimension_sections", **counts))
        return Model(
            "", "rotation", None, latent or head, layers, trained or None, axes=axes, arrangement=arrangement,
            temperature=self._temperature(rope.original),
        )  # fmt: skip

    def _axes(self) -> tuple[dict[str, int], str]:
        """Numbers of pairs of each axis of M-RoPE, and the order of the pairs, "" if unknown or without M-RoPE."""
        sections = [int(count) for count in self.list_of("rope.dimension_sections")]
        arrangement = next((name for name in ("blocks", "interleaved") if self.has("axes", name)), "")
        if not any(sections):
            if arrangement and not self.has("axes", "optional"):
                self.unknown.append(claim("gguf-no-sections"))
            return {}, ""
        if not arrangement or len(sections) != len(AXES) + 1 or sections[-1]:
            self.unknown.append(claim("gguf-sections", text=", ".join(map(str, sections[:8]))))
            return {}, ""
        return dict(zip(AXES, sections, strict=False)), arrangement

    def _temperature(self, original: int) -> Temperature | None:
        """Growth of the queries with the position: constants of the code of Llama 4, keys of Mistral's models."""
        if self.architecture == "llama4":
            return None if self.count("attention.sliding_window") == 0 else Temperature("nope", 0.1, 8192, 1)
        if not self.has("temperature", "keys"):
            return None
        scale, step = self.number("attention.temperature_scale"), self.count("attention.temperature_length")
        # rounded, since the file has float32
        return Temperature("all", round(scale, 6), step or original) if scale and (step or original) else None

    def _rope(self, head: int) -> Rope | None:
        """Rotation of the layers that see all tokens; None if its scaling is not known."""
        width = self._width("rope.dimension_count", head)
        base = self.number("rope.freq_base", 1.0001)
        if base is None:
            base = 1e4
            self.assumed.append(claim("gguf-base", base=base))
        alpha = self.number("rope.scaling.alpha") if self.architecture.startswith("hunyuan") else None
        if alpha and width > 2:
            base *= alpha ** (width / (width - 2))
        latent = self.get("attention.key_length_mla") is not None
        attention = self.number("rope.scaling.attn_factor", high=100) or 1.0
        rope = Rope(width if latent else head, width, base, attention=attention)
        scaling = check_text(f"{self.architecture}.rope.scaling.type", self.get("rope.scaling.type")) or None
        factor = self.number("rope.scaling.factor") or self.number("rope.scale_linear") or 1.0
        check_number("rope.scaling.factor", factor, 0.001, MAX_FACTOR)
        original = self.count("rope.scaling.original_context_length") or self.count("context_length") or 0
        if scaling == "yarn" and original:
            rope = self._yarn(replace(rope, scaling="YaRN", factor=factor, original=original))
        elif scaling in (None, "linear"):
            rope = replace(rope, scaling="linear" if factor != 1 else "none", factor=factor)
        elif scaling not in ("none", "longrope"):
            self.unknown.append(claim("gguf-scaling", name=scaling[:40]))
            return None
        return self._with_factors(rope, original)

    def _width(self, key: str, head: int) -> int:
        """Count of rotated dimensions."""
        width = self.count(key, 2, MAX_DIMENSIONS) or head
        if width % 2 or width > head:
            raise ValueError(claim("gguf-width", name=f"{self.architecture}.{key}", most=head, width=width))
        return width

    def _yarn(self, rope: Rope) -> Rope:
        """YaRN as llama.cpp computes it: bounds are rounded, and some keys are not used."""
        if self.has("yarn", "bounds"):
            fast, slow = self.number("rope.scaling.yarn_beta_fast"), self.number("rope.scaling.yarn_beta_slow")
            rope = replace(rope, fast=fast or rope.fast, slow=slow or rope.slow)
        size = 0.1 * math.log(rope.factor) if rope.factor > 1 else 0.0
        latent, times = self.has("yarn", "latent"), 0.0
        if latent or self.has("yarn", "bounds"):
            # the converter stores a tenth for models with latent attention
            times = (10 if latent else 1) * (self.number("rope.scaling.yarn_log_multiplier", high=100) or 0)
        mscale = times if self.architecture == "deepseek2" and times else 1.0
        attention = rope.attention * (mscale * size + 1) / (times * size + 1)
        softmax = (attention * (times * size + 1)) ** 2 if latent else 1.0
        return replace(rope, attention=attention, softmax=softmax)

    def _with_factors(self, rope: Rope, original: int) -> Rope | None:
        """Rotation with the factors of frequencies in the tensors; None if the share that rotates is not known."""
        seen, header = [self._factors(name, rope.width // 2) for name in FACTORS], self.header
        freqs, short, long = seen
        if not self.has("tensors", "factors"):
            return rope
        unread = [name for name in FACTORS if name in header.tensors and name not in header.factors]
        if unread or len(header.tensors) < max(header.entries, 1):
            self.unknown.append(claim("gguf-factors-unseen"))
            return None if self.has("tensors", "share") else rope
        if freqs is not None and rope.scaling == "none":
            return self._divide(rope, freqs)
        if freqs is None and short is not None and long is not None:
            divided = {"short": tuple(short * rope.factor), "long": tuple(long * rope.factor)}
            return replace(rope, scaling="LongRoPE", original=original, **divided)  # type: ignore[arg-type]
        if any(factors is not None for factors in seen):
            self.unknown.append(claim("gguf-factors-unseen"))
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
            self.assumed.append(claim("gguf-llama3", factor=llama3.factor, length=llama3.original))
            return llama3
        self.assumed.append(claim("gguf-factors", count=int((factors != 1).sum()), factor=float(factors.max())))
        divided = tuple(factors.tolist())
        return replace(rope, scaling="LongRoPE", factor=float(factors.max()), short=divided, long=divided)

    # layers

    def _layers(self, rope: Rope, pairing: Pairing) -> list[Layers]:
        """Layers of each kind, with their rotations."""
        entry = conventions()["layers"].get(self.architecture)
        rule = record(WindowConventions, self.architecture, entry or {})
        window = self._window(rule, has_windows=entry is not None)
        local = self._local_rope(rope, rule) if window else rope
        groups = places(self._kinds(rule, window)) if self.blocks else {"all": None}
        layers = []
        for kind, numbers in groups.items():
            if kind in ("nope", "linear"):
                layers.append(Layers(kind, numbers, scheme=NoPE() if kind == "nope" else None))
            elif kind in ("sliding", "chunked"):
                ahead = window - 1 if window and rule.symmetric else 0
                layers.append(Layers(kind, numbers, local, local.scheme(pairing), window, ahead))
            else:
                layers.append(Layers(kind, numbers, rope, rope.scheme(pairing)))
        if len(layers) == 1 and layers[0].which == "full":
            layers = [layers[0]._replace(which="all")]
        return layers

    def _window(self, rule: WindowConventions, *, has_windows: bool) -> int | None:
        """Window: visible tokens up to the query, with it."""
        window = self.count("attention.sliding_window")
        if not has_windows or rule.blocks not in (None, self.blocks):
            if window:
                self.assumed.append(claim("gguf-window-unused", name=self.architecture, most=window))
            return None
        window = rule.window if window is None else window
        return window // 2 + 1 if window and rule.symmetric else window or None

    def _local_rope(self, rope: Rope, rule: WindowConventions) -> Rope:
        """Rotation of layers with a window."""
        base = self.number("rope.freq_base_swa", 1.0001) or float(rule.base or rope.base)
        head = self.count("attention.key_length_swa", 2, MAX_DIMENSIONS) or rope.head
        width = self._width("rope.dimension_count_swa", head) if "gemma4" in self.architecture else rope.width
        return Rope(head, width, base) if rule.plain else replace(rope, head=head, width=width, base=base)

    def _kinds(self, rule: WindowConventions, window: int | None) -> list[str]:
        """Kind of each layer."""
        assert self.blocks
        near = far = "full"
        if window:
            near = "chunked" if rule.chunked else "sliding"
        if rule.nope_full == "always" or (rule.nope_full and window):
            far = "nope"
        pattern = self.list_of("attention.sliding_window_pattern")
        if len(pattern) > 1:
            is_near = (pattern + [0] * self.blocks)[: self.blocks]
        else:
            every = int(pattern[0]) if pattern else rule.every
            place = 0 if rule.first else every - 1
            is_near = [every == 0 or layer % every != place for layer in range(self.blocks)]
        kinds = [near if local else far for local in is_near]
        rotated = self.list_of("attention.rope_pattern") if self.architecture == "granite_swa" else []
        kinds = ["nope" if 0 in rotated[at : at + 1] else kind for at, kind in enumerate(kinds)]
        if self.architecture.startswith("granite") and self.get("rope.scaling.finetuned") is False:
            kinds = ["nope"] * len(kinds)
        return ["linear" if linear else kind for kind, linear in zip(kinds, self._linear(), strict=True)]

    def _linear(self) -> list[bool]:
        """Layers without softmax attention."""
        assert self.blocks
        interval, flags = conventions()["attention"].get(self.architecture), []
        if interval:
            interval = self.count("full_attention_interval", 1) or interval
            flags = self.list_of("attention.recurrent_layers") or [(at + 1) % interval for at in range(self.blocks)]
        heads = self.list_of("attention.head_count_kv")
        several = len(heads) > 1
        return [bool(any(flags[at : at + 1]) or (several and 0 in heads[at : at + 1])) for at in range(self.blocks)]
