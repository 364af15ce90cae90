"""Solve queries about routes and travel: totals, rankings and single steps."""
