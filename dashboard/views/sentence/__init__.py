"""The page Sentence: what happens to words?"""
