"""Tests of geoeval.verification.labels."""
