"""What a load did: which files were read, what they have, and what a person still has to say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.names.path_pattern import offered
from reasonboard.ingest.readers.tables.answers import parse
from reasonboard.ingest.readers.tables.reading import Question
from reasonboard.ingest.readers.tables.who import MODEL_OF_ALL
from reasonboard.ingest.staging import left_out
from reasonboard.ingest.staging.staged import Staged
from reasonboard.store.pushed import Aside


class OpenQuestionsError(NothingReadError):
    """That nothing is read before a person says something of a table that is asked about, or shown."""

    def __init__(self, lines: Sequence[str], report: "Report") -> None:
        super().__init__(lines)
        self.report = report

    @property
    def questions(self) -> Mapping[str, Question]:
        """What is asked, by the names of files."""
        return self.report.questions


@dataclass
class Report(left_out.LeftOut):
    """What a load did, or with `dry_run` would do."""

    name: str
    read: int = 0
    aside: dict[str, Aside] = field(default_factory=dict)
    """Of each file of pushed rows that is loaded, by its name: the rows that are set aside."""
    notes: list[str] = field(default_factory=list)
    runs: int = 0
    measurements: int = 0
    samples: int = 0
    completed: int = 0
    """Numbers that were loaded before and get more details from these files: a standard error, a number of items."""
    changed: bool = False
    """Is anything else loaded than before?"""
    scores: int = 0
    """How many scores are the means of these samples, since no file states them."""
    missing: int = 0
    """Numbers that are NaN, Infinity or N/A in their files: kept as such, never as 0."""
    secrets: int = 0
    settings: set[str] = field(default_factory=set)
    """Those of the settings which the load names that a file has."""
    studies: list[str] = field(default_factory=list)
    """The studies that show some of it, the one that shows most first."""
    unnamed: list[str] = field(default_factory=list)
    """What runs are called whose files name no model."""
    means: list[str] = field(default_factory=list)
    """The means over benchmarks that its runs have beside the scores on these: they are no main scores."""
    unread_dates: list[str] = field(default_factory=list)
    """What its runs have for a date that cannot be read."""
    future_dates: list[str] = field(default_factory=list)
    """The dates of its runs that are later than the load."""
    has_steps: bool = False
    """Are its runs at several steps of a training that no study draws? Explore can."""
    has_more: bool = False
    """Has it more scores than any study shows?"""
    loads: list[tuple[str, list[str]]] = field(default_factory=list)
    """The loads that have its runs, each with its `studies`: a run stays where it was loaded first."""
    run_keys: frozenset[str] = frozenset()
    """The keys of all runs that the files have numbers for, those loaded before, too."""
    version: str = ""
    part: str = ""
    """Of a load to another place: the name of what was written there, or is there."""
    kept: int = 0
    """Files with texts of answers that were copied into the store."""


def note_files(
    report: Report, staged: Staged, paths: Sequence[str], *, running: bool = False
) -> None:
    """Note in the report which files were read; raises NothingReadError if none says anything, now or before.

    Files that tools still write to may do so later.
    """
    report.take(staged)
    _offer_names(report)
    report.read, report.settings = staged.read, staged.settings
    report.run_keys = frozenset(staged.runs)
    report.missing, report.secrets = staged.counts["missing"], staged.counts["secrets"]
    if report.read or staged.again or running:
        return
    none = f"{', '.join(paths)}: no files found (expected result files)"
    lines = left_out.why_nothing(report) or [none]
    is_open = report.questions or report.shown
    raise OpenQuestionsError(lines, report) if is_open else NothingReadError(lines)


def _offer_names(report: Report) -> None:
    """Offer the names of files that are asked about for their models, if these may say them."""
    options = {name: question.options for name, question in report.questions.items()}
    asked = [name for name, each in options.items() if MODEL_OF_ALL in {one.say for one in each}]
    if found := offered(asked):
        for name in asked:
            report.refused[name] += f' or by their names: `reasonboard load --from "{found}"`'


def refuse_unanswered(staged: Staged, answers: Sequence[str]) -> None:
    """Raise IngestError for an answer about a column that no table has, unless a table could not be read at all."""
    if staged.refused.keys() - staged.questions.keys():
        return
    for left, right in parse(answers).pairs:
        if left not in staged.answered:
            raise IngestError(
                f'--as "{left}={right}": no table here has a column {left!r} (expected one as the file writes it)'
            )
