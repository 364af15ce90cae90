"""NATURAL PLAN: parsing of planning prompts that state their own world, and judging of plans.

A sentence is matched by its form (the order of its names, times and lengths) if the form knows
every other word. A sentence without a form makes the whole prompt not understood.
"""
