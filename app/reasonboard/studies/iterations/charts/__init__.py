"""The charts of the study iterations."""
