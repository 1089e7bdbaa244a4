"""The cells of a table as numbers and texts, read strictly: what is not one is refused, never guessed."""

import math
import re
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.numbers import number
from reasonboard.ingest.names.infer import size
from reasonboard.store.fields import EVENT

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_ROUND = re.compile(r"(\d+(?:\.\d+)?)([kKmM])", re.ASCII)
_WORDS = {
    "nan": math.nan, "inf": math.inf, "infinity": math.inf, "-inf": -math.inf, "-infinity": -math.inf
}  # fmt: skip
_LARGEST = 2**53
_OF_AN_EVENT = frozenset({"run_repeat", *(field.name for field in EVENT)})


def value(raw: Any, decimal: str, place: str) -> tuple[float | None, str | None]:
    """A measured value and what is missing, as `number` gives them; raises IngestError for other text."""
    parsed = number(_number_text(raw, decimal))
    if parsed == (None, None):
        raise IngestError(
            f"{place}: value is {raw!r:.60} (expected a number such as 0.437{_hint(raw)})"
        )
    return parsed


def whole_number(raw: Any, name: str, place: str) -> int:
    """A whole number; `64k` and `1M` are thousands and millions. Raises IngestError for anything else."""
    text = _ROUND.fullmatch(raw.strip()) if isinstance(raw, str) else None
    if text:
        raw = float(Decimal(text[1]).scaleb(3 if text[2] in "kK" else 6))
    parsed = real(raw, name, ".", place)
    if not parsed.is_integer() or abs(parsed) > _LARGEST:
        raise IngestError(
            f"{place}: {name} is {raw!r:.60} (expected a whole number up to {_LARGEST})"
        )
    return int(parsed)


def real(raw: Any, name: str, decimal: str, place: str) -> float:
    """A finite number; raises IngestError for anything else."""
    plain = _number_text(raw, decimal)
    numeric = isinstance(plain, int | float) and not isinstance(plain, bool)
    if not numeric or not _is_finite(plain):
        raise IngestError(f"{place}: {name} is {raw!r:.60} (expected a number{_hint(raw)})")
    return float(plain)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # an integer with more digits than a float can have
        return False


def billions(raw: Any, decimal: str, place: str) -> float:
    """Parameters in billions: a number of them, or a text with its unit such as '70M' or '7B'."""
    stated = size(raw) if isinstance(raw, str) and not _NUMBER.fullmatch(raw.strip()) else None
    return stated if stated is not None else real(raw, "params_b", decimal, place)


def text(raw: Any, name: str, place: str) -> str:
    """A text; a date or a whole number is written out. Raises IngestError for anything else.

    Seeds, repeats and builds may be other numbers too: a table with gaps has them as 1.0.
    """
    if isinstance(raw, datetime | date):
        return raw.isoformat()
    if name in _OF_AN_EVENT and isinstance(raw, float | Decimal) and math.isfinite(raw):
        return f"{raw:.15g}"
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise IngestError(f"{place}: {name} is {raw!r:.60} (expected a name)")
    return str(raw).strip()


def _number_text(raw: Any, decimal: str) -> Any:
    """The number that a text spells, else what was given."""
    if isinstance(raw, Decimal):
        return float(raw)
    if not isinstance(raw, str):
        return 0 if isinstance(raw, float) and raw == 0 else raw
    spelled = raw.strip().replace(decimal, ".") if decimal != "." else raw.strip()
    if _NUMBER.fullmatch(spelled):
        return int(spelled) if spelled.isdigit() and len(spelled) < 16 else float(spelled)  # noqa: PLR2004
    return _WORDS.get(spelled.lower(), raw)


def _hint(raw: Any) -> str:
    """What a person who wrote such a cell may have meant."""
    if not isinstance(raw, str):
        return ""
    if raw.strip().endswith("%"):
        return '; write it without %, with unit = "percent" in the TOML next to the table'
    if "±" in raw or "(" in raw:
        return "; put what follows ± or is in brackets into a column stderr"
    return '; with decimal = "," in the TOML next to the table a comma is one' if "," in raw else ""
