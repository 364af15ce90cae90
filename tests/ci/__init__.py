"""Tests of the GitHub action, the pre-commit hook and the pytest plugin."""
