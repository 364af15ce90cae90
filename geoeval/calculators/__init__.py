"""Calculators for numbers and written figures; heavy libraries are loaded on demand."""
