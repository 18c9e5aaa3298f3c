"""Claims of Scorecard, given the verdicts and reasons that tests/claims/test_criteria.py checks."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.say import MESSAGES
from dashboard.views.scorecard import facts
from posenc_core import SCHEMES, Binary, CustomTable, Sinusoidal
from posenc_core.analysis.criteria import Finding, scorecard
from posenc_core.text.messages import claim
from tests.claims.truth import Case, assert_complete, cases, close, false_claims, true, verify

FIVE = ("M1", "M2", "M3", "M4", "M5")
UNDECIDED = ("undefined", "does not apply")


@dataclass(frozen=True)
class Cards:
    """Several encodings on the page, by name."""

    cases: dict[str, Case]

    @cached_property
    def cards(self) -> dict[str, dict[str, Finding]]:
        return {
            name: scorecard(c.scheme, length=c.length, dim=c.dim, offset=c.offset) for name, c in self.cases.items()
        }

    def verdicts(self, name):
        return [self.cards[name][metric].verdict for metric in FIVE]


def is_true(id):
    return true(f"scorecard-{id}")


def for_each(check):
    """Make a check that is true of exactly the named encodings, and counts them."""
    return lambda shown, schemes, count: len(schemes) == count > 0 and all(check(shown, name) for name in schemes)


is_true("five")(lambda shown: len([c for c in facts.ROWS if "five" in c.asked_by]) == 5)
is_true("meets")(for_each(lambda shown, name: {*shown.verdicts(name)} == {"holds"}))
is_true("meets-testable")(
    for_each(lambda shown, name: {"holds"} < {"holds", *shown.verdicts(name)} <= {"holds", *UNDECIDED})
)
is_true("misses")(for_each(lambda shown, name: bool({"nearly", "fails"} & {*shown.verdicts(name)})))
is_true("misses-all")(lambda shown: all({"nearly", "fails"} & {*shown.verdicts(name)} for name in shown.cases))
is_true("legend")(
    lambda shown, share: (
        share == 0.05
        and all(
            (finding.number <= share) == (finding.verdict == "nearly")
            for card in shown.cards.values()
            for finding in card.values()
            if finding.verdict in ("nearly", "fails")
        )
    )
)
is_true("logits")(for_each(lambda shown, name: "vectors" not in shown.cases[name].scheme.abilities))


@is_true("waves")
def _(_, offset, later):
    p = np.arange(128)[:, None]
    random = p * np.random.default_rng(0).normal(0, 0.1, 32)
    paper = p * 10000.0 ** (-np.arange(32) / 32)
    tables = [np.hstack((np.sin(angles), np.cos(angles))) for angles in (random, paper)]
    steps = [np.linalg.norm(tables[0][k:] - tables[0][:-k], axis=1) for k in range(1, 128)]
    # values do not depend on the length, and neither do angles
    meets = np.abs(tables[0]).max() <= 1 and max(map(np.ptp, steps)) < 1e-9 and min(map(np.min, steps)) > 0
    rises = [int(np.flatnonzero(np.diff(table @ table[0]) > 0)[0]) for table in tables]
    return meets and rises == [offset, later]


@is_true("width")
def _(_, count):
    p = np.arange(8)
    short, long = np.array([p >> 2 & 1, p >> 1 & 1, p & 1]), np.array([p >> 3 & 1, p >> 2 & 1, p >> 1 & 1])
    return count == (short != long).any(axis=0).sum()


@is_true("missed")
def _(shown, share):
    return any(close(share, finding.number) for card in shown.cards.values() for finding in card.values())


def all_claims(shown):
    """All claims of the page about some encodings."""
    cards = shown.cards
    missed = [facts.relative_error(finding) for card in cards.values() for finding in card.values()]
    without = [name for name, c in shown.cases.items() if "vectors" not in c.scheme.abilities]
    statements = [*facts.opening(cards), *facts.legend(without)]
    return statements + [statement for statement in missed if statement.id == "scorecard-missed"]


def shown_of(*given_cases):
    return Cards({case.scheme.name: case for case in given_cases})


DETERMINISTIC = [
    shown_of(*(Case(make(), 16, 8) for make in SCHEMES.values())),
    shown_of(*(Case(SCHEMES[name](), 16, 8) for name in ("Binary", "Normalized"))),
    shown_of(Case(Sinusoidal(), 300, 8), Case(Binary(), 20, 4)),
    shown_of(Case(CustomTable(1 + np.arange(16)[:, None] / 1e5), 16, 1)),
    shown_of(*(Case(SCHEMES[name](), 1, 4) for name in ("Sinusoidal", "ALiBi"))),
]


def test_claims_of_known_cases_are_true_and_exact():
    pairs = []
    for shown in DETERMINISTIC:
        pairs.append((shown, [*all_claims(shown), *facts.misconceptions()]))
    assert_complete(verify(pairs), "scorecard-")


@settings(max_examples=40)
@given(st.lists(cases([make() for make in SCHEMES.values()]), min_size=1, max_size=3))
def test_claims_are_true(some):
    shown = shown_of(*some)
    statements = all_claims(shown)
    assert not false_claims(shown, statements)
    names = [name for statement in facts.opening(shown.cards) for name in dict(statement.args).get("schemes", ())]
    assert sorted(names) == sorted(shown.cases) or claim("scorecard-misses-all") in statements, (
        "an encoding is named twice"
    )


def test_reasons_name_every_encoding_once():
    cards = DETERMINISTIC[0].cards
    for criterion in facts.ROWS:
        groups = facts.reasons(cards, criterion.code)
        assert sorted(name for *_, names in groups for name in names) == sorted(cards)
        for verdict, reason, names in groups:
            for name in names:
                assert (cards[name][criterion.code].verdict, cards[name][criterion.code].reason) == (verdict, reason)


@pytest.mark.parametrize("verdict", ["holds", "nearly", "fails", "undefined", "does not apply"])
def test_every_verdict_has_a_word_and_a_sign(verdict):
    statement = facts.of_verdict(verdict)
    assert MESSAGES.say(statement)
    assert len(MESSAGES.say(statement, "sign")) == 1


def test_the_condition_opened_first_differs_between_the_encodings():
    def card(*failed):
        return {c.key: Finding(float(c.key in failed), (), claim("criterion-one-position")) for c in facts.ROWS}

    cards = {"A": card("bounded-values", "constant-distance"), "B": card("bounded-values")}
    assert facts.distinguishing_criterion(cards) == "constant-distance"
    assert facts.distinguishing_criterion({"A": card("bounded-values")}) == "bounded-values"
    assert facts.distinguishing_criterion({"A": card()}) == facts.ROWS[0].key
