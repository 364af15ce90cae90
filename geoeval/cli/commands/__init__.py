"""The commands, each with its options and its help."""
