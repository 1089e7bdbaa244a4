"""What a list of a document holds."""

from typing import Any


def objects_in(values: Any) -> list[dict[str, Any]]:
    """The objects of a list; none in the place of anything else: for what may be left out."""
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []
