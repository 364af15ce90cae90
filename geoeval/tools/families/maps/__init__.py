"""Tools over a map: the five of MapEval by their own names, and one that finds places."""
