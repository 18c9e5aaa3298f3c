"""List of references, cited by key."""

from pathlib import Path

FILE = Path(__file__).parents[1] / "data/references.txt"
"""Key, authors, year, and title of a work in each line, and its id after a semicolon."""

# neither JSON nor TOML, whose parsers would slow down the import of every scheme
REFERENCES = dict(line.split(": ", 1) for line in FILE.read_text("utf-8").splitlines())
"""Citations by key."""


def cite(*works: str) -> str:
    """Format citations of one or more works.

    Parameters
    ----------
    *works : str
        Keys of `REFERENCES`, each optionally followed by a comma and a section.

    Returns
    -------
    str
        Authors, year, title, section, and id of each.

    Examples
    --------
    >>> cite("su2021, section 3.2")
    'Su et al. (2021), RoFormer, section 3.2; arXiv 2104.09864'
    """
    citations = []
    for work in works:
        key, _, section = work.partition(", ")
        title, *id = REFERENCES[key].split("; ")
        text = f"{title}, {section}" if section else title
        citations.append((", " if len(works) > 1 else "; ").join([text, *id]))
    return "; ".join(citations)
