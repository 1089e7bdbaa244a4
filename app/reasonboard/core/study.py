"""A study: a question, the controls that filter it, and the views that answer it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reasonboard.charts.compared import mark_compared
from reasonboard.charts.own import highlighted
from reasonboard.charts.teaser import Teaser
from reasonboard.charts.theme import Figure, mark_illustrative, no_data_reason
from reasonboard.core import table_state
from reasonboard.core.comparison_baseline import baseline_of, clean_baseline, join, letters
from reasonboard.core.control import Control, Values
from reasonboard.core.figure_words import chosen_words, provenance_of, sources_in, title_of
from reasonboard.core.headline import Headline, Selected
from reasonboard.core.provenance import kinds_of, legend, signs_in_words
from reasonboard.core.view import View
from reasonboard.store.database import (
    Key,
    Row,
    Rows,
    Value,
    beginning,
    parameters_of,
    query,
    to_key,
)

COLUMNS = range(1, 5)
"""Panels of a figure side by side; the browser says how many fit (assets/page.js)."""


Mark = Mapping[str, object]
"""The controls that pick a mark and their values, None for one that is not known."""
MarksOfRow = Callable[[Row, Values], Sequence[Mark]]
"""The marks that a row of a table can stand for on a page with these values: the first that a chart has is its mark."""


class Answer(NamedTuple):
    """A view's figure and what it shows in words."""

    figure: Figure
    """With its provenance in `layout.meta`, for images made of it."""
    caption: str
    """What the reader has chosen, except defaults, and the legend."""
    legend: str
    """The kinds of the numbers, what the marks mean, the uncertainty."""
    foot: str
    """The same without what a key line over the chart says."""
    summary: str
    """The text alternative of the chart: one sentence."""


class Saved(NamedTuple):
    """A file of its state that a page offers."""

    name: str
    """In the API: "study.toml"."""
    label: str
    """What the link to it says."""
    write: Callable[["Study", Values], str]


@dataclass(frozen=True, eq=False)
class Study:
    """A page: its question, controls and views, and where its numbers come from."""

    path: str
    name: str
    question: str
    lead: str
    """What the charts show and what their axes mean: one or two sentences, or several lines."""
    controls: tuple[Control, ...]
    views: tuple[View, ...]
    teaser: Callable[["Study"], Teaser | None] | None = None
    """The small picture that the first page shows for this study."""
    evidence: tuple[str, ...] = ()
    """The controls that select a mark; once all are set, the page lists its measurements."""
    row_marks: Mapping[str, MarksOfRow] = field(default_factory=dict)
    """Of the tables whose rows stand for marks of a chart, by the names of their queries."""
    headline: Callable[["Study", Values], Headline | None] | None = None
    """The answer to the question for the values of the controls."""
    selected: Callable[["Study", Values], Selected | None] | None = None
    """What the strip under the main chart says of the selected mark, if that is not its value."""
    standing: str = ""
    """The query of the last accuracies of an own run and of bundled models (core/own.py)."""
    commands: tuple[tuple[str, str], ...] = ()
    """Commands that the page names, each with what it does."""
    swaps: tuple[str, str] | tuple[()] = ()
    """Two controls whose values a reader may exchange."""
    parent: str = ""
    """The path of the page that it belongs to: a link above the answer leads back there, and no navigation names it."""
    of_own_runs: bool = False
    """Has it nothing to show but runs that a reader loaded? The navigation names it once there are some."""
    queries: str = ""
    """The folder of its queries, where that is not called as its path."""
    declaration: str = ""
    """The file that declares it; "" for a study of the product."""
    saved: Saved | None = None
    sources_query: str = "core/sources"
    disagreements_query: str = "core/disagreements"
    """Empty where they stand on the pages of other studies."""

    def clean(self, raw: Mapping[str, object]) -> tuple[Values, dict[str, str]]:
        """The valid value of every control, and a notice for each control with an invalid one."""
        values: Values = {"study": self.path}
        notices = {}
        for control in self.controls:
            value, invalid = self._cleaned(control, raw.get(control.name), values)
            if invalid:
                notices[control.name] = control.notice(value, invalid, control.options(values))
            values[control.name] = value
        tables, is_whole = table_state.decode(
            raw.get(table_state.PARAMETER), {view.name for view in self.views}
        )
        values[table_state.PARAMETER] = table_state.encode(tables)
        if not is_whole:
            notices[table_state.PARAMETER] = "Ignored an invalid part of “tables”."
        return values, notices

    def changed(self, values: Values, changes: Mapping[str, object]) -> Values:
        """Valid values after a choice: as `clean`, for the controls alone that the choice can change."""
        after = {**values}
        for control in self.controls:
            if control.name in changes or control.depends_on(values, after):
                value = changes.get(control.name, values[control.name])
                after[control.name], _ = self._cleaned(control, value, after)
        return after

    def _cleaned(self, control: Control, raw: object, before: Values) -> tuple[Value, list[str]]:
        """The valid part of a value, given those of the controls before, and its invalid parts."""
        if control.marks:
            return clean_baseline(self, control, raw)
        return control.clean(raw, control.options(before))

    def is_own(self, values: Values) -> bool:
        """Is the one source of the page the reader's own, and highlighted?"""
        return values.get("own") == "on" and isinstance(values.get("source"), str)

    def comparison_baseline(self, values: Values) -> Values | None:
        """The values of the mark that others are compared with; None if there is none."""
        return baseline_of(self.controls, values)

    def marked_by(self, values: Values) -> frozenset[str]:
        """The controls that decide which marks of a chart are named A and B."""
        marks = [control for control in self.controls if control.marks]
        of_mark = [name for control in marks if values.get(control.name) for name in control.marks]
        return frozenset([*(control.name for control in marks), *of_mark])

    def as_baseline(self, values: Values) -> Values:
        """The values with their selected mark as the comparison baseline."""
        baseline = {
            control.name: join(control.marks, values) for control in self.controls if control.marks
        }
        return values | baseline

    def picked(self, values: Values) -> bool:
        """Is a single mark selected, not just a row or a column?"""
        return bool(self.evidence) and all(values[name] for name in self.evidence)

    def view(self, name: object) -> View | None:
        """The view of this name; None if there is none."""
        return next((view for view in self.views if view.name == name), None)

    @property
    def main_view(self) -> View:
        """The view over the whole width, whose numbers the answer is of."""
        return next(view for view in self.views if view.place == "main")

    def control(self, name: str) -> Control:
        """The control of this name."""
        return next(control for control in self.controls if control.name == name)

    def defaults(self) -> Values:
        """The value of every control when nothing is chosen."""
        return self.clean({})[0]

    def answer(self, view: View, values: Values, columns: int) -> Answer:
        """The view's figure for these values, with `columns` panels side by side."""
        rows = self.view_rows(view, values)
        options: dict[str, Any] = {name: values[name] for name in view.options}
        other_rows = self.rows(view.beside, values) if view.beside else []
        if view.beside:
            options["beside"] = other_rows
        figure = view.draw(rows, columns=columns, **options)
        if self.is_own(values):
            figure = highlighted(figure, rows=view.own_rows)
        figure = mark_compared(figure, letters(self, values), values)
        is_drawn = rows and not no_data_reason(figure)
        kinds = kinds_of([*rows, *other_rows]) if is_drawn else None
        if kinds and "illustrative" in kinds and not view.counts:
            mark_illustrative(figure)
        meta = figure["layout"]["meta"]
        beside = {row["source"] for row in other_rows if row.get("source")}
        meta |= provenance_of(self, view, values, kinds, sources_in(rows), beside)
        meta |= title_of(self, view, values, figure, rows, other_rows)
        meta.setdefault("subtitle", view.subtitle)
        meta["key"] = signs_in_words(figure)
        legend_text = legend(figure, meta["key"])
        choices = chosen_words(self, view, values)
        meta["chosen"] = " · ".join(choices)
        caption = " · ".join(filter(None, [*choices, legend_text]))
        foot = legend(figure, "" if "signs" in meta else meta["key"])
        return Answer(figure, caption, legend_text, foot, meta["summary"])

    def view_rows(self, view: View, values: Values) -> Rows:
        """The rows that the view's chart shows."""
        return self.chosen_rows(view, view.query or view.name, values)

    def chosen_rows(self, view: View, name: str, values: Values) -> Rows:
        """The rows of a query of this view, without those that a control takes out afterwards."""
        rows = query(self.sql(name), view.prepare_rows, **values)
        for column in view.post_filters:
            rows = _filtered(rows, column, values[column])
        return rows

    def rows(self, name: str, values: Values) -> Rows:
        """The rows of any query of this study."""
        return query(self.sql(name), **values)

    def measurements(self, values: Values, most: int) -> tuple[Rows, int]:
        """The first `most` measurements of the selected mark, and how many there are."""
        return beginning(self.sql("evidence"), values, most)

    def sql(self, name: str) -> str:
        """The name of a query of this study, for store.database."""
        return f"{self.queries or 'studies/' + self.path.replace('-', '_')}/{name}"

    def inputs(self, view: View) -> frozenset[str]:
        """The controls that the view's figure depends on."""
        names = {control.name for control in self.controls}
        parameters = set(parameters_of(self.sql(view.query or view.name)))
        if view.beside:
            parameters |= parameters_of(self.sql(view.beside))
        return frozenset((parameters | {"own", *view.options, *view.post_filters}) & names)

    def cache_key(self, view: View, values: Values) -> Key:
        """The values that the view depends on, as a cache key."""
        inputs = self.inputs(view) | self.marked_by(values)
        choices = [control.choices for control in self.controls if control.name in inputs]
        queries = [self.sources_query, *(name for name in choices if isinstance(name, str))]
        names = inputs.union(*map(parameters_of, queries))
        return to_key({name: value for name, value in values.items() if name in names})

    def findings_key(self, view: View, values: Values) -> Key:
        """The values that the view's findings depend on, as a cache key."""
        parameters = parameters_of(self.sql(view.query or view.name))
        names = parameters.union(view.post_filters, view.observed)
        return to_key({name: value for name, value in values.items() if name in names})

    def sources(self, values: Values) -> Rows:
        """The sources of the page; `chosen` marks those that are shown."""
        return query(self.sources_query, **values)

    def disagreements(self, values: Values) -> Rows:
        """Numbers for which two sources give different values."""
        rows = query(self.disagreements_query, **values) if self.disagreements_query else []
        return _filtered(rows, "benchmark", values.get("benchmark", ""))


def _filtered(rows: Rows, column: str, selection: Value) -> Rows:
    if not selection:
        return rows
    accepted = {*(selection if isinstance(selection, list) else [selection]), None}
    return [row for row in rows if row[column] in accepted]
