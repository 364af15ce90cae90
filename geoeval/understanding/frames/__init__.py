"""Frames: the wordings of each kind of query, and the code that fills it."""
