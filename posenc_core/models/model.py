"""Positional encoding of a model: data classes."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from posenc_core.foundation.base import Scheme
from posenc_core.models.rope import Pairing, Rope
from posenc_core.text.messages import Claim

__all__ = ["Layers", "Model"]

Kind = Literal["rotation", "alibi", "buckets", "learned", "sinusoidal", "none", "relative", "unknown"]


class Layers(NamedTuple):
    """Layers with the same positional encoding.

    Attributes
    ----------
    which : {"all", "full", "sliding", "chunked", "linear", "nope", "encoder", "decoder"}
        Kind of layers.
    places : tuple of int, optional
        Layer numbers from 0, if known.
    rope : Rope, optional
        Rotation.
    scheme : Scheme, optional
        Nearest encoding of this library, if there is one.
    window : int, optional
        Number of visible tokens on one side, including the query; None for all.
    """

    which: str
    places: tuple[int, ...] | None = None
    rope: Rope | None = None
    scheme: Scheme | None = None
    window: int | None = None

    @property
    def number(self) -> int | None:
        """Number of layers, or None if unknown."""
        return None if self.places is None else len(self.places)


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

    @property
    def trained(self) -> int | None:
        """Earlier name of `trained_length`."""
        return self.trained_length

    @property
    def main(self) -> Layers:
        """Layers with the longest attention span among those that encode positions."""
        order = ("all", "full", "decoder", "encoder", "chunked", "sliding", "nope", "linear")
        known = [each for each in self.layers if each.rope or each.scheme] or list(self.layers) or [Layers("all")]
        return min(known, key=lambda each: order.index(each.which))
