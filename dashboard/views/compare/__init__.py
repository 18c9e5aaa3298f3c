"""The page Compare: encodings side by side."""
