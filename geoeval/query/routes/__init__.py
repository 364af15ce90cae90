"""Solving queries about routes and travel: totals, superlatives, and steps one by one."""
