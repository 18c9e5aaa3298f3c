"""Facts of Models: wavelengths, attention over the distance, differences between two models, and misconceptions."""

import math
from collections.abc import Collection, Sequence
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from dashboard.say import message
from dashboard.state.parameters import PARAMETERS
from posenc_core import Sinusoidal
from posenc_core.arrays import Array
from posenc_core.foundation import phasors
from posenc_core.schemes import ALiBi, RoPE
from posenc_core.text.messages import Claim, claim
from posenc_tools import models
from posenc_tools.models import Description, Layers, Model, Rope
from posenc_tools.models.words import window

POINTS = 400
"""Number of drawn distances."""

FARTHEST = 2**16
"""Largest distance at which two models are compared."""


def strip(model: Model) -> list[int]:
    """Kind of each layer, as an index of `Model.layers`; empty with one kind, or if the places are not known."""
    kinds = {place: kind for kind, layers in enumerate(model.layers) for place in layers.places or ()}
    complete = all(layers.places for layers in model.layers) and sorted(kinds) == list(range(len(kinds)))
    if not complete or len(model.layers) == 1:
        return []
    return [kinds[place] for place in range(len(kinds))]


def is_scaled(model: Model) -> bool:
    """Return True if the model scales its rotation to texts longer than `trained`."""
    rope = model.main.rope
    return bool(rope and (rope.original or rope.factor > 1))


def source(model: Model, field: str) -> str:
    """Name of the source of a field, such as a repository; "configuration" or "GGUF" without one."""
    file = "GGUF" if "general.architecture" in model.read else message("models-configuration")
    text = next((source for source in model.sources if source.startswith(f"{field}: ")), "")
    # the name of the source is between the end of the place and the next comma
    return text.rpartition(message("model-source", text="", source=""))[2].partition(",")[0] or file


def waves(model: Model, layers: Layers) -> tuple[Array, Array] | None:
    """Wavelengths in tokens by pair, before and after scaling, infinite without rotation; None for no waves."""
    rope, scheme = layers.rope, layers.scheme
    with np.errstate(divide="ignore"):
        if rope:
            return 2 * np.pi / rope.plain(), 2 * np.pi / rope.frequencies(model.stated or 1)
        if isinstance(scheme, Sinusoidal) and model.dim:
            lengths = 2 * np.pi / scheme.frequencies(model.dim)
            return lengths, lengths
    return None


def limit(model: Model, layers: Layers) -> tuple[str, int] | None:
    """Length that the wavelengths in rotating layers are compared with, and its kind; None if none is known."""
    if not layers.rope:
        return None
    trained = "before" if is_scaled(model) else "training"
    window = "chunk" if layers.which == "chunked" else "window"
    lengths = {window: layers.span, trained: model.trained_length, "stated": model.stated}
    return next(((kind, length) for kind, length in lengths.items() if length), None)


def reach(model: Model, layers: Layers) -> Array | None:
    """Distance in tokens at which attention halves in each head of ALiBi, shape (heads,)."""
    scheme = layers.scheme
    if not isinstance(scheme, ALiBi) or not model.heads:
        return None
    return np.asarray(np.log(2) / scheme.slope(model.heads))


def with_pictures(model: Model) -> list[Layers]:
    """Kinds of layers with a picture: of wavelengths, or of the reach of heads."""
    return [layers for layers in model.layers if waves(model, layers) is not None or reach(model, layers) is not None]


def last_distance(*compared: Model) -> int:
    """Longest stated length of the models, within limits."""
    return min(max([model.stated or 2048 for model in compared]), FARTHEST)


def distances(*compared: Model) -> NDArray[np.int64]:
    """Integer distances, evenly spaced on a log axis."""
    return np.unique(np.geomspace(1, last_distance(*compared), POINTS).astype(int))


def falls(model: Model, last: int) -> Array | None:
    """Mean logit of equal contents relative to distance 0, in nats, shape (last + 1,); ALiBi by its flattest head."""
    rope, scheme = model.main.rope, model.main.scheme
    if rope:
        size = 2 * rope.softmax * rope.attention**2 / np.sqrt(model.dim or rope.head)
        return np.asarray(size * _rotation_loss(rope.frequencies(last + 1), last))
    if isinstance(scheme, ALiBi) and model.heads:
        return np.asarray(-scheme.slope(model.heads).min() * np.arange(last + 1))
    if isinstance(scheme, Sinusoidal) and model.dim:
        return _rotation_loss(scheme.frequencies(model.dim), last) / math.sqrt(model.dim)
    return None


def _rotation_loss(frequencies: Array, last: int) -> Array:
    """Sum of cos(w k) - 1 over the frequencies w, for k = 0 ... last."""
    return phasors.cosine_sums(frequencies, last + 1, np.ones(len(frequencies))) - len(frequencies)


def head(model: Model, rope: Rope) -> int:
    """Dimensions of a head in layers with a rotation, including a part without rotation that has its own weights."""
    if model.main.rope is None or model.dim is None:
        return rope.head
    return rope.head + max(model.dim - model.main.rope.head, 0)


def unrotated_part(model: Model, layers: Layers) -> tuple[str, int, int] | None:
    """Variant with a part that does not rotate: its name, and two counts of dimensions, or of pairs; None without."""
    rope = layers.rope
    if rope is None or head(model, rope) == rope.width:
        return None
    if rope.scaling == "proportional":
        return "slow-pairs", (rope.head - rope.width) // 2, rope.head // 2
    dim = head(model, rope)
    if any(key.endswith(("qk_nope_head_dim", "attention.key_length_mla")) for key in model.read):
        return "latent", dim - rope.width, rope.width
    return "partial", dim - rope.width, dim


def variant(model: Model, layers: Layers, id: str) -> tuple[NDArray[np.int64], tuple[Array, Array]]:
    """Distances, and the mean logits of equal contents in layers with and without a variant of the rotation."""
    rope, back = layers.rope, distances(model)
    assert rope
    back = back[back < ((layers.window or 0) if layers.span else FARTHEST)]
    dim, last = head(model, rope), int(back[-1])
    size = 2 / math.sqrt(dim)
    if id == "models-nope-layers":
        return back, (size * _rotation_loss(rope.frequencies(last + 1), last), np.zeros(last + 1))
    # without the variant, all dimensions of a head rotate
    whole = np.asarray(float(rope.base) ** (-2 * np.arange(dim // 2) / dim))
    return back, (size * _rotation_loss(rope.plain(), last), size * _rotation_loss(whole, last))


def temperature(model: Model, positions: NDArray[np.int64]) -> Array | None:
    """Factors of the attention logits by the position of the query; None if they do not depend on it."""
    if model.temperature:
        return np.array([model.temperature.factor(position) for position in positions.tolist()])
    if model.logn:
        return np.asarray(np.log(np.maximum(positions + 1, model.logn)) / np.log(model.logn))
    return None


def links(model: Model) -> dict[str, str]:
    """URLs of the pages that show the encoding of a model, by page."""
    urls = {}
    if scheme := model.main.scheme:
        pages = ["heatmap", "similarity"]
        if isinstance(scheme, RoPE):
            pages = ["rope", "attention", "similarity"]
        elif scheme.family == "bias":
            pages = ["bias", "attention"]
        query: dict[str, object] = {"scheme": scheme.name}
        for parameter in scheme.parameters():
            value = getattr(scheme, parameter.name)
            if value != parameter.default:
                query[f"{scheme.name}.{parameter.name}"] = value
        if model.dim:
            query["d"] = PARAMETERS["d"].clamp(model.main.rope.head if model.main.rope else model.dim)
        sizes: dict[str, dict[str, object]] = {"bias": {}, "rope": {}}
        if model.heads:
            sizes["bias"]["heads"] = PARAMETERS["heads"].clamp(model.heads)
        if model.trained_length:
            sizes["rope"]["n"] = PARAMETERS["n"].clamp(model.trained_length)
        urls = {page: f"{page}?{urlencode(query | sizes.get(page, {}))}" for page in pages}
    if model.image_settings:
        urls["images"] = f"images?{urlencode(model.image_settings)}"
    return urls


def headline(report: Description, variants: Collection[Claim], *, has_strip: bool) -> list[Claim]:
    """Claims above the pictures, without those that the strip of layers or a tab has."""
    hidden: tuple[str, ...] = ()
    if has_strip:
        hidden += ("model-layers",)
    if vision(report):
        hidden += ("model-axes",)
    if any(fact.id == "models-temperature" for fact in variants):
        hidden += ("model-temperature", "model-logn")
    return [fact for fact in report.about if not fact.id.startswith(hidden)]


def vision(report: Description) -> list[Claim]:
    """Claims about the vision encoder of a language model."""
    if report.about[0].id == "model-axes":
        return []
    return [fact for fact in report.about if fact.id.startswith("model-axes")]


def cell(model: Model) -> list[Claim]:
    """Facts that the cells compare between two models."""
    claims = [claim("models-cell-family", family=model.kind)]
    if model.huggingface:
        claims.append(claim("models-cell-pairing", first=model.huggingface, last=model.release or "unknown"))
    trained = "models-cell-before" if is_scaled(model) else "models-cell-trained"
    if model.trained_length:
        claims.append(claim(trained, length=model.trained_length, text=source(model, "trained")))
    else:
        claims.append(claim("models-cell-untold"))
    if model.stated:
        claims.append(claim("models-cell-stated", length=model.stated))
    if model.rows:
        claims.append(claim("models-cell-rows", rows=model.rows, start=model.offset))
    if model.main.rope and model.stated and model.stated > 256:
        # bfloat16 has 8 significant bits
        coarse = 2 ** ((model.stated - 1).bit_length() - 8)
        claims.append(claim("models-cell-resolution", position=model.stated - 1, other=coarse))
    return claims


def picture(model: Model, layers: Layers) -> Claim | None:
    """Content of the picture of layers, or None without one."""
    lengths, heads = waves(model, layers), reach(model, layers)
    if heads is not None:
        return claim("models-picture-reach", low=float(heads.min()), high=float(heads.max()), heads=len(heads))
    if lengths is None:
        return None
    plain, scaled = lengths
    if (longest := limit(model, layers)) is None:
        return claim("models-picture-waves", low=float(plain.min()), high=float(plain.max()))
    kind, length = longest
    # a length before scaling is compared with the wavelengths before scaling
    compared = plain if kind in ("before", "training") else scaled
    count = int((compared > length).sum())
    return claim("models-picture", count=count, whole=len(plain), length=length, when=kind)


def span(layers: Layers) -> Claim:
    """Tokens that layers see, or their lack of positions."""
    if layers.which in ("nope", "linear"):
        return claim(f"models-span-{layers.which}")
    if layers.which == "compressed":
        return claim("models-span-compressed", most=layers.window or 0)
    return window(layers)


def labels(kinds: Sequence[Layers]) -> list[Claim]:
    """Name each kind of layers: by its span, and by its rotation if several have the same span."""
    spans = [span(layers) for layers in kinds]
    return [place if spans.count(place) == 1 else layers_of(layers) for place, layers in zip(spans, kinds, strict=True)]


def layers_of(layers: Layers) -> Claim:
    """Describe the encoding in layers of one kind."""
    if layers.rope is None:
        return span(layers)
    return claim("models-layers", where=span(layers), base=layers.rope.base, text=layers.rope.active_scaling)


def layer(number: int, layers: Layers) -> Claim:
    """Describe one layer."""
    return claim("models-layer", layer=number, fact=layers_of(layers))


def kind(layers: Layers) -> Claim:
    """Describe the layers of one kind, with their number."""
    if layers.which in ("encoder", "decoder"):
        return claim(f"models-kind-{layers.which}")
    return claim("models-kind", count=layers.number or 0, fact=layers_of(layers))


REFERENCES = {
    "models-partial": "black2022",
    "models-latent": "deepseek2024",
    "models-slow-pairs": "barbero2024",
    "models-nope-layers": "yang2025",
    "models-temperature": "nakanishi2025",
}
"""Works that describe a variant, by the id of its claim."""


def variants(model: Model) -> dict[Claim, Layers]:
    """Variants of the rotation that the model has, each with layers that have it."""
    if model.main.rope is None:
        return {}
    parts: dict[tuple[str, int, int], list[Layers]] = {}
    for layers in model.layers:
        if part := unrotated_part(model, layers):
            parts.setdefault(part, []).append(layers)
    whole, claims = sum(layers.number or 0 for layers in model.layers), {}
    for (variant, count, size), own in parts.items():
        some = sum(layers.number or 0 for layers in own)
        where = claim("models-some", count=some if some < whole else 0, whole=whole)
        claims[claim(f"models-{variant}", count=count, whole=size, where=where)] = own[0]
    if nope := sum(layers.number or 0 for layers in model.layers if layers.which == "nope"):
        claims[claim("models-nope-layers", count=nope, whole=whole)] = model.main
    last = (model.stated or 1) - 1
    factors = temperature(model, np.array([last]))
    if factors is not None and factors[0] != 1:
        which = "all"
        if model.temperature:
            which = model.temperature.which
        claims[claim("models-temperature", factor=float(factors[0]), position=last, which=which)] = model.main
    return claims


def differ(first: Model, second: Model) -> Claim:
    """Distance at which two models differ most."""
    longest = last_distance(first, second)
    one, other = falls(first, longest), falls(second, longest)
    if one is None or other is None:
        return claim("models-no-curve", name=(first if one is None else second).name)
    place = int(np.abs(one - other).argmax())
    nats = float(one[place] - other[place])
    if abs(nats) < 1e-6:
        return claim("models-same-curve", first=first.name, last=second.name)
    if nats > 0:
        first, second = second, first
    args = {"first": first.name, "last": second.name, "offset": place, "value": abs(nats)}
    return claim("models-apart", longer=longest, **args)


def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about models."""
    qwen, mistral = models.model("Qwen3 8B"), models.model("Mistral 7B v0.1")
    rope = qwen.main.rope
    assert rope and qwen.trained_length and qwen.stated and mistral.main.window and mistral.stated
    slowest, count = float(2 * np.pi / rope.plain()[-1]), rope.incomplete(qwen.trained_length)
    return [
        claim("models-promise", name=qwen.name, longer=qwen.stated, length=qwen.trained_length),
        claim("models-slow", name=qwen.name, value=slowest, length=qwen.trained_length, count=count),
        claim("models-window-belief", name=mistral.name, length=mistral.stated, most=mistral.main.window),
    ]
