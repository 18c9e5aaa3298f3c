"""Scorecard: who passes the two lists of conditions, and what rounding does, in sentences."""

from collections.abc import Collection, Mapping, Sequence

from dashboard.views.words import counted, listed, number
from posenc_core import criteria
from posenc_core.criteria import CRITERIA, Criterion, Finding

SIGNS = {
    "holds": ":green[✓]",
    "nearly": ":orange[≈]",
    "fails": ":red[✗]",
    "undefined": "–",
    "does not apply": ":gray[∅]",
}

UNDECIDED = ("undefined", "does not apply")
"""Verdicts that leave a condition open."""

VERBS = {
    "holds": ("passes", "pass"),
    "nearly": ("nearly passes", "nearly pass"),
    "fails": ("fails", "fail"),
    "undefined": ("has no verdict", "have no verdict"),
}
"""What one scheme does, and what several do."""

NOTHING_TO_ROUND = "No chosen scheme has vectors that could become equal."

MEASURED = (
    "Each number says by how large a share a condition is missed; 0 is exact but for rounding, which is "
    f"{number(criteria.EQUAL)}. Every pair of positions is tested."
)

BFLOAT16 = (
    "Many models compute in bfloat16, numbers of 16 bits with two to three digits: "
    "it has no whole number between 256 and 258."
)

SEEN_ON = {
    "M1": "equidistance",
    "M1b": "equidistance",
    "M2": "heatmap",
    "M3": "heatmap",
    "M4": "equidistance",
    "M4b": "equidistance",
    "M4g": "similarity",
    "M5": "equidistance",
    "M6": "trajectory",
    "M7": "similarity",
    "M8": "shift",
}
"""Which page shows what a condition is about."""

FIVE = {c.metric: c.asked_by[len("five ")] for c in CRITERIA if c.asked_by.startswith("five ")}
FOUR = {c.metric: c.title.lower() for c in CRITERIA if c.asked_by.endswith("four")}
"""How a sentence calls the conditions of the two lists."""

Found = Mapping[str, Mapping[str, Finding]]
"""What was found of each scheme, by its name and the metric."""


ASKED = (
    "Lecture notes ask five things of an encoding: "
    + listed([f"{FIVE[c.metric]} {c.title.lower()}" for c in CRITERIA if c.metric in FIVE])
    + "."
)
"""The five conditions, by their numbers."""


def of_scores(names: Sequence[str]) -> str:
    """What the conditions ask of schemes without vectors."""
    asked = [FIVE[c.metric] for c in CRITERIA if c.of_scores and c.metric in FIVE]
    one = len(names) == 1
    return (
        f"**Without vectors.** {listed(names)} {'has' if one else 'have'} none, so {listed(asked)} ask about "
        f"{'its' if one else 'their'} scores instead: in nats, and beside a position's own."
    )


def legend(found: Found) -> str:
    """What the signs mean that need words."""
    texts = [
        f"≈ nearly: misses by at most {100 * criteria.NEAR:.0f} %.",
        "– no verdict: there is nothing to measure.",
    ]
    if any(finding.verdict == "does not apply" for card in found.values() for finding in card.values()):
        texts.append("∅ does not apply: the condition asks about vectors, and there are none.")
    return " ".join([*texts, "No condition says how well a model learns."])


def passed(found: Found, called: Mapping[str, str], all_of_them: str) -> str:
    """Who passes all of a list, and what the others miss; with the reason where it is one condition."""
    empty = [m for m in called if all(card[m].verdict in UNDECIDED for card in found.values())]
    unsaid = [m for m in empty if any(card[m].verdict == "undefined" for card in found.values())]
    asked = {m: name for m, name in called.items() if m not in empty}
    groups: dict[str, list[str]] = {}
    for name, card in found.items():
        groups.setdefault(_missed([""], card, asked), []).append(name)
    sentences = []
    if asked and "" in groups:
        passing: dict[str, list[str]] = {}
        for name in groups.pop(""):
            which = [told for m, told in asked.items() if found[name][m].applies]
            if which:
                passing.setdefault(all_of_them if len(which) == len(called) else listed(which), []).append(name)
        sentences += [f"{listed(names)} {_verb('holds', names)} {which}." for which, names in passing.items()]
    if asked:
        sentences += [_missed(names, found[names[0]], asked) for names in groups.values()]
    if unsaid:
        sentences.append(f"Nothing can be said here of {listed([called[m] for m in unsaid])}.")
    return " ".join([*sentences, *_not_asked(found, called)])


def _missed(names: list[str], card: Mapping[str, Finding], called: Mapping[str, str]) -> str:
    """What schemes of which the same was found do not pass; nothing where they pass all that applies to them."""
    sentences = []
    for verdict in ("fails", "nearly", "undefined"):
        metrics = [m for m in called if card[m].verdict == verdict]
        if not metrics:
            continue
        reason = card[metrics[0]].why
        why = f": {reason[0].lower()}{reason[1:]}" if len(metrics) == 1 and verdict != "undefined" else "."
        of = "for " if verdict == "undefined" else ""
        sentences.append(f"{listed(names)} {_verb(verdict, names)} {of}{listed([called[m] for m in metrics])}{why}")
    return " ".join(sentences)


def _not_asked(found: Found, called: Mapping[str, str]) -> list[str]:
    """Which conditions do not apply to which schemes."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, card in found.items():
        groups.setdefault(tuple(told for m, told in called.items() if not card[m].applies), []).append(name)
    return [
        f"{listed(which)} {'does' if len(which) == 1 else 'do'} not apply to {listed(names)}.".replace(
            which[0], which[0][0].upper() + which[0][1:], 1
        )
        for which, names in groups.items()
        if which
    ]


def _verb(verdict: str, names: list[str]) -> str:
    return VERBS[verdict][len(names) > 1]


def marked(criterion: Criterion) -> str:
    """The title of a condition, behind its number among the five."""
    return f"{FIVE.get(criterion.metric, '')} {criterion.title}".strip()


def condition(criterion: Criterion) -> str:
    """A condition as the first cell of its row: who asks for it, and the page where it is seen."""
    lists = {"five": criterion.metric in FIVE, "four": criterion.metric in FOUR}
    asked = f"one of the {' and of the '.join(name for name, on in lists.items() if on)}"
    if not any(lists.values()):
        asked = criterion.asked_by
    return f"**{marked(criterion)}**  \n{asked}; see {SEEN_ON[criterion.metric].capitalize()}"


def reasons(findings: Mapping[str, Finding]) -> str:
    """The verdicts of one condition with their reasons; schemes of which the same is said share a line."""
    lines: dict[tuple[str, str], list[str]] = {}
    for name, finding in findings.items():
        lines.setdefault((finding.verdict, finding.why), []).append(name)
    return "  \n".join(
        f"{SIGNS[verdict]} Does not apply to **{listed(names)}**. {why}"
        if verdict == "does not apply"
        else f"{SIGNS[verdict]} **{listed(names)}** {_verb(verdict, names)}. {why}"
        for (verdict, why), names in lines.items()
    )


def measured(criterion: Criterion, found: Found, without: Collection[str]) -> list[str]:
    """What is measured for a condition: of vectors, and of the scores of schemes that have none."""
    lines = [f"Measured: {criterion.measure}."] * any(name not in without for name in found)
    if criterion.of_scores and without:
        lines.append(f"Of scores: {criterion.of_scores.summary} Measured: {criterion.of_scores.measure}.")
    return lines


def missed(finding: Finding) -> str:
    """By how large a share a condition is missed."""
    if finding.verdict in UNDECIDED:
        return SIGNS[finding.verdict]
    return "0" if finding.verdict == "holds" else f"{number(100 * finding.number)} %"


def half_precision(repeats: Mapping[str, Mapping[str, int]], before: Mapping[str, int], length: int) -> str:
    """What rounding positions, or values, to bfloat16 makes of vectors that differed before."""
    again = any(before.values())
    many = {}
    for what in ("positions", "values"):
        further = {name: counts[f"{what} in bfloat16"] - before[name] for name, counts in repeats.items()}
        many[what] = listed([
            f"{count:,} {'more ' * again}of {length:,} vectors repeat in {names}" for count, names in _by_count(further)
        ])  # fmt: skip
    if any(many.values()):
        none = f"no {'further ' * again}vector repeat"
        sentences = [f"Rounding the {what} to bfloat16 makes {said or none}." for what, said in many.items()]
    else:
        sentences = [
            f"Rounding to bfloat16 makes no {'further ' * again}vector repeat here, be it of positions or of values."
        ]
    if again:
        already = [f"{counted(count, 'vector')} repeat{'s' * (count == 1)} in {n}" for count, n in _by_count(before)]
        sentences.append(f"Without rounding, {listed(already)}.")
    return " ".join(sentences)


def _by_count(counts: Mapping[str, int]) -> list[tuple[int, str]]:
    """How many there are, if any, and in which schemes."""
    found: dict[int, list[str]] = {}
    for name, count in counts.items():
        if count > 0:
            found.setdefault(count, []).append(name)
    return [(count, listed(names)) for count, names in found.items()]
