"""Tests of the annotator."""
