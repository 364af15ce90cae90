"""Tools for any language model: one registry, a schema for every provider, and dispatch."""
