"""The page Rotary: how are the columns paired, and how are the turns stretched?"""
