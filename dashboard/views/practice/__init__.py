"""The page Practice: which number does each token get?"""
