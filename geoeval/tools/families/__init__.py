"""The tools, one module per topic."""
