"""What goes wrong in Python, in one line."""


class BoardError(Exception):
    """A request that cannot be answered; the message says what was expected."""
