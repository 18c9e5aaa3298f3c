"""Hypothesis profiles, packages that are loaded together, and a summary of the differences."""

import os

import torch
from hypothesis import settings

from tests.crosscheck.agreement import FOUND

settings.register_profile("fresh", max_examples=100, deadline=None, database=None, print_blob=True)
settings.register_profile("repeatable", settings.get_profile("fresh"), derandomize=True)
settings.load_profile("repeatable" if os.environ.get("CI") else "fresh")

try:
    import torchvision  # noqa: F401, timm and transformers load it
except RuntimeError:
    # the wheel is compiled for PyTorch with a GPU; with a CPU build, its Python half loads if two operators are
    # registered
    OPERATORS = torch.library.Library("torchvision", "FRAGMENT")
    for operator in ("nms", "qnms"):
        OPERATORS.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")


def pytest_terminal_summary(terminalreporter):
    """One line per scheme and package: number of comparisons, and the largest difference."""
    if FOUND:
        terminalreporter.section("largest differences, and their share of what is allowed")
    for (what, package), difference in sorted(FOUND.items()):
        terminalreporter.write_line(
            f"{what:<48} {package:<64} {difference.cases:>5} cases {difference.largest:>9.2g} {difference.share:>6.0%}"
        )
