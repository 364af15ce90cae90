"""Queries kept next to a dataset: read once, reviewed by its authors, used in every later run."""
