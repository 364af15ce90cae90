"""Queries kept beside a dataset: understood once, reviewed by its authors, proved for ever."""
