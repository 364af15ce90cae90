"""Tests of geoeval.reporting."""
