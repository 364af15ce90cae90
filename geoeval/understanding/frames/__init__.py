"""The frames: how each kind of query is asked."""
