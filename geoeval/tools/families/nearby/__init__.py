"""Tools for what lies around a point."""
