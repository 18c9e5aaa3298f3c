"""The page Similarity: positions similar to a selected one."""
