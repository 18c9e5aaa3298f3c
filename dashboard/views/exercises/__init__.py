"""The page Exercises: functions to write, with the tests that check them."""
