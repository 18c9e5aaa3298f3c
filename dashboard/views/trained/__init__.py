"""The page Trained: what small Transformers learned with each encoding, and where they fail."""
