"""Tests of replies, scores and runs."""
