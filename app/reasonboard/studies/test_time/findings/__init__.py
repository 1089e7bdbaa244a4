"""The findings of the study test time."""
