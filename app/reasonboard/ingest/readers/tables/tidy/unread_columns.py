"""Rows of a table that differ only in columns that are not read: the refusal names the columns."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.extra_settings import MOST, hint, is_name
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Run
from reasonboard.ingest.readers.tables.tidy import cells
from reasonboard.ingest.readers.tables.tidy.columns import Columns

_PLACE = ("benchmark", "metric", "task_type", "task_length", "split", "filter")
_MOST_ROWS = 200_000
"""Rows that are kept in mind, some 60 MB; of longer tables only the conflict itself is reported."""
_LONGEST = 60
Row = tuple[Run, str, dict[str, Any]]


class UnreadColumns:
    """The columns of a table that mean nothing here, and the value that each run and place has so far."""

    def __init__(self, file: File, columns: Columns, decimal: str) -> None:
        self._file = file
        self._decimal = decimal
        self._unread = () if columns.has_samples else columns.left
        self._seen: dict[int, tuple[str, object, tuple[object, ...]]] = {}

    def checked(self, raw: Mapping[str, Any], rows: Iterator[Row]) -> Iterator[Row]:
        """The runs and fields of a row; raises IngestError where an earlier row gives another value for the same."""
        if not self._unread or len(self._seen) >= _MOST_ROWS:
            yield from rows
            return
        unread = tuple(raw.get(name) for name in self._unread)
        for run, place, fields in rows:
            same = hash(repr((run, [fields.get(name) for name in _PLACE])))
            value = fields.get("correct_items")
            if "value" in fields:
                value, _ = cells.value(fields["value"], self._decimal, place)
            if value is None:
                yield run, place, fields
                continue
            locator, earlier, before = self._seen.setdefault(
                same, (fields["locator"], value, unread)
            )
            differing = [
                name for name, a, b in zip(self._unread, before, unread, strict=True) if a != b
            ]
            if earlier != value and differing:
                raise self._refused(place, run, fields, (locator, earlier, value), differing)
            yield run, place, fields

    def _refused(
        self,
        place: str,
        run: Run,
        fields: Mapping[str, Any],
        values: tuple[str, object, object],
        differing: list[str],
    ) -> IngestError:
        locator, earlier, value = values
        names = ", ".join(repr(name[:_LONGEST]) for name in differing)
        return IngestError(
            f"{place}: {run.model:.{_LONGEST}}, {fields['benchmark']:.{_LONGEST}}, {fields['metric']:.{_LONGEST}} is "
            f"{value!s:.20}, and {earlier!s:.20} in {locator}, which differs in {names}, not read (expected one number "
            f"for a run; {self._kept(differing)})"
        )

    def _kept(self, names: list[str]) -> str:
        """How these columns are kept as settings."""
        if all(map(is_name, names)) and len(names) <= MOST:
            return hint(names)
        listed = json.dumps(names, ensure_ascii=False)  # a list of JSON is one of TOML
        return f"keep with settings = {listed} in {self._file.path.with_suffix('.toml').name}"
