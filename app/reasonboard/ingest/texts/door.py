"""The one door to the texts of answers: from what the store knows of a place to what stands there."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

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
from reasonboard.store import foreign

Value = TypeVar("Value")
SECONDS = 5.0
"""The longest that a page waits for a file with texts."""
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
    links = not Path(row["path"]).is_absolute()  # as the folder of bundled sources may have
    return TextFile(path, row["name"], row["sha256"], row["bytes"], is_kept, links)


def in_time(seconds: float, file: TextFile, read: Callable[[], Value]) -> Value:
    """What `read` returns of this file; raises ChangedError as it does, and where that takes longer.

    It takes long on a share that does not answer, and for the first time where a file has many gigabytes.
    """
    try:
        return foreign.within(seconds, file.path, read)
    except TimeoutError:
        raise ChangedError(
            f"The file was not read within {SECONDS:g} s. Try again in a moment."
        ) from None


def read(file: TextFile, reader: str, place: int, item: str, repeat: int) -> Texts:
    """The texts of an answer at its place; raises ChangedError, in one line, where they are not there."""
    try:
        with file.opened():
            return READERS[reader](file, place, item, repeat)
    except ChangedError:
        raise
    except (
        IngestError,
        MemoryError,
        RecursionError,
        ValueError,
        KeyError,
        TypeError,
    ) as error:
        raise ChangedError("The answer cannot be read at its place.") from error


def place_in_words(file: TextFile, reader: str, place: int) -> str:
    """Where in its file an answer stands: 'line 213', 'row 212'; raises ChangedError as `read` does."""
    if reader == "lighteval":
        return f"row {place:,}"
    if reader == "inspect_member":
        return f"member {place + 1:,} of the archive"
    if reader not in _LINES:
        return f"byte {place:,}"
    with file.opened():
        line = file.line(place)
    return f"line {line:,}" if line else f"byte {place:,}"


_LINES = frozenset({"bundled", "evalscope", "every_eval_ever", "lm_eval", "qwen_math", "verl"})
"""The readers whose files have an answer in each line."""
