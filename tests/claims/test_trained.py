"""Claims of Trained, recomputed from the file of the results."""

from dataclasses import dataclass

import numpy as np
import pytest

from dashboard.views.trained import claims, numbers
from posenc_tools.models import trained
from tests.claims.measured import (
    LENGTHS,
    checks,
    everything,
    longest_in_training,
    measured,
    reaches,
    states,
    write_synthetic,
)
from tests.claims.truth import assert_complete, close, true, verify


@dataclass(frozen=True)
class Settings:
    """Settings of the page, with an encoding and one of its heads."""

    among: str = "families"
    task: str = "3 back"
    encoding: str = "RoPE"
    block: int = 1
    head: int = 0

    def reach(self, name: str) -> int | None:
        return reaches(name, self.task)

    def state(self, name: str) -> str | None:
        """Best state of the seeds."""
        order = sorted(states(name, self.task), key=["plateau", "still learning", "solved"].index)
        return order[-1] if order else None

    @property
    def weights(self) -> np.ndarray:
        axes = everything()["facts"]["axes"]
        place = axes["trained"].index(self.encoding), axes["tasks"].index(self.task), self.block - 1, self.head
        return everything()["attention"][place] / 255


def at(weights: np.ndarray, offset: int) -> float:
    """Mean weight of an offset, over queries 12 to 23."""
    return float(np.mean([weights[query, query - offset] for query in range(12, 24)]))


def highest(weights: np.ndarray, offset: int, share: float) -> bool:
    return (
        offset < 13
        and close(share, at(weights, offset))
        and share >= max(at(weights, other) for other in range(13)) - 1e-9
    )


def steps(c, name: str) -> int:
    counts = sorted(accuracy.size for accuracy, _ in checks(name, c.task))
    return 100 * counts[-1] if counts else 0


@true(*(f"trained-task-{id}" for id in ("1-back", "3-back", "8-back", "index-5", "induction", "copy", "order")))
def _(c, share):
    return share == {"order": 0.5, "copy": 1 / 64}.get(c.task, 1 / 16)


@true("trained-example", "trained-example-order")
def _(c, key, token, position):
    tokens = numbers.example(c.task).tokens
    text, last = list(tokens), len(tokens) - 1
    expected = {
        "index 5": lambda: text[5],
        "induction": lambda: text[text.index(text[last]) + 1],
        "copy": lambda: text[text.index(text[last]) + 1],
        "order": lambda: min("xy", key=text.index),
    }.get(c.task, lambda: text[last - int(c.task.split()[0])])()
    return key == text[last] and token == expected and text.index(token) == position


@true("trained-whole", "trained-reach")
def _(c, schemes, count, length, share):
    beyond = all(c.reach(name) == length > longest_in_training(name) for name in schemes)
    return beyond and (count, share) == (len(schemes), 0.9)


@true("trained-inside")
def _(c, schemes, count, start, length, share):
    inside = all(c.reach(name) == start == longest_in_training(name) for name in schemes)
    return inside and LENGTHS[LENGTHS.index(start) + 1] == length and (count, share) == (len(schemes), 0.9)


@true("trained-learning")
def _(c, schemes, count, number):
    learning = all(c.reach(name) == 0 and c.state(name) == "still learning" for name in schemes)
    return learning and count == len(schemes) and all(steps(c, name) == number for name in schemes)


@true("trained-uneven")
def _(c, schemes, count):
    return count == len(schemes) and all(c.reach(name) == 0 and c.state(name) == "solved" for name in schemes)


@true("trained-plateau")
def _(c, schemes, count, length, share):
    below = all(c.reach(name) == 0 and c.state(name) == "plateau" for name in schemes)
    return below and (count, length, share) == (len(schemes), 32, 0.9)


@true("trained-replaced")
def _(c, schemes, count, length, share):
    below = all(c.reach(name) == 0 and c.state(name) is None for name in schemes)
    return below and (count, length, share) == (len(schemes), 32, 0.9)


@true("trained-missing")
def _(c, schemes, count):
    return count == len(schemes) and not any(len(measured(name, c.task)) for name in schemes)


@true("trained-cell")
def _(c, share, value, length, count):
    if length not in LENGTHS:
        return False
    seeds, errors = (measured(c.encoding, c.task, key)[:, LENGTHS.index(length)] for key in ("accuracy", "error"))
    own = np.sqrt(np.sum(errors**2)) / len(errors)
    spread = np.std(seeds, ddof=1) / np.sqrt(len(seeds)) if len(seeds) > 1 else 0.0
    return close(share, seeds.mean()) and close(value, round(max(own, spread), 3)) and count == length // 32


@true("trained-cell-missing")
def _(c):
    return not len(measured(c.encoding, c.task))


def fall_first(c, schemes, count):
    reached = {name: c.reach(name) for name in numbers.GROUPS[c.among] if c.reach(name)}
    return count == len(schemes) and {*schemes} == {name for name in reached if reached[name] == min(reached.values())}


@true("trained-predicted")
def _(c, name, schemes, count):
    return name in schemes and fall_first(c, schemes, count)


@true("trained-mispredicted")
def _(c, name, schemes, count):
    return name not in schemes and (c.reach(name) or 0) > 0 and fall_first(c, schemes, count)


@true("trained-never-learned")
def _(c, name, schemes, count):
    return not c.reach(name) and fall_first(c, schemes, count)


@true("trained-none-learned")
def _(c, name):
    return name in numbers.GROUPS[c.among] and not any(c.reach(other) for other in numbers.GROUPS[c.among])


@true("trained-curves-solved")
def _(c, schemes, share):
    # the last checks of a seed
    reached = (max(accuracy[-3:].min() for accuracy, _ in checks(name, c.task)) >= share for name in schemes)
    return share == 0.999 and all(reached)


@true("trained-curves-learning")
def _(c, schemes, share):
    return share == 0.999 and all(c.state(name) == "still learning" for name in schemes)


@true("trained-curves-plateau")
def _(c, schemes, share):
    return share == 0.999 and all(c.state(name) == "plateau" for name in schemes)


def late_rise(name: str) -> float:
    """Mean loss at positions 512 to 1,023 minus that at 64 to 127."""
    loss = everything()["language"][everything()["facts"]["axes"]["encodings"].index(name), 0].astype(np.float64)
    return loss[32:].mean() - loss[4:8].mean()


def late_loss(name: str) -> float:
    return everything()["language"][everything()["facts"]["axes"]["encodings"].index(name), 0, 32:].astype(float).mean()


@true("trained-language")
def _(c, name, low, other, high, start, length):
    rises = {name: late_rise(name) for name in numbers.GROUPS[c.among] if np.isfinite(late_rise(name))}
    ends = min(rises.values()), max(rises.values())
    return (
        ends == (rises[name], rises[other])
        and close(low, ends[0])
        and close(high, ends[1])
        and (start, length) == (128, 1024)
    )


@true("trained-language-one")
def _(c, name, value, start, length):
    return close(value, late_rise(name)) and (start, length) == (128, 1024)


@true("trained-language-missing")
def _(c):
    return not np.isfinite([late_rise(name) for name in numbers.GROUPS[c.among]]).any()


@true("trained-head-same", "trained-head-apart")
def _(c, name, whole, head, offset, share, start, low):
    formula = trained.formula_attention(name, c.task)[c.head]
    np.testing.assert_allclose(formula.sum(axis=-1), 1)
    is_shown = (name, whole, head) == (c.encoding, c.block, c.head + 1)
    return is_shown and highest(c.weights, offset, share) and highest(formula, start, low)


@true("trained-head-even", "trained-head-learned")
def _(c, name, whole, head, offset, share):
    return (name, whole, head) == (c.encoding, c.block, c.head + 1) and highest(c.weights, offset, share)


@true("trained-penalty")
def _(c, share, other):
    axes = everything()["facts"]["axes"]
    task = axes["tasks"].index("3 back")
    best = []
    for name in ("ALiBi", "RoPE"):
        heads = everything()["attention"][axes["trained"].index(name), task].reshape(-1, 24, 24) / 255
        best.append(max(at(head, 3) for head in heads))
    return close(share, best[0]) and close(other, best[1])


@true("trained-angles")
def _(c, count, whole, length):
    degrees = np.degrees(31 * 10_000.0 ** (-np.arange(0, 16, 2) / 16))
    return c.reach("RoPE") < 512 and (count, whole, length) == ((degrees < 360).sum(), 8, 32)


@true("trained-invisible")
def _(c, high):
    content = np.random.default_rng(0).normal(size=64)
    plain, moved = (x - x.mean() for x in (content, content + 17.0))
    rms = [x / np.sqrt((x**2).mean()) for x in (content, *(content + p for p in range(64)))]
    most = max(np.linalg.norm(curve - rms[0]) for curve in rms)
    return np.allclose(plain / plain.std(), moved / moved.std()) and close(high, most)


@true("trained-visible")
def _(c, high):
    content = np.random.default_rng(0).normal(size=64)
    fractions = []
    for most in (63.0, 1.0):
        rows = np.repeat(content[None], 64, 0)
        rows[:, 0] += np.linspace(0, most, 64)
        centered = rows - rows.mean(axis=1, keepdims=True)
        normal = centered / centered.std(axis=1, keepdims=True)
        fractions.append(np.linalg.norm(normal - normal[0], axis=1).max())
    return close(high, max(fractions))


@true("trained-models")
def _(c, count, seeds):
    axes = everything()["facts"]["axes"]
    pairs = [(name, task) for name in axes["encodings"] for task in axes["tasks"]]
    runs = [len(checks(*pair)) for pair in pairs]
    return count == sum(run > 0 for run in runs) and seeds == max(runs)


@true("trained-setup")
def _(c, count, dim, heads, least, most):
    return (count, dim, heads, least, most) == (2, 64, 4, 1000, 6000)


@true("trained-versions")
def _(c, text, name):
    origin = everything()["facts"]["made"][-1]
    return text == origin["versions"]["torch"] and origin["commit"].startswith(name)


def mean_accuracy(name: str, length: int) -> float:
    tasks = everything()["facts"]["axes"]["tasks"]
    return np.mean([measured(name, task)[:, LENGTHS.index(length)].mean() for task in tasks])


@true("trained-study-press")
def _(c, name, low, value, agree):
    rises = {name: late_rise(name) for name in ("ALiBi", "Sinusoidal", "RoPE", "T5 (learned)")}
    least = min(rises, key=rises.get)
    return (
        (name, agree) == (least, "yes" if least == "ALiBi" else "no")
        and close(low, rises[least])
        and close(value, rises["ALiBi"])
    )


@true("trained-study-kazemnejad")
def _(c, name, share, agree):
    means = {name: mean_accuracy(name, 64) for name in ("NoPE", "T5 (learned)", "ALiBi", "RoPE", "Learned table")}
    return means[name] == max(means.values()) and close(share, means[name]) and (agree == "yes") == (name == "NoPE")


@true("trained-study-chen")
def _(c, value, other, agree):
    plain, linear = late_loss("RoPE"), late_loss("RoPE: linear")
    return close(value, plain) and close(other, linear) and (agree == "yes") == (linear < plain)


@true("trained-study-ruoss")
def _(c, share, other, agree):
    plain, random = mean_accuracy("Sinusoidal", 512), mean_accuracy("Sinusoidal (random positions)", 512)
    return close(share, plain) and close(other, random) and (agree == "yes") == (random > plain)


@true("trained-study-zhou")
def _(c, share, agree):
    last = everything()["accuracy"][..., -1].astype(float)
    spread = max(np.ptp(row[np.isfinite(row)]) for rows in last for row in rows if np.isfinite(row).sum() > 1)
    return close(share, spread) and (agree == "yes") == (spread > 0.1)


@true("trained-study-li")
def _(c, name, low, value, agree):
    losses = {name: late_loss(name) for name in ("FIRE (learned)", "KERPLE (learned)", "ALiBi", "T5 (learned)", "RoPE")}
    least = min(losses, key=losses.get)
    return (
        name == least
        and close(low, losses[least])
        and close(value, losses["FIRE (learned)"])
        and (agree == "yes") == (least == "FIRE (learned)")
    )


@true("trained-order")
def _(c, share):
    return close(share, measured("NoPE", "order")[:, 1].mean())


@true("trained-linear")
def _(c, share, other, length, high, most):
    names = {"RoPE: linear": 32, "RoPE": 32, "RoPE: tuned linear": 128}
    means = [measured(name, "3 back")[:, LENGTHS.index(size)].mean() for name, size in names.items()]
    return (length, most) == (32, 128) and (share, other, high) == tuple(means) and share < other


def all_claims():
    """All claims of the page: for each group and task, and each encoding."""
    for among, encodings in numbers.GROUPS.items():
        yield Settings(among), claims.language(among)
        for task in everything()["facts"]["axes"]["tasks"]:
            page = Settings(among, task)
            for statement in (
                *claims.opening(among, task), *claims.curves(among, task), claims.question(task), claims.example(task),
                *claims.new_angles(among, task),
            ):  # fmt: skip
                yield page, statement
            for encoding in encodings:
                yield page, claims.prediction(among, task, encoding)
                for statement in claims.cell(encoding, task):
                    yield Settings(among, task, encoding), statement
                if encoding in trained.ENCODINGS and trained.learned_attention(encoding, task).any():
                    for block, head in ((1, 0), (1, 3), (2, 1)):
                        yield Settings(among, task, encoding, block, head), claims.head(encoding, task, block, head)
    for statement in (
        *(claims.invisible(spread) for spread in ("every column", "one column")),
        *(*claims.statistics(), *claims.misconceptions(), *claims.penalty("3 back")),
        *(statement for _, statement in claims.studies()),
    ):
        yield Settings(), statement


def clear() -> None:
    trained._file.cache_clear()
    trained.results.cache_clear()


@pytest.fixture
def invented(tmp_path, monkeypatch):
    """Synthetic results with every outcome, in place of the stored ones."""
    write_synthetic(tmp_path / "results.npz")
    monkeypatch.setattr(trained, "FILE", tmp_path / "results.npz")
    clear()
    yield
    monkeypatch.undo()
    clear()


def test_claims_of_the_stored_results_are_true():
    verify((page, [statement]) for page, statement in all_claims())


def test_claims_of_results_with_every_outcome_are_true_and_exact(invented):
    checked = verify((page, [statement]) for page, statement in all_claims())
    rare = ("trained-language-one", "trained-language-missing", "trained-angles")
    # one of each
    assert_complete({statement.id: (page, statement) for page, statement in checked}.values(), "trained-", rare)


def test_encodings_that_are_in_no_chart_are_in_the_table():
    """Repeats of others: a base that suits short texts, and numbers that no layer norm lets through."""
    charted = {name for names in numbers.GROUPS.values() for name in names}
    others = {*trained.results().encodings} - charted
    assert all(name == "Index (every column)" or name.startswith("RoPE (base 500): ") for name in others)
    assert charted < {*trained.results().encodings} and not any(map(numbers.group, others))


def test_the_opening_names_every_encoding(invented):
    for task in everything()["facts"]["axes"]["tasks"]:
        for among in numbers.GROUPS:
            names = [name for statement in claims.opening(among, task) for name in dict(statement.args)["schemes"]]
            assert sorted(names) == sorted(numbers.GROUPS[among])
