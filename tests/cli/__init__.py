"""Tests of geoeval.cli."""
