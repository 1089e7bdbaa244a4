"""The study scale progress."""
