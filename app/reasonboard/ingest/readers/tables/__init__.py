"""Tables and lines of rows of any origin."""
