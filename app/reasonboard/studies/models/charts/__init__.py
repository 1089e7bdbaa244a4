"""Its charts."""
