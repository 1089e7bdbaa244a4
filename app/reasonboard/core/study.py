"""What a study is: a question, the controls that narrow it, the views that answer it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reasonboard.charts.theme import Figure, mark_illustrative
from reasonboard.core import mark_codec
from reasonboard.core.control import LONGEST, Control, Values
from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.intervals import lines_with_intervals, with_intervals
from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.store.database import (
    Key,
    Rows,
    Value,
    beginning,
    count,
    page,
    parameters_of,
    placed_page,
    query,
    stream,
    to_key,
)
from reasonboard.store.snapshots import snapshot

COLUMNS = range(1, 5)
"""How many panels of a figure may stand side by side; the browser says how many fit (assets/page.js)."""
_LONGEST_MARK = 2000


class Answer(NamedTuple):
    """A view drawn: its figure, and in words what it shows."""

    figure: Figure
    """With its provenance in `layout.meta`, so that an image made of it can carry that."""
    caption: str
    """What a reader has chosen (defaults go without saying), and the legend."""
    legend: str
    """The kinds of the numbers, the keys of the marks, the uncertainty."""
    summary: str
    """The text alternative: one sentence."""


@dataclass(frozen=True)
class View:
    """A chart: the query named as it (or `query`, which views may share), the figure drawn of its
    rows, the rows of its table.

    `draw` is called with the rows and those controls' values that `options` names. A click on a
    mark sets the controls that the mark's trace names in its `meta`.
    """

    name: str
    title: str
    draw: Callable[..., Figure]
    options: tuple[str, ...] = ()
    query: str = ""
    post_filters: tuple[str, ...] = ()
    """Filters that keep the rows with a chosen value in the column of that name (or with none). The
    query is asked once without them, so that a change of them asks nothing of the database."""
    wide: bool = False
    table: str = "rows"
    row_offsets_query: str = ""
    """The query that says where rows of that table stand, for tables of very many (database.placed_page)."""
    table_first: bool = False
    """Is the table what a reader comes for?"""
    transform_rows: Callable[[Rows], Rows] | None = None
    """Makes the rows of the table of those of its query, where statistics add columns to them: it
    gets all of them, so it is for tables of few rows."""
    observe: Callable[..., Iterable[Finding]] | None = None
    """What can be said of the rows: called as `draw` is, without the number of columns."""


@dataclass(frozen=True, eq=False)
class Study:
    path: str
    name: str
    question: str
    lead: str
    """What the charts show, in one or two sentences."""
    controls: tuple[Control, ...]
    views: tuple[View, ...]
    teaser: str = ""
    """The view that stands for the study on the first page, "" for none ..."""
    teaser_values: Mapping[str, str] = field(default_factory=dict)
    """... and what is chosen there, where the defaults are too much for a small figure."""
    evidence: tuple[str, ...] = ()
    """The controls that pick a mark; once all are set, its measurements of every source are shown."""
    commands: tuple[tuple[str, str], ...] = ()
    """What a reader can do on the command line, and what it does; a page itself changes nothing."""
    sources_query: str = "core/sources"
    disagreements_query: str = "core/disagreements"

    def clean(self, raw: Mapping[str, object]) -> tuple[Values, dict[str, str]]:
        """The value of every control, and a sentence for each that was not one of its choices."""
        values: Values = {"study": self.path}
        notices = {}
        for control in self.controls:
            value, foreign = (
                self._clean_baseline(control, raw.get(control.name))
                if control.marks
                else control.clean(raw.get(control.name), control.options(values))
            )
            values[control.name] = value
            if foreign:
                notices[control.name] = control.notice(value, foreign)
        return values, notices

    def comparison_baseline(self, values: Values) -> Values | None:
        """The values that a mark had when it was held, None where none is."""
        text = next((str(values[one.name]) for one in self.controls if one.marks), "")
        if not text:
            return None
        joined = next(one for one in self.controls if one.marks).marks
        several = {control.name for control in self.controls if control.multi}
        parts = mark_codec.split(joined, text) or {}
        return {
            name: value
            if isinstance(value, list) or name not in several
            else [value]
            if value
            else []
            for name, value in parts.items()
        }

    def as_baseline(self, values: Values) -> Values:
        """The values with the mark that they pick held."""
        joined = {
            control.name: mark_codec.join(control.marks, values)
            for control in self.controls
            if control.marks
        }
        return values | joined

    def picked(self, values: Values) -> bool:
        """Is a mark picked, and not only a row or a column?"""
        return bool(self.evidence) and all(values[name] for name in self.evidence)

    def _clean_baseline(self, control: Control, text: object) -> tuple[Value, list[str]]:
        """The held mark as far as all that it is made of can be chosen, and what was foreign."""
        text = text[0] if isinstance(text, list) and len(text) == 1 else text
        if not text:
            return "", []
        if not isinstance(text, str):
            return "", [str(text)[:LONGEST]]
        parts = mark_codec.split(control.marks, text[:_LONGEST_MARK])
        if parts is None:
            return "", [text[:LONGEST]]
        values, notices = self.clean(parts)
        whole = not notices and mark_codec.join(control.marks, values) == text
        return (text, []) if whole and self.picked(values) else ("", [text[:LONGEST]])

    def defaults(self) -> Values:
        return self.clean({})[0]

    def answer(self, view: View, values: Values, columns: int) -> Answer:
        """The view's figure for these values, laid out in so many columns."""
        rows = self.view_rows(view, values)
        options = {name: values[name] for name in view.options}
        figure = view.draw(rows, columns=columns, **options)
        kinds = kinds_of(rows)
        if "illustrative" in kinds:
            mark_illustrative(figure)
        meta = figure["layout"]["meta"]
        meta |= self._provenance(view, values, kinds)
        legend = _legend(figure)
        chosen = self._chosen(view, values)
        caption = " · ".join(filter(None, [*chosen, legend]))
        return Answer(figure, caption, legend, meta["summary"])

    def view_rows(self, view: View, values: Values) -> Rows:
        """The rows that a view draws."""
        rows = query(self.sql(view.query or view.name), **values)
        for name in view.post_filters:
            rows = _filtered(rows, name, values[name])
        return rows

    def rows(self, name: str, values: Values) -> Rows:
        return query(self.sql(name), **values)

    def measurements(self, values: Values, most: int) -> tuple[Rows, int]:
        """The first measurements of the picked mark, and how many it has."""
        return beginning(self.sql("evidence"), values, most)

    def table(self, view: View, values: Values, first: int, size: int) -> tuple[Rows, int]:
        """So many rows of the table behind a view, and how many there are."""
        if view.transform_rows:
            rows = view.transform_rows(self.rows(view.table, values))
            return rows[first : first + size], len(rows)
        name = self.sql(view.table)
        rows, total = (
            placed_page(name, self.sql(view.row_offsets_query), values, first, size)
            if view.row_offsets_query
            else page(name, values, first, size)
        )
        return with_intervals(rows), total

    def count(self, view: View, values: Values) -> int:
        """How many rows the table behind a view has."""
        if view.transform_rows:
            return len(view.transform_rows(self.rows(view.table, values)))
        return count(self.sql(view.table), values)

    def lines(self, view: View, values: Values) -> Iterator[tuple[Any, ...]]:
        """The column names of the table behind a view, then all its rows."""
        if view.transform_rows is None:
            return lines_with_intervals(stream(self.sql(view.table), values))
        rows = view.transform_rows(self.rows(view.table, values))
        return iter([tuple(rows[0]), *(tuple(row.values()) for row in rows)] if rows else [])

    def sql(self, name: str) -> str:
        return f"studies/{self.path.replace('-', '_')}/{name}"

    def inputs(self, view: View) -> frozenset[str]:
        """The controls that the view's figure depends on."""
        names = {control.name for control in self.controls}
        asked = parameters_of(self.sql(view.query or view.name))
        return (asked | set(view.options) | set(view.post_filters)) & names

    def cache_key(self, view: View, values: Values) -> Key:
        """The values that the view's answer follows from, as a key: states that differ elsewhere share it."""
        inputs = self.inputs(view)
        choices = [control.choices for control in self.controls if control.name in inputs]
        queries = [self.sources_query, *(name for name in choices if isinstance(name, str))]
        names = inputs.union(*map(parameters_of, queries))
        return to_key({name: value for name, value in values.items() if name in names})

    def sources(self, values: Values) -> Rows:
        return query(self.sources_query, **values)

    def disagreements(self, values: Values) -> Rows:
        rows = query(self.disagreements_query, **values)
        return _filtered(rows, "benchmark", values["benchmark"])

    def _chosen(self, view: View, values: Values) -> list[str]:
        """What a reader has chosen of a view, in words; defaults go without saying."""
        return [
            control.described(values[control.name], values)
            for control in self.controls
            if control.name in self.inputs(view)
            and values[control.name] != control.default(control.options(values))
        ]

    def _provenance(self, view: View, values: Values, kinds: list[str]) -> dict[str, str]:
        filters = [
            control.described(values[control.name], values)
            for control in self.controls
            if control.label != "Source" and control.name in self.inputs(view)
        ]
        source = self.sources(values)
        return {
            "study": self.path,
            "view": view.name,
            "title": view.title,
            "filters": " · ".join(words for words in filters if words),
            "kinds": ", ".join(KIND_WORDS[kind] for kind in kinds) or "no data",
            "source": "; ".join(
                f"{row['citation']} ({row['licence']})" for row in source if row["chosen"]
            ),
            "version": f"data {snapshot().version} · {snapshot().made}",
        }


_KEYS = {
    "no data": "hatched: no data",
    "sources disagree": "red corner: another value is given",
    "not separable": "light corner: not separable from the highest",
    "cheapest within the margin": "star: fewest tokens shown to be good enough",
}
"""What the marks mean that a figure has no room to explain, by the names of their traces."""


def _legend(figure: Figure) -> str:
    drawn = {trace.get("name") for trace in figure["data"]}
    keys = [words for name, words in _KEYS.items() if name in drawn]
    meta = figure["layout"]["meta"]
    return " · ".join(filter(None, [meta["kinds"], *keys, meta.get("uncertainty", "")]))


def _filtered(rows: Rows, column: str, chosen: Value) -> Rows:
    if not chosen:
        return rows
    return [row for row in rows if row[column] is None or row[column] in chosen]
