"""The page Sentence: attention in two orders of the words of a sentence."""
