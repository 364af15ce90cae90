"""Tests of options in other languages."""
