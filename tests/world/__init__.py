"""Tests of geoeval.world."""
