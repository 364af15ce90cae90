"""Tests of geoeval.llm."""
