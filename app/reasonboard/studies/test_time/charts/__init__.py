"""The charts of the study test time."""
