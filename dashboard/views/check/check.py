"""The layout of Check."""

import numpy as np
import streamlit as st

from dashboard import given
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_color
from dashboard.controls import state
from dashboard.parameters import PARAMETERS
from dashboard.say import message
from dashboard.study import Study, order
from dashboard.views import wrong_and_right
from dashboard.views.check import figures, giving, numbers, words
from dashboard.views.check.notes import NOTES
from dashboard.views.check.numbers import Account
from dashboard.views.check.riddle import riddle
from dashboard.views.notes import often_said
from dashboard.views.takeaway import own_link
from posenc_core import Scheme
from posenc_core.diagnosis.words import Advice

# where a table is looked at beside others
PAGES = ("compare", "equidistance", "similarity", "scorecard", "shift", "trajectory")


def page(study: Study) -> None:
    """What a table is, and what shows it."""
    st.title("What is this table?", anchor=False)
    st.markdown(words.CLAIM if given.OPEN else words.CLAIM_CLOSED)
    yours = giving.table(study)
    if yours:
        try:
            with st.spinner(words.WAIT):
                account = numbers.account(yours)
        except ValueError as error:
            st.error(words.plain(str(error)))
        else:
            found(study, account, yours)
    riddle(study)


def found(study: Study, account: Account, yours: Scheme) -> None:
    """The verdict, what follows from it, and what shows it."""
    verdict(account)
    told = account.advice
    if told and not told.meant:
        st.header("The line that is probably wrong", anchor=False)
        advice(told)
    evidence(account, scheme_color(order(yours)))
    if told and told.meant:
        with st.expander(words.meant(told)):
            advice(told)
    go_on(study, account, yours)


def still(study: Study) -> None:
    """What is there whatever the table is."""
    often_said(NOTES)
    with st.expander(message("share.link-only"), icon=":material/download:"):
        own_link()
        if study.options["table"] == "own":
            st.caption(words.WHERE)


def verdict(account: Account) -> None:
    """What the table is, in one sentence."""
    draw, icon = {
        "known": (st.success, ":material/check:"),
        "kind": (st.info, ":material/info:"),
        "bug": (st.warning, ":material/build:"),
        "different": (st.warning, ":material/build:"),
    }.get(account.state, (st.info, ":material/question_mark:"))
    with st.container(key="verdict"):
        draw(f"**{words.plain(account.verdict)}**  \n{words.size(*account.size)}", icon=icon)


def advice(told: Advice) -> None:
    """What goes wrong in the code, and how it is right."""
    st.markdown(f"{words.plain(told.story)} {words.plain(told.seen)}")
    wrong_and_right.side_by_side(told.wrong, told.right)


def evidence(account: Account, color: str) -> None:
    """What shows it: sentences, pictures, the residuals of rows and columns, and pairs."""
    st.header(words.shows(account), anchor=False)
    st.markdown("\n".join(f"- {words.plain(sentence)}" for sentence in account.evidence))
    pictures(account, color)
    if words.decides(account):
        apart(account, color)
    if account.pairs is not None and figures.measurable(account.pairs).any():
        pairs(account, color)


def pictures(account: Account, color: str) -> None:
    """The table, what it is held against, and their difference; of one that no formula made how long its rows are."""
    if account.picture is None:
        st.caption(words.UNDRAWN)
        return
    limit, rest = words.limits(account)
    against, headings = account.against, ["The table"]
    drawn = [(account.picture, limit)]
    if against:
        headings = words.headings(account)
        drawn += [(against.other, limit), (against.rest, rest)]
    st.markdown(words.plain(words.pictures_said(account)))
    places = st.columns(max(len(drawn), 2), gap="small")
    for place, heading, (picture, most) in zip(places, headings, drawn, strict=False):
        with place:
            figure = figures.picture(picture, heading=heading, limit=most, height=380, bias=account.kind == "bias")
            chart(figure, key=f"picture {heading.partition(':')[0]}", alt=words.picture_alt(heading, account))
    if not against:
        with places[1]:
            chart(figures.norms(account.norms, color), key="norms", alt=words.norms_alt(account.norms))


def apart(account: Account, color: str) -> None:
    """Which columns and rows decide."""
    against = account.against
    assert against
    st.header(words.where(account), anchor=False)
    st.markdown(words.plain(words.apart(account)))
    for place, (noun, along, values) in zip(
        st.columns(2, gap="medium"),
        (("column", "column j", against.columns), ("row", "position p", against.rows)),
        strict=True,
    ):
        with place:
            chart(figures.apart(values, along, color), key=f"{noun}s apart", alt=words.apart_alt(values, noun))


def pairs(account: Account, color: str) -> None:
    """The frequencies of the pairs, on the line where they should lie."""
    found = account.pairs
    assert found is not None
    shown = int(figures.measurable(found).sum())
    st.header("How fast does each pair rotate?", anchor=False)
    st.markdown(words.pairs_said(found, shown))
    meant = account.against.frequencies if account.against and account.against.meant else np.empty(0)
    chart(figures.frequencies(found, meant, color), key="frequencies", alt=words.pairs_alt(found, shown))


def go_on(study: Study, account: Account, yours: Scheme) -> None:
    """Other pages, with the table beside what it is nearest to."""
    found = [account.beside] if account.beside else []
    own = {f"{each.name}.{one.name}": getattr(each, one.name) for each in found for one in each.parameters()}
    rows, columns = yours.own_size or (1, 1)
    asked = {key: PARAMETERS[key].hold(value) for key, value in {"n": rows, "d": columns, **own}.items()}
    names = [*(each.name for each in found), yours.name]
    if giving.is_new():
        state.choose_next(scheme=names, **asked)
    st.header("Go on with Yours", anchor=False)
    chosen = {"n": study.length, "d": study.dim} | {
        f"{each.name}.{one.name}": getattr(each, one.name) for each in study.schemes for one in each.parameters()
    }
    if chosen.items() >= asked.items() and yours in study.schemes:
        st.markdown(words.GO_ON)
        with st.container(horizontal=True):
            for name in PAGES:
                st.page_link(
                    st.session_state["pages"][name], label=message(f"menu-{name}"), icon=":material/arrow_forward:"
                )
    else:
        st.markdown(words.SCHEME)
        st.button(
            words.choice(names, asked["n"], asked["d"]),
            key="choose yours",
            on_click=state.choose,
            kwargs={"scheme": names, **asked},
        )
