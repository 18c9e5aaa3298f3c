"""Claims of Models: compared facts, differences between two models, and misconceptions."""

import numpy as np

from dashboard.views.models import numbers
from dashboard.views.models.numbers import Apart
from posenc_core import models
from posenc_core.models import Layers, Model
from posenc_core.text.messages import Claim, claim


def cell(model: Model) -> list[Claim]:
    """Facts that the cells compare between two models."""
    claims = [claim("models-cell-family", family=model.kind)]
    if model.huggingface:
        claims.append(claim("models-cell-pairing", first=model.huggingface, last=model.release or "unknown"))
    trained = "models-cell-before" if numbers.is_scaled(model) else "models-cell-trained"
    if model.trained_length:
        claims.append(claim(trained, length=model.trained_length, text=numbers.source(model, "trained")))
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
    waves, limit = numbers.waves(model, layers), numbers.limit(model, layers)
    if waves is not None and limit is not None:
        kind, length = limit
        count = numbers.incomplete(waves, kind, length)
        return claim("models-picture", count=count, whole=len(waves.plain), length=length, when=kind)
    if waves is not None:
        return claim("models-picture-waves", low=float(waves.plain.min()), high=float(waves.plain.max()))
    reach = numbers.reach(model, layers)
    if reach is not None:
        return claim("models-picture-reach", low=float(reach.min()), high=float(reach.max()), heads=len(reach))
    return None


def span(layers: Layers) -> Claim:
    """Tokens that layers see, or their lack of positions."""
    if layers.which in ("nope", "linear"):
        return claim(f"models-span-{layers.which}")
    if layers.which == "compressed":
        return claim("models-span-compressed", most=layers.window or 0)
    return claim("models-span", most=layers.window or 0, family="chunk" if layers.which == "chunked" else "window")


def layers_of(layers: Layers) -> Claim:
    """Describe the encoding in layers of one kind."""
    if layers.rope is None:
        return span(layers)
    return claim("models-layers", where=span(layers), base=layers.rope.base, text=layers.rope.scaling)


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


def variants(model: Model) -> list[Claim]:
    """Variants of the rotation that the model has."""
    rope, found = model.main.rope, []
    if rope is None:
        return []
    dim, pairs = model.dim or rope.head, rope.head // 2
    unrotated = pairs - int(np.count_nonzero(rope.plain()))
    if dim > rope.head:
        found.append(claim("models-latent", count=dim - rope.head, whole=rope.head))
    elif unrotated and rope.scaling == "proportional":
        found.append(claim("models-slow-pairs", count=unrotated, whole=pairs))
    elif unrotated:
        found.append(claim("models-partial", count=dim - rope.width, whole=dim))
    nope = [each for each in model.layers if each.which == "nope" and each.number]
    if nope:
        whole = sum(each.number or 0 for each in model.layers)
        found.append(claim("models-nope-layers", count=nope[0].number, whole=whole))
    temperature, last = model.temperature, (model.stated or 0) - 1
    if temperature and last > 0:
        factor = temperature.factor(last)
        found.append(claim("models-temperature", factor=factor, position=last, which=temperature.which))
    return found


def differ(first: Model, second: Model, most: Apart | None) -> Claim:
    """Distance at which two models differ most."""
    if most is None:
        none = first if numbers.falls(first, 1) is None else second
        return claim("models-no-curve", name=none.name)
    if abs(most.nats) < 1e-6:
        return claim("models-same-curve", first=first.name, last=second.name)
    lower, higher = (first, second) if most.nats < 0 else (second, first)
    longest = numbers.last_distance(first, second)
    args = {"first": lower.name, "last": higher.name, "offset": most.distance, "value": abs(most.nats)}
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
