"""The findings of the study scale progress."""
