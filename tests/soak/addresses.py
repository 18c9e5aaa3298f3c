"""Random URLs with usual and extreme parameters, and every file of every page for them."""

import random
from collections.abc import Iterator
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

from dashboard.controls import links
from dashboard.sharing import previews
from dashboard.sharing.exports import find, names
from dashboard.state.pages import PAGES
from dashboard.state.parameters import MAX_SCHEMES, PARAMETERS, Parameter
from posenc_core import SCHEMES, Choice, Numbers, Real, Switch, Text, Whole

LENGTHS, DIMS = (1, 2, 3, 5, 6, 7, 20, 64, 100, 128, 600), (1, 2, 3, 4, 7, 8, 16, 64, 65)


def addresses(count: int, seed: int) -> Iterator[str]:
    """Yield random query strings with sizes that are computed quickly."""
    chance = random.Random(seed)
    keys = [key for key in PARAMETERS if key not in ("n", "d")]
    for _ in range(count):
        schemes = chance.sample(list(SCHEMES), chance.randint(1, MAX_SCHEMES) if chance.random() < 0.8 else 1)
        parameters: list[tuple[str, Any]] = [("scheme", name) for name in schemes if chance.random() < 0.9]
        parameters += [("n", chance.choice(LENGTHS)), ("d", chance.choice(DIMS))]
        own = [key for key in keys if "." not in key or key.partition(".")[0] in schemes]
        parameters += [
            (key, PARAMETERS[key].clamp(_value(chance, PARAMETERS[key])))
            for key in chance.sample(own, chance.randint(0, 6))
        ]
        yield urlencode(parameters)


def _value(chance: random.Random, parameter: Parameter) -> Any:
    domain = parameter.domain
    if isinstance(domain, Choice):
        return chance.choice(domain.options)
    if isinstance(domain, Switch):
        return chance.choice((True, False))
    if isinstance(domain, Numbers):
        return chance.choice(("1", "1, 2.5", "x"))
    if isinstance(domain, Text):
        return chance.choice(("", "a", "I love you", "0", "1-3", "한국어", "<b>"))
    if isinstance(domain, Whole):
        return chance.choice((domain.low, domain.high, *(chance.randint(0, 200) for _ in range(4)), -1))
    assert isinstance(domain, Real)
    low, high = domain.ends
    return chance.choice([end for end in (low, high, chance.uniform(0, 100), 1.0) if end is not None])


def names_of(page: str, query: str) -> list[str]:
    """The names of all files that a page has at an address."""
    listed = names(page, links.study(query).shown_on(page)[0]) if PAGES[page] else []
    return [previews.NAME, *listed]


def fault(page: str, name: str, query: str) -> str:
    """Create a file: the error, or "" if it is created or refused with a message."""
    try:
        file = find(page, name, query)
    except ValueError:
        return ""
    try:
        made = any(file.pieces())
    except Exception as error:
        return f"{page}/{name}?{query}: {error!r}"
    return "" if made else f"{page}/{name}?{query}: empty"


def faults(count: int, seed: int) -> list[str]:
    """Create every file of a page at random URLs, page by page, and list the errors."""
    pairs = zip(addresses(count, seed), cycle(PAGES), strict=False)
    tried = [fault(page, name, query) for query, page in pairs for name in names_of(page, query)]
    return [address for address in tried if address]
