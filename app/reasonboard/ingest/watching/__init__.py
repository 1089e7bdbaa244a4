"""Folders that are loaded again as they change."""
