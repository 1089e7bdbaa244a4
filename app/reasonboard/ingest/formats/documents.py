"""What a JSON or TOML text states: the two parsers of `store/documents.py`, and the objects of a list."""

from typing import Any

from reasonboard.store.documents import parse_json, parse_toml

__all__ = ["objects_in", "parse_json", "parse_toml"]


def objects_in(values: Any) -> list[dict[str, Any]]:
    """The objects of a list; none in the place of anything else: for what may be left out."""
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []
