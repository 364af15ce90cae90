"""Tests of understanding: free text becomes a query, or is not understood."""
