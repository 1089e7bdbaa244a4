"""The study data."""
