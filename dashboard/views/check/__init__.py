"""Check: what is this table?"""
