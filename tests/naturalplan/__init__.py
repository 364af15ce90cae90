"""Tests of planning prompts and plans."""
