"""Tabs of a page: only the open one is drawn, and the address contains it."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.say import message
from tests.dashboard.conftest import address


def two_pages() -> None:
    import streamlit as st

    from dashboard.controls import links, state
    from dashboard.say import MESSAGES
    from dashboard.views.page_parts import tabs

    MESSAGES._patterns.update(
        {f"{page}-tab-{id}": (id.upper(),) for page in ("compare", "clocks") for id in ("one", "two")}
    )
    page = st.session_state.get("at", "compare")
    state.read_address(page)
    state.read_widgets()
    study = links.build_study([], state.state())
    tabs(study, page, {id: lambda id=id: st.text(id) for id in ("one", "two")})
    st.button("open two", on_click=state.choose, kwargs={"tab": "two"})


@pytest.fixture
def app():
    return AppTest.from_function(two_pages)


def drawn(app) -> list[str]:
    assert not app.exception
    return [text.value for text in app.text]


def test_the_first_tab_is_open_and_no_other_is_computed(app):
    assert drawn(app.run()) == ["one"]
    assert address(app) == {}


@pytest.mark.parametrize(("tab", "open_"), [("two", "two"), ("one", "one"), ("nothing", "one"), ("x" * 99, "one")])
def test_a_link_opens_a_tab(app, tab, open_):
    app.query_params["tab"] = tab
    assert drawn(app.run()) == [open_]
    assert drawn(app.run()) == [open_]
    assert address(app) == ({"tab": ["two"]} if open_ == "two" else {})


def test_a_click_opens_a_tab_and_the_address_has_it_until_the_page_changes(app):
    app.run()
    app.session_state["tabs of compare"] = "TWO"
    assert drawn(app.run()) == ["two"]
    assert address(app) == {"tab": ["two"]}
    app.session_state["at"] = "clocks"
    assert drawn(app.run()) == ["one"]
    assert address(app) == {}
    app.session_state["at"] = "compare"
    assert drawn(app.run()) == ["one"]


def test_a_button_of_the_page_opens_a_tab(app):
    app.run()
    app.button[0].click().run()
    assert drawn(app) == ["two"]
    app.session_state["tabs of compare"] = "ONE"
    assert drawn(app.run()) == ["one"]
    app.button[0].click().run()
    assert drawn(app) == ["two"]


def test_the_address_has_a_clicked_tab_in_the_same_run(opened):
    app = opened(page="heatmap")
    for tab, query in (("waves", "tab=waves"), ("number", "")):
        app.session_state["tabs of heatmap"] = message(f"heatmap-tab-{tab}")
        app.run()
        (component,) = [part.proto for part in app.get("bidi_component") if part.proto.component_name == "address"]
        assert json.loads(component.json)["q"] == query
