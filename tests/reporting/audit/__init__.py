"""Audits: their parts, their pages, and their pages in a browser."""
