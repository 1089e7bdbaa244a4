"""Tables of texts, as they are written for readers."""

import unicodedata
from typing import NamedTuple


class TextTable(NamedTuple):
    """Columns with whether they hold numbers, and the texts of the cells, one list per row."""

    columns: list[tuple[str, bool]]
    rows: list[list[str]]


def one_line(text: str) -> str:
    """The text without line breaks, other control characters and marks that are not seen."""
    printable = (
        " " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign
        for sign in text
        if unicodedata.category(sign) not in ("Cf", "Cs")
    )
    return " ".join("".join(printable).split(" ")).strip()
