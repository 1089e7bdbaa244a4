"""The study of runs in time."""
