"""The page Attention: what does a position do to a score?"""
