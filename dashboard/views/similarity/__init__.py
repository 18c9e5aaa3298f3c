"""The page Similarity: what is near?"""
