"""Replies of Google and their recording."""
