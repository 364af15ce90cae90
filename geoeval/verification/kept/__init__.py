"""Queries kept beside a dataset: understood once, reviewed by its authors, checked ever after."""
