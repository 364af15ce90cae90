"""Calculators: numbers and short figures in, numbers out; the standard library alone."""
