"""The layout of Scorecard."""

import pandas as pd
import streamlit as st

from dashboard.controls import sidebar
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import often_said
from dashboard.views.scorecard import numbers
from dashboard.views.scorecard.notes import NOTES
from dashboard.views.scorecard.words import SEEN_ON, SIGNS, signed
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread
from dashboard.views.words import small, typeset
from posenc_core.criteria import CRITERIA, Finding

study: Study = st.session_state["study"]
pages = st.session_state["pages"]
size = (study.length, study.dim)
found: dict[str, dict[str, Finding]] = {}


st.title("Which conditions hold?", anchor=False)
thread(study, "scorecard")
if sidebar.fits(study, "Testing every pair of positions", PAIRED_LENGTH, PAIRED_DIM):
    found = {s.name: numbers.scorecard(s, *size, study.offset) for s in study.schemes}
    held = [
        f"{name} meets {sum(finding.verdict == 'holds' for finding in findings.values())}"
        for name, findings in found.items()
    ]
    st.markdown(
        f"Of {len(CRITERIA)} conditions {', '.join(held)} at n = {study.length}, d = {study.dim}, k = {study.offset}. "
        "Each is measured on the vectors. Equal steps are tested at every offset up to n / 2, not only at powers of "
        "two; two conditions are tested at the chosen k. "
        + ", ".join(f"{sign} {verdict}" for verdict, sign in SIGNS.items())
        + "."
    )
    for words, asked in (("The five conditions ① to ⑤", "five"), ("The four conditions", "four")):
        wanted = [criterion for criterion in CRITERIA if asked in criterion.asked_by]
        names = ", ".join(criterion.title.lower() for criterion in wanted)
        signs = [
            f"{name} {''.join(SIGNS[findings[criterion.metric].verdict] for criterion in wanted)}"
            for name, findings in found.items()
        ]
        st.markdown(f"**{words}** ({names}): {', '.join(signs)}.")
    overview = pd.DataFrame(
        [
            {"Condition": criterion.title, "Asked by": criterion.asked_by}
            | {name: signed(findings[criterion.metric]) for name, findings in found.items()}
            for criterion in CRITERIA
        ]
    )
    st.dataframe(
        overview,
        hide_index=True,
        height="content",
        column_config={
            "Condition": st.column_config.TextColumn(pinned=True),
            "Asked by": st.column_config.TextColumn(
                help="Two lists of conditions in lecture notes: one has five, ① to ⑤, one has four."
            ),
        },
    )
    st.header("Why", anchor=False)
    for criterion in CRITERIA:
        verdicts = {name: findings[criterion.metric] for name, findings in found.items()}
        label = ", ".join(f"{name} {SIGNS[finding.verdict]}" for name, finding in verdicts.items())
        with st.expander(f"**{criterion.title}**: {label}"):
            st.markdown(f"{criterion.summary} Threshold: {typeset(criterion.threshold)}.")
            st.dataframe(
                pd.DataFrame(
                    [
                        {
                            "Scheme": name,
                            "Verdict": signed(finding),
                            "Number": small(finding.number),
                            "Positions that decide": ", ".join(map(str, finding.where)) or "all",
                            "Why": typeset(finding.why),
                        }
                        for name, finding in verdicts.items()
                    ]
                ),
                hide_index=True,
                height="content",
                column_config={"Why": st.column_config.TextColumn(width="large")},
            )
            where = SEEN_ON[criterion.metric]
            st.page_link(pages[where], label=f"See it on {where.capitalize()}")
    st.markdown(
        "**What the conditions do not decide.** They say nothing about how well a model learns with an encoding, and "
        "the five do not single out the sinusoid's frequencies: random ones meet them as well (see below)."
    )

st.header("In half precision", anchor=False)
if sidebar.fits(study, "Counting equal vectors", measurements.MEASURED_LENGTH, PAIRED_DIM):
    st.markdown(
        "How many positions get a vector that an earlier one has already, when the **values** are rounded to a format, "
        "and when the **positions** are rounded before anything is computed from them."
    )
    st.dataframe(
        pd.DataFrame([measurements.repeats(s, *size) for s in study.schemes]).set_axis([s.name for s in study.schemes]),
        height="content",
    )

often_said(NOTES)

takeaway(study, "scorecard")
