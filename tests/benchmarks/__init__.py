"""How fast is it, next to how others do it? Run with `make bench`; no part of `make test`."""
