"""A mark as one text: the values of several controls joined, so that an address can hold it."""

from collections.abc import Mapping, Sequence

Value = str | list[str]
_BETWEEN, _WITHIN, _ESCAPE = "!", ";", "~"
_ESCAPED = {_ESCAPE: "~0", _BETWEEN: "~1", _WITHIN: "~2", ",": "~3"}


def join(names: Sequence[str], values: Mapping[str, Value]) -> str:
    """The values of these controls in their order; `split` gives them back."""
    return _BETWEEN.join(_text(values[name]) for name in names)


def split(names: Sequence[str], text: str) -> dict[str, Value] | None:
    """What `join` joined, a list where there are several; None where it is not of so many values."""
    parts = text.split(_BETWEEN)
    return dict(zip(names, map(_value, parts), strict=True)) if len(parts) == len(names) else None


def _text(value: Value) -> str:
    if isinstance(value, str):
        return _escaped(value)
    return "".join(_escaped(one) + _WITHIN for one in value)


def _value(part: str) -> Value:
    if _WITHIN in part:
        return [_plain(one) for one in part.split(_WITHIN) if one]
    return _plain(part)


def _escaped(text: str) -> str:
    return "".join(_ESCAPED.get(one, one) for one in text)


def _plain(text: str) -> str:
    for one, escaped in reversed(_ESCAPED.items()):
        text = text.replace(escaped, one)
    return text
