"""The layout of Compare."""

import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_color
from dashboard.parameters import MEASURES
from dashboard.study import Study, order
from dashboard.views.compare import figures, tables, words
from dashboard.views.compare.numbers import portrait
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread
from dashboard.views.words import compared, similarities

study: Study = st.session_state["study"]
portraits = [portrait(scheme, study) for scheme in study.schemes]
scales = figures.scales(
    [p.largest for p in portraits],
    [p.steps for p in portraits],
    [p.similarity for p in portraits],
    own=study.own_scales,
)

st.title("How does a Transformer know where a token stands?", anchor=False)
st.markdown(
    f"{words.opening(study)} Click a chart to choose a position.  \n"
    f"**Encoding.** {words.encodings(portraits, study)}  \n**Step.** {words.steps(portraits, study)}  \n"
    f"**Similarity, by {MEASURES[study.measure]}.** {similarities({p.scheme: p.ranking for p in portraits}, study)}"
)
thread(study, "compare")

# always there: charts that move up or down by one place on the page are drawn anew
with st.container():
    if note := words.scales(portraits, study):
        st.caption(note)

for place, scale, p in zip(panels.places(len(portraits), 1), scales, portraits, strict=True):
    with place:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.header(p.scheme.name, anchor=False, width="content")
            with st.popover("Formula", type="tertiary", width="content"):
                st.markdown(p.scheme.summary())
                st.latex(p.scheme.formula)
                st.caption(words.symbols(p.scheme, study))
                st.caption(f"Source: {p.scheme.source}.")
        figure = figures.portrait(
            p.picture,
            p.steps,
            p.similarity,
            position=study.position,
            offset=study.offset,
            shown=study.shown,
            columns=p.scheme.columns,
            compared=compared(study),
            scales=scale,
            color=scheme_color(order(p.scheme)),
        )
        chart(figure, key=f"portrait {p.scheme.name}", alt=words.alt(p, study), position=study.position)

if note := words.repeated(portraits, study):
    st.caption(note)
st.dataframe(tables.rounded(portraits), hide_index=True, placeholder="–", column_config=tables.summary_columns(study))
takeaway(study, "compare")
