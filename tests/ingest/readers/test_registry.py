"""Every reader stands in the tables by which all of them are tested."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.registry import READERS, TEXTS
from reasonboard.ingest.texts import kept
from tests.ingest.readers import test_other_files, test_real_files, test_refused
from tests.ingest.readers import test_spoilt_documents as spoilt
from tests.ingest.readers.found import FILES

TESTS = Path(__file__).parents[1]
OTHERWISE = {
    ("REAL", "hal"): "readers/test_hal.py",
    ("REAL", "harbor"): "readers/test_harbor.py",
    ("REAL", "livecodebench"): "readers/test_livecodebench.py",
    ("REAL", "swe_bench"): "readers/test_swe_bench.py",
    ("REAL", "tau2_bench"): "readers/test_tau_bench.py",
    ("REAL", "tau_bench"): "readers/test_tau_bench.py",
    ("REAL", "terminal_bench"): "readers/test_harbor.py",
    ("REAL", "every_eval_ever"): "readers/test_every_eval_ever.py",
    ("REAL", "tables"): "readers/test_tables.py",
    ("BROKEN", "tables"): "readers/test_tables.py",
    ("ALIENS", "tables"): "test_bad_input.py",
    # Their files are no JSON documents.
    ("DOCUMENTS", "hub_results"): "readers/test_hub_results.py",
    ("DOCUMENTS", "mlflow"): "readers/test_mlflow.py",
    ("DOCUMENTS", "tables"): "test_bad_input.py",
    ("DOCUMENTS", "tensorboard"): "readers/test_tensorboard.py",
    ("DOCUMENTS", "trackio"): "readers/test_trackio.py",
}
"""The readers without rows in a table, and the file whose own tests try the same."""


def readers_of(rows: Iterable[Any]) -> set[str]:
    return {module.READER.name for module, *_ in rows}


def readers_of_files() -> set[str]:
    paths = [path for real in test_real_files.REAL for path in FILES.glob(real.file)]
    return {
        next(reader.name for reader in READERS if reader.recognizes(File(path))) for path in paths
    }


TABLES: dict[str, Callable[[], set[str]]] = {
    "REAL": readers_of_files,
    "BROKEN": lambda: readers_of(test_refused.BROKEN),
    "ALIENS": lambda: {tool for tool, *_ in test_other_files.ALIENS},
    "DOCUMENTS": lambda: readers_of([*spoilt.DOCUMENTS, *spoilt.BESIDE]),
}


@pytest.mark.parametrize("table", TABLES)
def test_every_reader_has_rows_in_the_table(table: str) -> None:
    otherwise = {reader for known, reader in OTHERWISE if known == table}
    assert {reader.name for reader in READERS} - TABLES[table]() == otherwise
    assert all((TESTS / OTHERWISE[table, reader]).is_file() for reader in otherwise)


def test_names_are_unique() -> None:
    names = [reader.name for reader in READERS]
    assert sorted(set(names)) == sorted(names)
    assert len(TEXTS) == 1 + sum(len(reader.texts) for reader in READERS)  # those of bundled ones


def test_what_is_copied_as_it_is_has_texts() -> None:
    assert set(TEXTS) >= kept.PACKED
