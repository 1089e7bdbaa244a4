"""A reading as the TOML beside a table, and back: the same words that are typed after `--as`."""

import json
from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.readers.tables_new.answers import Answers, words
from reasonboard.ingest.readers.tables_new.reading import TableReading

AS, CONSTANTS = "as", "constants"


def to_toml(reading: TableReading) -> str:
    """What stands in NAME.toml so that NAME.csv, and each table of its shape, is read so."""
    lines = [f"# How {reading.name} is read: each column, then what holds of all rows.", f"[{AS}]"]
    lines += [
        f"{_text(each.header)} = {_text(words(each))}" for each in reading.columns if each.header
    ]
    spreads = [(each.header, each.spread) for each in reading.columns if each.spread]
    lines += [
        f"{_text(f'{header} ±')} = {_text(what)}" for header, what in spreads if what != "not said"
    ]
    constants = {name: text for name, text in reading.constants.items() if "." not in name}
    if constants:
        lines += ["", f"[{CONSTANTS}]"]
        lines += [f"{name} = {_text(text)}" for name, text in constants.items()]
    return "\n".join(lines) + "\n"


def is_reading(document: Mapping[str, Any]) -> bool:
    """Is the TOML beside a table a reading?"""
    return AS in document


def answers_of(document: Mapping[str, Any], name: str) -> Answers:
    """What a TOML says of a table; raises IngestError for what is no reading."""
    pairs: list[tuple[str, str]] = []
    for key in (AS, CONSTANTS):
        table = document.get(key, {})
        if not isinstance(table, Mapping) or not all(
            isinstance(text, str | int | float) for text in table.values()
        ):
            raise IngestError(
                f"{name}: {key} is {table!r:.60} (expected a table: column = what it is)"
            )
        pairs += [(str(left), str(right)) for left, right in table.items()]
    for left in document:
        if left not in (AS, CONSTANTS):
            raise IngestError(f"{name}: {left:.60} (expected [{AS}] and [{CONSTANTS}] alone)")
    return Answers(tuple(pairs))


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a text of JSON is one of TOML
