"""The language of a page: by the URL, else by the browser; messages that a language lacks are English."""

import logging
import re
from functools import cache

import pytest
from streamlit.runtime.scriptrunner import RerunData
from streamlit.testing.v1 import local_script_runner

from dashboard import say
from dashboard.controls import links
from dashboard.views.lesson import facts
from posenc_core.analysis import sentence
from posenc_core.text.messages import LANGUAGE, Messages
from posenc_core.text.messages import LANGUAGES as LISTED
from tests.dashboard.conftest import english_sentences, handle, open_at
from tests.test_messages import PENDING

CODE = "qaa"
"""A code for local use, so that no translation has it; the messages are German."""

MESSAGES = """
heatmap-title = Was steht in der Kodierungsmatrix?
heatmap-waves = Dimensionen sind Wellen: eine Periode dauert { RANGE($low, $high) } Positionen.
heatmap-bits = Dimensionen verhalten sich wie Bits: jede hat höchstens zwei Werte.
heatmap-vary-all = Über { $length } Positionen { $dim ->
    [one] ändert sich die einzige Dimension
   *[other] ändern sich alle { $dim } Dimensionen
}.
heatmap-vary-limit = Fast konstant heißt: die Standardabweichung ist kleiner als { $value }.
heatmap-heading = PE(p, j), Länge { $length }
heatmap-position = Position p
heatmap-column = Dimension j ({ $columns })
heatmap-hover = Position { $x }, Dimension { $y }<br>Wert { $z }
menu-heatmap = Matrix
language-name = Deutsch
sentence-default = Ich mag dich
"""
ENGLISH, GERMAN = "Heatmap: what is in the matrix?", "Was steht in der Kodierungsmatrix?"


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Folders of messages, with a language that has ten messages of one page, and a loader that keeps languages."""
    folder = tmp_path_factory.mktemp("locale")
    (folder / CODE).mkdir()
    (folder / CODE / "heatmap.ftl").write_text(MESSAGES, "utf-8")
    return (*say.MESSAGES.folders, folder), cache(say.MESSAGES._load)


@pytest.fixture
def german(folders, monkeypatch):
    """Add the language."""
    monkeypatch.setattr(say, "LANGUAGES", (*say.LANGUAGES, CODE))
    monkeypatch.setattr(say.MESSAGES, "folders", folders[0])
    monkeypatch.setattr(say.MESSAGES, "_in_language", folders[1])
    token = LANGUAGE.set("en")
    yield
    LANGUAGE.reset(token)


def title(query: str = "", locale: str = "", page: str = "heatmap") -> str:
    return open_at(query, page, locale=locale).title[0].value


@pytest.mark.parametrize(
    ("query", "locale", "expected"),
    [
        ("lang=qaa", "en-US", GERMAN),
        ("lang=QAA-at", "", GERMAN),
        ("lang=en", "qaa-DE", ENGLISH),
        ("", "qab-FR", ENGLISH),
        ("lang=qab", "qaa-DE", GERMAN),
    ],
)
def test_the_url_decides_then_the_browser_then_english(german, query, locale, expected):
    assert title(query, locale) == expected
    assert say.current_language() == "en", "another visitor has a separate language"


def test_missing_messages_are_english_and_logged_once(german, monkeypatch):
    lines = []
    monkeypatch.setattr(say.MESSAGES, "_in_language", cache(say.MESSAGES._load))
    monkeypatch.setattr(
        logging.getLogger("dashboard.say"), "warning", lambda *words: lines.append(words[0] % words[1:])
    )
    for _ in range(2):
        page = open_at("lang=qaa&scheme=Sinusoidal&n=1&d=1", "heatmap")
        assert not page.exception
    english = open_at("scheme=Sinusoidal&n=1&d=1", "heatmap")
    # a listed language that is incomplete has another line
    (line,) = (line for line in lines if f"the language {CODE} " in line)
    assert "messages are missing in the language qaa and shown in English" in line
    assert [tab.label for tab in page.tabs] == [tab.label for tab in english.tabs]


WORDS = ("title", "markdown", "caption", "text", "button", "expander", "tab", "button_group", "selectbox")


@pytest.mark.skipif(bool(PENDING), reason="tests/untranslated.txt lists English texts")
@pytest.mark.parametrize("query", ["compare?", "heatmap?scheme=Sinusoidal", "check?table=example&example=sines alone"])
def test_a_korean_page_has_no_english_sentence(query):
    page, _, rest = query.partition("?")
    app = open_at(f"lang=ko&{rest}", page)
    elements = [element for kind in WORDS for element in app.get(kind)]
    texts = [getattr(element, "label", None) or getattr(element, "value", "") for element in elements]
    options = [option for element in elements for option in getattr(element, "options", ())]
    assert len(re.findall("[가-힣]", " ".join(texts + options))) > 200
    assert not [sentence for words in texts + options for sentence in english_sentences(words)]
    assert "sines alone" not in options


def test_names_that_code_composes_are_korean():
    texts = [block.value for block in open_at("lang=ko&scheme=ALiBi&scheme=Binary", "scorecard").markdown]
    assert any("ALiBi의 헤드 1(8개 중)" in words for words in texts) and not any("head 1" in words for words in texts)
    (table,) = open_at("lang=ko&bug=first+row", "bugs").table
    assert "DETR(축마다)" in table.value.index


def test_replaced_positions_are_one_korean_list():
    texts = [line.value for line in open_at("lang=ko&n=6&p=40&k=8", "compare").get("caption")]
    assert any("p는 40 대신 5, k는 8 대신 5를 사용합니다" in words for words in texts)


def test_a_session_keeps_its_language_on_other_pages_and_in_fragment_reruns(german, monkeypatch):
    page = open_at("lang=qaa", "heatmap")
    language = page.query_params.pop("lang")
    assert language == CODE
    assert page.run().title[0].value == GERMAN, "a click on an entry sends no query"
    (fragment,) = page._fragment_storage._fragments
    monkeypatch.setattr(local_script_runner, "RerunData", lambda **data: RerunData(**data, fragment_id=fragment))
    handle(page.get("button_group"), "scheme handle").set_value("Binary").run()
    assert any("wie Bits" in paragraph.value for paragraph in page.markdown)


@pytest.mark.parametrize(("page", "key"), [("questions", "topic=equidistance"), ("sentence", "tab=add")])
def test_links_in_sentences_keep_the_language_of_the_url(page, key):
    for query, end in ((f"lang=ko&{key}", "&lang=ko"), (key, "")):
        texts = " ".join(block.value for block in open_at(query, page).markdown)
        links_in_texts = re.findall(r"\]\(([a-z]+\?.*?)\)", texts)
        assert links_in_texts and all(link.endswith(end) and ("lang=" in link) == bool(end) for link in links_in_texts)


def test_the_switch_links_to_the_same_page_in_every_language(german, monkeypatch):
    def switch() -> list[str]:
        page = open_at("n=9&scheme=Binary", "heatmap", locale="qaa")
        return [block.body for block in page.get("html") if '<nav class="languages"' in block.body]

    (body,) = switch()
    names = {code: Messages(code, *say.MESSAGES.folders).text("language-name") for code in LISTED}
    assert (names["en"], names["ko"]) == ("English", "한국어")
    assert re.findall(r'href="(.*?)" .*?lang="(\w+)" hreflang="\w+"( aria-current="true")?>(\w+)<', body) == [
        *((f"?scheme=Binary&amp;n=9&amp;lang={code}", code, "", names[code]) for code in LISTED),
        ("?scheme=Binary&amp;n=9&amp;lang=qaa", "qaa", ' aria-current="true"', "Deutsch"),
    ]
    monkeypatch.setattr(say, "LANGUAGES", ("en",))
    assert not switch()


@pytest.mark.parametrize("language", say.LANGUAGES)
def test_words_repeat_at_the_same_places_in_the_sentence_of_every_language(language):
    """Numbers and answers of the lesson hold for each of them; the three words of Start differ."""
    texts = [say.in_language(language, id) for id in ("lesson-sentence", "start-words")]
    lesson, start = (sentence.tokens(text).ids.tolist() for text in texts)
    assert lesson == [4, 5, 6, 4, 7, 8, 9, 4, 7, 6, 4, 5] == facts.IDS.tolist()
    assert start == [4, 5, 6]
    assert all(len(say.in_language(language, f"bugs-batch.words-{n}").split()) == n for n in (5, 3, 2))


def test_a_page_opens_with_a_sentence_in_its_language_and_its_link_contains_the_sentence(german):
    assert links.parse({})[0]["text"] == "I love you so much"
    say.use_language("qaa")
    values, _ = links.parse({})
    assert values["text"] == "Ich mag dich"
    assert [links.address(values, page) for page in ("sentence", "heatmap")] == ["text=Ich+mag+dich", ""]
    assert not links.address(values | {"text": "I love you so much"}, "sentence")
    say.use_language("en")


def test_the_address_keeps_the_language_and_a_shared_link_has_none(german):
    page = open_at("lang=qaa&n=9", "heatmap", unfolded="take")
    (data,) = [
        component.proto.json for component in page.get("bidi_component") if component.proto.component_name == "address"
    ]
    assert "n=9&lang=qaa" in data
    assert not [code.value for code in page.code if "lang=" in code.value]
    assert links.study("lang=qaa&n=9").length == 9
    assert not page.text, "lang is a known key"


@pytest.mark.parametrize("page", ["start", "questions", "lesson"])
def test_links_to_new_sessions_keep_the_language_of_the_url(page):
    for query, is_kept in (("lang=ko", True), ("", False)):
        app = open_at(query, page)
        links = re.findall(r'<a [^>]*href="([^"]*)"', "".join(block.proto.body for block in app.get("html")))
        own = [link for link in links if not link.startswith("?")]
        assert own and all(("lang=ko" in link) == is_kept for link in own), own
