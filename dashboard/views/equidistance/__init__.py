"""The page Equidistance: is one step the same everywhere?"""
