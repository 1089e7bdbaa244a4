"""The columns of a table that leaves the dashboard: their names and types."""

from collections.abc import Iterable
from typing import Any, NamedTuple


class Column(NamedTuple):
    name: str
    type: str
    """`string`, `integer`, `number`, `boolean`, or `unknown` where no value was ever seen."""


_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


def type_of(values: Iterable[Any]) -> str:
    """The type that holds all these values; missing ones say nothing."""
    return joined(_TYPES.get(type(value), "string") for value in values if value is not None)


def joined(types: Iterable[str]) -> str:
    """The type that holds what is of any of these."""
    found = set(types) - {"unknown"}
    if found == {"integer", "number"}:
        return "number"
    return found.pop() if len(found) == 1 else "string" if found else "unknown"


def of_database(type: str) -> str:
    """The type of what DuckDB calls so."""
    if type == "BOOLEAN":
        return "boolean"
    if type.endswith("INT") or type == "INTEGER":
        return "integer"
    return "number" if type in ("DOUBLE", "FLOAT") else "string"
