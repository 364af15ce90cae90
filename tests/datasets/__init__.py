"""Tests of geoeval.datasets."""
