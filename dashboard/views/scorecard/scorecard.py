"""The layout of Scorecard."""

import streamlit as st

from dashboard.controls import handles
from dashboard.numbers import scores
from dashboard.numbers.measurements import MEASURED_LENGTH, PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import MESSAGES, message, say
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.cells import cells
from dashboard.views.next_steps import next_steps
from dashboard.views.position_bar import position_bar
from dashboard.views.scorecard import claims, exports, numbers
from dashboard.views.tabs import tabs


def page(study: Study) -> None:
    """Which conditions each encoding meets, why, and what half precision leaves of its vectors."""
    st.title(message("scorecard-title"), anchor=False)
    drawn = {"half": lambda: half_precision(study.having("vectors"))}
    if handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        found = numbers.cards(study)
        st.markdown(say(*claims.opening(found)))
        position_bar(study, "scorecard")
        verdicts(found, study)
        drawn = {"why": lambda: why(found, study)} | drawn
    tabs(study, "scorecard", drawn, claims.misconceptions)
    next_steps("scorecard", "attention")


def verdicts(found: claims.Found, study: Study) -> None:
    """One row a condition: its name leads to the page that shows it, and each encoding has a sign."""
    pages, names = st.session_state[session_keys.PAGES], [*found]
    with st.container(key="verdicts", gap=None):
        for place, criterion in enumerate(claims.ROWS):
            if place in (0, len(claims.FIVE)):
                st.markdown(f"**{message('scorecard-also' if place else 'scorecard-often')}**")
                st.html(exports.heading(study.schemes, names) if not place else '<div class="verdicts"></div>')
            st.page_link(pages[claims.SEEN_ON[criterion.metric]], label=message(f"criterion-{criterion.metric}.title"))
            st.html(exports.row(found, criterion.metric))
    st.caption(say(*claims.legend([scores.label(s, study) for s in study.lacking("vectors").schemes])))


def told(metric: str, attribute: str, study: Study) -> list[str]:
    """What is said of a condition: of vectors, and of logits, where an encoding shown has no vectors."""
    ids = [f"criterion-{metric}.{attribute}"] * bool(study.having("vectors").schemes)
    ids += [f"criterion-{metric}.{attribute}-logits"] * bool(study.lacking("vectors").schemes)
    return [id for id in ids if id in MESSAGES]


def why(found: claims.Found, study: Study) -> None:
    """One condition: what it asks, the reasons of its verdicts, each once, what is measured, and who misses it."""
    titles = {message(f"criterion-{each.metric}.title"): each.metric for each in claims.ROWS}
    first = [*titles.values()].index(claims.first_missed(found))
    label = message("scorecard-condition")
    metric = titles[st.selectbox(label, titles, first, label_visibility="collapsed", width=360, key="condition")]
    lines = [" ".join(map(message, told(metric, "summary", study)))]
    for verdict, reason, names in claims.reasons(found, metric):
        sign = MESSAGES.say(claims.of_verdict(verdict), "sign")
        lines.append(f"{sign} **{MESSAGES.shown(names)}**: {say(reason)}")
    st.markdown("  \n".join(lines))
    measures = [message(f"scorecard-{id.partition('.')[2]}", text=message(id)) for id in told(metric, "measure", study)]
    st.caption(" ".join([*measures, message("scorecard-scale")]))
    cells([(scheme, [claims.missed(found[scores.label(scheme, study)][metric])]) for scheme in study.schemes])


def half_precision(study: Study) -> None:
    """How many vectors become equal when positions or values are rounded."""
    if not study.schemes:
        st.markdown(message("scorecard-nothing-to-round"))
    elif handles.fits(study, MEASURED_LENGTH, PAIRED_DIM):
        st.markdown(message("scorecard-bfloat16"))
        counts = [numbers.distinct(scheme, study.length, study.dim) for scheme in study.schemes]
        cells([(s, claims.distinct_vectors(each, study.length)) for s, each in zip(study.schemes, counts, strict=True)])
