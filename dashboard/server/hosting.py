"""Settings of an operator: one environment variable each, read when the server starts."""

import os
import re
from typing import NamedTuple


class Hosting(NamedTuple):
    """The operator's settings."""

    visitors: int
    """Maximum number of open pages of a process."""
    visitors_per_address: int
    """Maximum number of open pages of an address; 0 for no limit."""
    hosts: frozenset[str]
    """Accepted host names besides the listen addresses; `*` accepts any."""
    frame_ancestors: str
    """Sources that may embed the app, in the syntax of a content security policy."""
    metrics_port: int
    """Port of the metrics; 0 for none."""
    log: bool
    """Whether every run is logged, or errors only."""
    uploads: bool
    """Whether visitors may upload tables."""


def hosting() -> Hosting:
    """Read the environment.

    Raises
    ------
    ValueError
        For an invalid value, with the name of its variable.
    """
    return Hosting(
        _integer("POSENC_VISITORS", 100, 1, 1000),
        _integer("POSENC_VISITORS_PER_ADDRESS", 0, 0, 1000),
        _hosts("POSENC_HOSTS"),
        _sources("POSENC_FRAME_ANCESTORS", "'self'"),
        _integer("POSENC_METRICS_PORT", 0, 0, 65535),
        bool(_integer("POSENC_LOG", 0, 0, 1)),
        bool(_integer("POSENC_UPLOADS", 1, 0, 1)),
    )


def _integer(name: str, default: int, low: int, high: int) -> int:
    text = os.environ.get(name, "") or str(default)
    if not text.isdecimal() or not low <= int(text) <= high:
        raise ValueError(f"{name} = {text!r} must be a whole number from {low} to {high}")
    return int(text)


def _hosts(name: str) -> frozenset[str]:
    text = os.environ.get(name, "")
    if not re.fullmatch(r"[\w.:*\[\] -]*", text, re.ASCII):
        raise ValueError(f"{name} = {text!r} must be host names or addresses without ports, separated by spaces, or *")
    return frozenset(text.lower().translate(str.maketrans("", "", "[]")).split())


def _sources(name: str, default: str) -> str:
    text = os.environ.get(name, "").strip() or default
    if any(sign in text for sign in ";,\r\n") or not text.isascii():
        raise ValueError(f"{name} = {text!r} must be sources separated by spaces, such as: 'self' https://example.org")
    return text
