"""Analysis of encodings: geometry, criteria, shifts, attention, and more."""
