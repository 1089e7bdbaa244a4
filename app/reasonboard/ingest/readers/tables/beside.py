"""The TOML next to a table: the answers of a person, or a study."""

from pathlib import Path

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.read import ENDINGS
from reasonboard.ingest.readers.tables.answers import NONE, Answers
from reasonboard.ingest.readers.tables.toml_form import answers_of


def table_of(file: File) -> Path | None:
    """The table next to a TOML."""
    beside = (file.path.with_suffix(ending) for ending in ENDINGS)
    return next((path for path in beside if path.is_file()), None)


def answers_beside(file: File) -> Answers:
    """What the TOML of its name says of a table; raises IngestError for one that says something else."""
    beside = file.beside(file.path.with_suffix(".toml").name)
    is_said = beside is not None and not declares_study(beside)
    return answers_of(beside.toml, beside.name) if beside and is_said else NONE


def declares_study(file: File) -> bool:
    """Is the TOML the file of a study, for `reasonboard study add`?"""
    try:
        return "roles" in file.toml
    except IngestError:
        return False
