"""The mark A that others are compared with: the values of several controls, encoded as one value of an address."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reasonboard.core.control import LONGEST_INVALID, Control, Values
from reasonboard.store.database import Value

if TYPE_CHECKING:
    from reasonboard.core.study import Study

_LONGEST_MARK = 2000
_BETWEEN, _WITHIN, _ESCAPE = "!", ";", "~"
_ESCAPED = {_ESCAPE: "~0", _BETWEEN: "~1", _WITHIN: "~2", ",": "~3"}


def baseline_of(controls: Sequence[Control], values: Values) -> Values | None:
    """The values of the mark that others are compared with; None if there is none."""
    control = next((control for control in controls if control.marks), None)
    text = str(values[control.name]) if control else ""
    if control is None or not text:
        return None
    several = {other.name for other in controls if other.multi}
    parts = split(control.marks, text) or {}
    return {
        name: value if isinstance(value, list) or name not in several else [value] if value else []
        for name, value in parts.items()
    }


def letters(study: "Study", values: Values) -> dict[str, Values]:
    """The comparison baseline as A, where it is of the data shown, and the selected mark as B."""
    baseline = study.comparison_baseline(values)
    if baseline is None:
        return {}
    a, b = ({name: side.get(name, "") for name in study.evidence} for side in (baseline, values))
    other_names = [
        name for name, value in baseline.items() if name not in a and isinstance(value, str)
    ]
    visible_marks = (
        {"A": a} if all(baseline[name] == values.get(name) for name in other_names) else {}
    )
    return visible_marks | ({"B": b} if b not in visible_marks.values() and all(b.values()) else {})


def clean_baseline(study: "Study", control: Control, text: object) -> tuple[Value, list[str]]:
    """The comparison baseline if every part of it is a valid choice, else '', and the invalid text."""
    text = text[0] if isinstance(text, list) and len(text) == 1 else text
    if not text:
        return "", []
    if not isinstance(text, str):
        return "", [str(text)[:LONGEST_INVALID]]
    parts = split(control.marks, text[:_LONGEST_MARK])
    if parts is None:
        return "", [text[:LONGEST_INVALID]]
    values, notices = study.clean(parts)
    joined = join(control.marks, values)
    is_same = joined == join(control.marks, parts)
    is_valid = not notices and is_same and study.picked(values)
    return (joined, []) if is_valid else ("", [text[:LONGEST_INVALID]])


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
