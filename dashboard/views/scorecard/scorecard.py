"""The layout of Scorecard."""

from functools import partial

import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.controls import handles
from dashboard.controls.widgets import handle
from dashboard.numbers import scores
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import MESSAGES, message, say
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.page_parts import cells, next_steps, tabs
from dashboard.views.scorecard import facts, figures

# code of each criterion, which the ids of its messages contain, by its key in links
CODES = {row.key: row.code for row in facts.ROWS}


def page(study: Study) -> None:
    """Draw the conditions that each encoding meets, and the reasons."""
    st.title(message("scorecard-title"), anchor=False)
    place = st.container()
    draw_bar(study, "scorecard")
    if handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        cards = facts.cards(study)
        place.markdown(say(*facts.opening(cards)))
        verdicts(cards, study)
        tabs(study, "scorecard", {"why": partial(why, cards, study)})
    next_steps("scorecard", "attention")


def verdicts(cards: facts.Found, study: Study) -> None:
    """Draw one row per criterion: a link to its page, and a sign for each encoding."""
    pages, names = st.session_state[session_keys.PAGES], [*cards]
    with st.container(key="verdicts", gap=None):
        for place, criterion in enumerate(facts.ROWS):
            if place in (0, len(facts.FIVE)):
                st.markdown(f"**{message('scorecard-also' if place else 'scorecard-often')}**")
                st.html(figures.heading(study.schemes, names) if not place else '<div class="verdicts"></div>')
            st.page_link(pages[facts.SEEN_ON[criterion.code]], label=message(f"criterion-{criterion.code}.title"))
            st.html(figures.row(cards, criterion.code))
    without = [scores.label(scheme, study) for scheme in study.without_ability("vectors").schemes]
    st.caption(say(*facts.legend(without)))


def title(key: str) -> str:
    """Title of a criterion."""
    return message(f"criterion-{CODES[key]}.title")


def message_ids(metric: str, attribute: str, study: Study) -> list[str]:
    """IDs of a criterion's messages for vectors and for logits, as far as the encodings have them."""
    groups = {"": study.with_ability("vectors").schemes, "-logits": study.without_ability("vectors").schemes}
    ids = [f"criterion-{metric}.{attribute}{suffix}" for suffix, schemes in groups.items() if schemes]
    return [id for id in ids if id in MESSAGES]


def why(cards: facts.Found, study: Study) -> None:
    """Draw one criterion: question, verdicts with reasons, measure, and relative errors."""
    shown = study.options["condition"]
    if shown not in CODES:
        shown = facts.distinguishing_criterion(cards)
    st.selectbox(
        message("control-condition"), CODES, [*CODES].index(shown), title, key=handle("condition", shown),
        help=message("control-condition.help"), label_visibility="collapsed", width=360,
    )  # fmt: skip
    metric = CODES[shown]
    lines = [" ".join(map(message, message_ids(metric, "summary", study)))]
    for verdict, reason, names in facts.reasons(cards, metric):
        sign = MESSAGES.say(facts.of_verdict(verdict), "sign")
        lines.append(f"{sign} **{MESSAGES.format(names)}**: {say(reason)}")
    st.markdown("  \n".join(lines))
    measures = [
        message(f"scorecard-{id.partition('.')[2]}", text=message(id)) for id in message_ids(metric, "measure", study)
    ]
    st.caption(" ".join([*measures, message("scorecard-scale")]))
    cells([(scheme, [facts.relative_error(cards[scores.label(scheme, study)][metric])]) for scheme in study.schemes])
