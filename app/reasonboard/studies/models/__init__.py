"""The study models."""
