"""The one door to the texts of answers: from what the store knows of a place to what stands there."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from reasonboard.ingest.bundled import texts as bundled
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.readers.evalplus import texts as evalplus
from reasonboard.ingest.readers.evalscope import texts as evalscope
from reasonboard.ingest.readers.every_eval_ever import texts as every_eval_ever
from reasonboard.ingest.readers.helm import texts as helm
from reasonboard.ingest.readers.inspect_ai import texts as inspect_ai
from reasonboard.ingest.readers.lighteval import texts as lighteval
from reasonboard.ingest.readers.livecodebench import texts as livecodebench
from reasonboard.ingest.readers.lm_eval import texts as lm_eval
from reasonboard.ingest.readers.opencompass import texts as opencompass
from reasonboard.ingest.readers.qwen_math import texts as qwen_math
from reasonboard.ingest.readers.tau2_bench import texts as tau2_bench
from reasonboard.ingest.readers.tau_bench import texts as tau_bench
from reasonboard.ingest.readers.verl import texts as verl
from reasonboard.ingest.texts import kept
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
    "livecodebench": livecodebench.read,
    "lm_eval": lm_eval.read,
    "opencompass": opencompass.read,
    "qwen_math": qwen_math.read,
    "tau2_bench": tau2_bench.read,
    "tau_bench": tau_bench.read,
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
