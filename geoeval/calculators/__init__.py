"""Calculators on numbers and short figures; heavy libraries are loaded on demand."""
