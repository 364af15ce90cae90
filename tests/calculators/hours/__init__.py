"""Tests of opening hours."""
