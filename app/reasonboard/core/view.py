"""A view: a chart of a study, and the table or list behind it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import Parameter, signature
from typing import Literal, NamedTuple

from reasonboard.charts.theme import Figure
from reasonboard.core.control import Values
from reasonboard.core.findings.finding import Finding
from reasonboard.store.database import Row, Rows


class ListCell(NamedTuple):
    """A cell of a list: its words, and what they are ("right", "cut off") for its ink."""

    text: str
    tone: str = ""
    href: str = ""
    """A path and query of this application, '' for no link."""


class Listing(NamedTuple):
    """A page of a table beside a chart."""

    columns: tuple[tuple[str, str], ...]
    """The words over each column, and the column of the query that it sorts by."""
    rows: list[list[ListCell]]


class Together(NamedTuple):
    """Columns of a table that a page shows as one: each row lists those of them in which it has a value."""

    heading: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """A chart of a study, and the table behind it.

    The rows come from the query `query`, by default the one named like the view. `draw` is called with these
    rows, the number of columns and the values of the controls in `options`, and returns a Plotly figure. A click
    on a mark sets the controls that the mark's trace names in its `meta`.
    """

    name: str
    title: str
    draw: Callable[..., Figure]
    options: tuple[str, ...] = ()
    query: str = ""
    post_filters: tuple[str, ...] = ()
    """Filters applied to the rows after the query, so that changing them needs no new query. Rows without a value
    in the column of that name stay."""
    place: Literal["main", "side", "wide", "more", "details"] = "side"
    """"main" over the whole width, "side" beside another, "wide" over the whole width under those, "more" among those
    that a reader opens, "details" with the details of the selected mark."""
    subtitle: str = ""
    """What the chart shows, with its unit: at most 96 characters."""
    beside: str = ""
    """A second query, as that of the bundled rows among which an own source's are drawn; `draw` gets its rows by this
    name. Those with a `source` are among the chart's sources."""
    own_rows: bool = False
    """Are the rows of its heatmaps runs or models, so that those of the reader are marked?"""
    table: str = "rows"
    searched: tuple[str, ...] = ()
    """The columns of its query in which a search looks. Empty: all texts."""
    columns: tuple[str | Together, ...] = ()
    """The columns that a page shows first; "All columns" shows the others. Empty: all."""
    row_offsets_query: str = ""
    """For a table of very many rows: the query that locates a page of it (database.placed_page)."""
    table_total: Callable[[Rows, Values], int] | None = None
    """How many rows its table has, from the rows of its chart. Without it they are counted."""
    counts: bool = False
    """Does it draw how many numbers there are, not the numbers themselves?"""
    table_first: bool = False
    """Does the view open with its table?"""
    prepare_rows: Callable[[Rows], Rows] | None = None
    """Adds to each row of the query what depends on all of them, before any is filtered: tests of one family."""
    transform_rows: Callable[..., Rows] | None = None
    """Adds columns with statistics to the table. It gets all rows, so it is for short tables."""
    column_types: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The types (export/rows.py) of columns that `transform_rows` or `more_columns` add and that can be missing in
    every row."""
    more_columns: Callable[[Rows], Callable[[Row], Row]] | None = None
    """Makes of the rows of the chart what gives a row of the table further columns, as many for each."""
    table_options: tuple[str, ...] = ()
    """The controls whose values `transform_rows` gets by their names, as `draw` those of `options`."""
    observe: Callable[..., Iterable[Finding]] | None = None
    """Makes the findings of the view: called like `draw`, without the number of columns. What it takes as `**_options`
    it does not read: its findings are not made again when these change."""
    listing: Callable[[Rows, Values], Listing] | None = None
    """Makes the page of its table that stands beside the chart; without it the table stands in its place."""
    folds_findings: bool = False
    """Do its findings stand under all charts, as those of charts at the side do, and not under it?"""
    finding_noun: str = "finding"
    """What a finding is about, in the singular, for the heading of the table: "gain"."""
    finding_note: str = ""
    """One sentence under that heading: what is estimated, and in which unit."""
    said_of: Callable[[Values], tuple[str, str] | None] | None = None
    """Gives another noun and sentence for some values of the controls."""

    @cached_property
    def observed(self) -> tuple[str, ...]:
        """The `options` that `observe` reads: those that it names, or all where it takes them as `**options`."""
        parameters = signature(self.observe).parameters.values() if self.observe else ()
        names = {parameter.name for parameter in parameters}
        takes_all = any(
            parameter.kind is Parameter.VAR_KEYWORD and not parameter.name.startswith("_")
            for parameter in parameters
        )
        return tuple(name for name in self.options if takes_all or name in names)
