"""How a reader has arranged the tables of a page, as one value of an address: `rows;2;-value;gsm8k`."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from reasonboard.core.comparison_baseline import escaped, plain
from reasonboard.store.arrangement import Arrangement

PARAMETER = "tables"
_BETWEEN, _WITHIN = "!", ";"
_MOST_PAGES = 10**7
_LONGEST = 200
"""Characters of a column or a search that are read."""
_NO_ARRANGEMENT = Arrangement()


class TableState(NamedTuple):
    """The page of a table that is shown, counted from 1, and how its rows are arranged."""

    page: int = 1
    arrangement: Arrangement = _NO_ARRANGEMENT

    @classmethod
    def of(cls, page: object, arrangement: Arrangement) -> "TableState":
        """The state with this page, or with the first one where `page` is no whole number above 0."""
        is_page = type(page) is int and 0 < page < _MOST_PAGES
        return cls(page if is_page and isinstance(page, int) else 1, arrangement)


def searched(text: object) -> str:
    """The words of a search with single spaces, at most 200 characters; '' for what is no text."""
    return " ".join(text[:_LONGEST].replace("\0", " ").split()) if isinstance(text, str) else ""


def encode(states: Mapping[str, TableState]) -> str:
    """The states of tables, by the names of their views, as one text: '' where all are as at first."""
    return _BETWEEN.join(
        _text(name, state) for name, state in states.items() if state != TableState()
    )


def decode(text: object, views: Collection[str]) -> tuple[dict[str, TableState], bool]:
    """The states that `encode` made a text of, and whether all of it could be read.

    Of an untrusted text what names none of these views, or is no state, is left out.
    """
    text = ",".join(map(str, text)) if isinstance(text, list) else text
    parts = text.split(_BETWEEN) if isinstance(text, str) and text else []
    states = {}
    for part in parts:
        name, *fields = (plain(field) for field in part.split(_WITHIN))
        state = _state(fields)
        if name in views and state is not None:
            states[name] = state
    return states, len(states) == len(parts) and (text is None or isinstance(text, str))


def _text(name: str, state: TableState) -> str:
    column, is_descending, search = state.arrangement
    fields = (
        name,
        str(state.page) if state.page > 1 else "",
        f"{'-' * is_descending}{column}",
        search,
    )
    return _WITHIN.join(map(escaped, fields)).rstrip(_WITHIN)


def _state(fields: list[str]) -> TableState | None:
    page, column, search, *more = [*fields, "", "", ""][: max(3, len(fields))]
    if more or (page and not (page.isascii() and page.isdecimal() and len(page) < 8)):  # noqa: PLR2004
        return None
    is_descending = column.startswith("-")
    arrangement = Arrangement(
        column.removeprefix("-")[:_LONGEST], is_descending and column != "-", searched(search)
    )
    return TableState.of(int(page or 1), arrangement)
