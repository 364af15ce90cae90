"""Tests of the tools by family."""
