"""A map server that speaks as Google's map services do, over a map that stands still."""
