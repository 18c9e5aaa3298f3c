"""The selected schemes and settings, as one immutable object."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from dashboard.state.pages import PAGES, STANDS_IN, VECTORS_FIRST
from dashboard.state.parameters import MAX_LENGTH, MAX_SCHEMES, OPTIONS, PARAMETERS, option_label
from posenc_core import SCHEMES, CustomTable, Scheme, Text, Whole
from posenc_core.analysis.geometry import Kind
from posenc_core.foundation.base import Ability
from posenc_core.text.messages import Claim, claim


def order(scheme: Scheme) -> int:
    """Index of a scheme in the registry, which determines color and dash; -1 for other schemes."""
    return list(SCHEMES).index(scheme.name) if scheme.name in SCHEMES else -1


def token_count(options: Mapping[str, Any]) -> int:
    """Count the tokens of the typed text, including special tokens."""
    return len(options["text"].split()) + 2 * int(options["ends"])


@dataclass(frozen=True)
class Study:
    """The selected schemes and the settings of all pages, within the limits of the app."""

    schemes: tuple[Scheme, ...]
    length: int
    dim: int
    position: int
    offset: int
    shown: tuple[int, int] = (0, MAX_LENGTH)
    """First and last position in the plots."""
    known: Mapping[str, Scheme] = field(default_factory=dict)
    """Every scheme with its parameters, selected or not."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Settings of a few pages, by key."""

    def __post_init__(self) -> None:
        """Clamp all values to their limits."""
        self._set("schemes", tuple({scheme.name: scheme for scheme in self.schemes}.values())[:MAX_SCHEMES])
        self._set("length", PARAMETERS["n"].clamp(self.length))
        self._set("dim", PARAMETERS["d"].clamp(self.dim))
        last = self.length - 1
        self._set("position", Whole(0, last).nearest(self.position) or 0)
        self._set("offset", Whole(1, max(last, 1)).nearest(self.offset) or 1)
        self._set("shown", tuple(sorted(Whole(0, last).nearest(end) or 0 for end in self.shown)))
        values = {option.key: option.clamp(self.options.get(option.key, option.default)) for option in OPTIONS}
        self._set("options", values)

    @property
    def measure(self) -> Kind:
        """Kind of similarity between positions."""
        kind: Kind = self.options["similarity"]
        return kind

    def shown_on(self, page: str) -> tuple["Study", list[Claim]]:
        """Return the study of the schemes that a page can show, and a claim for each omitted or changed scheme."""
        need = PAGES[page]
        if need is None:
            return self, []
        length = self.length_on(page)
        reasons = {scheme: scheme.unsupported_reason(need, length, self.dim) for scheme in self.schemes}
        other = self.known.get(STANDS_IN.get(page, ""))
        if other and reasons and all(reasons.values()):
            reasons[other] = other.unsupported_reason(need, length, self.dim)
            if not reasons[other]:
                return replace(self, schemes=(other,)), []
            if self.dim % 2 and not other.unsupported_reason(need, length, self.dim + 1):
                shown, notes = replace(self, dim=self.dim + 1).shown_on(page)
                return shown, [claim("shown-even", dim=shown.dim, wider=self.dim), *notes]
        shown = replace(self, schemes=tuple(scheme for scheme, reason in reasons.items() if not reason))
        notes = []
        if self.options["table"] != "own" and any(isinstance(scheme, CustomTable) for scheme in shown.schemes):
            notes.append(claim("shown-example", example=option_label(PARAMETERS["example"], self.options["example"])))
        notes += [claim("shown-not", reason=reason) for reason in reasons.values() if reason]
        for scheme in shown.schemes:
            shows_vectors = (need == "vectors" or page in VECTORS_FIRST) and "vectors" in scheme.abilities
            if scheme.family == "rotation" and shows_vectors:
                notes.append(claim("shown-rotation", name=scheme.name))
            if scheme.own_size not in (None, (length, self.dim)):
                rows, width = scheme.own_size
                notes.append(claim("shown-part", name=scheme.name, rows=rows, width=width, length=length, dim=self.dim))
        return shown, notes

    def in_links(self) -> "Study":
        """Study that a link can describe: without an uploaded table."""
        if self.options["table"] != "own":
            return self
        schemes = tuple(scheme for scheme in self.schemes if not isinstance(scheme, CustomTable))
        return replace(self, schemes=schemes, options={**self.options, "table": "example"})

    def length_on(self, page: str) -> int:
        """Count the positions of a page: of the typed text, at least 1, or of the sequence."""
        if page in PARAMETERS["text"].pages:
            return max(token_count(self.options), int(self.options["pad"]), 1)
        return self.length

    def with_ability(self, ability: Ability) -> "Study":
        """Study of the schemes that have an ability."""
        return replace(self, schemes=tuple(scheme for scheme in self.schemes if not scheme.unsupported_reason(ability)))

    def without_ability(self, ability: Ability) -> "Study":
        """Study of the schemes that lack an ability."""
        return replace(self, schemes=tuple(scheme for scheme in self.schemes if scheme.unsupported_reason(ability)))

    def log_fields(self, page: str) -> dict[str, Any]:
        """Return the settings for the log; typed text is reduced to its length."""
        options = {option.key: self.options[option.key] for option in OPTIONS if page in option.pages}
        texts = [option.key for option in OPTIONS if isinstance(option.domain, Text) and option.key in options]
        return {
            "schemes": {scheme.name: asdict(scheme) for scheme in self.schemes},
            "n": self.length,
            "d": self.dim,
            "p": self.position,
            "k": self.offset,
            "shown": self.shown,
            **{key: value for key, value in options.items() if key not in texts},
            **{f"letters of {key}": len(options[key]) for key in texts},
        }

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)
