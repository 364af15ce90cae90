"""Commands on models: score predictions, run tasks, compare runs, describe datasets."""
