"""Verdicts on labels: answers without them, comparisons with them, and findings."""
