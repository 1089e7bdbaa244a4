"""The pieces of a page as Dash components."""
