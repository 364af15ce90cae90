"""Planning prompts that state their own world, and plans written for them, by sentences.

A sentence is read by its shape (which names, times and lengths it mentions, in which order) if
its form knows every other word of it. What is left over makes the whole not understood.
"""
