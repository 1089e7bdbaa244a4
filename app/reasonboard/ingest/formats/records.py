"""What a reader finds in a file: runs, their measurements and their samples, in the file's own words."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Annotated, Any, NamedTuple

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.store.fields import COUNT, AnswerFields, Field, MeasurementFields, RunFields

FRACTION = "fraction"
PERCENT = "percent"
TOKENS = "tokens"
HOURS = "hours"
NO_ITEMS = "no items"
"""What is missing of a number that is a mean of nothing."""
TOKEN_LENGTH = "token_length"  # noqa: S105  (no password)
"""The metric of the mean length of an answer."""
VALUES = ("score", "accuracy", "acc", "pass@1", "exact_match", "correct")
"""What tables call a value."""
_REPEATS = (
    "epoch", "replica", "attempt", "attempt_idx", "attempt_index", "trial", "rollout", "repetition", "replicate",
    "sample_idx", "sample_index", "generation_idx", "generation_index",
)  # fmt: skip


class NameOf(Enum):
    """Whose name a run has from its file."""

    MODEL = "model"
    """The name of the model that a tool ran: it may be a path."""
    ROW = "row"
    """What a person calls a model in a table: a path only if it begins as one."""
    RUN = "run"
    """What a person or a tracker calls the run: its slashes are no folders, and no server is named before it."""


@dataclass(frozen=True, slots=True)
class Run(RunFields):
    """One evaluated model under one set of conditions.

    Nothing here is guessed from a name: what a file does not state stays None, and is inferred
    later from `model` and `hints`.
    """

    tool: str
    """The tool's usual name, such as 'lm-evaluation-harness'."""
    model: Annotated[str, Field(names=("model_name",))]
    """As the file writes it, a path is kept whole; '' where it names none."""
    name_of: NameOf = NameOf.MODEL
    """Whose name `model` is."""
    id: str | None = None
    """The tool's own name of this start, if it has one: by it alone two files are known to be of one run."""
    tool_version: str | None = None
    status: str | None = None
    """What the tool says of an unfinished run ('started', 'error'); None for a finished one."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Everything that the file states about how the run was made, nested as in the file. settings.py filters it."""
    chosen: Collection[str] = ()
    """Names of settings that are kept even if settings.py says that they cannot change a score."""
    lost: int | None = None
    """How many numbers of this step and later ones were logged before the training was restarted here: left out."""
    place: Sequence[str] = ()
    """Names of files and folders that say which run it is where no model is named, the innermost first; by default
    the folders of the file."""
    hints: Sequence[str] = ()
    """Texts that may name the step, the best first: revision, model path, folder, file name."""


@dataclass(frozen=True, slots=True)
class Measurement(MeasurementFields):
    """One number of a run."""

    benchmark: Annotated[str, Field(names=("task", "dataset"))]
    """The task's whole name, a subset included, as the tool writes it."""
    metric: Annotated[str, Field()]
    value: Annotated[float | None, Field(names=VALUES)]
    """As in the file, in `unit`. None if it is missing; `missing` is what the file has instead."""
    unit: Annotated[str, Field()]
    """FRACTION (0 to 1), PERCENT (0 to 100), TOKENS, or a word such as 'perplexity', 'reward', 'score'."""
    locator: str
    """The place in the file: `results.gsm8k["exact_match,strict-match"]`."""
    missing: str | None = None
    """'NaN', 'Infinity', '-Infinity', 'N/A', NO_ITEMS; 'stderr N/A' where only the standard error is missing."""
    higher_is_better: bool | None = None
    """As the file or its tool says; None where it says nothing, or that neither is: then its name may say it."""
    aggregate: bool = False
    """Is it made of other measurements (a group, an average)?"""


class TextPlace(NamedTuple):
    """Where the texts of an answer stand: they are not stored, but read there when somebody wants to see them."""

    file: File
    reader: str
    """Of `TEXTS` in `ingest/readers/registry.py`."""
    position: int
    """As that module has it: a byte of the file, the number of a member or of a row."""


@dataclass(frozen=True, slots=True)
class Sample(AnswerFields):
    """One answer of a run to one item."""

    benchmark: str
    item: Annotated[str, Field(names=("item_id", "doc_id", "question_id"))]
    repeat: Annotated[int, Field(COUNT, names=_REPEATS)]
    """Counted from 0."""
    score: float | None
    """In `unit`: of fractions 1 for correct, 0 for wrong, or between; None where it was not scored."""
    metric: str = "accuracy"
    filter: str | None = None
    unit: str = FRACTION
    """FRACTION, or a word such as 'score' for graded answers, as in a measurement by the same metric."""
    problem: int | None = None
    """The digest of the problem's text (readers/digests.py), or the tool's own, as a number: answers to
    the same one are paired, whatever their ids. None where the file has no problem apart from its prompt."""
    answer: int | None = None
    """The digest of what it answers (readers/digests.py). None where the file has that not apart, or it answers
    nothing: the text itself is not kept."""
    item_fields: str | None = None
    """What the file says of the problem besides, as JSON (item_fields.py): its level, its subject."""
    texts: TextPlace | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ByFile:
    """Samples of several files: where one file cannot be read, only its samples are left out."""

    files: Sequence[Iterable[Sample]]

    def __iter__(self) -> Iterator[Sample]:
        return chain.from_iterable(self.files)


@dataclass(frozen=True, slots=True)
class Found:
    """A run and what a file says of it. `samples` may be a generator: it is walked once."""

    run: Run
    measurements: Sequence[Measurement] = ()
    samples: Iterable[Sample] | ByFile = ()
    notes: Sequence[str] = ()
    """What was left out, and where: one line each."""
    unread: Sequence[str] = ()
    """Of a table, with the last of its runs: the columns that mean nothing here and could be settings."""
    beside: bool = False
    """Do the samples stand in files beside this one? Where these cannot be read, they are left out: all of them, or
    with `ByFile` those of the file that cannot."""
    damage: Sequence[IngestError] = ()
    """Errors in companion files that only add to the samples. Complete once the samples have been read."""
