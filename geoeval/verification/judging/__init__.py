"""Verdicts on labels: whether a label follows, is too close to call, or why it is wrong."""
