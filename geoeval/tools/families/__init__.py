"""The tools themselves, a module for each thing that they are about."""
