"""The page Shift: is moving by k one matrix?"""
