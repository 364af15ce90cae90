"""Tests of tasks, run from start to log by models that follow a script."""
