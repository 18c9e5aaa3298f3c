"""posenc_core compared with the packages that models are built with, at random parameters: `make crosscheck`."""
