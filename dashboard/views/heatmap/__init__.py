"""The page Heatmap: what is in the matrix?"""
