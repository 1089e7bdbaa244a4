"""The study prm selection."""
