"""A load from beginning to end: paths to a report."""
