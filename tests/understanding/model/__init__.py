"""Tests of geoeval.understanding.model."""
