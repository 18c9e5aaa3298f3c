"""What is known of how a model encodes position."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from posenc_core.foundation.base import Scheme
from posenc_core.models.rope import Pairing, Rope
from posenc_core.text.messages import Claim

__all__ = ["Layers", "Model"]

Kind = Literal["rotation", "alibi", "buckets", "learned", "sinusoidal", "none", "relative", "unknown"]


class Layers(NamedTuple):
    """Layers that encode position alike."""

    which: str
    """all, full, sliding, chunked, linear, nope, encoder, or decoder."""
    places: tuple[int, ...] | None = None
    """Which layers these are, from 0, if the file says it."""
    rope: Rope | None = None
    scheme: Scheme | None = None
    """The nearest encoding of this library; None where these layers have none, or none that it computes."""
    window: int | None = None
    """How many tokens a query sees to one side, its own among them, where not all."""

    @property
    def number(self) -> int | None:
        """How many layers these are."""
        return None if self.places is None else len(self.places)


class Model(NamedTuple):
    """A model, as far as position goes."""

    name: str
    kind: Kind
    heads: int | None
    dim: int | None
    """Dimensions of a head for a rotation, otherwise of the model."""
    layers: tuple[Layers, ...]
    trained: int | None = None
    """Tokens of a text in training, as far as the file says it."""
    stated: int | None = None
    """Tokens that the file promises."""
    huggingface: Pairing | None = None
    release: Pairing | None = None
    """Which dimensions rotate together in Hugging Face's code, and in the authors'."""
    rows: int | None = None
    offset: int = 0
    """Rows of a table of positions, and the row of the first token."""
    year: int | None = None
    type: str = ""
    """The `model_type` of its language model."""
    read: Mapping[str, Any] = {}
    """The fields of the configuration that were used."""
    assumed: tuple[Claim, ...] = ()
    unknown: tuple[Claim, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def main(self) -> Layers:
        """The layers that see farthest and know positions."""
        order = ("all", "full", "decoder", "encoder", "chunked", "sliding", "nope", "linear")
        known = [each for each in self.layers if each.rope or each.scheme] or list(self.layers) or [Layers("all")]
        return min(known, key=lambda each: order.index(each.which))
