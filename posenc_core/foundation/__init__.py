"""Base classes of the encodings, their parameters, and shared mathematics."""
