"""The page Heatmap: the matrix of an encoding, and its values."""
