"""The charts of runs in time."""
