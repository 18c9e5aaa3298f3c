"""What is being looked at: one frozen value that the controls make and every view reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from numbers import Real
from typing import Any, NamedTuple, get_args

from posenc_core import SCHEMES, Scheme
from posenc_core.geometry import Kind
from posenc_core.sentence import Size

DEFAULT_SCHEMES = ["Sinusoidal", "Binary", "Normalized"]
MAX_SCHEMES = 4
MAX_LENGTH = 2**20
MAX_DIM = 4096

MAX_TEXT, MAX_TOKENS = 1000, 128
"""Letters of a visitor's text, and tokens with its ends and its padding."""

MEASURES: dict[Kind, str] = {
    "dot": "dot product",
    "cosine": "cosine",
    "min-max": "min-max of the dot product",
    "softmax": "softmax of the dot product",
    "distance": "distance",
}
"""Kinds of similarity that a page offers, and how a sentence or an axis calls them."""


class Limits(NamedTuple):
    """What may be asked for: one of some choices, a whole number, a text, or by its default a switch."""

    default: Any
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    longest: int = 0

    @property
    def allowed(self) -> str:
        """What may be asked for, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.high:
            return f"a whole number from {self.low:,} to {self.high:,}"
        return f"a text of at most {self.longest:,} letters" if self.longest else "true or false"

    def read(self, text: str) -> Any:
        """What a link's text asks for; ValueError where that may not be asked for."""
        value: Any = text
        if self.high:
            number = finite(text)
            value = None if number is None or number % 1 else int(number)
        elif not self.choices and not self.longest:
            value = {"true": True, "false": False}.get(text.lower())
        if value is None or self.hold(value) != value:
            raise ValueError(f"{text!r} must be {self.allowed}")
        return value

    def hold(self, value: Any) -> Any:
        """The nearest to a value that may be asked for; the default where nothing is near."""
        if self.choices:
            return value if value in self.choices else self.default
        if self.high:
            return whole(value, self.low, self.high)
        if isinstance(self.default, str):
            return value[: self.longest] if isinstance(value, str) else self.default
        return value if isinstance(value, bool) else self.default


def finite(text: str) -> float | None:
    """What a link's text is as a finite number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


def whole(value: Any, low: int, high: int) -> int:
    """The whole number from `low` to `high` that is nearest to a value; `low` for what is no number."""
    # NaN is not even itself
    real = isinstance(value, Real) and value == value
    return int(min(max(value, low), high)) if real else low


LIMITS = {
    "n": Limits(128, low=1, high=MAX_LENGTH),
    "d": Limits(64, low=1, high=MAX_DIM),
    "p": Limits(40, high=MAX_LENGTH - 1),
    "k": Limits(1, low=1, high=MAX_LENGTH - 1),
    "from": Limits(0, high=MAX_LENGTH - 1),
    "to": Limits(None, high=MAX_LENGTH - 1),
    "similarity": Limits("dot", choices=tuple(MEASURES)),
    "own": Limits(False),
    "down": Limits("dimension", choices=("dimension", "position")),
    "columns": Limits("", longest=40),
    "n2": Limits(256, low=2, high=MAX_LENGTH),
    "law": Limits(True),
    "far": Limits(10_000, low=2, high=1_000_000),
    "pair": Limits(0, high=MAX_DIM // 2 - 1),
    "space": Limits("2-D", choices=("2-D", "3-D")),
    "axes": Limits("columns", choices=("columns", "principal components")),
    "x": Limits(0, high=MAX_DIM - 1),
    "y": Limits(1, high=MAX_DIM - 1),
    "z": Limits(2, high=MAX_DIM - 1),
    "text": Limits("I love you so much", longest=MAX_TEXT),
    "first": Limits("0", choices=("0", "1")),
    "combine": Limits("sum", choices=("sum", "concatenation")),
    "scale": Limits("N(0, 1/d)", choices=get_args(Size)),
    "ends": Limits(False),
    "pad": Limits(0, high=MAX_TOKENS),
    "mask": Limits(True),
    "causal": Limits(False),
    "known": Limits(MAX_TOKENS, low=1, high=MAX_TOKENS),
    "order": Limits("reversed", choices=("reversed", "shuffled")),
}
"""Every parameter that is not of one scheme, by its key; positions end with the sequence, too."""


def order(scheme: Scheme) -> int:
    """The place of a scheme in the teaching order, which gives it its colour."""
    return list(SCHEMES).index(scheme.name)


@dataclass(frozen=True)
class Study:
    """The chosen schemes and the numbers that all pages share, within the limits of the app."""

    schemes: tuple[Scheme, ...]
    length: int
    dim: int
    position: int
    offset: int
    measure: Kind = "dot"
    own_scales: bool = False
    shown: tuple[int, int] = (0, MAX_LENGTH)
    """First and last position that the plots show."""
    known: Mapping[str, Scheme] = field(default_factory=dict)
    """Every scheme with its parameters, chosen or not."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What only some pages ask: their own controls, by key."""

    def __post_init__(self) -> None:
        """Hold everything within its limits, whatever a browser sent."""
        self._hold("schemes", tuple({scheme.name: scheme for scheme in self.schemes}.values())[:MAX_SCHEMES])
        self._hold("length", LIMITS["n"].hold(self.length))
        self._hold("dim", LIMITS["d"].hold(self.dim))
        last = self.length - 1
        self._hold("position", whole(self.position, 0, last))
        self._hold("offset", whole(self.offset, 1, max(last, 1)))
        self._hold("measure", LIMITS["similarity"].hold(self.measure))
        self._hold("own_scales", LIMITS["own"].hold(self.own_scales))
        self._hold("shown", tuple(sorted(whole(end, 0, last) for end in self.shown)))
        self._hold("options", {key: LIMITS[key].hold(value) for key, value in self.options.items()})

    def _hold(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)
