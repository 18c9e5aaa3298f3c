"""The first word of docstrings: a noun phrase or an imperative begins them, never a question."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = sorted({path.parent for part in ("posenc_core", "dashboard") for path in ROOT.glob(f"{part}/**/*.py")})
QUESTIONS = {"What", "How", "Whether", "Which", "Where", "Why", "Who", "Of"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_no_docstring_begins_with_a_question_word(folder):
    questions = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                docstring = ast.get_docstring(node) or "-"
                if docstring.split()[0].strip("`,.:;") in QUESTIONS:
                    questions.append(f"{path}:{getattr(node, 'lineno', 1)}: {docstring.splitlines()[0]}")
    assert not questions, "begin with a noun phrase or an imperative:\n" + "\n".join(questions)
