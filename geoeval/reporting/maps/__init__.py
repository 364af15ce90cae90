"""A map as one HTML page."""
