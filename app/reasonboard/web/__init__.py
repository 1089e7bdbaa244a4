"""The server and its pages: the one place that knows Dash."""
