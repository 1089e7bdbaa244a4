"""The sections around the charts of a page, as HTML: findings, claims, the selected mark, sources, tables."""

import zlib
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

import orjson
from dash import get_relative_path

from reasonboard import config
from reasonboard.core import insights, picking, study_tables
from reasonboard.core.control import Values
from reasonboard.core.headline import counted
from reasonboard.core.own import own_run
from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.core.rendered import packed
from reasonboard.core.study import Study
from reasonboard.core.table_state import PARAMETER
from reasonboard.core.view import ListCell, Listing, View
from reasonboard.export.forms import TABLES
from reasonboard.store import snapshots
from reasonboard.store.arrangement import Arrangement
from reasonboard.store.cache import Kept
from reasonboard.store.database import Row, Rows, query
from reasonboard.store.fields import EVENT_ROLES
from reasonboard.web.components import findings, tables
from reasonboard.web.components.cells import value
from reasonboard.web.components.glossary import GLOSSARY
from reasonboard.web.components.markup import Html, escaped, link, render
from reasonboard.web.components.tables import PAGE_SIZE
from reasonboard.web.item.address import decode
from reasonboard.web.item.beginnings import beginnings
from reasonboard.web.links import pinned
from reasonboard.web.links.pinned import Pin
from reasonboard.web.page import selection

_MOST_DISAGREEMENTS = 50
_Content = TypeVar("_Content", bound=Callable[..., Any])


def notices(study: Study, values: Values, pin: Pin, sentences: list[str]) -> Html:
    """Notices: invalid values, and the version of the data if it is not the newest."""
    newest = ""
    if pinned.is_behind():
        newest = str(get_relative_path(f"/{study.path}{pinned.newest(study, values)}"))
    data = pinned.notice(pin, study, values)
    return render("notices", data=data, newest=newest, sentences=sentences)


def _kept(content: _Content) -> _Content:
    """The function with what it returns in the cache, by its arguments; the last one is the values of the controls.

    Its links keep to the data of the page.
    """
    kept = Kept(lambda about, values, _data: packed(content(*about, orjson.loads(values))))

    @wraps(content)
    def of_state(*arguments: Any) -> Any:
        *about, values = arguments
        made = kept(tuple(about), orjson.dumps(values), pinned.bare())
        return orjson.loads(zlib.decompress(made))

    return cast(_Content, of_state)


@_kept
def observations(study: Study, view: View, values: Values) -> Html:
    """The findings of a chart, each with the address that highlights its marks."""
    all_findings = insights.every_finding(study, view, values)
    listed = all_findings[: findings.MOST_LISTED]
    links = [selection.href(study, study.changed(values, finding.marks)) for finding in listed]
    sql, parameters = insights.question(study, view, values)
    said = (view.said_of and view.said_of(values)) or (view.finding_noun, view.finding_note)
    return findings.findings(
        all_findings, links, sql, parameters, noun=said[0], note=said[1], own=study.is_own(values)
    )


def table(study: Study, view: View, values: Values) -> Html:
    """The page of the view's table that is shown, as it is arranged; the last one if there are fewer."""
    if view.listing:
        return _table(study, view, values)  # its first words are not in the snapshot
    return _kept_table(study, view, values)


def _table(study: Study, view: View, values: Values) -> Html:
    state = study_tables.state_of(study, view, values)
    total = study_tables.count(study, view, values)
    last = -(-total // PAGE_SIZE) or 1
    is_arranged = state.arrangement != Arrangement()
    last = min(last, tables.MOST_ARRANGED // PAGE_SIZE) if is_arranged else last
    number = min(state.page, last)
    first = (number - 1) * PAGE_SIZE
    rows, _ = study_tables.page(study, view, values, first, PAGE_SIZE)
    return render(
        "table",
        title=view.title,
        rows=rows,
        columns=_columns(view, values, rows, state.arrangement),
        picks=_picks(study, view, values, rows),
        form="listing" if view.listing else "rows",
        root=get_relative_path("/"),
        first=first,
        total=total,
        every=study_tables.count(study, view, values | {PARAMETER: ""})
        if state.arrangement.search
        else total,
        state=state,
        number=number,
        turns=tables.page_numbers(number, last),
        most=tables.MOST_ARRANGED if is_arranged and total > tables.MOST_ARRANGED else 0,
        downloads=_downloads(study, view, values, total),
        api=get_relative_path("/api"),
    )


_kept_table = _kept(_table)


class _Pick(NamedTuple):
    """The link of a table row that selects its mark."""

    href: str
    words: str
    """The mark by its controls: "Qwen-7B · AIME24, 3,000 tokens, 0.1"."""
    is_picked: bool


def _picks(study: Study, view: View, values: Values, rows: Rows) -> list[_Pick | None]:
    """The link of each row that selects its mark, None for a row without one; [] where no row has one."""
    picks = [_pick(study, picking.mark_of_row(study, view, row, values), values) for row in rows]
    return picks if any(picks) else []


def _pick(study: Study, mark: dict[str, str], values: Values) -> _Pick | None:
    if not mark:
        return None
    after = study.changed(values, picking.toggled(study, mark, values))
    href = selection.href(study, study_tables.with_first_pages(study, values, after))
    picked_values = study.changed(values, mark)
    controls = [control for control in study.controls if control.name in mark]
    words = ", ".join(control.labels_of(mark[control.name], picked_values) for control in controls)
    return _Pick(href, words, picking.is_picked(mark, values))


def _columns(view: View, values: Values, rows: Rows, arrangement: Arrangement) -> dict[str, object]:
    sortable = study_tables.sorts_by(view, rows)
    if view.listing:
        return tables.listed(_with_beginnings(view.listing(rows, values)), sortable, arrangement)
    return tables.columns(rows, view.columns, sortable, arrangement)


def _with_beginnings(listing: Listing) -> Listing:
    """The listing with a column of the first words of its problems, where any can be read."""
    addresses = [decode(row[0].href.partition("?")[2]) for row in listing.rows]
    items = [address.item for address in addresses]
    first_words = beginnings(addresses[0], items, config.read()) if items else {}
    if not first_words:
        return listing
    first, *others = listing.columns
    rows = [
        [row[0], ListCell(first_words.get(item, ""), "begins"), *row[1:]]
        for row, item in zip(listing.rows, items, strict=True)
    ]
    return Listing((first, ("Begins", ""), *others), rows)


def _downloads(study: Study, view: View, values: Values, total: int) -> list[tuple[str, str]]:
    """Label and address of each form that takes all rows of the table."""
    search = pinned.permalink(study, values)
    return [
        (form.label, get_relative_path(f"/api/{study.path}/{view.name}.{form.ending}{search}"))
        for form in TABLES
        if form.most is None or total <= form.most
    ]


def _answer_line(study: Study, values: Values) -> Html:
    """The answer up to its control; how many numbers there are, on a page that only lists them."""
    if study.headline is None:
        strong = f"{counted(study_tables.count(study, study.main_view, values), 'number')},"
        return render("answer", own="", strong=strong, context=_newest_first(study, values))
    headline = insights.headline(study, values)
    return render(
        "answer",
        own=headline.own,
        strong=headline.strong,
        context=headline.context.partition("{}")[0],
    )


def _newest_first(study: Study, values: Values) -> str:
    """A phrase on the order of a table of all numbers: the newest load first, where nothing is filtered."""
    loads = query("core/newest_loads") if values == study.defaults() else []
    first = f"{loads[0]['name']} first, " if loads else ""
    return f"{first}each with its type and exact source."


def _answer_end(study: Study, values: Values) -> Html:
    """The part of the answer line after its control."""
    context = insights.headline(study, values).context.partition("{}")[2]
    return render("answer", own="", strong="", context=context)


def _byline(study: Study, values: Values) -> Html:
    """Whose numbers the answer is of, and of what kind."""
    kinds = kinds_of(study.view_rows(study.main_view, values)) if study.headline else []
    words = ", ".join(dict.fromkeys(KIND_WORDS[kind] for kind in kinds))
    headline = insights.headline(study, values)
    return render(
        "byline",
        headline=headline,
        run=own_run(values),
        kinds=words,
        older=_older_runs(study, values),
    )


def _older_runs(study: Study, values: Values) -> str:
    """How many runs a page of sources leaves out for newer ones of the same settings: '2 older runs'; '' if none."""
    if study.headline is None or study.of_own_runs or "source" not in values:
        return ""
    roles = (values.get(name) for name in ("along", "color", "panels", "only"))
    if values.get("settings") == "all" or EVENT_ROLES.intersection(map(str, roles)):
        return ""  # each run has a place of its own
    shown = [str(source["id"]) for source in study.sources(values) if source["chosen"]]
    if not shown:
        return ""
    (row,) = query("core/older_runs", sources=shown)
    return counted(row["runs"], "older run") if row["runs"] else ""


def _filters_set(study: Study, values: Values) -> Html:
    """How many filters are set, for the button that stands for them on a phone; the source stands beside it."""
    defaults, _ = study.clean({"source": values.get("source", "")})
    number = sum(values[name] != defaults[name] for name in _filters(study) - {"source"})
    return escaped(f" ({number})" if number else "")


def _filters(study: Study) -> set[str]:
    """The controls of the filter bar, except the two that a page compares."""
    places = ("filters", "switch")
    return {one.name for one in study.controls if one.place in places} - {*study.swaps}


def _saved(study: Study, values: Values) -> Html:
    """The link to the file of its state that a page offers."""
    if study.saved is None:
        return Html("")
    search = pinned.permalink(study, values)
    href = get_relative_path(f"/api/{study.path}/{study.saved.name}{search}")
    return render("saved", href=href, label=study.saved.label)


def _reset(study: Study, values: Values) -> Html:
    """The link that sets all filters to their defaults, where one differs."""
    filters = _filters(study)
    kept = {name: value for name, value in values.items() if name not in filters}
    usual, _ = study.clean(kept)
    if all(values[name] == usual[name] for name in filters):
        return Html("")
    if usual == study.defaults():
        return link("Reset", str(get_relative_path(f"/{study.path}{pinned.bare()}")))
    return link("Reset", selection.href(study, usual))


def _claims(study: Study, values: Values) -> Html:
    return findings.claims(insights.claims(study, values))


def _disagreements(study: Study, values: Values) -> Html:
    """Where sources give different values."""
    rows = study.disagreements(values)
    first_rows = [_disagreement(row) for row in rows[:_MOST_DISAGREEMENTS]]
    return render("disagreements", rows=first_rows, count=len(rows))


def _disagreement(row: Row) -> dict[str, str]:
    """Both values, with their kinds and where in the sources they stand."""
    values = {f"value ({end})": value(row[f"value_{end}"], row["unit"]) for end in "ab"}
    places = {
        f"where ({end})": f"{row[f'source_{end}']}: {row[f'locator_{end}']} ({KIND_WORDS[row[f'kind_{end}']]})"
        for end in "ab"
    }
    return {"place": row["place"], "metric": row["metric"]} | values | places


def _tested(study: Study, values: Values) -> Html:
    return render("tested", tested=insights.headline(study, values).tested)


def _glossary(study: Study, _values: Values) -> Html:
    """What the axes and the words of the page mean, and its guide."""
    return render("glossary", lead=study.lead, glossary=GLOSSARY, study=study.path)


def _sources(study: Study, values: Values) -> Html:
    """The sources of the study with their citations."""
    snapshot = snapshots.snapshot()
    search = pinned.with_version(f"?study={study.path}", snapshot.version)
    bibtex = get_relative_path(f"/api/sources.bib{search}")
    return render(
        "sources",
        sources=study.sources(values),
        bibtex=bibtex,
        version=snapshot.version,
        made=snapshot.made,
    )


def around(study: Study, values: Values, names: set[str] | None = None) -> dict[str, Html]:
    """The HTML of the sections, by their names: of all, or of those that a change of the controls `names` affects."""
    html = _of_all_controls(study, values) if names != set() else {}
    for section in SECTIONS:
        if section.controls is not None and (names is None or names & section.controls):
            html[section.name] = section.content(study, values)
    return html


@_kept
def _of_all_controls(study: Study, values: Values) -> dict[str, Html]:
    """The sections that depend on all controls: their links have the whole state."""
    return {one.name: one.content(study, values) for one in SECTIONS if one.controls is None}


class Section(NamedTuple):
    """A part around the charts."""

    name: str
    content: Callable[[Study, Values], Html]
    controls: frozenset[str] | None = None
    """The controls that it depends on; None: all."""


SECTIONS = (
    Section("answer-line", _answer_line),
    Section("answer-end", _answer_end),
    Section("byline", _byline),
    Section("reset", _reset),
    Section("saved", _saved),
    Section("filters-set", _filters_set),
    Section("selected", selection.selected),
    Section("actions", selection.actions),
    Section("claims", _claims, frozenset({"source"})),
    Section("evidence", selection.evidence),
    Section("comparison", selection.compared),
    Section("disagreements", _disagreements, frozenset({"source", "benchmark", "model"})),
    Section("tested", _tested),
    Section("glossary", _glossary, frozenset()),
    Section("sources", _sources, frozenset({"source"})),
)

DISCLOSED = ("claims", "disagreements", "tested", "glossary", "sources")
"""The sections under the charts, each a line that a reader opens."""
