"""Options in other languages, rewritten in English: figures, compass points, times, verdicts."""
