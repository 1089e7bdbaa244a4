"""The words that users read."""
