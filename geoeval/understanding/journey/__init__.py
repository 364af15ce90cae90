"""Reads the journey that a text describes, with alternatives in order of cost."""
