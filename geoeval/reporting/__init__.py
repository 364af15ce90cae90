"""Render the results of verification and solving, with a module for each format."""
