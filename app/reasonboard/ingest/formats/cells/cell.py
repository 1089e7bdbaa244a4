"""What stands in a cell: a number with all that is written around it, an interval, a word for a missing one, or a text.

A text never becomes a number: what is not wholly understood stays the text that it is.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache

from reasonboard.ingest.formats import numbers
from reasonboard.ingest.formats.cells import markup, written
from reasonboard.ingest.formats.cells.numbers import Interval, Number
from reasonboard.ingest.formats.cells.words import MARK, MISSING


@dataclass(frozen=True, slots=True)
class Missing:
    word: str
    """As it is written: '-', 'N/A', 'OOM', '' for an empty cell."""


Cell = Number | Interval | Missing | str
_NOTHING = Missing("")

_FAST = re.compile(
    r"[+-]?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d{1,3})?|[+-]?0?\.\d+(?:[eE][+-]?\d{1,3})?",
    re.ASCII,
)
_START_MARKS = re.compile(rf"^(?:{MARK}|(?:[\s:•·▪●○◆◇■□–—→↳└-]|[-=]>|└─+)(?=\s)|\s)+")
_INNER_MARKS = re.compile(r"(?:[†‡§¹²³⁴⁵]|\[\^[^\]]{1,20}\])+(?=\s*\()")
_END_MARKS = re.compile(rf"(?:\s*(?:{MARK}))+$")
_GROUPED = re.compile(r"(?<![\w.,-])-?(\d+(?:[.,]\d+)+)(?![\w.,])", re.ASCII)
_SURELY_DECIMAL = re.compile(
    r"\d+[.,](?:\d{1,2}|\d{4,})|0[.,]\d+|\d{4,}[.,]\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:\.\d{3})+,\d+",
    re.ASCII,
)
_WIDE = str.maketrans("−＋－％", "-+-%")
_LONGEST = 120


def parse(value: object, decimal: str = ".") -> Cell:
    """What a cell says. `decimal` is '' where nothing says whether `1,234` is 1234 or 1.234: then it is a text."""
    if isinstance(value, str):
        return _of_text(value, decimal)
    if value is None:
        return _NOTHING
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Decimal):
        return _of_number(value)
    return value.isoformat() if isinstance(value, datetime | date) else str(value)


@lru_cache(maxsize=16_384)
def name(written: str) -> str:
    """A name without footnote marks, symbols and emphasis around it: `🌱 plum-14b-rl †` -> `plum-14b-rl`."""
    text = _plain(written)
    bare = _END_MARKS.sub("", _START_MARKS.sub("", _INNER_MARKS.sub("", text)))
    return bare.strip() or text


def decimal_of(cells: Iterable[object]) -> str:
    """'.' or ',' by the cells that can be read in one way alone; '' where there are only such as `81,432`."""
    points = commas = unclear = 0
    for cell in cells:
        if not isinstance(cell, str) or ("," not in cell and "." not in cell):
            continue
        for found in _GROUPED.findall(cell):
            sign = found.replace("0", "").strip("123456789")[-1:]
            if _SURELY_DECIMAL.fullmatch(found):
                points, commas = points + (sign == "."), commas + (sign == ",")
            elif len({*found} & {",", "."}) == 1 and found.count(sign) > 1:
                points, commas = points + (sign == ","), commas + (sign == ".")
            elif sign == ",":
                unclear += 1
    if commas and not points:
        return ","
    return "." if points or not unclear else ""


@lru_cache(maxsize=65_536)
def _of_text(value: str, decimal: str) -> Cell:
    if decimal == "." and _FAST.fullmatch(value):
        return _of_digits(value)
    text = _plain(value)
    if not text or text.strip("()[]*").strip().lower() in MISSING:
        return Missing(text)
    if len(text) > _LONGEST or not any(char.isdigit() for char in text):
        return text
    return written.interval(text, decimal) or written.number(text, decimal) or text


@lru_cache(maxsize=16_384, typed=True)
def _of_number(value: float | Decimal) -> Cell:
    number, missing = numbers.number(value)
    if number is None:
        return Missing(missing or "")
    text = str(value)
    digits = re.split("[eE]", text.partition(".")[2])[0]
    return Number(number + 0.0, text=text, decimals=0 if number.is_integer() else len(digits))


def _of_digits(text: str) -> Cell:
    number = float(text)
    if math.isinf(number):
        return text
    decimals = len(re.split("[eE]", text.partition(".")[2])[0])
    return Number(number, text=text, decimals=decimals, signed=text[0] in "+-")


def _plain(text: str) -> str:
    text = markup.of_text(text).translate(_WIDE)
    text = re.sub(r"\s*(?:\+/-|\+-|\+/−|∓)\s*(?=[\d.])", " ± ", text)
    return re.sub(r"^[–—](?=\.?\d)", "-", text)
