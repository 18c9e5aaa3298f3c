"""What an operator decides, each from one variable of the environment, read when the server starts."""

import os
import re
from typing import NamedTuple


class Hosting(NamedTuple):
    """The operator's decisions."""

    visitors: int
    """Open pages that one process serves at once."""
    visitors_per_address: int
    """How many of them one address may have; 0 for all."""
    hosts: frozenset[str]
    """Names that the app is asked for by, besides the addresses that it listens on; `*` is any."""
    frame_ancestors: str
    """Who may show the app in a frame, as a content security policy says it."""
    metrics_port: int
    """The port for metrics; 0 for none."""
    log: bool
    """Whether every run is logged, or errors alone."""
    uploads: bool
    """Whether visitors may give tables of their own."""


def hosting() -> Hosting:
    """Read the environment. -> the decisions; raises ValueError that names a variable which says something else."""
    return Hosting(
        _whole("POSENC_VISITORS", 100, 1, 1000),
        _whole("POSENC_VISITORS_PER_ADDRESS", 0, 0, 1000),
        _hosts("POSENC_HOSTS"),
        _sources("POSENC_FRAME_ANCESTORS", "'self'"),
        _whole("POSENC_METRICS_PORT", 0, 0, 65535),
        bool(_whole("POSENC_LOG", 0, 0, 1)),
        bool(_whole("POSENC_UPLOADS", 1, 0, 1)),
    )


def _whole(name: str, default: int, low: int, high: int) -> int:
    text = os.environ.get(name, "") or str(default)
    if not text.isdecimal() or not low <= int(text) <= high:
        raise ValueError(f"{name} = {text!r} must be a whole number from {low} to {high}")
    return int(text)


def _hosts(name: str) -> frozenset[str]:
    text = os.environ.get(name, "")
    if not re.fullmatch(r"[\w.:*\[\] -]*", text, re.ASCII):
        raise ValueError(f"{name} = {text!r} must be names or addresses between spaces, without ports, or *")
    return frozenset(text.lower().translate(str.maketrans("", "", "[]")).split())


def _sources(name: str, default: str) -> str:
    text = os.environ.get(name, "").strip() or default
    if any(sign in text for sign in ";,\r\n") or not text.isascii():
        raise ValueError(f"{name} = {text!r} must be sources between spaces, such as: 'self' https://example.org")
    return text
