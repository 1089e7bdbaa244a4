"""Files in, a new snapshot out."""
