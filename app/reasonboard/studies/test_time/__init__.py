"""The study test time."""
