"""The page Scorecard: which conditions hold?"""
