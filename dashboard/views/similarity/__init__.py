"""The page Similarity: which positions are similar to a position."""
