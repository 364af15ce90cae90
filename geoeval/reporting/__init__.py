"""Printing what verification and solving found: one renderer per format, none of them judges."""
