"""The charts of the study scale progress."""
