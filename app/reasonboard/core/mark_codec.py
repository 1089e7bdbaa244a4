"""Encodes a selected mark, the values of several controls, as one query-string value."""

from collections.abc import Mapping, Sequence

Value = str | list[str]
_BETWEEN, _WITHIN, _ESCAPE = "!", ";", "~"
_ESCAPED = {_ESCAPE: "~0", _BETWEEN: "~1", _WITHIN: "~2", ",": "~3"}


def join(names: Sequence[str], values: Mapping[str, Value]) -> str:
    """The values of the controls `names` as one text; `split` is the inverse."""
    return _BETWEEN.join(_text(values[name]) for name in names)


def split(names: Sequence[str], text: str) -> dict[str, Value] | None:
    """The values that `join` encoded, by control name; None if their number is not that of `names`."""
    parts = text.split(_BETWEEN)
    return dict(zip(names, map(_value, parts), strict=True)) if len(parts) == len(names) else None


def _text(value: Value) -> str:
    if isinstance(value, str):
        return escaped(value)
    return "".join(escaped(item) + _WITHIN for item in value)


def _value(part: str) -> Value:
    if _WITHIN in part:
        return [plain(item) for item in part.split(_WITHIN) if item]
    return plain(part)


def escaped(text: str) -> str:
    """The text without a character that stands between values; `plain` is the inverse."""
    return "".join(_ESCAPED.get(character, character) for character in text)


def plain(text: str) -> str:
    """The text that `escaped` was given."""
    for character, escaped in reversed(_ESCAPED.items()):
        text = text.replace(escaped, character)
    return text
