"""Speed of the app in a browser, compared with stock charts, plain text, and a page of text with one chart.

python -m tests.benchmarks.page                      everything; the tables go to docs/benchmarks.md
python -m tests.benchmarks.page Following Controls   some parts, printed only

"""

import argparse

from tests.benchmarks import changes, controls, following, starts, visits
from tests.benchmarks.ratios import report

PARTS = {
    "A change of the position": changes.measure,
    "Following the pointer": following.measure,
    "Controls of other pages": controls.measure,
    "The first visit": visits.measure,
    "Import": starts.measure,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", help="words of headings")
    parts = parser.parse_args().parts
    tables = []
    for heading, measured in PARTS.items():
        if not parts or any(word in heading for word in parts):
            tables.append(f"### {heading}\n\n{measured()}")
            print(tables[-1], end="\n\n", flush=True)
    if not parts:
        report("Page", "\n\n".join(tables))
