"""Reader of notebooks that are Python scripts, whose cells begin with `# %%` or `# %% [markdown]`."""

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook


def parse_notebook(text: str) -> NotebookNode:
    """Convert a script to a notebook."""
    cells = []
    for cell in text.split("# %%")[1:]:
        kind, _, source = cell.partition("\n")
        if "markdown" in kind:
            lines = [line.removeprefix("#").removeprefix(" ") for line in source.strip().splitlines()]
            cells.append(new_markdown_cell("\n".join(lines)))
        else:
            cells.append(new_code_cell(source.strip()))
    return new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})
