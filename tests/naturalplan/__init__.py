"""Tests of the planning prompts and the plans written for them."""
