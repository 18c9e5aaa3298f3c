"""Speed of the app in a browser, compared with stock charts, a page of text with one chart, and stored ratios.

python -m tests.benchmarks.page                   everything; the tables go to docs/benchmarks.md
python -m tests.benchmarks.page visit following   some parts, printed only

The exit status is 1 if following the pointer has become slower than `following.json` says.
"""

import argparse
import sys

from tests.benchmarks import changes, following, visits
from tests.benchmarks.ratios import report
from tests.benchmarks.tables import verdicts

PARTS = {
    "The first visit": visits.measure,
    "A change on Compare": changes.measure,
    "Following the pointer": following.measure,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", help="words of headings")
    parts = parser.parse_args().parts
    tables, slower = [], []
    for heading, measure in PARTS.items():
        if not parts or any(word.lower() in heading.lower() for word in parts):
            figures, limits = measure()
            tables.append(f"### {heading}\n\n{figures}\n\n{verdicts(limits)}")
            print(tables[-1], end="\n\n", flush=True)
            if measure is following.measure:
                slower = [limit for limit in limits if limit.found > limit.at_most]
    if not parts:
        report("Pages", "\n\n".join(tables))
    for limit in slower:
        print(f"slower than stored: {limit.what}, {limit.found:.2f} times")
    sys.exit(bool(slower))
