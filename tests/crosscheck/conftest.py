"""Fresh examples, or where CI is set the same ones; packages that load beside each other; a table of what was found."""

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
    # as the package index has it, it is compiled for PyTorch with a GPU; beside one without, its Python half loads if
    # two operators of the other half have a name
    OPERATORS = torch.library.Library("torchvision", "FRAGMENT")
    for operator in ("nms", "qnms"):
        OPERATORS.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")


def pytest_terminal_summary(terminalreporter):
    """One line for each scheme and package: how often they were compared, and how far they were apart at most."""
    if FOUND:
        terminalreporter.section("largest differences, and their share of what is allowed")
    for (what, package), found in sorted(FOUND.items()):
        terminalreporter.write_line(
            f"{what:<48} {package:<64} {found.cases:>5} cases {found.largest:>9.2g} {found.share:>6.0%}"
        )
