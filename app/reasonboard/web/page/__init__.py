"""The page of a study."""
