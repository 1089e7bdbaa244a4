"""The study iterations."""
