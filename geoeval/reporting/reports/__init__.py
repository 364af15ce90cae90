"""A verification in the formats of terminals, pull requests and other programs."""
