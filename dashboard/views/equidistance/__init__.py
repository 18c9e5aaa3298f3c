"""The page Equidistance: distances between positions at one offset."""
