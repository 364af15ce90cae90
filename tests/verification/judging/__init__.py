"""Tests of geoeval.verification.judging."""
