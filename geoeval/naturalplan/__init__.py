"""NATURAL PLAN: prompts that state their own world and ask for a plan, read, and plans judged.

A sentence is read by its shape (which names, times and lengths it mentions, in which order) if
its form knows every other word of it. What is left over makes the whole not understood.
"""
