"""The one door to the texts of answers: from what the store knows of a place to what stands there."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.texts import (
    bundled,
    evalplus,
    evalscope,
    every_eval_ever,
    helm,
    inspect_ai,
    kept,
    lighteval,
    lm_eval,
    opencompass,
    qwen_math,
    verl,
)
from reasonboard.ingest.texts.answer import ChangedError, Texts
from reasonboard.ingest.texts.text_file import TextFile

READERS: Mapping[str, Callable[[TextFile, int, str, int], Texts]] = {
    "bundled": bundled.read,
    "evalplus": evalplus.read,
    "evalscope": evalscope.read,
    "every_eval_ever": every_eval_ever.read,
    "helm": helm.read,
    "inspect_member": inspect_ai.read_member,
    "inspect_part": inspect_ai.read_part,
    "lighteval": lighteval.read,
    "lm_eval": lm_eval.read,
    "opencompass": opencompass.read,
    "qwen_math": qwen_math.read,
    "verl": verl.read,
}
"""By the names that readers give their places."""


def text_file(row: Mapping[str, Any], data: Path, store: Path) -> TextFile:
    """The file of a row of the table `text_file`, or its copy in the store; one of a bundled source is in `data`."""
    copy = kept.path_of(store, row["sha256"], row["reader"])
    is_kept = copy.is_file()
    path = copy if is_kept else data / row["path"]
    return TextFile(path, row["name"], row["sha256"], row["bytes"], row["changed"], is_kept)


def read(file: TextFile, reader: str, place: int, item: str, repeat: int) -> Texts:
    """The texts of an answer at its place; raises ChangedError, in one line, where they are not there."""
    file.check()
    return texts(file, reader, place, item, repeat)


def texts(file: TextFile, reader: str, place: int, item: str, repeat: int) -> Texts:
    """The same of a file that was checked before."""
    try:
        return READERS[reader](file, place, item, repeat)
    except ChangedError:
        raise
    except (
        IngestError,
        OSError,
        MemoryError,
        RecursionError,
        ValueError,
        KeyError,
        TypeError,
    ) as error:
        raise ChangedError("The answer cannot be read at its place.") from error


def place_in_words(file: TextFile, reader: str, place: int) -> str:
    """Where in its file an answer stands: 'line 213', 'row 212'."""
    if reader == "lighteval":
        return f"row {place:,}"
    if reader == "inspect_member":
        return f"member {place + 1:,} of the archive"
    line = file.line(place) if reader in _LINES else None
    return f"line {line:,}" if line else f"byte {place:,}"


_LINES = frozenset({"bundled", "evalscope", "every_eval_ever", "lm_eval", "qwen_math", "verl"})
"""The readers whose files have an answer in each line."""
