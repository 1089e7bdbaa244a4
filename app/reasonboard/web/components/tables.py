"""The pages of a table."""

PAGE_SIZE = 50
_MOST_PAGES = 10**7


def page_number(value: object) -> int:
    """The page of the table that the browser asks for, counted from 1; the first where it is none."""
    return value if type(value) is int and 0 < value < _MOST_PAGES else 1
