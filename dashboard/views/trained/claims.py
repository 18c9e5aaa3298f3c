"""Claims of Trained: outcomes of each encoding, heads, language models, related work, and misconceptions."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from dashboard.views.trained import numbers
from posenc_core.text.messages import Claim, claim
from posenc_tools.models import trained


def question(task: str) -> Claim:
    """Task, and chance level of the accuracy."""
    return claim(f"trained-task-{task.replace(' ', '-')}", share=trained.results().tasks[task])


def example(task: str) -> Claim:
    """Answer of the example."""
    tokens, place, answer = numbers.example(task)
    id = "trained-example-order" if task == "order" else "trained-example"
    return claim(id, key=tokens[-1], token=answer, position=place)


def opening(among: str, task: str) -> list[Claim]:
    """Outcomes of the encodings of a group, the best first."""
    results = trained.results()
    claims = []
    for outcome, names in numbers.outcomes(numbers.GROUPS[among], task).items():
        args = {"schemes": _labels(names), "count": len(names)}
        if outcome.id in ("whole", "reach"):
            args |= {"length": outcome.number, "share": trained.LEARNED}
        elif outcome.id == "inside":
            args |= {"start": trained.trained_length(names[0]), "length": outcome.number, "share": trained.LEARNED}
        elif outcome.id == "learning":
            args |= {"number": outcome.number}
        elif outcome.id in ("plateau", "replaced"):
            args |= {"length": results.trained_length, "share": trained.LEARNED}
        claims.append(claim(f"trained-{outcome.id}", **args))
    return claims


def new_angles(among: str, task: str) -> list[Claim]:
    """Pairs of RoPE that rotate less than once in training, where RoPE is in the group and fails on longer texts."""
    if "RoPE" not in numbers.GROUPS[among] or numbers.outcome("RoPE", task).id not in ("reach", "inside"):
        return []
    length, speeds = trained.trained_length("RoPE"), numbers.rope_frequencies()
    slow = int((speeds * (length - 1) < 2 * np.pi).sum())
    return [claim("trained-angles", count=slow, whole=len(speeds), length=length)]


def cell(encoding: str, task: str) -> list[Claim]:
    """Accuracy at multiples of the trained length."""
    accuracy, results, claims = trained.accuracy(encoding, task), trained.results(), []
    if np.isnan(accuracy.mean).all():
        return [claim("trained-cell-missing")]
    for times in numbers.TIMES:
        length = times * results.trained_length
        share, error = (float(row[results.lengths.index(length)]) for row in (accuracy.mean, accuracy.error))
        claims.append(claim("trained-cell", share=share, value=round(error, 3), length=length, count=times))
    return claims


def prediction(among: str, task: str, predicted: str) -> Claim:
    """Return whether the predicted encoding is among the first to fail."""
    first, name = numbers.first_to_fall(numbers.GROUPS[among], task), trained.label(predicted)
    if not first:
        return claim("trained-none-learned", name=name)
    id = "trained-predicted" if predicted in first else "trained-mispredicted"
    if not trained.reach(predicted, task):
        id = "trained-never-learned"
    return claim(id, name=name, schemes=_labels(first), count=len(first))


def _labels(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(trained.label, names))


def curves(among: str, task: str) -> list[Claim]:
    """States at the end of training, of the trained encodings of a group."""
    states: dict[str, list[str]] = {}
    for name in numbers.GROUPS[among]:
        if state := trained.state(name, task):
            states.setdefault(state, []).append(name)
    share = trained.results().facts["settings"]["solved"]
    args = {state: {"schemes": _labels(names), "share": share} for state, names in states.items()}
    ids = {state: state.replace("still ", "") for state in reversed(trained.STATES) if state in states}
    return [claim(f"trained-curves-{id}", **args[state]) for state, id in ids.items()]


def language(among: str) -> Claim:
    """Smallest and largest change of the loss beyond the trained length, in a group."""
    changes = {name: trained.language_change(name) for name in numbers.GROUPS[among]}
    by_change = sorted((late - inside, name) for name, (inside, late) in changes.items() if np.isfinite(late))
    if not by_change:
        return claim("trained-language-missing")
    settings = trained.results().facts["settings"]
    args = {"start": settings["language_trained"], "length": settings["language_tested"]}
    if len(by_change) == 1:
        return claim("trained-language-one", name=trained.label(by_change[0][1]), value=by_change[0][0], **args)
    (low, least), (high, most) = by_change[0], by_change[-1]
    labels = {"name": trained.label(least), "other": trained.label(most)}
    return claim("trained-language", low=low, high=high, **labels, **args)


def head(encoding: str, task: str, block: int, place: int) -> Claim:
    """Most attended offset of a trained head, compared with its formula."""
    offset, share = trained.peak(trained.learned_attention(encoding, task, block)[place])
    formula = trained.formula_attention(encoding, task)
    args = {"name": trained.label(encoding), "whole": block, "head": place + 1, "offset": offset, "share": share}
    if formula is None:
        return claim("trained-head-learned", **args)
    if np.ptp(formula[place][-1]) < 1e-9:
        return claim("trained-head-even", **args)
    usual, least = trained.peak(formula[place])
    return claim("trained-head-same" if usual == offset else "trained-head-apart", **args, start=usual, low=least)


def sharpest(encoding: str, task: str) -> tuple[int, int]:
    """Block, from 1, and head, from 0, with the largest attention to a single offset."""
    peaks = {
        (block, place): trained.peak(weights)[1]
        for block in (1, 2)
        for place, weights in enumerate(trained.learned_attention(encoding, task, block))
    }
    return max(peaks, key=lambda key: peaks[key])


def penalty(task: str) -> list[Claim]:
    """Attention of trained heads to offset 3, with ALiBi and with RoPE; nothing until both are trained."""
    shares = [numbers.offset_share(name, task, 3) for name in ("ALiBi", "RoPE")]
    return [claim("trained-penalty", share=shares[0], other=shares[1])] if task == "3 back" and all(shares) else []


def invisible(spread: str) -> Claim:
    """Dependence of the output of LayerNorm on the position; where there is none, that of RMSNorm."""
    layer, rms = (
        max(float(changes.max()) for changes in numbers.norm_changes(spread, rms=rms).values()) for rms in (False, True)
    )
    return claim("trained-invisible", high=rms) if layer < 1e-9 else claim("trained-visible", high=layer)


def statistics() -> list[Claim]:
    """Return the number of models, and their training settings."""
    results = trained.results()
    settings, origin = results.facts["settings"], results.facts["made"][-1]
    trainings = np.isfinite(results.curve[..., 0, 0]).sum(axis=2)
    return [
        claim("trained-models", count=int((trainings > 0).sum()), seeds=int(trainings.max())),
        claim(
            "trained-setup",
            count=settings["layers"],
            dim=settings["width"],
            heads=settings["heads"],
            least=settings["least_steps"],
            most=settings["most_steps"],
        ),
        claim("trained-versions", text=origin["versions"]["torch"], name=origin["commit"][:10] or "–"),
    ]


def studies() -> list[tuple[str, Claim]]:
    """Results of related work beside those here, if trained: key, and claim with the argument `agree`."""
    change = {name: trained.language_change(name) for name in trained.results().encodings}
    rises = {name: late - inside for name, (inside, late) in change.items()}
    press = {name: rises[name] for name in ("ALiBi", "Sinusoidal", "RoPE", "T5 (learned)")}
    kazemnejad = {name: _mean_accuracy(name, 64) for name in ("NoPE", "T5 (learned)", "ALiBi", "RoPE", "Learned table")}
    ruoss = [_mean_accuracy(name, 512) for name in ("Sinusoidal", "Sinusoidal (random positions)")]
    late = {name: change[name][1] for name in ("FIRE (learned)", "KERPLE (learned)", "ALiBi", "T5 (learned)", "RoPE")}
    scaled = (change["RoPE"][1], change["RoPE: linear"][1])
    least, best, lowest = (
        pick(values, key=values.__getitem__) for pick, values in ((min, press), (max, kazemnejad), (min, late))
    )
    spread = _largest_spread()
    rows: dict[str, tuple[Iterable[float], dict[str, Any], bool]] = {
        "press": (
            press.values(),
            {"name": trained.label(least), "low": press[least], "value": press["ALiBi"]},
            least == "ALiBi",
        ),
        "kazemnejad": (kazemnejad.values(), {"name": trained.label(best), "share": kazemnejad[best]}, best == "NoPE"),
        "chen": (scaled, {"value": scaled[0], "other": scaled[1]}, scaled[1] < scaled[0]),
        "ruoss": (ruoss, {"share": ruoss[0], "other": ruoss[1]}, ruoss[1] > ruoss[0]),
        "zhou": ((spread,), {"share": spread}, spread > 0.1),
        "li": (
            late.values(),
            {"name": trained.label(lowest), "low": late[lowest], "value": late["FIRE (learned)"]},
            lowest == "FIRE (learned)",
        ),
    }
    return [
        (key, claim(f"trained-study-{key}", agree="yes" if agrees else "no", **args))
        for key, (values, args, agrees) in rows.items()
        if np.isfinite([*values]).all()
    ]


def _mean_accuracy(encoding: str, length: int) -> float:
    """Mean accuracy at a length over all tasks; NaN until all are trained."""
    results = trained.results()
    place = results.lengths.index(length)
    return float(np.mean([trained.accuracy(encoding, task).mean[place] for task in results.tasks]))


def _largest_spread() -> float:
    """Largest difference between two seeds in accuracy at the longest length; NaN while there is one seed."""
    last = trained.results().accuracy[..., -1]
    several = np.isfinite(last).sum(axis=2) > 1
    return (
        float(np.nanmax(np.nanmax(last[several], axis=-1) - np.nanmin(last[several], axis=-1)))
        if several.any()
        else np.nan
    )


def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions, for those whose models have been trained."""
    results = trained.results()
    trained_place, place = (results.lengths.index(times * results.trained_length) for times in (1, 4))
    order = float(trained.accuracy("NoPE", "order").mean[trained_place])
    plain, linear = (float(trained.accuracy(name, "3 back").mean[trained_place]) for name in ("RoPE", "RoPE: linear"))
    tuned = float(trained.accuracy("RoPE: tuned linear", "3 back").mean[place])
    claims = []
    if np.isfinite(order):
        claims.append(claim("trained-order", share=order))
    if linear < plain:
        claims.append(
            claim(
                "trained-linear",
                share=linear,
                other=plain,
                length=results.trained_length,
                high=tuned,
                most=results.lengths[place],
            )
        )
    return claims
