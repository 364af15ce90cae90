"""Tools for opening hours."""
