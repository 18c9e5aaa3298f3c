"""The settings of a session: pages, parameters, and the study made of them."""
