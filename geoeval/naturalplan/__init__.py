"""NATURAL PLAN: parses planning prompts that describe their own world, and judges plans.

A form matches a sentence if its names, times and lengths are in the right order and the form knows
all other words. If no form matches a sentence, the whole prompt is not understood.
"""
