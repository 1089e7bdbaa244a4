"""Documents with one part replaced, and the check that a reader reads or refuses each of them."""

import copy
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement
from reasonboard.ingest.staging.rows import run_row

OTHERS: tuple[Any, ...] = (None, 5, -1, "x", "", [], {}, True, float("nan"), 10**30, "\0")


def mutants(document: Any, others: Iterable[Any] = OTHERS) -> Iterator[Any]:
    """The document with each of its nodes replaced in turn by things of other kinds."""
    for path in paths(document):
        for other in others:
            yield replaced(document, path, other)


def parts(document: Any, others: Iterable[Any] = OTHERS) -> Iterator[Any]:
    """The same without the whole of it replaced: a reader is still handed a document of its tool."""
    for path in paths(document):
        for other in others if path else ():
            yield replaced(document, path, other)


def read_or_refused(read: Callable[[File], Iterator[Found]], file: File) -> bool:
    """Did it yield only records that can be stored? False where it refused or skipped with a reason."""
    try:
        for found in read(file):
            assert isinstance(found, Found)
            assert run_row(found.run, file)["raw_model"].strip()
            assert all(
                isinstance(measurement, Measurement) and measurement.benchmark
                for measurement in found.measurements
            )
            assert all(
                measurement.value is None or measurement.value == measurement.value
                for measurement in found.measurements
            )
            assert all(
                measurement.value is None
                or measurement.unit != "fraction"
                or 0 <= measurement.value <= 1
                for measurement in found.measurements
            )
            assert all(
                sample.item
                and (sample.score is None or sample.unit != "fraction" or 0 <= sample.score <= 1)
                for sample in found.samples
            )
            for error in found.damage:
                raise error
    except IngestError as error:
        reason = str(error)
    except Skip:
        return False
    else:
        return True
    assert re.match(r"[^:]+\.\w+:", reason)  # of this file, or of one beside it
    assert "\n" not in reason
    assert "expected" in reason
    return False


def paths(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where each node of a document is, that of the whole first."""
    yield path
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(node, dict | list):
        inner = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in inner:
        yield from paths(child, (*path, key))


def replaced(document: Any, path: tuple[Any, ...], other: Any) -> Any:
    """A copy of the document with another thing in one place."""
    if not path:
        return other
    changed = copy.deepcopy(document)
    node = changed
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = other
    return changed
