"""What does each scheme look like, are its steps equal, and what does a chosen position see?"""

import streamlit as st

from dashboard import claims, figures, tables
from dashboard.charts import chart
from dashboard.portraits import portrait
from dashboard.study import Study, order
from dashboard.takeaway import takeaway

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
    "It adds to each token a vector made from the token's position. Each scheme makes these vectors in its own way.  \n"
    "Read along a row to compare the schemes. Click a chart to choose a position, drag over it to zoom in."
)
st.markdown(
    f"**Encoding.** {claims.encodings(portraits, study)}  \n**Step.** {claims.steps(portraits, study)}  \n"
    f"**Similarity.** {claims.similarities(portraits, study)}"
)
# always there: charts that move up or down by one place on the page are drawn anew
with st.container():
    if note := claims.scales(portraits, study):
        st.caption(note)

for column, scale, p in zip(st.columns(len(portraits), gap="medium"), scales, portraits, strict=True):
    with column:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.subheader(p.scheme.name, anchor=False, width="content")
            with st.popover("Formula", type="tertiary", width="content"):
                st.markdown(p.scheme.summary())
                st.latex(p.scheme.formula)
                st.caption(claims.symbols(p.scheme, study))
                st.caption(f"Source: {p.scheme.source}.")
        figure = figures.portrait(
            p.picture,
            p.steps,
            p.similarity,
            position=study.position,
            offset=study.offset,
            shown=study.shown,
            columns=p.scheme.columns,
            compared=claims.compared(study),
            scales=scale,
            color=figures.scheme_color(order(p.scheme)),
        )
        chart(figure, key=f"portrait {p.scheme.name}", alt=claims.alt(p, study), position=study.position)

st.dataframe(tables.summary(portraits), hide_index=True, placeholder="–", column_config=tables.summary_columns(study))
takeaway(study, "compare")
