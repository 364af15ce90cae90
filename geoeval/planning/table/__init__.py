"""The exact table of all sets of stops, and what is read from it."""
