"""What the tests of all readers need: files to read, the measurement that is meant, the files of tools."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement, Run
from reasonboard.ingest.formats.settings import Kept, kept
from reasonboard.ingest.staging.rows import run_row

FILES = Path(__file__).resolve().parents[2] / "files"
Write = Callable[[Path, Any], File]


class Reader(Protocol):
    """The module of a tool, as far as it reads no tables."""

    def recognizes(self, file: File) -> bool: ...

    def read(self, file: File) -> Iterator[Found]: ...


def put(path: Path, content: Any) -> File:
    """A file with this text or these bytes, or with the JSON of anything else."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(
            content if isinstance(content, str) else json.dumps(content), encoding="utf-8"
        )
    return File(path)


def put_rows(path: Path, *rows: Any) -> File:
    """A file with the JSON of a row in each line."""
    return put(path, "".join(f"{json.dumps(row)}\n" for row in rows))


def of(found: Found, *key: str | None) -> Measurement:
    """The only measurement of METRIC, or of BENCHMARK METRIC, or of BENCHMARK METRIC FILTER.

    Of several filters the one without is meant, where none is named.
    """
    named = key[:2] if len(key) > 1 else (None, *key)
    same = [
        measurement
        for measurement in found.measurements
        if measurement.metric == named[1] and named[0] in (None, measurement.benchmark)
    ]
    chosen = key[2] if len(key) == 3 else None
    (one,) = (
        same if len(same) == 1 and len(key) < 3 else [one for one in same if one.filter == chosen]
    )
    return one


def read_all(reader: Reader, file: File) -> None:
    """Read the records and answers of a file; raises IngestError also for damage beside it."""
    for found in reader.read(file):
        list(found.samples)
        for error in found.damage:
            raise error


def only(reader: Reader, file: File) -> Found:
    """The only run of a file that the reader recognizes."""
    assert reader.recognizes(file)
    (found,) = reader.read(file)
    return found


def model_of(found: Found, file: File) -> str:
    """The model that a run is stored with: where the file names none, what its path says."""
    return str(run_row(found.run, file)["model"])


def kept_of(found: Found) -> Kept:
    """What is kept of the settings of a run."""
    return kept(found.run.settings, found.run.chosen)


def kept_run(found: Found) -> Run:
    """The run as it is stored, with the settings that are kept."""
    return replace(found.run, settings=kept_of(found).values)


def fields_of(one: Run | Measurement, names: Iterable[str]) -> dict[str, Any]:
    """These fields of a run or a measurement."""
    return {name: getattr(one, name) for name in names}
