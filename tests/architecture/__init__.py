"""Tests of the structure of the project: layers, sizes, documentation."""
