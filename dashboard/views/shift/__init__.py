"""The page Shift: the linear map from each position to the one k later."""
