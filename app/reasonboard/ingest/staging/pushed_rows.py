"""Rows that another machine pushes, judged before they are taken: by the reader and the limits of a load."""

import json
import tempfile
from itertools import chain, islice
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.tables import logged
from reasonboard.ingest.readers.tables.by_names import by_names
from reasonboard.ingest.readers.tables.logged import LOGGED_AT
from reasonboard.ingest.staging.staging import Staging
from reasonboard.store.documents import parse_json
from reasonboard.store.pushed import Before

_NAME = "body"


class Rows:
    """The rows of a body, as JSON lines."""

    def __init__(self, name: str, body: bytes) -> None:
        """`name` is that of the load. Raises IngestError for a line that is no JSON object."""
        self._name = name
        self._body = body
        numbers = [number for number, line in enumerate(body.split(b"\n"), 1) if line.strip()]
        lines = [line.rstrip(b"\r") + b"\n" for line in body.split(b"\n") if line.strip()]
        if not lines:
            raise IngestError(f"{_NAME}: empty (expected an object in each line)")
        self._rows = dict(zip(numbers, map(_row, lines, numbers), strict=True))
        self.lines = b"".join(lines)
        self.count = len(lines)

    def judge(self, before: Before) -> list[str]:
        """All columns of the load with these rows; raises IngestError for the first row that no load would take."""
        with tempfile.TemporaryDirectory(prefix="reasonboard-push-") as folder:
            file = File(Path(folder) / f"{_NAME}.jsonl", _NAME, pushed_as=self._name)
            file.path.write_bytes(self._body.rstrip(b"\n") + b"\n")
            if before.first:
                file.columns_before = before.columns
                file.first_row = json.loads(before.first)
            try:
                self._check_columns(file)
                with Staging(Path(folder), self._name, set(), strict=True) as staging:
                    staging.add(file, logged.read(file))
            except RecursionError as error:
                raise IngestError(f"{_NAME}: nested too deeply (expected flat rows)") from error
        return self._columns(file, self.count)

    def _check_columns(self, file: File) -> None:
        """Raises IngestError, with its line, for the first row whose columns do not go with those before."""
        whole = self._wrong_columns(file, self.count)
        if not whole:
            return
        good, bad = 0, self.count
        while bad - good > 1:
            middle = (good + bad) // 2
            if self._wrong_columns(file, middle):
                bad = middle
            else:
                good = middle
        problem = self._wrong_columns(file, bad) or whole
        raise IngestError(problem.replace(f"{_NAME}:1:", f"{_NAME}:{list(self._rows)[bad - 1]}:"))

    def _wrong_columns(self, file: File, count: int) -> str:
        """What is wrong with the columns of the rows before and of the first of these; "" if nothing is."""
        header = self._columns(file, count)
        try:
            reading = by_names(file, header)
            if not file.columns_before:
                return ""
            before = by_names(file, list(file.columns_before))
        except IngestError as error:
            return str(error)
        if reading.of_answers == before.of_answers:
            return ""
        kinds = ["numbers", "single answers"]
        now, then = kinds[reading.of_answers], kinds[before.of_answers]
        return f"{_NAME}:1: these are {now}, and the rows of {self._name} before are {then} (expected another name)"

    def _columns(self, file: File, count: int) -> list[str]:
        rows = islice(self._rows.values(), count)
        names = dict.fromkeys(chain(file.columns_before, chain.from_iterable(rows)))
        if LOGGED_AT in file.first_row:
            names.pop(LOGGED_AT, None)
        return list(names)


def _row(line: bytes, number: int) -> dict[str, Any]:
    """The object of a line. Raises IngestError for what is no JSON object, and for text that is not Unicode."""
    place = f"{_NAME}:{number}"
    try:
        row = parse_json(line.decode("utf-8"), _NAME, number, finite=True)
        json.dumps(row, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise IngestError(f"{place}:{error.start + 1}: not UTF-8 (expected JSON)") from error
    except UnicodeEncodeError as error:
        wrong = error.object[error.start : error.end]
        raise IngestError(
            f"{place}: {wrong!r:.20} is half of a character (expected Unicode)"
        ) from error
    except RecursionError as error:
        raise IngestError(f"{place}: nested too deeply (expected a flat row)") from error
    if not isinstance(row, dict):
        raise IngestError(f"{place}: {type(row).__name__} (expected an object in each line)")
    return row
