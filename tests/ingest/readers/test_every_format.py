"""Every real file: one reader takes it, and it is read, or refused or skipped in one line."""

from pathlib import Path

import pytest

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.load import load
from reasonboard.ingest.readers import READERS
from reasonboard.ingest.records import Found

FORMATS = Path(__file__).resolve().parents[4] / "shared" / "formats"
FILES = [
    path
    for path in sorted(FORMATS.rglob("*"))
    if path.is_file() and path.suffix not in (".md", ".yaml")
]
pytestmark = pytest.mark.skipif(not FILES, reason="the folder of real files is not here")

# The tables say no unit, and the matrix not what its rows and columns are: they are refused.
REFUSED = {"tidy_qwen_math_real.csv", "wide_pythia1.4b_task_by_step_real.csv"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FORMATS))[-60:])
def test_one_reader_takes_it_and_says_something(path: Path) -> None:
    claims = [reader.__name__ for reader in READERS if reader.recognises(File(path))]  # type: ignore[attr-defined]
    assert len(claims) == 1, claims
    said = _said(path)
    assert "\n" not in said
    assert said.startswith(str(path)) == (path.name in REFUSED)


def _said(path: Path) -> str:
    """What the reader of a file says of it: its refusal, why it is skipped, or how many runs it has."""
    file = File(path)
    reader = next(reader for reader in READERS if reader.recognises(file))
    try:
        return f"{len(list(reader.read(file)))} runs"
    except (IngestError, Skip) as reason:
        return str(reason)


def test_all_of_them_are_one_load(data: Path, small_store: Path) -> None:
    folders = [str(path) for path in sorted(FORMATS.iterdir()) if path.name != "tidy"]
    report = load(data, small_store, folders, name="formats")
    assert report.read == 33
    assert (report.runs, report.samples) == (49, 526)
    assert report.secrets == 1
    assert report.missing == 3
    assert report.studies == ["iterations"]
    assert {line.rpartition("/")[2].split(":")[0] for line in report.unknown} == {
        "SOURCE.md",
        "task_config.yaml",
    }


def test_a_folder_of_every_reader_has_a_model_in_every_run() -> None:
    for path in FILES:
        file = File(path)
        reader = next(reader for reader in READERS if reader.recognises(file))
        try:
            runs = [one.run for one in reader.read(file) if isinstance(one, Found)]
        except (IngestError, Skip):
            continue
        assert all(run.model.strip() and run.tool.strip() for run in runs)
