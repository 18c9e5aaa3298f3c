"""Escaping of visitors' text for Streamlit's Markdown."""

import ast
import re
from contextvars import copy_context
from pathlib import Path

from dashboard import say
from dashboard.say import LANGUAGE, _CurrentMessages, plain

LIVE = (
    # links, of GitHub's Markdown and of CommonMark
    r"(?i)https?://",
    r"(?i)www\.",
    r"(?<![\w.])[-\w.+]+@[-\w]",
    r"(?<!\\)[<\[&`*_|~$#]",
    # Streamlit's emoji, icons, and directives
    r":[-+\w]+:",
    r":\w+/\w+:",
    r":\w+(\\)?\[",
    r"^\s*([-+=]|\d+[.)])",
    r"[\n\r\u2028]",
)


def test_escaped_text_has_no_markup():
    for words in (
        *("https://example.org/a", "HTTP://EXAMPLE.ORG", "www.example.org", "mail a@example.org", "&lt;b&gt;", "<b>"),
        *(":smile:", ":+1:", ":material/home:", ":red[x]", ":streamlit:", "- a", "1. a", "+ a", "= a", "  2) a"),
        *("a\n\n# b", "a\u2028- b", "[x](y)", "![x](y)", "*a* _b_ `c` ~d~ $e$ |f|", "x:https://example.org"),
    ):
        assert not [rule for rule in LIVE if re.search(rule, plain(words))], words
        # the visible text is the same
        visible = re.sub(r"\\(?=\W|_)|\N{WORD JOINER}", "", plain(words))
        assert visible.split() == words.split()


DASHBOARD = Path(say.__file__).parent
TEXT = {"message", "say", "MESSAGES"}


def test_each_run_has_its_own_language(tmp_path):
    for language, text in (("en", "value"), ("ko", "값")):
        (tmp_path / language).mkdir()
        (tmp_path / language / "a.ftl").write_text(f"chart = {text}\nkept = “{text}”은 (1)의\n", "utf-8")
    (tmp_path / "en" / "b.ftl").write_text("only-english = more\n")
    messages = _CurrentMessages(tmp_path)
    korean = copy_context()
    korean.run(LANGUAGE.set, "ko")
    assert [korean.run(messages.text, id) for id in ("chart", "only-english")] == ["값", "more"]
    # no line begins with a particle
    assert korean.run(messages.text, "kept") == "“값”\N{WORD JOINER}은 (1)\N{WORD JOINER}의"
    assert messages.text("chart") == "value"
    assert "chart" in messages
    assert korean.run(getattr, messages, "language") == "ko"


def test_no_cached_text_outlives_the_language_of_a_run():
    """Functions cached with `functools.cache` format no message, and modules format none when they are imported."""
    for path in DASHBOARD.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        nodes = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and path.name != "main.py"]
        nodes += [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and {"cache", "lru_cache"} & {*map(ast.unparse, node.decorator_list)}
        ]
        for node in nodes:
            names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            assert path.name == "say.py" or not names & TEXT, (
                f"{path.name}, line {node.lineno}: use `shared_cache`, which knows the language"
            )
