"""Writing, reading and checking map files."""
