"""Replies, scores and runs."""
