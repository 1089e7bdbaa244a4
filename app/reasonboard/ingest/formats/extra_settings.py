"""The settings and fields of problems that a load asks for by name, and the secrets found in its files."""

import shlex
from collections.abc import Iterable, Sequence

from reasonboard.ingest.formats.errors import IngestError

MOST = 32
"""Names that a load may keep besides the usual ones, and columns `settings.NAME` that a table may have."""
LONGEST_NAME = 64
ITEM = "item."
"""Before the name of a field of problems (item_fields.py), where a setting could be named."""
_SHOWN = 40
_MOST_LINES = 32


class ExtraSettings:
    """The names that a load asks for, those that its files have, and the secrets that were left out."""

    def __init__(self, names: frozenset[str] = frozenset()) -> None:
        self.names = frozenset(name for name in names if not name.startswith(ITEM))
        self.present: set[str] = set()
        """Those that a file has, whatever became of their values."""
        self._folded = {name.casefold(): name for name in sorted(names)}
        self.secrets: dict[str, dict[str, None]] = {}
        """Names of settings that look like secrets, with their files."""

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

    def forget(self, file: str) -> None:
        """Drop what is known about a file that is not loaded."""
        for files in self.secrets.values():
            files.pop(file, None)

    def see(self, names: Iterable[str]) -> None:
        """Note the settings of a tool's file; `a.b` also counts as `b`."""
        if self.names:
            seen = {part for name in names for part in (name, name.rpartition(".")[2])}
            self.present |= self.names & seen

    def lines(self) -> list[str]:
        """A line for each setting that looks like a secret, with its first file."""
        lines = [
            f"{next(iter(files))}: {name} looks like a secret: left out"
            + (f", and in {len(files) - 1} more of the files" if len(files) > 1 else "")
            for name, files in self.secrets.items()
            if files
        ]
        more = len(lines) - _MOST_LINES
        rest = [f"{more} more settings look like secrets"] if more > 0 else []
        return lines[:_MOST_LINES] + rest


def parse(text: str) -> frozenset[str]:
    """The names of a list with commas; raises IngestError for too many and for what is no name."""
    names = frozenset(name for part in text.split(",") if (name := part.strip()))
    for name in sorted(names):
        if not is_name(name):
            expected = f"names of at most {LONGEST_NAME} printable characters"
            raise IngestError(f"{name[:_SHOWN]!r} (expected {expected})")
    if not names:
        raise IngestError("no name (expected names of columns, as in budget,effort)")
    if len(names) > MOST:
        raise IngestError(f"{len(names)} names (expected at most {MOST})")
    return names


def is_name(text: str) -> bool:
    """Can a setting be called so, and be named in a list with commas?"""
    short = 0 < len(text) <= LONGEST_NAME
    return short and text.isprintable() and "," not in text and text == text.strip()


def hint(names: Sequence[str]) -> str:
    """How the columns of these names are kept: by the option, as a shell takes it, or by another name."""
    listed = shlex.quote(",".join(names))
    first, *others = names
    renamed = 'put "settings." before each name' if others else f"name it settings.{first}"
    return f"keep with `reasonboard load --settings {listed}`, or {renamed}"
