"""Positional encoding of a model: data classes."""

import math
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from posenc_core.foundation.base import Scheme
from posenc_core.text.messages import Claim
from posenc_tools.models.rope import Pairing, Rope

Kind = Literal["rotation", "alibi", "buckets", "learned", "sinusoidal", "none", "relative", "axes", "unknown"]

UNKNOWN = (
    *("model-as-llama", "model-no-scaling", "model-no-family", "model-no-head", "model-odd-width"),
    *("model-layer-kind", "model-no-type", "model-flat", "model-plain-table", "model-one-key"),
)
"""Claims with which the encoding of a model counts as unknown."""


class Temperature(NamedTuple):
    """Factor 1 + scale ln(1 + floor((position + shift) / step)) of the queries.

    Attributes
    ----------
    which : {"all", "nope"}
        Kind of the layers with this factor.
    scale : float
        Factor of the logarithm.
    step : int
        Tokens from one value to the next.
    shift : int
        Tokens that are added to the position.
    """

    which: str
    scale: float
    step: int
    shift: int = 0

    def factor(self, position: int) -> float:
        """Return the factor of the query at a position."""
        return 1 + self.scale * math.log(1 + (position + self.shift) // self.step)


class Layers(NamedTuple):
    """Layers with the same positional encoding.

    Attributes
    ----------
    which : {"all", "full", "sliding", "chunked", "compressed", "linear", "nope", "encoder", "decoder"}
        Kind of layers.
    places : tuple of int, optional
        Layer numbers from 0, if known.
    rope : Rope, optional
        Rotation.
    scheme : Scheme, optional
        Nearest encoding of this library, if there is one.
    window : int, optional
        Number of visible tokens up to the query, with it; in a chunk, its length; None for all. "compressed" layers see
        earlier ones compressed.
    ahead : int
        Number of visible tokens after the query, in layers with a window.
    """

    which: str
    places: tuple[int, ...] | None = None
    rope: Rope | None = None
    scheme: Scheme | None = None
    window: int | None = None
    ahead: int = 0

    @property
    def mask(self) -> str:
        """Kind of mask: "all"; a "window" that ends with the query, a "two-sided window", or a "chunk"."""
        if not self.window:
            return "all"
        if self.which == "chunked":
            return "chunk"
        return "two-sided window" if self.ahead else "window"

    @property
    def visible(self) -> int:
        """Tokens in a whole window or chunk; 0 without one."""
        return (self.window or 0) + self.ahead

    def as_json(self) -> dict[str, Any]:
        """Return the kind, the mask, and the rotation as JSON values.

        Returns
        -------
        dict
            "mask" is the value of `mask`, "visible" the tokens of the window or chunk (None for all), and "attention"
            the factor of cosine and sine; the values of the rotation are missing without one.
        """
        values = {"which": self.which, "places": self.places, "mask": self.mask, "visible": self.visible or None}
        names = ("base", "head", "width", "scaling", "factor", "original", "attention", "softmax")
        return values | ({name: getattr(self.rope, name) for name in names} if self.rope else {})

    @property
    def number(self) -> int | None:
        """Number of layers, or None if unknown."""
        return None if self.places is None else len(self.places)

    @property
    def span(self) -> int | None:
        """Tokens in a window or chunk outside which nothing is visible, or None."""
        return None if self.which == "compressed" else self.visible or None


class Model(NamedTuple):
    """Positional encoding of a model.

    Attributes
    ----------
    name : str
        Name.
    kind : str
        Family, such as "rotation" or "learned".
    heads : int or None
        Number of heads.
    dim : int or None
        Dimensions of a head for rotations, otherwise of the model.
    layers : tuple of Layers
        Layers of each kind.
    trained_length : int, optional
        Length in training in tokens, if the file has it.
    stated : int, optional
        Context length of the file in tokens.
    huggingface, release : {"interleaved", "half"}, optional
        Pairing in Hugging Face's code and in the authors' code.
    rows, offset : int
        Number of rows of a position table, and the row of the first token.
    year : int, optional
        Year of publication.
    type : str
        `model_type` of the language model.
    read : mapping
        Fields of the configuration that were used.
    assumed, unknown : tuple of Claim
        Assumptions, and missing information.
    sources : tuple of str
        Sources of the catalogue entry.
    unused : tuple of str
        Paths of keys that concern positions by their names, and were not used.
    axes : mapping of str to int
        Number of frequencies of each axis, for positions with several coordinates.
    axes_base : float, optional
        Base of these frequencies.
    axes_turns : bool
        True if a coordinate from -1 to 1 is multiplied by 2 pi, False if it counts patches.
    arrangement : {"", "blocks", "interleaved", "time last"}
        Order of the pairs of M-RoPE, as in `MRoPE.arrangement`; empty without M-RoPE, or if it is unknown.
    published : str
        Key of `MRoPE.published()` or `AxialRoPE.published()` with the layout of the model, or empty.
    parts : tuple of Model
        Other encoders of a multimodal model.
    temperature : Temperature, optional
        Factor of the queries that grows with the position.
    logn : int, optional
        Length in tokens beyond which logits grow with the logarithm of the position.
    """

    name: str
    kind: Kind
    heads: int | None
    dim: int | None
    layers: tuple[Layers, ...]
    trained_length: int | None = None
    stated: int | None = None
    huggingface: Pairing | None = None
    release: Pairing | None = None
    rows: int | None = None
    offset: int = 0
    year: int | None = None
    type: str = ""
    read: Mapping[str, Any] = {}
    assumed: tuple[Claim, ...] = ()
    unknown: tuple[Claim, ...] = ()
    sources: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    axes: Mapping[str, int] = {}
    axes_base: float | None = None
    axes_turns: bool = False
    arrangement: str = ""
    published: str = ""
    parts: tuple["Model", ...] = ()
    temperature: Temperature | None = None
    logn: int | None = None

    @property
    def is_known(self) -> bool:
        """True if the encoding is known, without assumptions from another type."""
        return self.kind != "unknown" and not any(fact.id in UNKNOWN for fact in self.unknown)

    @property
    def is_complete(self) -> bool:
        """True if the encoding is known, and every key that may change it was read."""
        return self.is_known and not any(fact.id == "model-unread" for fact in self.unknown)

    @property
    def image_settings(self) -> dict[str, str]:
        """Keys of `AxialRoPE.published()` and `MRoPE.published()` with the layouts of the model and its parts."""
        models = (self, *self.parts)
        return {"axial" if model.kind == "axes" else "mrope": model.published for model in models if model.published}

    @property
    def main(self) -> Layers:
        """Layers with the longest attention span among those that encode positions."""
        order = ("all", "full", "decoder", "encoder", "compressed", "chunked", "sliding", "nope", "linear")
        known = [group for group in self.layers if group.rope or group.scheme] or list(self.layers) or [Layers("all")]
        return min(known, key=lambda group: order.index(group.which))


def check_model(name: str, value: Any) -> None:
    """Raise ValueError for anything but a Model."""
    if not isinstance(value, Model):
        raise ValueError(f"{name} = {value!r:.60} must be a Model, from model, from_config, or read_gguf")
