"""Claims of Compare about the portraits."""

from collections.abc import Sequence

from dashboard.state.study import Study
from dashboard.views.compare.numbers import Portrait, ScorePortrait
from dashboard.views.most_similar import logits, most_similar
from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import Spread
from posenc_core.text.messages import Claim, claim


def all_of(portraits: Sequence[Portrait], of_scores: Sequence[ScorePortrait], study: Study) -> list[Claim]:
    """Properties of the portraits; independent of the selected position."""
    if study.offset >= study.length - 1:
        if study.length == 1:
            return [claim("compare-single")]
        return [claim("compare-only", length=study.length, offset=study.offset)]
    return spacing(portraits, study) if portraits else drops(of_scores, study)


def spacing(portraits: Sequence[Portrait], study: Study) -> list[Claim]:
    """Return the encodings with constant distances, and with maximal self-similarity."""
    names = tuple(p.scheme.name for p in portraits)
    even = tuple(p.scheme.name for p in portraits if p.step and p.step.is_constant)
    if any(p.winner is None for p in portraits):
        id = "compare-spacing" if even else "compare-spacing-varies"
        return [claim(id, schemes=even or names, offset=study.offset)]
    own = tuple(p.scheme.name for p in portraits if p.winner == "itself")
    both = tuple(name for name in even if name in own)
    args = {"offset": study.offset, "measure": study.measure}
    if both and both != names:
        return [claim("compare-both-only", schemes=both, count=len(both), **args)]
    for id, group in (("both-all", both), ("even", even), ("own", own), ("neither", names)):
        if group:
            return [claim(f"compare-{id}", schemes=group, **args)]
    return []


def drops(portraits: Sequence[ScorePortrait], study: Study) -> list[Claim]:
    """Return the encodings whose logits drop by the same amount everywhere, or else those that do not."""
    falling = [p for p in portraits if p.step and p.step.largest > criteria.EQUAL]
    same = tuple(p.name for p in falling if p.step and p.step.is_constant)
    other = tuple(p.name for p in falling if p.name not in same)
    if not falling:
        return [claim("compare-mask")] if all(p.scheme.name == "NoPE" for p in portraits) else []
    return [claim("compare-drop" if same else "compare-drop-varies", schemes=same or other, offset=study.offset)]


def cells(portrait: Portrait, study: Study) -> list[Claim]:
    """Three facts about an encoding: distances, nearest positions, and dependence on the length."""
    claims = [_steps("distance", portrait.step, study)] if portrait.step else []
    if study.length > 1:
        claims.append(most_similar(portrait.scheme, portrait.ranking, study))
    if portrait.same is not None:
        claims.append(claim(f"compare-same-{'yes' if portrait.same else 'no'}", length=2 * study.length))
    return claims


def score_cells(portrait: ScorePortrait, study: Study) -> list[Claim]:
    """Three facts about an encoding without vectors: drop at offset k, logits, and causal mask."""
    claims = []
    if portrait.step:
        claims.append(_steps("drop", portrait.step, study))
    elif study.offset < study.length:
        claims.append(claim("compare-drop-masked", offset=study.offset))
    return claims + logits(portrait.scheme, portrait.seen, study)


def _steps(kind: str, step: Spread, study: Study) -> Claim:
    if step.smallest < step.largest and not step.is_constant:
        return claim(f"compare-{kind}-range", low=step.smallest, high=step.largest, offset=study.offset)
    id = "only" if study.offset == study.length - 1 else "constant"
    return claim(f"compare-{kind}-{id}", mean=step.mean, offset=study.offset)
