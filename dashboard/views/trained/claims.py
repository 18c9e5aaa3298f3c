"""Claims of Trained: reach of each encoding, attention of heads, and misconceptions."""

import numpy as np

from dashboard.views.trained import numbers
from posenc_core.models import trained
from posenc_core.text.messages import Claim, claim
from posenc_core.text.numerals import percent

INVISIBLE = ("Index (every column)", "Normalized (every column)")


def opening(among: str, task: str) -> list[Claim]:
    """Reach of the encodings of a group."""
    by_reach, results = numbers.group_by_reach(numbers.GROUPS[among], task), trained.results()
    claims = []
    for reach, names in by_reach.items():
        if reach == 0:
            claims.append(claim("trained-unlearned", schemes=names, length=results.trained, share=trained.LEARNED))
        elif reach is None:
            claims.append(claim("trained-partly", schemes=names, length=results.trained, share=trained.LEARNED))
        else:
            id = "trained-whole" if reach == results.lengths[-1] else "trained-reach"
            args = {"schemes": names, "count": len(names), "length": reach, "share": trained.LEARNED}
            claims.append(claim(id, **args) if reach > results.trained else claim("trained-inside", **args))
    return claims


def question(task: str) -> Claim:
    """Task, and chance level of the accuracy."""
    return claim(f"trained-task-{task.replace(' ', '-')}", share=trained.results().tasks[task])


def cell(encoding: str, task: str) -> list[Claim]:
    """Accuracy at multiples of the trained length, with the spread over seeds."""
    accuracy, results = trained.accuracy(encoding, task), trained.results()
    claims = []
    for times in numbers.TIMES:
        place = results.lengths.index(times * results.trained)
        low, high = (float(each[place]) for each in (accuracy.low, accuracy.high))
        args = {"share": float(accuracy.mean[place]), "low": low, "high": high}
        id = "trained-cell-same" if percent(low) == percent(high) else "trained-cell"
        claims.append(claim(id, **args, length=times * results.trained, count=times))
    return claims


def prediction(among: str, task: str, predicted: str) -> Claim:
    """Return whether the predicted encoding is among the first to fail."""
    first = numbers.first_to_fall(numbers.GROUPS[among], task)
    if not first:
        return claim("trained-none-learned", name=predicted)
    if not trained.reach(predicted, task):
        return claim("trained-never-learned", name=predicted, schemes=first, count=len(first))
    id = "trained-predicted" if predicted in first else "trained-mispredicted"
    return claim(id, name=predicted, schemes=first, count=len(first))


def head(encoding: str, task: str, place: int) -> Claim:
    """Most attended offset of a trained head, compared with its formula."""
    offset, share = trained.peak(trained.learned_attention(encoding, task)[place])
    formula = trained.formula_attention(encoding, task)
    args = {"name": encoding, "head": place + 1, "offset": offset, "share": share}
    if formula is None:
        return claim("trained-head-learned", **args)
    usual, least = trained.peak(formula[place])
    even = bool(np.ptp(formula[place][-1]) < 1e-9)
    if even:
        return claim("trained-head-even", **args)
    return claim("trained-head-same" if usual == offset else "trained-head-apart", **args, start=usual, low=least)


def sharpest(encoding: str, task: str) -> int:
    """Head with the largest attention to a single offset."""
    return int(np.argmax([trained.peak(each)[1] for each in trained.learned_attention(encoding, task)]))


def invisible(spread: str) -> Claim:
    """Dependence of the output of LayerNorm on the position; where there is none, that of RMSNorm."""
    layer, rms = (
        max(float(changes.max()) for changes in numbers.norm_changes(spread, rms=rms).values()) for rms in (False, True)
    )
    return claim("trained-invisible", high=rms) if layer < 1e-9 else claim("trained-visible", high=layer)


def apart() -> Claim:
    """Largest difference in accuracy between invisible encodings and none."""
    results = trained.results()
    of = {name: results.accuracy[results.encodings.index(name)] for name in ("NoPE", *INVISIBLE)}
    most = max(float(np.abs(of["NoPE"] - of[name]).max()) for name in INVISIBLE)
    return claim("trained-identical", count=of["NoPE"][..., 0].size, value=most)


def statistics() -> list[Claim]:
    """Return the number of models, and their training settings."""
    results = trained.results()
    settings, versions = results.facts["hyperparameters"], results.facts["versions"]
    runs = len(trained.ENCODINGS) * len(results.tasks) * results.seeds
    return [
        claim("trained-models", count=runs, other=len(trained.ENCODINGS), whole=len(results.tasks)),
        claim(
            "trained-setup",
            count=settings["layers"],
            dim=settings["width"],
            heads=settings["heads"],
            most=settings["steps"],
        ),
        claim("trained-versions", text=versions["torch"], name=results.facts["commit"][:10] or "–"),
    ]


def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about trained models."""
    nope = trained.accuracy("NoPE", "order")
    failing = trained.accuracy("RoPE: linear", "3 back")
    tuned = trained.accuracy("RoPE: YaRN", "3 back")
    place = trained.results().lengths.index(4 * trained.results().trained)
    return [
        claim("trained-order", share=float(nope.mean[1])),
        claim(
            "trained-linear",
            share=float(failing.mean[place]),
            high=float(tuned.mean[place]),
            length=trained.results().lengths[place],
        ),
    ]
