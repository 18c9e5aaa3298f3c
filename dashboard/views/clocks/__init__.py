"""The page Clocks: positions as hands or bits, the shift by k, and the path through the vector space."""
