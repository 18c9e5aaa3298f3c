"""The layout of Check."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import state, table_upload
from dashboard.say import message, plain, say
from dashboard.sharing.share import own_link
from dashboard.state import session_keys, uploaded_table
from dashboard.state.parameters import PARAMETERS
from dashboard.state.study import Study, order
from dashboard.views import wrong_and_right
from dashboard.views.check import claims, figures, numbers
from dashboard.views.check.numbers import Account
from dashboard.views.check.riddle import riddle
from dashboard.views.next_steps import next_steps
from dashboard.views.tabs import tabs
from posenc_core import Scheme
from posenc_core.plot.style import scheme_color

# where a table is looked at beside others
PAGES = ("compare", "equidistance", "similarity", "scorecard", "shift", "trajectory")

# how the box of a verdict looks, by the state of the table: in color, and its icon
LOOKS = {
    "known": (st.success, "check"),
    "kind": (st.info, "info"),
    "bug": (st.warning, "build"),
    "different": (st.warning, "build"),
}


def page(study: Study) -> None:
    """What a table is, the pictures that show it, and what follows from it."""
    st.title(message("check-title"), anchor=False)
    yours = table_upload.table(study)
    drawn: dict[str, Callable[[], None]] = {}
    if yours:
        try:
            with st.spinner(message("check-wait")):
                account = numbers.account(yours)
        except ValueError as error:
            st.error(plain(str(error)))
        else:
            if table_upload.is_new():
                state.choose_next(**beside(account, yours))
            verdict(account)
            pictures(account)
            drawn = following(study, account, yours)
    tabs(study, "check", drawn | {"riddle": partial(riddle, study)}, claims.misconceptions)
    next_steps("check", "practice")
    with st.expander(message("share.link-only"), icon=":material/download:"):
        own_link()


def following(study: Study, account: Account, yours: Scheme) -> dict[str, Callable[[], None]]:
    """The tabs of a verdict: a bug has its line first, and a formula that is another one with a bug has it last."""
    color = scheme_color(order(yours))
    found: dict[str, Callable[[], None]] = {"evidence": partial(evidence, account)}
    if numbers.decides(account):
        found["differences"] = partial(differences, account, color)
    if account.pairs is not None and numbers.measurable(account.pairs).any():
        found["pairs"] = partial(pairs, account, color)
    if account.advice:
        line = partial(wrong_line, account)
        found = found | {"meant": line} if account.advice.meant else {"fix": line} | found
    if isinstance(yours, uploaded_table.UploadedTable) and uploaded_table.UPLOADS_ALLOWED:
        found["resized"] = partial(resized, yours)
    return found | {"pages": partial(other_pages, study, account, yours)}


def verdict(account: Account) -> None:
    """What the table is, in one sentence."""
    draw, icon = LOOKS.get(account.state, (st.info, "question_mark"))
    rows, columns = account.size
    with st.container(key="verdict"):
        draw(message("check-verdict", text=plain(account.verdict), rows=rows, width=columns), icon=f":material/{icon}:")


def pictures(account: Account) -> None:
    """The table, what it is compared with, and the difference, where there is one."""
    if account.picture is None:
        st.caption(message("check-undrawn"))
        return
    limit, rest = numbers.limits(account)
    against, bias = account.against, account.kind == "bias"
    drawn = [(account.picture, limit), *([(against.other, limit), (against.rest, rest)] if against else [])]
    rows, columns = account.size[::-1] if account.transposed else account.size
    headings = claims.headings(account)
    for place, said, (picture, most) in zip(st.columns(max(len(headings), 2)), headings, drawn, strict=False):
        heading = say(said)
        alt = message(f"check-picture-alt{'.bias' * bias}", heading=heading, rows=rows, width=columns)
        with place:
            figure = figures.table(picture.means, heading, most, size=(picture.rows, picture.columns), bias=bias)
            chart(figure, key=f"picture {said.id}", alt=alt)
    if found := claims.colors(account):
        st.caption(say(*found))


def wrong_line(account: Account) -> None:
    """What goes wrong in the code, and the correct line."""
    told = account.advice
    assert told
    if told.meant:
        st.markdown(message("check-meant-line", name=plain(told.meant)))
    st.markdown(plain(f"{told.story} {told.seen}"))
    wrong_and_right.side_by_side(told.wrong, told.right)


def evidence(account: Account) -> None:
    """What the core says of the table besides its verdict."""
    st.markdown("\n".join(f"- {plain(sentence)}" for sentence in account.evidence))


def resized(yours: uploaded_table.UploadedTable) -> None:
    """The interpolation that makes the table from another one."""
    st.markdown(message("check-resized"))
    for sentence in table_upload.comparison(yours):
        # a refusal may repeat a visitor's words: text, never markdown
        st.text(sentence)


def differences(account: Account, color: str) -> None:
    """Which columns and rows differ."""
    against = account.against
    assert against
    both = {"columns": against.columns, "rows": against.rows}
    ring = [] if all(map(numbers.evenly, both.values())) else [message("check-differences.ring")]
    st.markdown(" ".join([plain(message("check-differences", name=against.name)), *ring]))
    for place, (what, values) in zip(st.columns(2, gap="medium"), both.items(), strict=True):
        with place:
            chart(figures.apart(values, what, color), key=f"{what} apart", alt=say(claims.spread(what, values)))


def pairs(account: Account, color: str) -> None:
    """The frequencies of the pairs, on the line where they should lie."""
    found, against = account.pairs, account.against
    assert found is not None
    st.markdown(" ".join([message("check-pairs"), *map(say, claims.left_out(found))]))
    meant = against.frequencies if against and against.meant else np.empty(0)
    chart(figures.frequencies(found, meant, color), key="frequencies", alt=say(claims.frequencies(found)))


def beside(account: Account, yours: Scheme) -> dict[str, Any]:
    """What other pages are to show: the table at its size, beside what it is nearest to."""
    found = [account.beside] if account.beside else []
    own = {f"{each.name}.{one.name}": getattr(each, one.name) for each in found for one in each.parameters()}
    rows, columns = yours.own_size or (1, 1)
    asked = {key: PARAMETERS[key].clamp(value) for key, value in {"n": rows, "d": columns, **own}.items()}
    return {"scheme": [*(each.name for each in found), yours.name], **asked}


def other_pages(study: Study, account: Account, yours: Scheme) -> None:
    """Links to pages that show the table; where it is not selected, a button that selects it."""
    asked = beside(account, yours)
    if all(state.state()[key] == value for key, value in asked.items() if key != "scheme") and yours in study.schemes:
        st.markdown(" ".join([message("check-pages", name=yours.name), message("check-pages.chosen")]))
        with st.container(horizontal=True):
            for name in PAGES:
                found, label = st.session_state[session_keys.PAGES][name], message(f"menu-{name}")
                st.page_link(found, label=label, icon=":material/arrow_forward:")
    else:
        st.markdown(message("check-pages", name=yours.name))
        label = message("check-pages.choose", names=tuple(asked["scheme"]), length=asked["n"], dim=asked["d"])
        st.button(label, key="choose yours", on_click=state.choose, kwargs=asked)
