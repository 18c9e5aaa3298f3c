"""The page Check: identification of an uploaded table."""
