"""Claims of Bias: reach of heads, ALiBi's slopes, T5's buckets, and three signs of one bias."""

import numpy as np

from dashboard.state.study import Study
from dashboard.views.bias import numbers
from posenc_core import T5, ALiBi, Scheme, Shaw, TransformerXL
from posenc_core.text.messages import Claim, claim
from posenc_tools.models import trained


def opening(study: Study, front: Scheme) -> list[Claim]:
    """State the reach of the heads of the encoding in front, or that training determines it, and its limits."""
    before = [claim("bias-before")] if front.unsupported_reason("causal") else []
    if not front.learned:
        return [reach(front, study), *before]
    texts = [claim("bias-learned", scheme=front.name), *before]
    if isinstance(front, Shaw):
        texts.append(claim("bias-query-content"))
        if front.clip < study.length - 1:
            texts.append(claim("bias-clipped", offset=front.clip))
    if isinstance(front, TransformerXL):
        texts.append(claim("bias-terms", count=3, whole=4))
    return texts


def reach(scheme: Scheme, study: Study) -> Claim:
    """Range over all heads of the distance at which attention halves; exactly one claim applies to an encoding."""
    n, heads = study.length, study.options["heads"]
    distances, order = numbers.halves(scheme, heads, n), numbers.by_reach(scheme, heads, n)
    offsets = [k for k in distances if k is not None]
    if not offsets:
        if len(distances) == 1 and not np.ptp(numbers.looking_back(scheme, heads, n, order)):
            return claim("bias-flat", scheme=scheme.name)
        return claim("bias-far", scheme=scheme.name, later=n - 1)
    near = {"scheme": scheme.name, "offset": min(offsets), "head": int(order[0]) + 1}
    if len(distances) == 1:
        masked = np.isneginf(scheme.bias([n - 1], [n - 1 - offsets[0]], 1)).any()
        return claim("bias-masked" if masked else "bias-one", scheme=scheme.name, offset=offsets[0])
    if rest := len(distances) - len(offsets):
        return claim("bias-partly", **near, later=n - 1, count=rest)
    return claim("bias-range", **near, other=int(order[-1]) + 1, later=max(offsets))


def cell(scheme: Scheme, study: Study) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    biases, last = numbers.farthest(scheme, study.options["heads"], study.length), study.length - 1
    low, high = float(biases.min()), float(biases.max())
    if np.isneginf(low):
        farthest = claim("bias-cell-masked", offset=last)
    elif len(biases) == 1:
        farthest = claim("bias-cell-one", value=high, offset=last)
    else:
        farthest = claim("bias-cell-range", low=low, high=high, offset=last)
    return [reach(scheme, study), farthest, claim("bias-cell-learned" if scheme.learned else "bias-cell-fixed")]


def head(scheme: Scheme, study: Study) -> Claim:
    """Distance at which the attention of the selected head halves."""
    heads, number = study.options["heads"], numbers.selected_head(study)
    k = numbers.halves(scheme, heads, study.length)[number - 1]
    if k is None:
        return claim("bias-head-far", head=number, heads=heads, later=study.length - 1)
    return claim("bias-head", head=number, heads=heads, offset=k)


def curves(scheme: Scheme, study: Study) -> list[Claim]:
    """Parts missing from the curves: heads, and other query positions."""
    heads, count = study.options["heads"], numbers.heads_of(scheme, study.options["heads"])
    curve_count = len(numbers.curves(scheme, heads, study.length, study.options["log_k"], numbers.selected_head(study)))
    notes = []
    if curve_count < count:
        notes.append(claim("bias-drawn", heads=heads, count=curve_count))
    if count == 1 < heads:
        notes.append(claim("bias-same", scheme=scheme.name, heads=heads))
    if numbers.place_counts(scheme, study.length):
        notes.append(claim("bias-query", scheme=scheme.name, position=study.length - 1))
    return notes


def slopes(heads: int) -> Claim:
    """State whether the authors' code and the formula of the paper agree on ALiBi's slopes."""
    code, paper = numbers.slopes(heads)
    if np.array_equal(code, paper):
        return claim("bias-slopes-same", heads=heads, low=float(code[-1]), high=float(code[0]))
    series = 2 ** (heads.bit_length() - 1)
    steepest, twice = int(code.argmax()), 2 * series
    return claim("bias-slopes", heads=heads, count=series, whole=twice, head=steepest + 1, value=float(code[steepest]))


def buckets(scheme: T5) -> list[Claim]:
    """Distances that T5 distinguishes."""
    ruler = numbers.ruler(scheme)
    last, end = int(ruler.firsts[-1]), ruler.alone - 1
    where = "encoder" if scheme.both_ways else "decoder"
    texts = [claim("bias-buckets", where=where, count=scheme.buckets, end=end, later=last)]
    if last < scheme.distance:
        texts.append(claim("bias-buckets-early", later=last, most=scheme.distance))
    if scheme.both_ways:
        texts.append(claim("bias-buckets-sides", count=scheme.side, whole=scheme.buckets))
    return texts


def signs(study: Study) -> list[Claim]:
    """State that three signs give the same attention behind a causal mask, and the effect of Falcon's scaling."""
    slope, root = (
        float(numbers.configured_scheme(study, ALiBi).slope(study.options["heads"])[0]),
        float(np.sqrt(study.dim)),
    )
    return [
        claim("bias-unmasked", share=numbers.mask_effect(slope), value=slope),
        claim("bias-falcon", dim=study.dim, value=slope, norm=slope / root, factor=root),
    ]


def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about attention biases."""
    (code, paper), (eight, _) = numbers.slopes(12), numbers.slopes(8)
    alibi, rope = (float(trained.accuracy(name, "8 back").mean[1]) for name in ("ALiBi", "RoPE"))
    inside, beyond = trained.language_change("ALiBi")
    ends = {"low": float(paper[-1]), "high": float(paper[0])}
    return [
        claim("bias-twelve", **ends, head=int(code.argmax()) + 1, value=float(code.max())),
        claim("bias-from-zero", here=float(eight[0]), there=1.0, factor=float(1 / eight[0]), lowest=float(eight[-1])),
        claim("bias-undivided", factor=float(np.sqrt(64)), dim=64),
        claim("bias-extrapolates", value=beyond - inside, share=alibi, high=rope),
    ]
