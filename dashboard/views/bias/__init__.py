"""The page Bias: how far does each head look?"""
