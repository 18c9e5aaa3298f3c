"""Claims of Models: compared facts, differences between two models, and misconceptions."""

from collections.abc import Collection, Sequence

import numpy as np

from dashboard.views.models import numbers
from dashboard.views.models.numbers import Apart
from posenc_core.text.messages import Claim, claim
from posenc_tools import models
from posenc_tools.models import Description, Layers, Model
from posenc_tools.models.words import window


def headline(report: Description, variants: Collection[Claim], *, has_strip: bool) -> list[Claim]:
    """Claims above the pictures, without those that the strip of layers or a tab has."""
    hidden: tuple[str, ...] = ("model-layers",) if has_strip else ()
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
    return claim("models-span", window=window(layers))


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
        if part := numbers.unrotated_part(model, layers):
            parts.setdefault(part, []).append(layers)
    whole, claims = sum(layers.number or 0 for layers in model.layers), {}
    for (variant, count, size), own in parts.items():
        some = sum(layers.number or 0 for layers in own)
        where = claim("models-some", count=some if some < whole else 0, whole=whole)
        claims[claim(f"models-{variant}", count=count, whole=size, where=where)] = own[0]
    if nope := sum(layers.number or 0 for layers in model.layers if layers.which == "nope"):
        claims[claim("models-nope-layers", count=nope, whole=whole)] = model.main
    last = (model.stated or 1) - 1
    factors = numbers.temperature(model, np.array([last]))
    if factors is not None and factors[0] != 1:
        which = model.temperature.which if model.temperature else "all"
        claims[claim("models-temperature", factor=float(factors[0]), position=last, which=which)] = model.main
    return claims


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
