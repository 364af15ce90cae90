"""Runs as a reader gets them: text, JSON, pictures and one HTML page."""
