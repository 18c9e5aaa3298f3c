"""posenc_core beside the packages that models are built with, at random parameters: `make crosscheck`."""
