"""Tests of the shape of the project: layers, sizes, documentation."""
