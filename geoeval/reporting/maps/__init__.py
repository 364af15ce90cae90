"""A map as an HTML page."""
