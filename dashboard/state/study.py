"""What is being looked at: one frozen value that the controls make and every view reads."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from dashboard.state.pages import PAGES, STANDS_IN, VECTORS_FIRST
from dashboard.state.parameters import MAX_LENGTH, MAX_SCHEMES, OPTIONS, PARAMETERS
from posenc_core import SCHEMES, CustomTable, Scheme, Text, Whole
from posenc_core.analysis.geometry import Kind
from posenc_core.foundation.base import Ability
from posenc_core.text.messages import Claim, claim


def order(scheme: Scheme) -> int:
    """The place of a scheme in the registry, which gives it its colour and its dash; before all for one beside it."""
    return list(SCHEMES).index(scheme.name) if scheme.name in SCHEMES else -1


def typed(options: Mapping[str, Any]) -> int:
    """How many tokens a typed text and its ends make."""
    return len(options["text"].split()) + 2 * int(options["ends"])


@dataclass(frozen=True)
class Study:
    """The chosen schemes and the numbers that all pages share, within the limits of the app."""

    schemes: tuple[Scheme, ...]
    length: int
    dim: int
    position: int
    offset: int
    shown: tuple[int, int] = (0, MAX_LENGTH)
    """First and last position that the plots show."""
    known: Mapping[str, Scheme] = field(default_factory=dict)
    """Every scheme with its parameters, chosen or not."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What only some pages ask: their own controls, by key."""

    def __post_init__(self) -> None:
        """Hold everything within its limits, whatever a browser sent."""
        self._hold("schemes", tuple({scheme.name: scheme for scheme in self.schemes}.values())[:MAX_SCHEMES])
        self._hold("length", PARAMETERS["n"].hold(self.length))
        self._hold("dim", PARAMETERS["d"].hold(self.dim))
        last = self.length - 1
        self._hold("position", Whole(0, last).nearest(self.position) or 0)
        self._hold("offset", Whole(1, max(last, 1)).nearest(self.offset) or 1)
        self._hold("shown", tuple(sorted(Whole(0, last).nearest(end) or 0 for end in self.shown)))
        self._hold("options", {each.key: each.hold(self.options.get(each.key, each.default)) for each in OPTIONS})

    @property
    def measure(self) -> Kind:
        """How two positions are compared."""
        kind: Kind = self.options["similarity"]
        return kind

    @property
    def own_scales(self) -> bool:
        """Whether each scheme is drawn on a scale of its own."""
        return bool(self.options["own"])

    def shown_on(self, page: str) -> tuple["Study", list[Claim]]:
        """The study of those schemes that a page can show. -> it, and a claim for each that is left out or changed."""
        need = PAGES[page]
        if need is None:
            return self, []
        length = self.length_on(page)
        reasons = {scheme: scheme.unsupported_reason(need, length, self.dim) for scheme in self.schemes}
        other = self.known.get(STANDS_IN.get(page, ""))
        if other and reasons and all(reasons.values()) and not other.unsupported_reason(need, length, self.dim):
            return replace(self, schemes=(other,)), [claim("shown-instead", ability=need, name=other.name)]
        shown = replace(self, schemes=tuple(scheme for scheme, reason in reasons.items() if not reason))
        found = []
        if self.options["table"] != "own" and any(isinstance(scheme, CustomTable) for scheme in shown.schemes):
            found.append(claim("shown-example", example=self.options["example"]))
        found += [claim("shown-not", reason=reason) for reason in reasons.values() if reason]
        for scheme in shown.schemes:
            if scheme.family == "rotation" and (need == "vectors" or page in VECTORS_FIRST):
                found += [claim("shown-rotation", name=scheme.name)] * ("vectors" in scheme.abilities)
            if scheme.own_size not in (None, (length, self.dim)):
                rows, width = scheme.own_size
                found.append(claim("shown-part", name=scheme.name, rows=rows, width=width, length=length, dim=self.dim))
        return shown, found

    def in_links(self) -> "Study":
        """What a link to this study can say: all but a table of one's own."""
        if self.options["table"] != "own":
            return self
        schemes = tuple(scheme for scheme in self.schemes if not isinstance(scheme, CustomTable))
        return replace(self, schemes=schemes, options={**self.options, "table": "none"})

    def length_on(self, page: str) -> int:
        """How many positions a page shows: of the typed text, or of the sequence."""
        if page in PARAMETERS["text"].pages:
            return max(typed(self.options), int(self.options["pad"]))
        return self.length

    def having(self, ability: Ability) -> "Study":
        """The study of those schemes that have an ability."""
        return replace(self, schemes=tuple(scheme for scheme in self.schemes if not scheme.unsupported_reason(ability)))

    def lacking(self, ability: Ability) -> "Study":
        """The study of those that have it not."""
        return replace(self, schemes=tuple(scheme for scheme in self.schemes if scheme.unsupported_reason(ability)))

    def told(self, page: str) -> dict[str, Any]:
        """What a page was asked to show, for the log: of typed text only its length."""
        options = {each.key: self.options[each.key] for each in OPTIONS if page in each.pages}
        texts = [each.key for each in OPTIONS if isinstance(each.domain, Text) and each.key in options]
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

    def _hold(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)
