"""Fresh examples in every run, packages that load beside each other, and a table of what was found."""

import importlib

import torch
from hypothesis import settings

from tests.crosscheck.agreement import FOUND

settings.register_profile("crosscheck", max_examples=100, deadline=None, database=None, print_blob=True)
settings.load_profile("crosscheck")

try:
    importlib.import_module("torchvision")
except RuntimeError:
    # as registries have it, it is compiled for PyTorch with a GPU; beside PyTorch without, its Python part loads only
    # if these two operators have a name
    MISSING = torch.library.Library("torchvision", "FRAGMENT")
    for name in ("nms", "qnms"):
        MISSING.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    importlib.import_module("torchvision")


def pytest_terminal_summary(terminalreporter):
    """One line for each scheme and package: how often they were compared, and how far they were apart at most."""
    if FOUND:
        terminalreporter.section("largest differences, and their share of what is allowed")
    for (what, package), found in sorted(FOUND.items()):
        terminalreporter.write_line(
            f"{what:<48} {package:<64} {found.cases:>5} cases {found.largest:>9.2g} {found.share:>6.0%}"
        )
