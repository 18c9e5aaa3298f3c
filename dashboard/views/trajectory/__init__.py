"""The page Trajectory: what curve do the positions draw?"""
