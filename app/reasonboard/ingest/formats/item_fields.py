"""What a file says of its problems besides their texts, as a level or a subject, to divide answers by."""

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from reasonboard.ingest.formats.extra_settings import ITEM, ExtraSettings, is_name
from reasonboard.ingest.formats.secrets import looks_secret

USUAL = frozenset({
    "level", "subject", "type", "task_type", "category", "subcategory", "difficulty", "domain", "subdomain",
    "high_level_domain", "subfield", "subdivision", "topic", "language", "year",
})  # fmt: skip
"""The fields that are kept without being named, in lower case and with `_` for other signs."""
MOST = 32
"""Fields of a problem."""
LONGEST = 64
"""Characters of a value."""


def columns(extra: ExtraSettings, header: Iterable[str]) -> dict[str, str]:
    """Column -> what the field is called, for the fields of problems: usual, named by the load, or `item.NAME`.

    Of two columns for the same field the first is it.
    """
    field_of: dict[str, str] = {}
    for column in header:
        name = _name(extra, column)
        if name and name not in field_of.values():
            field_of[column] = name
    return field_of


def kept(extra: ExtraSettings, stated: Any) -> str | None:
    """The fields among what a file says of a problem, as `as_json` gives them; what is no mapping has none."""
    if not isinstance(stated, Mapping):
        return None
    names = columns(extra, (column for column in stated if isinstance(column, str)))
    return as_json((name, stated[column]) for column, name in names.items()) if names else None


def as_json(fields: Iterable[tuple[str, Any]]) -> str | None:
    """Names and values as JSON with sorted names; None where no value is a number, or a short text and no secret."""
    texts = {
        name: text for name, raw in fields if (text := _text(raw)) and not looks_secret(name, text)
    }
    few = dict(sorted(texts.items())[:MOST])
    return json.dumps(few, ensure_ascii=False) if few else None


def _name(extra: ExtraSettings, column: str) -> str:
    """What the field of this name is called; "" where it is none."""
    folded = column.lower().replace(" ", "_").replace("-", "_")
    written = column[len(ITEM) :] if folded.startswith(ITEM) else ""
    named = extra.of_field(written or column)
    if named is None and is_name(written):
        return written
    return named or (folded if folded in USUAL else "")


def _text(raw: Any) -> str | None:
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, float):
        return repr(raw).removesuffix(".0") if math.isfinite(raw) else None
    if isinstance(raw, int):
        return str(raw) if abs(raw) < 10**15 else None
    text = raw.strip() if isinstance(raw, str) else ""
    return text if len(text) <= LONGEST and text.isprintable() else None
