"""Tests of maps as pages."""
