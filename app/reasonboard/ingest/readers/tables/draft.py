"""A reading in the making: what is decided of each column so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.readers.tables.answers import Applied
from reasonboard.ingest.readers.tables.contents import Contents
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.reading import Column, Option, Question, Role
from reasonboard.ingest.readers.tables.said import Said


@dataclass
class Draft:
    """The table, what a person said of it, and what follows from both so far."""

    table: Oriented
    name: str
    """Of the file without its ending."""
    table_part: str
    """The heading or sheet of the table."""
    around: str
    """The text around the table: file name, heading, caption."""
    answers: Applied = field(default_factory=Applied)
    columns: dict[int, Column] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    stated: dict[str, str] = field(default_factory=dict)
    """Those of them that a person said, or a pattern of the load found in the path."""
    guessed: set[str] = field(default_factory=set)
    """Those that are taken from the name of the file or the text around the table."""
    questions: list[Question] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refused: str = ""
    alike: set[int] = field(default_factory=set)
    """Columns of names that nobody knows, with scores like those of the benchmarks beside them."""
    words: set[int] = field(default_factory=set)
    """Columns whose names are common words here, though a benchmark is called so."""

    @property
    def width(self) -> int:
        return len(self.table.said)

    def said(self, index: int) -> Said:
        return self.table.said[index]

    def content(self, index: int) -> Contents:
        return self.table.contents[index]

    def whole_rows(self, *columns: int) -> list[list[float]]:
        """The values of these columns in each row that has a number in all of them."""
        rows = zip(*(self.content(index).cells for index in columns), strict=True)
        numbers = ([cell.value for cell in row if isinstance(cell, Number)] for row in rows)
        return [row for row in numbers if len(row) == len(columns)]

    def varies_within(self, index: int, *roles: Role) -> bool:
        """Has a column several values in rows that are equal in all columns of these roles?"""
        keys = [self.content(each).raw for each in self.of(*roles)]
        seen: dict[tuple[str, ...], set[object]] = {}
        for row, raw in enumerate(self.content(index).raw):
            seen.setdefault(tuple(str(key[row]) for key in keys), set()).add(raw)
        return any(len(values) > 1 for values in seen.values())

    def free(self) -> Iterator[int]:
        """The columns that nothing is decided of yet."""
        return (index for index in range(self.width) if index not in self.columns)

    def of(self, *roles: Role) -> list[int]:
        """The columns that have one of these roles."""
        return [index for index, column in self.columns.items() if column.role in roles]

    def put(self, index: int, role: Role, why: str, **told: Any) -> None:
        """Decide what a column is."""
        column = self.columns.get(index) or Column(self.said(index).header, role)
        self.columns[index] = replace(column, role=role, why=why, **told)

    def tell(self, index: int, **told: Any) -> None:
        """Add to what is known of a column."""
        self.columns[index] = replace(self.columns[index], **told)

    def guess(self, name: str, text: str) -> None:
        """Take what the table does not say from around it."""
        self.constants[name] = text
        self.guessed.add(name)

    def undecided(self) -> Iterator[tuple[int, Said, Contents]]:
        """The columns that nothing is decided of at first, each with its header and its cells."""
        return ((index, self.said(index), self.content(index)) for index in list(self.free()))

    def ask(
        self, text: str, options: Sequence[Option] = (), column: str = "", weight: int = 0
    ) -> None:
        self.questions.append(Question(text, options, column, weight))

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)
