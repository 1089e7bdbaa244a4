"""The settings and fields of problems that a load keeps besides the usual ones: their names, what files have."""

import re
from collections.abc import Iterable
from typing import Any

from reasonboard.ingest.errors import IngestError

MOST = 32
"""Names that a load may keep besides the usual ones, and columns `settings.NAME` that a table may have."""
LONGEST_NAME = 64
ITEM = "item."
"""Before the name of a field of problems (item_fields.py), where a setting could be named."""
LONGEST = 200
"""Characters of a value."""
SECRET = "looks like a secret"  # noqa: S105  (no password)
TOO_LONG = f"is longer than {LONGEST} characters"
NESTED = "is neither a number nor a text"
_SHOWN = 40
_SECRET_NAME = re.compile(r"key|token$|secret|passw|authori|credential|bearer", re.IGNORECASE)
_SECRET_VALUE = re.compile(
    r"\b(sk|hf|gh[pousr]|xox[abp]|AKIA|AIza)[-_]?[A-Za-z0-9_-]{12,}|://[^/\s:@]+:[^/\s@]+@"
)
_NUMBER = re.compile(r"[-+]?[\d.]{1,15}(?:[eE][-+]?\d{1,3})?", re.ASCII)


class ExtraSettings:
    """The settings that a load keeps besides those of the readers' lists, and what the files have of them."""

    def __init__(self, names: frozenset[str] = frozenset()) -> None:
        self.names = frozenset(name for name in names if not name.startswith(ITEM))
        self.present: set[str] = set()
        """Those that a file has, whatever became of their values."""
        self._folded = {name.casefold(): name for name in sorted(names)}
        self._left_out: dict[tuple[str, str], dict[str, None]] = {}

    def of_column(self, column: str) -> str | None:
        """What a table's column is called among them, whatever its case; None if it is none of them."""
        name = column if column in self.names else self._folded.get(column.casefold())
        if name is None or name.startswith(ITEM):
            return None
        self.present.add(name)
        return name

    def of_field(self, field: str) -> str | None:
        """What a field of problems is called among them, whatever its case; None if it is none of them."""
        name = self._folded.get((ITEM + field).casefold())
        if name is None:
            return None
        self.present.add(name)
        return name.removeprefix(ITEM)

    def of_cell(self, file: str, name: str, raw: Any) -> str | None:
        """The cell of a table as the value of a setting; None where it is empty, or left out with a line."""
        if isinstance(raw, float) and raw.is_integer():
            raw = int(raw)  # as a workbook writes a whole number
        text = "" if raw is None else str(raw).strip()
        if not text:
            return None
        if isinstance(raw, dict | list):
            reason = NESTED
        elif looks_secret(name, text) and not _NUMBER.fullmatch(text):
            reason = SECRET
        elif len(text) > LONGEST:
            reason = TOO_LONG
        else:
            return text
        self.leave_out(file, name, reason)
        return None

    def leave_out(self, file: str, name: str, reason: str) -> None:
        """A value of this setting is left out of what the file says."""
        self._left_out.setdefault((name, reason), {})[file] = None

    def lines(self) -> list[str]:
        """A line for each setting that lost values, with the reason and the first file."""
        return [
            f"{next(iter(files))}: a value of {name} {reason}: left out"
            + (f", and in {len(files) - 1} more of the files" if len(files) > 1 else "")
            for (name, reason), files in self._left_out.items()
        ]


def parse(text: str) -> frozenset[str]:
    """The names of a list with commas; raises IngestError for too many and for what is no name."""
    names = frozenset(name for part in text.split(",") if (name := part.strip()))
    for name in sorted(names):
        if not is_name(name):
            raise IngestError(
                f"{name[:_SHOWN]!r} (expected names of at most {LONGEST_NAME} printable characters)"
            )
    if not names:
        raise IngestError("no name (expected names of columns, as in budget,effort)")
    if len(names) > MOST:
        raise IngestError(f"{len(names)} names (expected at most {MOST})")
    return names


def is_name(text: str) -> bool:
    """Can a setting be called so, and be named in a list with commas?"""
    short = 0 < len(text) <= LONGEST_NAME
    return short and text.isprintable() and "," not in text and text == text.strip()


def hint(names: Iterable[str]) -> str:
    """How the columns of these names are kept."""
    return f"keep with --settings {','.join(names)}"


def looks_secret(name: str, value: Any) -> bool:
    """Does a setting's name or value look like a key, a password or a token?"""
    return isinstance(value, str) and bool(
        (_SECRET_NAME.search(name) and "max" not in name) or _SECRET_VALUE.search(value)
    )
