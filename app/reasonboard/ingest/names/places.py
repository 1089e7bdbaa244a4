"""What a file and the folders that it lies in are called: they may name the step, and the run where no file does."""

from pathlib import Path

from reasonboard.ingest.formats.files import File


def folders(file: File) -> list[str]:
    """The names of the folders that hold a file, the innermost first."""
    return [parent.name for parent in file.path.absolute().parents if parent.name]


def hints(file: File) -> list[str]:
    """What may name a step: the file's name and its two innermost folders."""
    return [file.path.name, *folders(file)[:2]]


def model_hints(file: File, *named: object, revision: object = None) -> list[str]:
    """The same of a file that names its model: revision and names first, then a folder and the file."""
    stated = [name for name in named if isinstance(name, str) and name.strip()]
    first = [f"revision={revision}"] if isinstance(revision, str) and revision.strip() else []
    return [*first, *stated, *folders(file)[:1], file.path.name]


def stem(file: File) -> str:
    """The name of a file without its endings."""
    return Path(file.path.name.split(".", 1)[0]).name
