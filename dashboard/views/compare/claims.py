"""Claims of Compare about the portraits."""

from collections.abc import Sequence

import numpy as np

from dashboard.state.study import Study
from dashboard.views.compare.numbers import Portrait, ScorePortrait, own_measure
from dashboard.views.rounding import ROUNDING, TIE, equal
from posenc_core import Scheme
from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import Spread
from posenc_core.text.messages import Claim, claim

FEW = 3
"""Maximum number of positions that a cell lists."""


def all_of(portraits: Sequence[Portrait], of_scores: Sequence[ScorePortrait], study: Study) -> list[Claim]:
    """Subject of the page and properties of the portraits; independent of the selected position."""
    claims = [subject(study.schemes)]
    if portraits:
        claims += spacing(portraits, study)
    elif study.offset < study.length - 1:
        claims += drops(of_scores, study)
    return claims


def subject(schemes: Sequence[Scheme]) -> Claim:
    """Definition of positional encoding for the families of these encodings."""
    families = {scheme.family for scheme in schemes if scheme.name != "NoPE"}
    if not families:
        return claim("compare-subject-mask")
    return claim("compare-subject", family=families.pop() if len(families) == 1 else "several")


def spacing(portraits: Sequence[Portrait], study: Study) -> list[Claim]:
    """Return the encodings with constant distances, and with maximal self-similarity; empty if undefined."""
    if study.offset >= study.length - 1:
        return []
    names = tuple(p.scheme.name for p in portraits)
    even = tuple(p.scheme.name for p in portraits if p.step and equal(p.step))
    if any(p.self_maxima is None for p in portraits):
        id = "compare-spacing" if even else "compare-spacing-varies"
        return [claim(id, schemes=even or names, offset=study.offset)]
    own = tuple(p.scheme.name for p in portraits if p.self_maxima == 1)
    both = tuple(name for name in even if name in own)
    args = {"offset": study.offset, "measure": own_measure(study)}
    if both and both != names:
        return [claim("compare-both-only", schemes=both, count=len(both), **args)]
    for id, group in (("both-all", both), ("even", even), ("own", own), ("neither", names)):
        if group:
            return [claim(f"compare-{id}", schemes=group, **args)]
    return []


def drops(portraits: Sequence[ScorePortrait], study: Study) -> list[Claim]:
    """Return the encodings whose logits drop by the same amount everywhere, or else those that do not."""
    falling = [p for p in portraits if p.step and p.step.largest > criteria.EQUAL]
    same = tuple(p.name for p in falling if p.step and equal(p.step))
    other = tuple(p.name for p in falling if p.name not in same)
    if not falling:
        return []
    return [claim("compare-drop" if same else "compare-drop-varies", schemes=same or other, offset=study.offset)]


def cells(portrait: Portrait, study: Study) -> list[Claim]:
    """Three facts about an encoding: distances, nearest positions, and dependence on the length."""
    claims = [_steps("distance", portrait.step, study)] if portrait.step else []
    if study.length > 1:
        claims.append(_nearest(portrait, study))
    if portrait.same is not None:
        claims.append(claim(f"compare-same-{'yes' if portrait.same else 'no'}", length=2 * study.length))
    return claims


def score_cells(portrait: ScorePortrait, study: Study) -> list[Claim]:
    """Three facts about an encoding without vectors: drop at offset k, lowest logit, and causal mask."""
    finite, claims = portrait.seen[np.isfinite(portrait.seen)], []
    if portrait.step:
        claims.append(_steps("drop", portrait.step, study))
    elif study.offset < study.length:
        claims.append(claim("compare-drop-masked", offset=study.offset))
    alone = claim("compare-lowest-alone", position=study.position)
    lowest = claim("compare-lowest", lowest=float(finite.min()), position=study.position) if len(finite) > 1 else alone
    return [*claims, lowest, claim(f"compare-ahead-{'yes' if portrait.scheme.unsupported_reason('causal') else 'no'}")]


def _steps(kind: str, step: Spread, study: Study) -> Claim:
    if step.smallest < step.largest and not equal(step):
        return claim(f"compare-{kind}-range", low=step.smallest, high=step.largest, offset=study.offset)
    id = "only" if study.offset == study.length - 1 else "constant"
    return claim(f"compare-{kind}-{id}", mean=step.mean, offset=study.offset)


def _nearest(portrait: Portrait, study: Study) -> Claim:
    """Positions most similar to the selected one, by a ranking that increases with similarity."""
    curve, position, last = portrait.ranking, study.position, study.length - 1
    if np.isnan(curve).all():
        zero = not portrait.scheme.encode([position], study.dim, length=study.length).any()
        return claim(f"compare-nearest-{'zero' if zero else 'equal'}", position=position)
    if study.measure == "distance":
        return _closest(curve, position)
    nearest = np.flatnonzero(np.nanmax(curve) - curve <= TIE * np.nanmax(np.abs(curve)))
    if len(nearest) == len(curve):
        return claim("compare-nearest-all", position=position)
    if position in nearest:
        if len(nearest) == 1:
            return claim("compare-nearest-itself", position=position)
        return claim("compare-nearest-tied", position=position, count=len(nearest) - 1)
    if len(nearest) > 1:
        return claim("compare-nearest-others", position=position, count=len(nearest))
    id = "compare-nearest-last" if nearest[0] == last else "compare-nearest-other"
    return claim(id, position=position, other=int(nearest[0]))


def _closest(curve: np.ndarray, position: int) -> Claim:
    others = np.delete(np.arange(len(curve)), position)
    nearest = others[curve[others] - curve[others].min() <= ROUNDING * curve[others].max()]
    if len(nearest) > FEW:
        return claim("compare-closest-many", position=position, count=len(nearest))
    return claim("compare-closest", position=position, others=tuple(nearest.tolist()))
