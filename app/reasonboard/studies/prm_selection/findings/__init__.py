"""The findings of the study prm selection."""
