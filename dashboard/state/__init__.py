"""Settings of a session: pages, parameters, uploaded table, and the study built from them."""
