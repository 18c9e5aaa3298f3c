"""Claims of Compare about the portraits."""

from collections.abc import Sequence

from dashboard.state.study import Study
from dashboard.views.compare.numbers import Portrait, ScorePortrait, own_measure
from dashboard.views.most_similar import logits, most_similar
from dashboard.views.rounding import equal
from posenc_core import Scheme
from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import Spread
from posenc_core.text.messages import Claim, claim


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
    if step.smallest < step.largest and not equal(step):
        return claim(f"compare-{kind}-range", low=step.smallest, high=step.largest, offset=study.offset)
    id = "only" if study.offset == study.length - 1 else "constant"
    return claim(f"compare-{kind}-{id}", mean=step.mean, offset=study.offset)
