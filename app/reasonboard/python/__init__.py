"""Reasonboard in Python and notebooks: boards whose rows are frames of pandas, loading frames, logging runs."""
