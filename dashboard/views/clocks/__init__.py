"""The page Trajectory: the path of the positions through the vector space."""
