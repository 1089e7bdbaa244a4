"""A document that has another shape is one line, with the place, what is there and what was expected."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from reasonboard.store.fields import COUNT, SHARE
from reasonboard.store.shapes import ShapeError, matching, one_of, shaped, within

LETTERS = matching("[a-z]+", "small letters")


class Part(Struct, forbid_unknown_fields=True):
    size: Annotated[int, within(COUNT, ", whole")] = 0
    share: Annotated[float, within(SHARE)] = 0
    day: date | None = None


class Whole(Struct, forbid_unknown_fields=True):
    name: Annotated[str, LETTERS]
    kind: Literal["", "old", "new"] = ""
    parts: list[Part] = []
    named: dict[str, Part | str] = {}
    wanted: dict[
        Annotated[str, one_of("a", "b")], str | int | float | list[str] | dict[str, float]
    ] = {}
    flag: bool = False
    several: str | list[str] = ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "A b"}, "whole.name is 'A b' (expected small letters)"),
        ({"name": "a\n"}, r"whole.name is 'a\n' (expected small letters)"),
        ({"name": 7}, "whole.name is 7 (expected small letters)"),
        ({"name": None}, "whole.name is None (expected small letters)"),
        ({"kind": "odd"}, "whole.kind is 'odd' (expected one of new, old)"),
        ({"flag": 1}, "whole.flag is 1 (expected true or false)"),
        ({"several": 5}, "whole.several is 5 (expected a text or a list)"),
        ({"several": ["a", 5]}, "whole.several[1] is 5 (expected a text)"),
        ({"parts": {}}, "whole.parts is {} (expected a list)"),
        ({"parts": [{}, {"size": -1}]}, "whole.parts[1].size is -1 (expected a number from 0 to 2147483647, whole)"),
        ({"parts": [{"size": True}]}, "whole.parts[0].size is True (expected a number from 0 to"),
        ({"parts": [{"share": 1.5}]}, "whole.parts[0].share is 1.5 (expected a number from 0 to 1)"),
        ({"parts": [{"day": datetime(2026, 1, 1)}]}, "whole.parts[0].day is datetime.datetime(2026"),
        ({"parts": [{"day": "soon"}]}, "whole.parts[0].day is 'soon' (expected a day, as 2026-11-24)"),
        ({"named": {"one": {}, "two words": {"size": 0.5}}}, "whole.named.'two words'.size is 0.5 (expected a number"),
        ({"named": {"one": {"size": 1}, "two": {"weight": 1}}},
         "whole.named.two.weight is not understood (expected one of size, share, day)"),
        ({"named": {"one": "x", "two": 3}}, "whole.named.two is 3 (expected a table or a text)"),
        ({"wanted": {"a": 1, "c": 2}}, "whole.wanted is 'c' (expected one of a, b)"),
        ({"wanted": {"a": ["x", 1]}}, "whole.wanted.a[1] is 1 (expected a text)"),
        ({"wanted": {"b": {"min": "x"}}}, "whole.wanted.b.min is 'x' (expected a number)"),
        ({"weight": 1}, "whole.weight is not understood (expected one of name, kind, parts"),
        ({"x" * 400: 1}, "whole.xxxxxxx"),
        ({"kind": "y" * 400}, "(expected one of new, old)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_another_shape_is_one_line(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ShapeError) as refused:
        shaped({"name": "a"} | change, Whole, "whole")
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_what_is_missing_or_no_table_is_said() -> None:
    with pytest.raises(ShapeError, match=r"^name is missing \(expected small letters\)$"):
        shaped({}, Whole)
    with pytest.raises(ShapeError, match=r"^the document is \[\] \(expected a table\)$"):
        shaped([], Whole)


def test_what_has_the_shape_is_taken_as_it_is() -> None:
    whole = shaped({"name": "a", "parts": [{"size": 3}], "wanted": {"a": {"min": 1}}}, Whole)
    assert (whole.parts[0].size, whole.wanted) == (3, {"a": {"min": 1.0}})


class Deep(Struct, forbid_unknown_fields=True):
    tables: dict[str, dict[str, Annotated[int, Meta(ge=0, description="a count")]]] = {}


def test_the_keys_of_tables_in_tables_are_named() -> None:
    with pytest.raises(ShapeError, match=r"^tables\.b\.y is -1 \(expected a count\)$"):
        shaped({"tables": {"a": {"x": 1}, "b": {"x": 1, "y": -1}}}, Deep)
