"""The page Check: what an uploaded table is."""
