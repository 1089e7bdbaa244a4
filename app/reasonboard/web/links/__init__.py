"""Short links: a view as it was on the day, kept beside the data."""
