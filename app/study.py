"""What a study is: a question, the controls that narrow it, the views that answer it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from app import held
from app.database import Asked, Row, Rows, Value, asked, page, parameters_of, query, snapshot
from app.figures.theme import Figure, mark_illustrative
from app.findings.claim import Checked
from app.findings.finding import Finding

Values = dict[str, Value]
"""The value of every control by its name: a text, or a list of texts where several can be chosen."""


class Choice(NamedTuple):
    value: str
    label: str


@dataclass(frozen=True)
class Control:
    """One thing that a reader can change.

    Its name is the SQL parameter and the key in the address. Its choices are fixed, or the rows
    (`value`, `label`) of a query that may depend on the controls before it. Where `multi`, no choice
    means all; where `optional`, no choice means none; else the first choice is the default.
    """

    name: str
    label: str
    choices: str | tuple[Choice, ...]
    multi: bool = False
    optional: bool = False
    everything: str = "all"
    """What no choice is called, for instance 'all benchmarks'."""
    marks: tuple[str, ...] = ()
    """The controls whose values, joined, are its value: it holds a mark to compare others with."""

    def options(self, values: Mapping[str, Value]) -> list[Choice]:
        if isinstance(self.choices, tuple):
            return list(self.choices)
        return _as_choices(snapshot().version, self.choices, asked(self.choices, values))

    def default(self, options: list[Choice]) -> Value:
        if self.multi:
            return []
        return "" if self.optional or not options else options[0].value

    def clean(self, value: object, options: list[Choice]) -> tuple[Value, list[str]]:
        """The value as far as it is a choice, and what was foreign in it.

        This is the one door: nothing that did not pass it reaches SQL, a figure or an address.
        """
        offered = {choice.value for choice in options}
        asked = value if isinstance(value, list) else [value]
        asked = [one for one in asked[:_MOST] if one not in (None, "")]
        known = list(dict.fromkeys(one for one in asked if isinstance(one, str) and one in offered))
        foreign = [
            str(one)[:_LONGEST] for one in asked if not isinstance(one, str) or one not in offered
        ]
        if self.multi:
            everything = len(known) == len(offered)
            return ([] if everything else known), foreign
        return (known[0] if known else self.default(options)), foreign


_MOST = 1000
_LONGEST = 40
_LONGEST_MARK = 2000


class Answer(NamedTuple):
    """A view drawn: its figure, and in words what it shows."""

    figure: Figure
    """With its provenance in `layout.meta`, so that an image made of it can carry that."""
    caption: str
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
    narrowed: tuple[str, ...] = ()
    """Filters that keep the rows with a chosen value in the column of that name (or with none). The
    query is asked once without them, so that a change of them asks nothing of the database."""
    wide: bool = False
    table: str = "rows"
    table_first: bool = False
    """Is the table what a reader comes for?"""
    observe: Callable[..., Iterable[Finding]] | None = None
    """What can be said of the rows: called as `draw` is, without the number of columns."""


class Check(NamedTuple):
    """How a claim is checked: over the rows of a query of the study, whatever is filtered on the page."""

    query: str
    judge: Callable[[Rows], Checked]
    values: Mapping[str, str] = MappingProxyType({})
    """What is chosen for it besides the source, where the defaults will not do."""


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
    sources_query: str = "sources"
    disagreements_query: str = "disagreements"
    checks: Mapping[str, Check] = field(default_factory=dict)
    """How the claims that were made of this study are checked, by the names that they are stored with."""

    def clean(self, raw: Mapping[str, object]) -> tuple[Values, dict[str, str]]:
        """The value of every control, and a sentence for each that was not one of its choices."""
        values: Values = {"study": self.path}
        notices = {}
        for control in self.controls:
            value, foreign = (
                self._held(control, raw.get(control.name))
                if control.marks
                else control.clean(raw.get(control.name), control.options(values))
            )
            values[control.name] = value
            if foreign:
                notices[control.name] = _notice(control, value, foreign)
        return values, notices

    def held(self, values: Values) -> Values | None:
        """The values that a mark had when it was held, None where none is."""
        for control in self.controls:
            if control.marks and values[control.name]:
                return held.split(control.marks, str(values[control.name]))
        return None

    def holding(self, values: Values) -> Values:
        """The values with the mark that they pick held."""
        joined = {
            control.name: held.join(control.marks, values)
            for control in self.controls
            if control.marks
        }
        return values | joined

    def picked(self, values: Values) -> bool:
        """Is a mark picked, and not only a row or a column?"""
        return bool(self.evidence) and all(values[name] for name in self.evidence)

    def _held(self, control: Control, text: object) -> tuple[Value, list[str]]:
        """The held mark as far as all that it is made of can be chosen, and what was foreign."""
        text = text[0] if isinstance(text, list) and len(text) == 1 else text
        if not text:
            return "", []
        if not isinstance(text, str):
            return "", [str(text)[:_LONGEST]]
        parts = held.split(control.marks, text[:_LONGEST_MARK])
        if parts is None:
            return "", [text[:_LONGEST]]
        values, notices = self.clean(parts)
        whole = not notices and held.join(control.marks, values) == text
        return (text, []) if whole and self.picked(values) else ("", [text[:_LONGEST]])

    def defaults(self) -> Values:
        return self.clean({})[0]

    def answer(self, view: View, values: Values, columns: int) -> Answer:
        """The view's figure for these values, laid out in so many columns."""
        rows = self.drawn(view, values)
        options = {name: values[name] for name in view.options}
        figure = view.draw(rows, columns=columns, **options)
        kinds = _kinds(rows)
        if "illustrative" in kinds:
            mark_illustrative(figure)
        meta = figure["layout"]["meta"]
        meta |= self._provenance(view, values, kinds)
        return Answer(figure, self._caption(view, values, meta["kinds"], figure), meta["summary"])

    def drawn(self, view: View, values: Values) -> Rows:
        """The rows that a view draws."""
        rows = query(self.sql(view.query or view.name), **values)
        for name in view.narrowed:
            rows = _narrowed(rows, name, values[name])
        return rows

    def rows(self, name: str, values: Values) -> Rows:
        return query(self.sql(name), **values)

    def table(self, view: View, values: Values, first: int, size: int) -> tuple[Rows, int]:
        """So many rows of the table behind a view, and how many there are."""
        return page(self.sql(view.table), values, first, size)

    def sql(self, name: str) -> str:
        return f"{self.path.replace('-', '_')}/{name}"

    def inputs(self, view: View) -> frozenset[str]:
        """The controls that the view's figure depends on."""
        names = {control.name for control in self.controls}
        asked = parameters_of(self.sql(view.query or view.name))
        return (asked | set(view.options) | set(view.narrowed)) & names

    def sources(self, values: Values) -> Rows:
        return query(self.sources_query, **values)

    def disagreements(self, values: Values) -> Rows:
        rows = query(self.disagreements_query, **values)
        return _narrowed(rows, "benchmark", values["benchmark"])

    def _caption(self, view: View, values: Values, kinds: str, figure: Figure) -> str:
        """What a reader has chosen (defaults go without saying), the kinds, and the keys of marks."""
        chosen = [
            _filter(control, values[control.name], values)
            for control in self.controls
            if control.name in self.inputs(view)
            and values[control.name] != control.default(control.options(values))
        ]
        drawn = {trace.get("name") for trace in figure["data"]}
        keys = [words for name, words in _KEYS.items() if name in drawn]
        uncertainty = figure["layout"]["meta"].get("uncertainty", "")
        return " · ".join(filter(None, [*chosen, kinds, *keys, uncertainty]))

    def _provenance(self, view: View, values: Values, kinds: list[str]) -> dict[str, str]:
        filters = [
            _filter(control, values[control.name], values)
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


_KEYS = {"no data": "hatched: no data", "sources disagree": "red corner: another value is given"}
"""What the marks mean that a figure has no room to explain, by the names of their traces."""

KIND_WORDS = {
    "measured": "measured",
    "stated": "stated",
    "read_off": "read off a drawing",
    "approximate": "approximate",
    "bound_low": "stated range",
    "bound_high": "stated range",
    "extrapolated": "extrapolated",
    "illustrative": "illustrative",
}
"""How far a number can be trusted, from the most to the least, as a reader sees it."""


@lru_cache(maxsize=512)
def _as_choices(_version: str, name: str, parameters: Asked) -> list[Choice]:
    """The choices that a query gives: shared, so nobody changes them."""
    values = {key: list(one) if isinstance(one, tuple) else one for key, one in parameters}
    return [Choice(row["value"], row["label"]) for row in query(name, **values)]


def _narrowed(rows: Rows, column: str, chosen: Value) -> Rows:
    if not chosen:
        return rows
    return [row for row in rows if row[column] is None or row[column] in chosen]


def _kinds(rows: list[Row]) -> list[str]:
    found: set[str] = set()
    for row in rows:
        kinds = row.get("kinds", row.get("kind"))
        found.update(kinds if isinstance(kinds, list) else [kinds] if kinds else [])
    return [kind for kind in KIND_WORDS if kind in found]


def _filter(control: Control, value: Value, values: Values) -> str:
    if not value:
        return control.everything if control.multi else ""
    labels = {choice.value: choice.label for choice in control.options(values)}
    chosen = value if isinstance(value, list) else [value]
    return f"{control.label}: {', '.join(labels.get(one, one) for one in chosen)}"


def _notice(control: Control, value: Value, foreign: list[str]) -> str:
    shown: Any = value if isinstance(value, list) else [value]
    instead = ", ".join(shown) if value else (control.everything if control.multi else "none")
    strange = ", ".join(f"“{one}”" for one in foreign[:3]) + (" …" if len(foreign) > 3 else "")  # noqa: PLR2004
    return f"{control.label}: {strange} is not offered here; showing {instead}."
