"""Random configurations for fuzz tests: keys of real types, with numbers of every size and values of every type."""

import json
import random
import re
from collections.abc import Iterator
from inspect import getsource
from typing import Any

from posenc_tools import models
from posenc_tools.models import config, layers, rotation
from posenc_tools.models.conventions import classes, families

SOURCE = "".join(map(getsource, (config, layers, rotation)))
KEYS = sorted(set(re.findall(r'"([a-z][a-z0-9_]+)"', SOURCE)) - {"model_type"})
"""Every key that the reader knows, and some unknown words."""

TYPES = sorted({*classes(), *families()})
SCALINGS = ("default", "linear", "dynamic", "yarn", "llama3", "longrope", "su", "mrope", "proportional", "\ud800")
USUAL = (1, 2, 3, 4, 7, 8, 12, 16, 32, 64, 96, 128, 512, 768, 1024, 4096, 0.25, 0.5, 1.0, 10000.0, 500000, True, False)
EXTREME = (
    *(0, -1, 1e-300, 5e-324, 1e308, 1.5, 2**31, 2**31 - 1, 2**40, 2**53 + 1, 10**400, -(10**400), 8191, 8192, 1048576),
    *(float("nan"), float("inf"), "", "64", "x" * 101, "\ud800", "\x1b[31m", None, [], [1], ["\ud800"], {}, {"a": 1}),
    *([1.0] * 32, [1, None] * 16, [[]] * 4, {"sliding_attention": 1}, {"full_attention": {"rope_theta": "1"}}),
    *(["full_attention", "sliding_attention"] * 6, [0, 1] * 12, ["linear"], [{}] * 3),
)


def configurations(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield `count` configurations."""
    chance = random.Random(seed)
    for _ in range(count):
        part = _part(chance, chance.randint(0, 8))
        if chance.random() < 0.2:
            inner = chance.choice(("text_config", "llm_config", "language_config"))
            part = _part(chance, chance.randint(0, 3)) | {inner: part}
        yield part


def _part(chance: random.Random, count: int) -> dict[str, Any]:
    part: dict[str, Any] = {}
    if chance.random() < 0.9:
        part["model_type"] = chance.choice(TYPES if chance.random() < 0.95 else EXTREME)
    if chance.random() < 0.6:
        part |= {"hidden_size": 512, "num_attention_heads": 8, "max_position_embeddings": 2048}
    part |= {chance.choice(KEYS): _value(chance) for _ in range(count)}
    if chance.random() < 0.3:
        nested = {"rope_type": chance.choice(SCALINGS)} | {chance.choice(KEYS): _value(chance) for _ in range(count)}
        if chance.random() < 0.3:
            nested = {chance.choice(("full_attention", "sliding_attention", "chunked_attention")): nested}
        part[chance.choice(("rope_parameters", "rope_scaling"))] = nested
    return part


def _value(chance: random.Random) -> Any:
    return chance.choice(USUAL if chance.random() < 0.6 else EXTREME)


def lines_at_lengths(model: models.Model) -> list[str]:
    """Reports for some lengths, or the errors."""
    texts = []
    for length in (1, 2**17, models.MOST_TOKENS):
        try:
            lines = models.run_at(model, length)
            texts += [str(lines), json.dumps(lines.as_json())]
        except ValueError as error:
            assert type(error) is ValueError
            texts.append(str(error))
    return texts


def show(text: str) -> bool:
    """Compute the page Models for a configuration. -> False if it is refused with a message"""
    from dashboard.say import plain, say
    from dashboard.views.models import facts

    other = models.model("Llama 3 8B")
    try:
        own = models.from_config(models.parse_config(text))
    except ValueError as error:
        assert type(error) is ValueError and len(plain(str(error)).encode()) < 1000
        return False
    statements = [*facts.cell(own), facts.differ(own, other), *facts.variants(own)]
    statements += [facts.picture(own, layers) for layers in facts.with_pictures(own)] + [
        facts.kind(layer) for layer in own.layers
    ]
    statements += [
        statement
        for position in (None, 0, 1, 2**40 - 1)
        for part in models.describe(own, position)
        for statement in part
    ]
    "".join([plain(say(*statements)), *facts.links(own).values(), *lines_at_lengths(own), str(own.read)]).encode()
    for variant, own_layers in facts.variants(own).items():
        if variant.id != "models-temperature":
            facts.variant(own, own_layers, variant.id)
    return True
