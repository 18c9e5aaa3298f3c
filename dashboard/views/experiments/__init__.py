"""The page Experiments: what is worth trying?"""
