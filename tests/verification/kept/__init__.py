"""Tests of geoeval.verification.kept."""
