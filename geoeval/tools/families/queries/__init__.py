"""The algebra of queries as tools: one for each kind, generated from the union."""
