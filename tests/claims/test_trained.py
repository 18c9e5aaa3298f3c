"""What Trained claims, recomputed from the file of what was measured."""

from dataclasses import dataclass

import numpy as np
import pytest

from dashboard.say import MESSAGES
from dashboard.views.trained import claims, numbers
from posenc_core.models import trained
from tests.claims.measured import LENGTHS, everything, measured, reaches
from tests.claims.truth import assert_complete, close, true, verify


@dataclass(frozen=True)
class Shown:
    """What the page shows, with an encoding in front and one of its heads."""

    among: str = "families"
    task: str = "3 back"
    encoding: str = "RoPE"
    head: int = 0

    def reach(self, name: str) -> int:
        return reaches(measured(name, self.task))

    def solved(self, name: str) -> np.ndarray:
        return measured(name, self.task)[:, 1] >= 0.9

    @property
    def weights(self) -> np.ndarray:
        names, tasks = list(trained.ENCODINGS), list(everything()["facts"]["tasks"])
        return everything()["attention"][names.index(self.encoding), tasks.index(self.task), self.head] / 255


def at(weights: np.ndarray, offset: int) -> float:
    """The mean weight of an offset, over queries 12 to 23."""
    return float(np.mean([weights[query, query - offset] for query in range(12, 24)]))


def highest(weights: np.ndarray, offset: int, share: float) -> bool:
    return (
        offset < 13
        and close(share, at(weights, offset))
        and share >= max(at(weights, other) for other in range(13)) - 1e-9
    )


@true(*(f"trained-task-{id}" for id in ("1-back", "3-back", "8-back", "index-5", "induction", "copy", "order")))
def _(c, share):
    return share == (0.5 if c.task == "order" else 1 / 16)


@true("trained-whole", "trained-reach")
def _(c, schemes, count, length, share):
    return all(c.reach(name) == length > 32 for name in schemes) and (count, share) == (len(schemes), 0.9)


@true("trained-inside")
def _(c, schemes, count, length, share):
    return all(c.reach(name) == length == 32 for name in schemes) and (count, share) == (len(schemes), 0.9)


@true("trained-partly")
def _(c, schemes, length, share):
    some = all(c.solved(name).any() and not c.solved(name).all() for name in schemes)
    return some and (length, share) == (32, 0.9)


@true("trained-unlearned")
def _(c, schemes, length, share):
    return not any(c.solved(name).any() for name in schemes) and (length, share) == (32, 0.9)


@true("trained-cell")
def _(c, share, low, high, length, count):
    if length not in LENGTHS:
        return False
    found = measured(c.encoding, c.task)[:, LENGTHS.index(length)]
    return close(share, found.mean()) and (low, high, count) == (found.min(), found.max(), length // 32)


@true("trained-cell-same")
def _(c, share, low, high, length, count):
    if length not in LENGTHS:
        return False
    found = measured(c.encoding, c.task)[:, LENGTHS.index(length)]
    return close(share, found.mean()) and (low, high, count) == (found.min(), found.max(), length // 32)


def fall_first(c, schemes, count):
    reached = {name: c.reach(name) for name in numbers.GROUPS[c.among] if c.reach(name)}
    return count == len(schemes) and {*schemes} == {name for name in reached if reached[name] == min(reached.values())}


@true("trained-predicted")
def _(c, name, schemes, count):
    return name in schemes and fall_first(c, schemes, count)


@true("trained-mispredicted")
def _(c, name, schemes, count):
    return name not in schemes and c.reach(name) > 0 and fall_first(c, schemes, count)


@true("trained-never-learned")
def _(c, name, schemes, count):
    return c.reach(name) == 0 and fall_first(c, schemes, count)


@true("trained-none-learned")
def _(c, name):
    return name in numbers.GROUPS[c.among] and not any(c.reach(each) for each in numbers.GROUPS[c.among])


@true("trained-head-same", "trained-head-apart")
def _(c, name, head, offset, share, start, low):
    formula = trained.formula_attention(name, c.task)[c.head]
    np.testing.assert_allclose(formula.sum(axis=-1), 1)
    named = (name, head) == (c.encoding, c.head + 1)
    return named and highest(c.weights, offset, share) and highest(formula, start, low)


@true("trained-head-even", "trained-head-learned")
def _(c, name, head, offset, share):
    return (name, head) == (c.encoding, c.head + 1) and highest(c.weights, offset, share)


@true("trained-invisible")
def _(c, high):
    content = np.random.default_rng(0).normal(size=64)
    plain, moved = (x - x.mean() for x in (content, content + 17.0))
    rms = [x / np.sqrt((x**2).mean()) for x in (content, *(content + p for p in range(64)))]
    most = max(np.linalg.norm(each - rms[0]) for each in rms)
    return np.allclose(plain / plain.std(), moved / moved.std()) and close(high, most)


@true("trained-visible")
def _(c, high):
    content = np.random.default_rng(0).normal(size=64)
    found = []
    for most in (63.0, 1.0):
        rows = np.repeat(content[None], 64, 0)
        rows[:, 0] += np.linspace(0, most, 64)
        centered = rows - rows.mean(axis=1, keepdims=True)
        normal = centered / centered.std(axis=1, keepdims=True)
        found.append(np.linalg.norm(normal - normal[0], axis=1).max())
    return close(high, max(found))


@true("trained-identical")
def _(c, count, value):
    apart = [
        np.abs(measured(f"{name} (every column)", task) - measured("NoPE", task))
        for name in ("Index", "Normalized")
        for task in everything()["facts"]["tasks"]
    ]
    return count == 7 * len(apart[0]) and value == np.max(apart)


@true("trained-models")
def _(c, count, other, whole):
    return (other, whole, count) == (24, 7, 24 * 7 * len(measured("RoPE", "copy")))


@true("trained-setup")
def _(c, count, dim, heads, most):
    return (count, dim, heads, most) == (2, 64, 4, 1000)


@true("trained-versions")
def _(c, text, name):
    facts = everything()["facts"]
    return text == facts["versions"]["torch"] and facts["commit"].startswith(name)


@true("trained-order")
def _(c, share):
    return close(share, measured("NoPE", "order")[:, 1].mean())


@true("trained-linear")
def _(c, share, high, length):
    found = (measured(f"RoPE: {name}", "3 back")[:, LENGTHS.index(128)].mean() for name in ("linear", "YaRN"))
    return length == 128 and (share, high) == tuple(found)


def claimed():
    """Every claim of the page: in each group and task, of each encoding."""
    for among, encodings in numbers.GROUPS.items():
        for task in everything()["facts"]["tasks"]:
            page = Shown(among, task)
            for said in [*claims.opening(among, task), claims.question(task)]:
                yield page, said
            for encoding in encodings:
                yield page, claims.prediction(among, task, encoding)
                for said in claims.cell(encoding, task):
                    yield Shown(among, task, encoding), said
                if encoding in trained.ENCODINGS:
                    for head in range(4):
                        yield Shown(among, task, encoding, head), claims.head(encoding, task, head)
    for said in (
        *(claims.invisible(spread) for spread in ("every column", "one column")),
        *(claims.apart(), *claims.statistics(), *claims.misconceptions()),
    ):
        yield Shown(), said


def test_claims_of_known_cases_are_true_and_exact():
    seen = verify((page, [said]) for page, said in claimed())
    # one of each
    assert_complete({said.id: (page, said) for page, said in seen}.values(), "trained-")


def test_every_encoding_is_drawn_somewhere():
    assert {name for names in numbers.GROUPS.values() for name in names} == {*trained.results().encodings}


@pytest.mark.parametrize("task", ["3 back", "copy"])
def test_every_encoding_is_in_the_first_claim_of_its_group(task):
    for among in numbers.GROUPS:
        said = claims.opening(among, task)
        assert {name for each in said for name in dict(each.args)["schemes"]} == {*numbers.GROUPS[among]}
        assert all(MESSAGES.say(each) for each in said)
