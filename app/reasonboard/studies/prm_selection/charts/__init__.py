"""The charts of the study prm selection."""
