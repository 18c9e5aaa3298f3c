"""Questions are found, and each opens a page that shows the facts of its answer."""

import re
from html import escape
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.say import MESSAGES, message, say
from dashboard.state.pages import PAGES, TOPICS
from dashboard.views.questions import facts
from dashboard.views.questions.questions import MOST
from dashboard.views.sentence.facts import HARDLY, embed_sentence, reorder_words
from dashboard.views.tasks import TASKS, evaluate, following
from tests.dashboard.conftest import address, go_to, text

CARDS = {task.id: task for group in TASKS.values() for task in group}


def answer(task) -> str:
    return MESSAGES.say(task.claim(), "see")


def test_every_question_is_found_by_its_topic_and_by_its_words(opened):
    every = facts.entries("en")
    assert {entry.topic for entry in every} == {*TOPICS}
    assert len({entry.question for entry in every}) == len(every) > 100
    for topic in TOPICS:
        app = opened(f"topic={topic}", page="questions")
        assert not app.exception
        listed = [entry for entry in every if entry.topic == topic]
        assert [box.label for box in app.expander] == [entry.question for entry in listed]
        links_of_page = "".join(block.proto.body for block in app.get("html"))
        assert all(f'href="{escape(entry.link)}"' in links_of_page for entry in listed)
        assert all(f'href="{escape(entry.task)}"' in links_of_page for entry in listed if entry.task)
    for words in ("BASE 10,000", "base 10000"):
        assert "Why is the base 10,000?" in [entry.question for entry in facts.matching(every, words)][:3]
    assert facts.matching(every, "RNN")
    assert not facts.matching(every, "base nonsense")


@pytest.mark.parametrize("link", sorted({entry.link for entry in facts.entries("en")}))
def test_the_link_of_an_answer_opens_a_page_and_one_of_its_tabs(link):
    page, _, query = link.partition("?")
    assert page in PAGES
    for tab in parse_qs(query).get("tab", ()):
        assert f"{page}-tab-{tab}" in MESSAGES, f"the page {page} has no tab {tab}"


def test_every_link_of_an_answer_sets_what_it_says():
    every = facts.entries("en")
    for entry in every:
        _, lines = links.parse(parse_qs(entry.link.partition("?")[2]))
        assert not lines, entry.link
    shown = {statement.id for page in PAGES for statement in facts.corrections(page)}
    assert shown == {*facts.SHOWN_AT}, "say in SHOWN_AT which settings show the answer"


def test_a_search_is_in_the_address_and_says_what_it_leaves_out(opened):
    app = opened("find=position", page="questions")
    assert len(app.expander) == MOST
    assert any("more questions match" in caption.value for caption in app.caption)
    assert address(app) == {"find": ["position"]}
    assert message("questions-none") in text(opened("find=xyzzy", page="questions"))


def all_numbers(app, figures) -> np.ndarray:
    """All numbers that a page shows: in its text, tables, and figures."""
    words = text(app) + "".join(frame.value.to_csv(sep=" ") for frame in [*app.dataframe, *app.table])
    cells = [block.proto.body for block in app.get("html") if 'class="cells"' in block.proto.body]
    words += " ".join(re.sub("<[^>]*>", " ", cell) for cell in cells)
    words += " ".join(box.value for box in [*app.warning, *app.success])
    numbers = [[float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", words)]]
    for figure in figures(app):
        labels = " ".join(figure["layout"].get("yaxis", {}).get("ticktext", []))
        numbers.append(np.array([float(number) for number in re.findall(r"\d+\.\d+", labels)]))
        for trace in figure["data"]:
            numbers += [np.abs(trace[name]).ravel() for name in {"x", "y", "z", "customdata"} & set(trace)]
    return np.concatenate(numbers)


@pytest.mark.parametrize("name", CARDS)
def test_a_task_opens_its_page_with_its_parameters_and_shows_what_its_answer_states(sketched, figures, name):
    task = CARDS[name]
    page, _, query = task.link.partition("?")
    own = evaluate(task.query)
    assert {key: links.parse_value(key, texts) for key, texts in parse_qs(query).items()} == own | {"task": name}
    app = sketched(query, page=page)
    assert [title.value for title in app.title] == [say(task.claim())]
    assert answer(task) not in text(app)
    assert not figures(app), "the page shows the answer too early"
    after = following(task)
    assert any(escape(after.link if after else "questions") in block.proto.body for block in app.get("html"))
    displayed = all_numbers(sketched(urlencode(own, doseq=True), page=page), figures)
    for number in re.findall(r"\d[\d,]*\.?\d*", answer(task).rstrip(".")):
        value, decimals = float(number.replace(",", "")), len(number.rstrip(".").partition(".")[2])
        assert np.nanmin(np.abs(displayed - value)) <= 0.51 * 10**-decimals, f"{number} is not on the page"


def test_the_answer_of_a_task_is_revealed_and_goes_with_its_page(opened):
    app = opened(CARDS["circle"].link.partition("?")[2], page="clocks")
    assert answer(CARDS["circle"]) not in text(app)
    app.toggle(key="task circle").set_value(True).run()
    assert answer(CARDS["circle"]) in text(app)
    assert app.title[0].value == message("clocks-title")
    go_to(app, "scorecard")
    assert app.session_state["state"]["task"] == ""
    assert not app.toggle


def with_changes(name, **changes):
    """Query of a card after its instructions are carried out."""
    return urlencode({**evaluate(CARDS[name].query), **changes}, doseq=True)


def changes_of_order(query) -> list[bool]:
    """Return True if another order changes attention, without and with positions."""
    study = links.study(query)
    order = reorder_words(embed_sentence(study), study.options)
    return [change.largest > HARDLY for change in (order.without, order.placed)]


def test_other_orders_change_attention_as_the_cards_state():
    assert changes_of_order(with_changes("order", order="shuffled")) == [False, True]
    assert changes_of_order(with_changes("concatenated", order="reversed")) == [False, False]
    assert changes_of_order(with_changes("concatenated", order="shuffled")) == [False, True]
    assert changes_of_order(with_changes("concatenated", combine="sum")) == [False, True]
