"""What commands print on a terminal."""

from collections.abc import Callable

OnTerminal = Callable[..., str]
"""Runs a command that prints to a terminal."""


def cells(printed: str) -> list[list[str]]:
    """The cells of a table, whose columns are two blanks apart at least: its header, and its rows."""
    header, rule, *lines = printed.splitlines()
    assert set(rule) == {"─"}
    return [
        [word.strip() for word in line.split("  ") if word.strip()] for line in (header, *lines)
    ]
