"""What every tool has: how its files are known and read, and how the texts of their answers are."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.texts.text_file import TextForm


@dataclass(frozen=True, slots=True)
class Reader:
    """A tool. Its module calls it `READER`."""

    name: str
    recognizes: Callable[[File], bool]
    """Is it a file of the tool, by its content?"""
    read: Callable[[File], Iterator[Found] | Iterator[Found | Bulk]]
    """What it says; raises IngestError where it is damaged, Skip where it adds nothing by itself."""
    texts: Mapping[str, TextForm] = field(default_factory=dict)
    """By the names that its places of texts have (`TextPlace.reader`)."""
