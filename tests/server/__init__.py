"""Tests of the map server with real and with hostile clients."""
