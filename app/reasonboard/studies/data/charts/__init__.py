"""The charts of the study data."""
