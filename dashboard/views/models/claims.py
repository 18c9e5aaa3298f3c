"""Claims of Models: compared facts, differences between two models, and misconceptions."""

import numpy as np

from dashboard.views.models import numbers
from dashboard.views.models.numbers import Apart
from posenc_core import models
from posenc_core.models import Model
from posenc_core.text.messages import Claim, claim


def cell(model: Model) -> list[Claim]:
    """Facts that the cells compare between two models."""
    claims = [claim("models-cell-family", family=model.kind)]
    if model.huggingface:
        claims.append(claim("models-cell-pairing", first=model.huggingface, last=model.release or "unknown"))
    scaled = model.main.rope and model.main.rope.original
    trained = "models-cell-before" if scaled else "models-cell-trained"
    claims.append(claim(trained, length=model.trained) if model.trained else claim("models-cell-untold"))
    if model.stated:
        claims.append(claim("models-cell-stated", length=model.stated))
    if model.rows:
        claims.append(claim("models-cell-rows", rows=model.rows, start=model.offset))
    if model.main.rope and model.stated and model.stated > 256:
        # bfloat16 has 8 significant bits
        coarse = 2 ** ((model.stated - 1).bit_length() - 8)
        claims.append(claim("models-cell-resolution", position=model.stated - 1, other=coarse))
    return claims


def picture(model: Model) -> Claim | None:
    """Content of the main picture, or None without one."""
    waves = numbers.waves(model)
    if waves is not None:
        longest = float(waves.plain.max())
        if model.main.rope and model.trained:
            count = model.main.rope.incomplete(model.trained)
            when = "before" if model.main.rope.original else "training"
            return claim("models-picture", count=count, whole=len(waves.plain), length=model.trained, when=when)
        return claim("models-picture-waves", low=float(waves.plain.min()), high=longest)
    reach = numbers.reach(model)
    if reach is not None:
        return claim("models-picture-reach", low=float(reach.min()), high=float(reach.max()), heads=len(reach))
    return None


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
    llama, mistral = models.model("Llama 3.1 8B"), models.model("Mistral 7B v0.1")
    rope = llama.main.rope
    assert rope and llama.trained and llama.stated and mistral.main.window and mistral.stated
    slowest = 2 * np.pi / rope.plain()[-1]
    return [
        claim("models-promise", name=llama.name, longer=llama.stated, length=llama.trained),
        claim(
            "models-slow",
            name=llama.name,
            value=float(slowest),
            length=llama.trained,
            count=rope.incomplete(llama.trained),
        ),
        claim("models-window-belief", name=mistral.name, length=mistral.stated, most=mistral.main.window),
    ]
