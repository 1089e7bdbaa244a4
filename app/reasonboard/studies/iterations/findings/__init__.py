"""The findings of the study iterations."""
