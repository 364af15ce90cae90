"""Calculators: numbers and short figures in, numbers out; heavy libraries are loaded on demand."""
