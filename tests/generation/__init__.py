"""Tests of the generation of questions."""
