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
        return _escaped(value)
    return "".join(_escaped(item) + _WITHIN for item in value)


def _value(part: str) -> Value:
    if _WITHIN in part:
        return [_plain(item) for item in part.split(_WITHIN) if item]
    return _plain(part)


def _escaped(text: str) -> str:
    return "".join(_ESCAPED.get(character, character) for character in text)


def _plain(text: str) -> str:
    for character, escaped in reversed(_ESCAPED.items()):
        text = text.replace(escaped, character)
    return text
