"""What TOML and JSON must look like: a Struct says it, and what differs from it is one line."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from reasonboard.store.fields import Range

Shape = TypeVar("Shape")
_ERROR = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `(.*)`", re.DOTALL)
_LONGEST = 60
_WORDS: dict[type[inspect.Type], str] = {
    inspect.StrType: "a text",
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.BoolType: "true or false",
    inspect.DateType: "a day, as 2026-11-24",
    inspect.ListType: "a list",
    inspect.VarTupleType: "a list",
    inspect.DictType: "a table",
    inspect.StructType: "a table",
}
"""What is expected where no `Meta(description=...)` says it."""


class ShapeError(ValueError):
    """`PLACE is VALUE (expected WORDS)`, in one line."""


def shaped(document: object, shape: type[Shape], place: str = "") -> Shape:
    """The document as a value of this shape; raises ShapeError for the first part that has another.

    `place` is how messages call the whole document: the names of its parts follow it.
    """
    try:
        return msgspec.convert(document, shape)
    except msgspec.ValidationError as error:
        raise ShapeError(_worded(document, shape, place, str(error))) from None


def within(numbers: Range, more: str = "") -> msgspec.Meta:
    """For a number in this range; `more` follows its words."""
    words = f"{numbers}{more}"
    if numbers.above:
        return msgspec.Meta(gt=numbers.low, le=numbers.high, description=words)
    return msgspec.Meta(ge=numbers.low, le=numbers.high, description=words)


def one_of(*names: str) -> msgspec.Meta:
    """For one of these texts, where they are no constants of the code."""
    return matching("|".join(map(re.escape, names)), f"one of {', '.join(names)}")


def matching(pattern: str, words: str) -> msgspec.Meta:
    """For a text of this form, which the words describe."""
    return msgspec.Meta(pattern=rf"\A(?:{pattern})\Z", description=words)


def _worded(document: Any, shape: Any, place: str, said: str) -> str:
    """The error of msgspec in our form: it names types, and no key of a table that may have any."""
    match = _ERROR.fullmatch(said)
    what, path, of_key = match.group("what", "path", "key") if match else (said, "", None)
    value, kind = document, inspect.type_info(shape)
    names: list[str] = []
    for named, at in _STEP.findall(path or ""):
        name = _wrong_key(document, shape, names, said) if at == "..." else named or at
        names.append(name)
        kind = _inner(kind, name, in_list=isinstance(value, list))
        value = value[int(name)] if isinstance(value, list) else value[name]
    where = _joined(place, names)
    if field := _FIELD.fullmatch(what):
        where = _joined(where, [field[2]])
        if field[1].startswith("missing"):
            return f"{where} is missing (expected {_expected(_inner(kind, field[2]))})"
        known = next(one for one in _each(kind) if isinstance(one, inspect.StructType)).fields
        expected = ", ".join(one.encode_name for one in known)
        return f"{where} is not understood (expected {'one of ' if known[1:] else ''}{expected})"
    if of_key:
        value = _wrong_key(document, shape, names, said)
        kind = next(one for one in _each(kind) if isinstance(one, inspect.DictType)).key_type
    return f"{where or 'the document'} is {repr(value)[:_LONGEST]} (expected {_expected(kind)})"


def _wrong_key(document: Any, shape: Any, names: Sequence[str], said: str) -> str:
    """The key of the table in this place which alone would be refused in the same words."""
    table = document
    for name in names:
        table = table[int(name)] if isinstance(table, list) else table[name]
    for key in table:
        try:
            msgspec.convert(_with(document, names, {key: table[key]}), shape)
        except msgspec.ValidationError as error:
            if str(error) == said:
                return str(key)
    return "..."


def _with(document: Any, names: Sequence[str], part: Any) -> Any:
    """The document with another part in this place."""
    if not names:
        return part
    if isinstance(document, list):
        return [
            _with(one, names[1:], part) if str(at) == names[0] else one
            for at, one in enumerate(document)
        ]
    return {**document, names[0]: _with(document[names[0]], names[1:], part)}


def _each(kind: inspect.Type) -> Iterator[inspect.Type]:
    """The type without its metadata; of a union its types."""
    if isinstance(kind, inspect.Metadata):
        yield from _each(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _each(one)
    else:
        yield kind


def _inner(kind: inspect.Type, name: str, *, in_list: bool = False) -> inspect.Type:
    """The type of a part that is called so."""
    for one in _each(kind):
        if isinstance(one, inspect.StructType):
            return next(field.type for field in one.fields if field.encode_name == name)
        if isinstance(one, inspect.DictType) and not in_list:
            return one.value_type
        if isinstance(one, inspect.ListType | inspect.VarTupleType) and in_list:
            return one.item_type
    return kind


def _expected(kind: inspect.Type) -> str:
    """The words for a type."""
    if isinstance(kind, inspect.Metadata) and kind.extra_json_schema:
        return str(kind.extra_json_schema["description"])
    if isinstance(kind, inspect.UnionType):
        kinds = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        words = list(dict.fromkeys(map(_expected, kinds)))
        return " or ".join(
            word for word in words if "a number" not in words or word != "a whole number"
        )
    if isinstance(kind, inspect.LiteralType):
        return f"one of {', '.join(str(value) for value in kind.values if value != '')}"
    plain = kind.type if isinstance(kind, inspect.Metadata) else kind
    return _WORDS.get(type(plain), "something else")


def _joined(place: str, names: Sequence[str]) -> str:
    """`roles.x`, and `seeds[2]` for what a list has in a place."""
    for name in names:
        plain = name if name.replace("_", "").isalnum() else repr(name)
        shown = plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…"
        place += f"[{name}]" if name.isdigit() else f"{'.' if place else ''}{shown}"
    return place
