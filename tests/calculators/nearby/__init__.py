"""Tests of the index of nearby places."""
