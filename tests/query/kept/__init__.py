"""Tests of geoeval.query.kept."""
