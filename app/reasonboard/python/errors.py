"""What goes wrong in Python, in one line."""


class BoardError(Exception):
    """What was asked for and cannot be had, with what was expected."""
