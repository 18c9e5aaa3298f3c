"""The pages: numbers of `posenc_core`, drawn and put into words."""
